"""Write the table of effects and targets of MTGでTRPG: `python -m tools.mtg_effects` after the matrix or a word of it
has changed."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from takusen.rulebook.book import RuleBook, installed
from takusen_books.mtg_trpg.matrix import MATRIX, Fate
from takusen_books.mtg_trpg.sorts import SORTS

PAGE = Path(__file__).parent.parent / "docs/mtg-effects.md"
HEADS = {
    "ja": (
        "# 効果と対象\n",
        "カードの効果の種類ごとに、対象が何なら何が起こるかの表です。根拠の規則と、GMやプレイヤーに尋ねること（？）を添えました。"
        "どの組にも、`src/takusen_books/mtg_trpg/examples/pairs_*.toml` に実例があります。"
        "この表はコードから作られます（`python -m tools.mtg_effects`）。\n",
    ),
    "en": (
        "# Effects and targets\n",
        "What each kind of effect does to each sort of target, the rule that says so, and what the GM or a player is "
        "asked (?). Each pair has a worked example in `src/takusen_books/mtg_trpg/examples/pairs_*.toml`. The table is "
        "made from the code (`python -m tools.mtg_effects`).\n",
    ),
}


def page(book: RuleBook) -> str:
    """The whole page, Japanese first."""
    return "\n".join(part for lang, (title, about) in HEADS.items() for part in (title, about, table(book, lang)))


def table(book: RuleBook, lang: str) -> str:
    """The table in one language."""
    say = book.texts.say
    heads = ("", *(say(lang, "sort", sort) for sort in SORTS))
    found = ((say(lang, "effect", kind), row) for kind, row in MATRIX.items())
    rows = ((kind, *(cell(book, lang, row[sort]) for sort in SORTS)) for kind, row in found)
    return "\n".join(line(cells) for cells in (heads, ("---",) * len(heads), *rows)) + "\n"


def line(cells: Iterable[str]) -> str:
    """A row in Markdown."""
    return f"| {' | '.join(cells)} |"


def cell(book: RuleBook, lang: str, fate: Fate) -> str:
    """What becomes of one sort of target."""
    return "<br>".join([book.texts.say(lang, "fate", fate.says), *grounds(book, lang, fate)])


def grounds(book: RuleBook, lang: str, fate: Fate) -> Iterator[str]:
    """The rules, the options and the question behind it."""
    yield " ".join(fate.rules)
    if fate.options:
        yield " ".join(f"`{name}`" for name in fate.options)
    if fate.asks:
        yield f"？{book.texts.say(lang, 'choice', fate.asks)}" if lang == "ja" else f"? {fate.asks.replace('_', ' ')}"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(installed()["mtg_trpg"]), encoding="utf-8")


if __name__ == "__main__":
    main()

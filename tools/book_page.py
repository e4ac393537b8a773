"""Write the lists of names on a book's page anew: `python -m tools.book_page BOOK` after an act, a fact, a prompt, a
refusal or an option has changed; for a package of layers (`majo`) after one of its rules, acts, facts or options has.
What people wrote above the lists stays."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from takusen.rulebook.book import RuleBook, installed
from takusen.rulebook.texts import OptionText

PAGES = Path(__file__).parent.parent / "docs/books"
UNLISTED = ("set_letter", "letter_set")
"""Names that are the organiser's business."""
BY = {"gm": "GM", "table": "自動 / by itself", "owner": "プレイヤーとGM / players, GM"}


def lists(book: RuleBook) -> Iterator[str]:
    """The lists, each under its heading."""
    worded = book.texts.sentences["ja"]
    yield table("宣言 / Acts", ("act", "引数 / arguments", "誰が / by", "ja", "en"), acts(book))
    yield table("事実 / Facts", ("fact", "欄 / fields", "what"), facts(book))
    yield table("ダイスの札 / Dice labels", ("label", "ja", "en"), said(book, "dice", worded.get("dice", {})))
    yield table("問い / Prompts", ("prompt", "ja", "en", "方針 / policies"), prompts(book))
    yield table("断り / Refusals", ("refusal", "ja", "en"), said(book, "refused", worded["refused"]))
    heads = ("option", "選択肢（**既定**） / choices (**default**)", "問い / question")
    yield table("選択ルール / Options", heads, options(book.texts.options))


def package_lists(root: RuleBook, name: str) -> Iterator[str]:
    """What a package of layers adds to a book, each list under its heading."""
    book, texts = root.under((name,)), next(one.texts for one in root.packages if name in one.ids)
    rules = ((f"`{one.id}`", one.title.ja, one.title.en) for one in texts.rules.values())
    yield table("規則 / Rules", ("rule", "ja", "en"), rules)
    known = (*root.acts, *root.facts, *UNLISTED)
    added = {f"`{one}`" for one in (*book.acts, *book.facts) if one not in known}
    of_acts = ("act", "引数 / arguments", "誰が / by", "ja", "en")
    yield table("宣言 / Acts", of_acts, (cells for cells in acts(book) if cells[0] in added))
    yield table("事実 / Facts", ("fact", "欄 / fields", "what"), (cells for cells in facts(book) if cells[0] in added))
    heads = ("option", "選択肢（**既定**） / choices (**default**)", "問い / question")
    yield table("選択ルール / Options", heads, options(texts.options))


def table(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A heading and a table in Markdown."""
    lines = (heads, ("---",) * len(heads), *rows)
    return "\n".join([f"## {title}\n", *(f"| {' | '.join(cells)} |" for cells in lines)]) + "\n"


def code(names: Iterable[str]) -> str:
    """Names as code, or a dash."""
    return " ".join(f"`{name}`" for name in names) or "—"


def told(thing: object) -> str:
    """The first paragraph of a docstring in one line."""
    return " ".join((thing.__doc__ or "").split("\n\n")[0].split())


def acts(book: RuleBook) -> Iterator[tuple[str, ...]]:
    """Every act with its arguments and who declares it."""
    for name, act in book.acts.items():
        worded = [say(book, lang, "act", name) or told(act) for lang in ("ja", "en")]
        yield f"`{name}`", code(act.hints), BY[act.by], *worded


def say(book: RuleBook, lang: str, section: str, key: str) -> str:
    """A sentence of the book; "" where it has none."""
    return book.texts.sentences[lang].get(section, {}).get(key, "")


def facts(book: RuleBook) -> Iterator[tuple[str, ...]]:
    """Every fact with its fields."""
    for name, fact in book.facts.items():
        yield f"`{name}`", code(fact.__struct_fields__), told(fact)


def said(book: RuleBook, section: str, names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Names with their words in both languages."""
    yield from ((f"`{name}`", say(book, "ja", section, name), say(book, "en", section, name)) for name in names)


def prompts(book: RuleBook) -> Iterator[tuple[str, ...]]:
    """Every prompt with the policies that answer it."""
    for cells in said(book, "prompt", dict.fromkeys(policy.label for policy in book.policies)):
        yield *cells, code(policy.name for policy in book.policies if f"`{policy.label}`" == cells[0])


def options(known: Mapping[str, OptionText]) -> Iterator[tuple[str, ...]]:
    """Every option with its choices."""
    for name, option in known.items():
        marks = (("**" if choice.value == option.default else "", choice) for choice in option.choices)
        choices = " · ".join(f"{mark}`{choice.value}`{mark} {choice.label.ja}" for mark, choice in marks)
        yield f"`{name}`", choices, f"{option.question.ja} / {option.question.en}"


def written(name: str) -> str:
    """The lists of a book, or of a package of layers over one."""
    root = installed().get(name)
    if root is not None:
        return "\n".join(lists(root))
    over = next(one for one in installed().values() if any(name in package.ids for package in one.packages))
    return "\n".join(package_lists(over, name))


def main(name: str) -> None:
    """Write the page of a book."""
    page, new = PAGES / f"{name}.md", written(name)
    first = new.partition("\n")[0]
    above = page.read_text(encoding="utf-8").partition(f"{first}\n")[0]
    page.write_text(above + new, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])

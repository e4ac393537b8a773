"""`python -m bench.cards`: how long a keystroke of a search takes with 30,000 cards, and taking them in."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

from bench.table import Row, print_rows
from takusen.library.merging import Record
from takusen.rulebook.card import Card, CardFace
from takusen.store.library import Library
from takusen.store.library_sqlite import SqliteLibrary

CARDS = 30_000
TYPED = 150
ENGLISH = "ash bell bright clay cold dawn deep ember fell gate grim hollow iron jade keen lone moss night oak pale"
JAPANESE = "灰 鐘 光 土 霜 暁 淵 燠 斧 門 影 洞 鉄 玉 刃 独 苔 夜 樫 蒼 ゴーレム ドラゴン の と さまよう"


def cards(count: int) -> Iterator[Card]:
    """Made-up cards with names in both languages."""
    chance = Random(1)
    for number in range(count):
        name = (
            " ".join(word.title() for word in chance.choices(ENGLISH.split(), k=chance.randint(2, 4))) + f" {number:x}"
        )
        name_ja = "".join(chance.choices(JAPANESE.split(), k=chance.randint(2, 6)))
        face = CardFace(
            name=name, full_name=name, name_ja=name_ja, text="Nothing happens. " * 10, text_ja="何も。" * 20
        )
        yield Card(id=f"card-{number}", name=name, name_ja=name_ja, faces=(face,))


def keystrokes(names: Sequence[str]) -> list[str]:
    """What stands in the box after each key, for some names typed from their beginning."""
    chosen = Random(2).sample(list(names), TYPED)
    return [name[:end] for name in chosen for end in range(1, min(len(name), 14) + 1)]


def p95(search: Callable[[str], object], typed: Sequence[str]) -> float:
    """Milliseconds within which 95 of 100 keystrokes are answered."""
    times = []
    for text in typed:
        start = perf_counter()
        search(text)
        times.append(perf_counter() - start)
    return quantiles(times, n=20)[-1] * 1000


def filled(library: Library, count: int) -> float:
    """Seconds to take in so many cards."""
    start = perf_counter()
    with library.taking() as intake:
        for card in cards(count):
            intake.put(Record(card))
    return perf_counter() - start


def measure() -> Sequence[Row]:
    """A keystroke beside a plain scan of all names, and the taking in."""
    with tempfile.TemporaryDirectory() as folder:
        library = SqliteLibrary(Path(folder) / "library.sqlite")
        seconds = filled(library, CARDS)
        names = [name for card in library.cards() for name in (card.name, card.name_ja)]
        typed, lowered = keystrokes(names), [name.lower() for name in names]
        ours = p95(library.search, typed)
        scan = p95(lambda text: [name for name in lowered if text.lower() in name], typed)
        library.close()
    what = f"a keystroke of a search, {CARDS:,} cards, p95 of {len(typed):,}"
    return (
        Row(what, f"{ours:.1f} ms", f"scan of a list {scan:.1f} ms", ours / scan, "50 ms"),
        Row(f"taking in {CARDS:,} cards", f"{seconds:.1f} s", "", 0, ""),
    )


if __name__ == "__main__":
    print_rows(measure())

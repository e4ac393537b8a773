"""The starter set that ships with the book: made-up cards, three decks, and PCs who lie ready at a new table."""

from functools import cache
from itertools import chain

from takusen.rules import Fact, read_content

from .scenario import Scenario, Stock

CARDS = ("lands", "white_blue", "black_red", "green_white", "items", "more")


@cache
def stock() -> Stock:
    """The cards and decks of the set."""
    cards = chain.from_iterable(content(f"cards_{name}").card for name in CARDS)
    return Stock({one.id: one for one in cards}, {one.id: one for one in content("decks").deck})


@cache
def ready(lang: str) -> tuple[Fact, ...]:
    """The PCs of the set, for tables whose scenario has none of its own."""
    return content("pcs").facts(lang, stock())


@cache
def content(name: str) -> Scenario:
    """One file of the set."""
    return read_content(__package__, f"content/{name}.toml", Scenario)

"""The starter set that ships with the book: what lies ready at every new table."""

from functools import cache

from takusen.rules import Fact, read_content

from .scenario import Scenario

FILES = ("making", "skills", "songs", "items", "foes", "characters")


@cache
def starter(lang: str) -> tuple[Fact, ...]:
    """The facts by which the starter set comes to a table, in one language."""
    return tuple(fact for name in FILES for fact in content(name).facts(lang))


@cache
def content(name: str) -> Scenario:
    """One file of the set."""
    return read_content(__package__, f"content/{name}.toml", Scenario)

"""The page of a book lists all the names that its code knows."""

import re

import pytest

from takusen_books.sw2_dungeon import BOOK
from tests.conftest import ROOT

PAGE = (ROOT / "docs/books/sw2_dungeon.md").read_text(encoding="utf-8")
LISTS = {
    "Acts": set(BOOK.acts),
    "Facts": set(BOOK.facts),
    "Dice labels": set(BOOK.texts.sentences["ja"]["dice"]),
    "Prompts": {policy.label for policy in BOOK.policies},
    "Refusals": set(BOOK.texts.sentences["ja"]["refused"]),
    "Options": set(BOOK.texts.options),
}


def section(name: str) -> str:
    """The part of the page under a heading."""
    return PAGE.split(f"/ {name}\n", 1)[1].split("\n## ", 1)[0]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_that_of_the_code(name: str) -> None:
    assert set(re.findall(r"^\| `([a-z0-9_]+)` \|", section(name), re.M)) == LISTS[name]


def test_acts_and_facts_name_their_fields() -> None:
    named = {**{name: tuple(act.hints) for name, act in BOOK.acts.items()}}
    named |= {name: fact.__struct_fields__ for name, fact in BOOK.facts.items()}
    for line in (section("Acts") + section("Facts")).splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 3 and cells[1].startswith("`"):
            assert tuple(re.findall("`([a-z0-9_]+)`", cells[2])) == named[cells[1].strip("`")], line


def test_options_name_their_choices_and_default() -> None:
    for line in section("Options").splitlines():
        name = re.match(r"\| `(\w+)` \|", line)
        if name:
            option = BOOK.texts.options[name[1]]
            cell = line.split("|")[2]
            assert re.findall(r"`(\w+)`", cell) == [str(choice.value) for choice in option.choices]
            assert re.findall(r"\*\*`(\w+)`\*\*", cell) == [str(option.default)]

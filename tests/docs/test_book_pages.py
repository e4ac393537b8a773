"""The page of a book lists all the names that its code knows."""

import re

import pytest

from takusen.rulebook.book import RuleBook, installed
from tests.conftest import ROOT

BOOKS = [book for name, book in installed().items() if (ROOT / f"docs/books/{name}.md").is_file()]
LISTS = ("Acts", "Facts", "Dice labels", "Prompts", "Refusals", "Options")
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)


def section(book: RuleBook, name: str) -> str:
    """The part of a book's page under a heading."""
    page = (ROOT / f"docs/books/{book.id}.md").read_text(encoding="utf-8")
    return page.split(f"/ {name}\n", 1)[1].split("\n## ", 1)[0]


def known(book: RuleBook) -> dict[str, set[str]]:
    """The names that the code of a book knows, by the heading under which they stand."""
    said = book.texts.sentences["ja"]
    labels = {policy.label for policy in book.policies}
    lists = (book.acts, book.facts, said.get("dice", {}), labels, said["refused"], book.texts.options)
    return {heading: set(names) for heading, names in zip(LISTS, lists, strict=True)}


@every_book
@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_that_of_the_code(book: RuleBook, name: str) -> None:
    assert set(re.findall(r"^\| `([a-z0-9_]+)` \|", section(book, name), re.M)) == known(book)[name]


@every_book
def test_acts_and_facts_name_their_fields(book: RuleBook) -> None:
    named = {name: tuple(act.hints) for name, act in book.acts.items()}
    named |= {name: fact.__struct_fields__ for name, fact in book.facts.items()}
    for line in (section(book, "Acts") + section(book, "Facts")).splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 3 and cells[1].startswith("`"):
            assert tuple(re.findall("`([a-z0-9_]+)`", cells[2])) == named[cells[1].strip("`")], line


def test_the_page_of_the_house_rules_names_every_rule_and_option() -> None:
    page = (ROOT / "docs/books/majo.md").read_text(encoding="utf-8")
    texts = next(one.texts for one in installed()["yoake5"].packages if "majo" in one.ids)
    named = set(re.findall(r"^\| `([\w-]+)` \|", page, re.M))
    assert {*texts.rules, *texts.options} <= named


@every_book
def test_options_name_their_choices_and_default(book: RuleBook) -> None:
    for line in section(book, "Options").splitlines():
        name = re.match(r"\| `(\w+)` \|", line)
        if name:
            option = book.texts.options[name[1]]
            cell = line.split("|")[2]
            assert re.findall(r"`(\w+)`", cell) == [str(choice.value) for choice in option.choices]
            assert re.findall(r"\*\*`(\w+)`\*\*", cell) == [str(option.default)]

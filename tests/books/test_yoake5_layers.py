"""The two versions of the house rules of 魔城卓."""

from takusen.rulebook.book import RuleBook, installed
from takusen.rulebook.differences import differences
from takusen.rulebook.stacking import Resolved
from takusen.table.fold import stack_of
from takusen.table.house import filed

MAJO = ("majo@2018-10-01", "majo@2019-04-19")


def resolved(book: RuleBook, label: str) -> Resolved:
    return book.resolved(stack_of(filed([book.shipped[label]])))


def test_the_versions_differ_by_waiting_alone() -> None:
    book = installed()["yoake5"]
    old, new = (resolved(book, label) for label in MAJO)
    assert [(one.kind, one.name) for one in differences(old, new)] == [("wrap", "counts_as_not_yet")]


def test_restrained_and_sealed_are_complements() -> None:
    book = installed()["yoake5"]
    content = resolved(book, MAJO[0]).content
    assert set(content["statuses.restrained.only"].value) == set(content["statuses.sealed.never"].value)

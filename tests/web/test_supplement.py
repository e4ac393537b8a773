"""What a package of layers brings, over HTTP: its act, option and rules at the table it lies over, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.engine.tag import LAYER
from tests.engine.yard import BOOK as YARD
from tests.web.conftest import Table, opened_at, serving

SEATS = {"p1": ("ルカ", "luca")}
CATCH = {"act": "tag", "args": {"actor": "luca", "target": "wolf"}}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server with the yard and the game of tag over it."""
    with serving({"yard": YARD.beside(LAYER)}, 3) as here:
        yield here


@pytest.fixture
def plain(address: str) -> Iterator[Table]:
    with opened_at(address, SEATS, book="yard") as table:
        yield table


@pytest.fixture
def laid(address: str) -> Iterator[Table]:
    with opened_at(address, SEATS, book="yard", layers=["tag@2026-01-01"]) as table:
        yield table


def test_its_act_is_declared_where_it_lies(plain: Table, laid: Table) -> None:
    assert "つかまえる" not in plain.page("p1")
    assert "つかまえる" in laid.page("p1")
    plain.refused("p1", "declare", **CATCH)
    laid.ok("p1", "declare", **CATCH)
    assert "狼はつかまった。歩幅は2。" in laid.story("p1")


def test_its_option_stands_on_the_options_page(plain: Table, laid: Table) -> None:
    assert "つかまったら？" not in plain.page("gm", "/options")
    assert "つかまったら？" in laid.page("gm", "/options")
    assert "つかまったら？" in laid.page("p1", "/house")
    laid.ok("gm", "read", name="caught", value="frozen")
    laid.ok("p1", "declare", **CATCH)
    assert "歩幅は0。" in laid.story("p1")


def test_its_rules_stand_beside_the_book_s(address: str, laid: Table) -> None:
    assert "/books/yard/rules?with=tag" in laid.page("p1")
    with httpx.Client(base_url=address, headers={"accept-language": "en"}) as http:
        assert http.get("/books/yard/rules").status_code == 404
        listed = http.get("/books/yard/rules", params={"with": "tag"}).text
        assert "TAG-1" in listed
        assert "<h2>Tag</h2>" in listed
        rule = http.get("/books/yard/rules/TAG-1").text
        assert "Who is caught is slower." in rule
        assert "The first version" in rule

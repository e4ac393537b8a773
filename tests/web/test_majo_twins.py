"""The reading check of majo (MJ-02): who passes it and who fails get the same bytes, and the setting is nowhere."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from takusen.rulebook.book import installed
from takusen.table.opening import NewTable
from takusen.web import app as web_app
from takusen.web import campaign as campaign_pages
from takusen.web.build import base_of
from tests.web.twin import Got, Op, Twin, composed, declare

BOOK = installed()["yoake5"]
ACCOUNT, COMMENT = "harukaze", "rules were read"
PASSES, FAILS = 3, 4


@pytest.fixture(autouse=True)
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_app, "token_hex", lambda length: "0" * length)
    monkeypatch.setattr(campaign_pages, "token_hex", lambda length: "0" * length)


class Applied(Twin):
    """A campaign in which somebody registers; `nth` is the organiser's setting."""

    def __init__(self, nth: int) -> None:
        super().__init__(BOOK, "")
        self.nth = nth
        self._wish = NewTable("yoake5", "魔城", players=2, campaign=True, layers=("majo@2019-04-19",))

    async def carry_out(self, http: httpx.AsyncClient, op: Op) -> None:
        """Fill in whom an op speaks of, and the setting."""
        by, kind, fields = op
        one = next(iter(self.room.state.world.characters), "")
        filled: dict[str, Any] = {
            name: one if value == "ONE" else value.replace("ONE", one) if isinstance(value, str) else value
            for name, value in fields.items()
        }
        if "args" in filled:
            args = {name: one if value == "ONE" else value for name, value in filled["args"].items()}
            filled["args"] = {name: self.nth if value == "NTH" else value for name, value in args.items()}
        await super().carry_out(http, (by, kind, filled))


def look(by: str, path: str, **query: str) -> Op:
    return by, "get", {"path": path, **query}


REGISTER = declare("p1", "register", actor="ONE", past=False, account=ACCOUNT, comment=COMMENT, notes_read=True)
AFTER = [
    *(look(by, path) for by in ("p1", "p2", "w1") for path in ("", "/campaign", "/campaign/ONE", "/export.html")),
    *(look(by, path) for by in ("p1", "p2", "w1") for path in ("/export.txt", "/lines", "/house")),
    look("p1", "/campaign/ONE/character.json"),
    look("p1", "/options"),
    composed("p1", "register", actor="ONE"),
    composed("p2", "approve"),
    composed("p1", "set_letter"),
]
OPS: list[Op] = [
    ("gm", "do", {"do": "sit", "name": "主催"}),
    ("p1", "do", {"do": "sit", "name": "ハル"}),
    ("p2", "do", {"do": "sit", "name": "ナツ"}),
    ("p1", "do", {"do": "add", "name": "千早"}),
    declare("p1", "take_ready", actor="ONE", ready="READY"),
    declare("gm", "set_letter", nth="NTH"),
    composed("p1", "register", actor="ONE"),
    declare("p1", "set_letter", nth=3),
    REGISTER,
    REGISTER,
    *AFTER,
    declare("p1", "approve", of="ONE"),
    ("p1", "do", {"do": "edit", "path": "registrations.ONE.check", "to": "passed"}),
    ("p1", "do", {"do": "edit", "path": "campaign.letter", "to": 1}),
    ("p1", "do", {"do": "undo", "to": 8}),
    REGISTER,
    declare("gm", "approve", of="ONE"),
    *AFTER,
]


def played(nth: int) -> tuple[Got, Applied]:
    ops = [(by, kind, _with(fields, _ready())) for by, kind, fields in OPS]
    twin = Applied(nth)
    return asyncio.run(twin.play(ops)), twin


def _ready() -> str:
    return next(path.split(".")[1] for path in BOOK.reading({}).content if path.startswith("ready."))


def _with(fields: dict[str, Any], ready: str) -> dict[str, Any]:
    if "args" not in fields:
        return fields
    return fields | {"args": {name: ready if value == "READY" else value for name, value in fields["args"].items()}}


def test_who_passes_and_who_fails_get_the_same_bytes() -> None:
    (passed, one), (failed, other) = played(PASSES), played(FAILS)
    checks = [next(iter(twin.room.state.world.registrations.values())).check for twin in (one, other)]
    assert checks == ["passed", "failed"]
    assert len(passed) == len(failed)
    for (what, mine), (other_what, theirs) in zip(passed, failed, strict=True):
        assert what == other_what
        assert mine == theirs, what
        for word in (b'"check"', b'"letter"', "合っている".encode(), "合っていない".encode()):
            assert word not in mine, what


class Set(Applied):
    """A campaign whose organiser sets what is checked, or does not (`nth` below 0)."""

    async def carry_out(self, http: httpx.AsyncClient, op: Op) -> None:
        if op[0] == "gm" and op[2].get("act") == "set_letter" and self.nth < 0:
            return
        await super().carry_out(http, op)


def set_or_not(nth: int) -> Got:
    ops = [(by, kind, _with(fields, _ready())) for by, kind, fields in OPS if fields.get("do") != "undo"]
    return asyncio.run(Set(nth).play(ops))


def test_nobody_else_learns_whether_a_check_is_set() -> None:
    assert set_or_not(PASSES) == set_or_not(-1)


def test_the_act_is_unknown_to_players() -> None:
    assert all("確認の設定".encode() not in mine for _, mine in set_or_not(PASSES))


def test_no_public_rule_page_shows_how_the_check_goes() -> None:
    async def page() -> str:
        async with Applied(PASSES).client() as http:
            return (await http.get("/books/yoake5/rules/MJ-02")).text

    html = asyncio.run(page())
    assert "MJ-02" in html
    assert "letter" not in html


def test_the_organiser_reads_which() -> None:
    async def look_in(nth: int) -> str:
        twin = Applied(nth)
        ops = [(by, kind, _with(fields, _ready())) for by, kind, fields in OPS[:9]]
        await twin.play(ops)
        async with twin.client() as http:
            return (await http.get(f"{base_of(twin.room, 'gm')}/campaign")).text

    assert "合っている" in asyncio.run(look_in(PASSES))
    assert "合っていない" in asyncio.run(look_in(FAILS))


def test_what_ships_sets_no_letter_and_no_page_of_rules_names_one() -> None:
    for label in ("majo@2018-10-01", "majo@2019-04-19"):
        text = BOOK.shipped[label].text
        assert "letter" not in text
        assert "set_letter" not in text

    async def pages() -> list[str]:
        twin = Applied(PASSES)
        async with twin.client() as http:
            paths = ("/books/yoake5/rules", "/books/yoake5/rules/MJ-02", "/books/yoake5/values?layer=majo@2019-04-19")
            return [(await http.get(path)).text for path in paths]

    for html in asyncio.run(pages()):
        for word in ("三文字", "三つめ", "3文字", "third"):
            assert word not in html

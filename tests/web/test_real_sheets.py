"""The real inputs beside the repository come to tables of every book that takes sheets."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from takusen.interop.reading import read
from takusen.rulebook.book import installed
from takusen.rulebook.sheet import MONSTER, Amount, Remark, Sheet
from takusen.server.house import House
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.notation import folded
from takusen.table.opening import NewTable
from takusen.table.palette import parse
from takusen.table.palettes import variables_of
from takusen.table.state import State
from takusen.table.variables import expand
from takusen.web.sheet_out import at_table, palette_for

if TYPE_CHECKING:
    from pathlib import Path

BOOKS = sorted(book.id for book in installed().values() if book.adopt)
LACKED = {"命中", "命中修正", "出目修正", "精神抵抗修正", "生命抵抗修正", "追加D修正"}
"""What the palettes among the real inputs name and define nowhere."""


@pytest.mark.parametrize("book", BOOKS)
def test_every_real_sheet_comes_to_the_table_and_goes_out_again(shared: Path, book: str) -> None:
    count = 0
    for file in sorted((shared / "cases" / "real_inputs").glob("*/*")):
        found = read(file.read_bytes())
        for sheet in () if isinstance(found, Remark) else found:
            asyncio.run(_there_and_back(book, _filled(sheet)))
            count += 1
    assert count >= 25


def _filled(sheet: Sheet) -> Sheet:
    """With what a person is asked for."""
    gauges = sheet.gauges
    for label in sheet.asked:
        gauges = gauges.put(label, Amount(9, 9)) if label != "name" else gauges
    return replace(sheet, name=sheet.name or "名乗らぬ者", gauges=gauges)


async def _there_and_back(book: str, sheet: Sheet) -> None:
    room = await House(MemoryStore(), installed(), b"0" * 32).open_table(NewTable(book, players=1))
    seat = "" if sheet.kind == MONSTER else "p1"
    refused = await room.do("gm", c.Adopt(sheet, palette_for(room.state, sheet, seat), seat))
    assert refused is None, sheet.name
    mine = next(one for one in room.state.sheets)
    viewer = seat or "gm"
    assert _missing(room.state, viewer, mine) <= LACKED
    out = at_table(room.state, viewer, mine)
    assert (out.name, out.gauges, out.palette, out.unknown) == (sheet.name, sheet.gauges, sheet.palette, sheet.unknown)
    assert sheet.values.items() <= out.values.items()


def _missing(state: State, seat: str, one: str) -> set[str]:
    """What the lines of a palette name and nobody knows."""
    known = variables_of(state, seat, one)
    lines = parse(state.palettes.get(one, "")).lines
    sent = [line.sent for line in lines if line.kind in ("command", "change")]
    return {folded(name) for line in sent for name in expand(line, known).missing}

"""English pages hold no Japanese of ours: no names, list marks, signs, or dice systems that can't be read."""

import asyncio
import re
from html import unescape

import pytest

from takusen.log.table import Table
from takusen.rulebook.book import RuleBook
from takusen.rulebook.sheet import ABILITIES, SW25, Amount, Difference, Sheet
from takusen.server.house import House
from takusen.server.room import Room
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.opening import NewTable
from takusen.web.build import table_model
from takusen.web.front import demo_commands
from takusen.web.palettes import palette_model
from takusen.web.render import renderer
from takusen.web.sheet_words import SheetWords
from takusen.web.words import Words
from takusen_books.artonelico import BOOK as ARTONELICO
from takusen_books.bayside23 import BOOK as BAYSIDE
from takusen_books.free import BOOK as FREE
from takusen_books.sw2_dungeon import BOOK as DUNGEON

JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠、。・（）／：＝]")
SAID = re.compile(r'(?:placeholder|title|aria-label|alt|label)="([^"]*)"')
UNREAD = re.compile(r"<(script|style)\b.*?</\1>|<dt>Answers</dt>.*?</dd>", re.S)
ADD = "＋"
LANGUAGES = ("日本語", "简体中文", "繁體中文")
"""The languages of dice systems by their own names."""


def japanese(html: str) -> list[str]:
    """What of a page is Japanese."""
    bare = UNREAD.sub("", html)
    told = [*SAID.findall(bare), *re.split(r"<[^>]*>", bare)]
    return [text for one in told if JAPANESE.search(text := unescape(one).strip()) and text not in LANGUAGES]


async def begun(book: RuleBook) -> Room:
    """A table of a book in English, with whatever its demo begins with."""
    room = await House(MemoryStore(), {book.id: book}, b"k" * 32).open_table(
        NewTable(book=book.id, lang="en", scenario=next(iter(book.scenarios), "") if book.scenario else "")
    )
    for seat, one in demo_commands(book, "You") if book.demo else ():
        await room.do(seat, one)
    await room.do("gm", c.SetDice("SwordWorld2.0"))
    return room


@pytest.mark.parametrize("book", [ARTONELICO, BAYSIDE, DUNGEON, FREE], ids=lambda book: book.id)
@pytest.mark.parametrize("seat", ["gm", "p1", "w1"])
def test_a_table_in_english(book: RuleBook, seat: str) -> None:
    room = asyncio.run(begun(book))
    html = renderer("en", book).table(table_model(room, seat, "en", {}))
    told = [text for text in japanese(html) if text != ADD and " / " not in text]  # answers to a riddle
    assert [text for text in told if "power " not in text] == []  # formulas, as the content writes them
    assert "SwordWorld2.0" in html


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_dice_system_is_called_what_its_reader_can_read(lang: str) -> None:
    told = renderer(lang, None).refusal("not_this_system", {"command": "x", "system": "SwordWorld2.0"})
    assert ("ソード・ワールド2.0" if lang == "ja" else "SwordWorld2.0") in told
    assert lang == "ja" or not JAPANESE.search(told)


SHEET = Sheet(
    tool="ytsheet",
    system=SW25,
    name="Rikka",
    level=3,
    abilities=Table(dict.fromkeys(ABILITIES, 12)),
    bonuses=Table(dict.fromkeys(ABILITIES, 2)),
    skills=Table({"スカウト": 3, "レンジャー": 1}),
    gauges=Table({"HP": Amount(20, 20), "防護点": Amount(3)}),
    differences=(Difference("生命抵抗力", 5, 6),),
)


def test_the_preview_of_a_sheet_in_english() -> None:
    said = SheetWords(Words("en"), renderer("en", DUNGEON).name_word)
    rows = dict(said.rows(SHEET))
    assert not JAPANESE.search(f"{rows} {said.differences(SHEET)}")
    assert "Scout 3, Ranger 1" in rows.values()
    assert any("Dexterity 12[2], " in text for text in rows.values())


def test_the_preview_of_a_sheet_in_japanese() -> None:
    rows = dict(SheetWords(Words("ja"), renderer("ja", DUNGEON).name_word).rows(SHEET))
    assert rows["技能"] == "スカウト3／レンジャー1"
    assert rows["能力値"].startswith("器用度12[2]／敏捷度12[2]")


def test_the_names_of_a_palette_can_be_read_and_serve() -> None:
    room = asyncio.run(begun(DUNGEON))
    shown = {lang: palette_model(room, "p1", lang) for lang in ("ja", "en")}
    names = {lang: [one.name for one in model.sheet] for lang, model in shown.items() if model}
    assert not JAPANESE.search(" ".join(names["en"]))
    assert {"HP", "DEX", "dexB"} <= {*names["en"]}
    assert "器用B" in names["ja"]

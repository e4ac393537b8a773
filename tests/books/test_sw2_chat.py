"""Palettes and changes of values in the dungeon: what ytsheet writes rolls with nothing but a character of the book."""

from takusen.log.table import Table
from takusen.play.handles import Id
from takusen.table import commands as c
from takusen.table.floor import open_prompts, prompt_id
from takusen.table.notation import looks_like_command
from takusen.table.values import names
from takusen.table.variables import Variables, expand
from takusen_books.sw2_dungeon import BOOK
from takusen_books.sw2_dungeon.world import PC, World
from tests.engine.tables import Game

LUKA = PC(
    "ルカ",
    dexterity=14,
    agility=12,
    strength=18,
    vitality=15,
    intellect=11,
    spirit=10,
    skills=Table({"ファイター": 3, "スカウト": 1}),
    hp=24,
    hp_max=24,
    armour=3,
)


def test_what_a_sheet_knows() -> None:
    found = names(BOOK, World(pcs=Table({Id("luka"): LUKA})), "luka")
    known = Variables({}, found)
    expected = {
        "HP": 24, "HP^": 24, "防護点": 3, "器用度": 14, "器用": 14, "器用B": 2, "器用度B": 2, "DEX": 14, "strB": 3,
        "ファイター": 3, "冒険者": 3, "冒険者レベル": 3, "LV": 3, "スカウト知力": 2,
        "ファイター器用": 5, "冒険者生命": 5,
        "生命抵抗": 5, "生命抵抗力": 5, "精神抵抗力": 4,
    }  # fmt: skip
    assert {name: known.number(name) for name in expected} == expected
    for line in ("2d+{冒険者}+{器用B}", "2d+{スカウト知力}", "k10[(10)]+{ファイター}+{筋力B}", "2d+{生命抵抗}"):
        got = expand(line, known)
        assert got.refused is None
        assert looks_like_command(got.command)
    assert names(BOOK, World(), "luka") == {}


def test_a_change_while_everybody_is_asked_is_kept_and_taken_back() -> None:
    game = Game("given.toml#camp", BOOK)
    before = game.state.world.pcs["nagi"].hp
    game.do("p1", c.Declare("rest", {}))
    game.do("p1", c.Change(c.Say(":HP-1", "in"), ":HP-1"))
    changed = game.entries[-1].seq
    for prompt in open_prompts(game.state):
        game.do("gm", c.Answer(prompt_id(game.state, prompt), {"herbs": [], "bodies": []}))
    assert game.state.floor is None
    assert game.state.world.pcs["nagi"].hp == before - 1
    game.do("p1", c.Undo(changed))
    assert game.state.world.pcs["nagi"].hp == before
    assert game.restarted().world == game.state.world

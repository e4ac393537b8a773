"""Content files of artonelico: what they may hold, what is refused with file, line and mend, and how they come in."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from takusen.play.exact import Memo
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.toml import BadFile, joined_files
from takusen.rules import Id, Table
from takusen.table import commands as c
from takusen.table.bringing import kept_files
from takusen.web.faults import told
from takusen_books.artonelico import BOOK
from takusen_books.artonelico.aim import aimed
from takusen_books.artonelico.arts import Anything, Modify, Range
from takusen_books.artonelico.effects import KINDS, Use, take_effect
from takusen_books.artonelico.scenario import Scenario
from takusen_books.artonelico.world import World
from tests.engine.tables import Game

SKILL = '[[skill]]\nid = "cut"\nname = "斬る"\n'
SONG = '[[song]]\nid = "air"\nname = "歌"\ncolour = "red"\n'
ITEM = '[[item]]\nid = "salt"\nname = "塩"\n'
ENEMY = '[[enemy]]\nid = "ogre"\nname = "鬼"\nhp = 30\nabilities = { attack = "2D" }\n'
HERO = '[[character]]\nid = "me"\nname = "私"\nabilities = { strength = "2D" }\n'
MAP = 'map = ["...", ".#.", "~.."]\n'
MEETING = '[[encounter]]\nid = "yard"\ntitle = "庭"\n' + MAP
EFFECT = "effect = [{ kind = "


def wrong(text: str) -> BadFile:
    """What is wrong with a file."""
    with pytest.raises(BadFile) as caught:
        BOOK.read_scenario("x.toml", text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "said", "mend"),
    [
        (SKILL + 'hook = "sometimes"\n', 4, "「sometimes」は選べません", "値を直して"),
        (SKILL + 'hook = "cover"\n', 4, "宣言して使うスキル", "state を active に"),
        (SKILL + "hook = []\n", 4, "「hook」が要ります", "足してください"),
        (SKILL + 'range = "far"\n', 4, "「far」という射程はありません", "line 3"),
        (SKILL + 'range = "line 0"\n', 4, "「line 0」という射程はありません", "within 3"),
        (SKILL + 'cost = { gold = "3" }\n', 4, "「gold」は選べません", "値を直して"),
        (SKILL + 'cost = { mp = "2D" }\n', 4, "「2D」はダイスコードで、数ではありません", "2+SL"),
        (SKILL + 'cost = { mp = "2+SLL" }\n', 4, "「SLL」は、この式では使えない名前です", "使える名前：SL"),
        (SKILL + 'cost = { mp = "DAMAGE" }\nhook = "damage_dealt"\nstate = "active"\n', 4, "「DAMAGE」", "使える名前"),
        (SKILL + "limit = { turn = 0 }\n", 4, "数は1からです", "値を直して"),
        (SKILL + "limit = { week = 1 }\n", 4, "「week」は選べません", "値を直して"),
        (SKILL + 'needs = "BG"\n', 4, "「BG」は数で、条件ではありません", "BG >= 1"),
        (SKILL + 'target = "square"\n', 1, "「target」には「area」が要ります", "足してください"),
        (SKILL + "area = 4\n", 4, "「4」は選べません", "値を直して"),
        (SKILL + "cap = -1\n", 4, "数は0からです", "値を直して"),
        (SKILL + "power = 3\n", 4, "「power」という項目はありません", "名前を直して"),
        (SKILL + EFFECT + '"dance" }]\n', 4, "「dance」は選べません", "値を直して"),
        (SKILL + EFFECT + '"damage" }]\n', 4, "「power」がありません", "足してください"),
        (SKILL + EFFECT + '"damage", power = "攻撃力*2" }]\n', 4, "ダイスは掛け算できません", "(SL*2)D"),
        (SKILL + EFFECT + '"damage", power = "攻撃力+ダメージ" }]\n', 4, "「ダメージ」は、この式では", "使える名前"),
        (SKILL + EFFECT + '"damage", power = "2", element = "ice" }]\n', 4, "「ice」は選べません", "値を直して"),
        (SKILL + EFFECT + '"modify", stat = "hp", amount = "2" }]\n', 4, "「hp」は選べません", "値を直して"),
        (SKILL + EFFECT + '"modify", stat = "move", amount = "1D" }]\n', 4, "ダイスコードで、数では", "2+SL"),
        (SKILL + EFFECT + '"modify", stat = "luck", amount = "1", stacking = "most" }]\n', 4, "「most」", "値を直して"),
        (SKILL + EFFECT + '"heal", amount = "2D", when = "MP" }]\n', 4, "数で、条件ではありません", "BG >= 1"),
        (SKILL + 'state = "passive"\n' + EFFECT + '"heal", amount = "2D" }]\n', 5, "permit だけ", "別のスキル"),
        (
            SKILL + 'state = "passive"\n' + EFFECT + '"modify", stat = "luck", amount = "筋力" }]\n',
            5, "「筋力」は、この式では", "使える名前",
        ),
        (
            SKILL + 'effect = [\n  { kind = "heal", amount = "2" },\n  { kind = "heal", amount = "2+" },\n]\n',
            6, "「2+」は式として読めません", "攻撃力+6+SL*2",
        ),
        (SKILL + SKILL, 5, "「cut」が2回使われています", "ほかと違う id"),
        (SKILL + SONG.replace("air", "cut"), 5, "「cut」が2回使われています", "ほかと違う id"),
        (SONG.replace("red", "green"), 4, "「green」は選べません", "値を直して"),
        (SONG + 'mp = "SL"\n', 5, "「SL」は、この式では", "使える名前"),
        (ITEM + 'kind = "boat"\n', 4, "「boat」は選べません", "値を直して"),
        (ITEM + 'kind = "weapon"\nattack = "2+SL"\n', 5, "「SL」は、この式では", "IL"),
        (ENEMY.replace("2D", "2E"), 5, "「2E」はダイスコードではありません", "2D+3"),
        (ENEMY + "size = 3\n", 6, "「3」は選べません", "値を直して"),
        (ENEMY + "skills = { nothing = 1 }\n", 6, "[[skill]] に「nothing」という id はありません", "[[skill]] を足す"),
        (ENEMY + 'songs = ["nothing"]\n', 6, "[[song]] に「nothing」という id はありません", "[[song]] を足す"),
        (HERO + "items = { nothing = 1 }\n", 5, "[[item]] に「nothing」という id はありません", "[[item]] を足す"),
        (HERO + "skills = { cover = 2 }\n", 5, "「cover」は1までです", "1以下"),
        (HERO + "skills = { cut = 1 }\n" + SKILL + "required_level = 2\n", 5, "2レベルからです", "レベルを上げる"),
        (MEETING.replace("~..", "~."), 4, "行の長さがそろっていません", "同じ長さ"),
        (MEETING.replace("~..", "~.x"), 4, "（x がありました）", "# が壁"),
        (MEETING + 'foe = [{ enemy = "nobody", square = "1-1" }]\n', 5, "「nobody」という id", "[[enemy]]"),
        (MEETING + 'foe = [{ enemy = "dustling", square = "1" }]\n', 5, "「1」はマスの書きかたでは", "4-11"),
        (MEETING + 'foe = [{ enemy = "dustling", square = "4-1" }]\n', 5, "マップの外です", "3行3列"),
        (MEETING + 'foe = [{ enemy = "dustling", square = "2-2" }]\n', 5, "壁の中です", "床のマス"),
        (MEETING + 'foe = [{ enemy = "steam_crab", square = "1-1" }]\n', 5, "壁の中です", "床のマス"),
        (
            MEETING + 'foe = [{ enemy = "dustling", square = "1-1" }, { enemy = "dustling", square = "1-1" }]\n',
            5, "もう誰かがいます", "空いているマス",
        ),
        (
            MEETING + 'foe = [{ enemy = "dustling", square = "1-1", hidden = true }]\nstarts = ["1-2", "1-1"]\n',
            6, "「1-1」にはもう誰かがいます", "空いているマス",
        ),
        (
            MEETING.replace("#", ".") + 'foe = [{ enemy = "steam_crab", square = "1-1" }]\nstarts = ["2-2"]\n',
            6, "「2-2」にはもう誰かがいます", "空いているマス",
        ),
        (MEETING + 'starts = ["1-1", "1-1"]\n', 5, "「1-1」が2回", "値を直して"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_file_line_and_mend(text: str, line: int, said: str, mend: str) -> None:
    fault = wrong(text)
    japanese = told(fault, "ja")
    assert japanese.startswith(f"x.toml {line}行目：")
    assert said in japanese
    assert mend in japanese
    english = told(fault, "en")
    assert english.startswith(f"x.toml:{line}: ")
    assert english.endswith(".")


def test_every_effect_kind_has_its_procedure() -> None:
    assert {*KINDS} | {one for one in get_args(Anything) if one.__name__ == "HarmoShift"} == set(get_args(Anything))


def test_a_file_comes_in_as_it_is_written() -> None:
    text = SKILL + (
        'hook = ["standby", "main"]\ncost = { mp = 3, hg = "SL" }\nlimit = { turn = 2 }\nrange = "within 4"\n'
        'effect = [{ kind = "modify", stat = "luck", amount = "1D", stacking = "highest" }]\n'
    )
    (fact,) = BOOK.read_scenario("x.toml", text).facts("ja")
    assert fact.content.hooks == ("standby", "main")
    assert fact.content.cost == Table({"mp": "3", "hg": "SL"})
    assert fact.content.limit == Table({"turn": 2})
    assert fact.content.range == Range("within", 4)
    assert fact.content.effects == (Modify(stat="luck", amount="1D", stacking="highest"),)


def test_texts_are_in_the_tables_language() -> None:
    text = SKILL.replace('"斬る"', '{ ja = "斬る", en = "Cut" }')
    scenario: Scenario = BOOK.read_scenario("x.toml", text)
    assert [fact.content.name for lang in ("ja", "en") for fact in scenario.facts(lang)] == ["斬る", "Cut"]  # type: ignore[attr-defined]


# several files -------------------------------------------------------------------------------------------------------


def test_several_files_are_one_scenario() -> None:
    whole = joined_files({"a.toml": SKILL, "b.toml": ENEMY + "skills = { cut = 1 }\n"})
    assert len(BOOK.read_scenario("a.toml", whole).facts("ja")) == 2


@pytest.mark.parametrize(
    ("second", "name", "line"),
    [
        (ENEMY + "skills = { nothing = 1 }\n", "b.toml", 6),
        (ENEMY + "skills = { cut = \n", "b.toml", 6),
        (SKILL, "b.toml", 2),
        (ENEMY + "size = 9\n", "b.toml", 6),
    ],
)
def test_a_fault_names_the_file_that_it_is_in(second: str, name: str, line: int) -> None:
    fault = wrong(joined_files({"a.toml": SKILL, "b.toml": second}))
    assert (fault.name, fault.line) == (name, line)


# everything that ships -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fight() -> World:
    """A battle of four of the ready characters in the first turn, everybody wounded."""
    world = World()
    for fact in BOOK.enter(BOOK.scenarios["morning_note"], "ja"):
        world = fact.apply(world)
    handle = Sampled(world, Tables(Memo(BOOK.usual), 1), {})
    handle.run(BOOK.acts["start_battle"], (Id("bell_hall"), tuple(map(Id, ("miori", "kaji", "seren", "renka")))))
    handle.run(BOOK.acts["begin"], ())
    hurt = {one: replace(me, hp=me.hp // 2, mp=me.mp // 2, gauge=3) for one, me in handle.world.fighters.items()}
    return replace(handle.world, fighters=Table(hurt))


ARTS = [(one, art) for kind in ("skills", "songs", "items") for one, art in getattr(BOOK._begun, kind).items()]
"""Everything of the starter set that does something."""


@pytest.mark.parametrize(("name", "art"), ARTS, ids=[one for one, _ in ARTS])
@pytest.mark.parametrize("seed", range(5))
def test_whatever_ships_works_and_keeps_the_bounds(fight: World, name: Id, art: Any, seed: int) -> None:
    random = Random(seed)
    handle = Sampled(fight, Tables(Memo(BOOK.usual), seed), {})
    actor, target = random.sample([one for one, me in fight.fighters.items() if me.fighting], 2)
    known = Table({"POWER": 12, "DAMAGE": 9, "PAID": 5})
    met = aimed(fight, actor, art, target, fight.fighter(target).square)
    take_effect(handle, Use(actor, name, art.name, 2, art.effects, target, known), met)
    assert handle.world.harmo >= 0
    for me in handle.world.fighters.values():
        assert 0 <= me.hp <= me.hp_max
        assert 0 <= me.mp <= me.mp_max
        assert min(me.gauge, me.barrier, *me.ailments.values(), 0) == 0
        assert me.downed or me.hp or not me.fighting
    assert sorted(handle.world.here().order) == sorted(fight.here().order)


# a table that is open ------------------------------------------------------------------------------------------------


@pytest.fixture
def game() -> Game:
    """A table with the starter set."""
    return Game({"scenario": "morning_note"}, BOOK)


def bring(game: Game, text: str, file: str = "mine.toml", seat: str = "gm") -> Any:
    return game.try_to(seat, c.Bring(text, file)).refused


def test_the_gm_brings_content_to_an_open_table(game: Game) -> None:
    before = game.state.world
    assert bring(game, SKILL) is None
    assert game.state.world.skills[Id("cut")].name == "斬る"
    assert bring(game, ENEMY + "skills = { cut = 1 }\n", "ogre.toml") is None
    assert game.state.world.enemies[Id("ogre")].fighter.skills == Table({"cut": 1})
    assert {entry.see for entry in game.entries[-2:]} == {"gm"}
    assert game.state.past is not None
    game.try_to("gm", c.Undo(game.state.past.seq))
    assert Id("ogre") not in game.state.world.enemies
    assert Id("cut") in game.state.world.skills
    game.try_to("gm", c.Undo(game.state.past.seq))
    assert game.state.world == before


def test_what_was_brought_is_given_back_and_can_be_read_again(game: Game) -> None:
    bring(game, '[meta]\ntitle = "おまけ"\n\n' + SKILL + "# 覚え書き\n")
    bring(game, ENEMY + "skills = { cut = 1 }\n", "ogre.toml")
    files = kept_files(game.state)
    assert list(files) == ["mine.toml", "ogre.toml"]
    assert "覚え書き" in files["mine.toml"]
    assert BOOK.read_scenario("x.toml", joined_files(files)).enemy[0].id == "ogre"


def test_a_file_of_the_same_name_takes_the_earlier_ones_place(game: Game) -> None:
    bring(game, SKILL)
    bring(game, SKILL.replace("斬る", "叩く"))
    assert game.state.world.skills[Id("cut")].name == "叩く"
    assert list(kept_files(game.state)) == ["mine.toml"]


def test_what_has_no_name_gets_one_of_its_own(game: Game) -> None:
    bring(game, SKILL, "")
    bring(game, SONG, "")
    assert list(kept_files(game.state)) == ["content-1.toml", "content-2.toml"]


def test_an_id_that_another_file_has_is_refused(game: Game) -> None:
    bring(game, SKILL)
    refused = bring(game, SKILL, "other.toml")
    assert refused.reason == "bad_file"
    assert dict(refused.params)["file"] == "other.toml"


@pytest.mark.parametrize(
    ("text", "seat", "reason"),
    [(SKILL, "p1", "not_the_gm"), ("", "gm", "nothing_brought"), (SKILL + "x = 1", "gm", "bad_file")],
)
def test_what_is_not_to_be_brought(game: Game, text: str, seat: str, reason: str) -> None:
    assert bring(game, text, seat=seat).reason == reason


def test_a_group_may_write_a_starter_skill_anew(game: Game) -> None:
    assert bring(game, SKILL.replace('"cut"', '"cover"')) is None
    assert game.state.world.skills[Id("cover")].name == "斬る"


def test_nothing_comes_while_an_act_is_open() -> None:
    game = Game("given.toml#eve", BOOK)
    game.try_to("p1", c.Declare("use_ahead", {"actor": "aya", "skill": "look", "target": "imp"}))
    assert game.state.floor is not None
    assert bring(game, SKILL).reason == "floor_taken"


def test_books_without_content_say_so() -> None:
    assert Game({}).try_to("gm", c.Bring(SKILL)).refused == Game({}).try_to("gm", c.Bring(ENEMY)).refused

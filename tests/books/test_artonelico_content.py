"""The starter set of artonelico: how much there is, that it uses all that content may do, and its words."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from takusen.rules import covered
from takusen_books.artonelico import BOOK
from takusen_books.artonelico.arts import DECLARED, HOOKS, STATS, Anything, Damage, Item, Modify, Permit, Skill, Song
from takusen_books.artonelico.effects import KEEP
from takusen_books.artonelico.stats import PERMIT
from takusen_books.artonelico.world import ENEMIES, PARTY, Encounter, World
from tests.conftest import ROOT

CONTENT = ROOT / "src/takusen_books/artonelico/content"
FILES = sorted(CONTENT.rglob("*.toml"))
SCENARIO = BOOK.scenarios["morning_note"]


def begun(lang: str = "ja") -> World:
    """The world of a table that has just been opened with the starter scenario."""
    world = World()
    for fact in BOOK.enter(SCENARIO, lang):
        world = fact.apply(world)
    return world


WORLD = begun()
LEARNABLE = {one: skill for one, skill in WORLD.skills.items() if skill.learnable}
ARTS: tuple[Skill | Song | Item, ...] = (*WORLD.skills.values(), *WORLD.songs.values(), *WORLD.items.values())
EFFECTS = tuple(effect for art in ARTS for effect in art.effects)


def test_there_is_as_much_as_is_said() -> None:
    assert len(LEARNABLE) == 40
    assert Counter(song.colour for song in WORLD.songs.values()) == {"red": 8, "blue": 8}
    assert Counter(item.kind for item in WORLD.items.values()) == {"weapon": 4, "armour": 3, "tool": 5}
    assert len(WORLD.enemies) == 10
    assert len(WORLD.encounters) == 3
    heroes = [me for me in WORLD.fighters.values() if me.side == PARTY]
    assert sorted(me.level for me in heroes) == [1, 1, 2, 2, 3, 3]
    assert sum(bool(me.songs) for me in heroes) == 3


def test_the_skills_are_of_all_windows_limits_and_costs() -> None:
    assert {hook for skill in LEARNABLE.values() if skill.state != "passive" for hook in skill.hooks} == set(HOOKS)
    assert {limit for skill in LEARNABLE.values() for limit in skill.limit} == {"timing", "turn", "battle"}
    assert {skill.singing for skill in LEARNABLE.values()} == {"no", "allowed", "only"}
    assert {cost for skill in LEARNABLE.values() for cost in skill.cost} >= {"mp", "hg", "miracle"}
    assert {skill.state for skill in LEARNABLE.values()} == {"command", "active", "passive"}
    assert any(skill.needs for skill in LEARNABLE.values())


def test_every_kind_of_effect_and_stacking_is_there() -> None:
    assert {type(effect) for effect in EFFECTS} == set(get_args(Anything))
    assert {effect.stacking for effect in EFFECTS if isinstance(effect, Modify)} == {"add", "highest", "replace"}
    assert {effect.element for effect in EFFECTS if isinstance(effect, Damage)} >= {"fire", "water", "wind", "light"}
    assert {art.area for art in ARTS} == {0, 3, 5, 7, 9}
    assert {art.range.kind for art in ARTS} >= {"self", "adjacent", "line", "within", "any"}
    assert any("IL" in str(effect) for item in WORLD.items.values() for effect in item.effects)


def test_songs_grow_with_the_gauge_and_the_level() -> None:
    assert all(any("BG" in str(effect) for effect in song.effects) for song in WORLD.songs.values())
    assert any("CL" in str(effect) for song in WORLD.songs.values() for effect in song.effects)


def test_what_a_character_has_is_known_to_it_in_time() -> None:
    """AT-04 and AT-05 hold for the ready characters."""
    for me in WORLD.fighters.values():
        for one, level in me.skills.items():
            skill = WORLD.skills[one]
            assert skill.learnable
            assert skill.required_level <= me.level
            assert level <= min(skill.cap or me.level, me.level)
        assert all(WORLD.songs[one].required_level <= me.level for one in me.songs)
        assert all(one in WORLD.items for one in me.items)


def test_the_enemies_are_of_all_sorts() -> None:
    blocks = [enemy.fighter for enemy in WORLD.enemies.values()]
    assert all(block.side == ENEMIES for block in blocks)
    assert sum(block.size == 2 for block in blocks) >= 2
    assert any(block.songs for block in blocks)
    assert {one for block in blocks for one in block.skills} == set(WORLD.skills) - set(LEARNABLE)


# encounters ----------------------------------------------------------------------------------------------------------


def everybody(encounter: Encounter) -> int:
    """How many enemies an encounter has in all."""
    return len(encounter.foes) + sum(len(wave.foes) for wave in encounter.waves.values())


def test_the_encounters_come_in_three_sizes() -> None:
    assert {one: everybody(encounter) for one, encounter in WORLD.encounters.items()} == {
        "pump_room": 4,
        "pipe_gallery": 6,
        "bell_hall": 14,
    }
    assert [one for one, encounter in WORLD.encounters.items() if encounter.flee] == ["pipe_gallery"]
    assert any(foe.hidden for foe in WORLD.encounters["pipe_gallery"].foes)
    assert len(WORLD.encounters["bell_hall"].waves) > 1


@pytest.mark.parametrize("one", WORLD.encounters)
def test_everybody_has_room_on_the_map(one: str) -> None:
    encounter = WORLD.encounters[one]
    board = encounter.board
    assert set(board.terrain.values()) == {"wall", "rough"}
    assert len(encounter.starts) == 6
    taken = list(encounter.starts)
    for foe in encounter.foes:
        taken += covered(foe.square, WORLD.enemies[foe.enemy].fighter.size)
    assert len(taken) == len(set(taken))
    for wave in encounter.waves.values():
        taken += [square for foe in wave.foes for square in covered(foe.square, WORLD.enemies[foe.enemy].fighter.size)]
    assert all(board.ground(square) != "wall" for square in taken)


# words ---------------------------------------------------------------------------------------------------------------


def worded(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every text of a file that people read, and where it stands."""
    if isinstance(value, dict):
        for key, inside in value.items():
            if key in ("name", "text", "note", "title", "lead", "summary", "pattern", "habit", "victory_condition"):
                yield f"{place}.{key}", inside
            else:
                yield from worded(inside, f"{place}.{key}")
    elif isinstance(value, list):
        for inside in value:
            yield from worded(inside, place)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_text_is_in_both_languages(path: Any) -> None:
    for place, text in worded(tomllib.loads(path.read_text(encoding="utf-8"))):
        assert isinstance(text, dict), place
        assert set(text) == {"ja", "en"}, place
        assert all(text.values()), place


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_starter_set_comes_to_the_table_in_one_language(lang: str) -> None:
    world = begun(lang)
    assert world.fighters["miori"].name == {"ja": "ミオリ", "en": "Miori"}[lang]
    assert world.skills["cover"].name == {"ja": "かばう", "en": "Cover"}[lang]
    assert world.encounters["bell_hall"].title.isascii() == (lang == "en")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_stat_has_a_word(lang: str) -> None:
    """Lasting effects are told by what they change, a kept gauge and leaves for singers among them."""
    said = BOOK.texts.sentences[lang]["field"]
    assert {*STATS, KEEP, *(PERMIT + what for what in get_args(Permit))} <= set(said)


# use -----------------------------------------------------------------------------------------------------------------


def test_commands_are_declared_and_the_rest_is_asked() -> None:
    for skill in LEARNABLE.values():
        if skill.state == "command":
            assert set(skill.hooks) <= set(DECLARED)


def test_every_skill_song_and_tool_is_used_in_a_worked_example() -> None:
    """Whatever can be declared or answered is, somewhere; what always works is somebody's."""
    written = "\n".join(BOOK.example_files().values())
    for one in (*LEARNABLE, *WORLD.songs, *WORLD.items):
        assert one in written, one

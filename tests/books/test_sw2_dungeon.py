"""sw2_dungeon: every worked example passes, nothing of the book lacks one, its numbers are the base game's."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import takusen_books.sw2_dungeon as package
from takusen.log.entries import Became
from takusen.log.table import Table
from takusen.play.exact import Memo
from takusen.play.handles import Fact, Id
from takusen.play.reading import Reading
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.edits import edited
from takusen.rulebook.offers import Offer
from takusen.table.example import Example
from takusen.table.laws import coverage_faults, text_faults
from takusen.table.opening import NewTable, opening
from takusen_books.sw2_dungeon import BOOK, effects, facts
from takusen_books.sw2_dungeon.fact import Open
from takusen_books.sw2_dungeon.facts import FACTS
from takusen_books.sw2_dungeon.happen import KINDS
from takusen_books.sw2_dungeon.items import restored
from takusen_books.sw2_dungeon.players import chance, fight_chance
from takusen_books.sw2_dungeon.rolls import ABBREVIATED, EXPLORE, Read, passes, power
from takusen_books.sw2_dungeon.streak import Streak
from takusen_books.sw2_dungeon.world import PC, PHASES, Fight, World
from tests.books.conftest import Worked, holes

WORKED = Worked(package)


# examples ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", WORKED.examples, ids=lambda example: example.name)
def test_example(example: Example) -> None:
    assert WORKED.failures(example) == []


def test_examples_have_names_of_their_own() -> None:
    assert len(set(WORKED.names)) == len(WORKED.names) >= 160


def test_a_wrong_example_fails() -> None:
    """The runner does notice: each of these differs from a passing example in one thing."""
    right = next(example for example in WORKED.examples if example.name.startswith("SD-EX-1: a scout meets"))
    wrong = (
        {"facts": ({"check_passed": {"result": 13}},)},
        {"world": {"tp": 1}},
        {"dice": ()},
        {"dice": (*right.dice, right.dice[0])},
        {"refused": "down"},
        {"odds": {"passed": "1/2"}},
        {"unseen": {"p1": ("tp",)}},
        {"offers": {"explore.card": {"tunnel": "restricted"}}},
        {"only": True, "facts": right.facts[:1]},
    )
    for change in wrong:
        assert WORKED.failures(right, **change), change


SET_UP = {
    "story_begun", "joined", "threshold_set", "card_set", "trouble_set", "monster_set", "treasure_set", "ending_set",
}  # fmt: skip
"""Facts by which a scenario comes to the table; an opened table shows them."""
BY_ITSELF = {"threshold_event": "threshold_reached", "fight_lost": "retreated", "next_foe": "foe_comes"}
"""Acts that nobody declares, and a fact that tells of each."""


def test_nothing_lacks_an_example() -> None:
    assert list(coverage_faults(BOOK, WORKED.examples)) == []
    assert set(BOOK.facts) - WORKED.told == SET_UP
    assert set(BOOK.acts) - WORKED.declared == set(BY_ITSELF)
    assert set(BY_ITSELF.values()) <= WORKED.told
    assert {reply.label for example in WORKED.examples for reply in example.answers} == {
        one.label for one in BOOK.policies
    }


def test_every_refusal_of_the_book_has_an_example() -> None:
    assert WORKED.refusals <= {example.refused for example in WORKED.examples}


def test_the_catalogue_example_is_there_in_all_its_outcomes() -> None:
    assert sum(example.name.startswith("SD-EX-1: ") for example in WORKED.examples) >= 3


def test_choices_that_matter_differ() -> None:
    """Each option is shown by examples of one situation with different outcomes, or beside a refusal."""
    assert WORKED.without_effect == []


def test_every_kind_of_effect_has_an_example() -> None:
    """The closed list of effects is short, carried out, and all of it is shown in the worlds of the examples."""
    tags = {kind.__struct_config__.tag for kind in KINDS}
    assert len(KINDS) <= 15
    assert {f'"do": "{tag}"' for tag in tags} <= set(_effects_in(msgspec.json.encode(WORKED.given).decode()))
    assert set(KINDS) == {one for one in vars(effects).values() if _is_effect(one)}


def _effects_in(text: str) -> Iterator[str]:
    yield from (f'"do": "{part.partition(chr(34))[0]}"' for part in text.split('"do":"')[1:])


def _is_effect(one: Any) -> bool:
    return isinstance(one, type) and issubclass(one, effects.Effect) and one is not effects.Effect


# texts ---------------------------------------------------------------------------------------------------------------


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    ja, en = (BOOK.texts.sentences[lang] for lang in ("ja", "en"))
    assert {section: set(keys) for section, keys in ja.items()} == {section: set(keys) for section, keys in en.items()}
    assert list(text_faults(BOOK)) == []


def wanted_words() -> Iterator[tuple[str, str]]:
    """Every sentence that the book's code can bring up."""
    yield from (("act", name) for name in BOOK.acts)
    yield from (("act_help", name) for name in BOOK.acts)
    yield from (("rule", name) for name, rule in BOOK.rules.items() if name not in BOOK.acts)
    yield from (("fact", fact.word()) for fact in FACTS)
    yield from (("refused", word) for word in WORKED.refusals)
    yield from (("phrase", phase) for phase in PHASES)
    labels = "explore danger_sense resist death check abbreviated target damage heal power loot trouble"
    yield from (("dice", label) for label in labels.split())
    content = {path: value.value for path, value in BOOK.content.items()}
    skills = {*content["skills.a_table"], *content["skills.b_table"], "平目", "冒険者レベル"}
    yield from (("skill", skill) for skill in skills)
    yield from (("item", item) for item in content["items.herbs"] + content["items.potions"])
    lasting = get_type_hints(effects.State)["lasts"].__args__
    yield from (("choice", word) for word in (*lasting, "physical", "magic", "retry", "rest", "loot", "event"))
    yield from (("field", name) for name in PC.__struct_fields__)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_word_is_there(lang: str) -> None:
    assert [word for word in wanted_words() if not BOOK.texts.has(lang, *word)] == []


def test_every_fact_class_is_in_the_book() -> None:
    own = {one for one in vars(facts).values() if isinstance(one, type) and issubclass(one, Fact)}
    assert own - {Fact, Open} == set(FACTS)


def test_sentences_speak_of_fields_that_their_facts_have() -> None:
    for fact in FACTS:
        for lang in ("ja", "en"):
            raw = holes(BOOK.texts.sentences[lang]["fact"][fact.word()])
            assert raw <= set(fact.__struct_fields__), fact


def test_rules_and_options_are_worded_in_both_languages() -> None:
    known = set(BOOK.texts.rules)
    for rule in BOOK.texts.rules.values():
        assert all((rule.title.ja, rule.title.en, rule.text.ja, rule.text.en))
        assert set(rule.options) <= set(BOOK.texts.options)
    for option in BOOK.texts.options.values():
        assert all((option.question.ja, option.question.en, option.why.ja, option.why.en))
        assert set(option.rules) <= known
        assert {rule for rule in known if option.name in BOOK.texts.rules[rule].options} == set(option.rules) != set()


def test_the_rules_and_options_are_the_catalogue_s(shared: Path) -> None:
    catalogue = tomllib.loads((shared / "rules/sw2_dungeon.toml").read_text(encoding="utf-8"))
    wanted = {one["name"]: (one["choices"], one["default"]) for one in catalogue["option"]}
    got = {one.name: ([choice.value for choice in one.choices], one.default) for one in BOOK.texts.options.values()}
    assert got == wanted
    assert {one["id"]: one["carried"] for one in catalogue["rule"]} == {
        rule.id: rule.carried for rule in BOOK.texts.rules.values()
    }


# the base game -------------------------------------------------------------------------------------------------------


def test_ready_characters_follow_the_formulas() -> None:
    magic = BOOK.content["skills.magic"].value
    assert len(package.ready().pc) == 6
    for text in package.ready().pc:
        me = text.made("ja")
        assert me.hp_max == me.level * 3 + me.vitality
        assert me.mp_max == 3 * sum(level for skill, level in me.skills.items() if skill in magic) + me.spirit
        assert text.made("en").name.isascii()


def test_the_power_table_is_bcdice_s() -> None:
    memo = Memo(BOOK.reading())
    row = {rolled: BOOK.content["power.row20"].value[rolled - 3] for rolled in range(3, 13)}
    dist = memo.dist(power, (Id("x"), "power", 20))
    assert dist.chance(lambda got: got == -1) == Fraction(1, 36)
    assert dist.chance(lambda got: got == row[7]) == Fraction(6, 36)
    for number in BOOK.content["power.rows"].value:
        assert len(BOOK.content[f"power.row{number}"].value) == 10


@given(st.integers(-5, 25), st.integers(0, 30), st.booleans())
def test_chances_are_counted_over_36_pairs(base: int, target: int, auto: bool) -> None:
    pairs = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    hits = sum(
        (pair == (6, 6) or (pair != (1, 1) and sum(pair) + base >= target)) if auto else sum(pair) + base >= target
        for pair in pairs
    )
    reading = Read(BOOK.reading({"auto_results": "yes" if auto else "no"}))
    assert chance(reading, EXPLORE, base, target) == Fraction(hits, 36)
    assert passes(12, base, target, True)
    assert not passes(2, base, target, True)


# 省略戦闘 in advance ------------------------------------------------------------------------------------------------


def streak(name: str, one: str, skill: str, ability: str, world: str = "fight", **options: str) -> Streak:
    """A representative's fight to the end, in a world of the examples."""
    read, here = Read(BOOK.reading(options)), WORKED.world(world)
    if name:
        here = edited(here, f"pcs.{one}.{name.partition('=')[0]}", int(name.partition("=")[2]))
    return Streak(read, here, Id(one), skill, fight_chance(read, here, Id(one), skill, ability))


def test_a_warrior_s_losing_streak_by_hand() -> None:
    """ナギ has no skill: plain 2d6 against 11 hits 3 times in 36. Each miss costs 6 of 14 HP, so the third fells."""
    found = streak("hp=14", "nagi", "平目", "strength")
    hit, miss = Fraction(3, 36), Fraction(33, 36)
    assert found.chance == hit
    assert found.limit == 3
    assert found.failures() == ((0, hit, False), (1, miss * hit, False), (2, miss**2 * hit, False), (3, miss**3, True))
    assert [(loss.hp, share) for loss, share, _ in found.losses()] == [
        (0, hit), (6, miss * hit), (12, miss**2 * hit), (18, miss**3),
    ]  # fmt: skip
    assert found.win == 1 - miss**3 == Fraction(397, 1728)
    assert found.tries == 1 + miss + miss**2
    assert found.expected() == (6 * miss * hit + 12 * miss**2 * hit + 18 * miss**3, 0)


def test_a_magic_user_s_losing_streak_by_hand() -> None:
    """ミウ with base 7 misses 11 in 3 of 36. Each miss drains 3 of 7 MP, and once they are gone nothing."""
    found = streak("mp=7", "miu", "ソーサラー", "intellect")
    hit, miss = Fraction(33, 36), Fraction(3, 36)
    assert found.chance == hit
    assert found.limit is None
    assert [(loss.mp, share) for loss, share, _ in found.losses()] == [
        (0, hit), (3, miss * hit), (6, miss**2 * hit), (7, miss**3),
    ]  # fmt: skip
    assert found.failures()[-1] == (8, miss**8, True)
    assert (found.win, found.tries) == (1, 1 / hit)


def test_mp_that_run_short_end_the_streak_or_cost_hp() -> None:
    barred = streak("mp=7", "miu", "ソーサラー", "intellect", abbreviated_mp_short="barred")
    assert barred.limit == 2
    paid = streak("mp=7", "miu", "ソーサラー", "intellect", abbreviated_mp_short="rest_from_hp")
    assert [paid.lost(count) for count in (2, 3, 4)] == [(0, 6), (2, 7), (5, 7)]
    assert paid.limit == 10


def test_a_fight_out_of_reach_is_known_as_such() -> None:
    found = streak("", "gald", "ファイター", "strength", "wall", abbreviated_auto="no")
    assert (found.chance, found.win, found.limit) == (0, 0, 3)
    assert streak("", "gald", "ファイター", "strength", "wall").chance == Fraction(1, 36)


@given(
    st.integers(1, 60), st.integers(0, 40), st.integers(1, 12), st.integers(2, 30), st.booleans(),
    st.sampled_from(["drain", "barred", "rest_from_hp"]),
)  # fmt: skip
def test_a_streak_adds_up(hp: int, mp: int, level: int, target: int, magic: bool, short: str) -> None:
    """All that can happen adds up to 1, and agrees with a plain walk along the failures."""
    me = PC("x", skills=Table({"ソーサラー" if magic else "ファイター": 3}), hp=hp, hp_max=hp, mp=mp, mp_max=mp)
    world = World(pcs=Table({Id("x"): me}), fight=Fight(Id("m"), "m", level, target))
    read = Read(BOOK.reading({"abbreviated_mp_short": short}))
    skill = "ソーサラー" if magic else "ファイター"
    found = Streak(read, world, Id("x"), skill, chance(read, ABBREVIATED, 5, target))
    for listed in (found.failures(), found.losses()):
        assert sum((share for _, share, _ in listed), Fraction(0)) == 1
    hp_now, mp_now, failures_borne = hp, mp, 0
    while hp_now > 0 and failures_borne < 200 and not (magic and short == "barred" and mp_now < level):
        failures_borne += 1
        lost = min(level, mp_now) if magic else 0
        mp_now -= lost
        hp_now -= (level - lost if short == "rest_from_hp" else 0) if magic else level * 2
    assert found.limit == (None if magic and short == "drain" else failures_borne)


# the scenario and whole sessions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_starter_scenario_opens(lang: str) -> None:
    state, entries = opening(BOOK, NewTable(book="sw2_dungeon", scenario="thawing_icehouse", lang=lang), 0)
    world = state.world
    told = {entry.body.fact["type"] for entry in entries if isinstance(entry.body, Became)}
    assert told == SET_UP
    assert len(world.troubles) == 13
    assert any(card.open for card in world.cards.values())
    assert [one.tp for one in world.thresholds.values()] == [4, 8]
    assert len(BOOK.free(world)) == 6
    assert BOOK.warnings(world) == ()


def test_the_gm_is_warned_of_cards_that_nothing_opens() -> None:
    world = WORKED.world("cave")
    assert BOOK.warnings(world) == ()
    alone = msgspec.structs.replace(world, cards=world.cards.without(Id("tunnel")))
    assert BOOK.warnings(alone) == (("unreachable", {"card": "こだまの広間"}),)


READINGS = st.fixed_dictionaries(
    {one.name: st.sampled_from([choice.value for choice in one.choices]) for one in BOOK.texts.options.values()}
).map(BOOK.reading)
ACTS = ("explore", "abbreviated", "rest", "retry", "use_item", "loot", "end_fight", "explore_together", "cast")


def within_bounds(world: World, reading: Reading) -> None:
    for pc in world.pcs.values():
        assert pc.hp <= pc.hp_max
        assert 0 <= pc.mp <= pc.mp_max
        assert all(count >= 0 for count in pc.items.values())
        assert not (pc.unconscious and pc.dead)
        assert not pc.able or pc.hp > 0
    assert world.tp >= 0 or reading.options["tp_floor"] == "yes"
    for card in world.cards.values():
        assert set(card.failed) <= set(card.tried)
    assert world.fight is None or world.phase == "exploration"


@given(READINGS, st.integers(0, 2**32))
def test_whole_sessions_keep_within_bounds(reading: Reading, seed: int) -> None:
    """Sessions under any reading, of whatever the offers allow the GM to declare."""
    play: Sampled[World] = Sampled(WORKED.world("cave"), Tables(Memo(reading), seed), {})
    for turn in range(40):
        due = BOOK.next(play.world, reading)
        act, args = due or declaration(play.world, reading, seed + turn)
        if not act:
            break
        before = play.world
        for fact in play.run(BOOK.acts[act], BOOK.acts[act].typed(args)):
            before = fact.apply(before)
        assert before == play.world
        within_bounds(play.world, reading)


def declaration(world: World, reading: Reading, turn: int) -> tuple[str, dict[str, Any]]:
    """Something that the GM may declare, another each turn."""
    for place in range(len(ACTS)):
        name = ACTS[(turn + place) % len(ACTS)]
        found = BOOK.acts[name].openness(world, "gm", reading, BOOK.owner, tuple(BOOK.entities(world))).example
        if found is not None:
            return name, found
    return "", {}


def test_an_item_heals_by_row_and_hand() -> None:
    reading = BOOK.reading()
    play: Sampled[World] = Sampled(WORKED.world("camp"), Tables(Memo(reading), 1), {})
    got = {restored(play, Id("tomoe"), "救命草") for _ in range(200)}
    assert got == {-1, 7, 8, 9, 10, 11, 12, 13}
    assert {restored(play, Id("tomoe"), "魔香水") for _ in range(5)} == {6}


def test_a_restriction_is_judged_alike_on_every_view() -> None:
    """What a card needs is known to all, so that its offer refuses the same for a player as for the GM."""
    world, reading = WORKED.world("cave"), BOOK.reading()
    for seat in ("gm", "p1"):
        offer: Offer[World] = Offer(world, seat, {"card": "gate"}, reading, BOOK.owner)
        refused = BOOK.acts["explore"].trial(offer, ()).refused
        assert refused is not None
        assert refused.reason == "restricted"

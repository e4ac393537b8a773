"""bayside23: every worked example passes, nothing of the book lacks one, and its numbers keep within bounds."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import takusen_books.bayside23 as package
from takusen.log.audience import EVERYONE, GM
from takusen.log.codec import typed
from takusen.log.entries import Became
from takusen.log.table import Table
from takusen.play.exact import Memo
from takusen.play.handles import Fact, Form, Id, Prompt
from takusen.play.reading import Reading
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.edits import edited
from takusen.rulebook.fields import is_hidden
from takusen.rulebook.toml import BadFile
from takusen.table.commands import Declare
from takusen.table.decide import decide
from takusen.table.example import Example
from takusen.table.feed import Feed
from takusen.table.laws import coverage_faults, text_faults
from takusen.table.opening import NewTable, opening
from takusen.table.views import view
from takusen_books.bayside23 import BOOK, checks, facts
from takusen_books.bayside23.combat import Guard, Incoming, attack, best_defence, damage, pick_guard
from takusen_books.bayside23.facts import FACTS, PoolsRestored
from takusen_books.bayside23.players import strike_the_weakest
from takusen_books.bayside23.rolls import (
    Missed,
    attack_roll,
    check_roll,
    defence_roll,
    give_up_at_once,
    press_on,
    to_the_last,
)
from takusen_books.bayside23.strife import LifeLost
from takusen_books.bayside23.world import FOES, FRIENDS, Fight, Fighter, World
from tests.books.conftest import Worked, holes, steps

WORKED = Worked(package)


# examples ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", WORKED.examples, ids=lambda example: example.name)
def test_example(example: Example) -> None:
    assert WORKED.failures(example) == []


def test_examples_have_names_of_their_own() -> None:
    assert len(set(WORKED.names)) == len(WORKED.names) >= 110


def test_a_wrong_example_fails() -> None:
    """The runner does notice: each of these differs from a passing example in one thing."""
    right = next(example for example in WORKED.examples if example.name == "A hit of force 10 takes 1 life")
    wrong = (
        {"facts": ({"life_lost": {"amount": 2}},)},
        {"world": {"fighters.oni.life": 5}},
        {"dice": right.dice[:1]},
        {"dice": (*right.dice, right.dice[0])},
        {"answers": (*right.answers, right.answers[0])},
        {"refused": "out"},
        {"odds": {"hit": "1/2"}},
        {"unseen": {"p1": ("fighters.oni.life",)}},
        {"offers": {"attack.target": {"oni": "target_out"}}},
        {"only": True},
    )
    for change in wrong:
        assert WORKED.failures(right, **change), change


REFUSALS = {
    "not_your_turn", "already_acted", "out", "unconscious", "lost_turn", "target_out", "split_too_small",
    "not_your_fighter", "no_stone", "no_recovery_left", "no_fight",
}  # fmt: skip
SET_UP = {"joined", "scene_set", "riddle_set", "story_begun", "supplied"}
"""Facts by which a scenario comes to the table; an opened table shows them."""
BY_ITSELF = {"next_turn": "side_turn", "conclude": "fight_won"}
"""Acts that nobody declares, and a fact that tells of each."""


def test_nothing_lacks_an_example() -> None:
    assert list(coverage_faults(BOOK, WORKED.examples)) == []
    assert set(BOOK.facts) - WORKED.told == SET_UP
    assert set(BOOK.acts) - WORKED.declared == set(BY_ITSELF)
    assert set(BY_ITSELF.values()) <= WORKED.told
    prompts = {reply.label for example in WORKED.examples for reply in example.answers}
    assert prompts == {policy.label for policy in BOOK.policies}
    policies = {pair for example in WORKED.examples for pair in example.policy.items()}
    assert policies == {(policy.label, policy.name) for policy in BOOK.policies}
    played = {step.get("policy") for example in WORKED.examples for step in steps(example)} - {None}
    assert played == set(BOOK.players)


def test_every_refusal_of_the_book_has_an_example() -> None:
    shown = {example.refused for example in WORKED.examples}
    assert WORKED.refusals | REFUSALS <= shown


def test_the_catalogue_examples_are_all_there() -> None:
    heads = {example.name.partition(":")[0] for example in WORKED.examples}
    assert {f"BS-EX-{number}" for number in range(1, 5)} <= heads


def test_choices_that_matter_differ() -> None:
    """Each option is shown by examples of one situation with different outcomes, or beside a refusal."""
    assert WORKED.without_effect == []


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
    yield from (("state", f"locked_{pool}") for pool in ("stamina", "concentration"))
    states = ("prone", "incapacitated", "unconscious", "acted", "lost_turn", "hidden", "solved", "unfound")
    yield from (("state", word) for word in states)
    yield from (("side", side) for side in (FRIENDS, FOES))
    yield from (("dice", label) for label in ("initiative", "attack", "defence", "check", "victory"))
    choices = "stamina concentration give_up friends foes draw small medium large d3 d6"
    yield from (("choice", word) for word in choices.split())
    outcomes = "success failure critical fumble true false"
    yield from (("outcome", word) for word in outcomes.split())
    phrases = "no_scene round hint riddle_no_answer riddle_no_hint guess_total"
    yield from (("phrase", word) for word in phrases.split())
    for kind in (World, Fight, Fighter):
        closed = {"fighters", "fight", "victory_due", "scenes", "session_open", "members", "first", "turn", "order"}
        closed |= {"moved", "locks", "lost_turn"}
        yield from (("field", name) for name in get_type_hints(kind) if name not in closed)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_word_is_there(lang: str) -> None:
    assert [word for word in wanted_words() if not BOOK.texts.has(lang, *word)] == []


def test_every_fact_class_is_in_the_book() -> None:
    own = {one for one in vars(facts).values() if isinstance(one, type) and issubclass(one, Fact)}
    assert own - {Fact, facts.Open, facts.OfNumbers} == set(FACTS)


def test_sentences_speak_of_fields_that_their_facts_have() -> None:
    for fact in FACTS:
        for lang in ("ja", "en"):
            said = holes(BOOK.texts.say(lang, "fact", fact.word(), {}).replace("…", ""))
            raw = holes(BOOK.texts.sentences[lang]["fact"][fact.word()])
            assert not said
            assert raw <= set(fact.__struct_fields__), fact


def example_of(kind: type[Fact]) -> Fact:
    """Some fact of a class that tells of the veiled foe, or of a riddle that nobody has met."""
    made: dict[str, Any] = {}
    for name, hint in get_type_hints(kind).items():
        if hint is Id:
            made[name] = {"riddle": "ferryman", "hint": "chalk", "scene": "quay"}.get(name, "kage")
        else:
            made[name] = {int: 1, str: "x"}.get(hint, {} if "Table" in str(hint) else [])
    fields = {name: value for name, value in made.items() if name in kind.__struct_fields__}
    return typed({"type": kind.word(), **fields}, kind)


def test_closed_numbers_have_a_sentence_without_them() -> None:
    veiled, pier = WORKED.world("veiled"), WORKED.world("pier")
    world = msgspec.structs.replace(veiled, riddles=pier.riddles, scenes=pier.scenes)
    closing = [kind for kind in FACTS if kind.parts is not Fact.parts]
    assert len(closing) == 11
    for kind in closing:
        closed = set(example_of(kind).parts(world))
        assert closed
        for lang in ("ja", "en"):
            sentence = BOOK.texts.sentences[lang]["hidden"][kind.word()]
            assert holes(sentence) <= set(kind.__struct_fields__) - closed, kind


def test_rules_and_options_are_worded_in_both_languages() -> None:
    known = set(BOOK.texts.rules)
    for rule in BOOK.texts.rules.values():
        assert all((rule.title.ja, rule.title.en, rule.text.ja, rule.text.en))
        assert set(rule.options) <= set(BOOK.texts.options)
    for option in BOOK.texts.options.values():
        assert all((option.question.ja, option.question.en, option.why.ja, option.why.en))
        assert set(option.rules) <= known
        assert option.default in [choice.value for choice in option.choices]


def test_the_options_are_the_catalogue_s(shared: Path) -> None:
    catalogue = tomllib.loads((shared / "rules/bayside23.toml").read_text(encoding="utf-8"))
    wanted = {one["name"]: (one["choices"], one["default"]) for one in catalogue["option"]}
    got = {one.name: ([choice.value for choice in one.choices], one.default) for one in BOOK.texts.options.values()}
    assert got == wanted
    assert set(BOOK.texts.rules) == {one["id"] for one in catalogue["rule"]}


# scenario and audiences ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_scenario_opens(lang: str) -> None:
    state, entries = opening(BOOK, NewTable(book="bayside23", scenario="harbor_lantern", lang=lang), 0)
    world = state.world
    told = {entry.body.fact["type"] for entry in entries if isinstance(entry.body, Became)}
    assert told == SET_UP
    assert world.enemy_hp == 6
    assert set(world.scenes) == {"quay", "market", "lighthouse"}
    assert all(fighter.hidden == (fighter.side == FOES) for fighter in world.fighters.values())
    assert BOOK.warnings(world) == ()
    for riddle in world.riddles.values():
        assert all(checks.folded(answer) for answer in riddle.answers)
    assert len(BOOK.free(world)) == 6


def test_facts_of_a_foe_out_of_sight_are_the_gm_s_alone() -> None:
    world = WORKED.world("veiled")
    assert LifeLost(Id("boss"), 1, 4).see(world) == GM
    assert PoolsRestored(Id("boss"), 7, 7).see(world) == GM
    assert LifeLost(Id("kage"), 1, 4).see(world) == EVERYONE
    assert facts.Appeared(Id("boss")).see(world) == EVERYONE


def test_the_gm_is_warned_of_riddles_without_answer_or_hint() -> None:
    told = BOOK.warnings(WORKED.world("pier"))
    assert told == (("riddle_no_answer", {"riddle": "満ちる市場"}), ("riddle_no_hint", {"riddle": "満ちる市場"}))


# bounds --------------------------------------------------------------------------------------------------------------

READINGS = st.fixed_dictionaries(
    {one.name: st.sampled_from([choice.value for choice in one.choices]) for one in BOOK.texts.options.values()}
).map(BOOK.reading)
PAIRS = tuple(product(range(1, 7), repeat=2))


def fighter(side: str, skill: int, trait: int, pool: int) -> Fighter:
    return Fighter(
        side,
        side,
        traits=Table({"t": trait}),
        skills=Table({"s": skill}),
        stamina=pool,
        stamina_max=pool,
        concentration=pool,
        concentration_max=pool,
    )


FIGHTERS = st.tuples(st.integers(6, 18), st.integers(1, 3), st.integers(1, 7))


@given(READINGS, st.integers(0, 40), st.booleans())
def test_a_hit_takes_1_2_or_3(reading: Reading, force: int, critical: bool) -> None:
    taken = list(Memo(reading).dist(damage, (force, critical)))
    assert taken == [3] if critical else taken in ([1], [2])


@given(READINGS, st.integers(-5, 20), st.booleans())
def test_rolls_come_out_as_counted(reading: Reading, number: int, again: bool) -> None:
    """The chance of each roll, counted over the 36 pairs by the text of the rules."""
    option, memo = reading.options, Memo(reading)

    def chance(rule: Any) -> Fraction:
        return memo.dist(rule, (Id("x"), number, again)).chance(lambda outcome: outcome.good)

    def low(pair: tuple[int, int], equal: bool) -> bool:
        return sum(pair) < number or (equal and sum(pair) == number)

    counts = not (again and option["reroll_special"] == "first_roll_only")
    reaches = option["critical"] != "must_meet_target" and option["critical_reach"] == "yes"
    hits = 0
    for pair in PAIRS:
        met = low(pair, option["attack_compare"] == "hits")
        lucky, unlucky = counts and pair == (1, 1), counts and pair == (6, 6)
        hits += (met or (lucky and reaches)) and not unlucky
    assert chance(attack_roll) == Fraction(hits, 36)
    counts = counts and option["special_scope"] == "attack_and_defence"
    parries = sum(
        (low(pair, option["defence_compare"] == "parries") or (counts and pair == (1, 1)))
        and not (counts and pair == (6, 6))
        for pair in PAIRS
    )
    assert chance(defence_roll) == Fraction(parries, 36)
    passes = sum(low(pair, option["check_compare"] == "succeeds") for pair in PAIRS)
    assert chance(check_roll) == Fraction(passes, 36)


def within_bounds(world: World) -> None:
    for one in world.fighters.values():
        assert 0 <= one.life <= one.life_max
        assert 0 <= one.stamina <= one.stamina_max
        assert 0 <= one.concentration <= one.concentration_max
        assert one.unconscious == (one.life == 0)
        assert 0 <= one.recoveries <= 3


@given(READINGS, st.lists(FIGHTERS, min_size=2, max_size=5), st.integers(0, 2**32))
def test_a_fight_keeps_within_bounds(reading: Reading, blocks: list[tuple[int, int, int]], seed: int) -> None:
    """Whole fights under any reading, played by the book's own policy."""
    sides = [FRIENDS if place % 2 == 0 else FOES for place in range(len(blocks))]
    world = World(fighters=Table((Id(f"f{n}"), fighter(sides[n], *block)) for n, block in enumerate(blocks)))
    memo = Memo(reading)
    policy = (press_on, give_up_at_once, to_the_last)[seed % 3]
    play: Sampled[World] = Sampled(world, Tables(memo, seed), {"reroll": policy})
    play.run(BOOK.acts["start_fight"], (tuple(world.fighters),))
    for _ in range(200):
        within_bounds(play.world)
        if play.world.fight is None:
            break
        due = BOOK.next(play.world, reading)
        act, args = due or strike_the_weakest(play.world, BOOK.acting(play.world)[0], memo) or ("", {})
        before = play.world
        told = play.run(BOOK.acts[act], BOOK.acts[act].typed(args))
        for fact in told:
            before = fact.apply(before)
        assert before == play.world
    assert play.world.fight is not None or not any(one.acted for one in play.world.fighters.values())


@given(READINGS, st.integers(2, 25), st.integers(0, 23), st.integers(0, 2**32))
def test_a_split_adds_up(reading: Reading, skill: int, force: int, seed: int) -> None:
    world = WORKED.world("duel")
    rin = msgspec.structs.replace(world.fighters[Id("rin")], skills=Table({"s": skill}))
    world = msgspec.structs.replace(world, fighters=world.fighters.put(Id("rin"), rin))
    play: Sampled[World] = Sampled(world, Tables(Memo(reading), seed), {})
    told = play.run(attack, (Id("rin"), Id("oni"), (), "s", force, ()))
    declared = next(fact for fact in told if isinstance(fact, facts.Attacked))
    assert declared.force + declared.target_number == declared.total == skill
    within_bounds(play.world)


def test_a_scenario_may_be_written_in_plain_texts() -> None:
    text = '[meta]\nid = "mine"\nsource = "me"\ntitle = "港"\n[[scene]]\nid = "quay"\ntitle = "桟橋"\n'
    scenario = BOOK.read_scenario("mine.toml", text)
    assert [scenario.meta.title[lang] for lang in ("ja", "en")] == ["港", "港"]
    assert scenario.scene[0].title["ja"] == "桟橋"


@pytest.mark.parametrize(
    ("line", "what"),
    [('id = "a.b"', "5"), ('title = { en = "x" }', "6"), ("title = 3", "6")],
)
def test_a_wrong_line_of_a_scenario_is_named(line: str, what: str) -> None:
    head = '[meta]\nid = "mine"\nsource = "me"\ntitle = "港"\n'
    lines = {"id": 'id = "quay"', "title": 'title = "桟橋"'} | {line.split(maxsplit=1)[0]: line}
    with pytest.raises(BadFile) as wrong:
        BOOK.read_scenario("mine.toml", head + "[[scene]]\n" + "\n".join(lines.values()) + "\n")
    assert wrong.value.name == "mine.toml"
    assert abs(wrong.value.line - int(what)) <= 1
    assert wrong.value.mend


@pytest.mark.parametrize("act", ["open_session", "rest"])
def test_what_hidden_numbers_bring_about_is_no_line_of_a_player(act: str) -> None:
    """Two tables that differ in an unshown foe's numbers tell a player the same."""
    stories = []
    for changes in ({}, {"recoveries": 1, "stamina": 2, "locks": {"all": "stamina"}}):
        state, _ = opening(BOOK, NewTable("bayside23", scenario="harbor_lantern"), 0)
        for name, value in {"hidden": False, "shown": False, **changes}.items():
            world = edited(state.world, f"fighters.lampeater.{name}", value)
            state = msgspec.structs.replace(state, world=world)
        feed = Feed(BOOK, "p1")
        for entry in decide(state, GM, Declare(act), 0, lambda count, sides: (1,) * count).entries:
            feed.add(entry)
        stories.append([(line.n, line.key, line.params) for line in feed.lines(0, 99)])
    assert stories[0] == stories[1] != []


def test_the_player_of_a_foe_sees_its_numbers_and_acts() -> None:
    state, _ = opening(BOOK, NewTable("bayside23", scenario="harbor_lantern"), 0)
    world = state.world
    for name, value in {"hidden": False, "shown": False, "player": "p1"}.items():
        world = edited(world, f"fighters.lampeater.{name}", value)
    seen = {seat: view(BOOK, world, seat).world.fighters["lampeater"] for seat in ("p1", "p2")}
    assert seen["p1"].life == world.fighters["lampeater"].life
    assert is_hidden(seen["p2"].life)


def test_a_prompt_says_the_chance_of_the_roll_and_a_last_point() -> None:
    """2d6 at 8: below 8 is 21/36, at or below 26/36; the pool that the roll would empty is named."""
    memo = Memo(BOOK.reading())
    missed = Missed(Id("rin"), "attack", 8, 1, 4, "", 1, False)
    asked = Prompt("rin", "reroll", ("stamina", "concentration", "give_up"), missed, press_on)
    told = [(word.key, text) for word, text in BOOK.notes(asked, memo)]
    assert told == [("measure.one_roll", f"{21 / 36:.0%}"), ("choice.stamina", "→ 0")]
    blow = Incoming(Id("oni"), Id("rin"), 8, False, Table({"巨漢": 3}), (), Table({"格闘": 13}))
    asked = Prompt("oni", "defend", Form(Guard, pick_guard), blow, best_defence)
    told = [(word.key, text) for word, text in BOOK.notes(asked, memo)]
    assert told == [("arg.target_number", "8"), ("measure.one_roll", f"{26 / 36:.0%}")]

"""One rule, several ways: live, restarted at every step, replayed, exact, sampled."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.dice import total
from takusen.log.codec import decode, encode
from takusen.log.entries import Answered, Asked, Became, Body, Edited, Entry, Rolled, Settled
from takusen.play.exact import Memo, TooLarge, outcomes
from takusen.play.handles import BadAnswer, Chance, Choice, Diverged, Endless, Play, Prompt, Refused
from takusen.play.live import Replay
from takusen.play.rule import Rule, rule
from takusen.play.sampled import Sampled, Tables
from tests.engine import toy
from tests.engine.toy import READING, About, Ended, Hit, Spent, World, no_dice, run

Answers = Iterator[str]


def faces_of(seed: int) -> Callable[[int, int], tuple[int, ...]]:
    random = Random(seed)
    return lambda count, sides: tuple(random.randint(1, sides) for _ in range(count))


def answers_of(seed: int) -> Answers:
    random = Random(seed)
    while True:
        yield random.choice(["again", "again", "stop"])


def written(bodies: list[Body]) -> list[Body]:
    """What comes back from the log."""
    return [decode(encode(Entry(1, 0, "gm", body))).body for body in bodies]


def played(seed: int, rounds: int = 3, limit: int = 10_000) -> list[Body]:
    """A whole game, restarted at every answer from what the log gave back; its journal."""
    steps: list[Body] = []
    faces, answers = faces_of(seed), answers_of(seed)
    for _ in range(limit):
        t, prompt = run(toy.game, (rounds,), steps, faces)
        steps = written([*steps, *(new.body for new in t.new)])
        if prompt is None:
            break
        steps.append(Answered(of=1, to=0, answer=next(answers)))
    return steps


def in_one_go(seed: int, rounds: int = 3) -> list[Body]:
    """The same game by a handle whose questions are answered at once: nothing is ever run again."""

    class Quick(toy.Live[World]):
        def ask_all(self, questions: Any) -> Any:
            try:
                return super().ask_all(questions)
            except toy.Suspended:
                self._write(Answered(of=1, to=0, answer=next(answers)), "gm")
                return (self.new[-1].body.answer,)

    answers = answers_of(seed)
    t = Quick(World(), 1, [], READING, toy.Scribe(), faces_of(seed))
    toy.game.body(t, rounds)
    return written([new.body for new in t.new])


@given(st.integers(0, 10_000), st.integers(0, 5))
def test_restarted_at_every_step_is_the_same_as_in_one_go(seed: int, rounds: int) -> None:
    assert played(seed, rounds) == in_one_go(seed, rounds)


@given(st.integers(0, 10_000))
def test_a_finished_journal_replays_without_fresh_dice(seed: int) -> None:
    steps = played(seed)
    t, prompt = run(toy.game, (3,), steps, no_dice)
    assert (t.new, prompt, t.at) == ([], None, len(steps))
    replay = Replay(World(), 1, toy.numbered(steps), READING, toy.Scribe(), no_dice)
    toy.game.body(replay, 3)
    assert (replay.new, replay.at, replay.world) == ([], len(steps), t.world)
    folded = World()
    for body in steps:
        folded = toy.Scribe().applied(folded, body)
    assert folded == t.world


@given(st.integers(0, 10_000), st.integers(0, 1_000))
def test_every_beginning_of_a_journal_comes_to_the_same_place(seed: int, cut: int) -> None:
    steps = played(seed)
    cut %= len(steps) + 1
    faces = iter([body.faces for body in steps[cut:] if isinstance(body, Rolled)])
    t, _ = run(toy.game, (3,), steps[:cut], lambda count, sides: next(faces))
    again = steps[:cut] + written([new.body for new in t.new])
    until = next((n for n in range(cut, len(steps)) if isinstance(steps[n], Answered)), len(steps))
    assert again == steps[:until]


@given(st.integers(0, 10_000))
def test_settled_rules_are_not_entered_again(seed: int) -> None:
    steps = played(seed)
    toy.ENTERED.clear()
    run(toy.game, (3,), steps, no_dice)
    assert toy.ENTERED == []
    replay = Replay(World(), 1, toy.numbered(steps), READING, toy.Scribe(), no_dice)
    toy.game.body(replay, 3)
    assert len(toy.ENTERED) == sum(isinstance(body, Settled) for body in steps)


def test_a_ruling_stands_in_for_the_rule() -> None:
    steps: list[Body] = []
    t, prompt = run(toy.game, (1,), steps, lambda count, sides: (1, 1))
    assert prompt is not None
    running = prompt.running[0]
    assert (running.rule.name, running.depth) == ("pressed", 0)
    ruled = Settled(of=1, rule="pressed", args=["ann"], depth=running.depth, since=running.since, result=12, ruled=True)
    steps = [*(new.body for new in t.new), ruled]
    t, prompt = run(toy.game, (1,), steps, no_dice)
    assert prompt is None
    assert t.world.hits == 1
    steps += [new.body for new in t.new]
    replay = Replay(World(), 1, toy.numbered(steps), READING, toy.Scribe(), no_dice)
    toy.game.body(replay, 1)
    assert (replay.new, replay.at) == ([], len(steps))


def test_replay_sees_a_die_that_does_not_fit_the_result() -> None:
    steps = played(1)
    place = next(n for n, body in enumerate(steps) if isinstance(body, Rolled) and sum(body.faces) < 12)
    rolled: Any = steps[place]
    steps[place] = Rolled(of=1, label="throw", faces=(6, 6), sides=6, subject="ann")
    assert rolled.faces != (6, 6)
    with pytest.raises(Diverged):
        toy.game.body(Replay(World(), 1, toy.numbered(steps), READING, toy.Scribe(), no_dice), 3)


# what others do meanwhile --------------------------------------------------------------------------------------------


def test_edits_show_with_the_answer_that_follows() -> None:
    t, _ = run(toy.game, (1,), [], lambda count, sides: (1, 1))
    asked = [new.body for new in t.new]
    steps = [*asked, Edited(path="points", to=9), Answered(of=1, to=0, answer="again")]
    t, prompt = run(toy.game, (1,), steps, lambda count, sides: (1, 1))
    assert prompt is not None
    assert prompt.about == About(8, 2)
    t, prompt = run(toy.game, (1,), [*asked, Edited(path="points", to=9)], no_dice)
    assert prompt is not None
    assert prompt.about == About(3, 2)


# answers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["jump", "", None, 1, [], {}, ["again"], True])
def test_only_what_is_offered_is_an_answer(answer: Any) -> None:
    t, _ = run(toy.game, (1,), [], lambda count, sides: (1, 1))
    with pytest.raises(BadAnswer):
        run(toy.game, (1,), [*(new.body for new in t.new), Answered(of=1, to=0, answer=answer)], no_dice)


def test_a_refused_choice_is_no_answer() -> None:
    @rule()
    def choose(t: Play[World], of: str) -> None:
        t.ask(of, "again", (Choice("again", Refused("too_late")), Choice("stop")), About(0, 0), toy.while_points_last)

    t, _ = run(choose, ("ann",), [], no_dice)
    with pytest.raises(BadAnswer, match="too_late"):
        run(choose, ("ann",), [*(new.body for new in t.new), Answered(of=1, to=0, answer="again")], no_dice)


# changed code --------------------------------------------------------------------------------------------------------


def changed(name: str) -> Rule[Any, Any, Any]:
    """The toy's game, changed under an open procedure."""

    @rule()
    def game(t: Play[World], rounds: int) -> None:
        if name == "no question":
            t.roll("throw", total(2, 6), "ann")
            t.emit(Ended())
        elif name == "another die":
            t.roll("throw", total(2, 8), "ann")
        elif name == "another label":
            t.roll("toss", total(2, 6), "ann")
        elif name == "another owner":
            t.roll("throw", total(2, 6), "bob")
        elif name == "another fact":
            t.emit(Hit(3))
        elif name == "another question":
            t.roll("throw", total(2, 6), "ann")
            t.ask("bob", "again", ("again",), About(0, 0), toy.while_points_last)
        elif name == "another rule":
            toy.pressed(t, "bob")
        elif name == "shorter":
            t.emit(Ended())

    return game


@pytest.mark.parametrize(
    "name",
    [
        "no question", "another die", "another label", "another owner", "another fact", "another question",
        "another rule", "shorter",
    ],
)  # fmt: skip
def test_changed_code_diverges_and_names_both_sides(name: str) -> None:
    t, prompt = run(toy.game, (1,), [], lambda count, sides: (1, 1))
    assert prompt is not None
    steps = [*(new.body for new in t.new), Answered(of=1, to=0, answer="again")]
    with pytest.raises(Diverged) as diverged:
        run(changed(name), (1,), steps, lambda count, sides: (1, 1))
    assert str(diverged.value.recorded)
    assert str(diverged.value.reached)


def test_a_question_about_something_else_diverges() -> None:
    t, _ = run(toy.game, (1,), [], lambda count, sides: (1, 1))
    *steps, asked = (new.body for new in t.new)
    assert run(toy.game, (1,), [*steps, asked], no_dice)[1] is not None
    with pytest.raises(Diverged, match="points=3"):
        run(toy.game, (1,), [*steps, msgspec.structs.replace(asked, about={"points": 2, "rolled": 2})], no_dice)


# what never ends -----------------------------------------------------------------------------------------------------


@rule()
def rolling(t: Play[World]) -> None:
    """Never ends."""
    while True:
        t.roll("x", total(1, 2), "ann")


@rule()
def asking(t: Play[World]) -> None:
    """Never ends by itself."""
    while t.ask("ann", "again", ("again", "stop"), About(1, 0), toy.while_points_last) == "again":
        pass


@rule()
def stating(t: Play[World]) -> None:
    """Never ends."""
    while True:
        t.emit(Ended())


@pytest.mark.parametrize("endless", [rolling, stating], ids=lambda one: one.name)
def test_the_step_limit_stops_what_never_ends(endless: Rule[Any, Any, Any]) -> None:
    with pytest.raises(Endless, match="does not seem to end"):
        run(endless, (), [], lambda count, sides: (1,) * count)


@pytest.mark.parametrize("endless", [rolling, stating, asking], ids=lambda one: one.name)
def test_exact_odds_of_what_never_ends_are_refused(endless: Rule[Any, Any, Any]) -> None:
    with pytest.raises(TooLarge):
        outcomes(endless, (), World(), Memo(READING, limit=200))


def test_sampling_stops_what_never_ends() -> None:
    with pytest.raises(Endless):
        Sampled(World(), Tables(Memo(READING), 1), {}).run(asking, ())


# exact and sampled ---------------------------------------------------------------------------------------------------


def brute(points: int, mark: int = 9) -> dict[tuple[int, int], Fraction]:
    """Chances of (points left, hits) after one round of the toy, by hand."""
    hits = sum(weight for value, weight in total(2, 6).dist().items() if value >= mark)
    hit = Fraction(hits, 36)
    return {(left, 1): (1 - hit) ** (points - left) * hit for left in range(points + 1)} | {
        (0, 0): (1 - hit) ** (points + 1)
    }


@pytest.mark.parametrize("points", [0, 1, 3])
def test_exact_odds_are_those_worked_out_by_hand(points: int) -> None:
    dist = outcomes(
        toy.game, (1,), World(points), Memo(READING), summary=lambda world, facts: (world.points, world.hits)
    )
    wanted = brute(points)
    got = {outcome: dist.chance(lambda one, outcome=outcome: one == outcome) for outcome in dist}
    assert got == wanted


def test_a_question_with_too_many_branches_is_refused() -> None:
    with pytest.raises(TooLarge, match="more than 1000 branches"):
        outcomes(toy.game, (1,), World(6), Memo(READING, limit=1000))


def test_exact_facts_are_those_on_the_way() -> None:
    dist = outcomes(toy.game, (2,), World(1), Memo(READING), summary=lambda world, facts: facts)
    assert all(isinstance(facts[-1], Ended) for facts in dist)
    assert {len([fact for fact in facts if isinstance(fact, Spent)]) for facts in dist} == {0, 1}


@pytest.mark.parametrize("rounds", [1, 3])
def test_sampling_agrees_with_exact_odds_within_its_error(rounds: int) -> None:
    memo = Memo(READING)
    dist = outcomes(toy.game, (rounds,), World(2), memo, summary=lambda world, facts: world.hits)
    tables, runs = Tables(memo, 7), 20_000
    counts: dict[int, int] = {}
    for _ in range(runs):
        t: Sampled[World] = Sampled(World(2), tables, {})
        t.run(toy.game, (rounds,))
        counts[t.world.hits] = counts.get(t.world.hits, 0) + 1
    assert set(counts) <= set(dist)
    for hits in dist:
        chance = float(dist.chance(lambda one, hits=hits: one == hits))
        error = (chance * (1 - chance) / runs) ** 0.5
        assert abs(counts.get(hits, 0) / runs - chance) < 5 * error + 1e-9


@rule()
def more(t: Play[World], by: int) -> int:
    """A sub-rule that takes no step."""
    return t.world.points + by


@rule()
def thrown(t: Play[World]) -> None:
    """Sub-rules with and without steps, before and after chance, some alike."""
    low, high = more(t, 1), more(t, 2)
    t.emit(Spent(high - low + more(t, throw_or_none(t, more(t, 0)))))
    t.emit(Hit(more(t, 1) + more(t, 1)))


@rule()
def throw_or_none(t: Play[World], points: int) -> int:
    """Its steps depend on the arguments."""
    return toy.throw(t, "ann") + more(t, 1) if points > 1 else more(t, 3)


@pytest.mark.parametrize("points", [1, 2])
def test_rules_without_a_step_are_told_apart(points: int) -> None:
    facts = outcomes(thrown, (), World(points), Memo(READING), summary=lambda world, facts: facts)
    for total_of in range(2, 13):
        faces = (total_of - total_of // 2, total_of // 2)
        t: toy.Live[World] = toy.Live(World(points), 1, [], READING, toy.Scribe(), lambda *_, faces=faces: faces)
        thrown.body(t)
        told = tuple(toy.typed(new.body.fact, toy.FACTS) for new in t.new if isinstance(new.body, Became))
        assert facts.weight(told) == (facts.whole if points == 1 else 6 - abs(total_of - 7))
    sampled: Sampled[World] = Sampled(World(points), Tables(Memo(READING), 1), {})
    assert sampled.run(thrown, ()) in facts


def test_equal_seeds_sample_alike() -> None:
    def hits(seed: int) -> list[int]:
        tables = Tables(Memo(READING), seed)
        return [len(Sampled(World(), tables, {}).run(toy.game, (3,))) for _ in range(50)]

    assert hits(1) == hits(1)
    assert hits(1) != hits(2)


def test_until_draws_from_what_is_accepted() -> None:
    @rule()
    def doubled(t: Chance) -> int:
        return t.roll("x", total(1, 6)) * 2

    @rule()
    def high(t: Play[World]) -> None:
        t.emit(Hit(t.until(doubled, (), accept=lambda value: value > 8)))

    dist = outcomes(high, (), World(), Memo(READING), summary=lambda world, facts: facts[0])
    assert {fact: dist.weight(fact) for fact in dist} == {Hit(10): 1, Hit(12): 1}
    faces = iter([(1,), (2,), (6,)])
    t, _ = run(high, (), [], lambda count, sides: next(faces))
    assert [new.body.faces for new in t.new if isinstance(new.body, Rolled)] == [(1,), (2,), (6,)]
    assert Sampled(World(), Tables(Memo(READING), 1), {}).run(high, ())[0] in dist


def test_until_stops_where_nothing_is_ever_accepted() -> None:
    @rule()
    def nothing(t: Chance) -> int:
        return 0

    @rule()
    def waiting(t: Play[World]) -> None:
        t.until(nothing, (), accept=bool)

    with pytest.raises(Endless):
        run(waiting, (), [], no_dice)
    with pytest.raises(Endless):
        Sampled(World(), Tables(Memo(READING), 1), {}).run(waiting, ())


def test_the_journal_names_rules_subjects_and_readouts() -> None:
    t, prompt = run(toy.game, (1,), [], lambda count, sides: (1, 2))
    assert isinstance(prompt, Prompt)
    rolled, settled, asked = (new.body for new in t.new)
    assert (rolled.rule, rolled.subject, rolled.reads, rolled.names) == ("throw", "ann", "total", {"ann": "Ann"})
    assert (settled.rule, settled.result, settled.depth, settled.since) == ("throw", 3, 1, 0)
    assert (asked.rule, asked.subject, asked.about) == ("pressed", "ann", {"points": 3, "rolled": 3})
    assert isinstance(asked, Asked)
    assert not any(isinstance(new.body, Became) for new in t.new)

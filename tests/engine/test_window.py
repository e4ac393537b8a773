"""`t.window`: only who could react is asked, all together, and may pass."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from takusen.log.entries import Answered, Asked, Body
from takusen.play.exact import Memo, outcomes
from takusen.play.handles import PASS, Choice, Id, Play, Refused, policy
from takusen.play.live import Replay
from takusen.play.rule import Rule, rule
from takusen.play.sampled import Sampled, Tables
from tests.engine import toy
from tests.engine.test_ask_all import run
from tests.engine.test_play import written
from tests.engine.toy import READING, About, Ended, Hit, World, no_dice

ANN, BOB, CAT = map(Id, ("ann", "bob", "cat"))
ABLE: dict[Id, Sequence[Any]] = {
    ANN: ("cover", Choice("counter", Refused("out_of_reach"))),
    BOB: (Choice("cover", Refused("out_of_reach")),),
    CAT: ("counter",),
}


@policy("hurt")
def always(about: About, open_ones: Sequence[str]) -> str:
    """Whatever comes first."""
    return open_ones[0]


def hurt(asked: Mapping[Id, Sequence[Any]], **policies: Any) -> Rule[Any, Any, Any]:
    """A rule with one window."""

    @rule()
    def struck(t: Play[World]) -> None:
        for place, (_, answer) in enumerate(t.window("hurt", About(1, 2), asked, **policies)):
            t.emit(Hit(10 * place + ("cover", "counter").index(answer)))
        t.emit(Ended())

    return struck


def test_those_with_an_open_choice_are_asked_and_may_pass() -> None:
    t, prompts = run(hurt(ABLE), [])
    assert [(one.of, one.label) for one in prompts] == [("ann", "hurt"), ("cat", "hurt")]
    assert [one.choices[-1] for one in prompts] == [PASS, PASS]
    assert [one.policy.choose(one.about, ("cover", PASS)) for one in prompts] == [PASS, PASS]
    assert len(t.new) == 2


@pytest.mark.parametrize("asked", [{}, {BOB: ABLE[BOB]}, {ANN: ()}])
def test_where_nobody_could_react_nothing_is_asked(asked: dict[Id, Sequence[Any]]) -> None:
    t, prompts = run(hurt(asked), [])
    assert prompts == ()
    assert not any(isinstance(new.body, Asked) for new in t.new)


@pytest.mark.parametrize(
    ("answers", "hits"),
    [(("cover", "counter"), [0, 11]), ((PASS, "counter"), [1]), (("cover", PASS), [0]), ((PASS, PASS), [])],
)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_who_reacted_comes_in_the_order_of_the_asked(
    answers: tuple[str, str], hits: list[int], order: tuple[int, int]
) -> None:
    struck = hurt(ABLE)
    steps: list[Body] = written([new.body for new in run(struck, [])[0].new])
    steps += [Answered(of=1, to=2 + place, answer=answers[place]) for place in order]
    t, prompts = run(struck, steps)
    steps = written([*steps, *(new.body for new in t.new)])
    told = [body.fact["rolled"] for body in steps if isinstance(body, toy.Became) and body.fact["type"] == "hit"]
    assert (prompts, told) == ((), hits)
    replay: Replay[World] = Replay(World(), 1, toy.numbered(steps), READING, toy.Scribe(), no_dice)
    struck.body(replay)
    assert (replay.new, replay.at, replay.world) == ([], len(steps), t.world)


@pytest.mark.parametrize(
    ("policies", "facts"),
    [({}, (Ended(),)), ({"policy": always}, (Hit(0), Hit(11), Ended()))],
)
def test_odds_and_samples_follow_the_policy(policies: dict[str, Any], facts: tuple[Any, ...]) -> None:
    struck = hurt(ABLE, **policies)
    dist = outcomes(struck, (), World(), Memo(READING), summary=lambda world, told: told)
    assert {told: dist.weight(told) for told in dist} == {facts: 1}
    assert Sampled(World(), Tables(Memo(READING), 1), {}).run(struck, ()) == facts


def test_odds_may_ask_for_another_policy() -> None:
    dist = outcomes(hurt(ABLE), (), World(), Memo(READING), {"hurt": always}, lambda world, told: len(told))
    assert {count: dist.weight(count) for count in dist} == {3: 1}

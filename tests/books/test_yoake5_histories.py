"""Random sessions of yoake5, under the base and both versions of 魔城卓: every history adds up to what its character is
now (YA-12, YA-13), and at the end nobody holds more towards one person than may be held (MJ-44, MJ-45)."""

from random import Random
from typing import Any

import pytest

from takusen.play.handles import Id
from takusen.rulebook.book import RuleBook, installed
from takusen.rulebook.offers import Offer, Pick
from takusen.table import commands as c
from takusen.table.decide import decide
from takusen.table.floor import open_prompts, prompt_id
from takusen.table.opening import NewTable, opening
from takusen_books.yoake5.character_file import differing, why_not
from takusen_books.yoake5.session import unfinished
from takusen_books.yoake5.world import AFTERPLAY, History, World

BOOK: RuleBook = installed()["yoake5"]
LAYERS: tuple[tuple[str, ...], ...] = ((), ("majo@2018-10-01",), ("majo@2019-04-19",))
NUMBERS = ("hostility", "goodwill", "faith", "experience", "money", "stubs", "ticket_faith", "ticket_affinity")
PLAY = (
    "use_ticket", "take_emotion", "take_impression", "drama_check", "joint_scene", "call_emotion", "award_story",
    "buy", "buy_on_iou", "buy_as_expenses", "pay_iou", "sell", "name_favourite", "use_skill",
)  # fmt: skip
GROWTH = ("plan_class", "plan_skill", "plan_lp", "plan_back", "drop_plan", "confirm_plan")
AFTER = ("take_reward", "end_growth", "discard_bonds", "end_bonds", "finish_afterplay")
GIFTS, STEPS, AFTER_STEPS, TRIES = 12, 10, 220, 12
LIMIT, LIFTED = 5, 2


class Evening:
    """A live table of three ready characters, at which the GM declares for all at random."""

    def __init__(self, seed: int) -> None:
        self.random, self.layers = Random(seed), LAYERS[seed % len(LAYERS)]
        self.state, _ = opening(BOOK, NewTable("yoake5", layers=self.layers), 0)
        self.do(c.Sit("GM"))
        for name in ("レイ", "ミオ", "カイ"):
            self.do(c.Add(name))
        for one in self.world.characters:
            self.declare("take_ready", actor=one)

    @property
    def world(self) -> World:
        world: World = self.state.world
        return world

    def do(self, command: c.Command) -> None:
        """What the GM does has to be accepted, and whatever it changes stands in a history."""
        decision = decide(self.state, "gm", command, 0, self.faces)
        assert decision.refused is None, (command, decision.refused)
        self.state = decision.state
        for one, me in self.world.characters.items():
            records = self.world.histories.get(one, History()).records
            assert not list(differing(me, records)), (command, me.name)
            if me.main:
                assert why_not(self.state.reading, me, records) is None, (command, me.name)

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, sides) for _ in range(count))

    def declare(self, act: str, **given: Any) -> bool:
        """Declare an act, with what is not given chosen at random, and answer what it asks; False where it can't be."""
        args = self.completed(act, given) if act in self.state.book.acts else None
        if args is None:
            return False
        self.do(c.Declare(act, args))
        while prompts := open_prompts(self.state):
            prompt = self.random.choice(prompts)
            values = [getattr(one, "value", one) for one in prompt.choices if not getattr(one, "refused", None)]
            self.do(c.Answer(prompt_id(self.state, prompt), self.random.choice(values)))
        return True

    def completed(self, act: str, given: dict[str, Any]) -> dict[str, Any] | None:
        while True:
            offer: Offer[Any] = Offer(self.world, "gm", given, self.state.reading, BOOK.owner)
            trial = self.state.book.acts[act].trial(offer, ())
            if trial.complete:
                return given
            values = self.values(trial.missing) if trial.missing else []
            if trial.missing is None or not values:
                return None
            given = given | {trial.missing.name: self.random.choice(values)}

    def values(self, pick: Pick) -> list[Any]:
        ready = [one.value for one in pick.choices if not one.refused]
        if pick.kind == "number":
            return [self.random.randint(pick.low, pick.high)]
        if pick.kind == "some":
            most = min(pick.high, len(ready))
            return [self.random.sample(ready, self.random.randint(pick.low, most))] if most >= pick.low else []
        return ready if pick.kind == "one" else ["覚え書き"]

    def some_of(self, acts: tuple[str, ...], count: int) -> None:
        for _ in range(count):
            self.declare(self.random.choice(acts))

    def session(self) -> None:
        """A session from its beginning to its end."""
        for _ in range(GIFTS):
            kind = self.random.choice(NUMBERS)
            self.declare("correct", kind=kind, amount=self.random.randint(1, 3), note="試し")
        members = list(self.world.characters)
        self.declare("begin_session", title="夜", day="2026-12-01", members=members, flags=[])
        self.some_of(PLAY, STEPS)
        self.declare("begin_main_play")
        self.some_of(PLAY, STEPS)
        self.declare("begin_afterplay")
        self.declare("decide_reward", fixed=self.random.randint(0, 200), boss_level=5)
        for _ in range(AFTER_STEPS):
            if not unfinished(self.world):
                break
            self.declare(self.random.choice((*AFTER, *AFTER, *GROWTH, *PLAY)))
        self.finish()
        assert self.declare("end_session")

    def finish(self) -> None:
        """What is left of the after-play."""
        for _ in range(TRIES):
            for one in unfinished(self.world):
                assert any(self.declare(act, actor=one) for act in (*AFTER, "drop_plan")), self.world.characters[one]


def above(world: World) -> list[tuple[str, Id]]:
    """Who holds more than may be held towards whom."""
    return [
        (me.name, whom)
        for me in world.characters.values()
        for whom, bond in me.bonds.items()
        if bond.hostility + bond.goodwill > LIMIT and bond.faith < LIFTED
    ]


@pytest.mark.parametrize("seed", range(9))
def test_histories_add_up_over_sessions_and_bonds_stay_within_the_limit(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(2):
        evening.session()
        assert not evening.layers or not above(evening.world)
    assert evening.world.now().part != AFTERPLAY
    assert any(len(history.records) > GIFTS for history in evening.world.histories.values())

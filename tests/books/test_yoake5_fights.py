"""Random legal fights of yoake5, under the base and both versions of 魔城卓: a referee watches, the log replays."""

from random import Random
from typing import Any

import pytest

from takusen.log.codec import decode, encode
from takusen.log.entries import Became, Closed, Opened
from takusen.play.exact import Memo
from takusen.play.handles import Fact, Id
from takusen.rulebook.book import RuleBook, installed
from takusen.rulebook.offers import Offer, Pick, Trial
from takusen.table import commands as c
from takusen.table.decide import decide
from takusen.table.floor import open_prompts, prompt_id, replay_fault
from takusen.table.fold import fold, folded
from takusen.table.opening import NewTable, opening
from takusen.table.state import State
from takusen_books.yoake5.catalogue import catalogue
from takusen_books.yoake5.facts_fight import Attacked, HpLost, RowTaken, TurnCame, TurnGivenAway
from takusen_books.yoake5.facts_skill import SkillUsed
from takusen_books.yoake5.forbids import forbids, may_act, may_use
from takusen_books.yoake5.rows import closed
from takusen_books.yoake5.states import hidden_from
from takusen_books.yoake5.stats import total
from takusen_books.yoake5.world import ACTED, MAIN, NOT_YET, SIDES, WAITING, World

BOOK: RuleBook = installed()["yoake5"]
LAYERS: tuple[tuple[str, ...], ...] = ((), ("majo@2018-10-01",), ("majo@2019-04-19",))
FIGHTS = {"after_closing_time": "keeper", "rift_over_exams": "herald"}
MINE = ("attack", "use_skill", "use_item", "move_row", "wait_turn", "end_turn", "ready", "go_on")
RULINGS = ("lay_status", "clear_status", "place_row", "let_act", "hide_away", "reveal", "bring_foe")
OPTIONS = ("critical_dice", "order_tie", "contest_tie", "waiting_order", "contest_crit")
STEPS, TRIES = 30, 60


class Evening:
    """A live table at which the GM declares for all, at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        scenario = self.random.choice(tuple(FIGHTS))
        wish = NewTable("yoake5", scenario=scenario, options=self.options(), layers=LAYERS[seed % len(LAYERS)])
        self.state, entries = opening(BOOK, wish, 0)
        self.entries = list(entries)
        self.read: State = folded({"yoake5": BOOK}, [decode(encode(entry)) for entry in entries])
        self.do(c.Sit("GM"))
        self.do(c.Declare("start_combat", {"encounter": FIGHTS[scenario], "foes": []}))

    def options(self) -> dict[str, str | int]:
        return {name: self.random.choice(BOOK.texts.options[name].choices).value for name in OPTIONS}

    @property
    def world(self) -> World:
        world: World = self.state.world
        return world

    def do(self, command: c.Command) -> None:
        """What the GM does has to be accepted."""
        decision = decide(self.state, "gm", command, 0, self.faces)
        assert decision.refused is None, (command, decision.refused)
        for entry in decision.entries:
            self.look(entry.body)
            self.read = fold(self.read, decode(encode(entry)))
        self.state = decision.state
        self.entries += decision.entries
        assert self.read == self.state

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, sides) for _ in range(count))

    def look(self, body: Any) -> None:
        """Laws of every fact, and of every world between acts."""
        before: World = self.read.world
        if isinstance(body, Became):
            fact = BOOK.fact(body.fact)
            assert fact is not None
            self.law(before, fact)
        elif isinstance(body, Opened):
            self.between(before, body.act)
        elif isinstance(body, Closed) and self.read.floor is not None:
            assert replay_fault(self.read, self.read.floor) == ""

    def law(self, world: World, fact: Fact) -> None:
        if isinstance(fact, HpLost):
            assert fact.amount >= 0 <= fact.hp
        elif isinstance(fact, RowTaken):
            assert not fact.moved or may_act(world, self.state.reading, fact.of, "move") is None
        elif isinstance(fact, Attacked) and world.combat:
            assert not any(self.unseen(world, fact.by, one) for one in fact.targets), "a hidden one was chosen"
            assert world.combat.turn == fact.by
        elif isinstance(fact, TurnGivenAway):
            assert world.characters[fact.of].mark == NOT_YET
        elif isinstance(fact, TurnCame):
            self.in_order(world, fact.of)
        elif isinstance(fact, SkillUsed):
            assert may_use(world, self.state.reading, fact.of, fact.skill) is None
            assert fact.mp >= 0
            assert not any(getattr(world.characters[fact.of], flag) for flag in fact.done)

    def unseen(self, world: World, by: Id, one: Id) -> bool:
        return one != by and hidden_from(world, one, by)

    def in_order(self, world: World, one: Id) -> None:
        """Nobody comes before one who has not yet acted and is quicker; those who wait come after all others."""
        me, reading = world.characters[one], self.state.reading
        assert me.mark != ACTED
        if world.here().given == one:
            return
        fresh = [other for other, each in world.characters.items() if each.stands and each.mark == NOT_YET]
        assert me.mark == NOT_YET or not fresh
        values = {other: total(world, reading, other, "action_value") for other in fresh}
        assert me.mark == WAITING or values[one] == max(values.values())

    def between(self, world: World, act: str) -> None:
        """Between acts: HP within bounds; rows without gaps, except where they are about to close; one main process."""
        assert all(me.hp >= 0 and me.mp >= 0 and me.lp >= 0 for me in world.characters.values())
        if world.combat is None:
            return
        if act not in ("close_rows", "conclude", "start_combat"):
            assert not closed(world, self.state.reading), "rows have gaps"
            for side in SIDES:
                rows = {me.row for _, me in world.of_side(side)}
                assert rows <= set(range(len(rows) + 1))
        assert (world.combat.process == MAIN) == bool(world.combat.turn)

    def step(self) -> None:
        """An answer where somebody is asked, else a declaration."""
        prompts = open_prompts(self.state)
        if prompts:
            prompt = self.random.choice(prompts)
            values = [getattr(one, "value", one) for one in prompt.choices if not getattr(one, "refused", None)]
            self.do(c.Answer(prompt_id(self.state, prompt), self.random.choice(values)))
        else:
            self.do(c.Declare(*self.chosen()))

    def chosen(self) -> tuple[str, dict[str, Any]]:
        """Something that may be declared now, by the offers alone."""
        acting = BOOK.acting(self.world)
        for _ in range(TRIES):
            ruled = self.random.random() < 0.15
            name = self.random.choice(RULINGS if ruled else MINE)
            first = next(iter(BOOK.acts[name].hints), "")
            given = {"actor": self.random.choice(acting)} if first == "actor" else {}
            args = self.completed(name, given)
            if args is not None:
                return name, args
        name = "end_turn" if self.world.here().process == MAIN else "ready"
        return name, {"actor": acting[0]}

    def completed(self, act: str, given: dict[str, Any]) -> dict[str, Any] | None:
        while True:
            offer: Offer[Any] = Offer(self.world, "gm", given, self.state.reading, BOOK.owner)
            trial: Trial = BOOK.acts[act].trial(offer, ())
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
            return [self.random.sample(ready, pick.low)] if len(ready) >= pick.low else []
        return ready


@pytest.mark.parametrize("batch", range(6))
def test_random_fights_keep_the_laws_and_replay(batch: int) -> None:
    for seed in range(batch * 2, batch * 2 + 2):
        evening = Evening(seed)
        for _ in range(STEPS):
            if evening.world.combat is None:
                break
            evening.step()
        read = [decode(encode(entry)) for entry in evening.entries]
        assert folded({"yoake5": BOOK}, read) == evening.state


def test_policies_play_a_fight_to_its_end() -> None:
    ended = 0
    for seed in range(3):
        evening = Evening(seed)
        play = BOOK.players["sensible"]
        memo = Memo(evening.state.reading)
        for _ in range(300):
            if evening.world.combat is None:
                break
            if open_prompts(evening.state):
                evening.step()
                continue
            one = BOOK.acting(evening.world)[0]
            evening.do(c.Declare(*(play(evening.world, one, memo) or ("end_turn", {"actor": one}))))
        ended += evening.world.combat is None
    assert ended == 3


def test_the_categories_of_restrained_and_sealed_are_complements() -> None:
    """Whatever the skill: exactly one of both forbids it."""
    for label in LAYERS:
        reading = opening(BOOK, NewTable("yoake5", layers=label), 0)[0].reading
        known = catalogue(reading)
        restrained, sealed = known.statuses["restrained"], known.statuses["sealed"]
        for skill in known.skills.values():
            one, other = forbids(reading, restrained, skill.category), forbids(reading, sealed, skill.category)
            assert one != other, skill.category

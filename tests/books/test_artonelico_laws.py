"""Random legal battles of artonelico, sampled and live, under the eyes of a referee."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from takusen.dice import Readout
from takusen.log.codec import decode, encode
from takusen.log.entries import Asked, Became, Closed, Opened, Rolled
from takusen.play.exact import Memo
from takusen.play.handles import Choice, Fact, Id, open_values
from takusen.play.reading import Reading
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.offers import Offer, Pick, Trial
from takusen.table import commands as c
from takusen.table.decide import decide
from takusen.table.floor import open_prompts, prompt_id, replay_fault
from takusen.table.fold import fold, folded
from takusen.table.opening import NewTable, opening
from takusen.table.state import State
from takusen_books.artonelico import BOOK
from takusen_books.artonelico.stats import ability
from takusen_books.artonelico.world import ANNOUNCE, MAIN, PARTY, SONG, World
from tests.books.artonelico_referee import Referee
from tests.engine.sessions import Session, wish

SAMPLED, BATCH, LIVE = 2_000, 250, 100
TURNS, STEPS, LIVE_STEPS = 6, 600, 30
IN_MAIN = ("move", "guard", "attack", "release", "use_skill", "use_item", "flee", "wait")
IN_SONG = ("sing", "keep_singing", "stop_singing", "use_skill", "ready")
IN_ANNOUNCE = ("use_skill", "ready")
ACTS = {MAIN: IN_MAIN, SONG: IN_SONG, ANNOUNCE: IN_ANNOUNCE}
ANYBODY = 0.2
"""How often somebody tries to act whose turn it may not be."""
FIXED = ("experience_source", "same_party_tie")
"""Options that no battle turns on."""


# random and legal ----------------------------------------------------------------------------------------------------


def wishes(random: Random) -> dict[str, str | int]:
    """The book as some table reads it: mostly by its defaults."""
    texts = [one for one in BOOK.texts.options.values() if one.name not in FIXED]
    return {one.name: random.choice(one.choices).value for one in texts if random.random() < 0.25}


def chosen(world: World, reading: Reading, random: Random) -> tuple[str, dict[str, Any]]:
    """Something that somebody may declare now, by the offers alone; whoever is waited for always may do something."""
    names = ACTS[world.here().phase]
    for one in (*random.sample(tuple(world.fighters), 1 if random.random() < ANYBODY else 0), *someone(world, random)):
        for name in random.sample(names, len(names)):
            args = completed(partial(attempt, world, reading, name), {"actor": one}, random)
            if args is not None:
                return name, args
    raise AssertionError(f"nobody may do anything in {world.here().phase}")


def someone(world: World, random: Random) -> tuple[Id, ...]:
    """One of those who are waited for."""
    return (random.choice(BOOK.acting(world)),)


def attempt(world: World, reading: Reading, act: str, given: dict[str, Any]) -> Trial:
    return BOOK.acts[act].trial(Offer(world, "gm", given, reading, BOOK.owner), ())


def completed(
    attempt: Callable[[dict[str, Any]], Trial], given: dict[str, Any], random: Random
) -> dict[str, Any] | None:
    """The picks made at random; None where the act is closed."""
    while True:
        trial = attempt(given)
        if trial.complete:
            return given
        open_ones = [] if trial.missing is None else ready(trial.missing)
        if trial.missing is None or not open_ones:
            return None
        given = given | {trial.missing.name: random.choice(open_ones)}


def ready(pick: Pick) -> list[Any]:
    return [one.value for one in pick.choices if not one.refused]


def members(world: World, random: Random) -> tuple[Id, ...]:
    """Four of those who are there."""
    return tuple(random.sample([one for one, me in world.fighters.items() if me.side == PARTY], 4))


# sampled -------------------------------------------------------------------------------------------------------------


class Watched(Sampled[World]):
    """Sampled play in which answers are random, and a referee sees all."""

    def __init__(self, world: World, tables: Tables, random: Random) -> None:
        super().__init__(world, tables, {})
        self.random, self.referee = random, Referee(tables.memo.reading)

    def roll(self, label: str, readout: Readout[Any], of: str = "") -> Any:
        value = super().roll(label, readout, of)
        self.referee.roll(label, of, value)
        return value

    def ask(self, of: str, label: str, choices: Any, about: Any, policy: Any) -> Any:
        self.referee.asked(label, of)
        return self.random.choice(open_values(choices))

    def emit(self, fact: Fact) -> None:
        before = self.world
        super().emit(fact)
        self.referee.fact(before, fact, self.world)

    def play(self, act: str, args: dict[str, Any]) -> None:
        """One act."""
        before, rule = self.world, BOOK.acts[act]
        self.referee.opens(before, act, args)
        self.run(rule, rule.bound((), args))
        self.referee.closes(before, self.world)


def start(reading: Reading) -> World:
    """A table with the starter set and its scenario."""
    world: World = BOOK.new_world()
    for fact in BOOK.enter(BOOK.scenarios["morning_note"], "ja"):
        world = fact.apply(world)
    return world


def battle(world: World, tables: Tables, random: Random) -> Watched:
    """One battle of up to `TURNS` turns: at random and now and then as a policy would play, so that it goes on."""
    t, reading = Watched(world, tables, random), tables.memo.reading
    encounter = random.choice(tuple(world.encounters))
    t.play("start_battle", {"encounter": encounter, "members": members(world, random)})
    t.play("begin", {})
    sensible = BOOK.players["sensible"]
    for _ in range(STEPS):
        if t.world.battle is None or BOOK.over(t.world) or t.world.here().turn > TURNS:
            break
        due = BOOK.next(t.world, reading)
        if due is None and random.random() < 0.6:
            due = sensible(t.world, random.choice(BOOK.acting(t.world)), tables.memo)
        t.play(*(due or chosen(t.world, reading, random)))
    return t


@pytest.mark.parametrize("batch", range(SAMPLED // BATCH))
def test_sampled_battles_keep_the_laws(batch: int) -> None:
    random = Random(batch)
    turns = downed = 0
    for _ in range(BATCH // 50):
        reading = BOOK.reading(wishes(random))
        world, tables = start(reading), Tables(Memo(reading), random.randrange(10**6))
        for _ in range(50):
            ended = battle(world, tables, random).world
            turns += ended.battle.turn if ended.battle else 1
            downed += sum(me.downed for me in ended.fighters.values())
    assert turns > BATCH
    assert downed > BATCH


# live ----------------------------------------------------------------------------------------------------------------


class Evening:
    """A live table at which the GM declares for all, at random; each entry is refereed and folded from its bytes."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        wish = NewTable("artonelico", scenario="morning_note", options=wishes(self.random))
        self.state, entries = opening(BOOK, wish, 0)
        self.entries = list(entries)
        self.read: State = folded({"artonelico": BOOK}, [decode(encode(entry)) for entry in entries])
        self.referee = Referee(self.state.reading)
        self.do(c.Sit("GM"))

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
        """The referee sees what is written, a replay what closes."""
        before: World = self.read.world
        if isinstance(body, Opened):
            self.referee.opens(before, body.act, body.args)
        elif isinstance(body, Rolled):
            self.rolled(body)
        elif isinstance(body, Asked):
            self.referee.asked(body.label, body.subject)
        elif isinstance(body, Became):
            fact = BOOK.fact(body.fact)
            assert fact is not None
            self.referee.fact(before, fact, fact.apply(before))
        elif isinstance(body, Closed) and self.read.floor is not None:
            self.referee.closes(self.read.floor.world, before)
            assert replay_fault(self.read, self.read.floor) == ""

    def rolled(self, body: Rolled) -> None:
        """Only the order's dice are of interest, and only their order: a constant is added to all of one fighter."""
        if body.label in ("initiative", "tie"):
            plus = ability(self.read.world, Id(body.subject), "agility").plus if body.label == "initiative" else 0
            self.referee.roll(body.label, body.subject, sum(body.faces) + plus)

    def step(self) -> None:
        """An answer where somebody is asked, else a declaration."""
        prompts = open_prompts(self.state)
        if prompts:
            prompt = self.random.choice(prompts)
            values = [one.value if isinstance(one, Choice) else one for one in prompt.choices]
            fit = [one for one in values if one in open_values(prompt.choices)]
            self.do(c.Answer(prompt_id(self.state, prompt), self.random.choice(fit)))
        else:
            self.do(c.Declare(*chosen(self.state.world, self.state.reading, self.random)))


@pytest.mark.parametrize("batch", range(10))
def test_live_battles_keep_the_laws_and_replay(batch: int) -> None:
    for seed in range(batch * LIVE // 10, (batch + 1) * LIVE // 10):
        evening = Evening(seed)
        world = evening.state.world
        encounter = evening.random.choice(tuple(world.encounters))
        who = list(members(world, evening.random))
        evening.do(c.Declare("start_battle", {"encounter": encounter, "members": who}))
        evening.do(c.Declare("begin", {}))
        for _ in range(LIVE_STEPS):
            if evening.state.world.battle is None or BOOK.over(evening.state.world):
                break
            evening.step()
        read = [decode(encode(entry)) for entry in evening.entries]
        assert folded({"artonelico": BOOK}, read) == evening.state


# whatever people do --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_undo_overrule_and_nonsense_leave_a_log_that_replays(seed: int) -> None:
    for each in range(4):
        random = Random(10 * seed + each)
        session = Session(BOOK, random).sit()
        world = session.state.world
        who = list(members(world, random))
        session.do(
            "gm", c.Declare("start_battle", {"encounter": random.choice(list(world.encounters)), "members": who})
        )
        session.do("gm", c.Declare("begin", {}))
        for _ in range(60):
            before: State = session.state
            for entry in session.do(*wish(before, random)).entries:
                if isinstance(entry.body, Closed):
                    procedure = before.beside or before.floor
                    assert procedure is not None
                    assert replay_fault(before, procedure) == ""
                before = fold(before, decode(encode(entry)))
            assert before == session.state
        assert folded({"artonelico": BOOK}, [decode(encode(one)) for one in session.entries]) == session.state

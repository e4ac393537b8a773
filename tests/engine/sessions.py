"""Random sessions: what the people at a table might do, sensible or not, by one generator of random numbers."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from takusen.log.entries import Answered, Drawn, Entry, Rolled, Settled
from takusen.log.paths import joined
from takusen.log.rolls import ChatRoll, Thrown
from takusen.log.table import Table
from takusen.play.handles import Form, Prompt
from takusen.rulebook.book import RuleBook
from takusen.rulebook.fields import fields_of
from takusen.rulebook.offers import Offer, Pick, Trial, tried
from takusen.table import commands as c
from takusen.table.decide import decide
from takusen.table.draft import Decision
from takusen.table.floor import open_prompts, prompt_id
from takusen.table.opening import NewTable, opening
from takusen.table.state import State
from tests.engine.tables import asked, asked_id

ODD: tuple[Any, ...] = (None, "", "…", "<b>&\u202e", 7919, -1, 10**30, 0.5, True, [], ["a", "a"], {}, {"x": [1, {}]})
"""Values that nothing asks for."""

ROLL = ChatRoll("(2D6) ＞ 9[4,5] ＞ 9", (Thrown(6, (4, 5)),))
RESOURCES = (":HP-5", ":体力-1 生命点=3L", ":stamina^+1", "@凛:体力-1d6 痛い", ":HP-", "やあ")
TEXTS = ("やあ", "", "\x00\u202e", "長" * 20_001)

Wish = tuple[str, c.Command]


class Session:
    """A table and the generator that plays it."""

    def __init__(self, book: RuleBook, random: Random, wish: NewTable | None = None) -> None:
        self.book, self.random = book, random
        self.state, entries = opening(book, wish or NewTable(book.id, scenario=next(iter(book.scenarios), "")), 0)
        self.entries: list[Entry] = list(entries)
        self.refusals: list[str] = []

    def entropy(self, count: int, sides: int) -> tuple[int, ...]:
        """Faces from the session's own generator."""
        return tuple(self.random.randint(1, sides) for _ in range(count))

    def do(self, seat: str, command: c.Command) -> Decision:
        """Decide one command and keep what comes of it."""
        decision = decide(self.state, seat, command, len(self.entries), self.entropy)
        if decision.refused:
            self.refusals.append(decision.refused.reason)
        self.state = decision.state
        self.entries += decision.entries
        return decision

    def sit(self) -> "Session":
        """Everybody sits down, players take whom they can get."""
        for seat in self.state.seats.values():
            self.do(seat.id, c.Sit(seat.id.upper()))
        for seat in self.state.seats.values():
            free = self.book.free(self.state.world)
            if seat.kind == "player" and free:
                self.do(seat.id, c.Take(free[0]))
        return self

    def step(self) -> Decision:
        """Somebody does something."""
        return self.do(*wish(self.state, self.random))

    def play(self, steps: int) -> "Session":
        """Sit down and take many steps."""
        self.sit()
        for _ in range(steps):
            self.step()
        return self


def wish(state: State, random: Random) -> Wish:
    """Something that somebody might want now: mostly what moves the game on."""
    if random.random() < 0.3:
        return _any_seat(state, random), random.choice(ANYTHING)(state, random)
    if state.floor is not None and random.random() < 0.8:
        return _answer(state, random)
    return _declaration(state, random)


def _any_seat(state: State, random: Random) -> str:
    return random.choice([*state.seats, "gm", "gm", "nobody"])


def _declaration(state: State, random: Random) -> Wish:
    playing = [seat.id for seat in state.seats.values() if seat.kind != "watcher"]
    acting = [state.responder(one) for one in state.book.acting(state.world)]
    seat = random.choice(acting or ["gm"]) if random.random() < 0.8 else random.choice(playing)
    return seat, declare(state, random, seat)


def declare(state: State, random: Random, seat: str, tries: int = 4) -> c.Declare:
    """A declaration of some act, its arguments mostly as the offer wants them; after a few tries an illegal one."""
    act = random.choice([one.name for one in state.book.acts.values() if one.by != "table"])
    entities = tuple(state.book.entities(state.world))

    def attempt(given: dict[str, Any]) -> Trial:
        offer: Offer[Any] = Offer(state.world, seat, given, state.reading, state.book.owner)
        return state.book.acts[act].trial(offer, entities)

    args = completed(attempt, random)
    if tries and attempt(args).refused:
        return declare(state, random, seat, tries - 1)
    token = random.choice(["", f"t{random.randint(0, 20)}"])
    return c.Declare(act, args, random.choice(["", "えいっ"]), token)


def completed(attempt: Callable[[dict[str, Any]], Trial], random: Random) -> dict[str, Any]:
    """Picks made at random until nothing is missing or something is refused."""
    given: dict[str, Any] = {}
    while (missing := attempt(given).missing) is not None:
        given[missing.name] = picked(missing, random)
    return given


def picked(pick: Pick, random: Random) -> Any:
    """A value for a pick: an open one, now and then another."""
    if random.random() < 0.02:
        return random.choice(ODD)
    every = [choice.value for choice in pick.choices]
    ready = [choice.value for choice in pick.choices if not choice.refused] or every
    if pick.kind == "one":
        return random.choice(ready) if ready else "nobody"
    if pick.kind == "some":
        most = min(len(ready), pick.high)
        return random.sample(ready, random.randint(min(pick.low, most), most))
    return random.randint(pick.low, max(pick.low, pick.high)) if pick.kind == "number" else "…"


def _answer(state: State, random: Random) -> Wish:
    prompts = open_prompts(state)
    assert prompts, "the floor is taken and nothing is asked"
    prompt = prompts[random.randrange(len(prompts))] if len(prompts) > 1 else prompts[0]
    seat = random.choice([state.responder(prompt.of), "gm"])
    return seat, c.Answer(prompt_id(state, prompt), answer(state, prompt, random))


def answer(state: State, prompt: Prompt, random: Random) -> Any:
    """An answer to a prompt, mostly one that it offers."""
    if random.random() < 0.03:
        return random.choice(ODD)
    if isinstance(prompt.choices, Form):
        form = prompt.choices

        def attempt(given: dict[str, Any]) -> Trial:
            offer: Offer[Any] = Offer(None, "gm", given, state.reading, lambda world, one: "")
            return tried(lambda o: form.picks(o, prompt.about), offer)

        return completed(attempt, random)
    return msgspec.to_builtins(getattr(one := random.choice(list(prompt.choices)), "value", one))


# anything ------------------------------------------------------------------------------------------------------------


def _seq(state: State, random: Random) -> int:
    journal = state.floor.steps if state.floor else ()
    steps = [seq for seq, body in journal if isinstance(body, Rolled | Drawn | Answered | Settled)]
    past = [one.seq for one in pasts(state)]
    return random.choice([*steps, *past, random.randint(-1, state.seq + 1)])


def pasts(state: State) -> Iterator[Any]:
    """What can be undone, latest first."""
    past = state.past
    while past is not None:
        yield past
        past = past.prev


def _overruling(state: State, random: Random) -> c.Overrule:
    steps = dict(state.floor.steps) if state.floor else {}
    for past in pasts(state):
        steps |= dict(past.procedure.steps) if past.procedure else {}
        break
    known = [(seq, body) for seq, body in steps.items() if isinstance(body, Rolled | Drawn | Answered | Settled)]
    if not known:
        return c.Overrule(_seq(state, random), [1, 1])
    seq, body = random.choice(known)
    if isinstance(body, Rolled):
        return c.Overrule(seq, [random.randint(1, body.sides) for _ in body.faces], "裁定")
    if isinstance(body, Drawn):
        return c.Overrule(seq, random.choice([*body.deck, random.choice(ODD)]), "裁定")
    value = body.answer if isinstance(body, Answered) else body.result
    return c.Overrule(seq, random.choice([value, "give_up", random.choice(ODD)]))


def _edit(state: State, random: Random) -> c.Edit:
    path, value = random.choice(list(_leaves(state.world)) or [("x", 0)])
    if isinstance(value, bool):
        return c.Edit(path, not value)
    if isinstance(value, int):
        return c.Edit(path, random.randint(-2, 9))
    return c.Edit(path, random.choice([msgspec.to_builtins(value, enc_hook=dict), "x", random.choice(ODD)]))


def _leaves(world: Any) -> Iterator[tuple[str, Any]]:
    for name, field in fields_of(type(world)).items():
        value = getattr(world, name)
        if field.editable:
            yield name, value
        elif isinstance(value, Table):
            for key, one in value.items():
                if isinstance(one, msgspec.Struct):
                    yield from ((f"{name}.{joined(key)}.{path}", leaf) for path, leaf in _leaves(one))


def _rekey(state: State, random: Random) -> c.Command:
    tables = [(path, value) for path, value in _leaves(state.world) if isinstance(value, Table)] or [("x", Table())]
    path, table = random.choice(tables)
    key = random.choice([*table, "HP", "", "名.前", "a\\b"])
    name = random.choice(["HP", "毒", "", "x" * 50, "名.前"])
    value = random.choice([{}, {"now": 3}, 3, "x", *ODD])
    return random.choice(
        [
            c.Put(path, name, value),
            c.Remove(f"{path}.{joined(key)}"),
            c.Rename(f"{path}.{joined(key)}", name),
            c.Edit(f"{path}.{joined(key)}", value),
            c.Shift(f"{path}.{joined(key)}.now", random.randint(-3, 3)),
        ]
    )


def _added(state: State, random: Random) -> c.Add:
    kind = random.choice(["", "x", *(one.collection for one in state.book.fresh)])
    numbers = random.choice([{}, {"HP": 12, "MP": None}, {"x" * 50: 1}, {"HP": 10**9}])
    return c.Add(random.choice(["影", "", "x" * 50]), kind, numbers, random.choice([{}, {"hidden": True}, {"x": 1}]))


def _decide(state: State, random: Random) -> c.Decide:
    prompt = asked(state)
    running = random.choice(prompt.running) if prompt and prompt.running else None
    results = {bool: [True, False], int: [0, 3]}.get(running.rule.result if running else None, list(ODD))
    return c.Decide(asked_id(state), running.depth if running else 0, random.choice(results), "裁定")


def _changed(state: State, random: Random) -> c.Change:
    name = random.choice([*state.book.entities(state.world).values(), "x"])
    return c.Change(c.Say("", "in", name), random.choice(RESOURCES), (ROLL,))


def _entity(state: State, random: Random) -> str:
    return random.choice([*state.book.entities(state.world), "nobody", "gm"])


def _label(state: State) -> str:
    prompt = asked(state)
    return prompt.label if prompt else "night"


def _waiting(state: State, random: Random) -> int:
    return random.choice([*(one.seq for one in state.waiting), 1])


def _read(state: State, random: Random) -> c.Read:
    options = list(state.book.texts.options.values())
    if not options:
        return c.Read("nothing", "x")
    option = random.choice(options)
    return c.Read(option.name, random.choice([*(one.value for one in option.choices), "x"]))


ANYTHING: tuple[Callable[[State, Random], c.Command], ...] = (
    lambda state, random: declare(state, random, random.choice(list(state.seats))),
    lambda state, random: declare(state, random, "gm"),
    lambda state, random: c.Declare(random.choice(["attack", "nothing"]), {"x": random.choice(ODD)}),
    lambda state, random: c.Confirm(_waiting(state, random)),
    lambda state, random: c.Withdraw(_waiting(state, random)),
    lambda state, random: c.Answer(random.choice([asked_id(state), "", "1.1"]), random.choice(ODD)),
    _decide,
    lambda state, random: c.Abort(random.choice(["", "もういい"])),
    lambda state, random: c.Restart(),
    _overruling,
    lambda state, random: c.Undo(_seq(state, random)),
    _edit,
    lambda state, random: c.Edit(random.choice(["", ".", "x.y", "fighters", "fighters.x"]), random.choice(ODD)),
    _rekey,
    _added,
    lambda state, random: c.Take(_entity(state, random), random.choice([*state.seats, "", "x"])),
    _read,
    lambda state, random: c.Autoplay(_entity(state, random), random.choice([*state.book.players, "", "x"])),
    lambda state, random: c.Stand(_entity(state, random), _label(state), random.choice(["pass", "cover", 7]), True),
    lambda state, random: c.Stand(_entity(state, random), _label(state), random.choice(["pass", "watch"])),
    lambda state, random: c.Unstand(*random.choice(list(state.standing) or [("x", "x")])),
    lambda state, random: c.LetPlay(random.choice(["", "x"]), random.randint(1, 3)),
    lambda state, random: c.LetOn(),
    lambda state, random: c.StopPlay(),
    lambda state, random: c.AnswerByPolicy((asked_id(state),)),
    lambda state, random: c.AnswerAll({asked_id(state): random.choice(["pass", *ODD])}),
    lambda state, random: c.Toss(c.Say("2D6", secret=random.random() < 0.5), ROLL, "DiceBot"),
    lambda state, random: c.Reveal(_seq(state, random)),
    lambda state, random: c.Reveal(next(iter(state.dice.secrets), 0)),
    lambda state, random: c.SetPalette(_entity(state, random), random.choice(["", "2d6+{x}\n//x=1", "長" * 70_000])),
    _changed,
    lambda state, random: c.SetDice("DiceBot", random.random() < 0.5),
    lambda state, random: c.PutChart("表\n1D2\n1:あ\n2:い"),
    lambda state, random: c.DropChart(random.choice(["表", "x"])),
    lambda state, random: c.Say(random.choice(TEXTS), random.choice(["in", "out", "x"])),
    lambda state, random: c.Amend(random.randint(0, state.seq), "直した"),
    lambda state, random: c.Sit(random.choice(["名", "", "<script>"])),
    lambda state, random: c.AddSeat(random.choice(["player", "watcher", "gm"])),
    lambda state, random: c.Renew(random.choice([*state.seats, "x"])),
)  # fmt: skip
"""What people might do out of turn, and what nobody should."""

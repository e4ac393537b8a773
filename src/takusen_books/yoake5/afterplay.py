"""The after-play, step by step: the reward, growth, bonds, and what is settled at the end (YA-13, YA-14)."""

from collections.abc import Iterator, Sequence

import msgspec

from takusen.rules import Id, Offer, Play, Reading, Refused, act, policy, rule

from .facts_session import StepTaken
from .ledger import Recorded
from .limits import discards, excess, held
from .plan import party, stop
from .points import point
from .rewards import bond_reward
from .session import BONDS, DONE, GROWTH, REWARD, SETTLEMENT, STEPS, not_at
from .things import day_of
from .world import PREPLAY, History, Record, World

TICKET = "experience_"
"""How experience tickets are called; the number behind it is the experience that they give."""
TICKETS = "charts.afterplay.tickets"
MOST_DISCARDED = 99
RULE = "YA-14"


class Leave(msgspec.Struct, frozen=True):
    """Who would use which ticket before the main play."""

    of: Id
    ticket: str


@policy("ticket_leave")
def granted(about: Leave, open_ones: Sequence[str]) -> str:
    """The GM grants it."""
    return "yes"


# experience tickets --------------------------------------------------------------------------------------------------


def worth(ticket: str) -> int:
    """The experience that a ticket gives; 0 for one of another kind."""
    number = ticket.removeprefix(TICKET)
    return int(number) if ticket.startswith(TICKET) and number.isdecimal() else 0


def experience_tickets(world: World, one: Id) -> tuple[str, ...]:
    """The experience tickets that somebody has, each as often as they have it."""
    return tuple(name for name, count in world.characters[one].tickets.items() if worth(name) for _ in range(count))


def spent_ticket(ticket: str, day: str) -> tuple[Record, Record]:
    """A ticket is given for its experience."""
    given = Record("ticket", -1, what=ticket, why="experience_ticket", rule=RULE, day=day)
    return given, Record("experience", worth(ticket), what=ticket, why="experience_ticket", rule=RULE, day=day)


@act("YA-14")
def use_experience_ticket(t: Play[World], actor: Id, ticket: str) -> None:
    """A ticket is used in the pre-play, with the GM's leave."""
    if t.ask("gm", "ticket_leave", ("yes", "no"), Leave(actor, ticket), granted) == "yes":
        t.emit(Recorded(actor, spent_ticket(ticket, day_of(t.world))))


@use_experience_ticket.offer
def _(o: Offer[World]) -> None:
    actor = o.pick("actor", o.mine(party(o.world)))
    if o.world.session is None or o.world.session.part != PREPLAY:
        o.refuse("only_preplay")
    tickets = tuple(dict.fromkeys(experience_tickets(o.world, actor)))
    if not tickets:
        o.refuse("no_ticket")
    o.pick("ticket", tickets)


# the steps -----------------------------------------------------------------------------------------------------------


def at_step(o: Offer[World], *steps: str) -> Id:
    """One of one's characters who is at such a step."""
    return o.pick("actor", o.mine(party(o.world)), lambda one: not_at(o.world, one, *steps), "not_your_character")


def following(step: str) -> str:
    """The step after a step."""
    return STEPS[STEPS.index(step) + 1]


@act("YA-14", own=True)
def take_reward(t: Play[World], actor: Id, tickets: int) -> None:
    """The reward of the session, what has grown between characters, and experience tickets with it."""
    t.emit(Recorded(actor, tuple(rewards(t.world, t.reading, actor, tickets))))
    t.emit(StepTaken(actor, GROWTH))


def rewards(world: World, reading: Reading, one: Id, tickets: int) -> Iterator[Record]:
    """What comes in with the reward; the dearest tickets first."""
    session, day = world.now(), day_of(world)
    yield Record("experience", session.reward, why="reward", rule=RULE, day=day)
    grown = bond_reward(reading, *gained(world, one))
    if grown:
        yield Record("experience", grown, why="bond_reward", rule=RULE, day=day)
    for ticket in sorted(experience_tickets(world, one), key=worth, reverse=True)[:tickets]:
        yield from spent_ticket(ticket, day)


def gained(world: World, one: Id) -> tuple[int, int]:
    """The points of hostility and goodwill, and the emotions, that somebody has gained in this session."""
    history = world.histories.get(one, History()).records[world.characters[one].began :]
    points = sum(entry.amount for entry in history if entry.kind in ("hostility", "goodwill") and entry.amount > 0)
    return points, sum(entry.kind == "emotion" and entry.amount > 0 for entry in history)


@take_reward.offer
def _(o: Offer[World]) -> None:
    actor = at_step(o, REWARD)
    if not o.world.now().rewarded:
        o.refuse("no_reward_yet")
    most = int(o.content(TICKETS))
    o.number("tickets", 0, min(most, len(experience_tickets(o.world, actor))), "too_many_tickets")


@act("YA-12", "YA-14", own=True)
def end_growth(t: Play[World], actor: Id) -> None:
    """Nothing more grows: on to what is held towards others."""
    t.emit(StepTaken(actor, BONDS))
    if point(t.reading, "discard_excess") == "oldest_first":
        for whom, records in discards(t.world, t.reading, actor):
            t.emit(Recorded(actor, tuple(_discarded(whom, kind, amount, day_of(t.world)) for kind, amount in records)))


@end_growth.offer
def _(o: Offer[World]) -> None:
    actor = at_step(o, GROWTH)
    if o.world.characters[actor].plan is not None:
        o.refuse("plan_is_open")


@act("YA-13", own=True)
def discard_bonds(t: Play[World], actor: Id, whom: Id, hostility: int, goodwill: int) -> None:
    """What is held towards somebody above the limit is discarded; the player chooses what."""
    given = (("hostility", hostility), ("goodwill", goodwill))
    t.emit(Recorded(actor, tuple(_discarded(whom, kind, n, day_of(t.world)) for kind, n in given if n)))


def _discarded(whom: Id, kind: str, amount: int, day: str) -> Record:
    return Record(kind, -amount, whom, why="discarded", rule="YA-13", day=day)


@discard_bonds.offer
def _(o: Offer[World]) -> None:
    actor = at_step(o, BONDS)
    above = dict(excess(o.world, o.reading, actor))
    if not above:
        o.refuse("nothing_above_limit")
    whom = o.pick("whom", tuple(above))
    bond, need = held(o.world, actor, whom), above[whom]
    hostility = o.number("hostility", max(0, need - bond.goodwill), min(need, bond.hostility))
    o.number("goodwill", need - hostility, need - hostility)


@act("YA-13", "YA-14", own=True)
def end_bonds(t: Play[World], actor: Id) -> None:
    """What is held towards others is within the limit: on to what is settled."""
    t.emit(StepTaken(actor, SETTLEMENT))


@end_bonds.offer
def _(o: Offer[World]) -> None:
    stop(o, above_limit(o.world, o.reading, at_step(o, BONDS)))


def above_limit(world: World, reading: Reading, one: Id) -> Refused | None:
    """Why the bonds can't stay as they are."""
    above = excess(world, reading, one)
    if not above:
        return None
    whom, by = above[0]
    other = world.characters.get(whom)
    return Refused.because("bonds_above_limit", whom=other.name if other else str(whom), by=by)


@act("YA-14", own=True)
def finish_afterplay(t: Play[World], actor: Id) -> None:
    """Things are repaired, expenses come back, and the character is ready for the next session."""
    settle(t, actor)
    t.emit(StepTaken(actor, DONE))


@rule("YA-14")
def settle(t: Play[World], one: Id) -> None:
    """What comes back at the end of the after-play; the book gives nothing back."""


@finish_afterplay.offer
def _(o: Offer[World]) -> None:
    at_step(o, SETTLEMENT)

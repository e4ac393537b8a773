"""What characters hold towards each other (YA-13): emotions, faith, and the scenes that tickets open."""

from collections.abc import Iterable, Sequence

import msgspec

from takusen.rules import Chance, Id, Offer, Play, Question, Reading, Refused, act, judged, policy, rule

from .catalogue import catalogue
from .facts_skill import Counted
from .ledger import Recorded
from .plan import day_of, party
from .points import point
from .session import DONE, SETTLEMENT
from .uses import PARTS, counted
from .world import OVER, Bond, History, Record, World

HOSTILITY, GOODWILL, FAITH, AFFINITY = "hostility", "goodwill", "faith", "affinity"
VALUES = (GOODWILL, HOSTILITY)
TAKE, DECLINE = "take", "decline"
KINDS = {AFFINITY: VALUES, "goodwill": (GOODWILL,), "hostility": (HOSTILITY,),
         "friendship": (GOODWILL,), "quarrel": (HOSTILITY,)}  # fmt: skip
"""What each ticket of a scene between two may be used for."""
MOST_EMOTIONS, MOST_FAITH = "charts.bonds.emotions", "charts.bonds.faith"
RULE = "YA-13"


class Offered(msgspec.Struct, frozen=True):
    """What a scene gives: who would gain what towards whom."""

    of: Id
    towards: Id
    value: str


@policy("bond")
def accept(about: Offered, open_ones: Sequence[str]) -> str:
    """What a scene gives is taken."""
    return TAKE


# who and when --------------------------------------------------------------------------------------------------------


def actor_in(o: Offer[World]) -> Id:
    """One of one's characters in a session, out of combat."""
    return o.pick("actor", o.mine(party(o.world)), lambda one: why_not_meet(o.world, one), "not_your_character")


def why_not_meet(world: World, one: Id) -> Refused | None:
    """Why somebody is in no scene with anybody now."""
    me = world.characters[one]
    if world.session is None or world.session.part == OVER:
        return Refused("no_session")
    if me.making or me.away or me.dead:
        return Refused.because("cant_meet", who=me.name)
    if me.step in (SETTLEMENT, DONE):
        return Refused.because("bonds_settled", who=me.name)
    return Refused("combat_is_on") if world.combat is not None else None


def others(world: World, one: Id) -> tuple[Id, ...]:
    """Whom somebody may meet."""
    return tuple(each for each in party(world) if each != one and why_not_meet(world, each) is None)


def partner(o: Offer[World], one: Id, name: str = "target") -> Id:
    """Somebody else of the party."""
    there = others(o.world, one)
    if not there:
        o.refuse("nobody_there")
    return o.pick(name, there)


def bond(world: World, one: Id, whom: Id) -> Bond:
    """What somebody holds towards another."""
    return world.characters[one].bonds.get(whom, Bond())


def since_began(world: World, one: Id) -> tuple[Record, ...]:
    """What a history says of this session."""
    return world.histories.get(one, History()).records[world.characters[one].began :]


# emotions ------------------------------------------------------------------------------------------------------------


@act("YA-13", own=True)
def take_emotion(t: Play[World], actor: Id, target: Id, emotion: str) -> None:
    """Somebody comes to feel something towards another."""
    t.emit(Recorded(actor, (felt(t.world, target, emotion, ""),)))


@take_emotion.offer
def _(o: Offer[World]) -> None:
    actor = feeling(o)
    target = partner(o, actor)
    o.pick("emotion", catalogue(o.reading).emotions, lambda one: why_not_feel(o.world, actor, target, one))


def felt(world: World, target: Id, emotion: str, called: str) -> Record:
    """An emotion towards somebody, under the name that it was given."""
    return Record("emotion", 1, target, emotion, "emotion", RULE, called, day_of(world))


def feeling(o: Offer[World]) -> Id:
    """A character who may gain one more emotion in this scenario."""
    actor = actor_in(o)
    most = int(o.content(MOST_EMOTIONS))
    if most and emotions_gained(o.world, actor) >= most:
        o.refuse("emotions_full", most=most)
    return actor


def emotions_gained(world: World, one: Id) -> int:
    """How many emotions somebody has gained in this scenario."""
    return sum(entry.kind == "emotion" and entry.amount > 0 for entry in since_began(world, one))


def why_not_feel(world: World, one: Id, whom: Id, emotion: str) -> Refused | None:
    """Why an emotion can't be gained."""
    return Refused("feels_so_already") if emotion in bond(world, one, whom).emotions else None


# tickets -------------------------------------------------------------------------------------------------------------


@act("YA-13")
def use_ticket(t: Play[World], actor: Id, ticket: str, target: Id, value: str) -> None:
    """A ticket is used on somebody: faith in them, or a scene in which both gain goodwill or hostility. The stub
    stays."""
    t.emit(Recorded(actor, ticket_spent(t.world, ticket)))
    noted(t, (actor, target), ticket)
    if ticket == FAITH:
        t.emit(Recorded(target, (gained(t.world, FAITH, actor, "ticket"),)))
    else:
        scene_gives(t, (actor, target), value, "ticket")


@use_ticket.offer
def _(o: Offer[World]) -> None:
    actor = actor_in(o)
    known = tuple(name for name in o.world.characters[actor].tickets if name == FAITH or name in KINDS)
    if not known:
        o.refuse("no_ticket")
    ticket = o.pick("ticket", known)
    there = others(o.world, actor)
    if not there:
        o.refuse("nobody_there")
    o.pick("target", there, lambda one: why_not_faith(o, actor, one) if ticket == FAITH else None)
    o.pick("value", (FAITH,) if ticket == FAITH else KINDS[ticket])


def ticket_spent(world: World, ticket: str) -> tuple[Record, Record]:
    """A ticket goes, its stub stays."""
    day = day_of(world)
    return Record("ticket", -1, what=ticket, why="ticket", rule=RULE, day=day), Record(
        "stubs", 1, what=ticket, why="ticket", rule=RULE, day=day
    )


def why_not_faith(o: Offer[World], giver: Id, one: Id) -> Refused | None:
    """Why somebody can't have more faith from another."""
    most = int(o.content(MOST_FAITH))
    full = most and faith_from(o.world, o.reading, one, giver) >= most
    return Refused.because("faith_full", most=most) if full else None


def faith_from(world: World, reading: Reading, one: Id, giver: Id) -> int:
    """The faith of one person that counts for the limit: what is held, or all that was ever gained."""
    if point(reading, "faith_limit") == "held":
        return bond(world, one, giver).faith
    history = world.histories.get(one, History()).records
    return sum(max(0, each.amount) for each in history if each.kind == FAITH and each.whom == giver)


@rule("YA-13")
def noted(t: Play[World], ones: tuple[Id, ...], ticket: str) -> None:
    """Who used a ticket, and on whom it was used, is remembered for the scenario."""
    for one, name in zip(ones, (f"used:{ticket}", f"met:{ticket}"), strict=False):
        t.emit(Counted(one, counted(t.world, one, name)))


@rule("YA-13")
def ticket_allows(t: Chance, timing: str, money: bool, used: tuple[str, ...], met: tuple[str, ...]) -> bool:
    """Whether tickets that somebody used, or that were used on them, let them use skills of another part of the
    session; the book's don't."""
    return False


def lets_use(world: World, reading: Reading, one: Id, timing: str, money: bool) -> bool:
    """Whether a ticket lets somebody use a skill of another part of the session."""
    if timing not in PARTS or world.session is None or world.combat is not None:
        return False
    here, names = world.characters[one].uses, (FAITH, *KINDS)
    met = (tuple(name for name in names if here.get(f"{how}:{name}:scenario")) for how in ("used", "met"))
    return judged(reading, ticket_allows, timing, money, *met)


# scenes --------------------------------------------------------------------------------------------------------------


@rule("YA-13")
def scene_gives(t: Play[World], ones: tuple[Id, ...], value: str, why: str) -> None:
    """Those in a scene gain one of a value towards each other, or decline, each for each other one."""
    pairs = [(one, other) for one in ones for other in ones if other != one]
    asked = [Question(one, "bond", (TAKE, DECLINE), Offered(one, other, value), accept) for one, other in pairs]
    answers = t.ask_all(tuple(asked))
    taken = [pair for pair, answer in zip(pairs, answers, strict=True) if answer == TAKE]
    give(t, taken, value, why)


def give(t: Play[World], taken: Iterable[tuple[Id, Id]], value: str, why: str) -> None:
    """Everybody's gains, in one entry each."""
    listed = list(taken)
    for one in dict.fromkeys(one for one, _ in listed):
        entries = tuple(gained(t.world, value, other, why) for each, other in listed if each == one)
        t.emit(Recorded(one, entries))


def gained(world: World, value: str, whom: Id, why: str, amount: int = 1) -> Record:
    """A gain towards somebody."""
    return Record(value, amount, whom, why=why, rule=RULE, day=day_of(world))

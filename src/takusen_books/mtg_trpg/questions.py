"""What the rules leave to the GM, or to a player: typed questions, with the book's answers, and the table's
precedents."""

from collections.abc import Sequence
from typing import Any

import msgspec

from takusen.rules import GM, Choice, Id, Play, Policy, is_hidden, policy

from .facts_cast import PrecedentUsed, Ruled
from .world import NOBODY, NOTHING, Ruling, World

RECENT = 8
"""How many answers are kept in mind that could become precedents."""
FAR_AWAY = "far_away"
HOME = "home"


class Case(msgspec.Struct, frozen=True):
    """What a question is about: which PC uses which card, at whom or what, the words of the card that matter, and what
    of the PCs' own is inside of a range in any case."""

    pc: Id
    card: str
    of: Id = NOTHING
    text: str = ""
    inside: tuple[Id, ...] = ()


class Share(msgspec.Struct, frozen=True):
    """Damage that is divided: how much is left, and for how many more targets 1 has to be kept."""

    card: str
    target: Id
    left: int
    others: int


class Lot(msgspec.Struct, frozen=True):
    """Whose cards or permanents are to be chosen from, how many are to go, and for what."""

    target: Id
    card: str
    left: int


class Demand(msgspec.Struct, frozen=True):
    """What the ward of a target demands for a card."""

    card: str
    target: Id
    text: str


# the ruling ----------------------------------------------------------------------------------------------------------


def gm(
    t: Play[World], label: str, case: Any, choices: Sequence[Any], usual: Policy[Any], sort: str = "", home: Id = NOBODY
) -> Any:
    """The GM's answer; where the table keeps a precedent for this sort of thing that is open now, that one.

    An answer that is the `home` of what it is about is remembered as such.
    """
    kept = precedent(t.world, label, sort)
    values = [one.value if isinstance(one, Choice) else one for one in choices]
    known = {word(one, home): one for one in values}
    if kept is not None and kept.answer in known:
        t.emit(PrecedentUsed(label, Id(sort), Id(kept.answer)))
        return known[kept.answer]
    answer = t.ask(GM, label, choices, case, usual)
    remember(t, Ruling(label, sort, word(answer, home)))
    return answer


def precedent(world: World, label: str, sort: str) -> Ruling | None:
    """The precedent for a question; who looks ahead from a player's seat knows of none."""
    return None if is_hidden(world.precedents) else world.precedents.get(key(label, sort))


def remember(t: Play[World], ruling: Ruling) -> None:
    """The latest rulings, each question once."""
    if is_hidden(t.world.asked):
        return
    others = tuple(one for one in t.world.asked if (one.question, one.about) != (ruling.question, ruling.about))
    t.emit(Ruled(ruling, (*others, ruling)[-RECENT:]))


def word(answer: Any, home: Id) -> str:
    """An answer as a precedent keeps it."""
    return HOME if answer == home and home else str(answer)


def key(label: str, sort: str) -> Id:
    """Under what a precedent is kept."""
    return Id(f"{label}:{sort}")


# usual answers -------------------------------------------------------------------------------------------------------


@policy("range")
def where_the_caster_is(about: Case, open_ones: Sequence[Id]) -> Id:
    """The place where the caster is."""
    return open_ones[0]


@policy("rightful_place")
def as_written(about: Case, open_ones: Sequence[Id]) -> Id:
    """The rightful place that is noted."""
    return open_ones[0]


@policy("teleport")
def next_door(about: Case, open_ones: Sequence[Id]) -> Id:
    """A place nearby."""
    return open_ones[0]


@policy("land_tucked")
def carried_off(about: Case, open_ones: Sequence[str]) -> str:
    """It is carried off like anything else."""
    return open_ones[0]


@policy("walker_destroyed")
def gets_away(about: Case, open_ones: Sequence[str]) -> str:
    """Flees badly wounded."""
    return open_ones[0]


@policy("walker_exiled")
def slips_away(about: Case, open_ones: Sequence[str]) -> str:
    """Flees badly wounded."""
    return open_ones[0]


@policy("walker_until")
def is_caught(about: Case, open_ones: Sequence[str]) -> str:
    """Is sealed."""
    return open_ones[0]


@policy("token_gone")
def is_no_more(about: Case, open_ones: Sequence[str]) -> str:
    """A token ceases to exist."""
    return open_ones[0]


@policy("boss_beaten")
def loses(about: Case, open_ones: Sequence[str]) -> str:
    """Without life the boss is beaten and flees."""
    return open_ones[0]


@policy("whose")
def as_an_opponent(about: Case, open_ones: Sequence[str]) -> str:
    """An enemy counts as an opponent's."""
    return open_ones[0]


@policy("enemies")
def as_an_enemy(about: Case, open_ones: Sequence[str]) -> str:
    """All enemies within the range count as an opponent's."""
    return open_ones[0]


@policy("triggered")
def it_triggers(about: Case, open_ones: Sequence[str]) -> str:
    """What the ability waits for has happened."""
    return open_ones[0]


@policy("graveyard_counts")
def counts_too(about: Case, open_ones: Sequence[str]) -> str:
    """Remains count as in one's own graveyard, too."""
    return open_ones[0]


@policy("fits")
def it_fits(about: Case, open_ones: Sequence[str]) -> str:
    """What the card demands of its target is met."""
    return open_ones[0]


@policy("cost_paid")
def is_paid(about: Case, open_ones: Sequence[str]) -> str:
    """The other costs are paid."""
    return open_ones[0]


@policy("ward_met")
def is_met(about: Demand, open_ones: Sequence[str]) -> str:
    """What a ward demands in words is paid."""
    return open_ones[0]


@policy("outcome")
def settled_by_hand(about: Case, open_ones: Sequence[str]) -> str:
    """What the table can't do is done by hand."""
    return open_ones[0]


@policy("referred")
def carry_on(about: Case, open_ones: Sequence[str]) -> str:
    """The card speaks of whoever was met before."""
    return open_ones[0]


@policy("doubted")
def reads_right(about: Case, open_ones: Sequence[str]) -> str:
    """The table has read the card rightly."""
    return open_ones[0]


@policy("amount")
def least_amount(about: Case, open_ones: Sequence[int]) -> int:
    """As little as it can be."""
    return open_ones[0]


@policy("ward_paid")
def pays_the_ward(about: Demand, open_ones: Sequence[str]) -> str:
    """Pays, where that can be paid."""
    return open_ones[0]


@policy("share")
def first_as_much(about: Share, open_ones: Sequence[int]) -> int:
    """As much as possible on whoever comes first."""
    return open_ones[-1]


@policy("discarded")
def first_of_hand(about: Lot, open_ones: Sequence[Id]) -> Id:
    """The card that has been in hand longest."""
    return open_ones[0]


@policy("sacrificed")
def first_permanent(about: Lot, open_ones: Sequence[Id]) -> Id:
    """The permanent that has been there longest."""
    return open_ones[0]


QUESTIONS: tuple[Policy[Any], ...] = (
    where_the_caster_is,
    as_written,
    next_door,
    carried_off,
    gets_away,
    slips_away,
    is_caught,
    is_no_more,
    loses,
    as_an_opponent,
    as_an_enemy,
    it_triggers,
    counts_too,
    it_fits,
    is_paid,
    is_met,
    settled_by_hand,
    carry_on,
    reads_right,
    least_amount,
    pays_the_ward,
    first_as_much,
    first_of_hand,
    first_permanent,
)
"""The usual answers to all questions that casting comes to."""

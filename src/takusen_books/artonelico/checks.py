"""Checks and opposed checks (AT-09 to AT-13)."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec

from takusen.rules import (
    GM,
    Chance,
    Form,
    Id,
    Offer,
    Play,
    Question,
    Refused,
    Verdict,
    act,
    code,
    policy,
    rule,
)

from .arts import ABILITIES
from .facts_check import (
    CheckDeclined,
    Checked,
    CheckFailed,
    CheckPassed,
    Contested,
    ContestLost,
    ContestWon,
    EffectAdded,
    Fumbled,
    OmensPassed,
    WentCritical,
)
from .stats import ability as ability_of
from .world import PARTY, World

LABEL = "check"
HARDEST = 40
UNSAID = 0
"""The difficulty of a check that is left to the GM."""
ROLL, LET_BE = "roll", "let_be"


class Met(NamedTuple):
    """How an opposed check ends."""

    won: bool
    mine: Verdict
    theirs: Verdict


class Difficulty(msgspec.Struct, frozen=True):
    """A difficulty, and whether the GM says it."""

    difficulty: int
    how: Literal["said", "unsaid"] = "said"


class Wanted(msgspec.Struct, frozen=True):
    """What the GM is asked to set a difficulty for."""

    who: Id
    ability: str


class Called(msgspec.Struct, frozen=True):
    """A check to which somebody is called, with the difficulty if it is said."""

    who: Id
    ability: str
    difficulty: str = ""


# rolls ---------------------------------------------------------------------------------------------------------------


@rule("AT-08", "AT-09", "AT-11")
def verdict(t: Chance, of: Id, written: str, label: str = LABEL) -> Verdict:
    """An ability roll that decides success: its total, and whether it is a fumble or critical."""
    return t.roll(label, code(written).rolled.verdict(), of)


@rule("AT-09", "AT-11")
def reaches(t: Chance, got: Verdict, difficulty: int) -> bool:
    """Whether a roll makes a difficulty: at least as high, a critical always, a fumble never."""
    return got.critical or (got.total >= difficulty and not got.fumble)


@rule("AT-10", "AT-11", "AT-12")
def beats(t: Chance, mine: Verdict, theirs: Verdict) -> bool:
    """Whether the action side wins: critical before plain before fumble, then the higher number; never when equal."""
    return mine.total > theirs.total if t.option("contest_crit") == "total_only" else mine > theirs


@rule("AT-10")
def opposed(t: Chance, of: Id, written: str, by: Id, against: str, label: str = LABEL) -> Met:
    """Both sides roll, the action side first."""
    mine, theirs = verdict(t, of, written, label), verdict(t, by, against, label)
    return Met(beats(t, mine, theirs), mine, theirs)


# checks --------------------------------------------------------------------------------------------------------------


@policy("difficulty")
def ordinary(about: Wanted, options: Sequence[Difficulty]) -> Difficulty:
    """A difficulty that an ordinary 3D makes every other time."""
    return Difficulty(10)


@policy("difficulty")
def hard(about: Wanted, options: Sequence[Difficulty]) -> Difficulty:
    """A difficulty for the gifted."""
    return Difficulty(15)


@policy("called")
def at_once(about: Called, options: Sequence[str]) -> str:
    """Whoever is called rolls."""
    return ROLL


def pick_difficulty(o: Offer[None], about: Wanted) -> None:
    """A number, and whether it is said."""
    o.number("difficulty", 1, HARDEST)
    o.pick("how", ("said", "unsaid"))


@act("AT-09", "AT-11")
def check(t: Play[World], actor: Id, ability: str, difficulty: int) -> None:
    """A check at a difficulty; one that is left open is the GM's to set, said or unsaid."""
    t.emit(OmensPassed())
    set_to = Difficulty(difficulty)
    if difficulty == UNSAID:
        set_to = t.ask(GM, "difficulty", Form(Difficulty, pick_difficulty), Wanted(actor, ability), ordinary)
    attempt(t, actor, ability, set_to)


@check.offer
def _(o: Offer[World]) -> None:
    pick_able(o)
    o.pick("ability", ABILITIES)
    o.number("difficulty", UNSAID, HARDEST)


@act("AT-09", by="gm")
def call_check(t: Play[World], members: tuple[Id, ...], ability: str, difficulty: int, how: str) -> None:
    """The GM names ability and difficulty; each of the called rolls, or lets it be."""
    t.emit(OmensPassed())
    set_to = Difficulty(difficulty, "said" if how == "said" else "unsaid")
    shown = str(difficulty) if how == "said" else ""
    answers = t.ask_all(
        [Question(one, "called", (ROLL, LET_BE), Called(one, ability, shown), at_once) for one in members]
    )
    for one, answer in zip(members, answers, strict=True):
        if answer == ROLL:
            attempt(t, one, ability, set_to)
        else:
            t.emit(CheckDeclined(one))


@call_check.offer
def _(o: Offer[World]) -> None:
    here = present(o.world)
    played = tuple(one for one in here if o.world.fighter(one).player)
    o.some("members", here, at_most=len(here), at_least=1, unless=cannot(o.world), suggested=played)
    o.pick("ability", ABILITIES)
    o.number("difficulty", 1, HARDEST)
    o.pick("how", ("said", "unsaid"))


def attempt(t: Play[World], actor: Id, ability: str, against: Difficulty) -> None:
    """Roll a check and state how it ends."""
    written, said = str(ability_of(t.world, actor, ability)), against.how == "said"
    got = verdict(t, actor, written)
    t.emit(Checked(actor, ability, written, got.total, against.difficulty, said))
    tell_rank(t, actor, got)
    t.emit(CheckPassed(actor, said) if reaches(t, got, against.difficulty) else CheckFailed(actor, said))


def tell_rank(t: Play[World], one: Id, got: Verdict) -> None:
    """State a fumble or critical."""
    if got.fumble:
        t.emit(Fumbled(one))
    elif got.critical:
        t.emit(WentCritical(one))


# opposed checks ------------------------------------------------------------------------------------------------------


@act("AT-10", "AT-11", "AT-12")
def contest(t: Play[World], actor: Id, ability: str, opponent: Id, against: str) -> None:
    """An opposed check: the higher wins, the reaction side where both are equal."""
    t.emit(OmensPassed())
    codes = ability_of(t.world, actor, ability), ability_of(t.world, opponent, against)
    met = opposed(t, actor, str(codes[0]), opponent, str(codes[1]))
    t.emit(Contested(actor, ability, met.mine.total, opponent, against, met.theirs.total))
    tell_rank(t, actor, met.mine)
    tell_rank(t, opponent, met.theirs)
    t.emit(ContestWon(actor, opponent) if met.won else ContestLost(actor, opponent, lost_by(met)))


@contest.offer
def _(o: Offer[World]) -> None:
    actor = pick_able(o)
    ability = o.pick("ability", ABILITIES)
    o.pick("opponent", tuple(one for one in present(o.world) if one != actor), unless=cannot(o.world))
    o.pick("against", ABILITIES, suggested=(ability,))


def lost_by(met: Met) -> str:
    """What gave an opposed check to the reaction side: its priority, or simply the roll."""
    return "tied" if met.mine == met.theirs else ""


# what the GM adds ----------------------------------------------------------------------------------------------------


@act("AT-13", by="gm")
def add_effect(t: Play[World], actor: Id, text: str) -> None:
    """The GM adds something special to a fumble or critical; nobody makes them."""
    rank = next(one.rank for one in t.world.omens if one.of == actor)
    t.emit(EffectAdded(actor, rank, text))


@add_effect.offer
def _(o: Offer[World]) -> None:
    if not o.world.omens:
        o.refuse("no_omen")
    o.pick("actor", tuple(dict.fromkeys(one.of for one in o.world.omens)))
    o.text("text")


# who ----------------------------------------------------------------------------------------------------------------


def present(world: World) -> tuple[Id, ...]:
    """Those at the table, the party first."""
    here = tuple(one for one, me in world.fighters.items() if not (me.removed or me.fled))
    return tuple(sorted(here, key=lambda one: world.fighter(one).side != PARTY))


def cannot(world: World) -> Callable[[Id], Refused | None]:
    """Why somebody makes no check now."""

    def why(one: Id) -> Refused | None:
        me = world.fighter(one)
        return Refused.because("downed", who=me.name) if me.downed else None

    return why


def pick_able(o: Offer[World]) -> Id:
    """One of the seat's characters who is on their feet."""
    return o.pick("actor", o.mine(present(o.world)), unless=cannot(o.world), otherwise="not_your_fighter")

"""Drama checks, impressions, feelings under another name, and stories (MJ-32, MJ-35, MJ-37, MJ-53, MJ-70)."""

from collections.abc import Sequence

import msgspec

from takusen.rules import Chance, Id, Offer, Play, Question, Refused, act, policy, rule
from takusen_books.yoake5.bonds import (
    GOODWILL,
    HOSTILITY,
    VALUES,
    actor_in,
    bond,
    feeling,
    felt,
    gained,
    others,
    partner,
    why_not_feel,
)
from takusen_books.yoake5.catalogue import catalogue
from takusen_books.yoake5.checks import RANKS, opposed, weighed
from takusen_books.yoake5.facts_fight import Contested
from takusen_books.yoake5.facts_skill import Counted
from takusen_books.yoake5.ledger import Recorded
from takusen_books.yoake5.plan import day_of, party
from takusen_books.yoake5.uses import counted, used
from takusen_books.yoake5.world import Record, World

DRAMA = "drama"
MOST_MODIFIER, MOST_IMPRESSION = 3, 5
YES, NO = "yes", "no"


class Drama(msgspec.Struct, frozen=True):
    """A drama check that went wrong: whose, with whom, over what, and how many stubs there are."""

    of: Id
    target: Id
    value: str
    stubs: int


class Turn(msgspec.Struct, frozen=True):
    """What somebody gains towards another, who may take the other value instead."""

    of: Id
    towards: Id
    value: str


class Naming(msgspec.Struct, frozen=True):
    """An emotion that somebody would call by another name."""

    of: Id
    target: Id
    emotion: str
    called: str


class Taking(msgspec.Struct, frozen=True):
    """An impression whose strength the GM sets."""

    of: Id
    target: Id
    value: str


@policy("drama_stub")
def keep_the_stub(about: Drama, open_ones: Sequence[str]) -> str:
    """The stub is kept."""
    return NO


@policy("drama_value")
def as_named(about: Turn, open_ones: Sequence[str]) -> str:
    """The value that was named."""
    return about.value


@policy("emotion_name")
def near_enough(about: Naming, open_ones: Sequence[str]) -> str:
    """The name is near enough."""
    return YES


@policy("impression")
def one_point(about: Taking, open_ones: Sequence[int]) -> int:
    """One point."""
    return 1


POLICIES = (keep_the_stub, as_named, near_enough, one_point)


# drama checks --------------------------------------------------------------------------------------------------------


@act("MJ-35", "MJ-70")
def drama_check(t: Play[World], actor: Id, target: Id, value: str, modifier: int) -> None:
    """The actor rolls with what the other holds towards them; winning, both gain one of it."""
    t.emit(Counted(actor, counted(t.world, actor, DRAMA, f"{DRAMA}>{target}")))
    t.emit(Counted(target, counted(t.world, target, f"{DRAMA}>{actor}")))
    held = int(getattr(bond(t.world, target, actor), value))
    if drama_won(t, actor, target, held + modifier) or stub_turns(t, actor, target, value):
        drama_moves(t, actor, target, value)


@drama_check.offer
def _(o: Offer[World]) -> None:
    actor = actor_in(o)
    there = others(o.world, actor)
    if not there:
        o.refuse("nobody_there")
    o.pick("target", there, lambda one: why_not_drama(o, actor, one))
    o.pick("value", VALUES)
    o.number("modifier", 0, MOST_MODIFIER)


def why_not_drama(o: Offer[World], one: Id, other: Id) -> Refused | None:
    """Why two can't have a drama check."""
    if not (bond(o.world, one, other).emotions and bond(o.world, other, one).emotions):
        return Refused("no_mutual_emotions")
    name = DRAMA if o.option("drama_limit") == "per_actor" else f"{DRAMA}>{other}"
    return Refused("drama_used") if used(o.world, one, name, "scenario") else None


@rule("MJ-70")
def drama_won(t: Play[World], one: Id, other: Id, plus: int) -> bool:
    """2D and what was received against 2D; neither skills nor things touch the roll."""
    met = opposed(t, plus, 0, 0, 0, one, other)
    t.emit(Contested(one, met.mine.total, other, met.theirs.total, RANKS[met.mine.rank], RANKS[met.theirs.rank]))
    return weighed(t, met) > 0


@rule("MJ-70")
def stub_turns(t: Play[World], one: Id, other: Id, value: str) -> bool:
    """A stub turns a failure into a success."""
    stubs = t.world.characters[one].stubs
    if not stubs or t.ask(one, "drama_stub", (YES, NO), Drama(one, other, value, stubs), keep_the_stub) == NO:
        return False
    t.emit(Recorded(one, (stub_spent(t.world, "drama"),)))
    return True


def stub_spent(world: World, why: str) -> Record:
    """A stub is given."""
    return Record("stubs", -1, why=why, rule="YA-13", day=day_of(world))


@rule("MJ-70")
def drama_moves(t: Play[World], one: Id, other: Id, value: str) -> None:
    """Both gain, each the value named or, where the scene calls for it, the other one."""
    pairs = ((one, other), (other, one))
    asked = (Question(who, "drama_value", VALUES, Turn(who, whom, value), as_named) for who, whom in pairs)
    answers = t.ask_all(tuple(asked))
    for (who, whom), chosen in zip(pairs, answers, strict=True):
        t.emit(Recorded(who, (gained(t.world, chosen, whom, "drama"),)))


# impressions ---------------------------------------------------------------------------------------------------------


@act("MJ-32")
def take_impression(t: Play[World], actor: Id, target: Id, value: str) -> None:
    """Towards somebody to whom one holds nothing yet one takes hostility or goodwill."""
    amount = 1
    if t.option("impression_amount") == "gm_sets":
        strengths = tuple(range(1, MOST_IMPRESSION + 1))
        amount = t.ask("gm", "impression", strengths, Taking(actor, target, value), one_point)
    t.emit(Recorded(actor, (gained(t.world, value, target, "impression", amount),)))


@take_impression.offer
def _(o: Offer[World]) -> None:
    actor = actor_in(o)
    there = others(o.world, actor)
    if not there:
        o.refuse("nobody_there")
    o.pick("target", there, lambda one: Refused("has_impression") if impressed(o.world, actor, one) else None)
    o.pick("value", VALUES)


def impressed(world: World, one: Id, other: Id) -> bool:
    """Whether somebody holds goodwill or hostility towards another."""
    held = bond(world, one, other)
    return bool(getattr(held, GOODWILL) or getattr(held, HOSTILITY))


# feelings under another name -----------------------------------------------------------------------------------------


@act("MJ-53")
def call_emotion(t: Play[World], actor: Id, target: Id, emotion: str, called: str) -> None:
    """An emotion is taken under a name of the player's; the GM may refuse one that is too far off."""
    if t.ask("gm", "emotion_name", (YES, NO), Naming(actor, target, emotion, called), near_enough) == YES:
        t.emit(Recorded(actor, (felt(t.world, target, emotion, called),)))


@call_emotion.offer
def _(o: Offer[World]) -> None:
    actor = feeling(o)
    target = partner(o, actor)
    o.pick("emotion", catalogue(o.reading).emotions, lambda one: why_not_feel(o.world, actor, target, one))
    o.text("called", 20)


# stories -------------------------------------------------------------------------------------------------------------


@act("MJ-37", by="gm")
def award_story(t: Play[World], of: Id, title: str) -> None:
    """A short story with somebody's character in it gives experience."""
    amount = story_worth(t)
    t.emit(Recorded(of, (Record("experience", amount, why="story", rule="MJ-37", note=title, day=day_of(t.world)),)))


@award_story.offer
def _(o: Offer[World]) -> None:
    o.pick("of", party(o.world))
    o.text("title", 60)


@rule("MJ-37")
def story_worth(t: Chance) -> int:
    """What a story gives."""
    return int(t.content("charts.story.experience"))

"""Action checks by two cards of the deck, without dice (MT-28)."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from takusen.rules import GM, Chance, Id, Offer, Play, act, policy, rule

from .cards import Card, Face
from .facts_check import (
    CardsShuffledBack,
    CheckCalled,
    CheckDropped,
    CheckFailed,
    CheckPassed,
    KnownSetAside,
    ResultRevealed,
    TargetRevealed,
)
from .facts_pc import CardsMarked, CardWent, without
from .moving import pcs_able
from .piles import pick_pc, unordered
from .world import Called, World

COLOURS = "WUBRG"
COLOURLESS = "C"
BASICS = (("plains", "W"), ("island", "U"), ("swamp", "B"), ("mountain", "R"), ("forest", "G"))
SAME, ALLIED, NONE = 5, 3, 0
HARDEST = 12
MARKS = 3
SUCCESS, FAILURE = "success", "failure"


class Pair(NamedTuple):
    """The two cards of a check."""

    target: Id
    result: Id


class Shown(msgspec.Struct, frozen=True):
    """What the GM sees of a check that the book doesn't decide: the two cards, the colour, and which are marked."""

    of: Id
    target: Id
    result: Id
    colour: str
    marked: tuple[Id, ...]


# colours -------------------------------------------------------------------------------------------------------------


def colours(face: Face) -> str:
    """The colours of a card in a check: a land counts as the colours of its basic types."""
    if "land" not in face.types:
        return face.colours
    types = [one.lower() for one in face.subtypes]
    return "".join(colour for basic, colour in BASICS if basic in types)


def affinity(colour: str, wanted: str) -> int:
    """What one colour adds to a check of another: the same, one of its two allies, or an enemy."""
    steps = abs(COLOURS.index(colour) - COLOURS.index(wanted))
    return (SAME, ALLIED, NONE, NONE, ALLIED)[steps]


@rule("MT-28")
def bonus_of(t: Chance, has: str, wanted: str) -> int:
    """What the colours of a card add to a check: the best of them counts."""
    if wanted == COLOURLESS:
        return NONE
    return max((affinity(one, wanted) for one in has), default=NONE)


# the cards -----------------------------------------------------------------------------------------------------------


@rule("MT-28")
def two_cards(t: Chance, pile: tuple[Id, ...]) -> Pair:
    """The two cards that come up, from a pile in which each is listed as often as it is there."""
    first = t.draw("target", pile)
    return Pair(first, t.draw("result", without(pile, first)))


@act("MT-28", by="gm")
def call_check(t: Play[World], pc: Id, colour: str, difficulty: int) -> None:
    """The GM names a colour and a difficulty; the PC's player turns the cards."""
    t.emit(CheckCalled(pc, colour, difficulty))


@call_check.offer
def _(o: Offer[World]) -> None:
    o.pick("pc", pcs_able(o.world))
    o.pick("colour", (*COLOURS, COLOURLESS))
    o.number("difficulty", 0, HARDEST)


@act("MT-28", by="gm")
def drop_check(t: Play[World], pc: Id) -> None:
    """The GM calls for a check no more."""
    t.emit(CheckDropped(pc))


@drop_check.offer
def _(o: Offer[World]) -> None:
    called = tuple(one for one in pcs_able(o.world) if o.world.pcs[one].called)
    if not called:
        o.refuse("no_check_called")
    o.pick("pc", called)


@act("MT-28")
def turn_cards(t: Play[World], pc: Id) -> None:
    """The check that the GM has called for: two cards of the library are turned up."""
    me, called = t.world.pcs[pc], called_for(t.world, pc)
    if me.top:
        t.emit(KnownSetAside(pc, len(me.top)))
    pair = two_cards(t, unordered(me))
    value = t.world.cards[pair.target].front.value
    target = value + called.difficulty
    t.emit(TargetRevealed(pc, pair.target, value, called.difficulty, target))
    judge(t, pc, pair, called.colour, target)
    put_down(t, pc, pair)


@rule("MT-28")
def judge(t: Play[World], pc: Id, pair: Pair, colour: str, target: int) -> None:
    """The second card: its mana value with what its colour adds has to reach the target."""
    bonus = bonus_for(t, pc, pair, colour)
    value = t.world.cards[pair.result].front.value
    t.emit(ResultRevealed(pc, pair.result, value, bonus, value + bonus))
    settle_check(t, pc, pair, colour, value + bonus >= target)


@turn_cards.offer
def _(o: Offer[World]) -> None:
    me = o.world.pcs[pick_pc(o)]
    if me.called is None:
        o.refuse("no_check_called")
    if sum(me.library.values()) < len(Pair._fields):
        o.refuse("too_few_cards")


def called_for(world: World, pc: Id) -> Called:
    """The check that a PC has been called to."""
    called = world.pcs[pc].called
    if called is None:
        raise ValueError(f"{pc} has been called to no check")
    return called


@policy("bonus")
def least_bonus(about: Shown, open_ones: Sequence[int]) -> int:
    """The colour helps as little as it can."""
    return open_ones[0]


@rule("MT-28")
def bonus_for(t: Play[World], pc: Id, pair: Pair, wanted: str) -> int:
    """What the result card's colour adds (options multicolour_check, colourless_check)."""
    has = colours(t.world.cards[pair.result].front)
    bonus = bonus_of(t, has, wanted)
    asked = t.option("colourless_check") if wanted == COLOURLESS else t.option("multicolour_check")
    if asked != "gm" or (wanted != COLOURLESS and len(has) < 2):
        return bonus
    about = Shown(pc, pair.target, pair.result, wanted, marked(t.world, pc, pair))
    return int(t.ask(GM, "bonus", (NONE, ALLIED, SAME), about, least_bonus))


# what decides --------------------------------------------------------------------------------------------------------


def marked(world: World, pc: Id, pair: Pair) -> tuple[Id, ...]:
    """Which of the two cards are marked."""
    return tuple([card for card in dict.fromkeys(pair) if card in world.pcs[pc].marked])


@policy("marked_cards")
def by_result_card(about: Shown, open_ones: Sequence[str]) -> str:
    """A marked result card is a success, a marked target card a failure."""
    return SUCCESS if about.result in about.marked else FAILURE


@rule("MT-28")
def settle_check(t: Play[World], pc: Id, pair: Pair, colour: str, reached: bool) -> None:
    """Whether a check succeeds: a marked card decides by itself (options marked_cards, both_marked)."""
    success = marks_decide(t, pc, pair, colour) if marked(t.world, pc, pair) else reached
    by_mark = bool(marked(t.world, pc, pair))
    t.emit(CheckPassed(pc, by_mark) if success else CheckFailed(pc, by_mark))


def marks_decide(t: Play[World], pc: Id, pair: Pair, colour: str) -> bool:
    """What marked cards come to: by their position, or as the GM says."""
    marks = marked(t.world, pc, pair)
    both = pair.target in marks and pair.result in marks
    if t.option("both_marked" if both else "marked_cards") != "gm":
        return pair.result in marks
    about = Shown(pc, pair.target, pair.result, colour, marks)
    return bool(t.ask(GM, "marked_cards", (SUCCESS, FAILURE), about, by_result_card) == SUCCESS)


@rule("MT-28")
def put_down(t: Play[World], pc: Id, pair: Pair) -> None:
    """Where the two cards go (option check_cards)."""
    to = t.option("check_cards")
    if to == "shuffled_back":
        t.emit(CardsShuffledBack(pc))
        return
    for card in pair:
        t.emit(CardWent(pc, card, "library", "bottom" if to == "bottom" else "graveyard"))


# marks ---------------------------------------------------------------------------------------------------------------


@act("MT-28")
def mark_cards(t: Play[World], pc: Id, cards: tuple[Id, ...]) -> None:
    """Before the first scene a player chooses the cards that decide checks by themselves."""
    t.emit(CardsMarked(pc, cards))


@mark_cards.offer
def _(o: Offer[World]) -> None:
    pc = pick_pc(o)
    if o.world.pcs[pc].turn:
        o.refuse("already_begun")
    deck = tuple(one for one, card in o.world.cards.items() if in_deck(card, pc))
    o.some("cards", deck, at_most=MARKS, at_least=1)


def in_deck(card: Card, pc: Id) -> bool:
    """Whether a card is of a PC's deck."""
    return card.of == pc and not card.item

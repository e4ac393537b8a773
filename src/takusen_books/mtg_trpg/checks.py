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
MARKS, TURNED = 3, 2
SUCCESS, FAILURE = "success", "failure"
MARKED, UNMARKED = "marked", "unmarked"
SPREAD = ((3,), (2, 1), (1, 1, 1))
"""How many copies are marked of one, two or three chosen cards."""


class Mark(NamedTuple):
    """How many copies of a card are marked, of how many in all."""

    card: Id
    marks: int
    copies: int


class Turned(NamedTuple):
    """The two cards of a check, and whether each is a marked copy."""

    target: Id
    result: Id
    target_marked: bool = False
    result_marked: bool = False

    @property
    def marked(self) -> tuple[Id, ...]:
        """The marked cards among the two."""
        both = ((self.target, self.target_marked), (self.result, self.result_marked))
        return tuple([card for card, marked in both if marked])


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
def turned(t: Chance, pile: tuple[Id, ...], marks: tuple[Mark, ...]) -> Turned:
    """The two cards that come up, from a pile in which each is listed as often as it is there."""
    first = t.draw("target", pile)
    second = t.draw("result", without(pile, first))
    mark = is_marked(t, first, marks)
    left = tuple([Mark(one.card, one.marks - mark, one.copies - 1) if one.card == first else one for one in marks])
    return Turned(first, second, mark, is_marked(t, second, left))


def is_marked(t: Chance, card: Id, marks: tuple[Mark, ...]) -> bool:
    """Whether a card is one of the marked copies: nobody can tell before it is turned."""
    mine = next((one for one in marks if one.card == card and one.marks), None)
    if mine is None or mine.marks >= mine.copies:
        return mine is not None
    return t.draw("mark", (MARKED,) * mine.marks + (UNMARKED,) * (mine.copies - mine.marks)) == MARKED


def marks_of(world: World, pc: Id) -> tuple[Mark, ...]:
    """The marked cards of a PC."""
    chosen = world.pcs[pc].marked
    return tuple([Mark(card, chosen.count(card), copies(world, pc, card)) for card in dict.fromkeys(chosen)])


def copies(world: World, pc: Id, card: Id) -> int:
    """How many copies of a card a PC owns, wherever they are."""
    me = world.pcs[pc]
    there = (*unordered(me), *me.hand, *me.top, *me.bottom, *me.graveyard, *me.exile)
    played = [one for one in world.permanents.values() if one.card == card and one.zone != "left"]
    return there.count(card) + len(played)


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
    if not called(o.world):
        o.refuse("no_check_called")
    o.pick("pc", called(o.world))


@act("MT-28")
def turn_cards(t: Play[World], pc: Id) -> None:
    """The check that the GM has called for: two cards of the library are turned up."""
    me, wanted = t.world.pcs[pc], called_for(t.world, pc)
    if me.top:
        t.emit(KnownSetAside(pc, len(me.top)))
    pair = turned(t, unordered(me), marks_of(t.world, pc))
    value = t.world.cards[pair.target].front.value
    target = value + wanted.difficulty
    t.emit(TargetRevealed(pc, pair.target, value, wanted.difficulty, target))
    judge(t, pc, pair, wanted.colour, target)
    put_down(t, pc, pair)


@rule("MT-28")
def judge(t: Play[World], pc: Id, pair: Turned, colour: str, target: int) -> None:
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
    if sum(me.library.values()) < TURNED:
        o.refuse("too_few_cards")


def called(world: World) -> tuple[Id, ...]:
    """The PCs whose players have cards to turn."""
    return tuple(one for one in pcs_able(world) if world.pcs[one].called)


def called_for(world: World, pc: Id) -> Called:
    """The check that a PC has been called to."""
    wanted = world.pcs[pc].called
    if wanted is None:
        raise ValueError(f"{pc} has been called to no check")
    return wanted


@policy("bonus")
def least_bonus(about: Shown, open_ones: Sequence[int]) -> int:
    """The colour helps as little as it can."""
    return open_ones[0]


@rule("MT-28")
def bonus_for(t: Play[World], pc: Id, pair: Turned, wanted: str) -> int:
    """What the result card's colour adds (options multicolour_check, colourless_check)."""
    has = colours(t.world.cards[pair.result].front)
    bonus = bonus_of(t, has, wanted)
    asked = t.option("colourless_check") if wanted == COLOURLESS else t.option("multicolour_check")
    if asked != "gm" or (wanted != COLOURLESS and len(has) < 2):
        return bonus
    about = Shown(pc, pair.target, pair.result, wanted, pair.marked)
    return int(t.ask(GM, "bonus", (NONE, ALLIED, SAME), about, least_bonus))


# what decides --------------------------------------------------------------------------------------------------------


@policy("marked_cards")
def by_result_card(about: Shown, open_ones: Sequence[str]) -> str:
    """A marked result card is a success, a marked target card a failure."""
    return SUCCESS if about.result in about.marked else FAILURE


@rule("MT-28")
def settle_check(t: Play[World], pc: Id, pair: Turned, colour: str, reached: bool) -> None:
    """Whether a check succeeds: a marked card decides by itself (options marked_cards, both_marked)."""
    by_mark = bool(pair.marked)
    success = marks_decide(t, pc, pair, colour) if by_mark else reached
    t.emit(CheckPassed(pc, by_mark) if success else CheckFailed(pc, by_mark))


def marks_decide(t: Play[World], pc: Id, pair: Turned, colour: str) -> bool:
    """What marked cards come to: by their position, or as the GM says."""
    both = pair.target_marked and pair.result_marked
    if t.option("both_marked" if both else "marked_cards") != "gm":
        return pair.result_marked
    about = Shown(pc, pair.target, pair.result, colour, pair.marked)
    return bool(t.ask(GM, "marked_cards", (SUCCESS, FAILURE), about, by_result_card) == SUCCESS)


@rule("MT-28")
def put_down(t: Play[World], pc: Id, pair: Turned) -> None:
    """Where the two cards go (option check_cards)."""
    to = t.option("check_cards")
    if to == "shuffled_back":
        t.emit(CardsShuffledBack(pc))
        return
    for card in (pair.target, pair.result):
        t.emit(CardWent(pc, card, "library", "bottom" if to == "bottom" else "graveyard"))


# marks ---------------------------------------------------------------------------------------------------------------


@act("MT-28")
def mark_cards(t: Play[World], pc: Id, cards: tuple[Id, ...]) -> None:
    """Before the first scene a player marks three cards that decide checks by themselves: three copies of one, two and
    one, or one each."""
    several = zip(cards, SPREAD[len(cards) - 1], strict=True)
    marked = [card for card, count in several for _ in range(min(count, copies(t.world, pc, card)))]
    t.emit(CardsMarked(pc, tuple(marked)))


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

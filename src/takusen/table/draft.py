"""A decision in the making: entries are folded into a scratch state as they are written."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from takusen.log.audience import EVERYONE, GM, Audience
from takusen.log.entries import Entry
from takusen.log.signs import composed, length
from takusen.play.handles import Prompt, Refused
from takusen.play.live import Deal, Entropy
from takusen.rulebook.offers import Offer, Trial, with_none
from takusen.table.fold import fold
from takusen.table.state import State, spoken_of
from takusen.table.views import view

WATCHER = "watcher"


class Decision(msgspec.Struct, frozen=True):
    """What a command comes to: entries to append and the state after them, or a refusal and nothing.

    `prompts` are the questions that were reached on the way and are open now; none if that has to be looked up.
    """

    state: State
    entries: tuple[Entry, ...] = ()
    refused: Refused | None = None
    prompts: tuple[Prompt, ...] = ()


class Refusal(Exception):
    """Raised inside a decision; nothing of it is kept."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.reason)
        self.refused = refused


def refuse(reason: str, **params: Any) -> Refusal:
    """A refusal to raise."""
    return Refusal(Refused.because(reason, **params))


class Draft:
    """Collects the entries of one decision by one seat at one time."""

    def __init__(self, state: State, by: str, at: int, entropy: Entropy, deal: Deal | None = None) -> None:
        self.state, self.by, self.at, self.entropy, self.deal = state, by, at, entropy, deal
        self.entries: list[Entry] = []
        self.prompts: tuple[Prompt, ...] = ()

    def add(self, body: Any, see: Audience = EVERYONE, by: str | None = None) -> int:
        """Write one entry; gives its seq."""
        entry = Entry(self.state.seq + 1, self.at, self.by if by is None else by, body, see)
        self.state = fold(self.state, entry)
        self.entries.append(entry)
        return entry.seq

    def done(self) -> Decision:
        """The decision."""
        return Decision(self.state, tuple(self.entries), prompts=self.prompts)

    def need_gm(self) -> None:
        """Refuse anybody but the GM."""
        if self.by != GM:
            raise refuse("not_the_gm")

    def need_player(self) -> None:
        """Refuse watchers and seats that the table doesn't have."""
        seat = self.state.seats.get(self.by)
        if seat is None or seat.kind == WATCHER:
            raise refuse("only_watching")


def trial(state: State, seat: str, act: str, args: dict[str, Any], on_view: bool = False) -> Trial:
    """An act's offer run for a seat, on the world or on the seat's view of it. Raises Refusal for an unknown act."""
    book = state.book
    known = book.acts.get(act)
    if known is None or not known.known_at(seat):
        raise refuse("no_such_act", act=act)
    world = view(book, state.world, seat).world if on_view else state.world
    offer: Offer[Any] = Offer(world, seat, args, state.reading, book.owner)
    ran = known.trial(offer, tuple(book.entities(world)))
    return ran if ran.unseen else _nothing_forged(_nobody_away(state, ran), args)


def _nobody_away(state: State, ran: Trial) -> Trial:
    """Who is elsewhere can't be spoken of here."""
    if not ran.complete or not (state.lent or state.borrowed):
        return ran
    gone = any(isinstance(one, str) and state.is_away(one) for one in spoken_of(ran.args))
    return msgspec.structs.replace(ran, refused=Refused.because("is_away")) if gone else ran


def _nothing_forged(ran: Trial, args: dict[str, Any]) -> Trial:
    """An argument that the offer never asks for is refused."""
    extra = [name for name in args if ran.complete and name not in ran.args and args[name]]
    return msgspec.structs.replace(ran, refused=Refused.because("unknown_argument", name=extra[0])) if extra else ran


def declared(state: State, seat: str, act: str, args: dict[str, Any]) -> dict[str, Any]:
    """The complete arguments of a legal declaration.

    Raises Refusal: with the reason that the seat can see, or with `not_now` where only what it can't see stands
    against it.
    """
    seen = with_none(lambda given: trial(state, seat, act, given, on_view=True), args)
    _stand(seen)
    ran = with_none(lambda given: trial(state, seat, act, given), args if seen.unseen else seen.args)
    if seat != GM and not ran.complete:
        raise refuse("not_now")
    _stand(ran)
    try:
        state.book.acts[act].typed(ran.args)
    except (msgspec.ValidationError, TypeError):
        raise refuse("not_now") from None
    return ran.args


def _stand(ran: Trial) -> None:
    if ran.missing:
        raise refuse("missing_pick", name=ran.missing.name)
    if ran.refused:
        raise Refusal(ran.refused)


Handler = Callable[[Draft, Any], None]


# texts ---------------------------------------------------------------------------------------------------------------

CODES_IN_SIGN = 12
LINE_LIMIT = 1_000
"""Visible signs in a line that goes with a declaration, or in a reason."""

NEVER_KEPT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, marks that turn the direction of what follows, and halves of signs."""


def clean(text: str, limit: int) -> str:
    """A text as it is kept: NFC, no control characters, no marks that turn the direction of what follows.

    Raises Refusal where it is longer than `limit` visible signs.
    """
    if len(text) > limit and (len(text) > limit * CODES_IN_SIGN or length(text) > limit):
        raise refuse("too_long", limit=limit, length=len(text))
    return NEVER_KEPT.sub("", composed(text)).strip()

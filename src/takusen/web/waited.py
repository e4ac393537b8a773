"""Who is waited for, and which answers a seat has left: as far as it may know."""

from collections.abc import Iterable
from typing import Any

from takusen.log.audience import GM, may_see
from takusen.play.handles import Id
from takusen.rulebook.fields import Unseen
from takusen.rulebook.pages import View
from takusen.server.room import Room
from takusen.table.standing import left_by
from takusen.table.state import State
from takusen.web import models as m


def knows(state: State, seat: str, of: str) -> bool:
    """Whether a seat knows of somebody who is asked."""
    return of == GM or may_see(seat, state.book.known_to(state.world, of))


def waited_model(room: Room, seen: View[Any]) -> m.WaitedModel:
    """Of whom answers are missing, as far as a seat knows; if of nobody, of whom declarations are.

    What nobody but the GM knows of changes nothing here, whether it holds the floor or not.
    """
    state = room.state
    asked = [one.of for one in room.prompts()[0] if knows(state, seen.seat, one.of)]
    if asked:
        return m.WaitedModel(answers=_names(state, asked), mine=_mine(state, seen, asked))
    acting = _acting(state, seen)
    return m.WaitedModel(acts=_names(state, acting), mine=_mine(state, seen, acting))


def _acting(state: State, seen: View[Any]) -> tuple[Id, ...]:
    try:
        return state.book.acting(seen.world)
    except Unseen:
        return ()


def _names(state: State, ids: Iterable[str]) -> tuple[str, ...]:
    """Players' characters by name; all that the GM plays are the GM."""
    known = state.book.entities(state.world)
    names = (known.get(Id(one), one) if state.responder(one) != GM else "GM" for one in ids)
    return tuple(dict.fromkeys(names))


def _mine(state: State, seen: View[Any], ids: Iterable[str]) -> bool:
    return any(state.responder(one) == seen.seat for one in ids)


def standing_models(state: State, seat: str) -> tuple[m.StandingModel, ...]:
    """The answers that a seat has left and that hold now."""
    names = state.book.entities(state.world)
    return tuple(
        m.StandingModel(of, names.get(Id(of), of), label, left.answer, left.moment is None)
        for of, label, left in left_by(state, seat)
    )

"""What the camp shows: scouts, the fire as a panel of its own, and what may be declared."""

import msgspec

from takusen.rules import Acts, Custom, Figure, Figures, Gauge, Id, Page, View, Word, gauge

from .world import World


class Seat(msgspec.Struct, frozen=True):
    """A place by the fire."""

    id: Id
    name: str
    stamina: Gauge


class Fire(msgspec.Struct, frozen=True):
    """The fire and who sits around it; `troubles` is None for those who may not know."""

    logs: int
    seats: tuple[Seat, ...]
    note: Word
    troubles: tuple[str, ...] | None = None


def page(v: View[World]) -> Page:
    """The page of a seat."""
    scouts = v.world.scouts.items()
    figures = tuple(Figure(one, me.name, (gauge(me, "stamina"),), mine=v.mine(one)) for one, me in scouts)
    seats = tuple(Seat(one, me.name, gauge(me, "stamina")) for one, me in scouts)
    fire = Fire(v.world.fire, seats, Word("phrase.fire", (("fire", v.world.fire),)), v.world.pile if v.gm else None)
    hand = (Acts(("scout", "forage", "rest")),)
    return Page(stage=(Custom("fire", fire), Figures(Word("field.scouts"), figures)), hand=hand)

"""The action checks that a viewer's PCs are called to, with the chance as their player can know it (MT-28)."""

from collections.abc import Iterator
from functools import lru_cache

from takusen.rules import Id, Memo, Reading, Summons, View, Word, is_hidden

from .check_odds import chance
from .checks import TURNED, called, called_for, turn_cards
from .world import World


@lru_cache(maxsize=16)
def memo_of(reading: Reading) -> Memo:
    """Distributions of a table's reading, kept from page to page."""
    return Memo(reading)


def summons(v: View[World]) -> tuple[Summons, ...]:
    """What the viewer's PCs are called to."""
    return tuple(summoned(v, one) for one in called(v.world) if v.mine(one) and not v.gm)


def summoned(v: View[World], pc: Id) -> Summons:
    """One PC's check."""
    wanted = called_for(v.world, pc)
    colour = Word(f"choice.{wanted.colour}")
    told = (("of", v.world.pcs[pc].name), ("colour", colour), ("difficulty", wanted.difficulty))
    return Summons(Word("panel.called", told), turn_cards.name, (("pc", pc),), next(note(v, pc), ""))


def note(v: View[World], pc: Id) -> Iterator[Word]:
    """The chance, where there are cards to turn."""
    library, wanted = v.world.pcs[pc].library, called_for(v.world, pc)
    if is_hidden(library) or sum(library.values()) < TURNED:
        return
    exact = chance(v.world, pc, wanted.colour, wanted.difficulty, memo_of(v.reading))
    yield Word("panel.chance", (("percent", f"{float(exact):.1%}"), ("exact", str(exact))))

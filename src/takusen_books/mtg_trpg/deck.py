"""A deck of a library's cards becomes a PC's (MT-26)."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from takusen.rules import COMMANDER, MAIN, DeckCard, Fact, Id, Table

from .record import card_from
from .setting import CardSet, PcSet
from .world import Pc, World

ODD = re.compile(r"[^a-z0-9]+")


def deck_facts(world: World, pc: Id, deck: tuple[DeckCard, ...], lang: str) -> tuple[Fact, ...]:
    """The facts by which a PC gets a deck in place of the one it had: all of it in the library, items and commanders in
    the command zone; what lies on the battlefield stays."""
    named = dict(zip(ids(pc, deck), deck, strict=True))
    cards = tuple(
        CardSet(one, replace(card_from(entry.card, pc, lang, entry.section == COMMANDER), picture=entry.card.picture))
        for one, entry in named.items()
    )
    return (*cards, PcSet(pc, holding(world.pcs[pc], named)))


def holding(pc: Pc, named: dict[Id, DeckCard]) -> Pc:
    """The PC with the cards of a deck and no others."""
    library = Table((one, entry.count) for one, entry in named.items() if entry.section == MAIN)
    return replace(
        pc,
        hand=(),
        hand_size=0,
        library=library,
        library_size=sum(library.values()),
        top=(),
        bottom=(),
        graveyard=(),
        exile=(),
        command=tuple(one for one, entry in named.items() if entry.section == COMMANDER),
        marked=(),
        cast_before=Table(),
    )


def ids(pc: Id, deck: tuple[DeckCard, ...]) -> Iterator[Id]:
    """A name for each card of a deck, out of its English one."""
    taken: dict[str, int] = {}
    for entry in deck:
        slug = ODD.sub("-", entry.card.name.lower()).strip("-") or entry.card.id
        taken[slug] = taken.get(slug, 0) + 1
        yield Id(f"{pc}-{slug}" if taken[slug] == 1 else f"{pc}-{slug}-{taken[slug]}")

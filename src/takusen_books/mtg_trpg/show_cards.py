"""Cards as they are shown: one's own hand with what its cards can do, heaps, lands and mana. Of another's hand only the
count is known."""

import re
from collections.abc import Iterator

from takusen.rules import CardAct, Gauge, Id, Listed, Pile, PileCard, PilePanel, Shown, Sign, Tracks, View, Word

from .cards import Card, Face
from .show_places import lands_of
from .world import CREATURE, LAND, PLANESWALKER, Pc, World

SIGN = re.compile(r"\{([^}]+)\}")
COLOURS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
MANA = ("W", "U", "B", "R", "G", "C")


def cards_of(v: View[World], one: Id, pc: Pc) -> PilePanel:
    """The cards of a PC, as far as the viewer knows them."""
    own = v.mine(one) and not v.gm
    hand = tuple(shown(v, card, acts(v, one, card) if own else ()) for card in pc.hand) if own or v.gm else ()
    piles = (
        Pile(f"hand-{one}", Word("panel.hand"), pc.hand_size, hand, spread=own),
        Pile(f"library-{one}", Word("panel.library"), pc.library_size),
        *(heap(v, one, name, getattr(pc, name), own) for name in ("command", "graveyard", "exile")),
    )
    title = Word("panel.own_cards") if own else Word("panel.cards_of", (("of", pc.name),))
    return PilePanel(title, tuple(pile for pile in piles if pile.count or pile.id.startswith(("hand", "library"))))


def heap(v: View[World], pc: Id, name: str, cards: tuple[Id, ...], own: bool) -> Pile:
    """A heap that lies open; item cards are cast from the command zone."""
    able = own and name == "command"
    listed = tuple(shown(v, card, acts(v, pc, card) if able else ()) for card in cards if card in v.world.cards)
    return Pile(f"{name}-{pc}", Word(f"panel.{name}"), len(cards), listed, spread=able and bool(cards))


def acts(v: View[World], pc: Id, card: Id) -> tuple[CardAct, ...]:
    """What a card in hand can do: be cast, be played as a land, be discarded."""
    faces = v.world.cards[card].faces
    picks = (("pc", pc), ("card", card))
    cast = any(face.castable and LAND not in face.types for face in faces)
    land = any(LAND in face.types for face in faces)
    return (*((CardAct("cast", picks),) if cast else ()), *((CardAct("play_land", picks),) if land else ()))


def shown(v: View[World], id: Id, can: tuple[CardAct, ...]) -> PileCard:
    """A card that lies open."""
    card = v.world.cards[id]
    face = card.front
    text = "\n―\n".join(part for part in map(told, card.faces) if part)
    return PileCard(
        id, name_of(card), signs(face.cost), type_line(face), numbers(face), text, card.picture, acts=can,
        colour=colour(face),
    )  # fmt: skip


def told(face: Face) -> str:
    """The text of a face."""
    return face.text.strip()


def name_of(card: Card) -> Shown:
    """A card's name; of several faces all of them."""
    return " // ".join(face.name for face in card.faces) if len(card.faces) > 1 else card.name


def signs(cost: str) -> tuple[Sign, ...]:
    """A cost such as `{2}{R}` as signs."""
    return tuple(Sign(sign, "gold" if "/" in sign else COLOURS.get(sign, "")) for sign in SIGN.findall(cost))


def type_line(face: Face) -> Word:
    """The types of a face in words, and behind a dash its subtypes as they are."""
    types = Listed(tuple(Word(f"choice.{type}") for type in face.types))
    below = Listed(face.subtypes) if face.subtypes else ""
    return Word("line.legend" if face.legendary else "line.type", (("types", types), ("subtypes", below)))


def numbers(face: Face) -> str:
    """Power and toughness, or loyalty."""
    if CREATURE in face.types:
        return f"{face.power}/{face.toughness}"
    return f"◆{face.loyalty}" if PLANESWALKER in face.types else ""


def colour(face: Face) -> str:
    """The colour of a card's edge."""
    if len(face.colours) > 1:
        return "gold"
    return COLOURS.get(face.colours or face.produces[:1], "")


# mana ----------------------------------------------------------------------------------------------------------------


def mana_of(v: View[World], one: Id, pc: Pc) -> Tracks:
    """A PC's lands, how many of them are untapped, and the mana in the pool."""
    lands = lands_of(v.world, one)
    free = sum(not land.tapped for land in lands)
    return Tracks(Word("panel.mana_of", (("of", pc.name),)), (Gauge(Word("panel.lands"), free, len(lands)), *pool(pc)))


def pool(pc: Pc) -> Iterator[Gauge]:
    """The mana that isn't spent yet."""
    for letter in MANA:
        if pc.mana.get(letter, 0):
            yield Gauge(Word(f"choice.{letter}"), pc.mana.get(letter, 0), None)

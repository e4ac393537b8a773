"""From the record of a card, as a library has it or a file writes it, to a card as the table keeps it."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from takusen.rules import GREATEST, CardFace, Id
from takusen.rules import Card as Record

from .cards import Ability, Card, Face, Mode
from .mana import KINDS
from .printed import abilities_of, enchants, extra_cost, keywords_of
from .typeline import TypeLine, type_line

BASIC = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
"""The mana of basic land types."""
ADDS = re.compile(r"^\{T\}: Add ([^.\n]*)", re.M)
MANA = re.compile(r"\{([WUBRGC])\}")
ANY_COLOUR = "mana of any"
OVERLOAD = "overload "
TURNED = ("transform", "meld", "flip")
"""Layouts whose later faces can't be cast."""


def card_from(record: Record, of: Id, lang: str, item: bool = False) -> Card:
    """A record as a card of a PC's, its words in one language."""
    faces = tuple(face_from(face, number, record.layout, lang) for number, face in enumerate(record.faces))
    return Card(name=record.called(lang), of=of, faces=tuple(way for face in faces for way in ways(face)), item=item)


def ways(face: Face) -> Iterator[Face]:
    """A face, and the other way to cast it where it has overload."""
    overload = next((one.removeprefix(OVERLOAD).upper() for one in face.keywords if one.startswith(OVERLOAD)), "")
    if not overload:
        yield face
        return
    yield replace(face, abilities=limited(face.abilities, ""))
    yield replace(face, name=f"{face.name} +", cost=overload, abilities=limited(face.abilities, OVERLOAD.strip()))


def limited(abilities: tuple[Ability, ...], alt: str) -> tuple[Ability, ...]:
    """Abilities with the effects of one way to cast them."""
    return tuple(replace(one, modes=tuple(of_way(mode, alt) for mode in one.modes)) for one in abilities)


def of_way(mode: Mode, alt: str) -> Mode:
    """A mode with the effects of one way to cast it."""
    return replace(mode, effects=tuple(effect for effect in mode.effects if effect.alt == alt))


def face_from(face: CardFace, number: int, layout: str, lang: str) -> Face:
    """One face."""
    line = read_line(face.type_line)
    return Face(
        name=face.called(lang),
        cost=face.mana_cost or "",
        value=int(max(0, min(face.mana_value, GREATEST))),
        types=line.types,
        subtypes=subtypes_of(face, line, lang),
        legendary=line.legendary,
        colours=face.colours,
        text=said(face.text, face.text_ja, lang),
        power=amount(face.power),
        toughness=amount(face.toughness),
        loyalty=amount(face.loyalty),
        keywords=keywords_of(face),
        produces=produces(face.text, line.subtypes),
        extra=extra_cost(face),
        enchants=enchants(face),
        abilities=abilities_of(face, lang),
        castable=face.mana_cost is not None and not (number and layout in TURNED),
    )


def said(english: str, japanese: str, lang: str) -> str:
    """A text in one language, where it has one there."""
    return japanese if lang == "ja" and japanese else english


def read_line(text: str) -> TypeLine:
    """A type line as far as it is understood."""
    try:
        return type_line(text)
    except ValueError:
        return TypeLine(())


def subtypes_of(face: CardFace, line: TypeLine, lang: str) -> tuple[str, ...]:
    """The subtypes in one language."""
    return read_line(face.type_ja).subtypes or line.subtypes if lang == "ja" and face.type_ja else line.subtypes


def amount(text: str) -> int:
    """A printed number; what varies counts as 0 until the GM says otherwise."""
    return int(text) if re.fullmatch(r"-?\d{1,3}", text) else 0


def produces(text: str, subtypes: tuple[str, ...]) -> str:
    """The kinds of mana that it can be tapped for."""
    added = " ".join(ADDS.findall(text))
    given = {*MANA.findall(added), *(BASIC[one] for one in subtypes if one in BASIC)}
    return "".join(kind for kind in KINDS if kind in given or (ANY_COLOUR in added and kind != "C"))

"""Scryfall's bulk files, one object a printing: the cards once, and all printings with the Japanese among them."""

from typing import Any

import msgspec

from takusen.interop.cards import SEEN, WRONG, Left, Read, colours, costing, keywords, named, need_card, written
from takusen.library.costs import mana_value
from takusen.library.merging import Record
from takusen.library.names import id_of_name, japanese
from takusen.rulebook.card import Card, CardFace

JAPANESE = "ja"
REVERSIBLE = "reversible_card"
TURNED = ("transform", "flip", "meld")
"""Layouts whose other side has the mana value of the first."""


class _Face(msgspec.Struct):
    name: str
    oracle_id: str | None = None
    layout: str | None = None
    mana_cost: str | None = None
    cmc: float | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    colors: list[str] | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    printed_name: str | None = None
    printed_text: str | None = None
    printed_type_line: str | None = None


class _Printing(_Face):
    lang: str = "en"
    released_at: str = ""
    color_identity: list[str] = []
    keywords: list[str] = []
    card_faces: list[_Face] | None = None


DECODER = msgspec.json.Decoder(_Printing)


def is_ours(thing: dict[str, Any]) -> bool:
    """Whether an object is a card of Scryfall's."""
    return thing.get("object") == "card"


class Reader:
    """Reads printings one by one; of those of a card, the newest counts in each language."""

    def __init__(self) -> None:
        self._newest: dict[tuple[str, bool], str] = {}

    def read(self, data: bytes) -> Read:
        """A printing. Raises Left, msgspec's errors."""
        printing = DECODER.decode(data)
        card = _card(printing)
        key = card.id, printing.lang == JAPANESE
        if printing.released_at < self._newest.get(key, ""):
            raise Left(SEEN)
        if key in self._newest and not key[1]:
            raise Left(SEEN)
        self._newest[key] = printing.released_at
        return Record(card)


def _card(printing: _Printing) -> Card:
    layout, parts = printing.layout or "normal", _parts(printing)
    need_card(layout, printing.type_line or parts[0].type_line or "")
    if layout == REVERSIBLE:
        layout, parts = parts[0].layout or "normal", parts[:1]
    name = named(printing.name if len(parts) > 1 else parts[0].name)
    faces = tuple(_face(part, printing, name, layout) for part in parts)
    return Card(
        id=printing.oracle_id or parts[0].oracle_id or id_of_name(name),
        name=name,
        name_ja=_joined(faces),
        layout=layout,
        mana_value=printing.cmc if printing.cmc is not None else faces[0].mana_value,
        colour_identity=colours(printing.color_identity),
        faces=faces,
    )


def _parts(printing: _Printing) -> list[_Face]:
    """The faces, or the printing as its own one. Raises Left for a thing without a type."""
    parts = printing.card_faces or [printing]
    if not any(part.type_line for part in (printing, *parts)):
        raise Left(WRONG)
    return parts


def _joined(faces: tuple[CardFace, ...]) -> str:
    names = [face.name_ja for face in faces]
    return " // ".join(names) if all(names) else ""


def _face(part: _Face, printing: _Printing, name: str, layout: str) -> CardFace:
    cost, text = costing(part.mana_cost), written(part.oracle_text)
    alone = part is printing or printing.layout == REVERSIBLE
    given = part.colors if part.colors is not None else printing.colors if alone or not cost else None
    return CardFace(
        name=named(part.name),
        full_name=name,
        name_ja=japanese(written(part.printed_name)) if printing.lang == JAPANESE else "",
        mana_cost=cost,
        mana_value=_value(part, printing, cost, alone or layout in TURNED),
        type_line=written(part.type_line),
        type_ja=written(part.printed_type_line) if printing.lang == JAPANESE else "",
        text=text,
        text_ja=written(part.printed_text) if printing.lang == JAPANESE else "",
        colours=colours(given, cost),
        power=written(part.power),
        toughness=written(part.toughness),
        loyalty=written(part.loyalty),
        defense=written(part.defense),
        layout=layout,
        keywords=keywords(printing.keywords, text),
    )


def _value(part: _Face, printing: _Printing, cost: str | None, by_card: bool) -> float:
    if part.cmc is not None:
        return part.cmc
    return printing.cmc if by_card and printing.cmc is not None else mana_value(cost)

"""Cards as JSON lines, a face a line, such as people make for themselves: names, types, text and cost."""

from typing import Any

import msgspec

from takusen.interop.cards import WRONG, Left, Read, colours, costing, named, need_card, written
from takusen.library.costs import mana_value
from takusen.library.merging import Record
from takusen.library.names import id_of_name, japanese
from takusen.rulebook.card import Card, CardFace


class _Line(msgspec.Struct):
    name: str
    face: str | None = None
    layout: str | None = None
    types: str | None = None
    type_line: str | None = None
    mana_cost: str | None = None
    oracle_text: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    name_ja: str | None = None


DECODER = msgspec.json.Decoder(_Line)


def is_ours(thing: dict[str, Any]) -> bool:
    """Whether a line holds a card."""
    return isinstance(thing.get("name"), str) and any(key in thing for key in ("type_line", "types", "oracle_text"))


def read(data: bytes) -> Read:
    """What a line says of a card, with the one face that it is about. Raises Left, msgspec's errors."""
    line = DECODER.decode(data)
    name, types = named(line.name), written(line.type_line) or written(line.types)
    layout = line.layout or "normal"
    need_card(layout, types)
    if not (types or line.oracle_text):
        raise Left(WRONG)
    cost, name_ja = costing(line.mana_cost), japanese(written(line.name_ja))
    face = CardFace(
        name=named(line.face) if line.face else name,
        full_name=name,
        name_ja=name_ja,
        mana_cost=cost,
        mana_value=mana_value(cost),
        type_line=types,
        text=written(line.oracle_text),
        colours=colours(None, cost),
        power=written(line.power),
        toughness=written(line.toughness),
        loyalty=written(line.loyalty),
        layout=layout,
    )
    card = Card(
        id=id_of_name(name),
        name=name,
        name_ja="" if line.face else name_ja,
        layout=layout,
        mana_value=face.mana_value,
        faces=(face,),
    )
    return Record(card, whole=False)

"""MTGJSON's files: the cards once (AtomicCards), or those of sets, each face by itself."""

from collections.abc import Iterator
from typing import Any

import msgspec

from takusen.interop.cards import TOO_LONG, WRONG, Left, Read, colours, costing, keywords, named, need_card, written
from takusen.interop.json_frames import Path
from takusen.library.costs import mana_value
from takusen.library.merging import Record
from takusen.library.names import id_of_name, japanese
from takusen.rulebook.card import Card, CardFace

JAPANESE = "Japanese"
ONE_SIDED = ("meld", "reversible_card")
"""Layouts whose faces are cards of their own, whatever the whole is called."""

FACES = 60


class _Foreign(msgspec.Struct, rename="camel"):
    language: str = ""
    name: str | None = None
    face_name: str | None = None
    text: str | None = None
    type: str | None = None


class _Ids(msgspec.Struct, frozen=True, rename="camel"):
    scryfall_oracle_id: str | None = None


class _Face(msgspec.Struct, rename="camel"):
    name: str
    type: str
    face_name: str | None = None
    side: str | None = None
    layout: str = "normal"
    mana_cost: str | None = None
    mana_value: float | None = None
    converted_mana_cost: float | None = None
    face_mana_value: float | None = None
    face_converted_mana_cost: float | None = None
    text: str | None = None
    colors: list[str] = []
    color_identity: list[str] = []
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    keywords: list[str] = []
    identifiers: _Ids = _Ids()
    scryfall_oracle_id: str | None = None
    foreign_data: list[_Foreign] | None = None

    @property
    def oracle(self) -> str:
        return self.identifiers.scryfall_oracle_id or self.scryfall_oracle_id or ""

    @property
    def own_name(self) -> str:
        return self.face_name or self.name

    @property
    def japanese(self) -> _Foreign:
        return next((one for one in self.foreign_data or () if one.language == JAPANESE), _Foreign())


DECODER = msgspec.json.Decoder(_Face)


def is_ours(thing: dict[str, Any]) -> bool:
    """Whether an object is a card of MTGJSON's."""
    return isinstance(thing.get("type"), str) and isinstance(thing.get("name"), str) and "layout" in thing


class Reader:
    """Reads faces one by one; those that follow each other in one place and are one card are put together."""

    def __init__(self) -> None:
        self._key: tuple[Path, str, str] = ((), "", "")
        self._faces: list[_Face] = []

    def read(self, path: Path, data: bytes) -> Iterator[Read]:
        """What is whole once this face has come. Raises msgspec's errors."""
        face = DECODER.decode(data)
        key = path, face.name, face.oracle
        if key != self._key:
            yield from self.rest()
        self._key = key
        if len(self._faces) < FACES:
            self._faces.append(face)

    def rest(self) -> Iterator[Read]:
        """What is whole at the end of a file."""
        if self._faces:
            faces, self._faces = self._faces, []
            try:
                yield _record(faces)
            except Left as left:
                yield left.reason


def _record(parts: list[_Face]) -> Record:
    first = parts[0]
    need_card(first.layout, first.type)
    if not first.type:
        raise Left(WRONG)
    name = named(first.own_name if first.layout in ONE_SIDED else first.name)
    layout = "normal" if first.layout == "reversible_card" else first.layout
    found = {part.own_name: _face(part, name, layout) for part in parts}
    faces = tuple(found.values())
    value = first.mana_value if first.mana_value is not None else first.converted_mana_cost
    card = Card(
        id=named(first.oracle) if first.oracle else id_of_name(name),
        name=name,
        name_ja=_called(first, faces),
        layout=layout,
        mana_value=value if value is not None else faces[0].mana_value,
        colour_identity=colours(first.color_identity),
        faces=faces,
    )
    return Record(card, whole=first.side in (None, "a"))


def _called(first: _Face, faces: tuple[CardFace, ...]) -> str:
    if len(faces) == 1:
        return faces[0].name_ja
    names = [face.name_ja for face in faces]
    return " // ".join(names) if all(names) else _japanese(first.japanese.name)


def _japanese(name: str | None) -> str:
    found = japanese(written(name))
    if len(found) > 200:
        raise Left(TOO_LONG)
    return found


def _face(part: _Face, name: str, layout: str) -> CardFace:
    cost, text, foreign = costing(part.mana_cost), written(part.text), part.japanese
    return CardFace(
        name=named(part.own_name),
        full_name=name,
        name_ja=_japanese(foreign.face_name or (foreign.name if part.face_name is None else "")),
        mana_cost=cost,
        mana_value=_value(part, cost),
        type_line=written(part.type),
        type_ja=written(foreign.type),
        text=text,
        text_ja=written(foreign.text),
        colours=colours(part.colors),
        power=written(part.power),
        toughness=written(part.toughness),
        loyalty=written(part.loyalty),
        defense=written(part.defense),
        layout=layout,
        keywords=keywords(part.keywords, text),
    )


def _value(part: _Face, cost: str | None) -> float:
    given = (part.face_mana_value, part.face_converted_mana_cost)
    if part.face_name is None or part.layout in ONE_SIDED:
        given = (part.mana_value, part.converted_mana_cost)
    return next((one for one in given if one is not None), mana_value(cost))

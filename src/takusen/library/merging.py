"""One card from what several files say of it: the later file is right, and none takes away what only another knows."""

import msgspec

from takusen.library.names import is_named
from takusen.rulebook.card import Card, CardFace

JAPANESE = ("name_ja", "type_ja", "text_ja")
"""What an English file knows nothing of."""


class Record(msgspec.Struct, frozen=True):
    """A card as one place of a file has it: the whole of it, or some of its faces or of what is printed there."""

    card: Card
    whole: bool = True


def merged(known: Card | None, found: Record) -> Card:
    """The card after a further file."""
    card = found.card
    if known is None:
        return card
    kept = card if found.whole else known
    return msgspec.structs.replace(
        kept,
        id=known.id if is_named(kept.id) else kept.id,
        name_ja=card.name_ja or known.name_ja,
        faces=_faces(known.faces, card.faces, found.whole),
    )


def _faces(known: tuple[CardFace, ...], found: tuple[CardFace, ...], whole: bool) -> tuple[CardFace, ...]:
    old = {face.name: face for face in known}
    kept = JAPANESE if whole else CardFace.__struct_fields__
    new = {face.name: _face(old.get(face.name), face, kept) for face in found}
    return tuple((new if whole else old | new).values())


def _face(known: CardFace | None, found: CardFace, kept: tuple[str, ...]) -> CardFace:
    """A face that keeps what only the earlier file knew."""
    if known is None:
        return found
    unknown = (name for name in kept if getattr(found, name) in UNKNOWN)
    return msgspec.structs.replace(found, **{name: getattr(known, name) for name in unknown})


UNKNOWN = ("", None, 0.0, (), "normal")

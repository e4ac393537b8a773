"""Cards of a card game as a server's library holds them: neutral records that importers make and books recognise."""

from typing import Any, Final, Protocol

import msgspec

MAIN: Final = "main"
SIDEBOARD: Final = "sideboard"
COMMANDER: Final = "commander"


class CardFace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One face of a card; texts as they are printed, "" for what it doesn't have.

    `full_name` is the whole card's. `mana_cost` is None where the face has no cost at all, unlike one of {0}; `colours`
    is a part of WUBRG. Of what is Japanese, a library that knows none has "".
    """

    name: str
    full_name: str = ""
    name_ja: str = ""
    mana_cost: str | None = None
    mana_value: float = 0.0
    type_line: str = ""
    type_ja: str = ""
    text: str = ""
    text_ja: str = ""
    colours: str = ""
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    defense: str = ""
    layout: str = "normal"
    keywords: tuple[str, ...] = ()

    def called(self, lang: str) -> str:
        """Its name in a language, where it has one there."""
        return self.name_ja if lang == "ja" and self.name_ja else self.name


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card, whatever it was printed in: `id` is the same in every file that has it.

    `layout` says how its faces belong together, in a word that new sets may add to.
    """

    id: str
    name: str
    name_ja: str = ""
    layout: str = "normal"
    mana_value: float = 0.0
    colour_identity: str = ""
    faces: tuple[CardFace, ...]

    @property
    def picture(self) -> str:
        """By what a picture of it is asked for: its id, a blank and its English name."""
        return f"{self.id} {self.name}"

    def called(self, lang: str) -> str:
        """Its name in a language, where it has one there."""
        return self.name_ja if lang == "ja" and self.name_ja else self.name


class DeckCard(msgspec.Struct, frozen=True):
    """So many of a card in one section of a deck."""

    card: Card
    count: int
    section: str = MAIN


class Recognised(Protocol):
    """What a book reads out of a face: what it does, as far as the book is sure of it."""

    @property
    def unsure(self) -> bool:
        """Whether a person has to say what the face does."""

    @property
    def doubts(self) -> tuple[str, ...]:
        """What it isn't sure of, each in words."""

    def labels(self) -> list[dict[str, Any]]:
        """What the face does, as plain data."""

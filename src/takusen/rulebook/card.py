"""Cards of a card game as a server's library holds them: neutral records that importers make and books recognise."""

import re
from typing import Any, Final, Protocol

import msgspec

MAIN: Final = "main"
SIDEBOARD: Final = "sideboard"
COMMANDER: Final = "commander"
GREATEST: Final = 1_000_000
"""No number on a card is greater."""
LONGEST_COST: Final = 200
LONGEST_NUMBER: Final = 20
"""Signs of a power, toughness, loyalty or defense, which may be words."""
DIGITS = re.compile(r"\d+")


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

    @property
    def oversized(self) -> bool:
        """Whether it holds a number, or a cost, that is more than any card's."""
        numbers = (self.power, self.toughness, self.loyalty, self.defense)
        cost = self.mana_cost or ""
        long = len(cost) > LONGEST_COST or any(len(one) > LONGEST_NUMBER for one in numbers)
        return long or too_great(self.mana_value) or any(map(_holds_too_great, (cost, *numbers)))


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

    @property
    def oversized(self) -> bool:
        """Whether it, or a face of it, holds a number that is more than any card's."""
        return too_great(self.mana_value) or any(face.oversized for face in self.faces)


def too_great(number: float) -> bool:
    """Whether a number is more than any card's, or no number."""
    return not -GREATEST <= number <= GREATEST


def _holds_too_great(text: str) -> bool:
    return any(len(digits) > 7 or too_great(int(digits)) for digits in DIGITS.findall(text))


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

"""`Sheet`: a character as any tool's sheet has it, in one neutral form: readers make it, books adopt it."""

from typing import Any, Final

import msgspec

from takusen.log.table import Table
from takusen.rulebook.shown import Word

SW20: Final = "SW2.0"
SW25: Final = "SW2.5"
OTHER: Final = "other"
PC: Final = "pc"
MONSTER: Final = "monster"
ABILITIES: Final = ("器用度", "敏捷度", "筋力", "生命力", "知力", "精神力")


class Remark(msgspec.Struct, frozen=True):
    """Something to tell about a sheet, by its word in the catalogs of the web layer and the command line."""

    key: str
    params: tuple[tuple[str, str | int], ...] = ()


class Amount(msgspec.Struct, frozen=True):
    """A number that goes up and down, and where it ends. None is "not known", never 0."""

    now: int | None = None
    max: int | None = None


class Difference(msgspec.Struct, frozen=True):
    """A printed number that isn't what the sheet's own parts come to. The printed one is used."""

    label: str
    printed: int
    computed: int


class Weapon(msgspec.Struct, frozen=True):
    """One way to attack, as printed; "" where the sheet has nothing."""

    name: str
    usage: str = ""
    hit: str = ""
    rate: str = ""
    critical: str = ""
    damage: str = ""
    note: str = ""


class Part(msgspec.Struct, frozen=True):
    """A monster, or one of its parts, as printed: 攻撃方法 and what belongs to it."""

    name: str
    hit: str = ""
    damage: str = ""
    evasion: str = ""
    armour: str = ""
    hp: str = ""
    mp: str = ""


class Icon(msgspec.Struct, frozen=True):
    """A picture that came with a sheet."""

    data: bytes
    media: str


class Sheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A character sheet. Texts are as written; abilities and skills go by their Japanese names.

    `values` are all other labelled numbers and texts, `asked` the labels that a person must fill in, `unknown` what
    only the tool it came from understands, kept for the way back.
    """

    tool: str
    system: str = OTHER
    kind: str = PC
    game: str = ""
    name: str = ""
    ruby: str = ""
    aliases: tuple[str, ...] = ()
    player: str = ""
    race: str = ""
    level: int | None = None
    abilities: Table[str, int] = Table()
    bonuses: Table[str, int] = Table()
    skills: Table[str, int] = Table()
    gauges: Table[str, Amount] = Table()
    values: Table[str, str] = Table()
    feats: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    parts: tuple[Part, ...] = ()
    items: Table[str, int] = Table()
    memo: str = ""
    palette: str = ""
    colour: str = ""
    icon: Icon | None = None
    icon_url: str = ""
    initiative: int | None = None
    url: str = ""
    unknown: dict[str, Any] = {}
    asked: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    notes: tuple[Remark, ...] = ()

    def number(self, label: str) -> int | None:
        """A labelled value as a number; None where it is none."""
        text = self.values.get(label, "").lstrip("+")
        return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else None


class Adopted(msgspec.Struct, frozen=True):
    """A sheet as an entity of a book's world: where it goes, its value, and what the book tells about it."""

    collection: str
    value: Any
    notes: tuple[Word, ...] = ()

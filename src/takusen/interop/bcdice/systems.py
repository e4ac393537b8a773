"""Which dice systems there are, and what they say about themselves; read from the packed file, without running any."""

import gzip
from functools import cache
from pathlib import Path

import msgspec

from takusen.table.notation import folded

PACKED = Path(__file__).parent / "packed" / "bcdice.json.gz"
"""Made by `tools/pack_dice.py` at set-up."""

PLAIN = "DiceBot"
"""The system that knows the common commands alone."""


class System(msgspec.Struct, frozen=True):
    """A dice system. `pattern` fits whatever may be a command of it.

    It is made by the last of its `scripts`, which stands on those before it, and reads its `words`.
    """

    id: str
    name: str
    sort_key: str
    locale: str
    scripts: tuple[str, ...]
    words: tuple[str, ...]
    pattern: str = ""
    help: str = ""


class Packed(msgspec.Struct, frozen=True):
    """The packed file: BCDice's version, scripts that all systems need, their own ones, and translations."""

    version: str
    base: tuple[str, ...]
    own: dict[str, str]
    words: dict[str, str]
    systems: tuple[System, ...]


@cache
def packed() -> Packed:
    """All of the packed file."""
    return msgspec.json.decode(gzip.decompress(PACKED.read_bytes()), type=Packed)


def fits(system: System, wanted: str) -> bool:
    """Whether a system is one that somebody looks for by name, reading or id."""
    words = folded(wanted).casefold().split()
    told = folded(f"{system.name} {system.id} {system.sort_key}").casefold()
    return all(word in told for word in words)


@cache
def systems() -> dict[str, System]:
    """Every system by id, in the order of their readings."""
    return {one.id: one for one in packed().systems}

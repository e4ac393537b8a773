"""What skills, songs and items do."""

from typing import Any

import msgspec

from takusen.rules import Id, Play, Table

from . import strike
from .arts import Damage
from .stats import ability
from .world import NOBODY, World


class Use(msgspec.Struct, frozen=True):
    """One use of an art."""

    of: Id
    art: Id
    name: str
    level: int
    effects: tuple[Any, ...]
    attacker: Id = NOBODY
    known: Table[str, int] = Table()


def take_effect(t: Play[World], use: Use, targets: tuple[Id, ...]) -> None:
    """Each effect in turn."""
    for effect in use.effects:
        if isinstance(effect, Damage):
            for target in targets:
                strike.blow(t, use.of, target, ability(t.world, use.of, "attack"), effect.element, effect.pierces)

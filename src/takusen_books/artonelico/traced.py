"""Abilities as a sheet shows them: what they are now, and who contributes what."""

from takusen.rules import Id, Listed, Shown, Word

from .arts import ABILITIES
from .stats import ADD, ATTACK, STRENGTH, Part, ability, trace
from .world import World


def abilities(world: World, one: Id) -> tuple[tuple[Shown, Shown], ...]:
    """Every ability of a fighter whose numbers are open."""
    known = [name for name in ABILITIES if name == ATTACK or name in world.fighters[one].abilities]
    return tuple((Word(f"ability.{name}"), told(world, one, name)) for name in known)


def told(world: World, one: Id, name: str) -> Shown:
    """An ability's code and, where it is not what is written, what makes it so."""
    now, parts = str(ability(world, one, name)), trace(world, one, name)
    written = world.fighters[one].abilities.get(name)
    if not parts and written is not None:
        return now
    base = written or Word("phrase.from_ability", (("ability", Word(f"ability.{STRENGTH}")),))
    return Word("phrase.made_of", (("now", now), ("base", base), ("parts", Listed(tuple(map(share, parts))))))


def share(part: Part) -> Word:
    """What one source does, and whether it counts."""
    key = "clashes" if part.clashes else "counts" if part.counts else "counts_not"
    amount = str(part.amount)
    signed = f"+{amount}" if part.stacking == ADD and not amount.startswith("-") else amount
    return Word(f"phrase.{key}", (("name", part.name), ("amount", signed)))

"""What a card in use is about to do: who uses it, which of its effects, aimed at whom."""

from collections.abc import Iterator

import msgspec

from takusen.rules import Id

from .cards import Ability, Face, Mode
from .reach import PICKED
from .recognise import Effect
from .world import NOTHING, NOWHERE

GROUPS = ("targets", "targets_2", "targets_3", "targets_4")
"""The arguments that hold targets, a group for each effect that has some."""
LASTING = ("artifact", "creature", "enchantment", "land", "planeswalker", "battle")
"""The types of cards that stay on the battlefield."""


class Use(msgspec.Struct, frozen=True):
    """A card or an ability in use: by which PC, what it is called, its colours, the permanent that it is or comes of,
    and its X, -1 for none."""

    pc: Id
    card: Id
    name: str
    colours: str = ""
    permanent: Id = NOTHING
    x: int = -1


class Step(msgspec.Struct, frozen=True):
    """One effect to be carried out: the words it stands in, whom it is aimed at, how far it reaches if it takes in
    everything, who of the own side fights, and who counts as an opponent's: those who are declared hostile, and all
    other enemies, too; and on which of the targets it is lost."""

    effect: Effect
    text: str
    targets: tuple[Id, ...] = ()
    reach: Id = NOWHERE
    fighter: Id = NOTHING
    declared: bool = True
    rivals: bool = False
    spared: tuple[Id, ...] = ()


class Part(msgspec.Struct, frozen=True):
    """A mode that is carried out, of an ability that has to have targets, or does without."""

    mode: Mode
    needs: bool


def lasts(face: Face) -> bool:
    """Whether it stays on the battlefield as a permanent."""
    return any(one in face.types for one in LASTING)


def at_cast(face: Face) -> tuple[Ability, ...]:
    """The abilities that do something when a face is cast: what a spell does, or what a permanent does as it comes."""
    return tuple(one for one in face.abilities if works_at_cast(one))


def works_at_cast(one: Ability) -> bool:
    """Whether an ability does something as its card is cast."""
    if one.kind == "static":
        return any(mode.effects for mode in one.modes)
    return one.kind == "spell" or (one.kind == "triggered" and one.when == "enters")


def choosing(abilities: tuple[Ability, ...]) -> Ability | None:
    """The ability that offers a choice of modes, if one does."""
    return next((one for one in abilities if len(one.modes) > 1), None)


def parts(abilities: tuple[Ability, ...], chosen: tuple[str, ...]) -> tuple[Part, ...]:
    """The modes that are carried out: of an ability with a choice those that are chosen."""
    return tuple(
        Part(mode, one.kind not in ("triggered", "static"))
        for one in abilities
        for mode in one.modes
        if len(one.modes) == 1 or mode.text in chosen
    )


def aims(work: tuple[Part, ...]) -> Iterator[tuple[str, Effect, Part]]:
    """The effects that somebody has to be picked for, each with the argument that holds the picks."""
    picked = ((effect, part) for part in work for effect in part.mode.effects if effect.scope in PICKED)
    yield from ((name, effect, part) for name, (effect, part) in zip(GROUPS, picked, strict=False))


def steps(work: tuple[Part, ...], targets: tuple[tuple[Id, ...], ...], fighter: Id) -> tuple[Step, ...]:
    """The effects in order, each with what was picked for it."""
    given = iter(targets)
    made = ((effect, part.mode.text) for part in work for effect in part.mode.effects)
    return tuple(
        Step(effect, text, next(given, ()) if effect.scope in PICKED else (), fighter=fighter) for effect, text in made
    )


def bounds(effect: Effect, x: int, among: int) -> tuple[int, int]:
    """How few and how many may be picked for an effect."""
    low, high = effect.count or (1, 1)
    most = (x if x >= 0 else among) if isinstance(high, str) else high
    return most if isinstance(low, str) else low, most


def number(amount: object, x: int) -> int | None:
    """A number of a card where the table knows it; None where it has to be asked."""
    if isinstance(amount, int):
        return amount
    return {"X": x, "-X": -x}.get(str(amount)) if x >= 0 else None

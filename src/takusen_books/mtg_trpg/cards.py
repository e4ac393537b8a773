"""Cards as a table keeps them: faces, abilities, and what each does by the adventure rules, resolved once."""

from typing import Annotated, Any, Literal

import msgspec

from takusen.rules import EVERYONE, GM, Audience, Field, Id, everyone

from .recognise import Effect

AbilityKind = Literal["spell", "activated", "loyalty", "triggered", "static", "chapter"]
When = Literal["", "enters", "other"]
"""What a triggered ability waits for: that its permanent comes onto the battlefield, or something else."""


class Mode(msgspec.Struct, frozen=True):
    """One of the ways to use an ability; an ability without a choice has a single one. `doubt` holds what was not
    understood of it and is left to the GM."""

    text: Annotated[str, Field(see=everyone)] = ""
    effects: Annotated[tuple[Effect, ...], Field(see=everyone)] = ()
    doubt: Annotated[str, Field(see=everyone)] = ""


class Ability(msgspec.Struct, frozen=True):
    """What a face can do. `mana` and `tap` are what the table takes for it, `rest` the other costs in words, which the
    GM judges; of the `modes`, `choose` says how few and how many are taken."""

    kind: Annotated[AbilityKind, Field(see=everyone)] = "spell"
    when: Annotated[When, Field(see=everyone)] = ""
    text: Annotated[str, Field(see=everyone)] = ""
    mana: Annotated[str, Field(see=everyone)] = ""
    tap: Annotated[bool, Field(see=everyone)] = False
    loyalty: Annotated[int, Field(see=everyone)] = 0
    rest: Annotated[str, Field(see=everyone)] = ""
    modes: Annotated[tuple[Mode, ...], Field(see=everyone)] = (Mode(),)
    choose: Annotated[tuple[int, int], Field(see=everyone)] = (1, 1)


class Face(msgspec.Struct, frozen=True):
    """One face of a card. `types` are in lower case (creature, artifact, land, enchantment, planeswalker, instant,
    sorcery); `cost` is written as on the card (`{2}{R}`), `extra` are additional costs in words, `produces` are the
    colours that it gives mana of, `enchants` what an Aura may lie on."""

    name: Annotated[str, Field(see=everyone)]
    cost: Annotated[str, Field(see=everyone)] = ""
    value: Annotated[int, Field(see=everyone)] = 0
    types: Annotated[tuple[str, ...], Field(see=everyone)] = ()
    subtypes: Annotated[tuple[str, ...], Field(see=everyone)] = ()
    legendary: Annotated[bool, Field(see=everyone)] = False
    colours: Annotated[str, Field(see=everyone)] = ""
    text: Annotated[str, Field(see=everyone)] = ""
    power: Annotated[int, Field(see=everyone)] = 0
    toughness: Annotated[int, Field(see=everyone)] = 0
    loyalty: Annotated[int, Field(see=everyone)] = 0
    keywords: Annotated[tuple[str, ...], Field(see=everyone)] = ()
    produces: Annotated[str, Field(see=everyone)] = ""
    extra: Annotated[str, Field(see=everyone)] = ""
    enchants: Annotated[tuple[str, ...], Field(see=everyone)] = ()
    abilities: Annotated[tuple[Ability, ...], Field(see=everyone)] = ()
    castable: Annotated[bool, Field(see=everyone)] = True


class Card(msgspec.Struct, frozen=True):
    """A card of a PC's deck, or an item card. It is known to its player and the GM until it is shown to all."""

    name: Annotated[str, Field(see=everyone)]
    of: Annotated[Id, Field(see=everyone)]
    faces: Annotated[tuple[Face, ...], Field(see=everyone)]
    item: Annotated[bool, Field(see=everyone)] = False
    shown: Annotated[bool, Field(see=everyone)] = False
    picture: Annotated[str, Field(see=everyone)] = ""

    def seen(self, world: Any) -> Audience:
        """Who knows that the card is in the deck."""
        if self.shown:
            return EVERYONE
        pc = world.pcs.get(self.of)
        return (GM, pc.player) if pc is not None and pc.player else GM

    @property
    def front(self) -> Face:
        """The first face."""
        return self.faces[0]

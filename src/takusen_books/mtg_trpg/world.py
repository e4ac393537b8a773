"""What a table of MTGでTRPG keeps: places, the permanents that are there, PCs with their cards, the scene, the days."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from takusen.rules import EVERYONE, GM, Audience, Field, Id, Table, everyone

from .cards import Card

NOBODY = NOWHERE = NOTHING = Id("")
TEAMMATE = Id("")
"""Who controls ordinary NPCs and things (MT-17)."""

CREATURE, ARTIFACT, LAND, ENCHANTMENT, PLANESWALKER = "creature", "artifact", "land", "enchantment", "planeswalker"
TYPES = (CREATURE, ARTIFACT, LAND, ENCHANTMENT, PLANESWALKER)

Zone = Literal["battlefield", "graveyard", "exile", "sealed", "fled", "left"]
"""Where a permanent is: on the scene of the world, as remains (MT-03), gone without trace (MT-09), sealed (MT-10), fled
for this scenario (MT-04), or back among its owner's cards, in which case it is no permanent any more."""
ZONES: tuple[Zone, ...] = ("battlefield", "graveyard", "exile", "sealed", "fled", "left")

Until = Literal["stays", "scene", "source"]
"""How long a modifier or a control lasts: for good, to the end of the scene, as long as its source is there."""


def if_known(world: Any, one: Any) -> Audience:
    """What belongs to a PC or is controlled by one is open; an NPC's numbers once the GM shows them."""
    return EVERYONE if one.shown or one.owner or one.controller else GM


def if_place_known(world: Any, one: Any) -> Audience:
    """Where somebody is, unless that place is out of sight."""
    place = world.places.get(one.place)
    return place.seen(world) if place else GM if one.place else EVERYONE


def player_and_gm(world: Any, one: Any) -> Audience:
    """Whoever plays the PC, and the GM."""
    return (GM, one.player) if one.player else GM


class Place(msgspec.Struct, frozen=True):
    """Somewhere in the world. `inside` is the place around it, nothing for a plane; `sees` are other places that are in
    sight from here (MT-21)."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    inside: Annotated[Id, Field(see=everyone, edit=True)] = NOWHERE
    text: Annotated[str, Field(see=everyone, edit=True, form="long")] = ""
    sees: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False
    removed: Annotated[bool, Field(see=everyone, edit=True)] = False
    secret: Annotated[str, Field(edit=True, form="long")] = ""

    def seen(self, world: Any) -> Audience:
        """Who knows of the place."""
        return GM if self.hidden or self.removed else EVERYONE


class Modifier(msgspec.Struct, frozen=True):
    """What is added to power and toughness (MT-15)."""

    power: Annotated[int, Field(see=everyone)]
    toughness: Annotated[int, Field(see=everyone)]
    until: Annotated[Until, Field(see=everyone)] = "scene"
    source: Annotated[Id, Field(see=everyone)] = NOTHING


class Control(msgspec.Struct, frozen=True):
    """Who has taken control, how long it lasts, and by what (MT-17 to MT-20, MT-27); the damage and the modifiers that
    were there before."""

    by: Annotated[Id, Field(see=everyone)]
    until: Annotated[Until, Field(see=everyone)] = "stays"
    source: Annotated[Id, Field(see=everyone)] = NOTHING
    scene: Annotated[int, Field(see=everyone)] = 0
    damage: Annotated[int, Field(see=everyone)] = 0
    modifiers: Annotated[tuple[Modifier, ...], Field(see=everyone)] = ()


class Seal(msgspec.Struct, frozen=True):
    """An exile-until (MT-10): the permanent that causes it, or else the event in words that ends it, whose card it is,
    and where it was done."""

    by: Annotated[Id, Field(see=everyone)] = NOTHING
    owner: Annotated[Id, Field(see=everyone)] = NOBODY
    place: Annotated[Id, Field(see=everyone)] = NOWHERE
    event: Annotated[str, Field(see=everyone)] = ""


class Permanent(msgspec.Struct, frozen=True):
    """An NPC, a thing, a facility, a ward, or a card of a PC's that is on the battlefield (MT-02).

    `home` is the rightful place, `holder` who carries a thing or what a ward lies on; `interior` is the place that a
    facility is. `owner` is the PC whose card it is, nobody for what belongs to the world. `ruin` tells how a facility
    went out of use, `moved` that it was moved by force from its rightful place (MT-07), `shown` that its numbers are
    open, `weeks` how many weeks of care it has had since it was last counted; `activated` is the scene in which its
    loyalty ability was used last.
    """

    name: Annotated[str, Field(see=everyone, edit=True)]
    types: Annotated[tuple[str, ...], Field(see=everyone)] = (CREATURE,)
    subtypes: Annotated[tuple[str, ...], Field(see=everyone)] = ()
    text: Annotated[str, Field(see=everyone, edit=True, form="long")] = ""
    legendary: Annotated[bool, Field(see=everyone, edit=True)] = False
    token: Annotated[bool, Field(see=everyone, edit=True)] = False
    as_planeswalker: Annotated[bool, Field(see=if_known, edit=True)] = False
    as_player: Annotated[bool, Field(see=if_known, edit=True)] = False
    colours: Annotated[str, Field(see=if_known, edit=True)] = ""
    cost: Annotated[str, Field(see=if_known, edit=True)] = ""
    allegiance: Annotated[str, Field(see=everyone, edit=True, choices=("friend", "neutral", "enemy"))] = "neutral"
    hostile: Annotated[bool, Field(see=everyone, edit=True)] = False
    owner: Annotated[Id, Field(see=everyone)] = NOBODY
    card: Annotated[Id, Field(see=everyone)] = NOTHING
    face: Annotated[int, Field(see=everyone)] = 0
    control: Annotated[Control | None, Field(see=everyone)] = None
    zone: Annotated[Zone, Field(see=everyone)] = "battlefield"
    place: Annotated[Id, Field(see=if_place_known, edit=True)] = NOWHERE
    home: Annotated[Id, Field(see=if_known, edit=True)] = NOWHERE
    holder: Annotated[Id, Field(see=everyone, edit=True)] = NOBODY
    interior: Annotated[Id, Field(see=everyone, edit=True)] = NOWHERE
    seal: Annotated[Seal | None, Field(see=everyone)] = None
    ruin: Annotated[Literal["", "destroyed", "exiled", "exiled_until"], Field(see=everyone)] = ""
    moved: Annotated[bool, Field(see=everyone, edit=True)] = False
    burned: Annotated[bool, Field(see=everyone)] = False
    power: Annotated[int, Field(see=if_known, edit=True)] = 0
    toughness: Annotated[int, Field(see=if_known, edit=True)] = 0
    loyalty: Annotated[int, Field(see=if_known, edit=True)] = 0
    life: Annotated[int, Field(see=if_known, edit=True)] = 20
    hand: Annotated[int, Field(see=if_known, edit=True)] = 7
    damage: Annotated[int, Field(see=everyone, edit=True)] = 0
    modifiers: Annotated[tuple[Modifier, ...], Field(see=everyone)] = ()
    counters: Annotated[Table[str, int], Field(see=everyone, edit=True)] = Table()
    hexproof: Annotated[bool, Field(see=if_known, edit=True)] = False
    shroud: Annotated[bool, Field(see=if_known, edit=True)] = False
    indestructible: Annotated[bool, Field(see=if_known, edit=True)] = False
    ward: Annotated[str, Field(see=if_known, edit=True)] = ""
    protection: Annotated[tuple[str, ...], Field(see=if_known)] = ()
    regeneration: Annotated[int, Field(see=if_known, edit=True)] = 0
    tapped: Annotated[bool, Field(see=everyone, edit=True)] = False
    produces: Annotated[str, Field(see=if_known, edit=True)] = ""
    entered: Annotated[int, Field(see=everyone)] = 0
    attacked: Annotated[bool, Field(see=everyone)] = False
    activated: Annotated[int, Field(see=everyone)] = 0
    care: Annotated[bool, Field(see=everyone, edit=True)] = False
    days: Annotated[int, Field(see=everyone)] = 0
    shown: Annotated[bool, Field(see=everyone, edit=True)] = False
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False
    removed: Annotated[bool, Field(see=everyone, edit=True)] = False
    note: Annotated[str, Field(see=everyone, edit=True)] = ""
    secret: Annotated[str, Field(edit=True, form="long")] = ""

    def seen(self, world: Any) -> Audience:
        """Who knows that it is there."""
        return GM if self.hidden or self.removed else EVERYONE

    @property
    def controller(self) -> Id:
        """Who controls it: a PC, an NPC treated as a player, or a teammate (MT-17)."""
        return self.control.by if self.control else self.owner

    @property
    def here(self) -> bool:
        """Whether it is on the battlefield, which is the world itself."""
        return self.zone == "battlefield" and not self.removed

    def is_a(self, *types: str) -> bool:
        """Whether it is of one of these types."""
        return any(one in self.types for one in types)


class Called(msgspec.Struct, frozen=True):
    """An action check that the GM has called for: the colour (one of WUBRG, or C for none) and how hard it is."""

    colour: Annotated[str, Field(see=everyone)]
    difficulty: Annotated[int, Field(see=everyone)]


class Pc(msgspec.Struct, frozen=True):
    """A player's planeswalker: a deck (MT-26). Nobody but its player knows the cards of the hand, others count them.

    The library has no order but what is known of it: `library` counts the cards whose place nobody knows, `top` are
    known ones on top, `bottom` those that were put at the bottom. `turn` is the scene that was its latest turn,
    `called` the action check it has been called to; whoever is `out` takes no part, who has `lost` not even in later
    scenes.
    """

    name: Annotated[str, Field(see=everyone, mine=True)]
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    text: Annotated[str, Field(see=everyone, mine=True, form="long")] = ""
    life: Annotated[int, Field(see=everyone, edit=True)] = 20
    place: Annotated[Id, Field(see=everyone, edit=True)] = NOWHERE
    hand: Annotated[tuple[Id, ...], Field(see=player_and_gm)] = ()
    hand_size: Annotated[int, Field(see=everyone)] = 0
    library: Annotated[Table[Id, int], Field(see=player_and_gm)] = Table()
    top: Annotated[tuple[Id, ...], Field(see=player_and_gm)] = ()
    bottom: Annotated[tuple[Id, ...], Field(see=player_and_gm)] = ()
    library_size: Annotated[int, Field(see=everyone)] = 0
    graveyard: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    exile: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    command: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    marked: Annotated[tuple[Id, ...], Field(see=player_and_gm)] = ()
    cast_before: Annotated[Table[Id, int], Field(see=everyone)] = Table()
    mana: Annotated[Table[str, int], Field(see=everyone, edit=True)] = Table()
    land_played: Annotated[bool, Field(see=everyone, edit=True)] = False
    attacked: Annotated[bool, Field(see=everyone, edit=True)] = False
    turn: Annotated[int, Field(see=everyone)] = 0
    out: Annotated[bool, Field(see=everyone, edit=True)] = False
    lost: Annotated[bool, Field(see=everyone, edit=True)] = False
    called: Annotated[Called | None, Field(see=everyone)] = None
    removed: Annotated[bool, Field(see=everyone, edit=True)] = False
    note: Annotated[str, Field(see=everyone, mine=True)] = ""


class Scene(msgspec.Struct, frozen=True):
    """The scene that is on, which is one turn (MT-26): where, who of the PCs are in it, and how far the GM lets spells
    reach at most (nowhere: as far as the eye can see, MT-21)."""

    place: Annotated[Id, Field(see=everyone)]
    present: Annotated[tuple[Id, ...], Field(see=everyone)] = ()
    title: Annotated[str, Field(see=everyone, edit=True)] = ""
    reach: Annotated[Id, Field(see=everyone)] = NOWHERE


class Ruling(msgspec.Struct, frozen=True):
    """How the GM answered a kind of question, to be asked no more (a precedent of the table)."""

    question: Annotated[str, Field(see=everyone)]
    about: Annotated[str, Field(see=everyone)]
    answer: Annotated[str, Field(see=everyone)]


class World(msgspec.Struct, frozen=True):
    """The whole table. `scenes` counts the scenes so far, `day` the days, `boss` tells that the boss fight is on;
    `asked` are the questions that the GM answered in the last act, which may be kept as `precedents`; the `guide` is
    for the GM to read."""

    places: Annotated[Table[Id, Place], Field(see=everyone)] = Table()
    permanents: Annotated[Table[Id, Permanent], Field(see=everyone)] = Table()
    pcs: Annotated[Table[Id, Pc], Field(see=everyone)] = Table()
    cards: Annotated[Table[Id, Card], Field(see=everyone)] = Table()
    scene: Annotated[Scene | None, Field(see=everyone)] = None
    boss: Annotated[bool, Field(see=everyone)] = False
    scenes: Annotated[int, Field(see=everyone, edit=True)] = 0
    day: Annotated[int, Field(see=everyone, edit=True)] = 1
    asked: tuple[Ruling, ...] = ()
    precedents: Annotated[Table[Id, Ruling], Field()] = Table()
    guide: Annotated[str, Field(edit=True, form="long")] = ""

    def here_now(self) -> Scene:
        """The scene that is on."""
        if self.scene is None:
            raise ValueError("no scene is on")
        return self.scene

    def around(self, place: Id) -> Iterator[Id]:
        """A place and those around it, from the inside out."""
        seen: set[Id] = set()
        while place and place in self.places and place not in seen:
            seen.add(place)
            yield place
            place = self.places[place].inside

    def plane(self, place: Id) -> Id:
        """The plane that a place is in."""
        return next(reversed(list(self.around(place))), NOWHERE)

    def within(self, place: Id, outer: Id) -> bool:
        """Whether a place is another, or inside it however deep."""
        return outer in self.around(place)

    def here(self) -> Iterator[tuple[Id, Permanent]]:
        """The permanents that are on the battlefield."""
        return ((one, me) for one, me in self.permanents.items() if me.here)

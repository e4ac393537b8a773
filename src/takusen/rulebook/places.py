"""Places inside places, and who and what is where, as a book shows them."""

from typing import Literal

import msgspec

from takusen.play.handles import Id
from takusen.rulebook.shown import Shown

Tone = Literal["", "good", "bad", "held"]


class Badge(msgspec.Struct, frozen=True):
    """A word or sign on something, short enough to be read at a glance; `tone` says how it is meant: `held` is what
    holds somebody back for a while, such as being tapped or sealed."""

    text: Shown
    tone: Tone = ""


class Piece(msgspec.Struct, frozen=True):
    """Somebody or something in a place. What lies `on` somebody, or is carried, is drawn there.

    `icon` is "person", "player", "walker", "thing", "building" or "ward"; `side` is "friends", "foes" or neither;
    `number` stands beside the name, such as 2/2. `out` are remains. `hidden` marks, for the GM, what nobody else's
    picture has. `path` is where the world keeps the place, if it is an edit that moves it; without it an act does.
    """

    id: Id
    name: str
    icon: str = "person"
    place: Id = Id("")
    on: Id = Id("")
    side: str = ""
    mine: bool = False
    active: bool = False
    out: bool = False
    hidden: bool = False
    number: Shown = ""
    badges: tuple[Badge, ...] = ()
    note: Shown = ""
    colour: str = ""
    path: str = ""


class Spot(msgspec.Struct, frozen=True):
    """A place, inside another or by itself. `sight` tells what the viewer's own can see: "here" is where they are,
    "seen" what is in sight from there. `now` is where the scene is; `of` names the piece that the place is, such as a
    building, which is drawn at its head; `note` is said of it when it is touched."""

    id: Id
    name: Shown
    inside: Id = Id("")
    sight: Literal["", "here", "seen"] = ""
    now: bool = False
    hidden: bool = False
    badges: tuple[Badge, ...] = ()
    of: Id = Id("")
    note: Shown = ""


class PlacesPanel(msgspec.Struct, frozen=True, tag="places"):
    """Places inside places, and who and what is where; a page has one at most, and no board beside it.

    A piece that is dropped declares the `act` with the two `picks`: who, and where to. What is picked or asked just
    now, if it is in the picture, is lit. What is in no place stands below, under the words of `beside`.
    """

    title: Shown
    spots: tuple[Spot, ...]
    pieces: tuple[Piece, ...] = ()
    act: str = "move"
    picks: tuple[str, str] = ("actor", "place")
    beside: Shown = ""

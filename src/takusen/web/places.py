"""Places as they are drawn: boxes in boxes, with who and what stands in each."""

from collections.abc import Iterable

import msgspec

from takusen.play.handles import Id
from takusen.rulebook.places import Piece, PlacesPanel, Spot


class Placed(msgspec.Struct, frozen=True):
    """A piece with what it carries or what lies on it."""

    piece: Piece
    held: "tuple[Placed, ...]" = ()

    @property
    def count(self) -> int:
        """How many pieces that is."""
        return 1 + sum(one.count for one in self.held)


class Box(msgspec.Struct, frozen=True):
    """A place: the piece that it is, the pieces in it, the places inside it, how many places are around it."""

    spot: Spot
    head: Placed | None
    pieces: tuple[Placed, ...]
    inside: "tuple[Box, ...]"
    depth: int

    @property
    def count(self) -> int:
        """How many pieces are in it, however deep."""
        return sum(one.count for one in self.pieces) + sum(one.count for one in self.inside)

    @property
    def room(self) -> int:
        """How much room it asks for beside others."""
        return 1 + sum(one.count for one in self.pieces) + sum(one.room for one in self.inside)

    @property
    def far(self) -> bool:
        """Whether there is nothing in it, however deep, that its viewer is near to."""
        near = self.spot.sight or self.spot.now or any(one.piece.mine for one in self.pieces)
        return not near and all(one.far for one in self.inside)


class Nested(msgspec.Struct, frozen=True):
    """Places inside places, and the pieces that are in none."""

    boxes: tuple[Box, ...]
    beside: tuple[Placed, ...]
    sighted: bool


def nested(panel: PlacesPanel) -> Nested:
    """Places as they are drawn. What is inside itself, in a circle, stands by itself where the circle is met."""
    spots = {one.id: one for one in panel.spots}
    heads = {one.of for one in panel.spots}
    placed = _on_each_other(panel.pieces)
    drawn: set[Id] = set()

    def box(spot: Spot, depth: int) -> Box:
        drawn.add(spot.id)
        head = next((one for one in placed if spot.of and one.piece.id == spot.of), None)
        pieces = tuple(one for one in placed if one.piece.place == spot.id and one.piece.id not in heads)
        inner = (one for one in panel.spots if one.inside == spot.id)
        return Box(spot, head, pieces, tuple(box(one, depth + 1) for one in inner if one.id not in drawn), depth)

    outer = tuple(box(one, 0) for one in panel.spots if one.inside not in spots)
    circles = tuple(box(one, 0) for one in panel.spots if one.id not in drawn)
    beside = tuple(one for one in placed if one.piece.place not in spots and one.piece.id not in heads)
    return Nested(outer + circles, beside, any(one.sight for one in panel.spots))


def _on_each_other(pieces: tuple[Piece, ...]) -> tuple[Placed, ...]:
    """Those who are on nobody, each with what is on them."""
    known, drawn = {one.id for one in pieces}, set[Id]()

    def placed(piece: Piece) -> Placed:
        drawn.add(piece.id)
        return Placed(piece, tuple(placed(one) for one in _on(pieces, piece.id) if one.id not in drawn))

    free = [placed(one) for one in pieces if one.on not in known]
    return (*free, *(placed(one) for one in pieces if one.id not in drawn))


def _on(pieces: Iterable[Piece], one: Id) -> Iterable[Piece]:
    return (piece for piece in pieces if piece.on == one)

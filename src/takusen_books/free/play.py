"""What a free table declares: the story goes on elsewhere, the board comes out or goes."""

from msgspec.structs import replace

from takusen.rules import EVERYONE, Audience, Board, Fact, Id, Offer, Play, Refused, act

from .world import World


class SceneEntered(Fact, frozen=True):
    """The party is in another scene."""

    scene: Id

    def see(self, world: World) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return replace(world, scene=self.scene)


@act(by="gm")
def enter_scene(t: Play[World], scene: Id) -> None:
    """The GM shows a scene to all, in place of the one before."""
    t.emit(SceneEntered(scene))


@enter_scene.offer
def _(o: Offer[World]) -> None:
    ready = tuple(one for one, scene in o.world.scenes.items() if not scene.removed)
    if not ready:
        o.refuse("no_scenes")
    o.pick("scene", ready, unless=lambda one: _here_already(o.world, one))


def _here_already(world: World, one: Id) -> Refused | None:
    return Refused.because("here_already") if one == world.scene else None


class BoardLaid(Fact, frozen=True):
    """A board lies on the table."""

    board: Board

    def see(self, world: World) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return replace(world, board=self.board)


class BoardCleared(Fact, frozen=True):
    """No board lies on the table any more."""

    def see(self, world: World) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return replace(world, board=None)


@act(by="gm")
def lay_board(t: Play[World]) -> None:
    """The GM lays out a board; who stands where they stood before still does."""
    t.emit(BoardLaid(Board()))


@lay_board.offer
def _(o: Offer[World]) -> None:
    if o.world.board is not None:
        o.refuse("board_is_out")


@act(by="gm")
def clear_board(t: Play[World]) -> None:
    """The GM takes the board away."""
    t.emit(BoardCleared())


@clear_board.offer
def _(o: Offer[World]) -> None:
    if o.world.board is None:
        o.refuse("no_board")

"""The one thing that a free table declares: the story goes on elsewhere."""

from msgspec.structs import replace

from takusen.rules import EVERYONE, Audience, Fact, Id, Offer, Play, Refused, act

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

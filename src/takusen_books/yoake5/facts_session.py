"""What becomes true of a session: its parts, its scenes, its reward, and the steps of the after-play (YA-14)."""

import msgspec
from msgspec.structs import replace

from takusen.rules import Fact, Id, Table

from .fact import Open, changed, during
from .world import AFTERPLAY, MAIN_PLAY, OVER, Session, World


class Fresh(msgspec.Struct, frozen=True):
    """How somebody begins a session: HP, MP, LP, and how long their history is by then."""

    hp: int
    mp: int
    lp: int
    began: int


class SessionBegan(Open, frozen=True):
    """A session begins with the pre-play; those who take part are fresh."""

    title: str
    day: str
    members: tuple[Id, ...]
    flags: tuple[str, ...]
    fresh: Table[Id, Fresh]

    def apply(self, world: World) -> World:
        session = Session(title=self.title, day=self.day, flags=self.flags, members=self.members)
        world = replace(world, session=session)
        for one, now in self.fresh.items():
            world = changed(
                world, one, hp=now.hp, mp=now.mp, lp=now.lp, began=now.began, uses=Table(), step="", down=False
            )
        return world


class MainPlayBegan(Open, frozen=True):
    """The main play begins."""

    def apply(self, world: World) -> World:
        return during(world, part=MAIN_PLAY)


class SceneBegan(Open, frozen=True):
    """A scene begins."""

    number: int
    name: str
    members: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return during(world, scene=self.number, scene_name=self.name, scene_members=self.members)


class SceneEnded(Open, frozen=True):
    """The scene is over."""

    number: int

    def apply(self, world: World) -> World:
        return during(world, scene_name="", scene_members=())


class AfterplayBegan(Open, frozen=True):
    """The after-play begins; everybody who took part is at its first step."""

    members: tuple[Id, ...]
    step: str

    def apply(self, world: World) -> World:
        for one in self.members:
            world = changed(world, one, step=self.step)
        return during(world, part=AFTERPLAY, scene_name="", scene_members=())


class RewardDecided(Open, frozen=True):
    """What everybody gets of experience, and what it comes from."""

    amount: int
    fixed: int
    boss_level: int
    highest_pc: int

    def apply(self, world: World) -> World:
        return during(world, reward=self.amount, fixed_reward=self.fixed, boss_level=self.boss_level, rewarded=True)


class StepTaken(Open, frozen=True):
    """Somebody comes to the next step of the after-play."""

    of: Id
    step: str

    def apply(self, world: World) -> World:
        return changed(world, self.of, step=self.step)


class SessionEnded(Open, frozen=True):
    """The session is over."""

    members: tuple[Id, ...]

    def apply(self, world: World) -> World:
        for one in self.members:
            world = changed(world, one, uses=Table(), step="")
        return during(world, part=OVER)


SESSION_FACTS: tuple[type[Fact], ...] = (
    SessionBegan, MainPlayBegan, SceneBegan, SceneEnded, AfterplayBegan, RewardDecided, StepTaken, SessionEnded,
)  # fmt: skip

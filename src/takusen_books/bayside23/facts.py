"""The facts of bayside23 and how each changes the world."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id, Table

from .world import Fight, Fighter, Riddle, Scene, World, if_shown

ACTORS = ("of", "by", "attacker", "target")


class Open(Fact, frozen=True):
    """A fact that everybody learns of, unless it tells of a fighter who is out of sight."""

    def see(self, world: Any) -> Audience:
        spoken = (world.fighters.get(getattr(self, name, "")) for name in ACTORS)
        return GM if any(one and one.seen(world) == GM for one in spoken) else EVERYONE


def changed(world: World, one: Id, **fields: Any) -> World:
    """The world with fields of one fighter set."""
    return replace(world, fighters=world.fighters.put(one, replace(world.fighters[one], **fields)))


def on(world: World, **fields: Any) -> World:
    """The world with fields of the fight set."""
    return replace(world, fight=replace(world.fight or Fight(()), **fields))


def numbers(world: World, one: Id, *fields: str) -> dict[str, Audience]:
    """The fields that tell a fighter's numbers, closed as the fighter's own numbers are."""
    audience = if_shown(world, world.fighters[one])
    return {} if audience == EVERYONE else dict.fromkeys(fields, audience)


class OfNumbers(Open, frozen=True):
    """A fact that comes about by a fighter's numbers: whoever may not see those does not learn that it happened."""

    of: Id

    def see(self, world: Any) -> Audience:
        sight = super().see(world)
        return sight if sight == GM else if_shown(world, world.fighters[self.of])


# scenario ------------------------------------------------------------------------------------------------------------


class Joined(Fact, frozen=True):
    """A fighter comes to the table, its whole block resolved."""

    of: Id
    fighter: Fighter

    def see(self, world: Any) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return replace(world, fighters=world.fighters.put(self.of, self.fighter))


class SceneSet(Fact, frozen=True):
    """A scene of the scenario is laid out."""

    scene: Id
    content: Scene

    def apply(self, world: World) -> World:
        return replace(world, scenes=world.scenes.put(self.scene, self.content))


class RiddleSet(Fact, frozen=True):
    """A riddle or trap is laid out."""

    riddle: Id
    content: Riddle

    def apply(self, world: World) -> World:
        return replace(world, riddles=world.riddles.put(self.riddle, self.content))


class Supplied(Fact, frozen=True):
    """The party's soul stones and the enemy HP track."""

    stones: Table[str, int]
    enemy_hp: int
    enemy_hp_max: int
    enemy_hp_name: str

    def apply(self, world: World) -> World:
        return replace(
            world,
            stones=self.stones,
            enemy_hp=self.enemy_hp,
            enemy_hp_max=self.enemy_hp_max,
            enemy_hp_name=self.enemy_hp_name,
        )


class SceneEntered(Open, frozen=True):
    """The party comes to a scene."""

    scene: Id
    text: str = ""

    def apply(self, world: World) -> World:
        found = replace(world.scenes[self.scene], found=True)
        return replace(world, scene=self.scene, scenes=world.scenes.put(self.scene, found))


class StoryBegun(Open, frozen=True):
    """How the scenario begins, read to all."""

    text: str


class RiddleFound(Open, frozen=True):
    """The party meets a riddle or trap."""

    riddle: Id
    text: str = ""

    def apply(self, world: World) -> World:
        return replace(world, riddles=world.riddles.put(self.riddle, replace(world.riddles[self.riddle], found=True)))


class HintFound(Open, frozen=True):
    """The party finds a hint."""

    riddle: Id
    hint: Id
    text: str

    def parts(self, world: World) -> dict[str, Audience]:
        return {} if world.riddles[self.riddle].found else {"riddle": GM}

    def apply(self, world: World) -> World:
        riddle = world.riddles[self.riddle]
        hints = riddle.hints.put(self.hint, replace(riddle.hints[self.hint], found=True))
        return replace(world, riddles=world.riddles.put(self.riddle, replace(riddle, hints=hints)))


class RiddleAnswered(Open, frozen=True):
    """Somebody gives an answer to a riddle, in their own words."""

    of: Id
    riddle: Id
    text: str


class RiddleSolved(Open, frozen=True):
    """A riddle is solved or a trap passed."""

    riddle: Id
    of: Id
    text: str = ""

    def apply(self, world: World) -> World:
        return replace(world, riddles=world.riddles.put(self.riddle, replace(world.riddles[self.riddle], solved=True)))


class RiddleFailed(Open, frozen=True):
    """A wrong answer, or a failed check at a riddle or trap."""

    riddle: Id
    of: Id
    text: str = ""


# the fight -----------------------------------------------------------------------------------------------------------


class FightStarted(Open, frozen=True):
    """A fight begins with its members."""

    members: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return replace(world, fight=Fight(self.members), victory_due=False)


class Appeared(Open, frozen=True):
    """A fighter comes into sight."""

    of: Id

    def see(self, world: Any) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return changed(world, self.of, hidden=False)


class Reinforced(Open, frozen=True):
    """Fighters come into the fight; `fighting` and `order` are all members and their order from now on."""

    members: tuple[Id, ...]
    fighting: tuple[Id, ...]
    order: tuple[Id, ...] = ()

    def parts(self, world: World) -> dict[str, Audience]:
        return {"fighting": GM, "order": GM}

    def apply(self, world: World) -> World:
        return on(world, members=self.fighting, order=self.order)


class InitiativeDecided(Open, frozen=True):
    """Which side is first, and the order of the fighters where each has their own."""

    first: str
    order: tuple[Id, ...] = ()

    def apply(self, world: World) -> World:
        return on(world, first=self.first, turn=self.first, order=self.order, moved=False)


class RoundStarted(Open, frozen=True):
    """A round begins."""

    round: int

    def apply(self, world: World) -> World:
        return on(world, round=self.round)


class Readied(Open, frozen=True):
    """A fighter has a turn to come."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, acted=False)


class SideTurn(Open, frozen=True):
    """It is a side's turn."""

    side: str

    def apply(self, world: World) -> World:
        return on(world, turn=self.side, moved=False)


class Acted(Open, frozen=True):
    """A fighter's turn is used up."""

    of: Id

    def apply(self, world: World) -> World:
        return on(changed(world, self.of, acted=True), moved=True)


class TurnPassed(Open, frozen=True):
    """A fighter lets the turn go by."""

    of: Id


class Unlocked(OfNumbers, frozen=True):
    """A fighter's choice of pool no longer binds."""

    def apply(self, world: World) -> World:
        return changed(world, self.of, locks=Table())


class Attacked(Open, frozen=True):
    """An attack is declared."""

    attacker: Id
    target: Id
    traits: tuple[str, ...]
    skill: str
    total: int
    force: int
    target_number: int
    against: tuple[str, ...] = ()

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.attacker, "traits", "skill", "total", "target_number", "against")


class Hit(Open, frozen=True):
    """The attack hits, with its force."""

    attacker: Id
    target: Id
    force: int


class Missed(Open, frozen=True):
    """The attack misses."""

    attacker: Id
    target: Id


class Critical(Open, frozen=True):
    """Double 1."""

    of: Id


class Fumbled(Open, frozen=True):
    """Double 6."""

    of: Id


class Fell(Open, frozen=True):
    """A fighter falls and loses the turn of a round."""

    of: Id
    lost_turn: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, prone=True, lost_turn=self.lost_turn)


class TurnLost(Open, frozen=True):
    """A fallen fighter lies through this round."""

    of: Id


class StoodUp(Open, frozen=True):
    """A fallen fighter is up again."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, prone=False, lost_turn=0)


class Defended(Open, frozen=True):
    """How a fighter defends."""

    of: Id
    attacker: Id
    traits: tuple[str, ...]
    skill: str
    total: int
    target_number: int
    against: tuple[str, ...] = ()

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "traits", "skill", "total", "target_number", "against")


class Parried(Open, frozen=True):
    """The defence succeeds."""

    of: Id
    attacker: Id


class Struck(Open, frozen=True):
    """The blow gets through."""

    of: Id
    attacker: Id
    force: int


class LifeLost(Open, frozen=True):
    """Life goes down; `left` is what remains."""

    target: Id
    amount: int
    left: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.target, "left")

    def apply(self, world: World) -> World:
        return changed(world, self.target, life=self.left)


class Rerolled(Open, frozen=True):
    """A point goes for another roll. `locks` is what the fighter is bound to from now on."""

    of: Id
    label: str
    pool: str
    cost: int
    left: int
    locks: Table[str, str]

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "left", "locks", "cost")

    def apply(self, world: World) -> World:
        return changed(world, self.of, locks=self.locks, **{self.pool: self.left})


class GaveUp(Open, frozen=True):
    """No more rolls."""

    of: Id
    label: str


class Incapacitated(Open, frozen=True):
    """A pool is spent: out of the fight."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, incapacitated=True)


class FellUnconscious(Open, frozen=True):
    """Life is at 0."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, unconscious=True)


class FightWon(Open, frozen=True):
    """The fight is over and a side has won."""

    side: str

    def apply(self, world: World) -> World:
        return replace(world, fight=None)


class FightDrawn(Open, frozen=True):
    """The fight is over and nobody has won."""

    def apply(self, world: World) -> World:
        return replace(world, fight=None)


class SpoilsDue(Open, frozen=True):
    """A won fight may lower the enemy HP."""

    def apply(self, world: World) -> World:
        return replace(world, victory_due=True)


class EnemyHpLost(Open, frozen=True):
    """The enemy HP track goes down."""

    amount: int
    left: int

    def apply(self, world: World) -> World:
        return replace(world, enemy_hp=self.left)


class SpoilsTaken(Open, frozen=True):
    """The victory has had its effect."""

    def apply(self, world: World) -> World:
        return replace(world, victory_due=False)


# checks, stones, rest ------------------------------------------------------------------------------------------------


class Checked(Open, frozen=True):
    """An action check is declared."""

    of: Id
    traits: tuple[str, ...]
    skill: str
    total: int
    difficulty: int
    target_number: int
    against: tuple[str, ...] = ()

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "traits", "skill", "total", "target_number", "against")


class CheckPassed(Open, frozen=True):
    """The check succeeds."""

    of: Id


class CheckFailed(Open, frozen=True):
    """The check fails."""

    of: Id


class StoneUsed(Open, frozen=True):
    """A soul stone is used up."""

    by: Id
    size: str
    left: int

    def apply(self, world: World) -> World:
        return replace(world, stones=world.stones.put(self.size, self.left))


class Recovered(Open, frozen=True):
    """Life comes back."""

    of: Id
    by: Id
    amount: int
    left: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "amount", "left")

    def apply(self, world: World) -> World:
        return changed(world, self.of, life=self.left)


class RecoverySpent(Open, frozen=True):
    """One of a fighter's chances to recover is gone."""

    of: Id
    left: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "left")

    def apply(self, world: World) -> World:
        return changed(world, self.of, recoveries=self.left)


class RecoveriesRestored(OfNumbers, frozen=True):
    """A fighter's chances to recover are back."""

    left: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "left")

    def apply(self, world: World) -> World:
        return changed(world, self.of, recoveries=self.left)


class Woke(Open, frozen=True):
    """An unconscious fighter comes to."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, unconscious=False)


class PoolsRestored(OfNumbers, frozen=True):
    """Stamina and concentration are back."""

    stamina: int
    concentration: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "stamina", "concentration")

    def apply(self, world: World) -> World:
        full = {"stamina": self.stamina, "concentration": self.concentration}
        return changed(world, self.of, incapacitated=False, prone=False, lost_turn=0, **full)


class Rested(Open, frozen=True):
    """The party has rested."""


class SessionOpened(Open, frozen=True):
    """Play begins for today."""

    def apply(self, world: World) -> World:
        return replace(world, session_open=True)


class SessionClosed(Open, frozen=True):
    """Play ends for today."""

    def apply(self, world: World) -> World:
        return replace(world, session_open=False)


FACTS: tuple[type[Fact], ...] = (
    Joined, SceneSet, RiddleSet, Supplied, SceneEntered, StoryBegun, RiddleFound, HintFound,
    RiddleAnswered, RiddleSolved, RiddleFailed,
    FightStarted, Appeared, Reinforced, InitiativeDecided, RoundStarted, Readied, SideTurn, Acted, TurnPassed,
    Unlocked, Attacked, Hit, Missed, Critical, Fumbled, Fell, TurnLost, StoodUp, Defended, Parried, Struck, LifeLost,
    Rerolled, GaveUp, Incapacitated, FellUnconscious, FightWon, FightDrawn, SpoilsDue, EnemyHpLost, SpoilsTaken,
    Checked, CheckPassed, CheckFailed, StoneUsed, Recovered, RecoverySpent, RecoveriesRestored, Woke, PoolsRestored,
    Rested, SessionOpened, SessionClosed,
)  # fmt: skip

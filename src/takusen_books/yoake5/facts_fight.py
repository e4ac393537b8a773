"""What becomes true in a combat: who takes part, processes, actions, blows (YA-05 to YA-08)."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Id, Table

from .fact import Open, changed, numbers, on
from .world import ACTED, CLEANUP, INITIATIVE, MAIN, NOBODY, NOT_YET, SETUP, WAITING, Character, Combat, World

FRESH = {"moved": False, "minor_used": False, "major_used": False, "setup_done": False}
"""What nobody has used yet."""


class LanguageSet(Open, frozen=True):
    """The language in which names from the catalogue come to this table."""

    lang: str

    def apply(self, world: World) -> World:
        return replace(world, lang=self.lang)


class CombatStarted(Open, frozen=True):
    """A combat begins for these of the party."""

    members: tuple[Id, ...]

    def apply(self, world: World) -> World:
        characters = world.characters
        for one in self.members:
            characters = characters.put(one, replace(characters[one], fighting=True, mark=NOT_YET, waited=0, **FRESH))
        session = world.session and replace(world.session, combats=world.session.combats + 1)
        return replace(world, characters=characters, combat=Combat(round=0), session=session)


class FoeEntered(Open, frozen=True):
    """A foe comes into the combat, its whole block resolved; the name is for those who never knew of it."""

    of: Id
    character: Character
    name: str

    def see(self, world: Any) -> Audience:
        return GM if self.character.hidden else EVERYONE

    def parts(self, world: World) -> dict[str, Audience]:
        return {"character": GM}

    def apply(self, world: World) -> World:
        return replace(world, characters=world.characters.put(self.of, self.character))


class Uncovered(Open, frozen=True):
    """A foe that was out of sight is there for all to see."""

    of: Id
    name: str

    def see(self, world: Any) -> Audience:
        return EVERYONE

    def apply(self, world: World) -> World:
        return changed(world, self.of, hidden=False, name=self.name)


class CoveredUp(Open, frozen=True):
    """A foe is out of everybody's sight."""

    of: Id

    def see(self, world: Any) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return changed(world, self.of, hidden=True)


class NumbersShown(Open, frozen=True):
    """The GM shows a foe's numbers to all."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, shown=True)


class RoundBegan(Open, frozen=True):
    """A round begins with its setup process; everybody has all actions again."""

    round: int
    waiting: tuple[Id, ...]

    def apply(self, world: World) -> World:
        characters = Table((one, replace(me, mark=NOT_YET, waited=0, **FRESH)) for one, me in world.characters.items())
        world = replace(world, characters=characters)
        return on(world, round=self.round, process=SETUP, turn=NOBODY, waits=0, waiting=self.waiting)


class InitiativeCame(Open, frozen=True):
    """The initiative process; `waiting` may do something before it is said who is next."""

    waiting: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return on(world, process=INITIATIVE, turn=NOBODY, waiting=self.waiting)


class TurnCame(Open, frozen=True):
    """Somebody's main process begins."""

    of: Id
    action_value: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "action_value")

    def apply(self, world: World) -> World:
        return on(world, process=MAIN, turn=self.of, waiting=(), given=NOBODY)


class TurnGiven(Open, frozen=True):
    """Somebody acts next, whatever the order."""

    of: Id

    def apply(self, world: World) -> World:
        return on(world, given=self.of)


class TurnEnded(Open, frozen=True):
    """Somebody has acted."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, mark=ACTED)


class TurnGivenAway(Open, frozen=True):
    """Somebody waits: they act after all others have."""

    of: Id
    nth: int

    def apply(self, world: World) -> World:
        return on(changed(world, self.of, mark=WAITING, waited=self.nth), waits=self.nth)


class CleanupCame(Open, frozen=True):
    """The cleanup process; `waiting` may do something in it."""

    waiting: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return on(world, process=CLEANUP, turn=NOBODY, waiting=self.waiting)


class CameReady(Open, frozen=True):
    """These do nothing more in this process; `waiting` are those who still may."""

    who: tuple[Id, ...]
    waiting: tuple[Id, ...]

    def apply(self, world: World) -> World:
        return on(world, waiting=self.waiting)


class CombatEnded(Open, frozen=True):
    """The combat is over; `winner` is a side, or "draw"."""

    winner: str

    def apply(self, world: World) -> World:
        characters = Table(
            (one, replace(me, fighting=False, mark=NOT_YET, waited=0, **FRESH)) for one, me in world.characters.items()
        )
        return replace(world, characters=characters, combat=None)


# rows ----------------------------------------------------------------------------------------------------------------


class RowTaken(Open, frozen=True):
    """Somebody stands in another row; `moved` if their move action is used."""

    of: Id
    row: int
    moved: bool = False

    def apply(self, world: World) -> World:
        return changed(world, self.of, row=self.row, moved=self.moved)


class RowsClosed(Open, frozen=True):
    """Rows move up to fill one that is empty."""

    rows: Table[Id, int]

    def parts(self, world: World) -> dict[str, Audience]:
        return {"rows": GM}

    def apply(self, world: World) -> World:
        for one, row in self.rows.items():
            world = changed(world, one, row=row)
        return world


# blows ---------------------------------------------------------------------------------------------------------------


class Attacked(Open, frozen=True):
    """Somebody attacks; `major_used` if their major action is used."""

    by: Id
    targets: tuple[Id, ...]
    source: str = ""
    major_used: bool = True

    def apply(self, world: World) -> World:
        return changed(world, self.by, major_used=self.major_used)


class Struck(Open, frozen=True):
    """A blow meets."""

    by: Id
    target: Id


class Evaded(Open, frozen=True):
    """A blow misses."""

    target: Id
    by: Id


class HpLost(Open, frozen=True):
    """Somebody loses HP; `hp` is what is left."""

    of: Id
    by: Id
    amount: int
    hp: int
    element: str = ""
    source: str = ""

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "hp")

    def apply(self, world: World) -> World:
        return changed(world, self.of, hp=self.hp)


class WentDown(Open, frozen=True):
    """At HP 0 somebody is down."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, down=True)


class StoodUp(Open, frozen=True):
    """Somebody stands up again and pays with LP."""

    of: Id
    paid: int
    lp: int
    hp: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "lp", "hp")

    def apply(self, world: World) -> World:
        return changed(world, self.of, down=False, lp=self.lp, hp=self.hp)


# checks --------------------------------------------------------------------------------------------------------------


class Checked(Open, frozen=True):
    """A check is rolled against a target number."""

    of: Id
    stat: str
    total: int
    difficulty: int

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "total")


class CheckPassed(Open, frozen=True):
    """The check succeeds; `rank` is "critical" where it does so by itself."""

    of: Id
    rank: str = ""


class CheckFailed(Open, frozen=True):
    """The check fails; `rank` is "fumble" where it does so by itself."""

    of: Id
    rank: str = ""


class Contested(Open, frozen=True):
    """Both sides of a contest are rolled: `total` of the acting side, `opposing` of the reacting side."""

    of: Id
    total: int
    target: Id
    opposing: int
    rank: str = ""
    against: str = ""

    def parts(self, world: World) -> dict[str, Audience]:
        return numbers(world, self.of, "total") | numbers(world, self.target, "opposing")


class ContestWon(Open, frozen=True):
    """The acting side wins."""

    of: Id
    target: Id


class ContestLost(Open, frozen=True):
    """The reacting side wins."""

    of: Id
    target: Id


FIGHT_FACTS = (
    *(LanguageSet, CombatStarted, FoeEntered, Uncovered, CoveredUp, NumbersShown, RoundBegan, InitiativeCame, TurnCame),
    *(
        TurnGiven,
        TurnEnded,
        TurnGivenAway,
        CleanupCame,
        CameReady,
        CombatEnded,
        RowTaken,
        RowsClosed,
        Attacked,
        Struck,
        Evaded,
    ),
    *(HpLost, WentDown, StoodUp, Checked, CheckPassed, CheckFailed, Contested, ContestWon, ContestLost),
)

"""The facts of the dungeon and how each changes the world."""

from typing import Any

from msgspec.structs import replace

from takusen.rules import Audience, Fact, Id

from .fact import Open, changed, in_fight, on_card
from .setting import CardSet, EndingSet, Joined, MonsterSet, StoryBegun, ThresholdSet, TreasureSet, TroubleSet
from .world import (
    EPILOGUE,
    EXPLORATION,
    NOBODY,
    Card,
    Fight,
    World,
)
from .wounds import (
    BenefitBegun,
    BenefitEnded,
    BodyLeft,
    BodySearched,
    Damaged,
    Died,
    FellUnconscious,
    HpRestored,
    ItemGained,
    ItemKept,
    ItemSpared,
    ItemUsed,
    LootGained,
    MpLost,
    MpRestored,
    NoEffect,
    NothingFound,
    SpellCast,
    TreasureFound,
    Woke,
)

# phases --------------------------------------------------------------------------------------------------------------


class ExplorationBegun(Open, frozen=True):
    """The party goes in."""

    def apply(self, world: World) -> World:
        return replace(world, phase=EXPLORATION)


class EndingReached(Open, frozen=True):
    """One of the scenario's endings has come about."""

    ending: Id
    text: str

    def apply(self, world: World) -> World:
        reached = replace(world.endings[self.ending], met=True)
        return replace(world, ending=self.ending, endings=world.endings.put(self.ending, reached))


class ExplorationEnded(Open, frozen=True):
    """The exploration is over and the epilogue begins."""

    def apply(self, world: World) -> World:
        return replace(world, phase=EPILOGUE, due=(), fight=None, foes=(), battle=NOBODY)


class MissionFailed(Open, frozen=True):
    """The mission has failed."""


# checks --------------------------------------------------------------------------------------------------------------


class Checked(Open, frozen=True):
    """A check is made: `label` says which, `base` is 基準値, `help` what benefits add; `target` 0 means none."""

    of: Id
    label: str
    skill: str
    ability: str
    base: int
    help: int
    target: int


class CheckPassed(Open, frozen=True):
    """The check succeeds."""

    of: Id
    label: str
    result: int


class CheckFailed(Open, frozen=True):
    """The check fails."""

    of: Id
    label: str
    result: int


class Achieved(Open, frozen=True):
    """A check without a target number comes to its result."""

    of: Id
    result: int


class AutoSucceeded(Open, frozen=True):
    """6-6."""

    of: Id


class AutoFailed(Open, frozen=True):
    """1-1."""

    of: Id


class FumbleCounted(Open, frozen=True):
    """An automatic failure that earns experience."""

    of: Id
    count: int
    experience: int

    def apply(self, world: World) -> World:
        return changed(world, self.of, fumbles=self.count)


# cards ---------------------------------------------------------------------------------------------------------------


class Explored(Open, frozen=True):
    """A representative takes on a card."""

    of: Id
    card: Id


class CardTurned(Open, frozen=True):
    """The card is turned and its back is read."""

    card: Id
    of: Id
    text: str = ""

    def apply(self, world: World) -> World:
        tried = (*world.cards[self.card].tried, self.of)
        return on_card(world, self.card, turned=True, tried=tried)


class DeadEnd(Open, frozen=True):
    """The card leads nowhere."""

    card: Id


class CardFailed(Open, frozen=True):
    """Somebody has failed on the card."""

    card: Id
    of: Id

    def apply(self, world: World) -> World:
        card = world.cards[self.card]
        return on_card(world, self.card, failed=(*card.failed, self.of), tried=(*card.tried, self.of))


class CardOpened(Open, frozen=True):
    """An area card comes to light, by way of another."""

    card: Id
    via: Id = NOBODY
    text: str = ""

    def apply(self, world: World) -> World:
        return on_card(world, self.card, open=True, shut=False, via=self.via or world.cards[self.card].via)


class CardShut(Open, frozen=True):
    """A card is out of reach."""

    card: Id

    def apply(self, world: World) -> World:
        return on_card(world, self.card, shut=True)

    def see(self, world: Any) -> Audience:
        card: Card = world.cards[self.card]
        return card.seen(world)


class RightsRestored(Open, frozen=True):
    """Those who failed on a card may represent on it again; `failed` and `tried` are who is still marked."""

    card: Id
    restored: tuple[Id, ...]
    failed: tuple[Id, ...] = ()
    tried: tuple[Id, ...] = ()

    def apply(self, world: World) -> World:
        return on_card(world, self.card, failed=self.failed, tried=self.tried)


class Otetsuki(Open, frozen=True):
    """Several rolled at once and some failed: failures first."""

    failed: tuple[Id, ...]
    passed: tuple[Id, ...]


class SuccessVoid(Open, frozen=True):
    """A success that doesn't count."""

    of: Id


class Told(Open, frozen=True):
    """A text of the scenario is read."""

    text: str


# time -----------------------------------------------------------------------------------------------------------------


class TpChanged(Open, frozen=True):
    """TP rises or falls to `now`; `due` are thresholds whose event is to come, `why` says for what."""

    delta: int
    now: int
    why: str
    reason: str = ""
    due: tuple[Id, ...] = ()

    def apply(self, world: World) -> World:
        return replace(world, tp=self.now, due=self.due)


class ThresholdReached(Open, frozen=True):
    """The event of a threshold."""

    threshold: Id
    tp: int
    title: str
    text: str
    due: tuple[Id, ...] = ()

    def apply(self, world: World) -> World:
        met = replace(world.thresholds[self.threshold], met=True)
        return replace(world, thresholds=world.thresholds.put(self.threshold, met), due=self.due)


class Rested(Open, frozen=True):
    """The party rests."""


class Retried(Open, frozen=True):
    """再挑戦 is declared on a card."""

    card: Id


# troubles ------------------------------------------------------------------------------------------------------------


class TroubleMet(Open, frozen=True):
    """A trouble card comes up."""

    trouble: Id
    text: str

    def apply(self, world: World) -> World:
        card = replace(world.troubles[self.trouble], met=True, left=False)
        return replace(world, troubles=world.troubles.put(self.trouble, card))


class TroublesRenewed(Fact, frozen=True):
    """All troubles have come up and go back into the pile."""

    def apply(self, world: World) -> World:
        troubles = world.troubles
        for key, card in troubles.items():
            troubles = troubles.put(key, replace(card, left=True))
        return replace(world, troubles=troubles)


class NoTroubleLeft(Open, frozen=True):
    """All troubles have come up and none comes again."""


# fights --------------------------------------------------------------------------------------------------------------


class MonsterMet(Open, frozen=True):
    """A monster stands in the way."""

    monster: Id
    text: str = ""

    def apply(self, world: World) -> World:
        met = replace(world.monsters[self.monster], met=True)
        return replace(world, monsters=world.monsters.put(self.monster, met))


class FightBegun(Open, frozen=True):
    """A 省略戦闘 begins with its target number."""

    monster: Id
    level: int
    target: int

    def apply(self, world: World) -> World:
        name = world.monsters[self.monster].name
        return replace(world, fight=Fight(self.monster, name, self.level, self.target))


class FoeWaits(Open, frozen=True):
    """Another monster comes while a fight is on, and is next."""

    monster: Id

    def apply(self, world: World) -> World:
        return replace(world, foes=(*world.foes, self.monster))


class FoeComes(Open, frozen=True):
    """The next monster's turn to fight."""

    monster: Id

    def apply(self, world: World) -> World:
        return replace(world, foes=world.foes[1:])


class FightTried(Open, frozen=True):
    """A try of the 省略戦闘 begins; what may be done between tries is open anew after it."""

    of: Id
    tries: int

    def apply(self, world: World) -> World:
        return in_fight(world, tries=self.tries, acted=())


class FightActed(Open, frozen=True):
    """Somebody has acted between two tries."""

    of: Id

    def apply(self, world: World) -> World:
        assert world.fight is not None
        return in_fight(world, acted=(*world.fight.acted, self.of))


class DeathCheckDue(Open, frozen=True):
    """A 生死判定 waits for the end of the fight."""

    of: Id

    def apply(self, world: World) -> World:
        assert world.fight is not None
        return in_fight(world, dying=(*world.fight.dying, self.of))


class MonsterBeaten(Open, frozen=True):
    """The monster is beaten."""

    monster: Id
    of: Id = NOBODY

    def apply(self, world: World) -> World:
        return replace(world, fight=None, battle=NOBODY)


class Retreated(Open, frozen=True):
    """The party draws back from the monster."""

    monster: Id

    def apply(self, world: World) -> World:
        return replace(world, fight=None, battle=NOBODY)


class BattleBegun(Open, frozen=True):
    """A full fight after the base game begins."""

    monster: Id

    def apply(self, world: World) -> World:
        return replace(world, battle=self.monster)


# the GM --------------------------------------------------------------------------------------------------------------


class FlagSet(Fact, frozen=True):
    """A flag of the scenario is set."""

    name: Id

    def apply(self, world: World) -> World:
        return replace(world, flags=(*world.flags, self.name))


class FlagCleared(Fact, frozen=True):
    """A flag of the scenario is taken away."""

    name: Id

    def apply(self, world: World) -> World:
        return replace(world, flags=tuple(flag for flag in world.flags if flag != self.name))


class Improvised(Open, frozen=True):
    """The GM does what no card or event gives."""

    reason: str


FACTS: tuple[type[Fact], ...] = (
    StoryBegun, Joined, ThresholdSet, CardSet, TroubleSet, MonsterSet, TreasureSet, EndingSet,
    ExplorationBegun, EndingReached, ExplorationEnded, MissionFailed,
    Checked, CheckPassed, CheckFailed, Achieved, AutoSucceeded, AutoFailed, FumbleCounted,
    Explored, CardTurned, DeadEnd, CardFailed, CardOpened, CardShut, RightsRestored, Otetsuki, SuccessVoid, Told,
    Damaged, MpLost, HpRestored, MpRestored, FellUnconscious, Woke, Died, NoEffect,
    ItemUsed, ItemKept, ItemSpared, ItemGained, TreasureFound, BodyLeft, BodySearched, LootGained, NothingFound,
    TpChanged, ThresholdReached, BenefitBegun, BenefitEnded, SpellCast, Rested, Retried,
    TroubleMet, TroublesRenewed, NoTroubleLeft,
    MonsterMet, FightBegun, FoeWaits, FoeComes, FightTried, FightActed, DeathCheckDue, MonsterBeaten, Retreated,
    BattleBegun,
    FlagSet, FlagCleared, Improvised,
)  # fmt: skip

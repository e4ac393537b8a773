"""A book for tests: travellers hold a ford against wolves; whoever stands near may ward a blow off."""

from takusen.rules import Declaration, Fact, Fresh, Id, Reading, RuleBook

from . import play
from .facts import FACTS, Joined
from .pages import page
from .world import Fighter, World

NAMES = {"ja": ("アキ", "ハル", "灰狼", "影狼"), "en": ("Aki", "Haru", "Grey wolf", "Shadow wolf")}


def owner(world: World, one: str) -> str:
    """The seat that plays somebody."""
    found = world.fighters.get(Id(one))
    return found.player if found else ""


def acting(world: World) -> tuple[Id, ...]:
    """Those who haven't had their turn."""
    return tuple(one for one in world.standing() if not world.fighters[one].done) if not over(world) else ()


def over(world: World) -> bool:
    """Whether only one side is left."""
    return len({world.fighters[one].side for one in world.standing()}) < 2


def winner(world: World) -> str:
    """The side that is left."""
    return next((world.fighters[one].side for one in world.standing()), "")


def following(world: World, reading: Reading) -> Declaration | None:
    """A turn ends when everybody has acted."""
    return ("turn_ends", {}) if world.fighters and not over(world) and not acting(world) else None


def enter(scenario: None, lang: str) -> tuple[Fact, ...]:
    """Two travellers, a wolf, and one that nobody sees."""
    aki, haru, grey, shadow = NAMES[lang]
    return (
        Joined(Id("aki"), Fighter(aki)),
        Joined(Id("haru"), Fighter(haru, wards=2)),
        Joined(Id("grey"), Fighter(grey, "wolves", life=9, life_max=9)),
        Joined(Id("shadow"), Fighter(shadow, "wolves", hidden=True)),
    )


BOOK = RuleBook(
    id="ford",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(play,),
    owner=owner,
    entities=lambda world: {one: fighter.name for one, fighter in world.fighters.items()},
    next=following,
    over=over,
    winner=winner,
    acting=acting,
    moment=lambda world: str(world.turn),
    enter=enter,
    free=lambda world: tuple(
        one for one, fighter in world.fighters.items() if fighter.side == "travellers" and not fighter.player
    ),
    policies=(play.when_deadly, play.always),
    players={"fierce": play.fierce},
    page=page,
    odds=(play.STRIKE,),
    owner_path="fighters.{}.player",
    fresh=(Fresh("fighters", lambda name, numbers: Fighter(name)),),
)

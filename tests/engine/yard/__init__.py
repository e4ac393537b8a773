"""A book for tests of the board: fighters in a yard move, strike who is near, and throw at an area."""

from takusen.rules import Fact, Id, RuleBook, Square

from . import play
from .facts import FACTS, Came
from .pages import page
from .world import Fighter, World

NAMES = {"ja": ("ルカ", "ミナ", "狼", "大熊", "影", "鼠"), "en": ("Luca", "Mina", "Wolf", "Bear", "Shadow", "Rat")}


def owner(world: World, one: str) -> str:
    """The seat that plays a fighter."""
    found = world.fighters.get(Id(one))
    return found.player if found else ""


def enter(scenario: None, lang: str) -> tuple[Fact, ...]:
    """Two friends, a wolf, a rat, a bear of two squares a side, and a shadow out of sight."""
    luca, mina, wolf, bear, shadow, rat = NAMES[lang]
    return (
        Came(Id("luca"), Fighter(luca, square=Square("5-3"))),
        Came(Id("mina"), Fighter(mina, square=Square("6-4"))),
        Came(Id("wolf"), Fighter(wolf, "foes", square=Square("5-4"))),
        Came(Id("rat"), Fighter(rat, "foes", square=Square("5-2"))),
        Came(Id("bear"), Fighter(bear, "foes", square=Square("2-9"), size=2)),
        Came(Id("shadow"), Fighter(shadow, "foes", square=Square("1-1"), hidden=True)),
    )


BOOK = RuleBook(
    id="yard",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(play,),
    owner=owner,
    entities=lambda world: {one: me.name for one, me in world.fighters.items()},
    enter=enter,
    free=lambda world: tuple(one for one, me in world.fighters.items() if me.side == "friends" and not me.player),
    policies=(play.stay,),
    page=page,
    owner_path="fighters.{}.player",
)

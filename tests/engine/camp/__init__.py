"""A book for tests: scouts around a fire draw troubles, keep watch together, and compare who should go."""

from takusen.rules import Fact, Fresh, Id, RuleBook

from . import play
from .facts import FACTS, Joined
from .pages import page
from .world import Scout, World

NAMES = {"ja": ("アキ", "ハル", "ナツ"), "en": ("Aki", "Haru", "Natsu")}


def owner(world: World, one: str) -> str:
    """The seat that plays a scout."""
    found = world.scouts.get(Id(one))
    return found.player if found else ""


def enter(scenario: None, lang: str) -> tuple[Fact, ...]:
    """Three scouts, each a little better than the one before."""
    return tuple(Joined(Id(f"s{n}"), Scout(name, skill=n)) for n, name in enumerate(NAMES[lang], 1))


BOOK = RuleBook(
    id="camp",
    version="1",
    package=__name__,
    world=World,
    facts=FACTS,
    chapters=(play,),
    owner=owner,
    entities=lambda world: {one: scout.name for one, scout in world.scouts.items()},
    enter=enter,
    free=lambda world: tuple(one for one, scout in world.scouts.items() if not scout.player),
    policies=(play.sleep_when_tired, play.sleep),
    players={"quiet": lambda world, one, memo: None},
    page=page,
    odds=(play.FORAGE,),
    owner_path="scouts.{}.player",
    fresh=(Fresh("scouts", lambda name, numbers: Scout(name)),),
)

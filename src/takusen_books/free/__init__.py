"""The free table: no rules, but characters, notes and scenes for any game that people know by heart."""

from collections.abc import Mapping

from takusen.rules import Fresh, Id, RuleBook, Table

from . import play
from .pages import page
from .play import BoardCleared, BoardLaid, SceneEntered
from .sheets import adopt
from .world import Character, Level, Note, Scene, World


def owner(world: World, one: str) -> str:
    """The seat that plays a character."""
    me = world.characters.get(Id(one))
    return me.player if me else ""


def entities(world: World) -> Mapping[Id, str]:
    """Names of characters, notes and scenes."""
    named = {one: me.name for one, me in world.characters.items()}
    titled = {one: note.title for one, note in world.notes.items()}
    return named | titled | {one: scene.title for one, scene in world.scenes.items()}


def free(world: World) -> tuple[Id, ...]:
    """Characters that the GM holds ready for players to take."""
    return tuple(
        one for one, me in world.characters.items() if me.offered and not (me.player or me.hidden or me.removed)
    )


def newcomer(name: str, numbers: Mapping[str, int]) -> Character:
    """A character with its first gauges full."""
    return Character(name, gauges=Table((label, Level(number, number)) for label, number in numbers.items()))


BOOK = RuleBook(
    id="free",
    version="1",
    package=__name__,
    world=World,
    facts=(SceneEntered, BoardLaid, BoardCleared),
    chapters=(play,),
    owner=owner,
    entities=entities,
    page=page,
    free=free,
    owner_path="characters.{}.player",
    fresh=(
        Fresh("characters", newcomer, ("HP", "MP"), players=True),
        Fresh("notes", lambda name, numbers: Note(name)),
        Fresh("scenes", lambda name, numbers: Scene(name)),
    ),
    adopt=adopt,
)

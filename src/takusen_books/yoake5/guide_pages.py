"""What the GM alone reads of the scenario: the guide, the scenes, and the fights that are ready (YA-14)."""

from collections.abc import Iterator

from takusen.rules import Item, Items, Shown, Text, View, Word

from .combat_pages import row_name
from .world import Foes, Scene, World


def guide_panels(v: View[World]) -> tuple[Text | Items, ...]:
    """The scenario as the GM has it."""
    if not v.gm:
        return ()
    scenes = tuple(scene(one, ready) for one, ready in v.world.scenes.items())
    fights = tuple(fight(one, ready) for one, ready in v.world.encounters.items())
    lists = ((Word("panel.scenes"), scenes), (Word("panel.encounters"), fights))
    guide = (Text(Word("panel.guide"), v.world.guide, secret=True),) if v.world.guide else ()
    return (*guide, *(Items(title, items) for title, items in lists if items))


def scene(one: str, ready: Scene) -> Item:
    """A scene: what is read out, and what the GM is told."""
    told = ((Word("field.note"), ready.note),) if ready.note else ()
    return Item(f"scene-{one}", ready.title, ready.text, secret=told)


def fight(one: str, ready: Foes) -> Item:
    """A fight: who stands in which row, and what the GM is told."""
    return Item(f"encounter-{one}", ready.title, ready.text, secret=tuple(standing(ready)))


def standing(ready: Foes) -> Iterator[tuple[Shown, Shown]]:
    """Each foe with its row."""
    for foe, row, hidden in ready.foes:
        where = row_name(row)
        yield Word(f"title.{foe}"), Word("phrase.hidden_in", (("where", where),)) if hidden else where

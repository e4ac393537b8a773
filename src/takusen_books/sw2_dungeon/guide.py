"""What to do next, in a sentence: for a GM's first evening, and for players who wonder whose move it is."""

from takusen.rules import Id, Text, View, Word

from .board import state_of
from .world import EXPLORATION, Card, World


def guide(v: View[World]) -> Text:
    """The hint for this moment, as the seat needs it."""
    return Text(Word("panel.guide"), Word(f"phrase.{moment(v)}_{'gm' if v.gm else 'player'}"))


def moment(v: View[World]) -> str:
    """Where the session stands."""
    world = v.world
    if world.phase != EXPLORATION:
        return world.phase
    if world.battle:
        return "battle"
    if world.fight is not None:
        return "fight"
    if not world.ready:
        return "nobody"
    return "exploring" if any(may_be_tried(v, key) for key in world.cards) else "retrying"


def may_be_tried(v: View[World], key: Id) -> bool:
    """Whether somebody can take on the card as things are."""
    card: Card = v.world.cards[key]
    barred = card.tried if v.reading.options["area_bar"] == "tried" else card.failed
    return card.open and state_of(v, card) == "open" and any(one not in barred for one in v.world.ready)

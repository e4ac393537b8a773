"""What a spell finds in front of it: of which sort somebody or something is (MT-02), and as what it counts."""

from typing import Literal

from takusen.rules import Id

from .world import ARTIFACT, CREATURE, LAND, PLANESWALKER, Permanent, World

Sort = Literal["npc", "walker", "boss", "thing", "facility", "ward", "token", "own", "pc"]
"""An ordinary NPC, one treated as a planeswalker or as a player, a thing, a building or field, a ward, a token of the
world, a PC's own card or permanent, and a PC."""
SORTS: tuple[Sort, ...] = ("npc", "walker", "boss", "thing", "facility", "ward", "token", "own", "pc")


def sort_of(world: World, one: Id) -> Sort:
    """Of which sort somebody or something is."""
    if one in world.pcs:
        return "pc"
    me = world.permanents.get(one)
    return "own" if me is None or me.owner else sort_of_permanent(me)


def sort_of_permanent(me: Permanent) -> Sort:
    """Of which sort somebody or something of the world is."""
    if me.as_player:
        return "boss"
    if me.as_planeswalker or me.is_a(PLANESWALKER):
        return "walker"
    if me.token:
        return "token"
    if me.is_a(LAND):
        return "facility"
    return "npc" if me.is_a(CREATURE) else "thing" if me.is_a(ARTIFACT) else "ward"


def counts_as(world: World, one: Id) -> tuple[str, ...]:
    """The words by which a spell may speak of somebody or something."""
    if one in world.pcs:
        return ("player", "any")
    if one not in world.permanents:
        return (*world.cards[one].front.types, "card")
    return words_of(world.permanents[one])


def words_of(me: Permanent) -> tuple[str, ...]:
    """The words for a permanent; as remains it is a card, too."""
    if not me.owner and me.as_player:
        return (*me.types, "card") if me.zone == "graveyard" else ("player", "any")
    if not me.owner and me.as_planeswalker:
        return (PLANESWALKER, "permanent", "any", "card")
    hurt = ("any",) if me.is_a(CREATURE, PLANESWALKER) else ()
    return (*me.types, "permanent", *hurt, "card")

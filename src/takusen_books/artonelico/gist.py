"""What skills, songs and items are, in brief: beside their names where they are to be chosen."""

from takusen.rules import Id, Listed, Reading, Shown, Word

from .arts import Item, Skill, Song
from .world import World


def gist(world: World, one: str, reading: Reading) -> Shown | None:
    """What a skill, song or item costs and does; None for anything else."""
    art = world.skills.get(Id(one)) or world.songs.get(Id(one))
    if art is not None:
        return Listed((*about_art(art).parts, art.text))
    item = world.items.get(Id(one))
    if item is None:
        return None
    adds = about_item(item)
    return Listed((*(adds.parts if adds else ()), item.text))


def about_art(art: Skill | Song) -> Listed:
    """When a skill is used and what it costs; of a song its colour and its MP."""
    if isinstance(art, Song):
        return Listed((Word(f"phrase.{art.colour}"), f"MP {art.mp}"))
    if art.state == "passive":
        return Listed((Word("phrase.always_on"),))
    costs = (Word("phrase.costs", (("what", Word(f"cost.{what}")), ("need", text))) for what, text in art.cost.items())
    singing = () if art.singing == "no" else (Word(f"singing.{art.singing}"),)
    return Listed((*(Word(f"hook.{hook}") for hook in art.hooks), *singing, *costs))


def about_item(item: Item) -> Listed | None:
    """What gear adds."""
    adds = (("attack", item.attack), ("endurance", item.endurance))
    parts = tuple(
        Word("phrase.gear_adds", (("stat", Word(f"ability.{one}")), ("amount", text)))
        for one, text in adds
        if text != "0"
    )
    return Listed(parts) if parts else None

"""What a player's characters can do, in words made from the content: when, at what cost, how far, to what effect."""

from collections.abc import Callable, Iterator
from typing import Any

from takusen.rules import Id, Item, Items, Listed, Shown, View, Word

from .arts import (
    Allow,
    Anything,
    Counter,
    Cover,
    Cure,
    Damage,
    Heal,
    Inflict,
    Modify,
    Reorder,
    Scan,
    Skill,
    Song,
)
from .arts import Item as Thing
from .gist import about_art
from .world import PARTY, Fighter, World

Art = Skill | Song | Thing
Params = tuple[tuple[str, Any], ...]


def repertoire(v: View[World]) -> tuple[Items, ...]:
    """A list for each of a player's characters; a GM has it on the desk."""
    mine = () if v.gm else tuple(one for one, me in v.world.fighters.items() if me.side == PARTY and v.mine(one))
    return tuple(Items(title(v.world.fighter(one)), tuple(known(v.world, one))) for one in mine)


def title(me: Fighter) -> Word:
    """Whose list it is."""
    return Word("panel.repertoire", (("name", me.name),))


def known(world: World, of: Id) -> Iterator[Item]:
    """Skills, songs and things of a character."""
    me = world.fighter(of)
    for one, level in me.skills.items():
        if one in world.skills:
            yield told(f"{of}-{one}", world.skills[one], f"SL {level}")
    for one in me.songs:
        if one in world.songs:
            yield told(f"{of}-{one}", world.songs[one], "")
    for one, count in me.items.items():
        if count and one in world.items:
            yield told(f"{of}-{one}", world.items[one], f"IL {me.item_levels.get(one, 1)} ×{count}")


def told(one: str, art: Art, level: str) -> Item:
    """One thing that can be done."""
    return Item(one, f"{art.name} {level}".strip(), art.text, tuple(lines(art)))


def lines(art: Art) -> Iterator[tuple[Shown, Shown]]:
    """When and at what cost, how often, how far, under which condition, and to what effect."""
    if not isinstance(art, Thing):
        yield Word("phrase.used"), about_art(art)
    if isinstance(art, Skill) and art.limit:
        often = (Word(f"limit.{span}", (("count", count),)) for span, count in art.limit.items())
        yield Word("phrase.limits"), Listed(tuple(often))
    if art.target not in ("self", "none"):
        yield Word("field.reach"), Listed(tuple(distance(art)))
    if art.needs:
        yield Word("phrase.needed"), spelt(art.needs)
    if art.effects:
        yield Word("phrase.effects"), Listed(tuple(does(effect, always_on(art)) for effect in art.effects))


def always_on(art: Art) -> bool:
    """Whether an art works without being used."""
    return art.state == "passive" if isinstance(art, Skill) else isinstance(art, Thing) and art.kind != "tool"


def distance(art: Art) -> Iterator[Word]:
    """The range, and the area if it has one."""
    yield Word(f"range.{art.range.kind}", (("squares", art.range.squares),))
    if art.area:
        yield Word("phrase.area", (("width", art.area),))


def does(effect: Anything, always: bool = False) -> Word:
    """An effect in words; what is always on has no turns."""
    kind = str(type(effect).__struct_config__.tag)
    parts = PARTS.get(type(effect), amount)(effect)
    said = Word(f"does.{kind}", tuple(part for part in parts if not (always and part[0] == "turns")))
    if effect.to != "target":
        said = Word("does.to", (("whom", Word(f"whom.{effect.to}")), ("what", said)))
    return Word("does.when", (("when", spelt(effect.when)), ("what", said))) if effect.when else said


def spelt(formula: str) -> str:
    """A formula as people read it."""
    return formula.replace("*", "×")


def amount(effect: Any) -> Params:
    """What the formula of an amount is."""
    return (("amount", spelt(getattr(effect, "amount", ""))),)


def damage(effect: Damage | Counter) -> Params:
    """Power, element, and whether it knows endurance."""
    element = Word(f"element.{effect.element}") if effect.element != "none" else ""
    pierces = Word("does.pierces") if isinstance(effect, Damage) and effect.pierces else ""
    return ("power", spelt(effect.power)), ("element", element), ("pierces", pierces)


def heal(effect: Heal) -> Params:
    """HP, and whether the downed get up."""
    return ("amount", spelt(effect.amount)), ("revives", Word("does.revives") if effect.revives else "")


def inflict(effect: Inflict) -> Params:
    """An ailment, its turns, and what it must beat."""
    against = Word(f"ability.{effect.against}")
    return (
        ("ailment", Word(f"ailment.{effect.ailment}")),
        ("turns", effect.turns),
        ("power", effect.power),
        ("against", against),
    )


def modify(effect: Modify) -> Params:
    """A stat, by how much, how long, and how it stacks."""
    turns = Word("does.turns", (("turns", effect.turns),)) if effect.turns != "0" else Word("does.this_blow")
    stacking = Word(f"stacking.{effect.stacking}") if effect.stacking != "add" else ""
    sign = "" if effect.stacking == "replace" or effect.amount.startswith(("-", "−", "－")) else "+"
    shown = ("stat", Word(f"stat.{effect.stat}")), ("amount", sign + spelt(effect.amount))
    return *shown, ("turns", turns), ("stacking", stacking)


PARTS: dict[type, Callable[[Any], Params]] = {
    Damage: damage,
    Counter: damage,
    Heal: heal,
    Inflict: inflict,
    Modify: modify,
    Cure: lambda effect: (("ailments", Listed(tuple(Word(f"ailment.{one}") for one in effect.ailments))),),
    Reorder: lambda effect: (("place", Word(f"place.{effect.place}")),),
    Cover: lambda effect: (("ward", "" if effect.ward == "0" else effect.ward),),
    Scan: lambda effect: (
        ("ability", Word(f"ability.{effect.ability}")),
        ("bonus", "" if effect.bonus == "0" else effect.bonus),
    ),
    Allow: lambda effect: (("what", Word(f"permit.{effect.what}")), ("turns", effect.turns)),
}
"""What goes into the words of an effect; those that are no more than an amount are not named."""

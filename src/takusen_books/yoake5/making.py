"""Making characters (YA-12): what they begin with, what they are by birth, their main class, and their house."""

from collections.abc import Iterator, Mapping

from takusen.rules import Id, Offer, Play, Reading, Refused, Table, act

from .blocks import Ready
from .catalogue import catalogue
from .costs import Held, charged
from .facts_growth import (
    AbilitiesSpread,
    DormitoryChosen,
    MainChosen,
    MakingBegun,
    MakingFinished,
    SpeciesChosen,
)
from .growth import Growth, banned, more, replace_plan, why_not_kind
from .ledger import Recorded
from .plan import Making, day_of, entry, grown_fact, grown_records, opened, party, stop
from .stats import ABILITIES, hp_max, mp_max
from .world import Belonging, Character, Record, World

CREATION = "charts.creation"


def maker(o: Offer[World]) -> tuple[Id, Character]:
    """The character that is picked, which is being made."""
    one = o.pick("actor", o.mine(party(o.world)), lambda one: why_not_making(o.world, one), "not_your_character")
    return one, o.world.characters[one]


def why_not_making(world: World, one: Id) -> Refused | None:
    """Why a character isn't being made."""
    return None if world.characters[one].making else Refused("not_being_made")


def why_not_begin(world: World, one: Id) -> Refused | None:
    """Why a character can't be begun."""
    me = world.characters[one]
    return Refused("made_already") if me.making or me.main or one in world.histories else None


# what everybody begins with ------------------------------------------------------------------------------------------


@act("YA-12", own=True)
def begin_making(t: Play[World], actor: Id) -> None:
    """A new character is begun with what everybody begins with."""
    t.emit(MakingBegun(actor))
    t.emit(Recorded(actor, tuple(gifts(t.reading, day_of(t.world)))))


@begin_making.offer
def _(o: Offer[World]) -> None:
    o.pick("actor", o.mine(party(o.world)), lambda one: why_not_begin(o.world, one), "not_your_character")


def gifts(reading: Reading, day: str) -> Iterator[Record]:
    """What everybody begins with, each with the layer that says so."""
    tickets = sorted(path for path in reading.content if path.startswith(f"{CREATION}.tickets."))
    for path in (f"{CREATION}.experience", f"{CREATION}.money", f"{CREATION}.faith", *tickets):
        kind, name = ("ticket", path.rpartition(".")[2]) if path in tickets else (path.rpartition(".")[2], "")
        if reading.content[path]:
            yield entry(kind, reading.content[path], "creation", day, what=name, note=reading.sources.get(path, ""))


# what one is ---------------------------------------------------------------------------------------------------------


@act("YA-12", own=True)
def choose_species(t: Play[World], actor: Id, species: str) -> None:
    """What a character is by birth."""
    t.emit(SpeciesChosen(actor, species))


@choose_species.offer
def _(o: Offer[World]) -> None:
    _, me = maker(o)
    o.pick("species", catalogue(o.reading).species, lambda one: why_not_species(o.reading, me, one))


def why_not_species(reading: Reading, me: Character, one: str) -> Refused | None:
    """Why a character can't be of a species."""
    if me.species == one:
        return Refused("chosen_already")
    stopped = banned(reading, f"species.{one}", catalogue(reading).species[one].supplement)
    return stopped or (Refused("has_skills") if me.skills or me.plan else None)


@act("YA-12", own=True)
def choose_main(t: Play[World], actor: Id, kind: str) -> None:
    """A character's main class, at the level to which everybody is grown first."""
    for fact in main_facts(t.reading, t.world.characters[actor], actor, kind, day_of(t.world)):
        t.emit(fact)


@choose_main.offer
def _(o: Offer[World]) -> None:
    _, me = maker(o)
    o.pick("kind", catalogue(o.reading).classes, lambda one: why_not_main(o.reading, me, one))


def main_facts(reading: Reading, me: Character, actor: Id, kind: str, day: str) -> Iterator[MainChosen | Recorded]:
    """The facts by which a character has its main class; what another one had cost comes back."""
    level = reading.content[f"{CREATION}.level"]
    yield MainChosen(actor, kind, level, with_main(me, kind, level))
    price = main_price(reading, me, kind)
    layer = reading.sources.get(f"{CREATION}.level", "")
    paid = (entry("experience", -price, "main_class", day, what=kind, note=layer),) if price else ()
    yield Recorded(actor, (entry("told", level, "class_level", day, what=kind), *paid))


def with_main(me: Character, kind: str, level: int) -> Table[str, int]:
    """A character's classes with another main one."""
    return Table({kind: level, **me.classes.without(me.main)})


def main_price(reading: Reading, me: Character, kind: str) -> int:
    """What changes in what is charged when a class becomes the main one."""
    level = reading.content[f"{CREATION}.level"]
    before = charged(reading, Held(me.main, me.extra, me.classes, me.rows))
    after = charged(reading, Held(kind, me.extra, with_main(me, kind, level), me.rows))
    return (after.total if after else 0) - (before.total if before else 0)


def why_not_main(reading: Reading, me: Character, one: str) -> Refused | None:
    """Why a class can't be a character's main one."""
    if me.main == one:
        return Refused("chosen_already")
    if catalogue(reading).classes[one].extra:
        return Refused("is_extra_class")
    stopped = why_not_kind(reading, one) or (Refused("has_skills") if me.skills or me.plan else None)
    if stopped or one in me.classes:
        return stopped or Refused("class_held")
    price = main_price(reading, me, one)
    return Refused.because("too_dear", price=price, left=me.experience) if price > me.experience else None


@act("YA-12", own=True)
def spread_abilities(t: Play[World], actor: Id, perception: int, dexterity: int, intellect: int, spirit: int) -> None:
    """The points for abilities, as the player spreads them."""
    spread = zip(ABILITIES, (perception, dexterity, intellect, spirit), strict=True)
    t.emit(AbilitiesSpread(actor, Table((name, points) for name, points in spread if points)))


@spread_abilities.offer
def _(o: Offer[World]) -> None:
    maker(o)
    left = o.content(f"{CREATION}.ability_points")
    for name in ABILITIES:
        left -= o.number(name, 0, left)


@act("YA-12", own=True)
def choose_dormitory(t: Play[World], actor: Id, dormitory: str) -> None:
    """The house that a character belongs to, chosen once it has grown to the level that everybody begins with."""
    t.emit(DormitoryChosen(actor, dormitory))


@choose_dormitory.offer
def _(o: Offer[World]) -> None:
    _, me = maker(o)
    houses = catalogue(o.reading).dormitories
    if not houses:
        o.refuse("no_dormitories")
    if not me.main:
        o.refuse("choose_main_first")
    o.pick("dormitory", houses, lambda one: Refused("chosen_already") if one == me.dormitory else None)


# done -----------------------------------------------------------------------------------------------------------------


@act("YA-04", "YA-12", own=True)
def finish_making(t: Play[World], actor: Id) -> None:
    """A character is made: its LP are those of its species, and it is whole."""
    finish(t, actor, t.world.characters[actor].items)


@finish_making.offer
def _(o: Offer[World]) -> None:
    _, me = maker(o)
    stop(o, why_not_finish(o.reading, me))


def why_not_finish(reading: Reading, me: Character) -> Refused | None:
    """Why a character isn't done yet."""
    if not me.species:
        return Refused("choose_species_first")
    if not me.main:
        return Refused("choose_main_first")
    if reading.content[f"{CREATION}.dormitory"] and not me.dormitory:
        return Refused.because("choose_dormitory_first", layer=reading.sources.get(f"{CREATION}.dormitory", ""))
    return Refused("plan_is_open") if me.plan else None


def finish(t: Making, actor: Id, items: Table[Id, Belonging]) -> None:
    """A character comes into the world as it is made."""
    me, species = t.world.characters[actor], catalogue(t.reading).species[t.world.characters[actor].species]
    t.emit(Recorded(actor, (entry("max_lp", species.lp, "species", day_of(t.world), what=me.species),)))
    hp, mp = (most(t.world, t.reading, actor) for most in (hp_max, mp_max))
    t.emit(MakingFinished(actor, hp, mp, t.world.characters[actor].max_lp, items))


# ready ones ----------------------------------------------------------------------------------------------------------


@act("YA-04", "YA-12", own=True)
def take_ready(t: Play[World], actor: Id, ready: str) -> None:
    """A new character is one of the ready ones, made and paid for as if its player had chosen all of it."""
    make_ready(t, actor, ready)


def make_ready(t: Making, actor: Id, ready: str) -> None:
    """All by which somebody becomes one of the ready characters."""
    one, day = catalogue(t.reading).ready[ready], day_of(t.world)
    t.emit(MakingBegun(actor))
    t.emit(Recorded(actor, tuple(gifts(t.reading, day))))
    t.emit(SpeciesChosen(actor, one.species))
    for fact in main_facts(t.reading, t.world.characters[actor], actor, one.main, day):
        t.emit(fact)
    t.emit(AbilitiesSpread(actor, one.abilities))
    tried = Growth(planned(opened(t, actor), one), t.reading)
    t.emit(Recorded(actor, tuple(grown_records(tried, day))))
    t.emit(grown_fact(actor, tried.grown))
    if one.dormitory in catalogue(t.reading).dormitories:
        t.emit(DormitoryChosen(actor, one.dormitory))
    t.emit(Recorded(actor, tuple(bought(t.reading, one, day))))
    finish(t, actor, belongings(t.reading, actor, one.items))


@take_ready.offer
def _(o: Offer[World]) -> None:
    o.pick("actor", o.mine(party(o.world)), lambda one: why_not_begin(o.world, one), "not_your_character")
    ready = catalogue(o.reading).ready
    if not ready:
        o.refuse("nobody_ready")
    o.pick("ready", ready, lambda one: why_not_ready(o.reading, ready[one]))


def why_not_ready(reading: Reading, one: Ready) -> Refused | None:
    """Why a ready character can't be had: the layer that bans something of it."""
    known = catalogue(reading)
    parts = [(f"species.{one.species}", known.species[one.species].supplement)]
    parts += [(f"classes.{kind}", known.classes[kind].supplement) for kind in (one.main, *one.classes)]
    parts += [(f"skills.{skill}", known.skills[skill].supplement) for skill in one.skills]
    parts += [(f"items.{item}", known.items[item].supplement) for item in one.items]
    return next(filter(None, (banned(reading, *part) for part in parts)), None)


def planned(growth: Growth, one: Ready) -> Character:
    """The plan by which a new character becomes a ready one: what a house rule gives at once is not planned."""
    wanted = {**one.classes, one.main: one.level}
    classes = {kind: max(0, level - growth.me.classes.get(kind, 0)) for kind, level in wanted.items()}
    known = catalogue(growth.reading).classes
    extra = next((kind for kind in one.classes if known[kind].extra), "")
    tried = Growth(
        replace_plan(growth.me, classes=more(Table(), classes), extra=extra, skills=one.skills), growth.reading
    )
    for kind in one.classes:
        tried = tried.with_row(kind)
    return tried.me


def bought(reading: Reading, one: Ready, day: str) -> Iterator[Record]:
    """What the history says of the things that a ready character has."""
    known = catalogue(reading).items
    for item, count in one.items.items():
        yield entry("money", -known[item].price * count, "bought", day, what=item)


def belongings(reading: Reading, one: Id, items: Mapping[str, int]) -> Table[Id, Belonging]:
    """Things as a character has them: what can be worn is."""
    known, free = catalogue(reading).items, ["hands", "body", "head", "feet", "accessory"]
    made = dict[Id, Belonging]()
    for item, count in items.items():
        slot = known[item].slot
        place = "hands" if slot == "hand" else slot
        worn = slot if place in free else ""
        if worn:
            free.remove(place)
        made[Id(f"{one}.{item}")] = Belonging(item, count, worn, paid=known[item].price)
    return Table(made)

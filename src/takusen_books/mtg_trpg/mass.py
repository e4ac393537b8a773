"""How far effects reach that take in everything (MT-22)."""

from msgspec.structs import replace

from takusen.rules import Choice, Id, Play, Word, rule

from .facts_cast import RangeSet
from .plan import Step, Use
from .questions import Case, as_an_enemy, gm, where_the_caster_is
from .reach import GRAVE, buried, is_rival, place_of, players, stands, undeclared, whose
from .sorts import counts_as
from .world import NOTHING, NOWHERE, Permanent, World

MASS = ("all", "each")
OPPONENTS, TEAMMATES = "opponents", "teammates"


@rule("MT-22")
def range_of(t: Play[World], use: Use, step: Step) -> Id:
    """The range of an effect, from the GM: one of the places around the caster."""
    around = tuple([one for one in t.world.around(t.world.pcs[use.pc].place) if not t.world.places[one].removed])
    if not around:
        return NOWHERE
    inside = always_inside(t.world, use, step, str(t.option("mass_scope")))
    about = Case(use.pc, use.name, NOTHING, step.text, inside)
    choices = [Choice(one, note=taken_in(t.world, use, step, one, str(t.option("mass_scope")))) for one in around]
    place: Id = gm(t, "range", about, choices, where_the_caster_is, step.effect.kind, around[0])
    t.emit(RangeSet(use.name, place, always_inside(t.world, use, step, str(t.option("mass_scope")))))
    return place


def taken_in(world: World, use: Use, step: Step, place: Id, scope: str) -> Word:
    """How many an effect takes in within a range, and how many of them are out of sight: for the GM to read."""
    found = met(world, use, replace(step, reach=place), scope)
    hidden = [one for one in found if one in world.permanents and world.permanents[one].hidden]
    return Word("line.taken_in", (("count", len(found)), ("hidden", len(hidden))))


@rule("MT-27")
def enemies_count(t: Play[World], use: Use, step: Step) -> bool:
    """Whether enemies of whom the GM has said nothing count as an opponent's, for an effect that speaks of those
    (option hostile_npc_side)."""
    if step.effect.controller != "opponent" or t.option("hostile_npc_side") == "always_teammate":
        return False
    if not any(undeclared(t.world, one) for one, _ in t.world.here()):
        return False
    about = Case(use.pc, use.name, NOTHING, step.text)
    answer: str = gm(t, "enemies", about, (OPPONENTS, TEAMMATES), as_an_enemy)
    return answer == OPPONENTS


def within_reach(t: Play[World], use: Use, step: Step) -> tuple[Id, ...]:
    """All that a mass effect meets."""
    return met(t.world, use, step, str(t.option("mass_scope")))


def met(world: World, use: Use, step: Step, scope: str) -> tuple[Id, ...]:
    """All within a range that an effect speaks of; the PCs' own in the scene in any case."""
    return tuple([one for one in spoken_of(world, use, step) if inside(world, one, step.reach, scope)])


def always_inside(world: World, use: Use, step: Step, scope: str) -> tuple[Id, ...]:
    """The PCs' own that are hit however small the range is."""
    owned = [one for one in spoken_of(world, use, step) if whose(world, one) in world.pcs and one not in world.pcs]
    return tuple([one for one in owned if inside(world, one, NOWHERE, scope)])


def spoken_of(world: World, use: Use, step: Step) -> tuple[Id, ...]:
    """All in the world that an effect speaks of, wherever they are."""
    effect = step.effect
    if effect.kind in ("discard", "edict"):
        among = everybody(world)
    elif effect.kind in GRAVE:
        among = tuple(buried(world))
    else:
        among = (*everybody(world), *(one for one, _ in world.here()))
    return tuple(dict.fromkeys([one for one in among if speaks_of(world, use, step, one)]))


def everybody(world: World) -> tuple[Id, ...]:
    """PCs, and NPCs who are treated as players."""
    return (*players(world), *(one for one, me in world.here() if me.as_player and not me.owner))


def speaks_of(world: World, use: Use, step: Step, one: Id) -> bool:
    """Whether a mass effect speaks of somebody or something."""
    words, effect = counts_as(world, one), step.effect
    wanted = ("player",) if effect.kind in ("discard", "edict") else effect.targets_kind
    if not any(word in wanted for word in words) or any(word in effect.excl for word in words):
        return False
    if effect.controller == "you":
        return whose(world, one) == use.pc
    if effect.controller == "not_you":
        return whose(world, one) != use.pc
    rival = is_rival(world, one, step.declared) or (step.rivals and undeclared(world, one))
    return rival or effect.controller != "opponent"


def inside(world: World, one: Id, place: Id, scope: str) -> bool:
    """Whether somebody or something is within a range (option mass_scope)."""
    me = world.permanents.get(one)
    if me is not None and me.controller in world.pcs:
        return inside_of_pc(world, me, place, scope)
    return bool(place) and world.within(stands(world, one), place)


def inside_of_pc(world: World, me: Permanent, place: Id, scope: str) -> bool:
    """Whether a PC's permanent is within a range: in the scene always, else as the table reads it."""
    if world.scene is not None and me.controller in world.scene.present:
        return True
    if scope == "gm_range":
        return bool(place) and world.within(place_of(world, me), place)
    return scope == "always"

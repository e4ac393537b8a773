"""Picking targets for what is cast or used: only what is in range is open, the rest says why not."""

from takusen.rules import GM, Id, Offer, Refused

from .cards import Ability
from .plan import Part, aims, bounds, choosing
from .reach import GRAVE, aimed_at, guarded, nature_open, place_open, undeclared, why_not
from .recognise import Effect
from .world import CREATURE, NOTHING, World


def absent(world: World, pc: Id, seat: str) -> Refused | None:
    """Why a PC can't cast or use anything now; outside of scenes the GM does it."""
    me = world.pcs[pc]
    if me.out:
        return Refused("pc_out")
    if not me.place:
        return Refused(placeless(world))
    if world.scene is None:
        return None if seat == GM else Refused("no_scene")
    return None if pc in world.scene.present or seat == GM else Refused("not_in_scene")


def placeless(world: World) -> str:
    """Why a PC that is in no place can do nothing there: no scene is on, or it isn't in the one that is."""
    return "not_in_scene" if world.scene else "nowhere"


def aim(
    o: Offer[World],
    pc: Id,
    work: tuple[Part, ...],
    colours: str,
    x: int,
    source: Id = NOTHING,
    fights: bool = False,
) -> None:
    """Pick the targets of every effect that has some, and who fights on the own side, unless the source does."""
    for name, effect, part in aims(work):
        among = tuple(one for one in aimed_at(o.world, effect) if one != source)
        least, most = bounds(effect, x, len(among))
        if not part.needs and not any_open(o, pc, among, effect, colours):
            least = 0
        if least and not among:
            o.refuse("no_target")
        targets = among_open(o, pc, name, among, effect, colours, least, min(most, max(least, len(among))))
        if effect.kind == "fight" and not fights and len(targets) == 1:
            o.pick("fighter", own_creatures(o.world, pc))


def modes(o: Offer[World], abilities: tuple[Ability, ...]) -> tuple[str, ...]:
    """Pick the modes of the ability that offers a choice, if one does."""
    modal = choosing(abilities)
    if modal is None:
        return ()
    least, most = modal.choose
    return o.some("modes", tuple(mode.text for mode in modal.modes), at_most=most, at_least=least)


def among_open(
    o: Offer[World], pc: Id, name: str, among: tuple[Id, ...], effect: Effect, colours: str, least: int, most: int
) -> tuple[Id, ...]:
    """Pick the targets of one effect."""
    return o.some(name, among, at_most=most, at_least=least, unless=lambda one: barred(o, pc, one, effect, colours))


def barred(o: Offer[World], pc: Id, one: Id, effect: Effect, colours: str) -> Refused | None:
    """Why something can't be the target: by the rules of range, or as the table reads them. What everybody may not see
    of it stands in nobody's way here but the GM's, who is asked about it later."""
    place, nature = (o.seat == GM or known(o.world, one) for known in (place_open, nature_open))
    found = why_not(o.world, pc, one, effect, place, nature) or as_read(o, one, effect)
    return found or (warded_off(o.world, one, effect, colours) if nature else None)


def as_read(o: Offer[World], one: Id, effect: Effect) -> Refused | None:
    """Why the table's readings rule something out (options hostile_npc_side, land_ward_graveyard)."""
    me = o.world.permanents.get(one)
    if me is None:
        return None
    if effect.kind in GRAVE and me.here and o.option("land_ward_graveyard") == "no":
        return Refused("not_in_graveyard")
    always = o.option("hostile_npc_side") == "always_teammate" and not me.controller
    return Refused("teammates") if effect.controller == "opponent" and always else None


def warded_off(world: World, one: Id, effect: Effect, colours: str) -> Refused | None:
    """Why protection from a colour keeps off what targets it."""
    hit = effect.scope == "target" and effect.kind not in GRAVE and guarded(world, one, colours)
    return Refused("protected") if hit else None


def any_open(o: Offer[World], pc: Id, among: tuple[Id, ...], effect: Effect, colours: str) -> bool:
    """Whether anything could be the target of an effect, as far as the viewer can tell."""
    return bool(o.able(among, lambda one: barred(o, pc, one, effect, colours)))


def own_creatures(world: World, pc: Id) -> tuple[Id, ...]:
    """The creatures that a PC controls."""
    return tuple(one for one, me in world.here() if me.controller == pc and me.is_a(CREATURE))


def to_be_said(world: World, one: Id, effect: Effect) -> tuple[str, ...]:
    """The questions that the GM has to answer before something can be the target."""
    of_world = one in world.permanents
    asked = {
        "whose": effect.controller == "opponent" and undeclared(world, one),
        "graveyard_counts": effect.kind in GRAVE and effect.controller == "you" and of_world,
        "fits": effect.restricted,
    }
    return tuple(name for name, needed in asked.items() if needed)

"""How far spells and abilities reach, and whom they may be aimed at (MT-21, MT-22, MT-23, MT-27)."""

from collections.abc import Iterator

from takusen.rules import EVERYONE, Id, Refused, is_hidden

from .recognise import Effect
from .sorts import counts_as
from .world import NOBODY, NOWHERE, Permanent, World

GRAVE = ("raise", "reanimate", "grave_exile")
"""Effects on cards in graveyards: remains, for the world (MT-03, MT-21)."""
FOR_PLAYERS = ("discard", "edict")
"""Effects that only players know (MT-23)."""
PICKED = ("target", "choose")
"""The scopes whose number is fixed, so that they reach as far as one sees."""

# where ---------------------------------------------------------------------------------------------------------------


def stands(world: World, one: Id) -> Id:
    """Where somebody or something is: at its place, else with whoever holds it or whose it is; a card in a graveyard
    is with its PC."""
    if one in world.pcs:
        return world.pcs[one].place
    if one in world.permanents:
        return place_of(world, world.permanents[one])
    return world.pcs[world.cards[one].of].place if one in world.cards else NOWHERE


def place_of(world: World, me: Permanent) -> Id:
    """Where a permanent is, or its remains are."""
    seen = 0
    while not me.place and me.holder in world.permanents and seen < len(world.permanents):
        me, seen = world.permanents[me.holder], seen + 1
    if me.place or me.holder not in world.pcs:
        return me.place or (world.pcs[me.controller].place if me.controller in world.pcs else NOWHERE)
    return world.pcs[me.holder].place


def in_sight(world: World, pc: Id) -> tuple[Id, ...]:
    """The places that a PC sees: where it is, and what is in sight from there (MT-21)."""
    here = world.pcs[pc].place
    return (here, *world.places[here].sees) if here in world.places else ()


def sees(world: World, pc: Id, one: Id) -> bool:
    """Whether a PC sees somebody or something; whoever sees the inside of a building, or is in it, sees that, too."""
    seen = in_sight(world, pc)
    if one == pc or stands(world, one) in seen:
        return True
    me = world.permanents.get(one)
    return me is not None and bool(me.interior) and me.interior in (*seen, *world.around(world.pcs[pc].place))


def unreached(world: World, pc: Id, one: Id) -> Refused | None:
    """Why a spell of a PC doesn't reach so far: out of sight, or beyond what the GM allows (MT-21)."""
    if not sees(world, pc, one):
        return Refused("out_of_sight")
    limit = world.scene.reach if world.scene else NOWHERE
    return Refused("out_of_reach") if limit and not world.within(stands(world, one), limit) else None


# whom ----------------------------------------------------------------------------------------------------------------


def aimed_at(world: World, effect: Effect) -> tuple[Id, ...]:
    """Everybody and everything that an effect could be thought to be aimed at; `why_not` tells why it may not."""
    if effect.kind in FOR_PLAYERS:
        return (*players(world), *(one for one, me in world.here() if not (me.owner or me.hidden)))
    if effect.kind in GRAVE:
        return tuple(buried(world, whole="player" in effect.targets_kind))
    people = players(world) if {"any", "player"} & {*effect.targets_kind} else ()
    return (*people, *(one for one, me in world.here() if not me.hidden))


def players(world: World) -> tuple[Id, ...]:
    """The PCs who can be the target of something."""
    return tuple(one for one, pc in world.pcs.items() if not (pc.removed or pc.out))


def buried(world: World, whole: bool = False) -> Iterator[Id]:
    """Remains that lie about, facilities and wards that are broken, cards in the graveyards of PCs; and PCs where whole
    graveyards count."""
    if whole:
        yield from players(world)
    for one, me in world.permanents.items():
        if (me.zone == "graveyard" or (me.here and me.ruin == "destroyed")) and not (me.removed or me.hidden):
            yield one
    for pc in world.pcs.values():
        yield from pc.graveyard


def why_not(world: World, pc: Id, one: Id, effect: Effect, place: bool = True, nature: bool = True) -> Refused | None:
    """Why an effect of a PC's spell or ability can't be aimed at somebody or something, whose place or whose nature may
    be unknown."""
    return (
        (unreached(world, pc, one) if place else None)
        or plainly_other(world, one, effect)
        or plainly_no_card(world, one, effect)
        or not_whose(world, pc, one, effect)
        or (unfit(world, one, effect) or shielded(world, pc, one, effect) if nature else None)
    )


def nature_open(world: World, one: Id) -> bool:
    """Whether everybody knows what somebody or something is like."""
    me = world.permanents.get(one)
    return me is None or bool(me.shown or me.owner or me.controller)


def place_open(world: World, one: Id) -> bool:
    """Whether everybody knows where somebody or something is."""
    me = world.permanents.get(one)
    for _ in world.permanents:
        if me is None or is_hidden(me.place) or me.place or me.holder not in world.permanents:
            break
        me = world.permanents[me.holder]
    if me is None or is_hidden(me.place):
        return me is None
    place = world.places.get(me.place)
    return place.seen(world) == EVERYONE if place else not me.place


def plainly_other(world: World, one: Id, effect: Effect) -> Refused | None:
    """Why the types that everybody sees rule it out."""
    if effect.kind in FOR_PLAYERS or {"player", "planeswalker", "card"} & {*effect.targets_kind}:
        return None
    me = world.permanents.get(one)
    if me is None:
        return None if {*counts_as(world, one)} & {*effect.targets_kind} else Refused("wrong_kind")
    known = {*me.types, "permanent", *(("any",) if me.is_a("creature", "planeswalker") else ())}
    fits = known & {*effect.targets_kind} and not known & {*effect.excl}
    return None if fits else Refused("wrong_kind")


def plainly_no_card(world: World, one: Id, effect: Effect) -> Refused | None:
    """Why remains are no card in a graveyard, as everybody sees (MT-03)."""
    me = world.permanents.get(one)
    if me is None or effect.kind not in GRAVE:
        return None
    return Refused("burned") if me.burned else Refused("token_is_no_card") if me.token else None


def unfit(world: World, one: Id, effect: Effect) -> Refused | None:
    """Why it is not of the kind that the effect speaks of (MT-02, MT-23)."""
    words = counts_as(world, one)
    if effect.kind in FOR_PLAYERS:
        return None if "player" in words else Refused("players_only")
    if effect.kind in GRAVE:
        return unburied(world, one, effect)
    if not {*words} & {*effect.targets_kind}:
        alone = effect.targets_kind == ("player",)
        return Refused("players_only" if alone else "wrong_kind")
    return Refused("wrong_kind") if {*words} & {*effect.excl} else None


def unburied(world: World, one: Id, effect: Effect) -> Refused | None:
    """Why a card in a graveyard is not of the kind."""
    if one in world.pcs:
        return None if "player" in effect.targets_kind else Refused("wrong_kind")
    words = counts_as(world, one)
    fits = {*words} & {*effect.targets_kind} and not {*words} & {*effect.excl}
    return None if fits else Refused("wrong_kind")


# whose ---------------------------------------------------------------------------------------------------------------


def not_whose(world: World, pc: Id, one: Id, effect: Effect) -> Refused | None:
    """Why an effect that speaks of a controller passes it by (MT-27)."""
    if effect.controller == "you":
        return None if whose(world, one) == pc or is_remains(world, one, effect) else Refused("not_yours")
    if effect.controller == "not_you" and whose(world, one) == pc:
        return Refused("is_yours")
    if effect.controller == "opponent" and not may_be_rival(world, one):
        return Refused("teammates")
    return None


def is_remains(world: World, one: Id, effect: Effect) -> bool:
    """Whether it lies in the teammate's graveyard: whether that counts as one's own is the GM's to say."""
    return effect.kind in GRAVE and one in world.permanents


def whose(world: World, one: Id) -> Id:
    """Who controls it, or in whose graveyard it is; nobody stands for a teammate."""
    if one in world.pcs:
        return one
    me = world.permanents.get(one)
    return me.controller if me is not None else world.cards[one].of


def may_be_rival(world: World, one: Id) -> bool:
    """Whether it can be an opponent's: of a force that is declared hostile, of a boss, or an enemy of whom the GM has
    said nothing yet."""
    return is_rival(world, one) or undeclared(world, one)


def is_rival(world: World, one: Id, declared: bool = True) -> bool:
    """Whether it counts as an opponent's: a boss has it, or it is `declared` hostile where that matters."""
    me = world.permanents.get(one)
    if me is None:
        return False
    boss = world.permanents.get(me.controller)
    if boss is not None and (boss.hostile or boss.allegiance == "enemy"):
        return True
    return declared and me.hostile and me.controller not in world.pcs


def undeclared(world: World, one: Id) -> bool:
    """Whether the GM has to say whose an enemy is."""
    me = world.permanents.get(one)
    if me is None or me.owner:
        return False
    return me.allegiance == "enemy" and not me.hostile and me.controller == NOBODY


# what shields it -----------------------------------------------------------------------------------------------------


def shielded(world: World, pc: Id, one: Id, effect: Effect) -> Refused | None:
    """Why it can't be the target; only targeting is kept off, a mere choice is not."""
    me = world.permanents.get(one)
    if effect.scope != "target" or me is None or effect.kind in GRAVE:
        return None
    if me.shroud:
        return Refused("shroud")
    return Refused("hexproof") if me.hexproof and me.controller != pc else None


def guarded(world: World, one: Id, colours: str) -> bool:
    """Whether protection keeps off what is of these colours."""
    me = world.permanents.get(one)
    return me is not None and any(each in me.protection for each in (*colours, "all"))

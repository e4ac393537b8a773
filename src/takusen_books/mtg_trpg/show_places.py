"""The world as a picture: places inside places, who and what is where, and what of it one's own PCs see (MT-21)."""

from collections.abc import Iterator
from typing import Literal

from takusen.rules import Badge, Id, Listed, Piece, PlacesPanel, Shown, Spot, View, Word, is_hidden

from .reach import in_sight, place_of
from .stats import is_creature, is_walker, power, toughness
from .world import ARTIFACT, CREATURE, ENCHANTMENT, LAND, NOBODY, NOWHERE, PLANESWALKER, Pc, Permanent, Place, World

SIDES = {"friend": "friends", "enemy": "foes"}
ICONS = {CREATURE: "person", PLANESWALKER: "walker", ARTIFACT: "thing", LAND: "building", ENCHANTMENT: "ward"}


def world_map(v: View[World]) -> PlacesPanel:
    """Everywhere and everybody; the GM puts them where they are, players send their own PCs."""
    act, who = ("place_at", "of") if v.gm else ("go", "pc")
    pieces = (*pcs(v), *permanents(v))
    return PlacesPanel(
        Word("panel.places"), tuple(spots(v)), pieces, act, (who, "place"), beside=Word("panel.whereabouts")
    )


# places --------------------------------------------------------------------------------------------------------------

Sight = Literal["", "here", "seen"]
"""What a place is to the viewer's own PCs."""


def spots(v: View[World]) -> Iterator[Spot]:
    """The places, each with what it is to the viewer's own PCs."""
    own = [pc for one, pc in v.world.pcs.items() if v.mine(one) and not v.gm]
    stand = {pc.place for pc in own}
    seen = {place for one, pc in v.world.pcs.items() if pc in own for place in in_sight(v.world, one)}
    buildings = {me.interior: one for one, me in v.world.here() if me.interior}
    for one, place in v.world.places.items():
        if not place.removed:
            sight: Sight = "here" if one in stand else "seen" if one in seen else ""
            yield spot(v, one, place, sight, buildings.get(one, NOBODY))


def spot(v: View[World], one: Id, place: Place, sight: Sight, building: Id) -> Spot:
    """One place."""
    scene = v.world.scene
    limit = (Badge(Word("badge.reach"), "held"),) if scene and scene.reach == one else ()
    now = scene is not None and scene.place == one
    return Spot(one, place.name, place.inside, sight, now, place.hidden, limit, building, place.text)


def known_place(v: View[World], place: Id) -> Id:
    """A place that the viewer knows, or nowhere."""
    return place if place in v.world.places else NOWHERE


def where(v: View[World], me: Permanent) -> Id:
    """Where a permanent or its remains are, as far as the viewer knows; what is sealed is where that was done."""
    if me.zone == "sealed" and me.seal:
        return known_place(v, me.seal.place)
    return NOWHERE if is_hidden(me.place) else known_place(v, place_of(v.world, me))


# who and what --------------------------------------------------------------------------------------------------------


def pcs(v: View[World]) -> tuple[Piece, ...]:
    """The PCs; their lands are counted, not drawn."""
    return tuple(
        Piece(one, pc.name, "player", known_place(v, pc.place), side="friends", mine=v.mine(one),
              out=pc.out or pc.lost, number=Word("badge.life", (("life", pc.life),)),
              badges=tuple(pc_badges(v, one, pc)))
        for one, pc in v.world.pcs.items()
        if not pc.removed
    )  # fmt: skip


def present(world: World) -> tuple[Id, ...]:
    """The PCs in the scene."""
    return world.scene.present if world.scene else ()


def lands_of(world: World, pc: Id) -> tuple[Permanent, ...]:
    """The land cards that a PC has on the battlefield."""
    return tuple(me for _, me in world.here() if me.owner == pc and me.is_a(LAND) and not me.holder)


def pc_badges(v: View[World], one: Id, pc: Pc) -> Iterator[Badge]:
    """What is to be seen of a PC at a glance."""
    lands = lands_of(v.world, one)
    if lands:
        free = sum(not me.tapped for me in lands)
        yield Badge(Word("badge.lands", (("free", free), ("all", len(lands)))))
    if pc.attacked:
        yield Badge(Word("state.attacked"), "held")


def permanents(v: View[World]) -> tuple[Piece, ...]:
    """All that stands or lies somewhere, and what is sealed."""
    return tuple(piece(v, one, me) for one, me in v.world.permanents.items() if drawn(me))


def drawn(me: Permanent) -> bool:
    """Whether a permanent is in the picture: PCs' lands are not, nor what is gone."""
    if me.removed or (me.owner and me.is_a(LAND) and not me.holder):
        return False
    return me.zone in ("battlefield", "sealed") or (me.zone == "graveyard" and not me.burned)


def piece(v: View[World], one: Id, me: Permanent) -> Piece:
    """A permanent in the picture."""
    return Piece(
        one, me.name, icon(me), where(v, me), on(v.world, me), side(v.world, me), mine=v.mine(one) and not v.gm,
        out=me.zone == "graveyard", hidden=me.hidden, number=number(me), badges=tuple(badges(v.world, me)),
        note=types(me),
    )  # fmt: skip


def icon(me: Permanent) -> str:
    """What a permanent looks like."""
    known = not is_hidden(me.as_planeswalker)
    if known and (me.as_planeswalker or me.as_player):
        return "player" if me.as_player else "walker"
    return next((look for type, look in ICONS.items() if me.is_a(type)), "thing")


def on(world: World, me: Permanent) -> Id:
    """On whom something is drawn: who holds it, what it lies on, whose it is, or what has sealed it."""
    if me.zone == "sealed" and me.seal and me.seal.by in world.permanents:
        return me.seal.by
    if me.zone != "battlefield":
        return NOBODY
    return me.holder or me.owner


def side(world: World, me: Permanent) -> str:
    """On whose side somebody is to be seen: what a PC controls is on theirs."""
    if me.controller in world.pcs:
        return "friends"
    return "foes" if me.hostile else SIDES.get(me.allegiance, "")


def types(me: Permanent) -> Listed:
    """The types of a permanent in words."""
    return Listed(tuple(Word(f"choice.{type}") for type in me.types))


def number(me: Permanent) -> Shown:
    """Power and toughness, loyalty, or life, as far as known."""
    if is_hidden(me.power) or me.zone not in ("battlefield", "sealed"):
        return ""
    if me.as_player:
        return Word("badge.life", (("life", me.life),))
    if is_walker(me):
        return Word("badge.loyalty", (("loyalty", me.loyalty),))
    return f"{power(me)}/{toughness(me)}" if is_creature(me) else ""


def badges(world: World, me: Permanent) -> Iterator[Badge]:
    """What is to be seen of a permanent at a glance."""
    if me.zone == "graveyard":
        yield Badge(Word("state.remains"), "bad")
    if me.zone == "sealed":
        yield Badge(Word("state.sealed"), "held")
    if me.ruin:
        yield Badge(Word("badge.sealed_off" if me.ruin == "exiled_until" else "state.ruined"), "bad")
    if me.zone != "battlefield":
        return
    if me.tapped:
        yield Badge(Word("state.tapped"), "held")
    if me.damage:
        yield Badge(Word("badge.damage", (("damage", me.damage),)), "bad")
    for kind, count in me.counters.items():
        if count:
            yield Badge(f"{kind}×{count}")
    yield from standing(world, me)


def standing(world: World, me: Permanent) -> Iterator[Badge]:
    """How a permanent stands to the others."""
    if me.control and me.control.by in world.pcs:
        yield Badge(Word("badge.controlled", (("by", world.pcs[me.control.by].name),)), "good")
    if me.hostile and not me.owner:
        yield Badge(Word("state.hostile"), "bad")
    if me.moved:
        yield Badge(Word("state.moved"), "held")
    if me.care:
        yield Badge(Word("state.care"), "good")

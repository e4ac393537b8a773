"""Everybody and everything in detail: numbers, damage, control, seals, remains, and what is the GM's."""

from collections.abc import Iterator

from takusen.rules import Figure, Figures, Gauge, Id, Item, Items, Listed, Shown, View, Word, is_hidden, path

from .reach import sees
from .show_places import drawn, number, present, types
from .stats import is_creature, power, toughness
from .world import LAND, Pc, Permanent, World

Line = tuple[Shown, Shown]
FLAGS = ("legendary", "token", "as_planeswalker", "as_player")
SHIELDS = ("hexproof", "shroud", "indestructible")
COLOURS = "WUBRG"
GONE = ("exile", "fled", "sealed")

# PCs -----------------------------------------------------------------------------------------------------------------


def pcs(v: View[World]) -> Figures:
    """The PCs with their life and the number of their cards."""
    listed = tuple(pc(v, one, me) for one, me in v.world.pcs.items() if not me.removed)
    return Figures(Word("panel.pcs"), listed, "friends")


def pc(v: View[World], one: Id, me: Pc) -> Figure:
    """One PC."""
    cards = Word("line.cards", (("hand", me.hand_size), ("library", me.library_size)))
    states = tuple(name for name in ("attacked", "land_played", "out", "lost") if getattr(me, name))
    known = ((Word("field.place"), v.world.places[me.place].name),) if me.place in v.world.places else ()
    lines: tuple[Line, ...] = (*known, (Word("panel.cards"), cards))
    return Figure(
        one, me.name, (Gauge(Word("field.life"), me.life, None, path("pcs", one, "life")),), states,
        out=me.out or me.lost, mine=v.mine(one), note=me.note or me.text, lines=lines,
        quick=v.gm,
    )  # fmt: skip


# permanents ----------------------------------------------------------------------------------------------------------


def near(v: View[World], one: Id) -> bool:
    """Whether something is in sight of the PCs that matter to the viewer: of its own, for the GM of those in the
    scene, with what is in the scene's place."""
    if v.gm:
        me, scene = v.world.permanents[one], v.world.scene
        return scene is None or v.world.within(me.place, scene.place) or seen(v, one, present(v.world))
    return seen(v, one, tuple(pc for pc in v.world.pcs if v.mine(pc)))


def seen(v: View[World], one: Id, pcs: tuple[Id, ...]) -> bool:
    """Whether any of these PCs sees it."""
    return not is_hidden(v.world.permanents[one].place) and any(sees(v.world, pc, one) for pc in pcs)


def people(v: View[World], close: bool) -> Figures:
    """Those who are near, or all the others."""
    found = tuple(
        permanent(v, one, me)
        for one, me in v.world.permanents.items()
        if listed(me) and near(v, one) == close
    )  # fmt: skip
    return Figures(Word("panel.near" if close else "panel.elsewhere"), found)


def listed(me: Permanent) -> bool:
    """Whether something is told of one by one: plain lands of PCs are not."""
    return drawn(me) or bool(me.owner and me.here and me.is_a(LAND) and me.holder)


def permanent(v: View[World], one: Id, me: Permanent) -> Figure:
    """One permanent."""
    return Figure(
        one, me.name, tuple(gauges(me)), tuple(states(me)), out=me.zone == "graveyard", mine=v.mine(one) and not v.gm,
        note=me.text if me.text == me.note else "\n".join(part for part in (me.text, me.note) if part),
        shown=me.shown, lines=tuple(lines(v, one, me)), secret=tuple(secrets(v, me)),
    )  # fmt: skip


def gauges(me: Permanent) -> Iterator[Gauge]:
    """What counts up or down: damage against toughness."""
    if me.damage and not is_hidden(me.power) and is_creature(me):
        yield Gauge(Word("field.damage"), me.damage, max(toughness(me), me.damage))
    elif me.damage:
        yield Gauge(Word("field.damage"), me.damage, None)


def states(me: Permanent) -> Iterator[str]:
    """The states of a permanent."""
    words = {
        "remains": me.zone == "graveyard" and not me.burned,
        "burned": me.burned,
        "sealed": me.zone == "sealed" or me.ruin == "exiled_until",
        "ruined": bool(me.ruin),
        "fled": me.zone == "fled",
        "tapped": me.tapped,
        "hostile": me.hostile,
        "moved": me.moved,
        "care": me.care,
        "token": me.token,
        "hidden": me.hidden,
    }
    return (name for name, on in words.items() if on)


def lines(v: View[World], one: Id, me: Permanent) -> Iterator[Line]:
    """What there is to know of a permanent."""
    yield Word("field.types"), Listed((*types(me).parts, *me.subtypes))
    yield from numbers(me)
    yield Word("field.allegiance"), Word(f"choice.{me.allegiance}")
    if not is_hidden(me.place) and me.place in v.world.places:
        yield Word("field.place"), place(v, me.place)
    yield from belongings(v, me)
    if me.seal:
        yield Word("field.seal"), sealed_by(v, me)
    if me.ruin:
        yield Word("field.ruin"), Word(f"choice.{me.ruin}")
    elif me.is_a(LAND) and not me.owner:
        yield Word("panel.use"), Word("line.in_use")
    if not is_hidden(me.hexproof):
        yield from known(v, me)


def numbers(me: Permanent) -> Iterator[Line]:
    """Power and toughness with what has changed them."""
    now = number(me)
    if not now:
        return
    printed = f"{me.power}/{me.toughness}"
    changed = is_creature(me) and printed != f"{power(me)}/{toughness(me)}"
    yield Word("line.numbers"), Word("line.changed", (("now", now), ("printed", printed))) if changed else now
    for each in me.modifiers:
        told = (("power", signed(each.power)), ("toughness", signed(each.toughness)))
        yield Word("field.modifiers"), Word(f"line.modifier_{each.until}", told)


def signed(number: int) -> str:
    """A number with its sign."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def belongings(v: View[World], me: Permanent) -> Iterator[Line]:
    """Whose it is, who holds it, who controls it."""
    names = {**{one: pc.name for one, pc in v.world.pcs.items()}, **{o: p.name for o, p in v.world.permanents.items()}}
    if me.owner:
        yield Word("field.owner"), names.get(me.owner, "")
    if me.holder in names:
        yield Word("field.holder"), names[me.holder]
    if me.control:
        by = names.get(me.control.by, Word("line.somebody"))
        yield Word("field.control"), Word(f"line.control_{me.control.until}", (("by", by),))
    for kind, count in me.counters.items():
        if count:
            yield Word("field.counters"), f"{kind}×{count}"


def sealed_by(v: View[World], me: Permanent) -> Shown:
    """By what something is sealed, and where that was done."""
    assert me.seal is not None
    cause = v.world.permanents.get(me.seal.by)
    by = cause.name if cause else me.seal.event or Word("line.somebody")
    return Word("line.sealed", (("by", by), ("place", place(v, me.seal.place))))


def known(v: View[World], me: Permanent) -> Iterator[Line]:
    """What is known once a permanent's numbers are open."""
    if me.home:
        yield Word("field.home"), place(v, me.home)
    if me.cost:
        yield Word("field.cost"), me.cost
    if me.colours:
        yield Word("field.colours"), Listed(tuple(Word(f"choice.{letter}") for letter in me.colours))
    able = [Word(f"field.{name}") for name in (*FLAGS, *SHIELDS) if getattr(me, name)]
    if able:
        yield Word("panel.abilities"), Listed(tuple(able))
    if me.ward:
        yield Word("field.ward"), me.ward
    if me.protection:
        yield Word("field.protection"), Listed(tuple(colour(one) for one in me.protection))
    if me.regeneration:
        yield Word("field.regeneration"), str(me.regeneration)


def colour(one: str) -> str | Word:
    """A colour that something is protected from; what is none is told as it is."""
    return Word(f"choice.{one}") if one in COLOURS else one


def secrets(v: View[World], me: Permanent) -> Iterator[Line]:
    """What only the GM gets."""
    if v.gm and me.secret:
        yield Word("field.secret"), me.secret


def place(v: View[World], id: Id) -> Shown:
    """A place's name, as far as it is known."""
    found = v.world.places.get(id)
    return found.name if found else Word("line.unknown_place")


# beside the scene ----------------------------------------------------------------------------------------------------


def away(v: View[World]) -> Items:
    """Who and what is nowhere in the world now: gone, fled, or sealed."""
    found = tuple(
        Item(one, me.name, lines=tuple(why_away(v, me)), states=(STATE.get(me.zone, me.zone),))
        for one, me in v.world.permanents.items()
        if not me.removed and (me.zone in GONE or me.burned)
    )
    return Items(Word("panel.away"), found)


STATE = {"exile": "vanished", "graveyard": "burned"}


def why_away(v: View[World], me: Permanent) -> Iterator[Line]:
    """What has taken somebody away."""
    if me.seal:
        yield Word("field.seal"), sealed_by(v, me)


def calendar(v: View[World]) -> Items:
    """Who is cared for or ought to be, and for how many weeks still (MT-13, MT-15)."""
    found = tuple(
        Item(f"care-{one}", me.name, lines=tuple(recovery(me)), states=("care",) if me.care else ())
        for one, me in v.world.here()
        if not me.owner and (me.care or me.damage or minus(me))
    )
    return Items(Word("panel.calendar", (("day", v.world.day),)), found)


def minus(me: Permanent) -> int:
    """How much of minus modifiers there is to recover from, at the most."""
    return max((max(-each.power, -each.toughness, 0) for each in me.modifiers if each.until == "scene"), default=0)


def recovery(me: Permanent) -> Iterator[Line]:
    """What there is to recover from, and the days of care since the last whole week."""
    if me.damage:
        yield Word("field.damage"), Word("line.weeks", (("amount", me.damage), ("weeks", me.damage)))
    if minus(me):
        yield Word("field.modifiers"), Word("line.weeks", (("amount", minus(me)), ("weeks", minus(me))))
    if me.care:
        yield Word("field.days"), Word("line.days", (("days", me.days),))


def precedents(v: View[World]) -> Items:
    """How the GM has ruled, for the GM: an answer may name a place that nobody else knows."""
    if not v.gm:
        return Items(Word("panel.precedents"), ())
    found = tuple(
        Item(
            f"ruling-{one}",
            Word(f"choice.{ruling.question}"),
            lines=((Word("field.answer"), answer(v, ruling.answer)),),
        )
        for one, ruling in v.world.precedents.items()
    )
    return Items(Word("panel.precedents"), found)


def answer(v: View[World], word: str) -> Shown:
    """An answer in words: a place's name, or a word of the book."""
    found = v.world.places.get(Id(word))
    return found.name if found else Word(f"choice.{word}")

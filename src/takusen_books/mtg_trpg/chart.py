"""Where what is put into a library lands (MT-08): as the GM says, or by the book's chart."""

from takusen.rules import Id, Play, rule

from .questions import FAR_AWAY, Case, gm, next_door
from .reach import stands
from .world import World

NEXT, AROUND, PLANE = "next", "around", "plane"


@rule("MT-08")
def landing(t: Play[World], case: Case) -> Id:
    """A place of the same plane, or far away (option tuck_place)."""
    if t.option("tuck_place") == "chart":
        return by_chart(t, case.of)
    choices = (*elsewhere(t.world, case.of), Id(FAR_AWAY))
    place: Id = gm(t, "teleport", case, choices, next_door, case.of)
    return place


@rule("MT-08")
def by_chart(t: Play[World], one: Id) -> Id:
    """A draw on the chart says how far, another one where."""
    how_far = t.draw("tuck_distance", tuple(t.content("tuck.chart")), one)
    places = within_distance(t.world, one, how_far)
    return t.draw("tuck_place", places, one) if places else Id(FAR_AWAY)


def elsewhere(world: World, one: Id) -> tuple[Id, ...]:
    """The other places of the plane, those nearby first."""
    here = stands(world, one)
    plane = world.plane(here)
    others = [place for place in world.places if place != here and not world.places[place].removed]
    inside = [place for place in others if not plane or (world.within(place, plane) and place != plane)]
    return tuple(sorted(inside, key=lambda place: distance(world, here, place)))


def distance(world: World, here: Id, there: Id) -> int:
    """How many places one goes out of and into on the way."""
    out, into = list(world.around(here)), list(world.around(there))
    shared = [place for place in out if place in into]
    return out.index(shared[0]) + into.index(shared[0]) if shared else len(out) + len(into)


def within_distance(world: World, one: Id, how_far: str) -> tuple[Id, ...]:
    """The places that a row of the chart speaks of: those next door, those a little farther, the rest of the plane;
    none for what is far away."""
    here = stands(world, one)
    near = [(distance(world, here, place), place) for place in elsewhere(world, one)]
    least, most = {NEXT: (1, 2), AROUND: (3, 4), PLANE: (5, len(world.places) * 2)}.get(how_far, (0, 0))
    found = tuple(place for steps, place in near if least <= steps <= most)
    return found or (tuple(place for _, place in near) if how_far in (NEXT, AROUND, PLANE) else ())

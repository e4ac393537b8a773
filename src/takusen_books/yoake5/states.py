"""States that are laid on somebody and end: what skills and items leave behind, and named statuses (YA-11)."""

from takusen.rules import Chance, Id, Play, Table, rule

from .catalogue import catalogue
from .fact import Open, changed
from .world import NOBODY, State, World

HIDDEN = "hidden"


class StateLaid(Open, frozen=True):
    """Somebody is in a state from now on."""

    of: Id
    state: State
    source: str = ""
    name: str = ""
    amount: int = 0
    by: Id = NOBODY

    def apply(self, world: World) -> World:
        return changed(world, self.of, states=(*world.characters[self.of].states, self.state))


class StateKept(Open, frozen=True):
    """A state that is there already stays as it is: the new one changes nothing (MJ-24)."""

    of: Id
    name: str
    source: str = ""


class StatesEnded(Open, frozen=True):
    """States of somebody's are over; `names` tells which."""

    of: Id
    states: tuple[State, ...]
    names: tuple[str, ...] = ()

    def apply(self, world: World) -> World:
        left = tuple(one for one in world.characters[self.of].states if one not in self.states)
        return changed(world, self.of, states=left)


@rule("YA-11", "YA-09")
def counts_beside(t: Chance, there: Table[str, int], stacking: str, amount: int) -> bool:
    """Whether a changed number is laid beside those of its name that are there, by how they stack: `first` ones give no
    way to later ones, of `highest` ones only a higher comes."""
    return not there or stacking == "add" or (stacking == "highest" and amount > max(there.values()))


@rule("YA-11")
def lay(t: Play[World], one: Id, state: State) -> bool:
    """Lay a state on somebody. Gives whether it counts."""
    rivals = tuple(each for each in t.world.characters[one].states if same(each, state))
    if rivals and not state.stat and state.name != HIDDEN:
        t.emit(StatesEnded(one, rivals, names_of(rivals)))
        rivals = ()
    amounts = Table((str(nth), each.amount) for nth, each in enumerate(rivals))
    if not counts_beside(t, amounts, state.stacking, state.amount):
        t.emit(StateKept(one, state.name, state.source))
        return False
    if rivals and state.stacking == "highest":
        t.emit(StatesEnded(one, rivals, names_of(rivals)))
    t.emit(StateLaid(one, state, state.source, state.name, state.amount, state.by))
    moved(t, one, state.stat)
    return True


@rule("YA-11")
def moved(t: Play[World], one: Id, stat: str) -> None:
    """A number of somebody's is another now; what was given of it before stays what it was."""


def same(one: State, other: State) -> bool:
    """Whether two states are of one name and change the same."""
    if one.name == other.name == HIDDEN:
        return one.by == other.by
    return (one.name, one.stat) == (other.name, other.stat) and (not one.stat or one.source == other.source)


@rule("YA-11")
def end(t: Play[World], one: Id, states: tuple[State, ...]) -> None:
    """States come to their end."""
    if states:
        t.emit(StatesEnded(one, states, names_of(states)))
        for stat in dict.fromkeys(state.stat for state in states if state.stat):
            moved(t, one, stat)


def names_of(states: tuple[State, ...]) -> tuple[str, ...]:
    """What states are called, each once."""
    return tuple(dict.fromkeys(one.source or one.name for one in states))


def of_status(t: Chance, name: str, source: str, by: Id, until: str, round: int) -> State:
    """A named status of the content, for as long as it says or as what lays it does."""
    status = catalogue(t.reading).statuses[name]
    held = until if until != "attack" else status.until
    return State(name, held, ends_in(held, round), status.stat, status.amount, "first", source, by)


def ends_in(until: str, round: int) -> int:
    """In which round's cleanup a state ends, 0 for those that end otherwise."""
    return {"round": round, "next_cleanup": round + 1}.get(until, 0)


def has(world: World, one: Id, name: str) -> bool:
    """Whether somebody is in a state of that name."""
    return any(state.name == name for state in world.characters[one].states)


def round_of(world: World) -> int:
    """The round that is on; 0 outside of combat."""
    return world.combat.round if world.combat else 0


def has_from(world: World, one: Id, source: str, by: Id) -> tuple[State, ...]:
    """The states that somebody has from another's use of a skill."""
    return tuple(state for state in world.characters[one].states if (state.source, state.by) == (source, by))


def hidden_from(world: World, one: Id, looker: Id) -> bool:
    """Whether somebody is out of another's sight: of everybody's, or of that one's alone."""
    states = (state for state in world.characters[one].states if state.name == HIDDEN)
    return any(state.by in (one, NOBODY, looker) for state in states)

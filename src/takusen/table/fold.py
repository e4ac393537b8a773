"""The fold: a state and one more entry give the next state. It knows no rule."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from takusen.log.audience import EVERYONE, GM, Audience
from takusen.log.entries import (
    Aborted,
    Added,
    Answered,
    Asked,
    Became,
    Body,
    Borrowed,
    Brought,
    ChartSet,
    Closed,
    Declared,
    DiceSet,
    Drawn,
    Dropped,
    Edited,
    Entry,
    LayersSet,
    Lent,
    Opened,
    OptionSet,
    PaletteSet,
    Pictured,
    PoliciesLet,
    PolicySet,
    Recalled,
    Returned,
    Revealed,
    Reverted,
    Rolled,
    Said,
    ScenarioKept,
    SeatAdded,
    SeatTaken,
    SentBack,
    SessionOpened,
    SessionsLet,
    Settled,
    SheetKept,
    Stood,
    TableOpened,
    Tossed,
)
from takusen.log.paths import joined, steps
from takusen.log.table import Table
from takusen.rulebook.book import RuleBook
from takusen.rulebook.layers import read_layer
from takusen.rulebook.stacking import Stack
from takusen.table import crossing
from takusen.table.state import Kept, Letting, Past, Procedure, Seat, Shelf, Shown, Standing, State, Undone, Waiting

TOKENS = 300
LAYERS = "house_rules"
"""What moving to other layers is called among what can be taken back."""
OWN_FILE = "table.toml"


class NoTable(Exception):
    """A log that begins with no table, or with one of a book that is not installed."""


class Unfolded(NoTable):
    """A log with an entry that this version of the book can't take into the world."""

    def __init__(self, entry: Entry, wrong: Exception) -> None:
        super().__init__(
            f"entry {entry.seq} ({type(entry.body).__name__.lower()}) can't be folded: {type(wrong).__name__}: {wrong}."
            " Put back the version of the rule book that wrote it, or one with an upcaster for it"
        )
        self.seq = entry.seq


def opened(books: Mapping[str, RuleBook], entry: Entry) -> State:
    """The state after a log's first entry. Raises NoTable."""
    body = entry.body
    if not isinstance(body, TableOpened):
        raise NoTable("the log does not begin with a table")
    book = books.get(body.book)
    if book is None:
        raise NoTable(f"the rule book {body.book} is not installed")
    stack = stack_of(body.layers)
    book = book.under(stack.ids)
    known = {name: value for name, value in body.options.items() if book.offers(name, value)}
    reading = book.reading(known, stack, strict=False)
    world, chosen = book.new_world(), Table(known)
    return State(
        book,
        body.lang,
        body.title,
        body.scenario,
        reading,
        world,
        entry.seq,
        stack=stack,
        chosen=chosen,
        campaign=body.campaign,
    )


def stack_of(layers: Mapping[str, str], own: str = "", values: Mapping[str, int] | None = None) -> Stack:
    """The layers of an entry. Raises BadFile."""
    read = tuple(read_layer(file, text) for file, text in layers.items())
    return Stack(read, read_layer(OWN_FILE, own, own=True) if own else None, Table(values or {}))


def folded(books: Mapping[str, RuleBook], entries: Iterable[Entry]) -> State:
    """The state after a whole log. Raises NoTable, Unfolded."""
    walk = iter(entries)
    first = next(walk, None)
    if first is None:
        raise NoTable("the log is empty")
    state = opened(books, first)
    for entry in walk:
        try:
            state = fold(state, entry)
        except Exception as wrong:  # what an entry names may be gone, or be something else now
            raise Unfolded(entry, wrong) from wrong
    return state


def fold(state: State, entry: Entry) -> State:
    """The state after one more entry; kinds that change nothing only count."""
    step = STEPS.get(type(entry.body))
    return replace(step(state, entry) if step else state, seq=entry.seq)


# procedures ----------------------------------------------------------------------------------------------------------


def _opened(state: State, entry: Entry) -> State:
    body: Any = entry.body
    again = state.undone
    same = again is not None and (again.act, again.args) == (body.act, body.args)
    procedure = Procedure(entry.seq, entry.by, body, state.world, kept=again.kept if again and same else Table())
    past = Past(entry.seq, entry.by, body.act, state.world, state.past, body, see=entry.see)
    state = _tokened(_let(replace(state, past=past, undone=None), body), entry)
    return replace(_step(state, entry), beside=procedure) if body.beside else replace(state, floor=procedure)


def _let(state: State, body: Any) -> State:
    """An act that a policy chose counts while the GM lets one play."""
    if state.letting is None or not body.policy:
        return state
    return replace(state, letting=replace(state.letting, left=state.letting.left - 1))


def _closed(state: State, entry: Entry) -> State:
    if state.beside is not None:
        return replace(state, beside=None, past=_with_end(state.past, state.beside))
    return replace(state, floor=None, past=_with_end(state.past, state.floor))


def _with_end(past: Past | None, floor: Procedure | None) -> Past | None:
    """The past in which the procedure that just ended is kept as it ended."""
    since: list[Past] = []
    while past is not None and floor is not None and past.seq != floor.seq:
        since.append(past)
        past = past.prev
    ended = replace(past, procedure=floor) if past is not None and floor is not None else past
    for one in reversed(since):
        ended = replace(one, prev=ended)
    return ended


def _step(state: State, entry: Entry) -> State:
    """A journal entry goes to the steps of the act that is at it; what an own act changes, to the floor's as well."""
    if state.beside is not None:
        state = replace(state, beside=_longer(state.beside, entry))
        if not isinstance(entry.body, Became):
            return state
    return replace(state, floor=_longer(state.floor, entry)) if state.floor is not None else state


def _longer(procedure: Procedure, entry: Entry) -> Procedure:
    shown = procedure.shown or entry.see not in (GM, ())
    return replace(procedure, steps=(*procedure.steps, (entry.seq, entry.body)), shown=shown)


def _asked(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(_step(state, entry), asks=state.asks.put(body.subject, state.asks.get(body.subject, 0) + 1))


def _chanced(state: State, entry: Entry) -> State:
    """Dice or a card; what was kept for this step is spent with it."""
    body: Any = entry.body
    state = _step(state, entry)
    if not body.source:
        return state
    if state.beside is not None:
        return replace(state, beside=_spent(state.beside, body))
    return replace(state, floor=_spent(state.floor, body)) if state.floor is not None else state


def _spent(procedure: Procedure, body: Rolled | Drawn) -> Procedure:
    return replace(procedure, kept=_without_first(procedure.kept, _place(body)))


def _place(body: Rolled | Drawn) -> tuple[str, str, str]:
    return str(body.__struct_config__.tag), body.label, body.subject


def _without_first(kept: Kept, key: tuple[str, str, str]) -> Kept:
    return kept.put(key, kept[key][1:]) if key in kept else kept


def _reverted(state: State, entry: Entry) -> State:
    """Facts and journal from a seq on no longer count; who plays whom stays."""
    back = _taken_back(replace(state, letting=None), entry)
    return replace(back, world=state.book.seated_as(back.world, state.world))


def _taken_back(state: State, entry: Entry) -> State:
    body: Any = entry.body
    last, past = None, _with_end(state.past, state.floor)
    while past is not None and past.seq >= body.to:
        state = state if past.stack is None else _read_under(state, past.stack)
        last, past = past, past.prev
    within = _holding(past, body.to)
    if within is not None:
        shorter = _shortened(within, body.to)
        return replace(state, floor=shorter, past=past, world=_replayed(state.book, shorter))
    if last is None:
        return state
    return replace(state, floor=None, world=last.world, past=past, undone=_undone(last))


def _holding(past: Past | None, seq: int) -> Procedure | None:
    """The latest act of the floor that is left, if `seq` is one of its steps."""
    while past is not None and (past.procedure is None or past.beside):
        past = past.prev
    procedure = past.procedure if past else None
    return procedure if procedure and any(step[0] >= seq for step in procedure.steps) else None


def _undone(past: Past) -> Undone | None:
    if past.opened is None:
        return None
    steps = past.procedure.steps if past.procedure else ()
    return Undone(past.opened.act, past.opened.args, kept_of(body for _, body in steps))


def _shortened(floor: Procedure, to: int) -> Procedure:
    """The procedure without its steps from `to` on; their dice and cards are kept."""
    kept = kept_of(body for seq, body in floor.steps if seq >= to)
    return replace(floor, steps=tuple(step for step in floor.steps if step[0] < to), kept=kept)


def _replayed(book: RuleBook, floor: Procedure) -> Any:
    world = floor.world
    for _, body in floor.steps:
        world = book.applied(world, body)
    return world


def kept_of(bodies: Iterable[Body]) -> Kept:
    """The dice and cards among the steps of an act, by kind, label and subject."""
    kept: dict[tuple[str, str, str], list[Any]] = {}
    for body in bodies:
        if isinstance(body, Rolled | Drawn):
            kept.setdefault(_place(body), []).append(body.faces if isinstance(body, Rolled) else body.card)
    return Table((key, tuple(each)) for key, each in kept.items())


# facts ---------------------------------------------------------------------------------------------------------------


def _became(state: State, entry: Entry) -> State:
    body: Any = entry.body
    touched = _touched(state, body.names, entry)
    return _step(replace(state, world=state.book.applied(state.world, body), touched=touched), entry)


def _edited(state: State, entry: Entry) -> State:
    body: Any = entry.body
    past = state.past
    if not state.book.is_seating(body.path):
        past = Past(entry.seq, entry.by, body.path, state.world, past, edit=body, see=entry.see)
    touched = _touched(state, steps(body.path), entry)
    world = state.book.applied(state.world, body)
    edited = _step(replace(state, world=world, past=past, touched=touched), entry)
    return _tokened(edited, entry) if isinstance(body, Edited) else edited


def _brought(state: State, entry: Entry) -> State:
    body: Any = entry.body
    what = joined("deck", body.deck) if body.deck else joined("content", body.file)
    past = Past(entry.seq, entry.by, what, state.world, state.past, edit=body, see=entry.see)
    return replace(state, world=state.book.applied(state.world, body), past=past)


def _touched(state: State, names: Iterable[str], entry: Entry) -> Table[tuple[str, Audience], int]:
    touched = state.touched
    for one in names:
        touched = touched.put((one, entry.see), entry.seq)
    return touched


# the table -----------------------------------------------------------------------------------------------------------


def _declared(state: State, entry: Entry) -> State:
    body: Any = entry.body
    one = Waiting(entry.seq, entry.by, body, entry.see)
    return _tokened(replace(state, waiting=(*state.waiting, one)), entry)


def _dropped(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(state, waiting=tuple(one for one in state.waiting if one.seq != body.of))


def _tokened(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(state, tokens=(*state.tokens, (entry.by, body.token))[-TOKENS:]) if body.token else state


def _scenario_kept(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(state, source=body.text)


def _seat_added(state: State, entry: Entry) -> State:
    body: Any = entry.body
    old = state.seats.get(body.seat)
    seat = Seat(body.seat, body.kind, body.turn, old.name if old else "")
    return replace(state, seats=state.seats.put(body.seat, seat))


def _seat_taken(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(state, seats=state.seats.put(body.seat, replace(state.seats[body.seat], name=body.name)))


def _option_set(state: State, entry: Entry) -> State:
    body: Any = entry.body
    if not state.book.offers(body.name, body.value):
        return state
    return _read_under(replace(state, chosen=state.chosen.put(body.name, body.value)), state.stack)


def _layers_set(state: State, entry: Entry) -> State:
    body: Any = entry.body
    past = Past(entry.seq, entry.by, LAYERS, state.world, state.past, see=entry.see, stack=state.stack)
    return _read_under(replace(state, past=past), stack_of(body.layers, body.own, body.values))


def _read_under(state: State, stack: Stack) -> State:
    """The state in which the book is read under other layers."""
    book = state.book.under(stack.ids)
    return replace(state, book=book, stack=stack, reading=book.reading(state.chosen, stack, strict=False))


def _policy_set(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(state, policies=state.policies.put(body.entity, body.policy))


def _policies_let(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(state, letting=Letting(body.policy, body.left) if body.left else None)


def _stood(state: State, entry: Entry) -> State:
    body: Any = entry.body
    place = (body.of, body.label)
    if body.answer is None:
        return replace(state, standing=state.standing.without(place))
    return replace(state, standing=state.standing.put(place, Standing(entry.by, body.answer, body.moment)))


def _palette_set(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(state, palettes=state.palettes.put(body.entity, body.text))


def _sheet_kept(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(state, sheets=state.sheets.put(body.entity, body.sheet))


def _said(state: State, entry: Entry) -> State:
    return _tokened(state, entry)


def _pictured(state: State, entry: Entry) -> State:
    """A picture is set or taken down; who brought it keeps count of it."""
    body: Any = entry.body
    shelf = state.shelves.get(entry.by, Shelf())
    if body.size:
        shelf = Shelf(shelf.count + 1, shelf.size + body.size)
    hung = Shown(body.picture, body.alt, body.wide, body.high)
    pictures = state.pictures.put(body.of, hung) if body.picture else state.pictures.without(body.of)
    return replace(state, pictures=pictures, shelves=state.shelves.put(entry.by, shelf))


# dice of the chat ----------------------------------------------------------------------------------------------------


def _dice_set(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(state, dice=replace(state.dice, system=body.system, gm=body.gm))


def _chart_set(state: State, entry: Entry) -> State:
    body: Any = entry.body
    charts = state.dice.charts.put(body.name, body.text) if body.text else state.dice.charts.without(body.name)
    return replace(state, dice=replace(state.dice, charts=charts))


def _tossed(state: State, entry: Entry) -> State:
    if entry.see != EVERYONE:
        state = replace(state, dice=replace(state.dice, secrets=state.dice.secrets.put(entry.seq, entry)))
    return _tokened(state, entry)


def _revealed(state: State, entry: Entry) -> State:
    body: Any = entry.body
    return replace(state, dice=replace(state.dice, secrets=state.dice.secrets.without(body.of)))


STEPS: dict[type, Callable[[State, Entry], State]] = {
    Opened: _opened,
    Closed: _closed,
    Aborted: _closed,
    Reverted: _reverted,
    Declared: _declared,
    Dropped: _dropped,
    Rolled: _chanced,
    Drawn: _chanced,
    Asked: _asked,
    Answered: _step,
    Settled: _step,
    Became: _became,
    Edited: _edited,
    Added: _edited,
    Brought: _brought,
    ScenarioKept: _scenario_kept,
    SessionOpened: crossing.session_opened,
    SessionsLet: crossing.sessions_let,
    Lent: crossing.lent,
    Borrowed: crossing.borrowed,
    SentBack: crossing.sent_back,
    Returned: crossing.home_again,
    Recalled: crossing.home_again,
    SeatAdded: _seat_added,
    SeatTaken: _seat_taken,
    OptionSet: _option_set,
    LayersSet: _layers_set,
    PolicySet: _policy_set,
    PoliciesLet: _policies_let,
    Stood: _stood,
    PaletteSet: _palette_set,
    Pictured: _pictured,
    SheetKept: _sheet_kept,
    Said: _said,
    DiceSet: _dice_set,
    ChartSet: _chart_set,
    Tossed: _tossed,
    Revealed: _revealed,
}

"""The palette panel: what the chat palettes of a seat show, with every name filled in as it stands now."""

from collections.abc import Callable, Iterator
from unicodedata import category

import msgspec

from takusen.log.entries import Edited
from takusen.play.handles import Id
from takusen.server.room import Room
from takusen.table.notation import folded
from takusen.table.palette import PaletteLine
from takusen.table.palettes import has_values, palette_of, variables_of, written_by
from takusen.table.state import State
from takusen.table.story import Line
from takusen.table.values import MAXIMUM, Place, names, places, word_of
from takusen.table.variables import Variables, expand
from takusen.table.views import view

RUN = 50
FOLDED_FROM = 60
LAST = 1
LOOKED_BACK = 40


class RowModel(msgspec.Struct, frozen=True):
    """A line to tap: what it is called, what it sends, and that with its names filled in, "" where it is the same."""

    kind: str
    label: str
    command: str
    sent: str
    filled: str = ""
    missing: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()


class GroupModel(msgspec.Struct, frozen=True):
    """Lines under a heading; one without a title is numbered by its first and last line."""

    title: str
    rows: tuple[RowModel, ...]
    first: int


class VariableModel(msgspec.Struct, frozen=True):
    """A name, what is written for it, and the number that it comes to, "" for none."""

    name: str
    written: str
    value: str


class PaletteModel(msgspec.Struct, frozen=True):
    """The palette of one entity. `owners` are all whose palettes the seat uses, `last` its latest changes."""

    entity: str
    name: str
    owners: tuple[tuple[str, str], ...]
    text: str
    groups: tuple[GroupModel, ...] = ()
    defined: tuple[VariableModel, ...] = ()
    sheet: tuple[VariableModel, ...] = ()
    last: tuple[Line, ...] = ()

    @property
    def open(self) -> bool:
        """Whether it is short enough to be shown with all its headings open."""
        return sum(len(one.rows) for one in self.groups) < FOLDED_FROM


def palette_model(room: Room, seat: str, lang: str, entity: str = "") -> PaletteModel | None:
    """The palette of an entity or, where none is named, of the first that has one; None for a seat without any."""
    state = room.state
    owners = _owners(state, seat)
    one = entity if entity in owners else next((one for one in owners if state.palettes.get(one)), "")
    one = one or next(iter(owners), "")
    if not one:
        return None
    known = variables_of(state, seat, one)
    return PaletteModel(
        entity=one,
        name=owners[one],
        owners=tuple(owners.items()),
        text=state.palettes.get(one, ""),
        groups=tuple(_groups(palette_of(state, one).lines, known)),
        defined=tuple(_variable(name, value, known) for name, value in palette_of(state, one).defined.items()),
        sheet=tuple(_of_sheet(state, seat, one, lang)),
        last=_last(room, seat),
    )


def _owners(state: State, seat: str) -> dict[str, str]:
    """Who may have a palette: whoever has values that change, or has one already."""
    seen = view(state.book, state.world, seat).world
    return {
        one: name
        for one, name in written_by(state, seat).items()
        if one in state.palettes or has_values(state, seen, one)
    }


# lines ---------------------------------------------------------------------------------------------------------------


def _groups(lines: tuple[PaletteLine, ...], known: Variables) -> Iterator[GroupModel]:
    """The lines under their headings; long runs are cut, so that a page need not show all at once."""
    title, number = "", 1
    rows: list[RowModel] = []
    for line in lines:
        if line.kind == "heading" or len(rows) == RUN:
            yield from _group(title, rows, number)
            number, rows = number + len(rows), []
            title = line.label if line.kind == "heading" else title
        if line.kind not in ("heading", "definition"):
            rows.append(_row(line, known))
    yield from _group(title, rows, number)


def _group(title: str, rows: list[RowModel], number: int) -> Iterator[GroupModel]:
    if rows:
        yield GroupModel(title, tuple(rows), number)


def _row(line: PaletteLine, known: Variables) -> RowModel:
    got = expand(line.sent, known)
    filled = got.command or got.text
    written = line.command or line.sent
    return RowModel(
        kind=line.kind,
        label=line.label,
        command=written,
        sent=line.sent,
        filled="" if got.missing or filled == folded(written) or line.kind == "comment" else filled,
        missing=got.missing,
        empty=got.empty,
    )


# names ---------------------------------------------------------------------------------------------------------------


def _variable(name: str, written: str, known: Variables) -> VariableModel:
    number = known.number(name)
    value = "" if number is None or str(number) == written else str(number)
    return VariableModel(name, written, value)


def _of_sheet(state: State, seat: str, one: str, lang: str) -> Iterator[VariableModel]:
    """The values of the sheet, each by one name: the label in this language, or the key in its table."""
    seen, told = view(state.book, state.world, seat).world, set[str]()
    labels = state.book.texts.sentences[lang].get("field", {})
    for name, place in places(state.book, seen, one).items():
        called = labels.get(place.label, word_of(state.book, lang, place.label).replace(" ", ""))
        if place.path not in told and name == folded(called):
            told.add(place.path)
            yield VariableModel(name, _shown(place), f"{name}{MAXIMUM} {place.top}" if place.top is not None else "")
    known = names(state.book, seen, one, state.reading)
    for name in filter(_readable(lang), map(folded, state.book.derived(seen, Id(one), state.reading))):
        yield VariableModel(name, known[name], "")


def _readable(lang: str) -> Callable[[str], bool]:
    """Whether readers of a language know the signs of a name."""
    return lambda name: lang == "ja" or all(category(sign) != "Lo" for sign in name)


def _shown(place: Place) -> str:
    return str(place.value)[:40]


# taking back ---------------------------------------------------------------------------------------------------------


def _last(room: Room, seat: str) -> tuple[Line, ...]:
    """The latest values that the seat changed by lines of chat and that still count, newest first."""
    feed, past, looked = room.feed(seat), room.state.past, 0
    found: list[Line] = []
    while past is not None and len(found) < LAST and looked < LOOKED_BACK:
        if past.by == seat and isinstance(past.edit, Edited) and past.edit.typed:
            found += feed.lines(feed.number(past.seq) - 1, 1) if feed.number(past.seq) else ()
        past, looked = past.prev, looked + 1
    return tuple(found)

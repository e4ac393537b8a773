"""What a book's page is made of: values of known kinds. The web layer knows kinds, never a book."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from takusen.log.audience import GM
from takusen.play.handles import Id
from takusen.play.reading import Reading
from takusen.rulebook.board import Board, Square
from takusen.rulebook.fields import HIDDEN, fields_of, is_hidden
from takusen.rulebook.piles import PilePanel
from takusen.rulebook.places import PlacesPanel
from takusen.rulebook.shown import Shown, Word

if TYPE_CHECKING:
    from takusen.rulebook.book import RuleBook

W = TypeVar("W")


class Gauge(msgspec.Struct, frozen=True, tag="gauge"):
    """A number against its maximum; None where the viewer may not see it."""

    label: Shown
    now: int | None
    max: int | None
    path: str = ""


class Mark(msgspec.Struct, frozen=True):
    """A state in the table's own words or the book's, how long it lasts, and where it stands in the world."""

    name: Shown
    rest: Shown = ""
    path: str = ""


class Figure(msgspec.Struct, frozen=True):
    """An entity at a glance. `states` are keys of `[state]`, `marks` states in free words, new ones go to `marks_at`.

    With `quick` a viewer who may edit the gauges and marks has the buttons for it at hand. `secret` lines are for few.
    """

    id: Id
    name: str
    gauges: tuple[Gauge, ...] = ()
    states: tuple[str, ...] = ()
    active: bool = False
    out: bool = False
    mine: bool = False
    note: str = ""
    shown: bool = True
    lines: tuple[tuple[Shown, Shown], ...] = ()
    secret: tuple[tuple[Shown, Shown], ...] = ()
    marks: tuple[Mark, ...] = ()
    marks_at: str = ""
    colour: str = ""
    quick: bool = False


class Phase(msgspec.Struct, frozen=True, tag="phase"):
    """Where the play stands: a heading and what is going on; `of` names the entity whose picture belongs to it."""

    title: Shown
    text: Shown = ""
    of: str = ""


class WaitedFor(msgspec.Struct, frozen=True, tag="waited_for"):
    """Of whom an answer or a declaration is missing, as far as the viewer may know; the table fills it in.

    Without `acts` it shows answers alone: for books whose own panels say who is to act. Where it is nobody in
    particular the GM is waited for, or `open` tells what may be done.
    """

    acts: bool = True
    open: Shown = ""


class Summons(msgspec.Struct, frozen=True):
    """An act that a character of the viewer's has been called to. It stands above everything until it is declared, with
    a button that declares it at once with these picks."""

    text: Shown
    act: str
    picks: tuple[tuple[str, Any], ...] = ()
    note: Shown = ""


class Turn(msgspec.Struct, frozen=True):
    """One place in a turn order."""

    name: Shown
    state: str = ""
    now: bool = False


class TurnOrder(msgspec.Struct, frozen=True, tag="turn_order"):
    """Who acts when."""

    title: Shown
    turns: tuple[Turn, ...]


class Figures(msgspec.Struct, frozen=True, tag="figures"):
    """Entities side by side."""

    title: Shown
    figures: tuple[Figure, ...]
    side: str = ""


class Rank(msgspec.Struct, frozen=True):
    """One row of a side. `value` is what a pick of rows calls it; `empty` is one that counts as empty, whoever is in
    it, and `note` says more."""

    value: str | int
    name: Shown
    figures: tuple[Figure, ...] = ()
    empty: bool = False
    note: Shown = ""


class Flank(msgspec.Struct, frozen=True):
    """One of two sides that face each other: its rows, front first; `side` is "friends" or "foes"."""

    title: Shown
    ranks: tuple[Rank, ...]
    side: str = ""


class RowsPanel(msgspec.Struct, frozen=True, tag="rows"):
    """Two sides that face each other, each in rows; a page has one at most, and no board or places beside it.

    Whoever may move has a button that composes the `act` with the first of its `picks`; the second is a row. What is
    picked or asked just now, if it is a row or somebody in one, is lit, and taken there.
    """

    title: Shown
    foes: Flank
    friends: Flank
    act: str = "move_row"
    picks: tuple[str, str] = ("actor", "row")

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Everybody in the rows."""
        return tuple(one for flank in (self.friends, self.foes) for rank in flank.ranks for one in rank.figures)


class Tracks(msgspec.Struct, frozen=True, tag="tracks"):
    """Gauges of no entity."""

    title: Shown
    gauges: tuple[Gauge, ...]


class Item(msgspec.Struct, frozen=True):
    """A thing with a text, lines under it, and states."""

    id: str
    title: Shown
    text: str = ""
    lines: tuple[tuple[Shown, Shown], ...] = ()
    states: tuple[str, ...] = ()
    secret: tuple[tuple[Shown, Shown], ...] = ()


class Items(msgspec.Struct, frozen=True, tag="items"):
    """A list of things with texts, such as riddles."""

    title: Shown
    items: tuple[Item, ...]


class Text(msgspec.Struct, frozen=True, tag="text"):
    """A text to read; `secret` marks one that only the GM gets."""

    title: Shown
    text: Shown
    secret: bool = False


class ActGroup(msgspec.Struct, frozen=True):
    """Acts of one sort, folded under a title."""

    title: Shown
    names: tuple[str, ...]


class Acts(msgspec.Struct, frozen=True, tag="acts"):
    """The acts of the hand, in this order: those in `names` lie open, the others are folded by `groups`."""

    names: tuple[str, ...]
    groups: tuple[ActGroup, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Every act, whether it lies open or not."""
        return (*self.names, *(name for group in self.groups for name in group.names))


class Token(msgspec.Struct, frozen=True):
    """Somebody on a board, or beside it for a `square` of "". A body of `size` 2 takes up two squares by two.

    `side` is "friends", "foes" or neither; `hidden` marks, for the GM, who is on nobody else's board.
    `path` is where the world keeps the square, if it is an edit that moves the token; without it an act does.
    """

    id: Id
    name: str
    square: Square = Square("")
    size: int = 1
    side: str = ""
    mine: bool = False
    active: bool = False
    out: bool = False
    hidden: bool = False
    note: Shown = ""
    colour: str = ""
    path: str = ""


class BoardPanel(msgspec.Struct, frozen=True, tag="board"):
    """A board and who stands on it; a page has one at most.

    A token that is dropped declares the `act` with its picks `actor` and `square`. What is picked or asked just now, if
    it is squares or those who stand here, is lit. `path` is where the world keeps the board, if it may be edited.
    """

    title: Shown
    board: Board
    tokens: tuple[Token, ...] = ()
    act: str = "move"
    path: str = ""


class Custom(msgspec.Struct, frozen=True, tag="custom"):
    """A panel that the book draws itself: its `pages/<name>.html`, from a frozen struct computed from the view."""

    name: str
    data: Any


class View(Generic[W]):
    """What one seat sees: the world with everything else withheld, the table's reading, what the seat plays."""

    def __init__(self, world: W, seat: str, owner: Callable[[W, str], str], reading: Reading) -> None:
        self.world, self.seat, self.reading, self._owner = world, seat, reading, owner

    @property
    def gm(self) -> bool:
        """Whether it is the GM's view."""
        return self.seat == GM

    def mine(self, one: Id) -> bool:
        """Whether the seat plays this entity."""
        return self._owner(self.world, one) == self.seat


Panel = (
    Phase
    | WaitedFor
    | TurnOrder
    | Figures
    | RowsPanel
    | Tracks
    | Items
    | Text
    | Acts
    | BoardPanel
    | PlacesPanel
    | PilePanel
    | Custom
)


class Page(msgspec.Struct, frozen=True):
    """Panels by region: a phone stacks them with `hand` at the thumb, a desktop sets them side by side. What the viewer
    is `called` to stands above them."""

    head: tuple[Panel, ...] = ()
    stage: tuple[Panel, ...] = ()
    hand: tuple[Panel, ...] = ()
    more: tuple[Panel, ...] = ()
    called: tuple[Summons, ...] = ()

    def panels(self) -> tuple[Panel, ...]:
        """All panels in reading order."""
        return self.head + self.stage + self.hand + self.more


def page_of(book: "RuleBook", seen: View[Any]) -> Page:
    """The book's page, or one made from its fields, with the acts that its layers bring."""
    if book.page is None:
        return default_page(seen.world, tuple(book.acts))
    page = book.page(seen)
    brought = tuple(group for one in book.laid for group in one.groups_of(seen) if group.names)
    return _with_groups(page, brought) if brought else page


def _with_groups(page: Page, brought: tuple[ActGroup, ...]) -> Page:
    """A page whose hand has more acts, folded by groups."""
    place = next((place for place, panel in enumerate(page.hand) if isinstance(panel, Acts)), len(page.hand))
    before = page.hand[place] if place < len(page.hand) else Acts(())
    acts = replace(before, groups=(*before.groups, *brought)) if isinstance(before, Acts) else Acts((), brought)
    return replace(page, hand=(*page.hand[:place], acts, *page.hand[place + 1 :]))


def gauge(entity: Any, name: str, path: str = "") -> Gauge:
    """The gauge of a field that is marked with its maximum."""
    top = fields_of(type(entity))[name].gauge
    limit = getattr(entity, top) if isinstance(top, str) else top
    return Gauge(Word(f"field.{name}"), _seen(getattr(entity, name)), _seen(limit), path)


def _seen(value: Any) -> Any:
    return None if is_hidden(value) else value


def states(entity: Any, names: tuple[str, ...]) -> tuple[str, ...]:
    """Which of the flags are seen to be set."""
    return tuple(name for name in names if not is_hidden(getattr(entity, name)) and getattr(entity, name))


def default_page(world: Any, acts: tuple[str, ...]) -> Page:
    """A page made from a world's fields, so that a first book has one on its first day."""
    stage: list[Panel] = []
    for name in fields_of(type(world)):
        value = getattr(world, name)
        if isinstance(value, Board):
            stage.append(BoardPanel(Word(f"field.{name}"), value, _tokens(world), path=name))
        if is_hidden(value) or not hasattr(value, "items"):
            continue
        figures = tuple(
            Figure(Id(key), str(getattr(entity, "name", key)), _gauges(entity, f"{name}.{key}"))
            for key, entity in value.items()
            if isinstance(entity, msgspec.Struct)
        )
        stage.append(Figures(Word(f"field.{name}"), figures))
    return Page(stage=tuple(stage), hand=(Acts(acts),))


def _tokens(world: Any) -> tuple[Token, ...]:
    """All that has a square."""
    tables = (getattr(world, name) for name in fields_of(type(world)))
    return tuple(
        Token(Id(key), str(getattr(entity, "name", key)), entity.square, getattr(entity, "size", 1))
        for table in tables
        if not is_hidden(table) and hasattr(table, "items")
        for key, entity in table.items()
        if not is_hidden(getattr(entity, "square", HIDDEN))
    )


def _gauges(entity: Any, path: str) -> tuple[Gauge, ...]:
    marked = (name for name, field in fields_of(type(entity)).items() if field.gauge is not None)
    return tuple(gauge(entity, name, f"{path}.{name}") for name in marked)

"""What a table's log holds: lifecycle, journal, facts, table facts and talk."""

from typing import Any

import msgspec

from takusen.log.audience import GM, Audience
from takusen.log.rolls import ChatRoll


class Body(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True, gc=False):
    """Base of all entry bodies. Where one has an `of`, that is the seq of the `Opened` or `Declared` it belongs to."""


# lifecycle -----------------------------------------------------------------------------------------------------------


class TableOpened(Body, frozen=True, tag="table_opened"):
    """The first entry: which book and options, under what pin, in which language, with which scenario, with which
    layers, by file, and to which campaign the table belongs."""

    book: str
    version: str
    pin: str
    lang: str
    title: str
    scenario: str = ""
    options: dict[str, str | int] = {}
    layers: dict[str, str] = {}
    campaign: str = ""


class ScenarioKept(Body, frozen=True, tag="scenario_kept"):
    """The text of the scenario that a table began with."""

    text: str


class Opened(Body, frozen=True, tag="opened"):
    """A procedure took the floor or, where it is somebody's own act, was opened `beside` it.

    `itself` marks an act that the book's `next` opened, `policy` names the policy that chose it for the GM, `who` names
    who acts.
    """

    act: str
    args: dict[str, Any]
    line: str = ""
    token: str = ""
    pin: str = ""
    itself: bool = False
    who: str = ""
    beside: bool = False
    policy: str = ""


class Closed(Body, frozen=True, tag="closed"):
    """The procedure came to its end."""

    of: int


class Aborted(Body, frozen=True, tag="aborted"):
    """The GM ended the procedure; its facts stay."""

    of: int
    reason: str = ""


class Reverted(Body, frozen=True, tag="reverted"):
    """Everything from `to` on that is no talk, seat or setting no longer counts."""

    to: int
    why: str
    reason: str = ""


class Declared(Body, frozen=True, tag="declared"):
    """A legal declaration that found the floor taken and waits in log order."""

    act: str
    args: dict[str, Any]
    line: str = ""
    token: str = ""
    who: str = ""


class Dropped(Body, frozen=True, tag="dropped"):
    """A waiting declaration was opened, withdrawn by its player, or refused when its turn came."""

    of: int
    how: str
    reason: str = ""
    params: dict[str, Any] = {}


# journal -------------------------------------------------------------------------------------------------------------


class Rolled(Body, frozen=True, tag="rolled"):
    """Dice of a procedure. `source` is "" for fresh dice, "kept" for reused and "ruled" for dice that the GM set.

    `flat` is what their roller adds to the faces, for the eyes of `flat_see`; None where nobody's own number is in it.
    `wraps` are the functions of layers that acted on the way here.
    """

    of: int
    label: str
    faces: tuple[int, ...]
    sides: int
    subject: str = ""
    reads: str = ""
    rule: str = ""
    source: str = ""
    reason: str = ""
    names: dict[str, str] = {}
    flat: int | None = None
    flat_see: Audience = GM
    wraps: tuple[str, ...] = ()


class Drawn(Body, frozen=True, tag="drawn"):
    """A card that a procedure took at random of `deck`. `source` as with dice."""

    of: int
    label: str
    card: Any
    deck: list[Any]
    subject: str = ""
    rule: str = ""
    source: str = ""
    reason: str = ""
    names: dict[str, str] = {}


class Asked(Body, frozen=True, tag="asked"):
    """A prompt was opened."""

    of: int
    label: str
    subject: str
    about: Any
    rule: str = ""
    names: dict[str, str] = {}


class Answered(Body, frozen=True, tag="answered"):
    """The answer to the prompt at seq `to`; `instead` marks a GM who answered for another.

    Where the standing answer of a seat for its character `who` was used, `standing` names the prompt's label.
    """

    of: int
    to: int
    answer: Any
    instead: bool = False
    standing: str = ""
    seat: str = ""
    who: str = ""


class Settled(Body, frozen=True, tag="settled"):
    """A sub-rule came to its result. `since` counts the procedure's steps before it, `ruled` marks a GM's ruling,
    `wraps` are the functions of layers that acted up to here."""

    of: int
    rule: str
    args: Any
    depth: int
    since: int
    result: Any
    ruled: bool = False
    reason: str = ""
    wraps: tuple[str, ...] = ()


# facts ---------------------------------------------------------------------------------------------------------------


class Became(Body, frozen=True, tag="became"):
    """A fact of the book. `parts` names the audience of each field that not everybody in `see` may read, `wraps` the
    functions of layers that acted on the way here."""

    fact: dict[str, Any]
    of: int = 0
    rule: str = ""
    parts: dict[str, Audience] = {}
    names: dict[str, str] = {}
    wraps: tuple[str, ...] = ()


class Edited(Body, frozen=True, tag="edited"):
    """Somebody set one field of the world, named by its path; `name` is what its entity is called then.

    `how` is "" for a new value, "put" for a new key of a table, "gone" for one taken out and "renamed" for one that
    is called `to` from now on. `who` is the player who did it, "" for the GM. What a line of chat changed has in
    `typed` what was written for it, in `first` the seq of the line's first change where there are several; that has
    the line's `note` and its token.
    """

    path: str
    to: Any
    was: Any = None
    name: str = ""
    how: str = ""
    who: str = ""
    typed: str = ""
    note: str = ""
    first: int = 0
    token: str = ""


class Added(Body, frozen=True, tag="added"):
    """An entity was put into one of the world's collections, by the player `who` or, where that is "", by the GM."""

    path: str
    value: Any
    who: str = ""


class Brought(Body, frozen=True, tag="brought"):
    """The GM brought a file of content: its name and text, and the facts by which what it holds lies ready.

    A deck is brought the same way: `deck` is whose it is, `name` what they are called then, `count` its cards and `who`
    the player who brought it, "" for the GM.
    """

    file: str
    text: str
    facts: tuple[dict[str, Any], ...]
    deck: str = ""
    name: str = ""
    count: int = 0
    who: str = ""


class Disclosed(Body, frozen=True, tag="disclosed"):
    """By an edit, those who read this came to know of an entity that was out of their sight."""

    name: str


# table facts ---------------------------------------------------------------------------------------------------------


class SeatAdded(Body, frozen=True, tag="seat_added"):
    """A seat: kind is "gm", "player" or "watcher". Its link is a keyed hash of the seat and `turn`."""

    seat: str
    kind: str
    turn: int = 0


class SeatTaken(Body, frozen=True, tag="seat_taken"):
    """Somebody sat down under a name."""

    seat: str
    name: str


class OptionSet(Body, frozen=True, tag="option_set"):
    """The table's reading of an open point."""

    name: str
    value: str | int
    reason: str = ""


class LayersSet(Body, frozen=True, tag="layers_set"):
    """The layers that the table is played under from now on, all of them, by file; `own` is the table's own, `values`
    the numbers that conditions speak of. `changes` tells what became another: `kind`, `name`, `before`, `after`,
    `why`."""

    layers: dict[str, str] = {}
    own: str = ""
    values: dict[str, int] = {}
    pin: str = ""
    titles: tuple[str, ...] = ()
    changes: tuple[dict[str, str], ...] = ()
    reason: str = ""


class DiceSet(Body, frozen=True, tag="dice_set"):
    """The table's dice system, and whether the GM reads what players roll in secret from now on."""

    system: str
    gm: bool = False


class ChartSet(Body, frozen=True, tag="chart_set"):
    """A chart of the table's own, as BCDice reads it; an empty text takes it away."""

    name: str
    text: str


class PolicySet(Body, frozen=True, tag="policy_set"):
    """Who is played by a policy: an entity and a policy's name, "" for none."""

    entity: str
    policy: str


class PoliciesLet(Body, frozen=True, tag="policies_let"):
    """The GM lets a policy play so many acts, one after the other; at 0 that is over, and `why` tells why."""

    policy: str
    left: int
    why: str = ""


class Stood(Body, frozen=True, tag="stood"):
    """A seat answers prompts of this label for a character like this from now on.

    That holds while the book's moment is `moment` or, where that is None, until the seat says otherwise. An `answer` of
    None takes it back.
    """

    of: str
    label: str
    answer: str | int | None = None
    moment: str | None = None
    who: str = ""


class PaletteSet(Body, frozen=True, tag="palette_set"):
    """The chat palette of an entity, whole."""

    entity: str
    text: str


class Pictured(Body, frozen=True, tag="pictured"):
    """An entity, or for an `of` of "" the table, has this picture from now on; for a `picture` of "" none.

    `picture` is the id under which the store keeps it, `size` how many bytes that takes, `alt` what it shows in words.
    """

    of: str
    picture: str = ""
    alt: str = ""
    wide: int = 0
    high: int = 0
    size: int = 0
    name: str = ""
    who: str = ""


class SheetKept(Body, frozen=True, tag="sheet_kept"):
    """The sheet that an entity was made from, for the way back to the tool it came from."""

    entity: str
    sheet: dict[str, Any]


# campaigns -----------------------------------------------------------------------------------------------------------


class SessionOpened(Body, frozen=True, tag="session_opened"):
    """Of a campaign: a table belongs to it from now on, run by the campaign's seat `gm`."""

    table: str
    title: str
    gm: str
    scenario: str = ""
    flags: tuple[str, ...] = ()


class SessionsLet(Body, frozen=True, tag="sessions_let"):
    """Of a campaign: whether its players may open tables themselves."""

    on: bool


class Lent(Body, frozen=True, tag="lent"):
    """Of a campaign: a character is at a table from now on, and not at home."""

    of: str
    table: str
    name: str
    title: str
    facts: tuple[dict[str, Any], ...]


class Borrowed(Body, frozen=True, tag="borrowed"):
    """Of a campaign's table: the character that was lent at `seq` of the campaign's log is here."""

    of: str
    seq: int
    name: str
    facts: tuple[dict[str, Any], ...]


class SentBack(Body, frozen=True, tag="sent_back"):
    """Of a campaign's table: the character that was lent at `seq` is here no more, and this is what came of it.

    Without a `result` it was called home.
    """

    of: str
    seq: int
    name: str
    facts: tuple[dict[str, Any], ...]
    result: dict[str, Any] | None = None


class Returned(Body, frozen=True, tag="returned"):
    """Of a campaign: the result that a table wrote down at its `seq` is taken in."""

    of: str
    table: str
    seq: int
    name: str
    title: str
    facts: tuple[dict[str, Any], ...]


class Recalled(Body, frozen=True, tag="recalled"):
    """Of a campaign: a character is called home as it had gone; what came of it at the table is not taken in."""

    of: str
    table: str
    name: str
    title: str
    facts: tuple[dict[str, Any], ...]
    reason: str = ""


# talk ----------------------------------------------------------------------------------------------------------------


class Said(Body, frozen=True, tag="said"):
    """A line of talk. `channel` is "in" (in character), "out" or "story" (the GM tells)."""

    text: str
    channel: str = "out"
    name: str = ""
    token: str = ""


class Amended(Body, frozen=True, tag="amended"):
    """The author changed or withdrew (empty text) the line at seq `to`."""

    to: int
    text: str


class Tossed(Body, frozen=True, tag="tossed"):
    """A dice command of the chat: the line as it was typed, and what it came to in a dice system ("" for a chart of
    the table's own). A secret one is for its audience alone."""

    typed: str
    roll: ChatRoll
    system: str = ""
    name: str = ""
    token: str = ""


class Concealed(Body, frozen=True, tag="concealed"):
    """Somebody rolled in secret: all that is known to those who are not in `known`."""

    known: tuple[str, ...]
    name: str = ""


class Revealed(Body, frozen=True, tag="revealed"):
    """The secret roll at seq `of` is shown to all by who rolled it; `rolled` is when that was, in ms since 1970."""

    of: int
    rolled: int
    typed: str
    roll: ChatRoll
    system: str = ""
    name: str = ""


class Noticed(Body, frozen=True, tag="noticed"):
    """The table tells the GM something, keyed by its catalogue word."""

    key: str
    params: dict[str, Any] = {}


AnyBody = (
    TableOpened
    | ScenarioKept
    | Opened
    | Closed
    | Aborted
    | Reverted
    | Declared
    | Dropped
    | Rolled
    | Drawn
    | Asked
    | Answered
    | Settled
    | Became
    | Edited
    | Added
    | Brought
    | Disclosed
    | SeatAdded
    | SeatTaken
    | OptionSet
    | LayersSet
    | DiceSet
    | ChartSet
    | PolicySet
    | PoliciesLet
    | Stood
    | PaletteSet
    | Pictured
    | SheetKept
    | SessionOpened
    | SessionsLet
    | Lent
    | Borrowed
    | SentBack
    | Returned
    | Recalled
    | Said
    | Amended
    | Tossed
    | Concealed
    | Revealed
    | Noticed
)


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of a log: seq from 1, time in ms since 1970 (server clock), seat that caused it, audience, body."""

    seq: int
    at: int
    by: str
    body: AnyBody
    see: Audience = GM

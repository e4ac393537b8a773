"""What people and tools ask of a table. Unknown fields are refused at the edge."""

from typing import Annotated, Any

import msgspec

from takusen.log.rolls import ChatRoll
from takusen.rulebook.sheet import Sheet

Short = Annotated[str, msgspec.Meta(max_length=200)]
"""A form's token, an id or a path: short, so that nobody fills the log with it."""


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Base of all commands."""


class Declare(Command, frozen=True, tag="declare"):
    """Declare an act with its arguments, a line of role play, and the form's token against double taps."""

    act: Short
    args: dict[str, Any] = {}
    line: str = ""
    token: Short = ""


class Confirm(Command, frozen=True, tag="confirm"):
    """The one more tap for a waiting declaration that something has touched."""

    of: int


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Take a waiting declaration back."""

    of: int


class Answer(Command, frozen=True, tag="answer"):
    """Answer the open prompt."""

    prompt: Short
    answer: Any


class AnswerAll(Command, frozen=True, tag="answer_all"):
    """The GM answers several open prompts at once, by their ids."""

    answers: dict[Short, Any]


class AnswerByPolicy(Command, frozen=True, tag="answer_by_policy"):
    """The GM answers open prompts as the book's own policies would."""

    prompts: tuple[Short, ...]


class Stand(Command, frozen=True, tag="stand"):
    """Who plays `of` answers prompts of this label like this from now on: while the book's moment lasts or, with
    `always`, until it is taken back."""

    of: Short
    label: Short
    answer: Short | int
    always: bool = False


class Unstand(Command, frozen=True, tag="unstand"):
    """Take a standing answer back."""

    of: Short
    label: Short


class Decide(Command, frozen=True, tag="decide"):
    """The GM settles the sub-rule at `depth` of the open prompt by a ruling (裁定)."""

    prompt: Short
    depth: int
    result: Any
    reason: str = ""


class Abort(Command, frozen=True, tag="abort"):
    """The GM ends the open procedure; its facts stay."""

    reason: str = ""


class Restart(Command, frozen=True, tag="restart"):
    """The GM begins the open procedure again with the recorded dice."""


class Overrule(Command, frozen=True, tag="overrule"):
    """The GM replaces a die, a drawn card, an answer or a sub-rule's result of the open procedure."""

    seq: int
    value: Any
    reason: str = ""


class Undo(Command, frozen=True, tag="undo"):
    """Take back everything from `to` on, a seq of something that can be undone."""

    to: int
    reason: str = ""


class Edit(Command, frozen=True, tag="edit"):
    """The GM, or who plays the entity where the book leaves it to them, sets a field."""

    path: Short
    to: Any


class Shift(Command, frozen=True, tag="shift"):
    """The same, by so much up or down from what it is."""

    path: Short
    by: int


class Put(Command, frozen=True, tag="put"):
    """A new key, with a value, in the table at a path."""

    path: Short
    key: str
    to: Any


class Remove(Command, frozen=True, tag="remove"):
    """The key of a table that a path ends in is taken out."""

    path: Short


class Rename(Command, frozen=True, tag="rename"):
    """The key of a table that a path ends in is called `to` from now on."""

    path: Short
    to: str


class Add(Command, frozen=True, tag="add"):
    """The GM, or a player where the book lets players, adds an entity of one of the book's kinds, the first if none is
    named, with first numbers and some fields filled in."""

    name: str
    kind: Short = ""
    numbers: dict[Short, int | None] = {}
    fields: dict[Short, Any] = {}


class Bring(Command, frozen=True, tag="bring"):
    """The GM brings content in a file of the kind that scenarios are: it lies ready from now on. Without a name it gets
    one of its own."""

    text: str
    file: Short = ""


class TakeDown(Command, frozen=True, tag="take_down"):
    """The picture of an entity, or for an `of` of "" the table's, is taken down."""

    of: Short


class Describe(Command, frozen=True, tag="describe"):
    """What such a picture shows, in words."""

    of: Short
    alt: str


class Take(Command, frozen=True, tag="take"):
    """A player takes a free character, or the GM gives one to a seat ("" for nobody)."""

    entity: Short
    seat: Short = ""


class SetPalette(Command, frozen=True, tag="set_palette"):
    """The GM, or who plays the entity, writes its chat palette."""

    entity: Short
    text: str


class Adopt(Command, frozen=True):
    """A sheet comes to the table, for a seat ("" for nobody's) if the GM brings it, else for whoever brings it.

    It comes from the server, never from a page.
    """

    sheet: Sheet
    palette: str = ""
    seat: str = ""


class Read(Command, frozen=True, tag="read"):
    """The GM sets the table's reading of an open point."""

    name: str
    value: str | int
    reason: str = ""


class SetLayers(Command, frozen=True, tag="set_layers"):
    """The GM moves the table to these layers of house rules, by file, with a layer of the table's own, and to these
    numbers that conditions speak of. `pin` is that of what the GM was shown."""

    layers: dict[Short, str]
    own: str = ""
    values: dict[Short, int] = {}
    pin: Short = ""
    reason: str = ""


class Autoplay(Command, frozen=True, tag="autoplay"):
    """The GM lets a policy play an entity; "" ends it."""

    entity: Short
    policy: Short


class AutoplayAll(Command, frozen=True, tag="autoplay_all"):
    """The GM lets a policy play several entities at once; "" ends it."""

    entities: tuple[Short, ...]
    policy: Short


class LetPlay(Command, frozen=True, tag="let_play"):
    """The GM lets a policy ("" for the book's first) play the next act of a character that the GM plays.

    With `acts` above 1 the server goes on, one command an act, until a player is needed, so many were played or the GM
    stops it.
    """

    policy: Short = ""
    acts: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class LetOn(Command, frozen=True):
    """The next of the acts that the GM let a policy play. It comes from the server, never from a page."""


class StopPlay(Command, frozen=True, tag="stop_play"):
    """The GM takes over again."""


class Say(Command, frozen=True, tag="say"):
    """Talk: "in" character, "out" of it, or the "story" that the GM tells. A line that is a dice command is rolled.

    `system` is a dice system for this line alone, `secret` rolls it for the speaker's eyes.
    """

    text: str
    channel: Short = "out"
    name: str = ""
    token: Short = ""
    system: Short = ""
    secret: bool = False


class Toss(Command, frozen=True):
    """What a line of talk came to as a dice command of a system. It comes from the server, never from a page."""

    line: Say
    roll: ChatRoll
    system: str = ""


class Change(Command, frozen=True):
    """A line of talk that changes values: its text with the names filled in, and its amounts where they were rolled, in
    order, by a system. It comes from the server, never from a page."""

    line: Say
    text: str
    rolls: tuple[ChatRoll, ...] = ()
    system: str = ""


class Reveal(Command, frozen=True, tag="reveal"):
    """Show a secret roll of one's own to all."""

    of: int


class SetDice(Command, frozen=True, tag="set_dice"):
    """The GM sets the table's dice system, and whether secret rolls of players are for the GM too."""

    system: Short
    gm: bool = False


class PutChart(Command, frozen=True, tag="put_chart"):
    """The GM gives the table a chart of its own: name, dice, then a line for each result."""

    text: str


class DropChart(Command, frozen=True, tag="drop_chart"):
    """The GM takes a chart away."""

    name: str


class Amend(Command, frozen=True, tag="amend"):
    """Change one's own line; an empty text withdraws it."""

    to: int
    text: str


class Sit(Command, frozen=True, tag="sit"):
    """Sit down under a name."""

    name: str


class AddSeat(Command, frozen=True, tag="add_seat"):
    """The GM opens another seat."""

    kind: Short = "player"


class Renew(Command, frozen=True, tag="renew"):
    """The GM gives a seat a new link; the old one stops working."""

    seat: Short


class LetSessions(Command, frozen=True, tag="let_sessions"):
    """The organiser lets players open tables of the campaign, or no longer."""

    on: bool


class SendBack(Command, frozen=True, tag="send_back"):
    """The GM of a campaign's table sends a borrowed character home with what came of it."""

    of: Short


class Recall(Command, frozen=True, tag="recall"):
    """The organiser calls a character home as it had gone."""

    of: Short
    reason: str = ""


AnyCommand = (
    Declare | Confirm | Withdraw | Answer | AnswerAll | AnswerByPolicy | Stand | Unstand
    | Decide | Abort | Restart | Overrule | Undo | Edit | Shift | Put | Remove
    | Rename | Add | Take | Read
    | Autoplay | AutoplayAll | LetPlay | StopPlay | SetPalette | Say | Reveal | Amend | SetDice | PutChart | DropChart
    | Sit | AddSeat | Renew
    | LetSessions | SendBack | Recall
    | TakeDown | Describe | Bring | SetLayers
)  # fmt: skip

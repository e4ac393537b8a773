"""A layer: dated patches over a book's content and options, as a TOML file says them."""

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Annotated, Any, Literal

import msgspec

from takusen.rulebook.toml import BadFile, Both, Fault, read_toml

OWN = "table"
"""The id of the layer that a table makes for itself."""

Per = Literal["timing", "scene", "scenario"]
Scalar = str | int | float | bool
Id = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]


class Meta(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a layer is: over which book it lies, and over which other layers it wins."""

    id: Id
    title: Both
    version: Annotated[str, msgspec.Meta(pattern=r"^[^\s@+]{1,40}$")]
    base: str
    over: tuple[str, ...] = ()


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of the campaign or the table that conditions speak of, such as how many hand-outs there were."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    title: Both
    default: int = 0


class Patch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of all patches; one holds only while its condition does. `rules` are the ids of the house rules that it
    carries out."""

    when: str = ""
    why: Both | None = None
    rules: tuple[str, ...] = ()


class Add(Patch, frozen=True):
    """A new entry or value."""

    path: str
    value: Any


class Replace(Patch, frozen=True):
    """A whole entry or value in the place of one that is there."""

    path: str
    value: Any


class Change(Patch, frozen=True):
    """One field of what is there."""

    path: str
    to: Any


class Ban(Patch, frozen=True, rename={"other": "with"}):
    """An entry that can't be used, or only not together with another; `lift` takes such a ban of a layer below away."""

    path: str
    other: str = ""
    lift: bool = False


class Cap(Patch, frozen=True):
    """A number that is at most so much."""

    path: str
    at: int


class SetOption(Patch, frozen=True):
    """A reading of an open point."""

    name: str
    to: str | int


class Listed(Patch, frozen=True):
    """What comes into a list, and what goes out of it."""

    path: str
    add: tuple[Scalar, ...] = ()
    remove: tuple[Scalar, ...] = ()


class Limit(Patch, frozen=True):
    """How often an entry may be used."""

    path: str
    times: Annotated[int, msgspec.Meta(ge=0)]
    per: Per


class Wrapping(Patch, frozen=True):
    """A rule of the book that runs within a function that the layer's package brings."""

    rule: str
    by: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    meta: Meta
    value: tuple[Named, ...] = ()
    add: tuple[Add, ...] = ()
    replace: tuple[Replace, ...] = ()
    change: tuple[Change, ...] = ()
    cap: tuple[Cap, ...] = ()
    list: tuple[Listed, ...] = ()
    option: tuple[SetOption, ...] = ()
    ban: tuple[Ban, ...] = ()
    limit: tuple[Limit, ...] = ()
    wrap: tuple[Wrapping, ...] = ()


KINDS = ("add", "replace", "change", "cap", "list", "option", "ban", "limit", "wrap")
"""The kinds of patches, in the order in which a layer's own are taken."""

PATCHED: dict[str, type[msgspec.Struct]] = {
    "meta": Meta,
    "value": Named,
    "add": Add,
    "replace": Replace,
    "change": Change,
    "cap": Cap,
    "list": Listed,
    "option": SetOption,
    "ban": Ban,
    "limit": Limit,
    "wrap": Wrapping,
}
"""What stands under each heading of a layer's file."""

UNKNOWN = re.compile(r"(?:\$\.(\w+)(?:\[\d+\])?: |the file: )?Object contains unknown field `([^`]+)`")

Wrapper = Callable[..., Any]
"""(handle, the rule within, its arguments) -> its result."""


class Placed(msgspec.Struct, frozen=True):
    """A patch and where it stands in its file."""

    place: str
    patch: Patch


class Layer(msgspec.Struct, frozen=True, eq=False):
    """A layer that was read. It is what its text says; `file` is for saying where something is wrong."""

    meta: Meta
    file: str
    text: str
    values: tuple[Named, ...] = ()
    patches: tuple[Placed, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layer) and (self.file, self.text) == (other.file, other.text)

    def __hash__(self) -> int:
        return hash((self.file, self.text))

    @property
    def id(self) -> str:
        """The name by which other layers know it."""
        return self.meta.id

    @property
    def label(self) -> str:
        """Id and version, as at every value that it gives."""
        return self.id if self.id == OWN else f"{self.id}@{self.version}"

    @property
    def version(self) -> str:
        """The version as it is written, usually a date."""
        return self.meta.version

    def wrong(self, place: str, what: str, mend: str) -> Exception:
        """What is wrong with a patch, as a fault of the file."""
        return Fault(place, what, mend).told(self.file, self.text)


def read_layer(name: str, text: str, own: bool = False) -> Layer:
    """A layer from its text, as far as it can be checked without its book. Raises BadFile."""
    read = _file(name, text)
    patches = tuple(Placed(f"{kind}[{nth}]", patch) for kind in KINDS for nth, patch in enumerate(getattr(read, kind)))
    layer = Layer(read.meta, name, text, read.value, patches)
    if (layer.id == OWN) != own:
        raise layer.wrong("meta.id", f"`{layer.id}` can't stand here", "Give it an id of its own.")
    return layer


def _file(name: str, text: str) -> _File:
    """A layer's file; of a name that it doesn't have the nearest is told. Raises BadFile."""
    try:
        return read_toml(name, text, _File)
    except BadFile as wrong:
        unknown = UNKNOWN.match(wrong.what)
        if unknown is None:
            raise
        mend = nearest(unknown[2], _fields(PATCHED.get(unknown[1] or "", _File)))
        raise BadFile(wrong.name, wrong.line, wrong.what, mend) from None


def _fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(one.encode_name for one in msgspec.structs.fields(kind))


def nearest(name: str, names: Any) -> str:
    """The mend for a name that nobody knows: the nearest one there is."""
    near = get_close_matches(name, [str(one) for one in names], 1, 0.0)
    return f"The nearest is {near[0]}." if near else "There is none."

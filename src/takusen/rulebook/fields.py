"""What a field of a world says about itself: who sees it, whether the GM edits it, how it is shown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_type_hints

from takusen.log.audience import EVERYONE, GM, Audience

See = Callable[[Any, Any], Audience]
"""(world, entity) -> audience."""


def everyone(world: Any, entity: Any) -> Audience:
    """Seen by all."""
    return EVERYONE


def gm_only(world: Any, entity: Any) -> Audience:
    """Seen by the GM alone."""
    return GM


@dataclass(frozen=True)
class Field:
    """Put beside a field's type: `life: Annotated[int, Field(see=everyone, edit=True, gauge="life_max")]`.

    `edit` leaves it to the GM to edit, `mine` to the GM and to whoever plays the entity. `gauge` is the maximum, a
    number or the name of the sibling field that holds it; `choices` are the only values that an edit may set; `form`
    says how it is written: a "long" text, a "colour" as `#rrggbb`, "seats" of the table, a dice "code" (also each
    value of a table of them), a "square" of a board or "" for none, or a "map", which is a whole board. A number stays
    `within` its two bounds.
    A field without a `Field` is seen by the GM only and never edited.
    """

    see: See = gm_only
    edit: bool = False
    gauge: str | int | None = None
    choices: tuple[str, ...] = ()
    mine: bool = False
    form: Literal["", "long", "colour", "seats", "code", "square", "map"] = ""
    within: tuple[int, int] | None = None

    @property
    def editable(self) -> bool:
        """Whether anybody may edit it."""
        return self.edit or self.mine


CLOSED = Field()


_FIELDS: dict[Any, dict[str, Field]] = {}


def fields_of(struct: Any) -> dict[str, Field]:
    """The `Field` of each field of a struct type, in order."""
    if struct not in _FIELDS:
        hints = get_type_hints(struct, include_extras=True)
        _FIELDS[struct] = {name: _field_in(hints[name]) for name in struct.__struct_fields__}
    return _FIELDS[struct]


def _field_in(hint: Any) -> Field:
    return next((extra for extra in get_args(hint)[1:] if isinstance(extra, Field)), CLOSED)


def known_to(world: Any, entity: Any) -> Audience:
    """Who knows that an entity is there: what its `seen` says, else everybody."""
    seen = getattr(entity, "seen", None)
    audience: Audience = seen(world) if seen else EVERYONE
    return audience


class Unseen(Exception):
    """A rule or offer looked at something that its viewer may not see."""


class Hidden:
    """Stands where a viewer may not see the value; any test of it raises Unseen."""

    __slots__ = ()

    def _refuse(self, *_: object) -> Any:
        raise Unseen

    __bool__ = __len__ = __iter__ = __int__ = __index__ = __contains__ = __getitem__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __neg__ = _refuse
    __eq__ = __ne__ = _refuse

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise Unseen

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "Hidden"

    def __reduce__(self) -> str:
        """The one there is, in another process too."""
        return "HIDDEN"


HIDDEN = Hidden()


def is_hidden(value: object) -> bool:
    """Whether a value of a view is withheld."""
    return value is HIDDEN

"""What a seat's form asks of its forecast."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from takusen.rulebook.odds import UnknownPolicy
from takusen.web.forms import BadRequest, mistaken
from takusen.web.outlook import Outlook, Wish

NAMED = ("sides", "players", "policies")


class _Declared(msgspec.Struct):
    """A declaration to compare."""

    act: str
    args: dict[str, Any] = {}


def ask(outlook: Outlook, seat: str, data: Mapping[str, Any]) -> None:
    """Start a forecast, compare one declaration more or less, or stop. Raises BadRequest."""
    before, do = outlook.wish(seat), data.get("do")
    try:
        if do == "what_if":
            one = msgspec.convert({name: data[name] for name in ("act", "args") if name in data}, _Declared)
            others = tuple(case for case in before.cases if case != (one.act, one.args))
            outlook.start(seat, replace(before, cases=(*others, (one.act, one.args))))
        elif do == "drop":
            outlook.start(seat, replace(before, cases=_without(before.cases, data.get("case"))))
        elif isinstance(data.get("runs"), int) and data["runs"] > 0:
            outlook.start(seat, replace(wish_in(data), cases=before.cases))
        else:
            outlook.stop(seat)
    except msgspec.ValidationError as wrong:
        raise mistaken(wrong) from None
    except UnknownPolicy:
        raise BadRequest("bad_request", field="policy", why="choice") from None


def wish_in(data: Mapping[str, Any]) -> Wish:
    """A wish from a form in which what is left empty stays as the book has it."""
    named = {name: _filled(data.get(name)) for name in NAMED}
    return msgspec.convert({"runs": data["runs"], "guess": data.get("guess"), **named}, Wish)


def _filled(part: Any) -> Any:
    return {name: value for name, value in part.items() if value != ""} if isinstance(part, dict) else part or {}


def _without(cases: tuple[Any, ...], case: Any) -> tuple[Any, ...]:
    return tuple(one for place, one in enumerate(cases) if place != case)

"""Requests to commands: JSON bodies and HTML forms alike, nothing unknown let in."""

import re
import string
import unicodedata
from collections.abc import Iterable
from typing import Any

import msgspec

from takusen.log.codec import plain
from takusen.log.paths import steps
from takusen.log.signs import shortened
from takusen.rulebook.board import FLOOR, SIDE_LIMIT, SIGNS, board_of
from takusen.rulebook.misfits import misfit
from takusen.table.commands import AnyCommand

BODY_LIMIT = 300_000
UPLOAD_LIMIT = 8_000_000
DECK_LIMIT = 1_000_000
FIELDS_LIMIT = 500
DEPTH_LIMIT = 10
PAIR_LIMIT = 200
MAP_LIMIT = 5_000
ENDING = re.compile(r"[-−+]?[\d０-９]+\Z")
BETWEEN = string.whitespace + "\u3000:：=＝"
WHOLE = re.compile(r"[+-]?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})\Z")


class _Sent(msgspec.Struct):
    """What is sent; a type of its own, so that msgspec looks at the many commands only once."""

    command: AnyCommand


class BadRequest(Exception):
    """A request that is no command; `key` is the catalogue's word for why."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key)
        self.key, self.params = key, params


def command(data: Any) -> AnyCommand:
    """A command from its JSON-like form. Raises BadRequest."""
    try:
        return msgspec.convert({"command": data}, _Sent).command
    except msgspec.ValidationError as wrong:
        raise mistaken(wrong, inside=1) from None


def mistaken(wrong: msgspec.ValidationError, inside: int = 0) -> BadRequest:
    """A request whose values don't fit, by the field that is at fault, so many steps inside what was read."""
    fault = misfit(wrong)
    return BadRequest("bad_request", field=(*fault.path[inside:], "")[0], why=fault.why, limit=fault.limit)


def from_json(body: bytes) -> Any:
    """The data of a JSON body. Raises BadRequest."""
    try:
        data = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        raise BadRequest("bad_request") from None
    if not _is_shallow(data):
        raise BadRequest("bad_request")
    return data


def _is_shallow(data: Any) -> bool:
    """Whether data nests no deeper than any command needs."""
    level = [data]
    for _ in range(DEPTH_LIMIT):
        level = [one for each in level for one in _inside(each)]
        if not level:
            return True
    return False


def _inside(data: Any) -> Iterable[Any]:
    if isinstance(data, dict):
        return data.values()
    return data if isinstance(data, list) else ()


def from_form(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Form fields as nested data.

    `args.force:int` is a number inside `args` (a dot within a name has a backslash before it), `args.traits:list`
    repeats, `:bool` and `:json` say their type, `:pairs` are names with numbers, `:lines` words, one a line, `:map` a
    board drawn in signs, and `:maybe` is a number or nothing.
    Raises BadRequest.
    """
    data: dict[str, Any] = {}
    for number, (name, value) in enumerate(pairs):
        if number > FIELDS_LIMIT:
            raise BadRequest("bad_request")
        path, _, kind = name.partition(":")
        inside = steps(path)
        if not 1 <= len(inside) <= DEPTH_LIMIT:
            raise BadRequest("bad_request")
        _put(data, inside, _read(value, kind), kind == "list")
    return data


def _put(data: dict[str, Any], path: list[str], value: Any, listed: bool) -> None:
    for name in path[:-1]:
        data = data.setdefault(name, {})
        if not isinstance(data, dict):
            raise BadRequest("bad_request")
    if listed:
        inside = data.setdefault(path[-1], [])
        if not isinstance(inside, list):
            raise BadRequest("bad_request")
        if value != "":
            inside.append(value)
    else:
        data[path[-1]] = value


def _read(value: str, kind: str) -> Any:
    if kind == "int":
        return whole(value)
    if kind == "maybe":
        return whole(value) if value.strip() else None
    if kind == "bool":
        return value in ("1", "true", "on", "yes")
    if kind == "pairs":
        return dict(map(_pair, filter(str.strip, re.split(r"[\n、,，]", value))))
    if kind == "lines":
        return [line.strip() for line in value.splitlines() if line.strip()]
    if kind == "map":
        return _board(value)
    if kind == "faces":
        return [int(face) for face in re.findall(r"\d{1,6}", unicodedata.normalize("NFKC", value))[:FIELDS_LIMIT]]
    if kind == "json":
        return from_json(value.encode())
    return value


def _board(text: str) -> Any:
    """A board drawn in signs, a line a row, as data. Raises BadRequest."""
    lines = unicodedata.normalize("NFKC", text[:MAP_LIMIT]).split()
    wide = max(map(len, lines), default=0)
    try:
        return plain(board_of(line.ljust(wide, FLOOR) for line in lines))
    except ValueError:
        raise BadRequest("not_a_map", signs=" ".join(SIGNS), side=SIDE_LIMIT) from None


def _pair(line: str) -> tuple[str, int]:
    """A name and its number, as `怪力 3` or `怪力：3`. Raises BadRequest."""
    text = line.strip()
    number = ENDING.search(text) if len(text) <= PAIR_LIMIT else None
    name = text[: number.start()].rstrip(BETWEEN) if number else ""
    if number is None or not name:
        raise BadRequest("not_a_pair", text=shortened(text, 40))
    return name, whole(number[0])


def whole(text: str) -> int:
    """A whole number as people type it: full width, signs and thousands marks. Raises BadRequest for anything else."""
    plain = unicodedata.normalize("NFKC", text[:40]).strip().replace("−", "-")
    if not WHOLE.match(plain):
        raise BadRequest("not_a_number", text=shortened(text, 20))
    return int(plain.replace(",", ""))

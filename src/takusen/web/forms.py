"""Requests to commands: JSON bodies and HTML forms alike, nothing unknown let in."""

import unicodedata
from collections.abc import Iterable
from typing import Any

import msgspec

from takusen.table.commands import AnyCommand

BODY_LIMIT = 300_000
FIELDS_LIMIT = 500


class BadRequest(Exception):
    """A request that is no command; `key` is the catalogue's word for why."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key)
        self.key, self.params = key, params


def command(data: Any) -> AnyCommand:
    """A command from its JSON-like form. Raises BadRequest."""
    try:
        made: AnyCommand = msgspec.convert(data, AnyCommand)
    except msgspec.ValidationError as wrong:
        raise BadRequest("bad_request", why=str(wrong)[:200]) from None
    return made


def from_json(body: bytes) -> Any:
    """The data of a JSON body. Raises BadRequest."""
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        raise BadRequest("bad_request", why="JSON") from None


def from_form(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Form fields as nested data.

    `args.force:int` is a number inside `args`, `args.traits:list` repeats, `:bool` and `:json` say their type.
    Raises BadRequest.
    """
    data: dict[str, Any] = {}
    for number, (name, value) in enumerate(pairs):
        if number > FIELDS_LIMIT:
            raise BadRequest("bad_request", why="fields")
        path, _, kind = name.partition(":")
        _put(data, path.split("."), _read(value, kind), kind == "list")
    return data


def _put(data: dict[str, Any], path: list[str], value: Any, listed: bool) -> None:
    for name in path[:-1]:
        data = data.setdefault(name, {})
        if not isinstance(data, dict):
            raise BadRequest("bad_request", why=name[:40])
    if listed:
        inside = data.setdefault(path[-1], [])
        if value != "":
            inside.append(value)
    else:
        data[path[-1]] = value


def _read(value: str, kind: str) -> Any:
    if kind == "int":
        return whole(value)
    if kind == "bool":
        return value in ("1", "true", "on", "yes")
    if kind == "json":
        return from_json(value.encode())
    return value


def whole(text: str) -> int:
    """A whole number as people type it: full width, signs and thousands marks. Raises BadRequest for anything else."""
    plain = unicodedata.normalize("NFKC", text).strip().replace("−", "-").replace(",", "").replace("+", "")
    if not plain.lstrip("-").isdecimal() or len(plain) > 12:
        raise BadRequest("not_a_number", text=text[:20])
    return int(plain)

"""JSON of log entries and of the values inside them."""

from typing import Any, TypeVar, get_args, get_origin

import msgspec

from takusen.log import upcast
from takusen.log.entries import Entry
from takusen.log.table import Table
from takusen.log.upcast import shape_of

T = TypeVar("T")


class Unreadable(Exception):
    """A stored entry is no entry of this or an earlier version."""


def _enc(value: Any) -> Any:
    if isinstance(value, Table):
        return dict(value)
    raise TypeError(f"a {type(value).__name__} can't be logged")


def _dec(kind: Any, value: Any) -> Any:
    if get_origin(kind) is Table or kind is Table:
        key, item = get_args(kind) or (str, Any)
        return Table(msgspec.convert(value, dict[key, item], dec_hook=_dec))  # type: ignore[valid-type]
    raise TypeError(f"{kind!r} can't be read from a log")


_encoder = msgspec.json.Encoder(enc_hook=_enc)
_decoder = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """One entry as JSON, with the number of its body's shape where earlier ones are known."""
    shape = shape_of(str(entry.body.__struct_config__.tag), upcast.UPCASTERS)
    if not shape:
        return _encoder.encode(entry)
    told = plain(entry)
    return _encoder.encode({**told, "body": {**told["body"], "shape": shape}})


def decode(row: bytes) -> Entry:
    """The entry in a stored row, brought up to today's shape.

    Raises Unreadable naming what is wrong with it.
    """
    try:
        if upcast.UPCASTERS:
            return msgspec.convert(upcast.upcast(msgspec.json.decode(row, type=dict[str, Any])), Entry)
        return _decoder.decode(row)
    except (msgspec.DecodeError, RecursionError, TypeError) as wrong:
        raise Unreadable(str(wrong)) from None


def plain(value: Any) -> Any:
    """A value as it comes back from JSON: dicts, lists, strings and numbers."""
    return msgspec.json.decode(_encoder.encode(value))


def typed(value: Any, kind: type[T]) -> T:
    """A JSON-like value as `kind`. Raises msgspec.ValidationError where it doesn't fit."""
    return msgspec.convert(value, kind, dec_hook=_dec, strict=True)


def digest_bytes(value: Any) -> bytes:
    """Canonical JSON of a value: equal values give equal bytes."""
    return msgspec.json.encode(plain(value), order="deterministic")

"""Any file of cards: what it is is told by what is in it, and it is read piece by piece."""

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, BinaryIO

import msgspec

from takusen.interop import labelled_cards, mtgjson, scryfall
from takusen.interop.cards import BROKEN, TOO_LONG, UNKNOWN, WRONG, Left, Read, sized
from takusen.interop.json_frames import ITEM, LIMIT, Framer, Path, lines
from takusen.interop.refusal import NoCards
from takusen.interop.unpacking import Progress, pieces, unheard
from takusen.library.merging import Record

HOPELESS = 2_000
"""After so many things of which none is a card, a file is one of something else."""

PASSED_OVER = ("meta", "booster", "sealedProduct", "decks", "translations")
RULING = "ruling"

One = Callable[[Path, bytes], Iterator[Read]]


def read_cards(file: BinaryIO, progress: Progress = unheard) -> Iterator[Read]:
    """Every card of a file, and for each thing that is left out the reason. Raises NoCards."""
    head, rest = _begun(pieces(file, progress))
    try:
        yield from _cards(head, rest)
    except NoCards:
        if _is_utf8(head):
            raise
        raise NoCards("encoding") from None


def _cards(head: bytes, rest: Iterable[bytes]) -> Iterator[Read]:
    reader, some = _Reader(), False
    for read in map(sized, reader.lines(rest) if _is_lines(head) else reader.frames(rest)):
        some = some or isinstance(read, Record)
        yield read
    if not some:
        raise NoCards("no_cards")


def _is_utf8(head: bytes) -> bool:
    """Whether a file's beginning, which may end amid a sign, is UTF-8."""
    try:
        getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _begun(given: Iterator[bytes]) -> tuple[bytes, Iterable[bytes]]:
    """A file's beginning up to the end of its first line, and the whole. Raises NoCards for what is no JSON."""
    head = b""
    for piece in given:
        head += piece
        if b"\n" in head.lstrip() or len(head) > LIMIT:
            break
    head = head.lstrip()
    if not head:
        raise NoCards("empty")
    if head[:1] == b"<":
        raise NoCards("html")
    if head[:1] not in b"{[":
        raise NoCards("no_json")
    return head, chain((head,), given)


def _is_lines(head: bytes) -> bool:
    """Whether a file is one object a line: its first line is a thing with a name."""
    first = _thing(head.partition(b"\n")[0])
    return isinstance(first.get("name"), str) and not isinstance(first.get("cards"), list)


def _thing(data: bytes) -> dict[str, Any]:
    """An object as plain data; empty where it is broken or something else."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _opens(path: Path, sign: bytes) -> bool:
    """Whether a file's list or object is one that holds cards, or what holds them."""
    if ITEM in path or set(PASSED_OVER) & set(path):
        return False
    if path in ((), ("data",)):
        return True
    if path == ("cards",):
        return sign == b"["
    if path[0] != "data":
        return False
    return len(path) == 2 or (len(path) == 3 and path[2] == "cards" and sign == b"[")


class _Reader:
    """Reads the things of one file with the reader of the first that is a card."""

    def __init__(self) -> None:
        self._one: One | None = None
        self._mtgjson = mtgjson.Reader()
        self._unknown = 0

    def frames(self, given: Iterable[bytes]) -> Iterator[Read]:
        for frame in Framer(_opens).frames(given):
            if frame.path[-1:] == (ITEM,):
                yield from self._read(frame.path, frame.data)
        yield from self._mtgjson.rest()

    def lines(self, given: Iterable[bytes]) -> Iterator[Read]:
        for line in lines(given):
            yield from self._read((), line)
        yield from self._mtgjson.rest()

    def _read(self, path: Path, data: bytes | None) -> Iterator[Read]:
        if data is None:
            yield TOO_LONG
            return
        self._one = self._one or self._chosen(data)
        if self._one is None:
            yield self._passed()
            return
        try:
            yield from self._one(path, data)
        except Left as left:
            yield left.reason
        except msgspec.ValidationError:
            yield WRONG
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            yield BROKEN

    def _passed(self) -> str:
        self._unknown += 1
        if self._unknown > HOPELESS:
            raise NoCards("no_cards")
        return UNKNOWN

    def _chosen(self, data: bytes) -> One | None:
        """Who reads a thing. Raises NoCards for a file of something else that is known."""
        thing = _thing(data)
        if thing.get("object") == RULING:
            raise NoCards("rulings")
        if scryfall.is_ours(thing):
            printings = scryfall.Reader()
            return lambda path, data: iter((printings.read(data),))
        if mtgjson.is_ours(thing):
            return self._mtgjson.read
        if labelled_cards.is_ours(thing):
            return lambda path, data: iter((labelled_cards.read(data),))
        return None

"""JSON of any length, object by object: no more of it is in memory than one object.

Only brackets and texts are told apart here; whoever decodes an object sees whether it is sound.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from takusen.interop.refusal import NoCards

LIMIT = 1 << 20
"""How long an object may be, and anything in a file without a bracket or a text's end."""

BRACKET = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+[{}\[\]]', re.DOTALL)
TOKEN = re.compile(rb'[^"{}\[\]]*+(?:"((?:[^"\\]++|\\.)*+)"|([{}\[\]]))', re.DOTALL)
CLOSING = {b"{": b"}", b"[": b"]"}
ITEM = "*"

Path = tuple[str, ...]
"""Where something stands: the keys that lead to it, `ITEM` for any place in a list."""


class Frame(NamedTuple):
    """Something with brackets in a file; `data` is None where it is too long."""

    path: Path
    data: bytes | None


class _Container(NamedTuple):
    sign: bytes
    path: Path


class Framer:
    """Takes a file in pieces and gives what stands in those of its lists and objects that `opens` says to look into."""

    def __init__(self, opens: Callable[[Path, bytes], bool]) -> None:
        self._opens = opens
        self._buffer = b""
        self._before = 0  # bytes of the file before the buffer
        self._at = 0  # how far the buffer is read
        self._start = 0  # where the frame began that is open
        self._depth = 0  # brackets open in it
        self._dropped = False
        self._path: Path = ()
        self._key = ""
        self._open: list[_Container] = []
        self._done = False

    def frames(self, pieces: Iterable[bytes]) -> Iterator[Frame]:
        """Every frame of a file. Raises NoCards where the file as a whole can't be read."""
        for piece in pieces:
            self._buffer += piece
            yield from self._read()
            self._let_go()
        if self._open or self._depth or not self._done:
            raise NoCards("truncated", at=self._before + len(self._buffer))
        self._nothing_behind()

    def _read(self) -> Iterator[Frame]:
        while not self._done:
            found = (BRACKET if self._depth else TOKEN).match(self._buffer, self._at)
            if found is None:
                return
            self._at = found.end()
            if self._depth:
                yield from self._inside(self._buffer[self._at - 1 : self._at])
            elif found[2] is None:
                self._key = found[1][:300].decode("utf-8", "replace")
            else:
                self._between(found[2])

    def _inside(self, sign: bytes) -> Iterator[Frame]:
        """A bracket within a frame."""
        self._depth += 1 if sign in CLOSING else -1
        if not self._depth:
            whole = not self._dropped and self._at - self._start <= LIMIT
            yield Frame(self._path, self._buffer[self._start : self._at] if whole else None)

    def _between(self, sign: bytes) -> None:
        """A bracket of a list or object that is looked into, or one within that begins."""
        if sign not in CLOSING:
            if not self._open or CLOSING[self._open.pop().sign] != sign:
                raise NoCards("broken", at=self._before + self._at)
            self._done = not self._open
            return
        path = self._path_here()
        if self._opens(path, sign):
            self._open.append(_Container(sign, path))
        else:
            self._path, self._depth, self._start, self._dropped = path, 1, self._at - 1, False

    def _path_here(self) -> Path:
        if not self._open:
            return ()
        above = self._open[-1]
        return (*above.path, self._key if above.sign == b"{" else ITEM)

    def _let_go(self) -> None:
        """Keep of the buffer only what is still needed."""
        if len(self._buffer) - self._at > LIMIT and not self._done:
            raise NoCards("too_long", at=self._before + self._at)
        if self._depth and len(self._buffer) - self._start > LIMIT:
            self._dropped = True
        if self._done:
            self._nothing_behind()
        kept = self._start if self._depth and not self._dropped else self._at
        self._buffer, self._before = self._buffer[kept:], self._before + kept
        self._at, self._start = self._at - kept, max(0, self._start - kept)

    def _nothing_behind(self) -> None:
        if self._buffer[self._at :].strip():
            raise NoCards("broken", at=self._before + self._at)
        self._at = len(self._buffer)


def lines(pieces: Iterable[bytes]) -> Iterator[bytes | None]:
    """The lines of a file that are not blank; None for one that is too long."""
    rest, dropped = b"", False
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            if dropped or line.strip():
                yield None if dropped or len(line) > LIMIT else line
            dropped = False
        if len(rest) > LIMIT:
            rest, dropped = b"", True
    if dropped or rest.strip():
        yield None if dropped else rest

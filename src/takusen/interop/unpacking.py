"""The bytes of a file that may be packed: in pieces, with how much of the file is read, within bounds."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

from takusen.interop.refusal import NoCards

PIECE = 1 << 18
GZIP = b"\x1f\x8b"
BLOATED = 100
"""How many times its packed size a file may come to; card files come to about 10."""

FREE = 64 << 20
"""What any file may come to."""

OTHERS = (
    (b"PK\x03\x04", "zip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
)
WIDE = (b"\xff\xfe", b"\xfe\xff")
BOM = b"\xef\xbb\xbf"

Progress = Callable[[int], None]
"""Told how many bytes of the file are read; what it raises ends the reading."""


def unheard(read: int) -> None:
    """Progress that nobody follows."""


def pieces(file: BinaryIO, progress: Progress = unheard) -> Iterator[bytes]:
    """What a file holds, unpacked where its first bytes say so. Raises NoCards."""
    counted = _Counted(file, progress)
    head = counted.read(PIECE)
    counted.give_back(head)
    if not head.strip():
        raise NoCards("empty")
    packed = next((name for sign, name in OTHERS if head.startswith(sign)), "")
    if packed:
        raise NoCards("packed", form=packed)
    if head.startswith(WIDE):
        raise NoCards("encoding")
    yield from _without_bom(_unpacked(counted) if head.startswith(GZIP) else iter(lambda: counted.read(PIECE), b""))


class _Counted:
    """A file that says how much of it is read, and takes back what was looked at."""

    def __init__(self, file: BinaryIO, progress: Progress) -> None:
        self._file, self._progress = file, progress
        self._ahead = b""
        self.taken = 0

    def read(self, size: int = PIECE) -> bytes:
        if self._ahead:
            given, self._ahead = self._ahead[:size], self._ahead[size:]
            return given
        piece = self._file.read(size)
        self.taken += len(piece)
        self._progress(self.taken)
        return piece

    def give_back(self, head: bytes) -> None:
        self._ahead = head


def _without_bom(read: Iterator[bytes]) -> Iterator[bytes]:
    yield next(read, b"").removeprefix(BOM)
    yield from read


def _unpacked(counted: _Counted) -> Iterator[bytes]:
    given = 0
    with gzip.GzipFile(fileobj=cast(BinaryIO, counted)) as packed:
        while piece := _piece(packed, counted):
            given += len(piece)
            if given > FREE + BLOATED * counted.taken:
                raise NoCards("bloated", at=counted.taken)
            yield piece


def _piece(packed: gzip.GzipFile, counted: _Counted) -> bytes:
    try:
        return packed.read(PIECE)
    except EOFError:
        raise NoCards("truncated", at=counted.taken) from None
    except (OSError, zlib.error):
        raise NoCards("gzip_broken", at=counted.taken) from None

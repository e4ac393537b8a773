"""Zip archives from strangers: nothing is unpacked to a disk, and limits for number, size and growth."""

import io
import zipfile
import zlib
from collections.abc import Mapping

from takusen.interop.refusal import NoSheet

ENTRIES = 500
ENTRY_SIZE = 8_000_000
WHOLE_SIZE = 40_000_000
GROWTH = 200
WANTED = (".xml", ".json", ".png", ".jpg", ".jpeg", ".gif", ".webp")


def is_zip(data: bytes) -> bool:
    """Whether bytes begin as a zip archive does."""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def unpacked(data: bytes, wanted: tuple[str, ...] = WANTED) -> Mapping[str, bytes]:
    """The files of an archive whose names end as wanted, by name. Raises NoSheet."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = [one for one in archive.infolist() if not one.is_dir()]
            _check(listed, len(data))
            return {one.filename: _entry(archive, one) for one in listed if one.filename.lower().endswith(wanted)}
    except (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, OSError, NotImplementedError):
        raise NoSheet("sheet_zip_broken") from None
    except (RuntimeError, ValueError, UnicodeError):  # a password, or names that are none
        raise NoSheet("sheet_zip_broken") from None


def _check(listed: list[zipfile.ZipInfo], size: int) -> None:
    if len(listed) > ENTRIES or sum(one.file_size for one in listed) > min(WHOLE_SIZE, size * GROWTH + 100_000):
        raise NoSheet("sheet_too_large")
    for one in listed:
        steps = one.filename.replace("\\", "/").split("/")
        if ".." in steps or steps[0] == "" or ":" in steps[0]:
            raise NoSheet("sheet_zip_path")


def _entry(archive: zipfile.ZipFile, one: zipfile.ZipInfo) -> bytes:
    with archive.open(one) as file:
        data = file.read(ENTRY_SIZE + 1)
    if len(data) > ENTRY_SIZE:
        raise NoSheet("sheet_too_large")
    return data

"""A scenario as people hand it over: a TOML text in the encoding of their editor, or a zip archive that holds one."""

import io
import re
import zipfile
import zlib
from contextlib import suppress

from takusen.rulebook.toml import SIZE_LIMIT, BadFile

INSIDE = "scenario.toml"
ENTRIES = 200
WHOLE_LIMIT = 40_000_000
TEXT_LIMIT = 4 * SIZE_LIMIT
GROWTH = 200
ALLOWANCE = 100_000
"""Small archives may grow more than that many times."""
ENCRYPTED = 1
NO_TEXT = re.compile("[\x00\uf8f0-\uf8f3]")
"""Signs of a file of another kind: zeros, and what Python's Shift_JIS makes of bytes that are none of its own."""
AGAIN = "Pack it again, without a password."
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def is_archive(data: bytes) -> bool:
    """Whether bytes begin as a zip archive does."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def scenario_in(name: str, data: bytes) -> tuple[str, str]:
    """The name and the text of the scenario that a file is or holds. Raises BadFile."""
    if not is_archive(data):
        return name, decoded(name, data)
    inside, found = _unpacked(name, data)
    return f"{name}/{inside}", decoded(f"{name}/{inside}", found)


def decoded(name: str, data: bytes) -> str:
    """A text file's text: UTF-8, UTF-16 with its mark, or Shift_JIS as Windows writes it. Raises BadFile."""
    marked = next((encoding for mark, encoding in MARKS if data.startswith(mark)), "")
    for encoding in (marked,) if marked else ("utf-8", "cp932"):
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            if not NO_TEXT.search(text):
                return text
    raise BadFile(name, 1, "the file is neither UTF-8 nor Shift_JIS text", "Save it as UTF-8.")


def _unpacked(name: str, data: bytes) -> tuple[str, bytes]:
    """The scenario's name and bytes in an archive, of which nothing else is unpacked. Raises BadFile."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = [one for one in archive.infolist() if not one.is_dir()]
            _check(name, listed, len(data))
            return _read(name, archive, _scenario(name, listed))
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError):
        raise BadFile(name, 1, "the zip archive can't be opened", AGAIN) from None


def _check(name: str, listed: list[zipfile.ZipInfo], size: int) -> None:
    """Raises BadFile for an archive that is a trap, or no scenario's."""
    whole = sum(one.file_size for one in listed)
    if len(listed) > ENTRIES or whole > min(WHOLE_LIMIT, size * GROWTH + ALLOWANCE):
        raise BadFile(name, 1, "the zip archive unpacks to too much", "Pack only the scenario and a few pictures.")
    if any(_leads_outside(one.filename) for one in listed):
        raise BadFile(name, 1, "the zip archive holds a path out of it", "Pack it again from its folder.")
    if any(one.flag_bits & ENCRYPTED for one in listed):
        raise BadFile(name, 1, "the zip archive is locked", AGAIN)


def _leads_outside(path: str) -> bool:
    steps = path.replace("\\", "/").split("/")
    return ".." in steps or steps[0] == "" or ":" in steps[0]


def _scenario(name: str, listed: list[zipfile.ZipInfo]) -> zipfile.ZipInfo:
    """`scenario.toml`, in whatever folder, or else the only TOML file. Raises BadFile."""
    tables = [one for one in listed if one.filename.lower().endswith(".toml") and "__MACOSX/" not in one.filename]
    found = [one for one in tables if one.filename.lower().rpartition("/")[2] == INSIDE] or tables
    if not found:
        raise BadFile(name, 1, f"the zip archive holds no {INSIDE}", f"Put {INSIDE} into it.")
    if len(found) > 1:
        raise BadFile(name, 1, "the zip archive holds several scenarios", f"Leave one, and call it {INSIDE}.")
    return found[0]


def _read(name: str, archive: zipfile.ZipFile, one: zipfile.ZipInfo) -> tuple[str, bytes]:
    with archive.open(one) as file:
        data = file.read(TEXT_LIMIT + 1)
    if len(data) > TEXT_LIMIT:
        raise BadFile(name, 1, f"the file is longer than {SIZE_LIMIT:,} characters", "Split it or shorten it.")
    return one.filename.rpartition("/")[2], data

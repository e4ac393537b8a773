"""A scenario as people hand it over: a TOML text in the encoding of their editor, several of them, or a zip archive."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from takusen.interop.refusal import NoSheet
from takusen.interop.zips import is_zip, unpacked
from takusen.rulebook.toml import BadFile, joined_files

INSIDE = "scenario.toml"
TABLES = (".toml",)
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
NO_TEXT = re.compile("[\x00\uf8f0-\uf8f3]")
"""Signs of a file of another kind: zeros, and what Python's Shift_JIS makes of bytes that are none of its own."""
AMISS = {
    "sheet_zip_broken": ("the zip archive can't be opened", "Pack it again, without a password."),
    "sheet_zip_path": ("the zip archive holds a path out of it", "Pack it again from its folder."),
    "sheet_too_large": ("the zip archive unpacks to too much", "Pack only the scenario and a few pictures."),
}


def scenario_of(files: Sequence[tuple[str, bytes]], several: bool = False) -> tuple[str, str]:
    """The name and the text of the scenario that files are or hold; `several` files make one where the book takes it
    in pieces. Raises BadFile."""
    if not several:
        if len(files) > 1:
            raise BadFile(files[1][0], 1, "this book takes a scenario in one file", "Choose one file.")
        return scenario_in(*files[0])
    pieces = {name: text for file in files for name, text in _pieces(*file).items()}
    return (files[0][0], "") if not pieces else (next(iter(pieces)), joined_files(pieces))


def _pieces(name: str, data: bytes) -> dict[str, str]:
    """The TOML texts that a file is or holds, by name. Raises BadFile."""
    if not is_zip(data):
        return dict([scenario_in(name, data)])
    held = {path: inside for path, inside in _held(name, data).items() if "__MACOSX/" not in path}
    if not held:
        raise BadFile(name, 1, f"the zip archive holds no {INSIDE}", f"Put {INSIDE} into it.")
    return {path: decoded(path, inside) for path, inside in sorted(held.items())}


def scenario_in(name: str, data: bytes) -> tuple[str, str]:
    """The name and the text of the scenario that a file is or holds. Raises BadFile."""
    if not is_zip(data):
        if name.lower().endswith(".zip"):
            raise BadFile(name, 1, *AMISS["sheet_zip_broken"])
        return name, decoded(name, data)
    held = _held(name, data)
    path = _scenario(name, held)
    inside = f"{name}/{path.rpartition('/')[2]}"
    return inside, decoded(inside, held[path])


def _held(name: str, data: bytes) -> Mapping[str, bytes]:
    """The TOML files in an archive. Raises BadFile."""
    try:
        return unpacked(data, TABLES)
    except NoSheet as wrong:
        raise BadFile(name, 1, *AMISS[wrong.remark.key]) from None


def decoded(name: str, data: bytes) -> str:
    """A text file's text: UTF-8, UTF-16 with its mark, or Shift_JIS as Windows writes it. Raises BadFile."""
    marked = next((encoding for mark, encoding in MARKS if data.startswith(mark)), "")
    for encoding in (marked,) if marked else ("utf-8", "cp932"):
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            if not NO_TEXT.search(text):
                return text
    raise BadFile(name, 1, "the file is neither UTF-8 nor Shift_JIS text", "Save it as UTF-8.")


def _scenario(name: str, held: Mapping[str, bytes]) -> str:
    """The path of `scenario.toml`, in whatever folder, or else of the only TOML file. Raises BadFile."""
    tables = [path for path in held if "__MACOSX/" not in path]
    found = [path for path in tables if path.lower().rpartition("/")[2] == INSIDE] or tables
    if not found:
        raise BadFile(name, 1, f"the zip archive holds no {INSIDE}", f"Put {INSIDE} into it.")
    if len(found) > 1:
        raise BadFile(name, 1, "the zip archive holds several scenarios", f"Leave one, and call it {INSIDE}.")
    return found[0]

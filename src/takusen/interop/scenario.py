"""A scenario as people hand it over: a TOML text in the encoding of their editor, or a zip archive that holds one."""

import re
from collections.abc import Mapping
from contextlib import suppress

from takusen.interop.refusal import NoSheet
from takusen.interop.zips import is_zip, unpacked
from takusen.rulebook.toml import BadFile

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


def scenario_in(name: str, data: bytes) -> tuple[str, str]:
    """The name and the text of the scenario that a file is or holds. Raises BadFile."""
    if not is_zip(data):
        if name.lower().endswith(".zip"):
            raise BadFile(name, 1, *AMISS["sheet_zip_broken"])
        return name, decoded(name, data)
    try:
        held = unpacked(data, TABLES)
    except NoSheet as wrong:
        raise BadFile(name, 1, *AMISS[wrong.remark.key]) from None
    path = _scenario(name, held)
    inside = f"{name}/{path.rpartition('/')[2]}"
    return inside, decoded(inside, held[path])


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

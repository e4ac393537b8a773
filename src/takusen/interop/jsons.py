"""JSON as it is found: alone, as JSONP, in the middle of a chat line, in a cell of a table, with a comma too many."""

import json
import re
from collections.abc import Iterator
from typing import Any

from takusen.interop.refusal import NoSheet

DEPTH = 40
STARTS = 20
TRAILING = re.compile(r",(\s*[}\]])")
OPENING = re.compile(r"\{\s*[\"}\\]|\[\s*[\"{]")


def found_in(text: str) -> Any:
    """The first JSON object or list in a text; None where there is none. Raises NoSheet for a broken one."""
    opened = False
    for start in _starts(text):
        opened = True
        for part in _spellings(text, start):
            value = _read(part)
            if value is not None:
                return value
    if opened and text.lstrip().startswith(("{", "[{", '["')):
        raise NoSheet("sheet_json_broken")
    return None


def _starts(text: str) -> Iterator[int]:
    for count, found in enumerate(OPENING.finditer(text)):
        if count == STARTS:
            return
        yield found.start()


def _spellings(text: str, start: int) -> Iterator[str]:
    """The text from an opening on: as it is, with doubled quotes or backslashed ones undone, with commas mended."""
    rest = text[start:]
    yield rest
    if rest[1:60].lstrip().startswith('""'):
        yield rest.replace('""', '"').replace('""', '"')
        yield rest.replace('""', '"')
    if rest[1:60].lstrip().startswith('\\"'):
        yield rest.replace('\\"', '"').replace("\\\\", "\\")
    yield TRAILING.sub(r"\1", rest)


def _read(text: str) -> Any:
    try:
        value, _ = DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict | list) and value:
        return value if _is_shallow(value) else None
    return None


def _is_shallow(value: Any) -> bool:
    level = [value]
    for _ in range(DEPTH):
        level = [one for each in level for one in _inside(each)]
        if not level:
            return True
    return False


def _inside(value: Any) -> Any:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _constant(name: str) -> None:
    """NaN and Infinity are no numbers of a sheet."""


def _whole(digits: str) -> int | str:
    """A number with more digits than any sheet has stays a text."""
    return int(digits) if len(digits) < 19 else digits


DECODER = json.JSONDecoder(parse_constant=_constant, parse_int=_whole, strict=False)

"""Our own form of a sheet: JSON with everything in it."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from takusen.interop.refusal import NoSheet
from takusen.log.codec import plain, typed
from takusen.rulebook.sheet import Sheet

MARK = "takusen_sheets"


def is_ours(data: Mapping[str, Any]) -> bool:
    """Whether JSON is of our own making."""
    return MARK in data


def read(data: Mapping[str, Any]) -> tuple[Sheet, ...]:
    """The sheets in JSON. Raises NoSheet."""
    try:
        return tuple(typed(data[MARK], list[Sheet])[:100])
    except (msgspec.ValidationError, TypeError, ValueError):
        raise NoSheet("sheet_json_broken") from None


def written(sheets: tuple[Sheet, ...]) -> str:
    """The sheets as JSON."""
    return json.dumps({MARK: [plain(one) for one in sheets]}, ensure_ascii=False, indent=1)

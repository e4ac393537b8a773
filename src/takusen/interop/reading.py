"""Any sheet from any tool: what it is is told by what is in it."""

from collections.abc import Callable, Mapping
from typing import Any

from takusen.interop import (
    bracketed,
    ccfolia,
    charasheet,
    charasheet_text,
    dice_log,
    html_page,
    jsons,
    labelled,
    monster_text,
    own,
    palette,
    udonarium,
    ytsheet,
    ytsheet_text,
    zips,
)
from takusen.interop.refusal import NoSheet
from takusen.interop.text import decoded, in_lines, tidy
from takusen.rulebook.sheet import Remark, Sheet

Read = tuple[Sheet, ...] | Remark
"""The sheets, or why there are none."""

FILE_LIMIT = 10_000_000
TEXT_LIMIT = 4_000_000
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF", b"RIFF")

TEXTS: tuple[tuple[Callable[[str], bool], Callable[[str], Sheet | tuple[Sheet, ...]]], ...] = (
    (charasheet_text.is_ours, charasheet_text.read),
    (ytsheet_text.is_ours, ytsheet_text.read),
    (monster_text.is_ours, monster_text.read),
    (bracketed.is_ours, bracketed.read),
)
"""Plain texts: the first that says yes reads it."""


def read(given: bytes | str) -> Read:
    """The characters in a file or a pasted text. It never raises, whatever is handed in."""
    try:
        return _read(given)
    except NoSheet as none:
        return none.remark
    except RecursionError:
        return Remark("sheet_too_large")


def _read(given: bytes | str) -> tuple[Sheet, ...]:
    if len(given) > (TEXT_LIMIT if isinstance(given, str) else FILE_LIMIT):
        raise NoSheet("sheet_too_large")
    if isinstance(given, bytes):
        if zips.is_zip(given):
            return _archive(zips.unpacked(given))
        if given.startswith(PICTURES):
            raise NoSheet("sheet_picture")
        given = decoded(given)
    if len(given) > TEXT_LIMIT:
        raise NoSheet("sheet_too_large")
    text = tidy(given)
    if not text.strip():
        raise NoSheet("sheet_empty")
    return _text(text)


def _archive(files: Mapping[str, bytes]) -> tuple[Sheet, ...]:
    texts = {name: decoded(data) for name, data in files.items() if name.lower().endswith((".xml", ".json"))}
    if "__data.json" in texts:
        room = jsons.found_in(texts["__data.json"])
        found = ccfolia.in_room(room) if isinstance(room, dict) else ()
    else:
        found = udonarium.in_zip(files, texts)
    if not found:
        raise NoSheet("sheet_zip_nobody")
    return found


def _text(text: str) -> tuple[Sheet, ...]:
    if html_page.is_page(text):
        return _page(text)
    if text.lstrip().startswith("<"):
        return _xml(text)
    found = jsons.found_in(text)
    if isinstance(found, dict | list):
        return _json(found)
    text = in_lines(text)
    for says_yes, reader in TEXTS:
        if says_yes(text):
            made = reader(text)
            return made if isinstance(made, tuple) else (made,)
    return _loose(text)


def _page(text: str) -> tuple[Sheet, ...]:
    message = html_page.message(text)
    raise NoSheet("sheet_page_says", text=message) if message else NoSheet("sheet_page")


def _xml(text: str) -> tuple[Sheet, ...]:
    found = udonarium.read(text)
    if not found:
        raise NoSheet("sheet_xml_nobody")
    return found


def _json(found: Any) -> tuple[Sheet, ...]:
    """The characters in JSON: one, or a list of them."""
    listed = [one for one in found if isinstance(one, dict)][:100] if isinstance(found, list) else [found]
    made = tuple(sheet for one in listed for sheet in _object(one))
    if not made:
        raise NoSheet("sheet_json_unknown")
    return made


def _object(data: dict[str, Any]) -> tuple[Sheet, ...]:
    if own.is_ours(data):
        return own.read(data)
    if ccfolia.is_ours(data):
        return (ccfolia.read(data),)
    if charasheet.is_ours(data):
        return (charasheet.read(data),)
    if ytsheet.is_ours(data):
        return (ytsheet.read(data),)
    return ccfolia.in_room(data)


def _loose(text: str) -> tuple[Sheet, ...]:
    """Texts of no fixed form: a palette, a log, labels of any game."""
    if dice_log.is_log(text):
        log = dice_log.read(text)
        raise NoSheet("sheet_is_a_log", lines=len(log.lines), rolls=len(log.rolls))
    if palette.is_ours(text):
        return (palette.read(text),)
    if labelled.is_ours(text):
        found = labelled.read(text)
        if found:
            return found
    raise NoSheet("sheet_unknown")

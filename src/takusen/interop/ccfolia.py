"""CCFOLIA: the character that its clipboard holds, and the characters in an exported room."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from takusen.interop import palette, pieces
from takusen.interop.text import named, number, tidy
from takusen.interop.ytsheet import amount_of
from takusen.log.table import Table
from takusen.rulebook.sheet import Amount, Sheet

TOOL = "ccfolia"
KEYS = ("name", "memo", "status", "params", "commands", "initiative", "externalUrl", "iconUrl", "faces")
BLANK = {
    "name": "", "memo": "", "initiative": 0, "externalUrl": "", "status": [], "params": [], "iconUrl": None,
    "faces": [], "x": 0, "y": 0, "angle": 0, "width": 4, "height": 4, "active": True, "secret": False,
    "invisible": False, "hideStatus": False, "color": "#888888", "commands": "", "owner": None,
}  # fmt: skip
MOST = 400


def is_ours(data: Mapping[str, Any]) -> bool:
    """Whether JSON is a character as this tool has it, in its wrapping or bare."""
    if data.get("kind") == "character":
        return isinstance(data.get("data"), dict)
    return "commands" in data and sum(key in data for key in KEYS) >= 3


def read(data: Mapping[str, Any]) -> Sheet:
    """The character in JSON."""
    inside = data["data"] if data.get("kind") == "character" else data
    params = dict(_params(inside))
    name, ruby, alias = named(inside.get("name"))
    initiative = number(inside.get("initiative"))
    sheet = Sheet(
        tool=TOOL,
        name=name,
        ruby=ruby,
        aliases=(alias,) if alias else (),
        player=_text(inside.get("playerName")),
        gauges=Table(_status(inside)),
        values=Table(params),
        memo=_text(inside.get("memo")),
        palette=_text(inside.get("commands")),
        colour=_text(inside.get("color")),
        icon_url=_text(inside.get("iconUrl")),
        initiative=initiative,
        url=_text(inside.get("externalUrl")),
        unknown={TOOL: dict(inside)},
    )
    return pieces.recognised(sheet, params, sheet.url)


def in_room(data: Mapping[str, Any]) -> tuple[Sheet, ...]:
    """The characters of an exported room."""
    entities = data.get("entities")
    listed = entities.get("characters") if isinstance(entities, dict) else None
    return tuple(read(one) for one in listed.values() if isinstance(one, dict)) if isinstance(listed, dict) else ()


def _text(value: Any) -> str:
    return tidy(value).strip("\n") if isinstance(value, str) else ""


def _items(data: Mapping[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The labelled objects of a list; what is none is passed over."""
    listed = data.get(key)
    for one in listed[:MOST] if isinstance(listed, list) else ():
        if isinstance(one, dict) and _text(one.get("label")).strip():
            yield _text(one["label"]).strip(), one


def _status(data: Mapping[str, Any]) -> dict[str, Amount]:
    """Gauges: a number or a text with one; what is empty is not known."""
    found: dict[str, Amount] = {}
    for label, one in _items(data, "status"):
        slashed = amount_of(one.get("value")) or Amount()
        most = number(one.get("max"))
        found.setdefault(label, Amount(slashed.now, slashed.max if most is None else most))
    return found


def _params(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for label, one in _items(data, "params"):
        value = one.get("value")
        yield label, str(value) if isinstance(value, int | float) and not isinstance(value, bool) else _text(value)


# writing -------------------------------------------------------------------------------------------------------------


def written(sheet: Sheet) -> str:
    """The text for the clipboard. What came from this tool and isn't understood here goes back as it came."""
    came = sheet.unknown.get(TOOL)
    data: dict[str, Any] = {**BLANK, **came} if isinstance(came, dict) else dict(BLANK)
    data["name"] = _kept(data["name"], sheet.name, named(data["name"])[0])
    data["memo"] = _kept(data["memo"], sheet.memo, _text(data["memo"]))
    data["commands"] = _kept(data["commands"], palette.lines_of(sheet), _text(data["commands"]))
    data["status"] = _status_written(data, sheet)
    data["params"] = _params_written(data, sheet)
    if sheet.initiative is not None and number(data["initiative"]) != sheet.initiative:
        data["initiative"] = sheet.initiative
    data |= {key: text for key, text in (("externalUrl", sheet.url), ("color", sheet.colour)) if text}
    if sheet.player:
        data["playerName"] = sheet.player
    return json.dumps({"kind": "character", "data": data}, ensure_ascii=False)


def _kept(old: Any, new: str, read_as: str) -> Any:
    """What stood there, if it reads as what is to stand there."""
    return old if new == read_as and isinstance(old, str) else new


def _status_written(data: Mapping[str, Any], sheet: Sheet) -> list[Any]:
    made = list(data["status"]) if isinstance(data["status"], list) else []
    before = _status(data)
    for at, one in enumerate(made):
        label = _text(one.get("label")).strip() if isinstance(one, dict) else ""
        if sheet.gauges.get(label, Amount()) not in (Amount(), before.get(label)):
            made[at] = {**one, **_gauge(sheet.gauges[label])}
    return made + [{"label": label, **_gauge(one)} for label, one in sheet.gauges.items() if label not in before]


def _gauge(amount: Amount) -> dict[str, int]:
    now = amount.max if amount.now is None else amount.now
    return {"value": now or 0, "max": (now or 0) if amount.max is None else amount.max}


def _params_written(data: Mapping[str, Any], sheet: Sheet) -> list[Any]:
    made = list(data["params"]) if isinstance(data["params"], list) else []
    before = dict(_params(data))
    labels = dict(sheet.values) if sheet.unknown.get(TOOL) else pieces.labels_of(sheet)
    if palette.lines_of(sheet) != _text(data["commands"]) or not sheet.unknown.get(TOOL):
        labels |= palette.settled(sheet)
    for at, one in enumerate(made):
        label = _text(one.get("label")).strip() if isinstance(one, dict) else ""
        if label in labels and labels[label] != before.get(label):
            made[at] = {**one, "value": labels[label]}
    return made + [{"label": label, "value": text} for label, text in labels.items() if label not in before]

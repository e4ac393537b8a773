"""Udonarium and its kin: characters in XML, alone, in a saved room, or in a zip with their pictures."""

import hashlib
import io
import zipfile
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from takusen.interop import palette, pieces, xmls
from takusen.interop.refusal import NoSheet
from takusen.interop.text import named, number, tidy
from takusen.log.table import Table
from takusen.rulebook.sheet import OTHER, SW20, SW25, Amount, Icon, Sheet

TOOL = "udonarium"
ICON_SIZE = 2_000_000
MOST_CHARACTERS = 100
MAGIC = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))
ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}
RESOURCES = ("リソース", "resource")
MEMOS = ("説明", "メモ", "備考")
BOTS = {SW20: "SwordWorld2.0", SW25: "SwordWorld2.5", OTHER: "DiceBot"}
LONGEST = 200
DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'


def media_of(data: bytes) -> str:
    """What kind of picture some bytes are, by how they begin; "" for none."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((media for start, media in MAGIC if data.startswith(start)), "")


def read(text: str, files: Mapping[str, bytes] | None = None) -> tuple[Sheet, ...]:
    """Every character in a document. Raises NoSheet."""
    root = xmls.parsed(text)
    found = list(root.iter("character"))[:MOST_CHARACTERS]
    return tuple(_character(one, _by_stem(files or {})) for one in found)


def _by_stem(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name.replace("\\", "/").rsplit("/", 1)[-1].split(".")[0].lower(): data for name, data in files.items()}


def _character(root: Element, files: Mapping[str, bytes]) -> Sheet:
    name, ruby, alias = named(_text(_named(root, "common"), "name"))
    labels = dict(_labels(root))
    chat = root.find("chat-palette")
    bot = "" if chat is None else chat.get("dicebot", "")
    memo = next((labels[one] for one in MEMOS if one in labels), "")
    url = labels.get("URL", "")
    sheet = Sheet(
        tool=TOOL,
        name=name,
        ruby=ruby,
        aliases=(alias,) if alias else (),
        player=labels.get("PL", ""),
        race=labels.get("種族", ""),
        gauges=Table(_gauges(root)),
        values=Table({label: text for label, text in labels.items() if text and label not in MEMOS}),
        memo=memo,
        palette="" if chat is None else tidy(chat.text or "").strip("\n ").rstrip(),
        colour=_colour(root, chat),
        icon=_icon(_text(_named(root, "image"), "imageIdentifier"), files),
        url=url,
        unknown={TOOL: tostring(root, encoding="unicode")},
    )
    return pieces.recognised(sheet, labels, *((url,) if url else ()), bot if "Sword" in bot else "")


def _named(root: Element, name: str) -> Element | None:
    """The part of a character that is called so."""
    return next((one for one in root.findall("./data/data") if one.get("name") == name), None)


def _text(part: Element | None, name: str) -> str:
    found = next((one for one in part.findall("data") if one.get("name") == name), None) if part is not None else None
    return tidy("" if found is None else found.text or "").strip()


def _groups(root: Element) -> Iterator[tuple[str, Element]]:
    """Each labelled datum of the details with the name of its group; groups may lie in groups."""
    detail = _named(root, "detail")
    for group in detail if detail is not None else ():
        for one in group.iter("data"):
            if one is not group and one.get("name") and not one.findall("data"):
                yield group.get("name", ""), one


def _gauges(root: Element) -> dict[str, Amount]:
    """The resources that count up and down."""
    found: dict[str, Amount] = {}
    for group, one in _groups(root):
        if one.get("type") == "numberResource" and group in RESOURCES:
            now, most = number(one.get("currentValue")), number(one.text)
            found.setdefault(one.get("name", ""), Amount(most if now is None else now, most))
    return found


def _labels(root: Element) -> Iterator[tuple[str, str]]:
    """All that isn't a resource, as label and text: of a number that counts up and down, where it stands."""
    for group, one in _groups(root):
        if one.get("type") == "numberResource":
            if group not in RESOURCES:
                yield tidy(one.get("name", "")), tidy(one.get("currentValue") or one.text or "").strip()
        elif one.get("type") != "image":
            yield tidy(one.get("name", "")), tidy(one.text or "").strip()


def _colour(root: Element, chat: Element | None) -> str:
    return root.get("chatColorCode.0", "") or ("" if chat is None else chat.get("paletteColor", ""))


def _icon(identifier: str, files: Mapping[str, bytes]) -> Icon | None:
    """The picture that a character names, if it is there, is one, and isn't too large."""
    data = files.get(identifier.lower(), b"") if identifier else b""
    return Icon(data, media_of(data)) if media_of(data) and len(data) <= ICON_SIZE else None


def in_zip(files: Mapping[str, bytes], decoded: Mapping[str, str]) -> tuple[Sheet, ...]:
    """The characters of an archive, from its texts by name."""
    found: list[Sheet] = []
    for name, text in sorted(decoded.items()):
        if name.lower().endswith(".xml") and "<character" in text:
            found += read(text, files)
    return tuple(found[:MOST_CHARACTERS])


# writing -------------------------------------------------------------------------------------------------------------


def written(sheet: Sheet) -> bytes:
    """The zip that can be dropped on a table there: the character, and its picture by its hash."""
    root = _root(sheet)
    if sheet.icon:
        _set(_part(_part(root, "character"), "image"), "imageIdentifier", _hash(sheet.icon), "image")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            _entry("data.xml"), b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="utf-8")
        )
        if sheet.icon:
            archive.writestr(_entry(f"{_hash(sheet.icon)}.{ENDINGS.get(sheet.icon.media, 'png')}"), sheet.icon.data)
    return made.getvalue()


def _hash(icon: Icon) -> str:
    return hashlib.sha256(icon.data).hexdigest()


def _entry(name: str) -> zipfile.ZipInfo:
    """An entry that says nothing of when it was made."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _root(sheet: Sheet) -> Element:
    """The character: what came from this tool with what has changed since, else a new one."""
    came = sheet.unknown.get(TOOL)
    if isinstance(came, str):
        try:
            root = xmls.parsed(came)
        except NoSheet:
            root = _new(sheet)
        else:
            return _changed(root, sheet)
    else:
        root = _new(sheet)
    return root


def _changed(root: Element, sheet: Sheet) -> Element:
    before = _character(root, {})
    if sheet.name != before.name:
        _set(_part(_part(root, "character"), "common"), "name", sheet.name)
    for label, amount in sheet.gauges.items():
        if amount != before.gauges.get(label):
            _put_gauge(root, label, amount)
    for label, text in sheet.values.items():
        if text != before.values.get(label):
            _put_value(root, label, text)
    if sheet.palette != before.palette:
        _put_palette(root, sheet)
    return root


def _new(sheet: Sheet) -> Element:
    root = Element("character", {"location.name": "table", "location.x": "0", "location.y": "0", "posZ": "0"})
    top = _part(root, "character")
    _set(_part(top, "image"), "imageIdentifier", "", "image")
    _set(_part(top, "common"), "name", sheet.name)
    _set(_part(top, "common"), "size", "1")
    for label, amount in sheet.gauges.items():
        _put_gauge(root, label, amount)
    info = {"PL": sheet.player, "種族": sheet.race, "説明": sheet.memo, "URL": sheet.url}
    for label, text in info.items():
        if text:
            _set(_part(_part(top, "detail"), "情報"), label, text, "note" if label == "説明" else "")
    for label, text in pieces.labels_of(sheet).items():
        _put_value(root, label, text)
    indent(top)
    _put_palette(root, sheet)
    if sheet.colour:
        root.set("chatColorCode.0", sheet.colour)
    return root


def _part(parent: Element, name: str) -> Element:
    """The part of that name, made if it isn't there."""
    found = next((one for one in parent.findall("data") if one.get("name") == name), None)
    return SubElement(parent, "data", {"name": name}) if found is None else found


def _set(parent: Element, name: str, text: str, kind: str = "") -> None:
    datum = _part(parent, name)
    datum.text = text
    if kind:
        datum.set("type", kind)


def _put_gauge(root: Element, label: str, amount: Amount) -> None:
    there = next((one for _, one in _groups(root) if one.get("name") == label), None)
    datum = _part(_part(_part(_part(root, "character"), "detail"), RESOURCES[0]), label) if there is None else there
    now = amount.max if amount.now is None else amount.now
    datum.set("type", "numberResource")
    datum.set("currentValue", str(now or 0))
    datum.text = str((now or 0) if amount.max is None else amount.max)


def _put_value(root: Element, label: str, text: str) -> None:
    there = next((one for _, one in _groups(root) if one.get("name") == label), None)
    if there is None:
        _set(_part(_part(_part(root, "character"), "detail"), "能力値"), label, text[:LONGEST])
    elif there.get("type") == "numberResource":
        there.set("currentValue", text)
    else:
        there.text = text


def _put_palette(root: Element, sheet: Sheet) -> None:
    chat = root.find("chat-palette")
    if chat is None:
        chat = SubElement(root, "chat-palette", {"dicebot": BOTS.get(sheet.system, BOTS[OTHER])})
    chat.text = palette.written(sheet)

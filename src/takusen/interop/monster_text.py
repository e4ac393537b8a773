"""Monsters of Sword World as text: the old form with 攻撃方法, the newer one with a table of parts."""

import re
from collections.abc import Iterator

from takusen.interop import sw
from takusen.interop.labelled import RULER
from takusen.interop.monsters import bodied
from takusen.interop.text import folded, leading, named, number, parted
from takusen.interop.ytsheet_text import barred
from takusen.log.table import Table
from takusen.rulebook.sheet import MONSTER, SW20, SW25, Part, Sheet

TOOL = "ytsheet"
LABELS = (
    "知名度/弱点値", "知名度/弱点", "生命抵抗力", "精神抵抗力", "レベル", "分類", "知能", "知覚", "反応", "穢れ",
    "言語", "生息地", "弱点", "先制値", "移動速度", "攻撃方法", "部位数", "コア部位", "特殊能力", "戦利品", "種族名",
    "個体名", "解説", "説明", "命中力", "打撃点", "回避力", "防護点", "HP", "MP", "参照",
)  # fmt: skip
LABEL = re.compile(
    rf"(?:^|(?<=[\s/　]))[ 　]*({'|'.join(map(re.escape, sorted(LABELS, key=len, reverse=True)))})\s*:", re.MULTILINE
)
TITLE = re.compile(r"^\s*(?:LV|レベル)\s*(\d{1,2})\s+(\S.*?)(?:\s+\(.*\))?\s*$", re.IGNORECASE)
BLOCKS = ("特殊能力", "戦利品", "解説", "説明")
BLOCK = re.compile(rf"^\s*[□■●【]?\s*({'|'.join(BLOCKS)})\s*[】:]?\s*$", re.MULTILINE)
PART = {"命中力": "hit", "打撃点": "damage", "回避力": "evasion", "防護点": "armour", "HP": "hp", "MP": "mp"}
SURE = ("知名度/弱点", "攻撃方法:", "打撃点", "先制値:", "移動速度:", "分類:", "戦利品:")
RESISTANCE = re.compile(r"^(\S+?)\s*\(\s*([^)]*)\)")


def is_ours(text: str) -> bool:
    """Whether a text describes monsters."""
    plain = folded(text[:20_000])
    return sum(mark in plain for mark in SURE) >= 3


def read(text: str) -> tuple[Sheet, ...]:
    """Every monster in a text: a ruled line stands between two."""
    return tuple(_monster(part) for part in RULER.split(text) if LABEL.search(folded(part)))


def _monster(text: str) -> Sheet:
    plain = "\n".join(map(folded, text.strip().split("\n")))
    parts = tuple(_listed(plain)) or tuple(_table(plain))
    blocks = dict(_blocks(plain))
    values = {label: value for label, value in _pairs(plain) if value and label not in (*PART, "攻撃方法", *BLOCKS)}
    for label in ("生命抵抗力", "精神抵抗力"):
        found = RESISTANCE.match(values.get(label, ""))
        values |= {label: found[1], f"{label}固定値": found[2]} if found else {}
    name, ruby, kind = _names(text.strip(), values)
    fame = re.match(r"\s*([^/]*)/(.*)", values.pop("知名度/弱点値", values.pop("知名度/弱点", "")))
    values |= (
        {label: one.strip() for label, one in zip(("知名度", "弱点値"), fame.groups(), strict=True) if one.strip()}
        if fame
        else {}
    )
    sheet = Sheet(
        tool=TOOL,
        system=SW25 if "2.5" in plain[:400] else SW20,
        kind=MONSTER,
        name=name,
        ruby=ruby,
        aliases=(kind,) if kind and kind != name else (),
        level=_level(plain, values),
        values=Table({**values, **blocks}),
        parts=parts,
        initiative=number(values.get("先制値")),
        memo=blocks.get("解説", blocks.get("説明", "")),
    )
    return sw.finished(bodied(sheet))


def _level(plain: str, values: dict[str, str]) -> int | None:
    title = next((found for line in plain.split("\n") if (found := TITLE.match(line[:200]))), None)
    return int(title[1]) if title else leading(values.get("レベル"))


def _names(text: str, values: dict[str, str]) -> tuple[str, str, str]:
    """Its own name, the ruby of that, and the name of its kind."""
    own, kind = values.pop("個体名", ""), values.pop("種族名", "")
    first = text.split("\n", 1)[0]
    title = TITLE.match(folded(first[:200]))
    if not kind and not LABEL.search(folded(first)):
        kind = title[2] if title else first
    kind, kind_ruby, _ = named(kind)
    name, ruby, _ = named(own)
    return (name, ruby, kind) if name else (kind, kind_ruby, "")


def _pairs(plain: str) -> Iterator[tuple[str, str]]:
    """The labels of monsters with what follows each on its line, up to the blocks of text."""
    first = BLOCK.search(plain)
    body = plain[: first.start()] if first else plain
    seen: set[str] = set()
    for line in body.split("\n"):
        for one, rest in parted(LABEL, line[:2000]):
            if one[1] not in seen:
                seen.add(one[1])
                yield one[1], rest.strip(" /　")


def _blocks(plain: str) -> Iterator[tuple[str, str]]:
    """特殊能力, 戦利品 and the description: the lines up to the next of them."""
    for head, text in parted(BLOCK, plain):
        if text.strip(" :\n|"):
            yield head[1], "\n".join(line.rstrip() for line in text.split("\n")).strip()


def _listed(plain: str) -> Iterator[Part]:
    """Ways of attacking in the old form: each begins with 攻撃方法, what follows belongs to it."""
    first = BLOCK.search(plain)
    body = plain[: first.start()] if first else plain
    for chunk in re.split(r"^\s*攻撃方法\s*:", body, flags=re.MULTILINE)[1:]:
        style = re.split(r"/\s*命中力|\n|　", chunk, maxsplit=1)[0]
        read = dict.fromkeys(PART.values(), "")
        for found in re.finditer(rf"({'|'.join(PART)})\s*:\s*([^/\n]*)", chunk):
            read[PART[found[1]]] = read[PART[found[1]]] or found[2].strip()
        yield Part(named(style.strip(" /"))[0], **read)


def _table(plain: str) -> Iterator[Part]:
    """Parts in the newer form: a table with bars."""
    heads: list[str] = []
    for line in plain.split("\n"):
        row = barred(line)
        if "打撃点" in row:
            heads = row
        elif heads and len(row) >= len(heads) - 1 and not set(line) <= set("-|+ "):
            read = {PART[head]: cell for head, cell in zip(heads, row, strict=False) if head in PART}
            yield Part(named(row[0])[0], **read)
        elif heads and not row:
            return

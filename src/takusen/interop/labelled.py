"""Sheets of any game that are written as labels with texts after a colon."""

import re
from collections.abc import Iterator

from takusen.interop import games, sw
from takusen.interop.text import folded, leading, named, number, parted, shown
from takusen.log.table import Table
from takusen.rulebook.sheet import OTHER, Amount, Sheet

TOOL = "text"
PAIR = re.compile(r"(?:^|(?<=\s{2})|(?<=[/、] )|(?<=\t))\s*([^\s:/\[\]□■](?:[^:\[\]\s]| (?! )){0,23}?)\s*:(?!//)[ \t]*")
BOX = re.compile(r"\[([^\[\]]{1,20})\]\s*([□■☐☑✓])")
RULER = re.compile(r"^[ \t]*(?:-{3,}|={3,}|[─━]{3,}|\*{3,})[ \t]*$", re.MULTILINE)
SUMS = re.compile(r"^\s*=?\s*合計\s*=?")
NAMES = ("キャラクター名", "名前", "PC名", "キャラ名", "氏名", "探索者名", "NAME")
PLAYERS = ("PL", "PL名", "プレイヤー", "プレイヤー名")
LEVELS = ("レベル", "LV", "キャラクターレベル", "CL")
VERSION = re.compile(r"\[?(?:.{0,10}\s)?ver\.?\s*[\w.]+\]?\s*\Z", re.IGNORECASE)
MOST = 200


def is_ours(text: str) -> bool:
    """Whether a text is made of labels, one of which is a name or a gauge."""
    labels = {label for label, _ in pairs(folded(text[:20_000]))}
    return len(labels) >= 3 and bool(labels & set(NAMES) or any(games.gauge(label) for label in labels))


def read(text: str) -> tuple[Sheet, ...]:
    """Every character in a text: a ruled line stands between two."""
    return tuple(read_one(part, TOOL) for part in RULER.split(text) if len(list(pairs(folded(part)))) >= 2)


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """Label and text of everything that is written with a colon: several a line, where blanks or a slash part them."""
    for line in text.split("\n"):
        for one, rest in parted(PAIR, line[:600]):
            yield one[1].strip(), rest.strip(" \t/、")


def totals(text: str) -> Iterator[tuple[str, str]]:
    """Tables of numbers: the words of a heading row with what the row of sums below it has under them."""
    heads: list[str] = []
    for line in text.split("\n"):
        words = SUMS.sub("", line[:600]).split()
        if SUMS.match(line) and len(words) == len(heads):
            yield from zip(heads, words, strict=True)
            heads = []
        elif len(words) > 2 and not any(character.isdecimal() for character in line):
            heads = words


def read_one(text: str, tool: str) -> Sheet:
    """One character of another game: gauges by the names that games have for them, all else as values."""
    plain = "\n".join(map(folded, text.split("\n")))
    found = [*pairs(plain), *totals(plain)]
    gauges = {games.gauge(label): amount for label, value in found if games.gauge(label) and (amount := _amount(value))}
    values = dict(list(_values(found))[:MOST]) | {one[1]: one[2] for one in BOX.finditer(plain)}
    name, ruby, alias = named(_as_written(text, NAMES))
    version = next((line.strip() for line in plain.split("\n") if VERSION.match(line.strip()[:60])), "")
    sheet = Sheet(
        tool=tool,
        system=OTHER,
        name=name,
        ruby=ruby,
        aliases=(alias,) if alias else (),
        player=shown(_as_written(text, PLAYERS)),
        race=dict(found).get("種族", ""),
        level=next((leading(value) for label, value in found if label.upper() in LEVELS), None),
        gauges=Table(gauges),
        values=Table(values | ({"版": version} if version else {})),
        palette="\n".join(line for line in plain.split("\n") if COMMAND.search(line)),
        memo=text.strip(),
    )
    return sw.finished(games.told(sheet, plain[:20_000]))


COMMAND = re.compile(r"^\s*(?:\[[^\]]{1,10}\]\s*)?\d*D\d*[+\-{(]", re.IGNORECASE)


def _values(found: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """All that is written, the first of each label; an age in full width is a number again."""
    seen = {*NAMES, *PLAYERS}
    for label, value in found:
        if label not in seen and value and not games.gauge(label):
            seen.add(label)
            yield label, value


def _amount(value: str) -> Amount | None:
    """A gauge from `32/38` or `48`; empty is not known."""
    now, slash, most = value.partition("/")
    if number(now) is not None and slash and number(most) is not None:
        return Amount(number(now), number(most))
    return Amount(leading(value), leading(value)) if leading(value) is not None else Amount() if not value else None


def _as_written(text: str, labels: tuple[str, ...]) -> str:
    """What stands after the first of some labels, in the signs that it was written with."""
    for label in labels:
        found = re.search(rf"^[ \t\u3000]*{label}[ \t\u3000]*[:：](.*)$", text, re.MULTILINE | re.IGNORECASE)
        if found:
            return re.split(r"\s{2,}|\u3000(?=\S+[:：])", found[1].strip())[0]
    return ""

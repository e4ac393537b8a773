"""Text and numbers as other tools write them: any encoding, full width, blanks of all kinds."""

import html
import re
import unicodedata
from collections.abc import Iterator
from itertools import islice

from takusen.interop.refusal import NoSheet
from takusen.log.signs import shortened

NAME_LIMIT = 40
LINE_LIMIT = 1_000
LINES_LIMIT = 5_000
BLANK_LIMIT = 80
BLANKS = re.compile(rf"[ \t\u3000]{{{BLANK_LIMIT},}}")
GAPS = re.compile(r"\n{4,}")
MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
JIS = re.compile(rb"\x1b[$(][@BJ]")
ODD = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff]"
)
LINES = re.compile("\r\n?|[\u2028\u2029\x85]")
ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{2,10});")
BREAKS = re.compile(r"<br\s*/?>", re.IGNORECASE)
TAGS = re.compile(r"</?(?:font|span|b|i|u|s|small|big|strong|em|ruby|rb|rp|p|div)\b[^<>]{0,200}>", re.IGNORECASE)
DASHES = dict.fromkeys(map(ord, "−‐‑‒–—―"), "-")
WHOLE = re.compile(r"[+-]*(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.0+)?\Z")
LEADING = re.compile(r"[+-]?\d{1,9}(?![\d.])")
RUBY = (
    re.compile(r"[|｜]([^|｜《》]{1,60})《([^《》]{0,60})》"),
    re.compile(r"()(?<=[\u3400-\u9fff\uf900-\ufaff々〆])《([\u3041-\u30ffー・ ]{1,60})》"),
    re.compile(r"<ruby>(?:<rb>)?([^<>]{1,60})(?:</rb>)?(?:<rp>[^<>]{0,3}</rp>)?<rt>([^<>]{0,60})</rt>.{0,20}?</ruby>"),
)
QUOTED = re.compile(r"^[“\"「]([^“”\"「」]{1,60})[”\"」]\s*(?=\S)")


def decoded(data: bytes) -> str:
    """The text of a file, whatever encoding it is in. Raises NoSheet for what is no text."""
    readings = (read(data) for read in (_by_mark, _as_utf, _as_japanese))
    found = next((one for one in readings if one is not None), None)
    if found is None or "\x00" in found[:2000]:
        raise NoSheet("sheet_binary")
    return found


def _by_mark(data: bytes) -> str | None:
    """Text that says its encoding by its first bytes, or that can only be UTF-16, since it has bytes of 0."""
    for mark, name in MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    if 0 in data[:4000]:
        little = data[1::2].count(0) > data[::2].count(0)
        return _likeliest([data.decode("utf-16-le" if little else "utf-16-be", "replace")])
    return data.decode("iso2022_jp_ext", "replace") if JIS.search(data[:400]) else None


def _as_utf(data: bytes) -> str | None:
    """UTF-8, even with a few broken signs in it."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return text if broken * 50 <= len(text) else None


def _as_japanese(data: bytes) -> str | None:
    """The older Japanese encodings: whichever reads as Japanese."""
    return _likeliest([data.decode(name, "replace") for name in ("cp932", "euc_jis_2004")])


def _likeliest(read: list[str]) -> str | None:
    best = max(read, key=_likely)
    return best if _likely(best) > 0 else None


def _likely(text: str) -> int:
    """How much a text looks like Japanese rather than like a wrong reading of it."""
    part = text[:4000]
    good = len(re.findall(r"[\u3041-\u30ff\u4e00-\u9fff]", part))
    return good - 3 * len(re.findall("[\uff61-\uff9f\ufffd\ue000-\uf8ff]", part)) + len(re.findall("[ -~]", part)) // 4


def tidy(text: str) -> str:
    """Text with plain line ends and nothing in it that can't be seen."""
    return ODD.sub("", LINES.sub("\n", text)).replace("\xa0", " ")


def in_lines(text: str) -> str:
    """A text for those who read lines: no line, run of blanks or gap is longer than any sheet has."""
    lines = (line[:LINE_LIMIT].rstrip() for line in BLANKS.sub(" " * BLANK_LIMIT, text).split("\n"))
    return GAPS.sub("\n\n\n", "\n".join(islice(lines, LINES_LIMIT)))


def folded(text: str) -> str:
    """Text for comparing and for numbers: half width, plain signs."""
    return unicodedata.normalize("NFKC", text.translate(DASHES)).translate(DASHES)


def shown(value: object) -> str:
    """A value as text to show: entities and <br> resolved, other tags that only colour or mark left out."""
    if value is None or isinstance(value, bool | dict | list):
        return ""
    text = ENTITY.sub(lambda found: html.unescape(found[0]), str(value))
    return tidy(TAGS.sub("", BREAKS.sub("\n", text))).strip()


def spoken(text: str) -> str:
    """A line of a log: tags are marks of its tool, what an entity stands for was typed."""
    return tidy(ENTITY.sub(lambda found: html.unescape(found[0]), TAGS.sub("", BREAKS.sub("\n", text)))).strip()


def number(value: object) -> int | None:
    """A whole number as people and tools write it; None for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < 1_000_000_000 else None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1_000_000_000 else None
    text = re.sub(r"[\s\u200c\u200d]", "", folded(shown(value)[:60]))
    if not WHOLE.match(text):
        return None
    figure = int(re.sub(r"[+\-,]|\.0+\Z", "", text))
    return -figure if text[: text.find(next(filter(str.isdigit, text)))].count("-") % 2 else figure


def leading(value: object) -> int | None:
    """The number that a text begins with, such as in 19m or 12(19)."""
    found = LEADING.match(folded(shown(value)[:60]).strip())
    return int(found[0]) if found else None


def rubied(text: str) -> tuple[str, str]:
    """A name without its ruby, and the ruby."""
    read: list[str] = []
    for pattern in RUBY:
        read += [found[2] for found in pattern.finditer(text) if found[2]]
        text = pattern.sub(lambda found: found[1], text)
    return text, " ".join(read)


def named(value: object) -> tuple[str, str, str]:
    """A printed name as (name, ruby, alias): “alias” may stand before it."""
    text, ruby = rubied(tidy(str(value if value is not None else ""))[:400])
    text = shown(text).replace("\n", " ").strip(" \t\u3000\u200c\u200d")
    alias = QUOTED.match(text)
    name = text[alias.end() :].strip() if alias else text
    return shortened(name, NAME_LIMIT - 1), shortened(ruby, NAME_LIMIT - 1), alias[1] if alias else ""


def parted(pattern: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Every match with the text that follows it up to the next one."""
    found = list(pattern.finditer(text))
    ends = [*(one.start() for one in found[1:]), len(text)]
    for one, end in zip(found, ends, strict=False):
        yield one, text[one.end() : end]

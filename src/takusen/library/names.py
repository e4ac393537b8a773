"""Names as people type them: one key for every way to write a name."""

import re
import unicodedata
from hashlib import sha256

LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i"})
MARKS = re.compile("[\u0300-\u036f]")
SMALL = str.maketrans("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ")
KATAKANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
BREAKS = re.compile(r"[\s/|＿_]+")
DROPPED = re.compile(r"[^\w ]|[ー]")
RUBY = re.compile(r"(?<=[\u3005\u3400-\u9fff])[（(][\u3041-\u30ff]{1,12}(?:[）)]|$)")
NOTE = re.compile(r"[\s\u3000]+[（(][^（）()]*[）)]?$")
IN_JAPANESE = re.compile(r"[\u3041-\u30ff\u3400-\u9fff]")
BRACKETS = re.compile(r"[《》〈〉]")


def folded(name: str) -> str:
    """The key of a name: without case, accents and punctuation, kana alike, words one blank apart."""
    text = unicodedata.normalize("NFKC", name).casefold().translate(LETTERS)
    text = MARKS.sub("", unicodedata.normalize("NFD", text))
    text = unicodedata.normalize("NFC", text).translate(KATAKANA).translate(SMALL)
    plain = DROPPED.sub("", BREAKS.sub(" ", text))
    return " ".join(plain.split()) or " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def words_of(typed: str) -> tuple[str, ...]:
    """The words of a search, each of which a name has to hold."""
    return tuple(dict.fromkeys(folded(typed).split()))


def japanese(name: str) -> str:
    """A printed Japanese name without ruby, brackets and a second name behind it; "" where nothing is Japanese."""
    found = NOTE.sub("", RUBY.sub("", BRACKETS.sub("", name))).strip()
    return found if IN_JAPANESE.search(found) else ""


def id_of_name(name: str) -> str:
    """The id of a card whose file gives it none."""
    return f"{NAMED}{sha256(folded(name).encode()).hexdigest()[:24]}"


def is_named(id: str) -> bool:
    """Whether an id was made of a name."""
    return id.startswith(NAMED)


NAMED = "name-"

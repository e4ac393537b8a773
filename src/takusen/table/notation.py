"""How people write dice, names and numbers in the chat, whatever width their keyboard gives."""

import re
import unicodedata
from typing import Final

NAME: Final = re.compile(r"[{｛]([^{}｛｝]*)[}｝]")
"""A `{name}` that stands for a value."""

WORD: Final = re.compile(r"(?:[{｛][^{}｛｝]*[}｝]|\S)+")
TIMES: Final = re.compile(r"(?:x|rep|repeat)\d+\Z", re.I)
BARE_TIMES: Final = re.compile(r"\d{1,3}\Z")
"""At the head of a line `3 2d6` is `x3 2d6`, as in Udonarium."""

PLAIN = re.compile(r"[!-~]+\Z")
UNKNOWN = re.compile(r"(?<![<>=])\?")
CHOICE = re.compile(r"S?CHOICE\d*[\[(]", re.I)
LOOKS = re.compile(
    r"""S?(?:
        [-+*/()\d]* (?: [\d)]D | D\d )          # 2d6+3, 10+3D>=0, D66
      | [-+*/()\d]* \d [BRU] \d                 # 3B6>=4
      | \d+ T[YZ] \d
      | O?H?K (?: \d | \( )                     # K20[10]+5, never K[0]
      | C \( [-+(\d]
      | [A-Z][A-Z\d]* [<>]=? [-+(\d]            # CCB<=75
    )""",
    re.I | re.X,
)
MINUS = str.maketrans("\u2010\u2011\u2013\u2212", "----")


def folded(text: str) -> str:
    """A name or command for comparing and rolling: full width and half width are alike."""
    return unicodedata.normalize("NFKC", text).translate(MINUS).strip()


def without_names(text: str) -> str:
    """A text with a 1 for every `{name}`, to see its form."""
    return NAME.sub("1", text)


def is_times(word: str) -> bool:
    """Whether a line's first word says how often to roll what follows."""
    return bool(TIMES.match(folded(word)) or BARE_TIMES.match(folded(word)))


def looks_like_command(word: str) -> bool:
    """Whether a folded word has the form of a dice command of some system."""
    if CHOICE.match(word):
        return True
    return bool(LOOKS.match(word) and PLAIN.match(word) and not UNKNOWN.search(word))

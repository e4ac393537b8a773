"""Text hygiene: what is taken off a card's text, or written in one way, before anybody reads it."""

from __future__ import annotations

import re
from typing import Final

from takusen_books.mtg_trpg.recognise.labels import Face
from takusen_books.mtg_trpg.recognise.vocabulary import BASE, SUBTYPES, THIRD, TYPE_WORDS

SELF: Final = "~"
LONGEST_TEXT: Final = 10_000
"""No card says more; what is longer is cut here, and doubted."""
LONGEST_NAME: Final = 200

_SIGNS: Final = str.maketrans({"−": "-", "–": "—", "’": "'", "‘": "'", "“": '"', "”": '"', "‑": "-", "\u00a0": " "})
_OLD_WORDING: Final = (
    (re.compile(r"\bcomes? into play\b"), "enters"),
    (re.compile(r"\bleaves? play\b"), "leaves the battlefield"),
    (re.compile(r"\binto play\b"), "onto the battlefield"),
    (re.compile(r"\bfrom play\b"), "from the battlefield"),
    (re.compile(r"\bin play\b"), "on the battlefield"),
    (re.compile(r"\bremoved from the game\b"), "exiled"),
    (re.compile(r"\bRemove ([^.:\n]{1,120}?) from the game\b"), r"Exile \1"),
    (re.compile(r"\bremoves? ([^.:\n]{1,120}?) from the game\b"), r"exile \1"),
    (re.compile(r"\bconverted mana cost\b"), "mana value"),
    (re.compile(r"\benters the battlefield\b"), "enters"),
    (re.compile(r"\benter the battlefield\b"), "enter"),
    (re.compile(r"\btarget creature or player\b"), "any target"),
    (re.compile(r"\btarget creature, planeswalker, or player\b"), "any target"),
    (re.compile(r"\bhis or her\b"), "their"),
    (re.compile(r"\bhe or she\b"), "they"),
    (re.compile(r"\bhim or her\b"), "them"),
    (re.compile(r"\bhis/her\b"), "their"),
    (re.compile(r"\bis put into (a|your|their|its owner's) graveyard from the battlefield\b"), "dies"),
    (re.compile(r"\bBury\b"), "Destroy"),
    (re.compile(r"\bbury\b"), "destroy"),
)


def without_reminders(text: str) -> str:
    """The text without what stands in parentheses, however deep; an unmatched one opens or closes nothing."""
    kept: list[str] = []
    starts: list[int] = []
    for sign in text:
        if sign == "(":
            starts.append(len(kept))
        kept.append(sign)
        if sign == ")" and starts:
            start = starts.pop()
            del kept[start:]
    return "".join(kept)


def _usual_word(name: str) -> bool:
    """Whether a name is also a word that cards use, as Exile and Forest are; names of planeswalkers are none."""
    word = name.lower()
    subtype = SUBTYPES.get(word, "planeswalker") != "planeswalker"
    return word in BASE or word in THIRD or subtype or word in TYPE_WORDS


_JOINTS: Final = re.compile(r",| of | the | and | in | from | on | who | with | Who | to | for |'s ")


def _short_names(name: str, legend: bool) -> list[str]:
    names = [name]
    if legend and len(name) < LONGEST_NAME:
        names += [name[: joint.start()] for joint in _JOINTS.finditer(name)]
        names += [name.split(" ", maxsplit=1)[0], " ".join(name.split(" ")[:2])]
    shorts = [n.strip(" ,") for n in dict.fromkeys(names)]
    usable = [n for n in shorts if n == name or (len(n) > 1 and n not in {"The", "A", "An", "Who"})]
    return sorted(dict.fromkeys(usable), key=len, reverse=True)


def _own_name_pattern(name: str) -> str:
    """Where this name means the card. A name that is also a word does so only as a subject or amid a sentence."""
    escaped = rf"(?<![\w'-]){re.escape(name)}(?![\w-])"
    if not _usual_word(name):
        return escaped
    verbs = "deals|enters|dies|attacks|blocks|gets|has|is|leaves|becomes|can't|doesn't|costs|fights|gains|was"
    return rf"(?:{escaped}(?= (?:{verbs})\b)|(?<=[a-z,] ){escaped}(?=[ ,.'](?!creature|card|spell|you)))"


def own_names(face: Face) -> re.Pattern[str]:
    """Every way in which the text may call the card by its name."""
    legend = "Legendary" in face.type_line or "Planeswalker" in face.type_line
    names = [n.removeprefix("A-") for n in [face.name, *face.full_name.split(" // ")] if n]
    parts: list[str] = []
    for index, name in enumerate(dict.fromkeys(names)):
        shorts = _short_names(name, legend and index == 0)
        parts += [_own_name_pattern(short) for short in shorts if short == name or not _usual_word(short)]
    return re.compile("|".join(parts) or r"(?!)")


_THIS: Final = re.compile(
    r"\b[Tt]his (?:creature|artifact|enchantment|land|planeswalker|permanent|card|spell|token|Aura|Saga|Equipment|"
    r"Vehicle|Class|Case|Room|Curse|Fortification|Siege|battle|emblem|Attraction|Spacecraft|Background|commander|"
    r"Plan|Mount|Contraption)(?![\w])"
)


def clean_lines(face: Face) -> list[str]:
    """The lines of the text: one way of writing, no reminders, the card itself written `~`."""
    text = without_reminders(face.text[:LONGEST_TEXT].translate(_SIGNS).replace("\r", ""))
    text = own_names(face).sub(SELF, text)
    text = _THIS.sub(SELF, text)
    for old, new in _OLD_WORDING:
        text = old.sub(new, text)
    return [line.strip() for line in text.split("\n") if line.strip()]

"""Type lines as cards have them, in English or Japanese."""

import re

import msgspec

from .world import ARTIFACT, CREATURE, ENCHANTMENT, LAND, PLANESWALKER

WORDS = {
    "creature": CREATURE, "クリーチャー": CREATURE, "artifact": ARTIFACT, "アーティファクト": ARTIFACT,
    "land": LAND, "土地": LAND, "enchantment": ENCHANTMENT, "エンチャント": ENCHANTMENT,
    "planeswalker": PLANESWALKER, "プレインズウォーカー": PLANESWALKER,
    "instant": "instant", "インスタント": "instant", "sorcery": "sorcery", "ソーサリー": "sorcery",
}  # fmt: skip
"""The words for types."""
ABOVE = {
    "legendary": "legendary", "伝説": "legendary", "token": "token", "トークン": "token",
    "basic": "basic", "基本": "basic", "snow": "snow", "氷雪": "snow", "world": "world", "ワールド": "world",
    "tribal": "kindred", "kindred": "kindred", "部族": "kindred", "同族": "kindred",
}  # fmt: skip
"""The words for what goes before the types."""
KNOWN = re.compile("|".join(sorted((*WORDS, *ABOVE), key=len, reverse=True)))
BETWEEN = re.compile(r"[\s・の/]*")
DASH = re.compile(r"\s*[—–―－]\s*|\s+-\s+")
APART = re.compile(r"[\s・/]+")


class TypeLine(msgspec.Struct, frozen=True):
    """What a type line says; `above` holds its supertypes, and that it is a token."""

    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    above: tuple[str, ...] = ()

    @property
    def legendary(self) -> bool:
        """Whether it is legendary."""
        return "legendary" in self.above

    @property
    def token(self) -> bool:
        """Whether it is a token."""
        return "token" in self.above

    @property
    def permanent(self) -> bool:
        """Whether it can lie on the battlefield."""
        return bool(self.types) and not {"instant", "sorcery"} & {*self.types}


def type_line(text: str) -> TypeLine:
    """A type line such as `Legendary Creature — Human Knight` or `伝説のクリーチャー — 人間・騎士`. Raises ValueError
    with what isn't known."""
    head, *below = DASH.split(text.strip(), maxsplit=1)
    left = BETWEEN.sub("", KNOWN.sub("", head.lower()))
    if left:
        raise ValueError(left)
    found = KNOWN.findall(head.lower())
    types = tuple(dict.fromkeys(WORDS[one] for one in found if one in WORDS))
    if not types:
        raise ValueError(text)
    return TypeLine(
        types=types,
        subtypes=tuple(filter(None, APART.split(below[0]))) if below else (),
        above=tuple(dict.fromkeys(ABOVE[one] for one in found if one in ABOVE)),
    )

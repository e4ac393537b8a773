"""Resource lines: `:HP-5`, `:HP+1d6 MP-2`, `:HP^=30`, `@ルカ:HP-10L`, `:メモ>毒`."""

import re
from collections.abc import Iterable

import msgspec

from takusen.table.arithmetic import is_arithmetic
from takusen.table.notation import folded, looks_like_command

TARGET = re.compile(r"\s*[@＠]([^:：\n]{1,80})(?=[:：])")
PIECE = re.compile(r"(:?)([^-+=>^:\s@][^-+=>^:\s]*)(\^?)([-+=])(\S*?)([LZ]*)\Z", re.I)
TEXT = re.compile(r"\s*[:：]([^-+=>^:：＋－＝＞\s]+)[>＞](.*)\Z", re.S)
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


class Change(msgspec.Struct, frozen=True):
    """One change as written. `amount` is a number, arithmetic or dice; after `>` it is a text.

    `top` means the maximum, `within` (L) keeps the result between 0 and the maximum, `onesided` (Z) never lets a
    negative amount turn a loss into a gain. `sure` is false for a word without a colon: it may be a remark.
    """

    name: str
    sign: str
    amount: str
    typed: str
    top: bool = False
    within: bool = False
    onesided: bool = False
    sure: bool = True

    @property
    def unfinished(self) -> bool:
        """Whether the amount is still to be written."""
        return not self.amount and self.sign != ">"

    @property
    def rolls(self) -> bool:
        """Whether the amount has to be rolled."""
        return self.sign != ">" and bool(self.amount) and not is_arithmetic(self.amount)

    def after(self, now: int, top: int | None, amount: int) -> int:
        """What a number becomes."""
        if self.onesided:
            amount = max(0, amount)
        found = {"+": now + amount, "-": now - amount}.get(self.sign, amount)
        if self.within:
            found = max(0, found if top is None or self.top else min(found, top))
        return found


class ResourceLine(msgspec.Struct, frozen=True):
    """The changes of a line, and whom they are for: "" for whoever speaks. `words` are all of its words."""

    changes: tuple[Change, ...]
    target: str = ""
    words: tuple[str, ...] = ()

    def note(self, made: Iterable[Change]) -> str:
        """What of the line is not one of the changes made."""
        typed = [one.typed for one in made]
        return " ".join(word for word in self.words if word not in typed)


def misread(text: str) -> tuple[str, str] | None:
    """The name and the amount in a line that has the form of a change but for its amount."""
    aimed = TARGET.match(text)
    words = (text[aimed.end() :] if aimed else text).split(maxsplit=1)
    piece = PIECE.match(folded(words[0])) if words else None
    return (piece[2], piece[5]) if piece and piece[1] else None


def read(text: str) -> ResourceLine | None:
    """The changes that a line of chat makes, with its `{names}` filled in; None for any other line."""
    aimed = TARGET.match(text)
    rest = text[aimed.end() :] if aimed else text
    set_text = TEXT.match(rest)
    words = [] if set_text else rest.split()
    if set_text:
        changes: tuple[Change, ...] = (Change(set_text[1], ">", set_text[2].strip(), rest.strip()),)
    else:
        changes = _changes(words)
    return ResourceLine(changes, aimed[1].strip() if aimed else "", tuple(words)) if changes else None


def _changes(words: list[str]) -> tuple[Change, ...]:
    """The changes in a line's words; none unless it begins with one."""
    first = _change(words[0]) if words else None
    if first is None or not first.sure:
        return ()
    rest = (_change(word) for word in words[1:])
    return (first, *(one for one in rest if one is not None))


def _change(word: str) -> Change | None:
    piece = PIECE.match(folded(word))
    if piece is None:
        return None
    colon, name, top, sign, amount, limits = piece.groups()
    amount = THOUSANDS.sub("", amount)
    rolls = looks_like_command(amount) and not amount.upper().startswith("S")
    if not (is_arithmetic(amount) or rolls or (colon and not amount)):
        return None
    within, onesided = "L" in limits.upper(), "Z" in limits.upper()
    return Change(name, sign, amount, word, bool(top), within, onesided, bool(colon))

"""Whole-number arithmetic as palettes and resource lines write it: + - * / and brackets, division rounding down."""

import re
from collections.abc import Callable

LONGEST = 1_000
LARGEST = 10**9
DEEPEST = 30
TOKEN = re.compile(r"\d+|[-+*/()]")
WRITTEN = re.compile(r"[\d+\-*/()\s]+\Z")

OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "/": int.__floordiv__,
}


class NoNumber(Exception):
    """A text that is no arithmetic, or whose result is out of all bounds."""


def is_arithmetic(text: str) -> bool:
    """Whether a text holds nothing but numbers, signs and brackets."""
    return bool(WRITTEN.match(text)) and any(sign.isdecimal() for sign in text)


def computed(text: str) -> int:
    """What a text comes to. Raises NoNumber."""
    if len(text) > LONGEST or not WRITTEN.match(text):
        raise NoNumber(text)
    sums = _Sums(TOKEN.findall(text))
    found = sums.total(0)
    if sums.left():
        raise NoNumber(text)
    return found


class _Sums:
    """Reads tokens from the left, one level of precedence a method."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens, self._at = tokens, 0

    def left(self) -> str:
        """The next token, "" at the end."""
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def total(self, depth: int) -> int:
        """Terms added up."""
        return self._chain("+-", lambda: self._chain("*/", lambda: self._factor(depth)))

    def _chain(self, signs: str, part: Callable[[], int]) -> int:
        found = part()
        while self.left() and self.left() in signs:
            found = _bounded(self._take(), found, part())
        return found

    def _factor(self, depth: int) -> int:
        sign = 1
        while self.left() in ("+", "-"):
            sign = -sign if self._take() == "-" else sign
        token = self._take()
        if token == "(" and depth < DEEPEST:
            inside = self.total(depth + 1)
            if self._take() != ")":
                raise NoNumber("(")
            return sign * inside
        if not token.isdecimal() or len(token) > len(str(LARGEST)):
            raise NoNumber(token)
        return sign * int(token)

    def _take(self) -> str:
        token = self.left()
        self._at += 1
        return token


def _bounded(operator: str, left: int, right: int) -> int:
    if operator == "/" and right == 0:
        raise NoNumber("/ 0")
    found = OPERATORS[operator](left, right)
    if abs(found) > LARGEST:
        raise NoNumber(str(found))
    return found

"""Mana costs as numbers."""

import re

SYMBOL = re.compile(r"\{([^{}]*)\}")
LONGEST = 15


def mana_value(cost: str | None) -> float:
    """The mana value of a cost: X is 0, and of a symbol with two halves the greater one counts."""
    return float(sum(map(_worth, SYMBOL.findall(cost or ""))))


def _worth(symbol: str) -> float:
    return max(_one(part) for part in symbol.split("/") if part != "P" or "/" not in symbol) if symbol else 0.0


def _one(part: str) -> float:
    if part.isascii() and part.isdecimal() and len(part) <= LONGEST:
        return float(part)
    if part in ("X", "Y", "Z"):
        return 0.0
    return 0.5 if (part.startswith("H") and len(part) == 2) or part == "½" else 1.0

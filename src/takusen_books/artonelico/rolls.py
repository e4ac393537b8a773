"""Rolls of amounts: they neither fumble nor are critical (AT-08, AT-11)."""

from takusen.rules import Chance, DiceCode, Id


def rolled(t: Chance, label: str, written: DiceCode, of: Id) -> int:
    """What a dice code comes to; one without dice is not rolled."""
    return t.roll(label, written.total(), of) if written.dice > 0 else written.plus

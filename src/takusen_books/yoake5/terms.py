"""What formulas of the content may speak of (YA-09): the user's numbers, and what is so about them."""

from takusen.rules import Formula, Names, formula

STATS = (
    "attack", "magic_attack", "hit", "evasion", "barrier", "armour", "action_value", "perception", "dexterity",
    "intellect", "spirit", "appraisal", "lore", "hp_max", "mp_max", "weight",
)  # fmt: skip
CONDITIONS = ("armoured", "naked", "wounded", "fighting", "hidden")
"""What is so or not about the user, as 1 or 0."""
LEVELS = ("SL", "CL", "ML", "kills")
"""Levels, and the kills of a weapon."""
NAMES = Names(dict.fromkeys((*LEVELS, "dealt", "hp", "mp", "lp", *STATS, *CONDITIONS), "number"))


def number(text: str) -> Formula:
    """A formula that comes to a number. Raises BadFormula."""
    return formula(text, NAMES, "number")


def dice(text: str) -> Formula:
    """A formula that comes to how many dice. Raises BadFormula."""
    return formula(text, NAMES, "number")


def condition(text: str) -> Formula:
    """A formula that holds or doesn't. Raises BadFormula."""
    return formula(text, NAMES, "truth")

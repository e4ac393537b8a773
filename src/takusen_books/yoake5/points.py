"""Open points that house rules may bring, and how the book itself goes where none does."""

from takusen.rules import Reading

BOOK: dict[str, str | int] = {
    "class_cost": "per_level",
    "efficient_spending": "rows_assigned_cheapest",
    "fourth_subclass": "refused",
    "extra_class_row": "no",
    "main_class_cost": "base_chart",
    "fourth_handout": "yes",
    "discard_excess": "player_picks",
    "bond_direction": "toward_them",
    "faith_limit": "held",
    "discount_rounding": "up",
    "rounding_point": "once_at_the_end",
    "iou_and_discount": "iou_after_discount",
}
"""The book's own way at each point."""


def point(reading: Reading, name: str) -> str | int:
    """How a table goes at an open point."""
    return reading.options.get(name, BOOK[name])

"""What things cost (YA-10): discounts are added together up to a cap; house rules may halve, and say how to round."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor

from takusen.rules import Reading

from .blocks import Item
from .catalogue import catalogue
from .points import point

CAP, SURCHARGE, SELL = "charts.shop.discount_cap", "charts.shop.surcharge_discounted", "charts.shop.sell_percent"
HALF = 50


def discount(reading: Reading, percents: tuple[int, ...]) -> int:
    """What discounts come to together, in percent: never more than the cap, never less than nothing."""
    return max(0, min(sum(percents), int(reading.content[CAP])))


def rounded(reading: Reading, amount: Fraction) -> int:
    """A price in whole yen."""
    return (floor if point(reading, "discount_rounding") == "down" else ceil)(amount)


def price(reading: Reading, item: Item, percents: tuple[int, ...] = (), half: bool = False) -> int:
    """What one of an item costs with these discounts and, where it is bought so, at half the price."""
    joins = half and point(reading, "iou_and_discount") == "joins_the_sum"
    steps = tuple(_steps(reading, (*percents, HALF) if joins else percents))
    discounted = _discounted(reading, item)
    reduced = Fraction(item.price)
    for off in steps if by_steps(reading) else (sum(steps),):
        reduced = _between(reading, reduced - Fraction(discounted * off, 100))
    return rounded(reading, reduced / 2 if half and not joins else reduced)


def _steps(reading: Reading, percents: tuple[int, ...]) -> Iterator[int]:
    """What each discount takes off, in percent, until the cap is reached."""
    taken = 0
    for one in percents:
        now = discount(reading, (taken, one))
        yield now - taken
        taken = now


def by_steps(reading: Reading) -> bool:
    """Whether a price is rounded after each step."""
    return point(reading, "rounding_point") == "at_each_step"


def _between(reading: Reading, amount: Fraction) -> Fraction:
    return Fraction(rounded(reading, amount)) if by_steps(reading) else amount


def _discounted(reading: Reading, item: Item) -> int:
    """The part of a price that discounts go for."""
    return item.price if reading.content[SURCHARGE] else item.price - item.surcharge


def selling_price(reading: Reading, id: str) -> int:
    """What a shop gives for an item."""
    return floor(Fraction(catalogue(reading).items[id].price * int(reading.content[SELL]), 100))

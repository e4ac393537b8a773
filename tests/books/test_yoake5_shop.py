"""Prices: discounts never come to more than the cap, whatever is added together (MJ-65)."""

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.rulebook.book import installed
from takusen.rulebook.stacking import Stack
from takusen.rules import Both, Reading
from takusen_books.yoake5.blocks import Item
from takusen_books.yoake5.prices import discount, price

BOOK = installed()["yoake5"]
LAYERS = [one for one in BOOK.shipped.values() if one.id == "majo"]
READINGS = [BOOK.under(frozenset({"majo"})).reading({}, Stack((one,))) for one in LAYERS]
SOLD = st.builds(
    lambda price, share: Item(name=Both("x"), text=Both("x"), kind="tool", price=price, surcharge=price * share // 100),
    st.integers(0, 10_000_000),
    st.integers(0, 100),
)
PERCENTS = st.lists(st.integers(0, 100), max_size=6).map(tuple)


@pytest.mark.parametrize("reading", READINGS)
@given(percents=PERCENTS)
def test_discounts_are_added_and_come_to_ninety_percent_at_most(reading: Reading, percents: tuple[int, ...]) -> None:
    assert discount(reading, percents) == min(90, sum(percents))


@pytest.mark.parametrize("reading", READINGS)
@given(item=SOLD, percents=PERCENTS, half=st.booleans())
def test_nothing_costs_less_than_a_tenth_but_for_a_note(
    reading: Reading, item: Item, percents: tuple[int, ...], half: bool
) -> None:
    paid = price(reading, item, percents, half)
    whole = Fraction(item.price * (100 - min(90, sum(percents))), 100)
    assert paid == ceil(whole / 2 if half else whole)
    assert paid >= item.price / 20


@pytest.mark.parametrize("rounding", ["up", "down"])
@pytest.mark.parametrize("point", ["once_at_the_end", "at_each_step"])
@pytest.mark.parametrize("joined", ["iou_after_discount", "joins_the_sum"])
@given(item=SOLD, percents=PERCENTS, half=st.booleans())
def test_however_it_is_rounded_it_is_less_than_a_yen_a_step_off(
    rounding: str, point: str, joined: str, item: Item, percents: tuple[int, ...], half: bool
) -> None:
    chosen = {"discount_rounding": rounding, "rounding_point": point, "iou_and_discount": joined}
    reading = BOOK.under(frozenset({"majo"})).reading(chosen, Stack((LAYERS[-1],)))
    joins = half and joined == "joins_the_sum"
    whole = Fraction(item.price * (100 - min(90, sum(percents) + 50 * joins)), 100)
    assert abs(price(reading, item, percents, half) - (whole / 2 if half and not joins else whole)) < len(percents) + 2

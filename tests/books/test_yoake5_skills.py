"""Skills and things of yoake5 and of the house rules: what is always so, whatever the numbers."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from takusen.log.table import Table
from takusen.play.judged import judged
from takusen.rulebook.book import installed
from takusen.rulebook.layers import read_layer
from takusen.rulebook.stacking import Stack
from takusen.rulebook.toml import BadFile
from takusen_books.yoake5.amiss import all_amiss
from takusen_books.yoake5.catalogue import KINDS, catalogue
from takusen_books.yoake5.states import counts_beside
from takusen_books.yoake5.uses import cost, mp_cost
from takusen_books.yoake5.world import Character

BOOK = installed()["yoake5"]
MAJO = BOOK.shipped["majo@2019-04-19"]


def laid(patch: str) -> Stack:
    """A layer of one patch over the book."""
    head = '[meta]\nid = "house"\ntitle = "house"\nversion = "1"\nbase = "yoake5"\n'
    return Stack((read_layer("house.toml", head + patch),))


def test_no_entry_of_the_content_is_amiss() -> None:
    for stack in (Stack(), Stack((MAJO,))):
        assert list(all_amiss(BOOK.reading(stack=stack).content)) == []


def test_entries_of_one_id_have_one_name() -> None:
    made = catalogue(BOOK.usual)
    named = {(id, entry.name) for kind in KINDS for id, entry in getattr(made, kind).items()}
    assert [id for id, count in Counter(id for id, _ in named).items() if count > 1] == []


def test_content_of_a_user_may_be_in_one_language() -> None:
    value = '{ name = "そよ風", text = { ja = "風を呼ぶ。" }, of = "common", cap = 1, timing = "minor" }'
    reading = BOOK.reading(stack=laid(f'[[add]]\npath = "skills.breeze"\nvalue = {value}'))
    assert catalogue(reading).skills["breeze"].name["en"] == "そよ風"
    assert BOOK.titles(reading)["breeze"]["ja"] == "そよ風"


ENTRY = 'name = "x", text = "x", of = "common", cap = 1, timing = "minor"'


@pytest.mark.parametrize(
    ("patch", "told"),
    [
        (
            '[[change]]\npath = "skills.stealth.timing"\nto = "setp"',
            "house.toml:8: $.change[0].to: Invalid enum value 'setp'. The nearest is setup.",
        ),
        (
            '[[change]]\npath = "skills.stealth.cost"\nto = "SL+KRAFT"',
            "house.toml:8: $.change[0].to: `KRAFT` is no name that this formula can use. The names are",
        ),
        (
            '[[change]]\npath = "skills.prank.effects.joke.status"\nto = "shaked"',
            "house.toml:8: $.change[0].to: there is no `shaked`. The nearest is shaken.",
        ),
        (
            f'[[add]]\npath = "skills.x"\nvalue = {{ {ENTRY}, needs = {{ stelth = 1 }} }}',
            "house.toml:8: $.add[0].value.needs: there is no `stelth`. The nearest is stealth.",
        ),
        (
            f'[[add]]\npath = "skills.x"\nvalue = {{ {ENTRY}, effects = {{ hit = {{ kind = "atack" }} }} }}',
            "house.toml:8: $.add[0].value.effects.hit.kind: Invalid enum value 'atack'. The nearest is attack.",
        ),
        (
            '[[add]]\npath = "skills.x"\nvalue = { name = "x", text = "x", of = "common", timing = "minor" }',
            "house.toml:8: $.add[0].value: Object missing required field `cap`. Correct the value.",
        ),
        (
            '[[change]]\npath = "skills.stealth.of"\nto = "phantom_theif"',
            "house.toml:8: $.change[0].to: there is no `phantom_theif`. The nearest is phantom_thief.",
        ),
    ],
)
def test_nonsense_in_a_layer_is_refused_with_its_line_and_the_nearest_name(patch: str, told: str) -> None:
    with pytest.raises(BadFile) as wrong:
        BOOK.reading(stack=laid(patch))
    assert str(wrong.value).startswith(told)


@given(printed=st.integers(0, 60), less=st.integers(0, 90), floor=st.sampled_from([0, 1]))
def test_no_cost_falls_below_the_floor_or_rises(printed: int, less: int, floor: int) -> None:
    reading = BOOK.reading({"mp_floor": floor}, Stack((MAJO,)))
    paid = judged(reading, mp_cost, printed, less)
    assert min(floor, printed) <= paid <= printed
    assert judged(BOOK.usual, mp_cost, printed, less) == max(0, printed - less)


@settings(max_examples=40, deadline=None)
@given(level=st.integers(1, 5), skill=st.sampled_from(sorted(catalogue(BOOK.usual).skills)))
def test_the_house_rules_ease_costs_by_the_level_and_one(level: int, skill: str) -> None:
    reading = BOOK.reading(stack=Stack((MAJO,)))
    bare, eased = (Character("x", skills=Table({skill: 1, **more})) for more in ({}, {"monstrosity": level}))
    if skill != "monstrosity":
        assert cost(reading, eased, skill) == max(0, cost(reading, bare, skill) - level - 1)


@given(st.lists(st.integers(-20, 20), max_size=6))
def test_the_first_effect_has_priority_and_the_highest_is_kept(amounts: list[int]) -> None:
    first: list[int] = []
    highest: list[int] = []
    for amount in amounts:
        if judged(BOOK.usual, counts_beside, as_table(first), "first", amount):
            first.append(amount)
        if judged(BOOK.usual, counts_beside, as_table(highest), "highest", amount):
            highest = [amount]
    assert first == amounts[:1]
    assert highest == ([max(amounts)] if amounts else [])


def as_table(amounts: list[int]) -> Table[str, int]:
    """Amounts that are there, as the rule gets them."""
    return Table((str(nth), amount) for nth, amount in enumerate(amounts))

"""Dice codes, against every hand and against icepool."""

import contextlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Annotated, Any

import icepool
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.dice import BadCode, DiceCode, Dist, Verdict, code
from takusen.log.table import Table
from takusen.rulebook.edits import BadEdit, edited
from takusen.rulebook.fields import Field

codes = st.builds(DiceCode, st.integers(0, 99), st.integers(-9999, 9999))
small = st.builds(DiceCode, st.integers(0, 5), st.integers(-9, 9))


@pytest.mark.parametrize(
    ("text", "dice", "plus", "told"),
    [
        ("2D", 2, 0, "2D"),
        ("D", 1, 0, "1D"),
        ("3D+2", 3, 2, "3D+2"),
        ("9+2D", 2, 9, "2D+9"),
        ("２Ｄ＋６", 2, 6, "2D+6"),
        ("3d6-1", 3, -1, "3D-1"),
        ("７", 0, 7, "7"),
        ("3D−2", 3, -2, "3D-2"),
        ("1D+2D+3-1", 3, 2, "3D+2"),
        ("-1D", -1, 0, "-1D"),
        ("0D+4", 0, 4, "4"),
        ("10+1D", 1, 10, "1D+10"),
        ("2D6 + 4", 2, 4, "2D+4"),
    ],
)
def test_codes_are_read_as_people_write_them(text: str, dice: int, plus: int, told: str) -> None:
    assert code(text) == DiceCode(dice, plus)
    assert str(code(text)) == told


@pytest.mark.parametrize(
    "text", ["", " ", "D D", "2D3", "2D8", "3D++2", "2Dx", "x", "2D*3", "100D", "10000", "1" * 41, "２/３", "2D+"]
)
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(BadCode):
        code(text)


@given(codes)
def test_what_is_printed_is_read_back(one: DiceCode) -> None:
    assert code(str(one)) == one


@given(st.text(max_size=50))
def test_any_text_is_a_code_or_refused(text: str) -> None:
    with contextlib.suppress(BadCode):
        assert code(str(code(text))) == code(text)


@given(small, small, st.integers(-20, 20))
def test_codes_add_part_by_part(one: DiceCode, other: DiceCode, number: int) -> None:
    both = one + other
    assert both.dist() == one.dist().then(lambda mine: other.dist().map(lambda yours: mine + yours))
    assert both - other == one
    assert (one + number).dist() == one.dist().map(lambda total: total + number)
    assert one - number == one + -number


def every_hand(one: DiceCode, read: Callable[[Sequence[int]], Any]) -> Dist[Any]:
    return Dist.counted(read(faces) for faces in product(range(1, 7), repeat=one.dice))


def judged(one: DiceCode, faces: Sequence[int]) -> Verdict:
    """The rule in other words (AT-11)."""
    if faces and set(faces) == {1}:
        return Verdict(-1, sum(faces) + one.plus)
    return Verdict(1 if sum(face == 6 for face in faces) >= 2 else 0, sum(faces) + one.plus)


@given(small)
def test_codes_agree_with_every_hand(one: DiceCode) -> None:
    assert one.dist() == every_hand(one, lambda faces: sum(faces) + one.plus)
    assert one.verdict().dist() == every_hand(one, lambda faces: judged(one, faces))
    assert one.expected == one.dist().mean(lambda total: total)
    for faces in product(range(1, 7), repeat=min(one.dice, 3)):
        if one.dice <= 3:
            assert one.total().read(faces) == sum(faces) + one.plus
            assert one.verdict().read(faces) == judged(one, faces)


@pytest.mark.parametrize("dice", range(1, 9))
def test_codes_agree_with_icepool(dice: int) -> None:
    pool = icepool.d6.pool(dice)
    assert code(f"{dice}D+3").dist() == Dist(dict((pool.sum() + 3).items()))
    verdicts = code(f"{dice}D").verdict().dist()
    assert verdicts.chance(lambda one: one.critical) == pool.keep_outcomes([6]).size().probability(">=", 2)
    assert verdicts.chance(lambda one: one.fumble) == pool.keep_outcomes([1]).size().probability("==", dice)


def test_one_die_never_is_a_critical() -> None:
    verdicts = code("1D").verdict().dist()
    assert verdicts.chance(lambda one: one.fumble) == Fraction(1, 6)
    assert not verdicts.chance(lambda one: one.critical)


def test_no_dice_are_neither() -> None:
    assert code("7").verdict().dist() == Dist.certain(Verdict(0, 7))


def test_less_than_no_dice_roll_nothing() -> None:
    assert (code("2D+5") - code("3D")).dist() == Dist.certain(5)
    assert (code("2D+5") - code("3D")).rolled == code("5")


def test_many_dice_stay_exact() -> None:
    assert code("99D").dist().mean(lambda total: total) == code("99D").expected
    assert code("99D").verdict().dist().mean(lambda one: one.total) == code("99D").expected


def test_readouts_of_different_codes_differ() -> None:
    readouts = [read for text in ("2D", "2D+1", "3D") for one in (code(text),) for read in (one.total(), one.verdict())]
    assert len(set(readouts)) == len(readouts)
    assert code("2D+1").total() is code("1+2D").total()


class Sheet(msgspec.Struct, frozen=True):
    """Something with abilities."""

    abilities: Annotated[Table[str, str], Field(edit=True, form="code")] = Table({"luck": "2D"})
    power: Annotated[str, Field(edit=True, form="code")] = "1D"


@pytest.mark.parametrize(("path", "to"), [("abilities.luck", "９＋２Ｄ"), ("abilities", {"luck": "9+2D"})])
def test_edits_of_codes_are_spelt_in_one_way(path: str, to: Any) -> None:
    assert edited(Sheet(), path, to).abilities == Table({"luck": "2D+9"})


@pytest.mark.parametrize(("path", "to"), [("abilities.luck", "lots"), ("power", "2D8"), ("abilities", {"luck": "?"})])
def test_an_edit_that_is_no_code_is_refused(path: str, to: Any) -> None:
    with pytest.raises(BadEdit) as refused:
        edited(Sheet(), path, to)
    assert refused.value.why == "code"

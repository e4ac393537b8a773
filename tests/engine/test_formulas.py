"""Formulas of content files: one spelling, the same numbers as plain arithmetic, and nothing else gets through."""

from __future__ import annotations

import warnings
from contextlib import suppress
from fractions import Fraction
from math import ceil
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.dice import DiceCode, code
from takusen.rulebook.formulas import MOST_VALUE, BadFormula, Kind, Names, formula, spelt
from takusen.rulebook.toml import BadFile
from takusen.web.faults import told

NAMES = Names({"SL": "number", "CL": "number", "BG": "number", "attack": "code"}, {"攻撃力": "attack", "気": "BG"})
NOW: dict[str, Any] = {"SL": 3, "CL": 5, "BG": 2, "attack": DiceCode(2, 3)}


def comes_to(text: str) -> str:
    return str(formula(text, NAMES).code(NOW.__getitem__))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", "7"),
        ("2D", "2D"),
        ("2+SL", "5"),
        ("攻撃力+6+SL*2", "2D+15"),
        ("攻撃力＋６＋ＳＬ×２", "2D+15"),
        ("【攻撃力】+2D", "4D+3"),
        ("attack-1D-4", "1D-1"),
        ("(SL)D+1", "3D+1"),
        ("２Ｄ＋（ＳＬ＋１）Ｄ", "6D"),
        ("3d6+1", "3D+1"),
        ("-1D", "-1D"),
        ("-SL", "-3"),
        ("CL/2", "2"),
        ("CL÷2", "2"),
        ("切り上げ(CL/2)", "3"),
        ("ceil(CL/2+CL/2)", "5"),
        ("CL/2+CL/2", "4"),
        ("切り捨て(CL/2+CL/2)", "5"),
        ("floor(CL/2)", "2"),
        ("max(SL, CL, 1)", "5"),
        ("最小(SL, CL)", "3"),
        ("if(BG >= 1, 2D, 3)", "2D"),
        ("もし(気＝１、2D、3)", "3"),
        ("10+BG*6", "22"),
        ("(1+2)*SL", "9"),
        ("0", "0"),
    ],
)
def test_formulas_come_to(text: str, value: str) -> None:
    assert comes_to(text) == value


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("BG >= 1", True),
        ("BG ≧ 3", False),
        ("BG＝２", True),
        ("BG ≠ 2", False),
        ("1 <= BG <= 3", True),
        ("BG>=1 かつ SL<3", False),
        ("BG>=9 または SL=3", True),
        ("not BG>=9", True),
        ("BG*2 < CL and (SL > 1 or CL > 9)", True),
    ],
)
def test_conditions_hold(text: str, holds: bool) -> None:
    assert formula(text, NAMES, "truth").holds(NOW.__getitem__) is holds


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("", "code", "no formula"),
        ("SL+", "code", "no formula"),
        ("SL**2", "code", "no formula"),
        ("SL^2", "code", "a sign"),
        ("SL % 2", "code", "a sign"),
        ("SLD", "code", "`SLD` is no name"),
        ("魔力", "code", "`魔力` is no name"),
        ("D+3", "code", "`D` is no name"),
        ("攻撃力*2", "code", "dice can't be multiplied"),
        ("攻撃力/2", "code", "is a dice code, not a number"),
        ("攻撃力 >= 3", "truth", "is a dice code, not a number"),
        ("max(2D, 3)", "code", "is a dice code, not a number"),
        ("(2D)D", "code", "is a dice code, not a number"),
        ("2D", "number", "is a dice code, not a number"),
        ("SL", "truth", "is a number, not a condition"),
        ("SL > 1", "code", "is a condition, not a dice code"),
        ("SL and CL", "truth", "is a number, not a condition"),
        ("(SL > 1) + 2", "code", "a condition can't be added up"),
        ("-(SL > 1)", "code", "a condition can't be added up"),
        ("if(SL > 1, SL > 2, 3)", "code", "chooses between"),
        ("if(SL, 1, 2)", "code", "is a number, not a condition"),
        ("SL/0", "code", "can't be divided by"),
        ("SL/BG", "code", "can't be divided by"),
        ("1.5", "code", "can't stand"),
        ("'a'", "code", "can't stand"),
        ("True", "code", "can't stand"),
        ("SL.real", "code", "can't stand"),
        ("SL[0]", "code", "can't stand"),
        ("lambda: 1", "code", "can't stand"),
        ("[SL for SL in SL]", "code", "can't stand"),
        ("(SL := 3)", "code", "no formula"),
        ("__import__('os')", "code", "can't be used so"),
        ("min(SL)", "code", "can't be used so"),
        ("max(*SL)", "code", "can't be used so"),
        ("ceil(SL, 1)", "code", "can't be used so"),
        ("10000", "code", "larger than"),
        ("9" * 150, "code", "larger than"),
        ("1" * 201, "code", "longer than"),
        ("-" * 50 + "1", "code", "nests too deeply"),
        ("+".join("1" * 100), "code", "too many parts|too deeply"),
        ("SL in CL", "truth", "a sign"),
    ],
)
def test_what_is_no_formula_is_refused(text: str, kind: Kind, said: str) -> None:
    with pytest.raises(BadFormula, match=said) as refused:
        formula(text, NAMES, kind)
    assert refused.value.mend.endswith(".")
    fault = BadFile("x.toml", 3, f"$.skill[0].cost: {refused.value.what}", refused.value.mend)
    japanese = told(fault, "ja")
    assert "読み取れない" not in japanese
    assert "確かめて" not in japanese


leaves = st.one_of(st.integers(0, 99).map(str), st.sampled_from(["SL", "CL", "BG"]))
numbers = st.recursive(
    leaves,
    lambda inside: st.one_of(
        st.tuples(inside, st.sampled_from("+-*"), inside).map(lambda three: f"({three[0]}{three[1]}{three[2]})"),
        st.tuples(inside, st.integers(1, 9)).map(lambda two: f"({two[0]}/{two[1]})"),
        st.tuples(st.sampled_from(["min", "max"]), inside, inside).map(lambda one: f"{one[0]}({one[1]},{one[2]})"),
    ),
    max_leaves=8,
)


@given(numbers)
def test_numbers_are_those_of_plain_arithmetic(text: str) -> None:
    wanted = eval(text.replace("/", "//"), {}, {**NOW, "min": min, "max": max})
    with suppress(BadFormula):
        got = formula(text, NAMES, "number").number(NOW.__getitem__)
        assert got == wanted or max(abs(got), abs(wanted)) >= MOST_VALUE


@given(st.lists(st.tuples(st.sampled_from("+-"), st.integers(0, 9), st.booleans()), min_size=1, max_size=6))
def test_sums_of_dice_are_dice_codes(terms: list[tuple[str, int, bool]]) -> None:
    text = "".join(f"{sign}{number}{'D' if dice else ''}" for sign, number, dice in terms)
    assert comes_to(text) == str(code(text))


@given(st.integers(-50, 50), st.integers(1, 9))
def test_rounding(number: int, by: int) -> None:
    look: Any = {"SL": number}.__getitem__
    assert formula(f"ceil(SL/{by})", NAMES).code(look).plus == ceil(Fraction(number, by))
    assert formula(f"floor(SL/{by})", NAMES) is formula(f"floor(SL/{by})", NAMES)
    assert formula(f"SL/{by}", NAMES).code(look).plus == number // by


@given(st.one_of(st.text(max_size=60), st.text("0123456789D()+-*/.,<>=!SLCBG攻撃力かつ \n", max_size=60)))
def test_any_text_is_a_formula_or_refused(text: str) -> None:
    with suppress(BadFormula), warnings.catch_warnings():
        warnings.simplefilter("error")
        made = formula(text, NAMES).code(NOW.__getitem__)
        assert abs(made.dice) <= 99
        assert abs(made.plus) <= 9_999


def test_a_formula_names_what_it_looks_up() -> None:
    assert formula("攻撃力+SL*2+SL", NAMES).names == ("attack", "SL")


def test_one_spelling() -> None:
    assert spelt("２Ｄ＋（ＳＬ）Ｄ") == "2**D+(SL)**D"

"""Formulas as content files write them: `攻撃力＋６＋ＳＬ×２`, `2D+(SL)D`, `BG >= 1 かつ MP > 5`.

A text is brought into one spelling, read by Python's own parser, and checked node by node against what a formula may
hold and which names it may use; nothing of it is ever run as Python. What comes out is evaluated by plain functions.
"""

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any, Literal
from unicodedata import normalize

from takusen.dice import DiceCode, as_code, bounded

Kind = Literal["number", "code", "truth"]
"""What a formula comes to: a whole number, a dice code (a number will do), or whether a condition holds."""
Value = DiceCode | int
Look = Callable[[str], Value]
"""From a name to what it stands for now."""
Step = Callable[[Look], Any]

LONGEST, DEEPEST, MOST_NODES, MOST_NUMBER, MOST_VALUE = 200, 20, 240, 9_999, 999_999
DIE = "D"
SPELT = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-", "≧": ">=", "≥": ">=", "≦": "<=", "≤": "<=", "≠": "!=",
                       "【": None, "】": None, "「": None, "」": None, "、": ","})  # fmt: skip
WORDS = ((r"\s*かつ\s*", " and "), (r"\s*または\s*", " or "), (r"\bif\s*\(", "もし("), (r"(?<![<>=!])=(?!=)", "=="))
DICE = re.compile(r"((?<![\w.])\d+|\))\s*D6?(?!\w)", re.I)
COMPARED: dict[type, Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
SIGNS = "Use + - * /, brackets, names, dice, min and max."
CALLS = "Use min(a, b), max(a, b), ceil(a/b), floor(a/b), if(a >= b, c, d)."
SAMPLE = "Write it like 攻撃力+6+SL*2."
CALLED = {"最小": "min", "最大": "max", "切り上げ": "ceil", "切り捨て": "floor", "もし": "if"}


class BadFormula(ValueError):
    """A formula that can't be used: what is wrong with it, and what to do."""

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(what)
        self.what, self.mend = what, mend


class Names:
    """The names that a formula of some place may use: the kind of each, and how else people write it."""

    def __init__(self, kinds: Mapping[str, Kind], aliases: Mapping[str, str] | None = None) -> None:
        self.kinds = dict(kinds)
        self.aliases = {alias: name for alias, name in (aliases or {}).items() if name in self.kinds}

    def told(self) -> str:
        """All names, each with the other one that people know it by."""
        other = {name: alias for alias, name in reversed(self.aliases.items())}
        return f"The names are {', '.join(f'{other[name]} {name}' if name in other else name for name in self.kinds)}."

    def find(self, written: str) -> str:
        """The name that is meant; "" for none."""
        return written if written in self.kinds else self.aliases.get(written, "")


class Formula:
    """A formula that has been checked. `names` are those it looks up; without any it is worked out at once."""

    __slots__ = ("_step", "kind", "names", "text")

    def __init__(self, text: str, kind: Kind, names: tuple[str, ...], step: Step) -> None:
        self.text, self.kind, self.names = text, kind, names
        self._step = step if names else _always(step(_unnamed))

    def code(self, look: Look) -> DiceCode:
        """The dice code that it comes to."""
        return as_code(self._step(look))

    def number(self, look: Look) -> int:
        """The whole number that it comes to."""
        return int(_within(self._step(look)))

    def holds(self, look: Look) -> bool:
        """Whether the condition holds."""
        return bool(self._step(look))


def _unnamed(name: str) -> Value:
    raise KeyError(name)


def _always(value: Any) -> Step:
    return lambda look: value


@lru_cache(maxsize=8192)
def formula(text: str, names: Names, kind: Kind = "code") -> Formula:
    """A text as a formula of that kind over these names. Raises BadFormula."""
    reader = _Reader(names)
    got, step = reader.read(_parsed(text), DEEPEST)
    if got != kind and (got, kind) != ("number", "code"):
        raise BadFormula(f"the formula `{text}` is {TOLD[got]}, not {TOLD[kind]}", MENDS[kind])
    return Formula(text, kind, tuple(reader.used), step)


TOLD: dict[Kind, str] = {"number": "a number", "code": "a dice code", "truth": "a condition"}
MENDS: dict[Kind, str] = {
    "number": "Write a number without dice, such as 2+SL.",
    "code": "Write a number or dice, such as 2D+SL.",
    "truth": "Write a condition, such as BG >= 1.",
}


def spelt(text: str) -> str:
    """A formula in the one spelling that is read: half width, Python's signs, `3**D` for dice."""
    made = normalize("NFKC", text).translate(SPELT).strip()
    for pattern, word in WORDS:
        made = re.sub(pattern, word, made)
    return DICE.sub(rf"\1**{DIE}", made)


def _parsed(text: str) -> ast.expr:
    if len(text) > LONGEST:
        raise BadFormula(f"a formula is longer than {LONGEST} characters", "Shorten it.")
    if "**" in text or "\\" in text or not text.strip():
        raise BadFormula(f"`{text}` is no formula", SAMPLE)
    try:
        tree = ast.parse(spelt(text), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadFormula(f"`{text}` is no formula", SAMPLE) from None
    if sum(1 for _ in ast.walk(tree)) > MOST_NODES:
        raise BadFormula(f"the formula `{text}` has too many parts", "Shorten it.")
    return tree


Read = tuple[Kind, Step]


class _Reader:
    """Turns checked nodes into functions. In `exact` parts division is not rounded: 切り上げ and 切り捨て round."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.used: dict[str, None] = {}

    def read(self, node: ast.expr, left: int, exact: bool = False) -> Read:
        """A node's kind and function. Raises BadFormula."""
        if not left:
            raise BadFormula("a formula nests too deeply", "Use fewer brackets.")
        match node:
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                return _constant(number)
            case ast.Name(id=name):
                return self._named(name)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=inside):
                return _signed(sign, self.read(inside, left - 1, exact))
            case ast.UnaryOp(op=ast.Not(), operand=inside):
                step = self._truth(inside, left)
                return "truth", lambda look: not step(look)
            case ast.BinOp(left=first, op=sign, right=second):
                return self._sum(first, sign, second, left - 1, exact)
            case ast.BoolOp(op=sign, values=parts):
                steps = tuple(self._truth(part, left) for part in parts)
                every = all if isinstance(sign, ast.And) else any
                return "truth", lambda look: every(step(look) for step in steps)
            case ast.Compare(left=first, ops=signs, comparators=others):
                return self._compared((first, *others), signs, left - 1)
            case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]):
                return self._called(CALLED.get(name, name), parts, left - 1)
        raise BadFormula(f"`{_shown(node)}` can't stand in a formula", SIGNS)

    def _named(self, written: str) -> Read:
        name = self._names.find(written)
        if not name:
            raise BadFormula(f"`{written}` is no name that this formula can use", self._names.told())
        self.used[name] = None
        return self._names.kinds[name], lambda look: look(name)

    def _sum(self, first: ast.expr, sign: ast.operator, second: ast.expr, left: int, exact: bool) -> Read:
        if isinstance(sign, ast.Pow):
            return self._dice(first, second, left)
        if isinstance(sign, ast.Div | ast.FloorDiv):
            return self._divided(first, second, left, exact)
        (one, here), (other, there) = self.read(first, left, exact), self.read(second, left, exact)
        if "truth" in (one, other):
            raise BadFormula("a condition can't be added up", "Put conditions into if( , , ).")
        if isinstance(sign, ast.Mult):
            if "code" in (one, other):
                raise BadFormula("dice can't be multiplied", "Write how many dice in brackets, such as (SL*2)D.")
            return "number", lambda look: _within(here(look) * there(look))
        if not isinstance(sign, ast.Add | ast.Sub):
            raise BadFormula("a sign can't stand in a formula", SIGNS)
        return _added(one, here, other, there, 1 if isinstance(sign, ast.Add) else -1)

    def _dice(self, count: ast.expr, die: ast.expr, left: int) -> Read:
        if not (isinstance(die, ast.Name) and die.id == DIE):
            raise BadFormula("a sign can't stand in a formula", SIGNS)
        step = self._number(count, left)
        return "code", lambda look: bounded(step(look), 0)

    def _divided(self, first: ast.expr, second: ast.expr, left: int, exact: bool) -> Read:
        step, by = self._number(first, left, exact), _divisor(second)
        return "number", (lambda look: Fraction(step(look)) / by) if exact else (lambda look: step(look) // by)

    def _number(self, node: ast.expr, left: int, exact: bool = False) -> Step:
        kind, step = self.read(node, left, exact)
        if kind != "number":
            raise BadFormula(f"`{_shown(node)}` is {TOLD[kind]}, not a number", MENDS["number"])
        return step

    def _truth(self, node: ast.expr, left: int) -> Step:
        kind, step = self.read(node, left - 1)
        if kind != "truth":
            raise BadFormula(f"`{_shown(node)}` is {TOLD[kind]}, not a condition", MENDS["truth"])
        return step

    def _compared(self, nodes: tuple[ast.expr, ...], signs: list[ast.cmpop], left: int) -> Read:
        steps = [self._number(node, left) for node in nodes]
        if not all(type(sign) in COMPARED for sign in signs):
            raise BadFormula("a sign can't stand in a formula", MENDS["truth"])
        fits = [COMPARED[type(sign)] for sign in signs]
        trios = tuple(zip(fits, steps, steps[1:], strict=False))
        return "truth", lambda look: all(fit(one(look), other(look)) for fit, one, other in trios)

    def _called(self, name: str, parts: list[ast.expr], left: int) -> Read:
        if name in ("min", "max") and len(parts) > 1:
            steps = tuple(self._number(part, left) for part in parts)
            chosen: Callable[[Iterable[int]], int] = min if name == "min" else max
            return "number", lambda look: chosen([step(look) for step in steps])
        if name in ("ceil", "floor") and len(parts) == 1:
            step = self._number(parts[0], left, exact=True)
            rounded: Callable[[Fraction], int] = ceil if name == "ceil" else floor
            return "number", lambda look: rounded(step(look))
        if name == "if" and len(parts) == 3:
            return self._chosen(parts[0], parts[1], parts[2], left)
        raise BadFormula(
            f"`{name}` can't be used so", "Use min(a, b), max(a, b), ceil(a/b), floor(a/b), if(a >= b, c, d)."
        )

    def _chosen(self, condition: ast.expr, yes: ast.expr, no: ast.expr, left: int) -> Read:
        holds, (one, here), (other, there) = self._truth(condition, left), self.read(yes, left), self.read(no, left)
        if one != other and "truth" in (one, other):
            raise BadFormula("`if` chooses between a condition and a number", "Write two numbers or dice.")
        return max(one, other, key=ORDER.index), lambda look: here(look) if holds(look) else there(look)


ORDER: tuple[Kind, ...] = ("truth", "number", "code")


def _within(number: Any) -> Any:
    return max(-MOST_VALUE, min(number, MOST_VALUE))


def _constant(number: int) -> Read:
    if number > MOST_NUMBER:
        raise BadFormula(f"a number in a formula is larger than {MOST_NUMBER:,}", "Write a smaller number.")
    return "number", lambda look: number


def _signed(sign: ast.unaryop, inside: Read) -> Read:
    kind, step = inside
    if kind == "truth":
        raise BadFormula("a condition can't be added up", "Put conditions into if( , , ).")
    return inside if isinstance(sign, ast.UAdd) else (kind, lambda look: -step(look))


def _added(one: Kind, here: Step, other: Kind, there: Step, sign: int) -> Read:
    if one == other == "number":
        return "number", (lambda look: here(look) + there(look)) if sign > 0 else (
            lambda look: here(look) - there(look)
        )
    if sign > 0:
        return "code", lambda look: as_code(here(look)) + there(look)
    return "code", lambda look: as_code(here(look)) - there(look)


def _divisor(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(number)) if 0 < number <= MOST_NUMBER and not isinstance(number, bool):
            return number
    raise BadFormula(f"`{_shown(node)}` can't be divided by", "Divide by a plain number from 1, such as CL/2.")


def _shown(node: ast.AST) -> str:
    """A piece of a formula as it reads."""
    return ast.unparse(node).replace(f" ** {DIE}", DIE)[:40]

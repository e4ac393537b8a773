"""`takusen odds`: exact fractions of an act, of all values of the pick that its odds compare, and the book's charts."""

import argparse
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from takusen.cli.given import common, policies_from, world_given
from takusen.cli.named import book_named, options_from, pairs
from takusen.cli.picks import Picking, known_of, picked
from takusen.cli.words import Wrong, words
from takusen.forecast.odds import CHARTED, Odds, best, odds, series
from takusen.play.exact import Memo, Policies
from takusen.rulebook.book import RuleBook
from takusen.rulebook.odds import OddsOf, Series
from takusen.rulebook.offers import Pick
from takusen.rulebook.shown import Listed, Shown


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("odds", help=words()("宣言の確率を分数で出す"))
    made.add_argument("book", help=words()("ルールブックの名前"))
    made.add_argument("act", help=words()("宣言の名前。合わないものを書くと一覧が出る"))
    made.add_argument("args", nargs="*", metavar="name=value", help=words()("宣言の項目。足りないと選べるものが出る"))
    common(made)
    made.set_defaults(run=run)


class Question(NamedTuple):
    """An act whose odds are asked for, and where."""

    book: RuleBook
    spec: OddsOf
    world: Any
    memo: Memo
    policies: Policies

    def odds(self, args: Mapping[str, Any]) -> Odds:
        """The odds with complete arguments."""
        return odds(self.book, self.world, self.memo, self.spec.act, args, self.policies)

    @property
    def picking(self) -> Picking:
        """The act's offer."""
        return Picking(self.book, self.world, self.memo.reading, self.spec.act)

    def say(self, section: str, key: str, params: Mapping[str, Any] | None = None) -> str:
        """A sentence of the book."""
        return self.book.texts.say(words().lang, section, key, params)


class Row(NamedTuple):
    """One value of the compared pick: the whole act and its odds, or why it can't be."""

    value: Any
    args: dict[str, Any]
    odds: Odds | None
    refused: str = ""


def run(given: argparse.Namespace) -> int:
    """Print the odds of an act."""
    book = book_named(given.book)
    if given.act not in book.odds:
        raise Wrong("{act} の確率は出せません。出せるのは {acts} です。", act=given.act, acts=", ".join(book.odds))
    world = world_given(book, given.given)
    memo = Memo(book.reading(options_from(book, given.option)))
    asked = Question(book, book.odds[given.act], world, memo, policies_from(book, given.policy))
    args, compared = picked(asked.picking, pairs(given.args), asked.spec.over)
    if compared is not None:
        rows = tuple(row(asked, pairs(given.args), compared, value) for value in values(compared))
        print(json.dumps(rows_as_json(asked, rows), ensure_ascii=False) if given.json else rows_as_text(asked, rows))
        return 0
    found, shown = asked.odds(args), series(book, world, memo, given.act, args)
    if given.json:
        told = as_json(args, found) | {"series": [of_series(asked, one) for one in shown]}
        print(json.dumps(told, ensure_ascii=False))
    else:
        print("\n".join([*figures(asked, found), *(line for one in shown for line in chart(asked, one))]))
    return 0


# one act -------------------------------------------------------------------------------------------------------------


def figures(asked: Question, found: Odds) -> list[str]:
    """Each measure with its fraction, as a line."""
    return [
        f"{asked.say('measure', name)}\t{figure}\t{float(figure):.4f}"
        + (f"  ±{found.errors[name]:.4f}" if name in found.errors else "")
        for name, figure in found.figures.items()
    ]


def as_json(args: Mapping[str, Any], found: Odds) -> dict[str, Any]:
    """An act's odds as data."""
    told = {name: str(figure) for name, figure in found.figures.items()}
    return {"args": dict(args), "figures": told, "runs": found.runs, "errors": found.errors}


def chart(asked: Question, one: Series) -> list[str]:
    """A further distribution, a line a bar."""
    bars = [f"{label_of(asked, label)}\t{chance}\t{float(chance):.4f}" for label, chance in one.bars]
    return ["", label_of(asked, one.title), *bars, *([label_of(asked, one.note)] if one.note else [])]


def of_series(asked: Question, one: Series) -> dict[str, Any]:
    """A further distribution as data."""
    bars = [[label if isinstance(label, int) else label_of(asked, label), str(chance)] for label, chance in one.bars]
    return {"title": label_of(asked, one.title), "bars": bars, "note": label_of(asked, one.note) if one.note else ""}


def label_of(asked: Question, label: Shown | int) -> str:
    """A text of the book as people read it."""
    if isinstance(label, str | int):
        return str(label)
    if isinstance(label, Listed):
        return "  ".join(label_of(asked, part) for part in label.parts)
    section, _, key = label.key.partition(".")
    titles = asked.picking.titles
    return titles.get(key, key) if section == "title" else asked.say(section, key, dict(label.params))


# side by side --------------------------------------------------------------------------------------------------------


def values(pick: Pick) -> tuple[Any, ...]:
    """The values to compare. Raises Wrong where they are too many."""
    if pick.kind == "number" and pick.high - pick.low >= CHARTED:
        raise Wrong("{name} を指定してください: {known}", name=pick.name, known=known_of(pick))
    listed = tuple(choice.value for choice in pick.choices)
    return tuple(range(pick.low, pick.high + 1)) if pick.kind == "number" else listed


def row(asked: Question, given: dict[str, str], pick: Pick, value: Any) -> Row:
    """The odds with one value of the compared pick. Raises Wrong where another pick is missing."""
    barred = next((choice.refused for choice in pick.choices if choice.value == value and choice.refused), None)
    if barred:
        return Row(value, {}, None, asked.picking.why_not(barred))
    args, _ = picked(asked.picking, {**given, pick.name: str(value)}, asked.spec.over)
    return Row(value, args, asked.odds(args))


def rows_as_text(asked: Question, rows: tuple[Row, ...]) -> str:
    """A line a value, the best marked."""
    top, names = _best(asked, rows), asked.picking.titles | dict(asked.book.entities(asked.world))
    told = []
    for one in rows:
        name = f"{names.get(str(one.value), one.value)}{' ★' if one.odds and one.value == top else ''}"
        found = one.odds.figures.items() if one.odds else ()
        shown = [f"{asked.say('measure', measure)} {figure} ({float(figure):.4f})" for measure, figure in found]
        told.append("\t".join([name, *(shown or [one.refused])]))
    return "\n".join(told)


def rows_as_json(asked: Question, rows: tuple[Row, ...]) -> dict[str, Any]:
    """The rows as data."""
    told = [
        {"value": one.value, **(as_json(one.args, one.odds) if one.odds else {"refused": one.refused})} for one in rows
    ]
    return {"over": asked.spec.over, "best": _best(asked, rows), "rows": told}


def _best(asked: Question, rows: tuple[Row, ...]) -> Any:
    compared = {one.value: one.odds for one in rows if one.odds}
    rank = asked.spec.ranks[0]
    return best(compared, rank, asked.spec.is_good(rank))

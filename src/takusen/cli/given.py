"""The situation that `takusen odds` and `takusen forecast` start from."""

import argparse
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

from takusen.cli.named import pairs, text_of
from takusen.cli.words import Wrong, words
from takusen.rulebook.book import RuleBook
from takusen.rulebook.edits import BadEdit, edited
from takusen.rulebook.odds import UnknownPolicy
from takusen.rulebook.toml import parsed
from takusen.table.example import SCENARIO, Failed, scenario_facts

LARGEST = 999_999


def common(made: argparse.ArgumentParser, given: bool = True) -> None:
    """What both commands are told of the table; `given` says whether they need a file with the world."""
    made.add_argument("--given", required=given, metavar="FILE[#PART]", help=words()("盤面のTOMLファイル"))
    made.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=CHOICE",
        help=words()("ルールの読みかたを選ぶ。何度でも書ける"),
    )
    made.add_argument(
        "--policy",
        action="append",
        default=[],
        metavar="PROMPT=POLICY",
        help=words()("問いへの答えかたを選ぶ。何度でも書ける"),
    )
    made.add_argument("--json", action="store_true", help=words()("JSONで出す"))


def world_given(book: RuleBook, where: str) -> Any:
    """The world in a TOML file, or in one table of it. Raises Wrong, BadFile."""
    name, _, part = where.partition("#")
    data = parsed(name, text_of(Path(name)))
    if part and not isinstance(data.get(part), dict):
        raise Wrong(
            "{name} に [{part}] がありません。あるのは {known} です。", name=name, part=part, known=", ".join(data)
        )
    given = data[part] if part else data
    world = begun(book, given)
    for path, value in given.items():
        if path == SCENARIO:
            continue
        if too_large(value):
            raise Wrong("{name} の {path} に大きすぎる数があります。", name=name, path=path)
        try:
            world = edited(world, path, value)
        except BadEdit as wrong:
            if not part and isinstance(value, dict) and not hasattr(world, path):
                tables = ", ".join(f"{name}#{one}" for one, inner in data.items() if isinstance(inner, dict))
                raise Wrong("盤面がいくつも入っています。ひとつ選んでください: {tables}", tables=tables) from None
            raise Wrong("{name} の値を読み取れません: {why}", name=name, why=wrong) from None
    return world


def begun(book: RuleBook, given: Mapping[str, Any]) -> Any:
    """The book's empty world, or the one in which the scenario that a given world names has come in. Raises Wrong."""
    try:
        return reduce(lambda world, fact: fact.apply(world), scenario_facts(book, given), book.new_world())
    except Failed:
        known = ", ".join(book.scenarios)
        raise Wrong("シナリオ {id} はありません。あるのは {known} です。", id=given[SCENARIO], known=known) from None


def too_large(value: Any) -> bool:
    """Whether there is a number in it that no table would take."""
    if isinstance(value, dict | list):
        return any(map(too_large, value.values() if isinstance(value, dict) else value))
    return isinstance(value, int) and abs(value) > LARGEST


def policies_from(book: RuleBook, given: list[str]) -> Any:
    """Policies as a command line names them. Raises Wrong."""
    try:
        return book.policies_named(pairs(given))
    except UnknownPolicy as wrong:
        known = ", ".join(f"{one.label}={one.name}" for one in book.policies)
        raise Wrong("方針 {name} はありません。選べるのは {known} です。", name=wrong, known=known) from None

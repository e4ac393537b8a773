"""`takusen forecast`: sampled fights with their errors; and the situation that it and `takusen odds` start from."""

import argparse
import json
import sys
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec

from takusen.cli.named import book_named, options_from, pairs, text_of
from takusen.cli.words import Wrong, words
from takusen.forecast.battle import Battle, Forecast, NoFight, forecast
from takusen.play.exact import Memo
from takusen.play.handles import Id
from takusen.rulebook.book import RuleBook
from takusen.rulebook.edits import BadEdit, edited
from takusen.rulebook.odds import UnknownPolicy
from takusen.rulebook.toml import parsed
from takusen.table.examples import SCENARIO, Failed, scenario_facts

LARGEST = 999_999


def add(commands: Any) -> None:
    """Add the command."""
    two = commands.add_parser("forecast", help=words()("戦闘の行方を予測する"))
    two.add_argument("book", help=words()("ルールブックの名前"))
    two.add_argument("--runs", type=int, default=1000, help=words()("戦わせる回数（初めは1000）"))
    two.add_argument("--seed", type=int, default=1, help=words()("乱数の種。同じ種なら同じ結果"))
    common(two)
    two.set_defaults(run=run_forecast)


def common(made: argparse.ArgumentParser) -> None:
    """What both commands are told of the table."""
    made.add_argument("--given", required=True, metavar="FILE[#PART]", help=words()("盤面のTOMLファイル"))
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


def run_forecast(given: argparse.Namespace) -> int:
    """Play a fight many times and print how it goes."""
    book = book_named(given.book)
    if not 1 <= given.runs <= 10_000_000:
        raise Wrong("--runs は 1 から 10000000 までです。")
    memo = Memo(book.reading(options_from(book, given.option)))
    world = world_given(book, given.given)
    try:
        battle = Battle(book, world, memo, given.seed, policies_from(book, given.policy))
    except NoFight:
        raise Wrong("この盤面では戦闘が始まっていないか、ルールブックに戦う方針がありません。") from None
    made = forecast(battle, given.runs, _progress(given.runs))
    if given.json:
        print(json.dumps(msgspec.to_builtins(made), ensure_ascii=False))
    else:
        _print(book, book.entities(world), made)
    return 0


def _progress(runs: int) -> Any:
    def tell(so_far: Forecast) -> bool:
        if sys.stderr.isatty():
            print(f"\r{so_far.runs}/{runs}", end="\n" if so_far.runs == runs else "", file=sys.stderr)
        return True

    return tell


def _print(book: RuleBook, names: Mapping[Id, str], made: Forecast) -> None:
    lang = words().lang
    for side, figure in made.wins.items():
        name = book.texts.say(lang, "side", side) if side else words()("引き分け")
        print(f"{words()('勝つ確率')} {name}\t{figure.mean:.4f} ±{figure.error:.4f}")
    for name, figure in made.tallies.items():
        print(f"{_tallied(book, names, name)}\t{figure.mean:.3f} ±{figure.error:.3f}")
    print(words()("{runs}回の予測。±は標準誤差です。", runs=made.runs))


def _tallied(book: RuleBook, names: Mapping[Id, str], name: str) -> str:
    """What a book tallies in words: its measure, and whose it is."""
    measure, _, one = name.partition(".")
    return f"{book.texts.say(words().lang, 'measure', measure)} {names.get(Id(one), one)}".strip()

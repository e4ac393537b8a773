"""`takusen odds` and `takusen forecast`: exact fractions, and sampled fights with their errors."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from takusen.cli.named import book_named, number, options_from, pairs, text_of
from takusen.cli.words import Wrong, words
from takusen.forecast.battle import Battle, Forecast, NoFight, forecast
from takusen.forecast.odds import odds
from takusen.log.audience import GM
from takusen.play.exact import Memo
from takusen.play.handles import Id
from takusen.rulebook.book import RuleBook
from takusen.rulebook.edits import BadEdit, edited
from takusen.rulebook.odds import UnknownPolicy
from takusen.rulebook.offers import Offer, Pick, Trial
from takusen.rulebook.toml import parsed

LARGEST = 999_999


def add(commands: Any) -> None:
    """Add both commands."""
    one = commands.add_parser("odds", help=words()("宣言の確率を分数で出す"))
    one.add_argument("book", help=words()("ルールブックの名前"))
    one.add_argument("act", help=words()("宣言の名前。合わないものを書くと一覧が出る"))
    one.add_argument("args", nargs="*", metavar="name=value", help=words()("宣言の項目。足りないと選べるものが出る"))
    _common(one)
    one.set_defaults(run=run_odds)
    two = commands.add_parser("forecast", help=words()("戦闘の行方を予測する"))
    two.add_argument("book", help=words()("ルールブックの名前"))
    two.add_argument("--runs", type=int, default=1000, help=words()("戦わせる回数（初めは1000）"))
    two.add_argument("--seed", type=int, default=1, help=words()("乱数の種。同じ種なら同じ結果"))
    _common(two)
    two.set_defaults(run=run_forecast)


def _common(made: argparse.ArgumentParser) -> None:
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
    world = book.new_world()
    for path, value in (data[part] if part else data).items():
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


def too_large(value: Any) -> bool:
    """Whether there is a number in it that no table would take."""
    if isinstance(value, dict | list):
        return any(map(too_large, value.values() if isinstance(value, dict) else value))
    return isinstance(value, int) and abs(value) > LARGEST


def run_odds(given: argparse.Namespace) -> int:
    """Print the odds of an act."""
    book = book_named(given.book)
    if given.act not in book.odds:
        raise Wrong("{act} の確率は出せません。出せるのは {acts} です。", act=given.act, acts=", ".join(book.odds))
    world = world_given(book, given.given)
    memo = Memo(book.reading(options_from(book, given.option)))
    args = _picked(book, given.act, world, memo, pairs(given.args))
    found = odds(book, world, memo, given.act, args, _policies(book, given.policy))
    if given.json:
        figures = {name: str(figure) for name, figure in found.figures.items()}
        print(
            json.dumps(
                {"args": args, "figures": figures, "runs": found.runs, "errors": found.errors}, ensure_ascii=False
            )
        )
    else:
        for name, figure in found.figures.items():
            label = book.texts.say(words().lang, "measure", name)
            error = f"  ±{found.errors[name]:.4f}" if name in found.errors else ""
            print(f"{label}\t{figure}\t{float(figure):.4f}{error}")
    return 0


def _policies(book: RuleBook, given: list[str]) -> Any:
    try:
        return book.policies_named(pairs(given))
    except UnknownPolicy as wrong:
        known = ", ".join(f"{one.label}={one.name}" for one in book.policies)
        raise Wrong("方針 {name} はありません。選べるのは {known} です。", name=wrong, known=known) from None


def _picked(book: RuleBook, act: str, world: Any, memo: Memo, given: dict[str, str]) -> dict[str, Any]:
    """Arguments as the act's offer reads them. Raises Wrong with what may be picked."""
    args: dict[str, Any] = {}
    names = {name: str(one) for one, name in book.entities(world).items()}
    while True:
        offer: Offer[Any] = Offer(world, GM, args, memo.reading, book.owner)
        trial = book.acts[act].trial(offer, tuple(book.entities(world)))
        if trial.refused:
            raise Wrong(_refusal(book, trial))
        if trial.missing is None:
            break
        pick = trial.missing
        if pick.name not in given and pick.kind != "some":
            raise Wrong("{name} を指定してください: {known}", name=pick.name, known=_known(pick))
        args[pick.name] = _value(pick, given.get(pick.name, ""), names)
    unknown = [name for name in given if name not in args]
    if unknown:
        raise Wrong("{name} という項目はありません。", name=unknown[0])
    return args


def _refusal(book: RuleBook, trial: Trial) -> str:
    assert trial.refused is not None
    sentence = book.texts.say(words().lang, "refused", trial.refused.reason, dict(trial.refused.params))
    return f"{trial.at}: {sentence}" if trial.at else sentence


def _known(pick: Pick) -> str:
    if pick.kind == "number":
        return f"{pick.low}-{pick.high}"
    return ", ".join(str(choice.value) for choice in pick.choices if not choice.refused)


def _value(pick: Pick, text: str, names: Mapping[str, str]) -> Any:
    """An argument as its pick takes it; an entity may go by its id or its name."""
    if pick.kind == "number":
        read = number(text)
        if read is None:
            raise Wrong("{name} は数で指定してください（{known}）。", name=pick.name, known=_known(pick))
        return read
    known = {str(choice.value): choice.value for choice in pick.choices}
    if pick.kind == "some":
        return [_choice(part.strip(), known, names) for part in text.split(",") if part.strip()]
    return _choice(text, known, names)


def _choice(text: str, known: Mapping[str, Any], names: Mapping[str, str]) -> Any:
    return known[text] if text in known else known.get(names.get(text, ""), text)


def run_forecast(given: argparse.Namespace) -> int:
    """Play a fight many times and print how it goes."""
    book = book_named(given.book)
    if not 1 <= given.runs <= 10_000_000:
        raise Wrong("--runs は 1 から 10000000 までです。")
    memo = Memo(book.reading(options_from(book, given.option)))
    world = world_given(book, given.given)
    try:
        battle = Battle(book, world, memo, given.seed, _policies(book, given.policy))
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

"""`takusen forecast`: sampled fights with their errors, and what one declaration would change."""

import argparse
import json
import shlex
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from takusen.cli.given import common, policies_from, world_given
from takusen.cli.named import book_named, options_from, pairs
from takusen.cli.picks import Picking, picked
from takusen.cli.words import Wrong, words
from takusen.forecast.figures import NOTHING, WHOLE, Figure, Forecast
from takusen.forecast.plan import SEED, Plan, fights, staged
from takusen.play.exact import Memo
from takusen.play.handles import Id
from takusen.rulebook.book import Declaration, RuleBook
from takusen.server.crew import Crew, alone

RUNS = 1_000
MOST = 10_000_000
FEW = 2_000
"""Fights below which starting further processes takes longer than they save."""


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("forecast", help=words()("戦闘の行方を予測する"))
    made.add_argument("book", help=words()("ルールブックの名前"))
    made.add_argument("fight", nargs="?", default="", help=words()("ルールブックにある戦闘の名前（--given の代わり）"))
    made.add_argument("--runs", type=int, default=RUNS, help=words()("戦わせる回数（初めは1000）"))
    made.add_argument("--seed", type=int, default=SEED, help=words()("乱数の種。同じ種なら同じ結果"))
    made.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="WHO=POLICY",
        help=words()("キャラクターか陣営の方針を選ぶ。何度でも書ける"),
    )
    made.add_argument(
        "--what-if",
        action="append",
        default=[],
        metavar="'ACT name=value ...'",
        help=words()("先にこの宣言をした場合と比べる。何度でも書ける"),
    )
    common(made, given=False)
    made.set_defaults(run=run)


class Case(NamedTuple):
    """One of the forecasts side by side: the declaration that comes first, and the figures."""

    first: Declaration | None
    made: Forecast


def run(given: argparse.Namespace) -> int:
    """Play a fight many times and print how it goes."""
    book = book_named(given.book)
    if not 1 <= given.runs <= MOST:
        raise Wrong("--runs は 1 から 10000000 までです。")
    memo = Memo(book.reading(options_from(book, given.option)))
    world = world_of(book, memo, given)
    if not fights(book, world):
        raise Wrong("この盤面では戦闘が始まっていないか、ルールブックに戦う方針がありません。")
    policies_from(book, given.policy)
    players, sides = players_from(book, world, given.player)
    plan = Plan(book.id, world, memo.reading, players, sides, pairs(given.policy), None, given.runs, given.seed)
    firsts = (None, *(declared(book, world, memo, text) for text in given.what_if))
    cases = played(book, plan, firsts)
    titles = {Id(id): title[words().lang] for id, title in book.titles(memo.reading).items()}
    names = titles | dict(book.entities(world))
    print(json.dumps(as_json(cases), ensure_ascii=False) if given.json else as_text(book, names, cases))
    return 0


# what is asked -------------------------------------------------------------------------------------------------------


def world_of(book: RuleBook, memo: Memo, given: argparse.Namespace) -> Any:
    """The world in a file, or of a fight of the book. Raises Wrong, BadFile."""
    if given.given:
        return world_given(book, given.given)
    if given.fight in book.staged:
        return staged(book, book.staged[given.fight], memo, words().lang)
    known = ", ".join(book.staged)
    raise Wrong("盤面のファイルを --given で指定するか、戦闘の名前を書いてください: {known}", known=known)


def players_from(book: RuleBook, world: Any, given: list[str]) -> tuple[dict[Id, str], dict[str, str]]:
    """Who plays by which policy, by entity and by side. Raises Wrong."""
    fighting, names = book.fighting(world), {name: one for one, name in book.entities(world).items()}
    players: dict[Id, str] = {}
    sides: dict[str, str] = {}
    for who, name in pairs(given).items():
        one = names.get(who, Id(who))
        if name not in book.players:
            raise Wrong("方針 {name} はありません。選べるのは {known} です。", name=name, known=", ".join(book.players))
        if one not in fighting and who not in fighting.values():
            known = ", ".join((*dict.fromkeys(fighting.values()), *fighting))
            raise Wrong("{who} は戦っていません。選べるのは {known} です。", who=who, known=known)
        if one in fighting:
            players[one] = name
        else:
            sides[who] = name
    return players, sides


def declared(book: RuleBook, world: Any, memo: Memo, text: str) -> Declaration:
    """A declaration as it is typed: an act and its picks. Raises Wrong."""
    try:
        act, *args = shlex.split(text)
    except ValueError:
        raise Wrong("「{text}」は 宣言の名前 項目=値 ... の形で書いてください。", text=text) from None
    if act not in book.acts:
        raise Wrong("{act} という宣言はありません。あるのは {acts} です。", act=act, acts=", ".join(book.acts))
    return act, picked(Picking(book, world, memo.reading, act), pairs(args))[0]


def played(book: RuleBook, plan: Plan, firsts: tuple[Declaration | None, ...]) -> list[Case]:
    """The forecast of each case; many fights are shared among processes."""
    crew = Crew() if plan.runs * len(firsts) >= FEW else None
    play = crew.forecast if crew else alone
    try:
        return [
            Case(first, play(msgspec.structs.replace(plan, first=first), book, _progress(plan.runs)))
            for first in firsts
        ]
    finally:
        if crew:
            crew.close()


def _progress(runs: int) -> Any:
    def tell(so_far: Forecast) -> bool:
        if sys.stderr.isatty():
            print(f"\r{so_far.runs}/{runs}", end="\r", file=sys.stderr)
        return True

    return tell


# what is printed -----------------------------------------------------------------------------------------------------


def as_json(cases: list[Case]) -> Any:
    """The figures as data; a list where declarations are compared."""
    told = [
        msgspec.to_builtins(one.made) | ({"first": [one.first[0], one.first[1]]} if one.first else {}) for one in cases
    ]
    return told if len(told) > 1 else told[0]


def as_text(book: RuleBook, names: Mapping[Id, str], cases: list[Case]) -> str:
    """A paragraph for each case."""
    told = []
    for one in cases:
        if len(cases) > 1:
            told.append(f"== {_named(book, names, one.first)} ==")
        told += [*_wins(book, one.made, cases[0].made if one.first else None), *_tallies(book, names, one.made), ""]
    return "\n".join([*told[:-1], words()("{runs}回の予測。±は標準誤差です。", runs=cases[0].made.runs)])


def _named(book: RuleBook, names: Mapping[Id, str], first: Declaration | None) -> str:
    if first is None:
        return words()("方針どおりに続ける")
    picks = (str(names.get(Id(value), value) if isinstance(value, str) else value) for value in first[1].values())
    return " ".join((book.texts.say(words().lang, "act", first[0]), *picks))


def _wins(book: RuleBook, made: Forecast, usual: Forecast | None) -> list[str]:
    told = []
    for side, figure in made.wins.items():
        name = book.texts.say(words().lang, "side", side) if side else words()("引き分け")
        change = f"  ({_changed(figure.minus(usual.wins.get(side, NOTHING)))})" if usual else ""
        told.append(f"{words()('勝つ確率')} {name}\t{figure.mean:.4f} ±{figure.error:.4f}{change}")
    return told


def _changed(figure: Figure) -> str:
    return f"{figure.mean:+.4f} ±{figure.error:.4f}"


def _tallies(book: RuleBook, names: Mapping[Id, str], made: Forecast) -> list[str]:
    told = []
    for name, figure in made.tallies.items():
        measure, _, one = name.partition(WHOLE)
        label = f"{book.texts.say(words().lang, 'measure', measure)} {names.get(Id(one), one)}".strip()
        told.append(f"{label}\t{figure.mean:.3f} ±{figure.error:.3f}")
    return told

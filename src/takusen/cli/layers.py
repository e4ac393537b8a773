"""`takusen book show` and `diff`: what a book comes to under layers, and where two of them differ."""

import argparse
from pathlib import Path
from typing import Any

from takusen.cli.named import books, text_of
from takusen.cli.words import Wrong, words
from takusen.log.table import Table
from takusen.play.reading import Limited, Wrap
from takusen.rulebook.book import RuleBook
from takusen.rulebook.content import Value
from takusen.rulebook.differences import differences
from takusen.rulebook.layers import Layer, read_layer
from takusen.rulebook.stacking import Stack

KINDS = {"content": "数値と表", "option": "選択ルール", "ban": "禁止", "limit": "回数の制限", "wrap": "処理の変更"}
PER = {"timing": "タイミングごとに{times}回", "scene": "シーンごとに{times}回", "scenario": "シナリオごとに{times}回"}


def add(does: Any) -> None:
    """Add the two commands to those of `takusen book`."""
    show = does.add_parser("show", help=words()("どの値がどこから来たかを出す"))
    show.add_argument("book", metavar="BOOK", help=words()("ルールブックか、その上に重ねる版の名前"))
    show.add_argument("--layer", action="append", default=[], metavar="FILE", help=words()("重ねるハウスルール"))
    show.add_argument("--at", default="", metavar="VERSION", help=words()("どの版で見るか"))
    show.add_argument("--changed", action="store_true", help=words()("重ねたもので変わる値だけを出す"))
    show.set_defaults(run=print_values)
    diff = does.add_parser("diff", help=words()("ふたつの版の違いを出す"))
    for name in ("a", "b"):
        diff.add_argument(name, metavar=name.upper(), help=words()("BOOK、BOOK@VERSION、BOOK+FILE のどれか"))
    diff.set_defaults(run=print_differences)


def print_values(given: argparse.Namespace) -> int:
    """Print every value with the layer that it comes from."""
    book, stack = named_stack("+".join([given.book + (f"@{given.at}" if given.at else ""), *given.layer]))
    made = book.resolved(stack)
    kind = ""
    for (now, name), value in made.slots():
        if given.changed and book.says(value):
            continue
        if now != kind:
            kind = now
            print(f"# {words()(KINDS[kind])}")
        print(f"{name} = {said(value.value)}\t[{origin(value)}]")
    return 0


def print_differences(given: argparse.Namespace) -> int:
    """Print what differs; the exit code is 0 either way."""
    (book, one), (other, two) = named_stack(given.a), named_stack(given.b)
    if book is not other:
        raise Wrong("{a} と {b} は別のルールブックです。", a=given.a, b=given.b)
    found = differences(book.resolved(one), book.resolved(two))
    kind = ""
    for each in found:
        if each.kind != kind:
            kind = each.kind
            print(f"# {words()(KINDS[kind])}")
        print(f"{each.name}: {_side(each.before)} → {_side(each.after)}{_because(each.after)}")
    if not found:
        print(words()("違いはありません。"))
    return 0


def _because(value: Value | None) -> str:
    return f"\t({value.why[words().lang]})" if value and value.why else ""


def _side(value: Value | None) -> str:
    return f"{said(value.value)} [{value.layer}]" if value else words()("（なし）")


def origin(value: Value) -> str:
    """The layer of a value, what it was before, and why."""
    steps = list(value.trace)
    told = steps[0].layer
    for one in steps[1:]:
        told += " ← " + f"{said(one.value)} {one.layer}"
    why = value.why[words().lang] if value.why else ""
    return f"{told}: {why}" if why else told


def said(value: Any) -> str:
    """A value in words."""
    if isinstance(value, Limited):
        return words()(PER[value.per], times=value.times)
    if isinstance(value, Wrap):
        return value.name
    if isinstance(value, tuple):
        return ", ".join(map(said, value))
    if isinstance(value, Table):
        return "{" + ", ".join(f"{name}={said(one)}" for name, one in value.items()) + "}"
    return words()("はい") if value is True else words()("いいえ") if value is False else str(value)


def named_stack(spec: str) -> tuple[RuleBook, Stack]:
    """`BOOK`, `BOOK@VERSION`, `BOOK+LAYER`, where BOOK may be a layer that comes with one. Raises Wrong, BadFile."""
    first, *more = spec.split("+")
    name, _, version = first.partition("@")
    book = books().get(name)
    layers = [] if book else [_shipped(name, version)]
    if book and version and version != book.version:
        layers = [one for one in book.shipped.values() if one.version == version]
        if not layers:
            raise _unknown(first)
    book = book or books()[layers[0].meta.base]
    return book, Stack((*layers, *(layer_named(book, one) for one in more)))


def layer_named(book: RuleBook, name: str) -> Layer:
    """A layer that comes with a book, by default in its newest version, or a file. Raises Wrong, BadFile."""
    versions = [one for one in book.shipped.values() if name in (one.id, one.label)]
    if versions:
        return max(versions, key=lambda one: one.version)
    if not Path(name).suffix:
        raise _unknown(name)
    return read_layer(Path(name).name, text_of(Path(name)))


def _shipped(name: str, version: str) -> Layer:
    """A layer by its id in a version, by default the newest."""
    found = [one for book in books().values() for one in book.shipped.values() if one.id == name]
    fitting = [one for one in found if version in ("", one.version)]
    if not fitting:
        raise _unknown(f"{name}@{version}" if version else name)
    return max(fitting, key=lambda one: one.version)


def _unknown(spec: str) -> Wrong:
    known = [known for one in books().values() for known in (one.id, one.label, *one.shipped)]
    return Wrong("{spec} という版はありません。あるのは {known} です。", spec=spec, known=", ".join(known))

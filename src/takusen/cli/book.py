"""`takusen book`: a tiny rule book to begin from, and the scenarios of the books that are there."""

import argparse
import keyword
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import PathFinder
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shutil import rmtree
from typing import Any

from takusen.cli import layers
from takusen.cli.named import book_named, books
from takusen.cli.words import Wrong, why, words

HOLE = "NAME"
LONGEST = 40


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("book", help=words()("ルールブックを書く"))
    does = made.add_subparsers(dest="does", required=True, metavar="new|scenario|show|diff")
    new = does.add_parser("new", help=words()("小さなルールブックを作る"))
    new.add_argument("name", metavar=HOLE, help=words()("英小文字で始まる名前。フォルダーとパッケージの名前になる"))
    new.add_argument("--dir", type=Path, default=Path(), help=words()("置き場所"))
    new.set_defaults(run=run)
    scenario = does.add_parser("scenario", help=words()("ルールブックのシナリオを、書きはじめの見本として出す"))
    scenario.add_argument("book", metavar="BOOK")
    scenario.add_argument("id", nargs="?", default="", metavar="ID", help=words()("なければ一覧を出す"))
    scenario.set_defaults(run=print_scenario)
    layers.add(does)


def print_scenario(given: argparse.Namespace) -> int:
    """Print a scenario as it is written, or which there are."""
    book = book_named(given.book)
    if not given.id:
        for one, scenario in book.scenarios.items():
            print(f"{one}\t{scenario.meta.title[words().lang]}")
        return 0
    if given.id not in book.scenario_texts:
        known = ", ".join(book.scenario_texts)
        raise Wrong("シナリオ {id} はありません。あるのは {known} です。", id=given.id, known=known)
    sys.stdout.write(book.scenario_texts[given.id])
    return 0


def run(given: argparse.Namespace) -> int:
    """Write a new book's folder."""
    name: str = given.name
    reason = unfit(name)
    if reason:
        raise Wrong(reason)
    folder = given.dir / name
    write(folder, name)
    print(
        words()("{folder} を作りました。次はこれを: takusen check {check}", folder=folder, check=folder / "src" / name)
    )
    return 0


def unfit(name: str) -> str:
    """Why a book can't have this name; "" if it can."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or len(name) > LONGEST:
        shown = ascii(name)[1:-1][:LONGEST]
        return words()(
            "{name} は名前に使えません。英小文字で始め、英小文字・数字・_ で{most}字までにしてください。",
            name=shown,
            most=LONGEST,
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or name in sys.stdlib_module_names:
        return words()("{name} はPythonの言葉なので、ほかの名前にしてください。", name=name)
    if name in books() or name in ("takusen", "takusen_books"):
        return words()("{name} はもうあるので、ほかの名前にしてください。", name=name)
    found = PathFinder.find_spec(name)
    if found and found.origin:
        return words()(
            "{name} という名前のPythonのパッケージがもう入っているので、ほかの名前にしてください。", name=name
        )
    return ""


def write(folder: Path, name: str) -> None:
    """Fill the templates into a folder that isn't there yet. Raises Wrong."""
    part = folder.with_name(f".{name}.{os.getpid()}")
    try:
        if folder.exists() or folder.is_symlink():
            raise FileExistsError
        for path, text in filled(files("takusen.cli").joinpath("new_book"), name):
            target = part / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        part.rename(folder)
    except FileExistsError:
        raise Wrong("{folder} はもうあります。ほかの名前か --dir を指定してください。", folder=folder) from None
    except (OSError, ValueError) as wrong:
        raise Wrong("{folder} を作れません: {why}", folder=folder, why=why(wrong)) from None
    finally:
        with suppress(ValueError):
            rmtree(part, ignore_errors=True)


def filled(folder: Traversable, name: str) -> Iterator[tuple[Path, str]]:
    """The template files with the name put in; those of Python end in .txt, so that no tool takes them for code."""
    for one in folder.iterdir():
        path = Path(one.name.removesuffix(".txt").replace(HOLE, name))
        if one.is_dir():
            yield from ((path / inner, text) for inner, text in filled(one, name))
        else:
            yield path, one.read_text(encoding="utf-8").replace(HOLE, name)

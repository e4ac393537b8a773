"""`takusen check`: worked examples in three ways, and the laws of a book."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import msgspec

from takusen.cli.words import Wrong, book_named, words
from takusen.rulebook.book import RuleBook, installed
from takusen.table.examples import Example, ExampleFile, failures
from takusen.table.laws import faults
from takusen.rulebook.toml import read_toml

Reader = Callable[[str], str]


class Result(msgspec.Struct, frozen=True):
    """One example or law: where, its name, and what is wrong ("" if nothing is)."""

    where: str
    name: str
    wrong: str = ""


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("check", help=words()("ルールブックの実例と決まりを確かめる"))
    made.add_argument("what", nargs="+", metavar="BOOK|FILE|FOLDER")
    made.add_argument("--book", default="", help=words()("実例ファイルのルールブック"))
    made.add_argument("--json", action="store_true")
    made.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Check everything named; 1 if anything fails."""
    results: list[Result] = []
    for what in given.what:
        for result in checked(what, given.book):
            results.append(result)
            if not given.json:
                _tell(result)
    failed = sum(bool(result.wrong) for result in results)
    if given.json:
        print(json.dumps([msgspec.to_builtins(result) for result in results], ensure_ascii=False, indent=1))
    else:
        print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed or not results else 0


def _tell(result: Result) -> None:
    if result.wrong:
        print(f"FAILED {result.where}: {result.name}\n  {result.wrong}")
    if sys.stderr.isatty():
        print(f"\r{result.name[:60]:60}", end="", file=sys.stderr)


def checked(what: str, book: str) -> Iterator[Result]:
    """The results for an installed book, a book's folder, an examples file, or a folder of them. Raises Wrong."""
    path = Path(what)
    if what in installed() and not book:
        yield from book_results(installed()[what])
    elif (path / "__init__.py").is_file():
        yield from book_results(book_in(path))
    elif path.is_dir():
        for file in sorted(path.rglob("*.toml")):
            if "[[example]]" in file.read_text(encoding="utf-8"):
                yield from file_results(file, book)
    elif path.is_file():
        yield from file_results(path, book)
    else:
        names = ", ".join(sorted(installed()))
        raise Wrong(words()("{what} はルールブックでもファイルでもありません。ルールブックは {names} です。", what=what, names=names))


def book_in(folder: Path) -> RuleBook:
    """The book whose package is a folder. Raises Wrong."""
    name = folder.resolve().name
    spec = spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        raise Wrong(words()("{folder} を読み込めません。", folder=folder))
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as wrong:  # whatever a broken book raises is told in one line
        raise Wrong(words()("{folder} を読み込めません: {why}", folder=folder, why=f"{type(wrong).__name__}: {wrong}")) from wrong
    book = getattr(module, "BOOK", None)
    if not isinstance(book, RuleBook):
        raise Wrong(words()("{folder} には BOOK = RuleBook(...) がありません。", folder=folder))
    return book


def book_results(book: RuleBook) -> Iterator[Result]:
    """Every example of a book, and its laws."""
    files = book.example_files()
    examples: list[Example] = []
    for name, text in files.items():
        if "[[example]]" not in text:
            continue
        found = read_toml(name, text, ExampleFile).example
        examples += found
        yield from example_results(book, name, found, files.__getitem__)
    wrong = faults(book, tuple(examples))
    yield from (Result(book.id, "laws", one) for one in wrong)
    if not wrong:
        yield Result(book.id, "laws")


def file_results(path: Path, book: str) -> Iterator[Result]:
    """Every example of one file. Raises BadFile, Wrong."""
    read = read_toml(str(path), path.read_text(encoding="utf-8"), ExampleFile)
    named = book or read.book or next((one.name for one in path.resolve().parents if one.name in installed()), "")
    if not named:
        raise Wrong(words()("{path} がどのルールブックの実例か分かりません。--book で指定してください。", path=path))
    reader: Reader = lambda name: (path.parent / name).read_text(encoding="utf-8")  # noqa: E731
    yield from example_results(book_named(named), str(path), read.example, reader)


def example_results(book: RuleBook, where: str, examples: tuple[Example, ...], read: Reader) -> Iterator[Result]:
    """One result an example."""
    for example in examples:
        wrong = failures(book, example, read)
        yield Result(where, example.name, "; ".join(wrong))

"""`takusen check`: worked examples in three ways, and the laws of a book."""

import argparse
import json
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from takusen.cli.named import book_named, books, bytes_of, package_named, packages, text_of
from takusen.cli.words import Wrong, words
from takusen.interop.scenario import scenario_of
from takusen.rulebook.book import RuleBook
from takusen.rulebook.packages import LayerPackage
from takusen.rulebook.toml import BadFile, read_toml
from takusen.table.example import Example, ExampleFile, Reader, read_examples, under_layers
from takusen.table.examples import failures
from takusen.table.laws import example_faults, faults, package_faults
from takusen.web.faults import told
from takusen.web.forms import UPLOAD_LIMIT
from takusen.web.laws import drawing_faults

MARK = "[[example]]"
SCENARIO = re.compile(r"^\[meta\]", re.M)


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
    made.add_argument("--states", action="store_true", help=words()("すべての場面のページ・見え方・選択肢も確かめる"))
    made.add_argument("--json", action="store_true", help=words()("JSONで出す"))
    made.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Check everything named; 1 if anything fails."""
    results: list[Result] = []
    for result in all_checked(given.what, given.book, given.states):
        results.append(result)
        _tell(result, len(results), given.json)
    failed = sum(bool(result.wrong) for result in results)
    if given.json:
        print(json.dumps([msgspec.to_builtins(result) for result in results], ensure_ascii=False, indent=1))
    else:
        print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed or not results else 0


def _tell(result: Result, count: int, quiet: bool) -> None:
    if result.wrong and not quiet:
        print(f"FAILED {result.where}: {result.name}\n  {result.wrong}")
    if sys.stderr.isatty():
        print(count, end="\r", file=sys.stderr)


def all_checked(named: list[str], book: str, states: bool) -> Iterator[Result]:
    """The results for everything named; files of content, or a folder of them, are one scenario. Raises Wrong."""
    pieces = pieces_in(named) if book and book_named(book).bring else []
    if pieces:
        yield pieces_result(pieces, book_named(book))
        return
    for what in named:
        yield from checked(what, book, states)


def pieces_in(named: list[str]) -> list[Path]:
    """The files of a scenario in pieces; none where anything else is named."""
    paths = [Path(what) for what in named]
    if not all(path.is_dir() or _is(path) for path in paths) or any(_is(path / "__init__.py") for path in paths):
        return []
    files = [file for path in paths for file in (sorted(path.rglob("*.toml")) if path.is_dir() else (path,))]
    return [] if any(file.suffix.lower() != ".zip" and MARK in text_of(file) for file in files) else files


def pieces_result(pieces: list[Path], book: RuleBook) -> Result:
    """Whether a book takes files of content as one scenario."""
    try:
        name, text = scenario_of([(str(path), bytes_of(path, UPLOAD_LIMIT)) for path in pieces], several=True)
    except BadFile as wrong:
        return Result(str(pieces[0]), "", told(wrong, words().lang))
    return scenario_result(name, text, book)


def checked(what: str, book: str, states: bool) -> Iterator[Result]:
    """The results for an installed book, a book's folder, an examples file, or a folder of them. Raises Wrong."""
    path = Path(what)
    package = None if book else package_named(what)
    if what in books() and not book:
        yield from book_results(books()[what], what, states)
    elif package:
        yield from package_results(*package, states)
    elif _is(path / "__init__.py"):
        yield from folder_book_results(path, states)
    elif path.is_dir():
        yield from folder_results(path, book)
    elif path.suffix.lower() == ".zip" and _is(path):
        yield archive_result(path, book)
    elif _is(path):
        yield from file_results(path, text_of(path), book)
    else:
        known = ", ".join((*books(), *packages()))
        raise Wrong(
            "{what} はルールブックでもファイルでもありません。ルールブックは {known} です。", what=what, known=known
        )


def _is(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def folder_book_results(folder: Path, states: bool) -> Iterator[Result]:
    """The results for a book's folder, or for one of layers over an installed book. Raises Wrong."""
    module = module_in(folder)
    book, layer = getattr(module, "BOOK", None), getattr(module, "LAYER", None)
    if isinstance(book, RuleBook):
        yield from book_results(book, folder.resolve().name, states)
    elif isinstance(layer, LayerPackage):
        yield from package_results(_base_of(layer, folder), layer, states)
    else:
        raise Wrong("{folder} には BOOK = RuleBook(...) も LAYER = LayerPackage(...) もありません。", folder=folder)


def _base_of(package: LayerPackage, folder: Path) -> RuleBook:
    """The installed book that a package's layers lie over, with this package. Raises Wrong, BadFile."""
    based = next((one.meta.base for one in package.layers()), "")
    if not based:
        raise Wrong("{folder} の LAYER には版がひとつもありません。", folder=folder)
    return book_named(based).beside(package)


def module_in(folder: Path) -> ModuleType:
    """The package that a folder is. Raises Wrong."""
    name = folder.resolve().name
    known = sys.modules.get(name)
    if known and not (hasattr(known, "BOOK") or hasattr(known, "LAYER")):
        raise Wrong("{name} という名前はPythonで使われています。フォルダーの名前を変えてください。", name=name)
    for other in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
        del sys.modules[other]  # another book of the same name, checked before this one
    spec = spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as wrong:  # whatever a broken book raises is told in one line
        raise Wrong("{folder} を読み込めません: {why}", folder=folder, why=_broken(wrong)) from wrong
    return module


def _broken(wrong: Exception) -> str:
    place = traceback.extract_tb(wrong.__traceback__)[-1]
    return f"{type(wrong).__name__}: {wrong} ({place.filename}:{place.lineno})"


def book_results(book: RuleBook, name: str, states: bool) -> Iterator[Result]:
    """Every example of a book, and its laws. Raises BadFile where the book's own texts are broken."""
    laws = lambda examples: [*faults(book, examples), *_misnamed(book, name)]  # noqa: E731
    yield from _all_results(book, name, book.example_files(), laws, states)


def package_results(root: RuleBook, package: LayerPackage, states: bool) -> Iterator[Result]:
    """Every example of a package of layers, and its laws. Raises BadFile where its texts are broken."""
    book = root.under(package.ids)
    laws = lambda examples: package_faults(book, package, examples)  # noqa: E731
    yield from _all_results(book, package.name, package.texts.folder("examples"), laws, states, package.newest)


def _misnamed(book: RuleBook, name: str) -> list[str]:
    return [f"BOOK.id is {book.id}, but the book is found as {name}"] if book.id != name else []


def _all_results(
    book: RuleBook,
    name: str,
    files: dict[str, str],
    laws: Callable[[tuple[Example, ...]], list[str]],
    states: bool,
    layers: tuple[str, ...] = (),
) -> Iterator[Result]:
    """Every example of some files, under these layers where it names none, and what breaks the laws."""
    passed: list[Example] = []
    examples: list[Example] = []
    for file, text in files.items():
        if MARK not in text:
            continue
        try:
            found = under_layers(read_examples(file, text), layers)
        except BadFile as wrong:
            yield Result(file, "", told(wrong, words().lang))
            continue
        examples += found
        for example, result in zip(found, example_results(book, file, found, files.__getitem__), strict=True):
            passed += () if result.wrong else (example,)
            yield result
    yield from (Result(name, "laws", one) for one in laws(tuple(examples)) or ("",))
    if states:
        found_in = tuple(example_faults(book, tuple(passed), files.__getitem__, drawing_faults))
        yield from (Result(name, "states", one) for one in found_in or ("",))


def folder_results(folder: Path, book: str) -> Iterator[Result]:
    """Every examples file in a folder and below. Raises Wrong where there is none."""
    files = ((file, text_of(file)) for file in sorted(folder.rglob("*.toml")))
    found = [(file, text) for file, text in files if MARK in text]
    if not found:
        raise Wrong("{folder} に実例（[[example]]）がありません。", folder=folder)
    for file, text in found:
        yield from file_results(file, text, book)


def file_results(path: Path, text: str, book: str) -> Iterator[Result]:
    """Every example of one file, or the scenario that it is. Raises Wrong where its book isn't known."""
    if SCENARIO.search(text) and MARK not in text:
        yield scenario_result(str(path), text, scenario_book(path, book))
        return
    try:
        read = read_toml(str(path), text, ExampleFile)
    except BadFile as wrong:
        yield Result(str(path), "", told(wrong, words().lang))
        return
    named = book or read.book or _around(path)
    if not named:
        raise Wrong("{path} がどのルールブックの実例か分かりません。--book で指定してください。", path=path)
    reader: Reader = lambda name: (path.parent / name).read_text(encoding="utf-8")  # noqa: E731
    package = package_named(named)
    layers = package[1].newest if package else ()
    examples = under_layers(read.example, layers)
    yield from example_results(package[0] if package else book_named(named), str(path), examples, reader)


def _around(path: Path) -> str:
    """The book or package of layers in whose folder a file lies; "" where it lies in none."""
    return next((one.name for one in path.resolve().parents if one.name in books() or package_named(one.name)), "")


def archive_result(path: Path, book: str) -> Result:
    """Whether a book takes the scenario in a zip archive. Raises Wrong."""
    known = scenario_book(path, book)
    try:
        name, text = scenario_of([(str(path), bytes_of(path, UPLOAD_LIMIT))], known.bring is not None)
    except BadFile as wrong:
        return Result(str(path), "", told(wrong, words().lang))
    return scenario_result(name, text, known)


def scenario_book(path: Path, book: str) -> RuleBook:
    """The book that a scenario is for. Raises Wrong where it isn't known."""
    named = book or _around(path)
    if not named:
        raise Wrong("{path} がどのルールブックのシナリオか分かりません。--book で指定してください。", path=path)
    return book_named(named)


def scenario_result(name: str, text: str, book: RuleBook) -> Result:
    """Whether a book takes a scenario of a GM's own."""
    try:
        return Result(name, book.read_scenario(name, text).meta.title[words().lang])
    except BadFile as wrong:
        return Result(name, "", told(wrong, words().lang))


def example_results(book: RuleBook, where: str, examples: tuple[Example, ...], read: Reader) -> Iterator[Result]:
    """One result an example."""
    for example in examples:
        yield Result(where, example.name, "; ".join(failures(book, example, read)))

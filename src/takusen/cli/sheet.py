"""`takusen sheet`: sheets of other tools are read, and written in the forms that others take."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from takusen.cli.output import write
from takusen.cli.words import Wrong, why, words
from takusen.interop import ccfolia, own, palette, udonarium
from takusen.interop.reading import FILE_LIMIT, read
from takusen.rulebook.sheet import Remark, Sheet
from takusen.web.sheet_words import SheetWords

FORMS: dict[str, Callable[[Sheet], str | bytes]] = {
    "ccfolia": lambda sheet: ccfolia.written(sheet) + "\n",
    "udonarium": udonarium.written,
    "palette": lambda sheet: palette.written(sheet) + "\n",
    "json": lambda sheet: own.written((sheet,)) + "\n",
}


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("sheet", help=words()("ほかのツールのキャラクターシートを読み書きする"))
    inside = made.add_subparsers(dest="what", required=True, metavar="import|export")
    importing = inside.add_parser("import", help=words()("シートを読んで中身を表示する"))
    importing.add_argument("file", metavar="FILE", help=words()("ファイル。- なら標準入力"))
    importing.add_argument("--json", action="store_true", help=words()("すべての項目をJSONで"))
    importing.set_defaults(run=run_import)
    exporting = inside.add_parser("export", help=words()("シートをほかのツールの形で書き出す"))
    exporting.add_argument("file", metavar="FILE", help=words()("ファイル。- なら標準入力"))
    exporting.add_argument("--to", choices=sorted(FORMS), required=True, help=words()("書き出す形"))
    exporting.add_argument("--name", default="", help=words()("何人か入っているとき、だれを書き出すか"))
    exporting.add_argument("-o", "--output", type=Path, metavar="OUT", help=words()("書き出す先"))
    exporting.set_defaults(run=run_export)


def run_import(given: argparse.Namespace) -> int:
    """Show what a file holds."""
    found = read(_bytes(given.file))
    if isinstance(found, Remark):
        return _refused(found, given.json)
    if given.json:
        print(own.written(found))
        return 0
    print("\n\n".join("\n".join(_told(sheet)) for sheet in found))
    return 0


def run_export(given: argparse.Namespace) -> int:
    """Write a character in another form."""
    found = read(_bytes(given.file))
    if isinstance(found, Remark):
        return _refused(found, False)
    made = FORMS[given.to](_chosen(found, given.name))
    data = made.encode() if isinstance(made, str) else made
    if given.output is not None:
        write(given.output, data)
    elif isinstance(made, bytes) and sys.stdout.isatty():
        raise Wrong("画面には出せない形です。-o で書き出す先を指定してください。")
    else:
        sys.stdout.buffer.write(data)
    return 0


def _refused(remark: Remark, as_json: bool) -> int:
    sentence = SheetWords(words()).remark(remark)
    if as_json:
        print(json.dumps({"refused": remark.key, "params": dict(remark.params), "text": sentence}, ensure_ascii=False))
    else:
        print(sentence, file=sys.stderr)
    return 2


def _bytes(name: str) -> bytes:
    """The file, or what comes in; no more of it than could be read."""
    if name == "-":
        return sys.stdin.buffer.read(FILE_LIMIT + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(FILE_LIMIT + 1)
    except (OSError, ValueError) as wrong:
        raise Wrong("{file} を読めません: {why}", file=name, why=why(wrong)) from None


def _chosen(found: tuple[Sheet, ...], name: str) -> Sheet:
    """The one that is asked for. Raises Wrong where that isn't clear."""
    fitting = [one for one in found if not name or one.name == name]
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join(one.name or "?" for one in found)
    raise Wrong("だれを書き出すか、--name で指定してください。入っているのは {names} です。", names=names)


def _told(sheet: Sheet) -> Iterator[str]:
    """What a sheet holds, what doesn't add up, what was odd, and what must be asked."""
    said = SheetWords(words())
    yield said.called(sheet) or words()("（名前がありません）")
    yield from (f"  {label}: {text}" for label, text in said.rows(sheet))
    parts = (
        (words()("計算と合わない数（シートの数を使います）"), said.differences(sheet)),
        (words()("お知らせ"), said.notes(sheet)),
        (words()("分からないので、決めてもらうもの"), tuple(map(said.asked, sheet.asked))),
    )
    for heading, lines in parts:
        if lines:
            yield f"  {heading}"
            yield from (f"    {line}" for line in lines)

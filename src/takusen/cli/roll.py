"""`takusen roll`: a dice command without a table."""

import argparse
import json
from typing import Any

from takusen.cli.words import Wrong, words
from takusen.interop.bcdice.engine import Engine
from takusen.interop.bcdice.roll import rolled
from takusen.interop.bcdice.systems import PLAIN, fits, packed, systems
from takusen.play.handles import Refused
from takusen.web.render import renderer
from takusen.web.rolls import shaped


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("roll", help=words()("ダイスのコマンドを振る"))
    made.add_argument("line", nargs="?", default="", metavar="COMMAND", help=words()("2d6+3 など"))
    made.add_argument("--system", default=PLAIN, metavar="SYSTEM", help=words()("ダイスシステムのID（--list で一覧）"))
    made.add_argument("--list", nargs="?", const="", metavar="NAME", help=words()("ダイスシステムを名前で探す"))
    made.add_argument("--json", action="store_true", help=words()("JSONで"))
    made.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Roll, or list the systems."""
    if given.list is not None:
        _list(given.list, given.json)
        return 0
    system = systems().get(given.system)
    if system is None:
        raise Wrong("ダイスシステム {system} はありません。--list で探せます。", system=given.system)
    found = rolled(Engine(packed()), system, given.line)
    if found is None:
        raise Wrong("「{line}」は {system} のコマンドではありません。", line=given.line, system=system.name)
    if isinstance(found, Refused):
        raise Wrong("{why}", why=renderer(words().lang, None).refusal(found.reason, dict(found.params)))
    print(json.dumps({"system": system.id, **shaped(found)}, ensure_ascii=False) if given.json else found.text)
    return 0


def _list(wanted: str, as_json: bool) -> None:
    for one in systems().values():
        if fits(one, wanted):
            told = {"id": one.id, "name": one.name, "sort_key": one.sort_key}
            print(json.dumps(told, ensure_ascii=False) if as_json else f"{one.id}\t{one.name}")

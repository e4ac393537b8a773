"""`takusen campaign`: who and what is in a campaign, and the way of its characters to and from a file."""

import argparse
import asyncio
import json
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from takusen.cli.export import room_of
from takusen.cli.folder import store_in, store_there
from takusen.cli.output import write
from takusen.cli.words import Wrong, why, words
from takusen.log.audience import GM
from takusen.play.handles import Id
from takusen.rulebook.campaigns import CampaignOf
from takusen.server.room import Room
from takusen.store.protocol import Store, StoreError
from takusen.table.campaign import TakeIn
from takusen.table.views import view
from takusen.web.campaign import UPLOAD_LIMIT, members, tables
from takusen.web.render import table_renderer


def add(commands: Any) -> None:
    """Add the commands."""
    made = commands.add_parser("campaign", help=words()("キャンペーンと、そのキャラクターを扱う"))
    inside = made.add_subparsers(dest="what", required=True, metavar="list|show|export|import")
    listing = inside.add_parser("list", help=words()("キャンペーンの一覧"))
    listing.set_defaults(run=run_list)
    showing = inside.add_parser("show", help=words()("キャンペーンの名簿と卓を見る"))
    showing.set_defaults(run=run_show)
    exporting = inside.add_parser("export", help=words()("キャラクターを履歴ごと書き出す"))
    exporting.set_defaults(run=run_export)
    importing = inside.add_parser("import", help=words()("書き出したキャラクターを加える"))
    importing.set_defaults(run=run_import)
    for one in (showing, exporting, importing):
        one.add_argument("table", metavar="TABLE")
    for one in (listing, showing, exporting, importing):
        one.add_argument("--data", type=Path, required=True, metavar="DIR")
    showing.add_argument("--json", action="store_true", help=words()("名簿と卓をJSONで"))
    exporting.add_argument("character", metavar="CHARACTER", help=words()("キャラクターの名前か番号"))
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE", help=words()("書き出す先"))
    importing.add_argument("file", type=Path, metavar="FILE")
    importing.add_argument("--seat", required=True, metavar="SEAT", help=words()("だれのキャラクターになるか、その席"))


def run_list(given: argparse.Namespace) -> int:
    """List the campaigns."""
    with closing(store_there(given.data)) as store:
        for table in store.every_table():
            try:
                state = room_of(store, table).state
            except (Wrong, StoreError) as wrong:
                print(f"{table}: {wrong}", file=sys.stderr)
                continue
            if state.is_campaign:
                print("\t".join((table, state.book.id, state.title)))
    return 0


def run_show(given: argparse.Namespace) -> int:
    """Show a campaign's characters and tables, as its organiser sees them."""
    with closing(store_there(given.data)) as store:
        state = _campaign(store, given.table)[0].state
    seen = view(state.book, state.world, GM, state.reading)
    roster, opened = members(state, seen), tables(state, seen)
    if given.json:
        people = [{"id": one.id, "name": one.name, "player": one.player, "at": one.at} for one in roster]
        print(json.dumps({"characters": people, "tables": msgspec.to_builtins(opened)}, ensure_ascii=False))
        return 0
    print(words()("名簿"))
    for one in roster:
        away = words()("卓「{title}」に出ています", title=one.at) if one.at else ""
        print("\t".join((f"  {one.id}", one.name, one.player, away)).rstrip())
    print(words()("卓"))
    for session in opened:
        print("\t".join((f"  {session.table}", session.title, session.gm, ", ".join(session.members))).rstrip())
    return 0


def run_export(given: argparse.Namespace) -> int:
    """Write a character with its history."""
    with closing(store_there(given.data)) as store:
        room, hooks = _campaign(store, given.table)
    text = hooks.written(room.state.world, _chosen(room, given.character))
    if given.output is None:
        print(text)
    else:
        write(given.output, text.encode())
    return 0


def run_import(given: argparse.Namespace) -> int:
    """Take a character in, while no server runs."""
    text = _text(given.file)
    store_there(given.data).close()
    with store_in(given.data) as store:
        room, _ = _campaign(store, given.table)
        if given.seat not in room.state.seats:
            seats = ", ".join(room.state.seats)
            raise Wrong("席 {seat} はありません。あるのは {seats} です。", seat=given.seat, seats=seats)
        refused = asyncio.run(room.do(given.seat, TakeIn(text)))
    if refused:
        print(table_renderer(words().lang, room.state).refusal(refused.reason, dict(refused.params)), file=sys.stderr)
        return 2
    print(words()("加えました。"))
    return 0


def _campaign(store: Store, table: str) -> tuple[Room, CampaignOf]:
    room = room_of(store, table)
    hooks = room.state.book.campaign
    if hooks is None or not room.state.is_campaign:
        raise Wrong("卓 {table} はキャンペーンではありません。campaign list で一覧が出ます。", table=table)
    return room, hooks


def _chosen(room: Room, wished: str) -> Id:
    """The character of an id or of a name that one alone has."""
    book, world = room.state.book, room.state.world
    known = {one: name for one, name in book.entities(world).items() if book.playable(world, one)}
    fitting = [one for one, name in known.items() if wished in (one, name)]
    if len(fitting) != 1:
        names = ", ".join(f"{name} ({one})" for one, name in known.items())
        raise Wrong("だれを書き出すか、番号か名前で指定してください。いるのは {names} です。", names=names)
    return fitting[0]


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(UPLOAD_LIMIT).decode(errors="replace")
    except (OSError, ValueError) as wrong:
        raise Wrong("{file} を読めません: {why}", file=file, why=why(wrong)) from None

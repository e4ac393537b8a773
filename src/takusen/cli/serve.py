"""`takusen serve`: the table server."""

import argparse
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from takusen.cli.folder import store_in
from takusen.cli.words import Wrong, words
from takusen.rulebook.book import installed
from takusen.server.house import House
from takusen.server.keys import secret_in
from takusen.web.app import create_app

GRACE = 2


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("serve", help=words()("卓のサーバーを動かす"))
    made.add_argument("--data", type=Path, default=Path("takusen-data"), help=words()("データのフォルダー"))
    made.add_argument("--host", default="127.0.0.1")
    made.add_argument("--port", type=int, default=8000, help=words()("0なら空いている番号"))
    made.add_argument("--open", action="store_true", help=words()("ブラウザーで開く"))
    made.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Serve until stopped."""
    store = store_in(given.data)
    listening = _listening(given.host, given.port)
    address = f"http://{_shown(given.host)}:{listening.getsockname()[1]}/"
    print(words()("卓宣を開きました: {address}", address=address), flush=True)
    print(words()("止めるには Ctrl+C。データは {folder} にあります。", folder=given.data), flush=True)
    if given.open:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    app = create_app(House(store, installed(), secret_in(given.data)))
    config = uvicorn.Config(
        app, access_log=False, log_level="warning", timeout_graceful_shutdown=GRACE, timeout_keep_alive=75
    )
    try:
        uvicorn.Server(config).run([listening])
    finally:
        store.close()
    return 0


def _listening(host: str, port: int) -> socket.socket:
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(kind)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except (OSError, OverflowError) as wrong:
        found.close()
        text = words()("{host}:{port} は使えません（{why}）。--port で別の番号を指定してください。", host=host, port=port, why=wrong)
        raise Wrong(text) from None
    return found


def _shown(host: str) -> str:
    return "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host

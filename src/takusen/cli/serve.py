"""`takusen serve`: the table server."""

import argparse
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import closing
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from takusen.cli.folder import store_in
from takusen.cli.named import books
from takusen.cli.words import Wrong, words
from takusen.server.house import House
from takusen.server.keys import SECRET_LENGTH, BadSecret, secret_in
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
    """Serve until stopped; the data is closed on SIGTERM too."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    with closing(store_in(given.data)) as store, closing(_listening(given.host, given.port)) as listening:
        app = create_app(House(store, books(), _secret(given.data)))
        address = f"http://{_shown(given.host)}:{listening.getsockname()[1]}/"
        print(words()("卓宣を開きました: {address}", address=address), flush=True)
        print(words()("止めるには Ctrl+C。データは {folder} にあります。", folder=given.data), flush=True)
        if given.open:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        _serve(app, listening)
    return 0


def _secret(folder: Path) -> bytes:
    try:
        return secret_in(folder)
    except BadSecret as wrong:
        raise Wrong(
            "{file} は壊れています（{size}バイト、正しくは{length}バイト）。"
            "控えがあれば戻し、なければ消してください（消すと、すべての卓のリンクが新しくなります）。",
            file=wrong.path,
            size=wrong.size,
            length=SECRET_LENGTH,
        ) from None


def _serve(app: ASGIApp, listening: socket.socket) -> None:
    config = uvicorn.Config(
        app, access_log=False, log_level="warning", timeout_graceful_shutdown=GRACE, timeout_keep_alive=75
    )
    uvicorn.Server(config).run([listening])


def _listening(host: str, port: int) -> socket.socket:
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(kind)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen()
    except (OSError, OverflowError, UnicodeError) as wrong:
        found.close()
        place = f"{host}:{port}"
        raise Wrong("{place} は使えません（{why}）。--port を変えてください。", place=place, why=wrong) from None
    return found


def _shown(host: str) -> str:
    return "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host

"""`takusen serve`: the table server."""

import argparse
import errno
import gc
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from takusen.cli.folder import library_in, store_in
from takusen.cli.named import books
from takusen.cli.words import Wrong, words
from takusen.server.house import House
from takusen.server.keys import SECRET_LENGTH, BadSecret, secret_in
from takusen.web.app import create_app
from takusen.web.card_pictures import is_pattern
from takusen.web.secured import Secured

GRACE = 2
GARBAGE = 10_000
LONGEST = 100
EVERYWHERE = ("0.0.0.0", "::")


def add(commands: Any) -> None:
    """Add the command."""
    made = commands.add_parser("serve", help=words()("卓のサーバーを動かす"))
    made.add_argument("--data", type=_folder, default=Path("takusen-data"), help=words()("データのフォルダー"))
    made.add_argument(
        "--host", default="127.0.0.1", help=words()("待つ場所。0.0.0.0 ならほかの機械からも開ける（初めは 127.0.0.1）")
    )
    made.add_argument("--port", type=int, default=8000, help=words()("0なら空いている番号"))
    made.add_argument(
        "--card-pictures",
        type=_pattern,
        default="",
        metavar="ADDRESS",
        help=words()("カードの画像の場所。{id} か {name} を入れた https:// のアドレス（初めは画像なし）"),
    )
    made.add_argument("--open", action="store_true", help=words()("ブラウザーで開く"))
    made.set_defaults(run=run)


def _folder(text: str) -> Path:
    if not text.strip():
        raise argparse.ArgumentTypeError(words()("フォルダーの名前が空です。"))
    return Path(text)


def _pattern(text: str) -> str:
    if text and not is_pattern(text):
        raise argparse.ArgumentTypeError(words()("{id} か {name} を入れた https:// のアドレスにしてください。"))
    return text


def run(given: argparse.Namespace) -> int:
    """Serve until stopped; the data is closed on SIGTERM too."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    with (
        closing(_listening(given.host, given.port)) as listening,
        store_in(given.data) as store,
        closing(library_in(given.data)) as library,
    ):
        house = House(store, books(), _secret(given.data), library=library)
        server = _server(create_app(house, given.card_pictures))
        # From here on nothing is raised: an exception in the midst of the event loop's start can be lost.
        signal.signal(signal.SIGTERM, server.handle_exit)
        port = listening.getsockname()[1]
        address = f"http://{_shown(given.host)}:{port}/"
        print(words()("卓宣を開きました: {address}", address=address), flush=True)
        near = _address_here() if given.host in EVERYWHERE else ""
        if near:
            print(words()("同じネットワークの人は: {address}", address=f"http://{near}:{port}/"), flush=True)
        folder = given.data.absolute()
        print(words()("止めるには Ctrl+C。データは {folder} にあります。", folder=folder), flush=True)
        _settle_memory()
        if given.open:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        server.run([listening])
    return 0


def _settle_memory() -> None:
    """What is loaded by now stays until the end, and hardly any of what comes is garbage in circles: Python need not
    look through all of it as often as it otherwise would."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)


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


class _Server(uvicorn.Server):
    """A server that lets go of its streams when it is told to stop, instead of waiting for them."""

    def __init__(self, config: uvicorn.Config, app: Secured) -> None:
        super().__init__(config)
        self._streaming = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """See uvicorn."""
        self._streaming.end_streams()
        super().handle_exit(sig, frame)


def _server(app: Secured) -> _Server:
    config = uvicorn.Config(
        app, access_log=False, log_level="warning", timeout_graceful_shutdown=GRACE, timeout_keep_alive=75
    )
    return _Server(config, app)


def _listening(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise Wrong("--port は 0 から 65535 までです。")
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(kind)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen()
    except (OSError, UnicodeError) as wrong:
        found.close()
        raise _unfit(wrong, host[:LONGEST], port) from None
    return found


def _unfit(wrong: OSError | UnicodeError, host: str, port: int) -> Wrong:
    """Why one can't listen there."""
    if isinstance(wrong, UnicodeError | socket.gaierror) or wrong.errno == errno.EADDRNOTAVAIL:
        return Wrong(
            "{host} はこの機械の場所ではありません。--host を変えてください（127.0.0.1 か 0.0.0.0）。", host=host
        )
    if wrong.errno == errno.EADDRINUSE:
        return Wrong("番号 {port} はもう使われています。--port を変えるか、使っているものを止めてください。", port=port)
    if wrong.errno == errno.EACCES:
        return Wrong("番号 {port} を使う権利がありません。--port を 1024 以上にしてください。", port=port)
    return Wrong(
        "{host}:{port} は使えません（{why}）。--host か --port を変えてください。", host=host, port=port, why=wrong
    )


def _shown(host: str) -> str:
    if host in ("127.0.0.1", "::1", *EVERYWHERE):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _address_here() -> str:
    """This machine's address in its network; "" where it has none. Nothing is sent to the address asked about."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # reserved for examples
            return str(asked.getsockname()[0])
        except OSError:
            return ""

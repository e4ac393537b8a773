"""The `takusen` command: its arguments, exit codes and errors in plain words."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from takusen import __version__
from takusen.cli import (
    book,
    campaign,
    check,
    doctor,
    export,
    forecast,
    library,
    odds,
    preview,
    replay,
    roll,
    serve,
    sheet,
)
from takusen.cli.words import Wrong, mend_of, of_store, why, words
from takusen.play.exact import TooLarge
from takusen.play.handles import Endless
from takusen.rulebook.toml import BadFile
from takusen.store.protocol import StoreError
from takusen.web.faults import told

Command = Callable[[argparse.Namespace], int]
GROUPS = (serve, check, odds, preview, forecast, roll, doctor, book, sheet, library, export, replay, campaign)

USAGE = {
    "usage: ": "使い方: ",
    "positional arguments": "引数",
    "options": "オプション",
    "show this help message and exit": "この説明を表示する",
    "the following arguments are required: %s": "足りない引数があります: %s",
    "unrecognized arguments: %s": "知らない引数です: %s",
    "expected one argument": "値がひとつ要ります",
    "expected at least one argument": "値がひとつ以上要ります",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s",
    "invalid choice: %(value)r (choose from %(choices)s)": "%(value)s はありません（選べるのは %(choices)s）",
    "invalid %(type)s value: %(value)r": "%(value)s は読み取れません（%(type)s）",
    "ambiguous option: %(option)s could match %(matches)s": "%(option)s は %(matches)s のどれか分かりません",
}
"""argparse asks gettext for its own words, English msgid -> Japanese."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors say where help is."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and end."""
        self.exit(2, f"{message}\n" + words()("使い方は {prog} --help で出ます。", prog=self.prog) + "\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """As argparse does, but a stream that takes nothing is an error here too."""
        (file or sys.stderr).write(message)


def parser() -> argparse.ArgumentParser:
    """The argument parser with every command."""
    if words().lang == "ja":
        vars(argparse)["_"] = lambda text: USAGE.get(text, text)
    made = Parser(prog="takusen", description=words()("TRPGの卓。ルールブックが動きます。"))
    made.add_argument("--version", action="version", version=f"takusen {__version__}", help=words()("版を表示する"))
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for group in GROUPS:
        group.add(commands)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 means done, 1 that something checked is wrong, 2 that the command could not be carried out."""
    _open_streams()
    try:
        done = _carried_out(arguments)
        sys.stdout.flush()
        return done
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _settle()
        return 0
    except Exception as wrong:
        told = _in_words(wrong)
        _settle()
        with suppress(OSError):
            print(told, file=sys.stderr)
        return 2


def _open_streams() -> None:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by who started us
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that the terminal can't show is no reason to fail


def _carried_out(arguments: Sequence[str] | None) -> int:
    try:
        given = parser().parse_args(arguments)
    except SystemExit as end:  # so ends argparse, after help as after an error
        return int(end.code or 0)
    run: Command = given.run
    return run(given)


def _settle() -> None:
    """A stream that takes nothing any more must not fail again when Python ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _in_words(wrong: Exception) -> str:
    """What a command failed of; a bug is raised again."""
    if isinstance(wrong, StoreError):
        return words()("{what}。{mend}。", what=of_store(wrong), mend=mend_of(wrong))
    if isinstance(wrong, TooLarge | Endless):
        return words()("計算しきれません: {why}", why=wrong)
    if isinstance(wrong, OSError):
        return f"{wrong.filename}: {why(wrong)}" if wrong.filename else why(wrong)
    if isinstance(wrong, BadFile):
        return told(wrong, words().lang)
    if isinstance(wrong, Wrong):
        return str(wrong)
    raise wrong

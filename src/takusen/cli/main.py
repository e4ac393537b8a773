"""The `takusen` command: its arguments, exit codes and errors in plain words."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from takusen import __version__
from takusen.cli import book, check, doctor, export, figures, serve
from takusen.cli.words import Wrong, words
from takusen.rulebook.toml import BadFile
from takusen.store.protocol import StoreError

Command = Callable[[argparse.Namespace], int]
GROUPS = (serve, check, figures, doctor, book, export)


def parser() -> argparse.ArgumentParser:
    """The argument parser with every command."""
    made = argparse.ArgumentParser(prog="takusen", description=words()("TRPGの卓。ルールブックが動きます。"))
    made.add_argument("--version", action="version", version=f"takusen {__version__}")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for group in GROUPS:
        group.add(commands)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 means done, 1 that something checked is wrong, 2 that the command could not be carried out."""
    given = parser().parse_args(arguments)
    run: Command = given.run
    try:
        return run(given)
    except Wrong as wrong:
        return _failed(str(wrong))
    except BadFile as wrong:
        return _failed(str(wrong))
    except StoreError as wrong:
        return _failed(f"{wrong}. {wrong.mend}")
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _failed(text: str) -> int:
    print(text, file=sys.stderr)
    return 2

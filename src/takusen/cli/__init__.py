"""The command line: takusen serve | check | odds | forecast | doctor | book new | export."""

from takusen.cli.main import main

__all__ = ["main"]

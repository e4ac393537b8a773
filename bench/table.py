"""The table that every bench prints."""

import os
import platform
from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """One figure: ours, the named peer's beside it, their ratio (0 for none), and the aim."""

    what: str
    ours: str
    peer: str
    ratio: float
    aim: str


def machine() -> str:
    """What the figures were taken on."""
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, {platform.system()}"


def print_rows(rows: Iterable[Row]) -> None:
    """Print the rows as a Markdown table with the machine under it."""
    print("| what | takusen | beside it | ratio | aim |\n| --- | --- | --- | --- | --- |")
    for row in rows:
        ratio = f"{row.ratio:.2f}" if row.ratio else ""
        print(f"| {row.what} | {row.ours} | {row.peer} | {ratio} | {row.aim} |")
    print(f"\n{machine()}")

"""Where a command writes: to a file that is replaced whole, or to what stands in its place."""

import os
from pathlib import Path

from takusen.cli.words import Wrong, why


def write(output: Path, data: bytes) -> None:
    """Put data in the place of a file. Raises Wrong."""
    try:
        if output.exists() and not output.is_file():
            output.write_bytes(data)  # a pipe or a terminal
        else:
            _replace(output.resolve(), data)
    except (OSError, ValueError) as wrong:
        raise Wrong("{file} に書けません: {why}", file=output, why=why(wrong)) from None


def _replace(output: Path, data: bytes) -> None:
    """What was there stays until all of the new is written."""
    part = output.with_name(f".{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(output)
    finally:
        part.unlink(missing_ok=True)

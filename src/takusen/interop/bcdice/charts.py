"""Charts of a table's own in the form that BCDice reads: name, dice, then `number:result` lines."""

import re

from takusen.table.notation import folded


def written(text: str) -> str:
    """A chart as BCDice reads it: dice and numbers may be typed in full width, blank lines don't count."""
    name, *rest = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    dice, rows = folded(rest[0]).upper() if rest else "", rest[1:]
    return "\n".join((name, dice, *map(_row, rows)))


def _row(line: str) -> str:
    head = re.match(r"\s*[\d０-９]{1,5}\s*[:：]", line)
    return f"{folded(head[0])[:-1].strip()}:{line[head.end() :].strip()}" if head else line


def named(line: str, names: list[str]) -> tuple[str, bool]:
    """The chart whose name a line begins with, "" for none, and whether it is to be rolled in secret."""
    start = folded(line[:200])
    for name in sorted(names, key=len, reverse=True):
        for secret in (False, True):
            wanted = folded(f"S{name}" if secret else name).casefold()
            rest = start[len(wanted) :]
            if start.casefold().startswith(wanted) and (not rest or rest[0].isspace()):
                return name, secret
    return "", False

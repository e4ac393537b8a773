"""Paths into a world: names joined by dots. A dot that belongs to a name is written with a backslash before it."""

import re

STEP = re.compile(r"(?:[^.\\]|\\.)+")
ESCAPED = re.compile(r"\\(.)", re.S)


def steps(path: str) -> list[str]:
    """The names in a path."""
    if "\\" not in path:
        return path.split(".")
    return [ESCAPED.sub(r"\1", step) for step in STEP.findall(path)]


def joined(*names: str) -> str:
    """The path through these names."""
    return ".".join(name.replace("\\", "\\\\").replace(".", "\\.") for name in names)

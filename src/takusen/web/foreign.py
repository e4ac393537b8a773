"""The log in the layout that CCFOLIA saves, so that people's own log tools read it."""

from collections.abc import Iterable, Iterator

from markupsafe import escape

from takusen.table.story import Line
from takusen.web.colours import named
from takusen.web.lines import Lines
from takusen.web.markup import hue

HEAD = """<!DOCTYPE html>
<html lang="{lang}">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <meta http-equiv="X-UA-Compatible" content="ie=edge" />
    <title>ccfolia - logs</title>
  </head>
  <body>

"""
MESSAGE = """<p style="color:{colour};">
  <span> [{tab}]</span>
  <span>{name}</span> :
  <span>
    {text}
  </span>
</p>

"""
FOOT = """  </body>
</html>
"""
GREY = "#888888"
SYSTEM = "system"
TABS = {"out": "other"}


def ccfolia(lines: Iterable[Line], writer: Lines) -> str:
    """The lines of a seat as CCFOLIA would have saved them; what was taken back is left out."""
    told = (line for line in lines if not line.undone and (line.text or line.kind != "amended"))
    return "".join((HEAD.format(lang=writer.lang), *(_message(line, writer) for line in told), FOOT))


def _message(line: Line, writer: Lines) -> str:
    spoken = line.kind in ("said", "amended") or line.roll is not None
    name = line.name if spoken and line.key != "story" and line.name else SYSTEM
    return MESSAGE.format(
        colour=_colour(name) if name != SYSTEM else GREY,
        tab=_tab(line, spoken),
        name=escape(name),
        text="<br>".join(str(escape(row)) for row in _rows(line, spoken, writer)),
    )


def _tab(line: Line, spoken: bool) -> str:
    """Where a message stands; what only some may read has a tab of its own."""
    if line.roll is not None:
        return "secret" if line.roll.secret and line.kind == "tossed" else "main"
    return TABS.get(line.key, "main") if spoken else "main"


def _rows(line: Line, spoken: bool, writer: Lines) -> Iterator[str]:
    """A message\'s lines; a roll is its command, then what BCDice says to it."""
    if line.roll is not None:
        return iter(f"{line.text} {line.roll.text}".splitlines())
    return iter((line.text if spoken else writer.text(line)).splitlines())


def _colour(name: str) -> str:
    """The colour that stays with a name, as other tools write it."""
    return named(hue(name))

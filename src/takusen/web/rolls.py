"""Rolls of the chat as markup: what was typed, what BCDice says to it, and the dice."""

import re
from functools import lru_cache
from typing import Any
from unicodedata import category

from markupsafe import escape

from takusen.interop.bcdice.systems import systems
from takusen.log.rolls import ChatRoll, Thrown
from takusen.table.story import Line
from takusen.web.markup import die, linked, who
from takusen.web.words import MARKS, Words

FACES = 24
LONG = 400
ROUNDS = 10
ENDING = 12
ROUND = re.compile(r"(?:\A|\n\n)#(\d+)\n")


@lru_cache(maxsize=1024)
def system_name(id: str, lang: str) -> str:
    """What a dice system is called; its id where it is not among ours any more, or the reader can't read its name."""
    known = systems().get(id)
    foreign = known is not None and lang != "ja" and any(category(sign) == "Lo" for sign in known.name)
    return known.name if known and not foreign else id


def shaped(roll: ChatRoll) -> dict[str, Any]:
    """A roll as BCDice-API tells it."""
    rands = [{"kind": one.kind, "sides": one.sides, "value": value} for one in roll.rands for value in one.values]
    flags = {name: getattr(roll, name) for name in ("secret", "success", "failure", "critical", "fumble")}
    return {"text": roll.text, **flags, "rands": rands}


class Rolls:
    """Makes the inside of lines that tell of rolls. `live` is whether buttons work where they are shown."""

    def __init__(self, words: Words, live: bool) -> None:
        self._, self._live = words, live

    def tossed(self, line: Line, told: str = "") -> str:
        """A roll; of a secret one that is the reader's own with a way to show it."""
        assert line.roll is not None
        kinds = ["dice", "tossed", *(name for name in MARKS if getattr(line.roll, name))]
        secret = line.roll.secret and line.kind == "tossed"
        tag = f' <span class="tag secret">{self._("シークレット")}</span>' if secret else ""
        system = escape(system_name(line.key, self._.lang)) if line.key else self._("卓の表")
        head = f'{who(line.name)} <span class="typed">{linked(line.text)}</span>{tag}{told}'
        inside = (
            f'<p>{head}</p><div class="result"><small class="system">{system}</small> {self._text(line.roll)}</div>'
            f"{self._dice(line.roll)}{self._reveal(line)}"
        )
        return f"{' '.join(kinds)}{' secret' if secret else ''}\n{inside}"

    def _text(self, roll: ChatRoll) -> str:
        """BCDice's text, each repeat of it in a line of its own, and what the system calls the result."""
        marks = "".join(
            f' <span class="verdict {name}">{sign} {self._(word)}</span>'
            for name, (sign, word) in MARKS.items()
            if getattr(roll, name)
        )
        parts = ROUND.split(roll.text)
        if len(parts) == 1:
            return f"{self._fold(roll.text)}{marks}"
        numbered = tuple(zip(parts[1::2], parts[2::2], strict=True))
        rows = "".join(f'<li value="{number}">{self._fold(text)}</li>' for number, text in numbered)
        if len(numbered) <= ROUNDS:
            return f"<ol>{rows}</ol>{marks}"
        ends = escape(" ".join(text.rpartition(" ＞ ")[2].strip()[:ENDING] for _, text in numbered))
        count = self._("{count}回", count=len(numbered))
        return f"<details><summary>{count}：{ends}</summary><ol>{rows}</ol></details>{marks}"

    def _fold(self, text: str) -> str:
        """A result; of a very long one first no more than its end."""
        steps, arrow, last = text.strip().rpartition(" ＞ ")
        end = f'<b class="sum">{escape(last)}</b>'
        if len(text) <= LONG:
            return f"<span>{escape(steps)}{arrow}{end}</span>"
        start, more = escape(text.partition(" ＞ ")[0][:80]), self._("全部見る")
        return f"<span>{start} ＞ … ＞ {end}</span><details><summary>{more}</summary>{escape(text)}</details>"

    @staticmethod
    def _dice(roll: ChatRoll) -> str:
        if not 0 < sum(len(one.values) for one in roll.rands) <= FACES:
            return ""
        return f'<p class="row">{"".join(face for one in roll.rands for face in _faces(one))}</p>'

    def _reveal(self, line: Line) -> str:
        if not (line.reveal and self._live):
            return ""
        return (
            f'<details class="reveal"><summary>{self._("公開する")}</summary>'
            f'<button form="reveal" name="of:int" value="{line.n}">{self._("全員に見せる")}</button></details>'
        )

    def text(self, line: Line) -> str:
        """A roll as plain text."""
        assert line.roll is not None
        system = system_name(line.key, self._.lang) if line.key else self._("卓の表")
        tag = f" [{self._('シークレット')}]" if line.roll.secret and line.kind == "tossed" else ""
        return f"{line.name}: {line.text}{tag}\n{system} : {line.roll.text}"


def _faces(thrown: Thrown) -> list[str]:
    return [die(value, thrown.sides) for value in thrown.values]

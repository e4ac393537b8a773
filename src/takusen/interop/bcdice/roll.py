"""A line of the chat to a roll: entropy in, a `ChatRoll` or a refusal in words out."""

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from secrets import token_bytes

from takusen.interop.bcdice.command import NO_DICE, Typed, refused, too_large, typed
from takusen.interop.bcdice.engine import Engine, Face, Told
from takusen.interop.bcdice.systems import System
from takusen.log.rolls import ChatRoll, Thrown
from takusen.play.handles import Refused

Words = Callable[[int], Sequence[int]]
"""So many fresh 32-bit words."""

FEW, MANY = 64, 10_200
NOTHING_REPEATED = "繰り返し対象のコマンドが実行できませんでした"
COMPLAINT = re.compile(r".*(?:ください|下さい|違っています|ちがっています|できません|できませんでした)。?\Z")
"""How BCDice says that a command makes no sense."""


def fresh_words(count: int) -> Sequence[int]:
    """Words from the system's own randomness."""
    return array("I", token_bytes(4 * count)).tolist()


def rolled(engine: Engine, system: System, line: str, words: Words = fresh_words) -> ChatRoll | Refused | None:
    """What a line comes to; None where it is no command."""
    command = typed(line, system)
    if command is None:
        return None
    why = refused(command)
    if why is not None:
        return why
    return _made(_thrown(lambda dice: engine.rolled(system, command.text, dice), words, command.dice), command)


def charted(engine: Engine, chart: str, words: Words = fresh_words) -> ChatRoll | Refused | None:
    """A roll on a chart of the users' own; None where the text is no chart."""
    if not engine.fits(chart):
        return None
    return _made(_thrown(lambda dice: engine.charted(chart, dice), words, 0), None)


def replayed(engine: Engine, system: System, line: str, rands: Iterable[Thrown]) -> ChatRoll | Refused | None:
    """The same command with its recorded dice."""
    command = typed(line, system)
    told = engine.rolled(system, command.text, tuple(faces(rands))) if command else Told()
    return _made(told, command)


def faces(rands: Iterable[Thrown]) -> Iterator[Face]:
    """Recorded dice as they lay on the table: the tens of a d100 and a d9 are ten-sided dice."""
    for thrown in rands:
        for value in thrown.values:
            yield Face(thrown.sides, _top(thrown.kind, value))


def _top(kind: str, value: int) -> int:
    if kind == "tens_d10":
        return value // 10 or 10
    return value + 1 if kind == "d9" else value


def _thrown(throw: Callable[[Sequence[int]], Told], words: Words, least: int) -> Told:
    """Throws with a list of words; where it is too short again, with the same and more."""
    drawn = list(words(least + FEW))
    while True:
        told = throw(drawn)
        if told.stopped is None or told.stopped[0] != "out_of_words":
            return told
        drawn += words(MANY)


def _made(told: Told, command: Typed | None) -> ChatRoll | Refused | None:
    stop = told.stopped or (told.short if _missed(told, command) else None)
    if stop is not None:
        return Refused.because(stop[0], **stop[1])
    if told.text is None or told.text.startswith(NOTHING_REPEATED):
        return None
    if not told.rands and COMPLAINT.match(told.text):
        return Refused.because("dice_said", text=told.text)
    vague = too_large(command, told.text)
    if vague is not None:
        return vague
    return ChatRoll(
        text=told.text,
        rands=tuple(_grouped(told.rands)),
        secret=told.secret,
        success=told.success,
        failure=told.failure,
        critical=told.critical,
        fumble=told.fumble,
    )


def _missed(told: Told, command: Typed | None) -> bool:
    """Whether dice that weren't there are what was asked for; some systems ask for none as a matter of course."""
    if told.short is None:
        return False
    return told.short[0] != "no_dice" or bool(command and NO_DICE.search(command.head))


def _grouped(rands: Iterable[tuple[str, int, int]]) -> Iterator[Thrown]:
    for (kind, sides), dice in groupby(rands, lambda one: one[:2]):
        yield Thrown(sides, tuple(value for _, _, value in dice), kind)

"""One JavaScript context with BCDice in it. Only the thread that made an engine may use it."""

import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
import quickjs

from takusen.interop.bcdice.systems import Packed, System

SECONDS = 0.9
MEMORY = 192_000_000
STACK = 2_000_000
BEFORE = "globalThis.global = globalThis; globalThis.console = { log() {}, warn() {}, error() {} };"
AFTER_OPAL = "Opal.config.unsupported_features_severity = 'ignore'; void 0;"
REQUIRE = "globalThis.require = () => JSON.parse(COMMON_WORDS);"


Stop = tuple[str, dict[str, Any]]
"""A refusal's word and its parameters."""


class Face(NamedTuple):
    """A recorded die: its sides and which of them lay on top, from 1."""

    sides: int
    value: int


class Told(msgspec.Struct, frozen=True):
    """What BCDice says to a command.

    No `text` and nothing in `stopped`: it is no command. `stopped` is why it was broken off; `short` tells of dice that
    BCDice did without, since nobody has so many, or of so many sides.
    """

    text: str | None = None
    rands: tuple[tuple[str, int, int], ...] = ()
    short: Stop | None = None
    secret: bool = False
    success: bool = False
    failure: bool = False
    critical: bool = False
    fumble: bool = False
    stopped: Stop | None = None


TOO_SLOW = '{"stopped":["dice_too_slow",{}]}'
FAILED = '{"stopped":["dice_failed",{}]}'


class Engine:
    """BCDice with our dice. After a roll that ran too long or took too much memory it begins anew."""

    def __init__(self, packed: Packed) -> None:
        self._packed = packed
        self._context: quickjs.Context | None = None
        self._loaded: set[str] = set()

    def rolled(self, system: System, command: str, dice: Sequence[int] | Sequence[Face]) -> Told:
        """A command with 32-bit words as dice, or with recorded ones."""
        return self._told("rolled", system, (system.scripts[-1], command), dice)

    def charted(self, chart: str, dice: Sequence[int] | Sequence[Face]) -> Told:
        """A roll on a chart of the users' own, given as BCDice's text."""
        return self._told("charted", None, (chart,), dice)

    def fits(self, chart: str) -> bool:
        """Whether a text is a chart with a line for every result."""
        told = self._call("fits", None, (chart,))
        return told is True

    def described(self, system: System) -> System:
        """A system with its pattern and its help, as its scripts tell them."""
        pattern, help = msgspec.json.decode(self._call("described", system, (system.scripts[-1],)))
        return msgspec.structs.replace(system, pattern=pattern, help=help)

    # inside ----------------------------------------------------------------------------------------------------------

    def _told(
        self, what: str, system: System | None, given: tuple[str, ...], dice: Sequence[int] | Sequence[Face]
    ) -> Told:
        kind = "faces" if dice and isinstance(dice[0], Face) else "words"
        told = self._call(what, system, (*given, msgspec.json.encode({kind: dice}).decode()))
        made = msgspec.json.decode(told, type=Told)
        if made.stopped and "out of memory" in str(made.stopped):
            self._context = None
        return made

    def _call(self, what: str, system: System | None, given: tuple[str, ...]) -> Any:
        """What a script gives; where it was broken off, a roll that says so."""
        try:
            context = self._ready(system)
            return context.eval(f"takusen.{what}({','.join(map(_quoted, given))})")
        except quickjs.JSException as wrong:
            self._context = None
            return TOO_SLOW if "interrupted" in str(wrong) else FAILED

    def _ready(self, system: System | None) -> quickjs.Context:
        """The context with all that a system needs."""
        if self._context is None:
            self._context, self._loaded = self._fresh(), set()
        for name in system.words if system else ():
            self._once(name, f"takusen.words({_quoted(self._packed.words[name])})")
        for script in system.scripts if system else ():
            self._once(script, f"{self._packed.own[script]};void 0;")
        self._context.set_time_limit(SECONDS)
        return self._context

    def _once(self, name: str, script: str) -> None:
        if name not in self._loaded and self._context is not None:
            self._context.set_time_limit(-1)
            self._context.eval(script)
            self._loaded.add(name)

    def _fresh(self) -> quickjs.Context:
        context = quickjs.Context()
        context.set_memory_limit(MEMORY)
        context.set_max_stack_size(STACK)
        context.set("COMMON_WORDS", self._packed.words["i18n"])
        opal, *rest = self._packed.base
        own = files("takusen.interop.bcdice").joinpath("engine.js").read_text(encoding="utf-8")
        for script in (BEFORE, opal, AFTER_OPAL, REQUIRE, *rest, own):
            context.eval(f"{script};void 0;")
        return context


LINE_ENDS = re.compile("[\u2028\u2029]")


def _quoted(text: str) -> str:
    """A text as a JavaScript literal."""
    return LINE_ENDS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", msgspec.json.encode(text).decode())

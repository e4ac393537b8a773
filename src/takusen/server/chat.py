"""A line of chat: a roll, a change of somebody's values, or talk. What comes in is looked at once, before the table."""

import asyncio
import re
from typing import Any
from unicodedata import category
from weakref import WeakValueDictionary

import msgspec

from takusen.interop.bcdice import charts
from takusen.interop.bcdice.pool import Dice
from takusen.interop.bcdice.systems import System, systems
from takusen.log.rolls import ChatRoll
from takusen.play.handles import Refused
from takusen.rulebook.offers import brief
from takusen.server.room import Room
from takusen.table import changes
from takusen.table import commands as c
from takusen.table.changes import ResourceLine
from takusen.table.draft import WATCHER, Refusal
from takusen.table.notation import NAME, folded, looks_like_command
from takusen.table.palettes import speaker, variables_of
from takusen.table.resources import meant, misread
from takusen.table.variables import Expanded, Variables, expand

READ = 2_000
"""How much of a line may be a command with its remark, or a change; more is talk."""

HINT_SIGNS = 300
NO_NAMES = Variables({}, {})
PIECES = re.compile(r"[!-~]+")
LEADING = "+-*/=$#'\"(<>[,.:;"


class Reply(msgspec.Struct, frozen=True):
    """What the sender is told: a refusal, a dry hint at what might have been meant, what was rolled."""

    refused: Refused | None = None
    hint: Refused | None = None
    roll: ChatRoll | None = None


class Chat:
    """Takes what seats send, with the dice of the server at hand. A seat's rolls come one after the other."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    async def take(self, room: Room, seat: str, command: c.Command) -> Reply:
        """Carry out a command from outside."""
        if isinstance(command, c.Say) and _may_roll(room, seat, command):
            return await self._said(room, seat, command)
        if isinstance(command, c.SetDice) and command.system not in systems():
            return Reply(Refused.because("no_such_system", value=brief(command.system)))
        if isinstance(command, c.PutChart):
            command = c.PutChart(charts.written(command.text))
            if not await self._dice.is_chart(command.text):
                return Reply(Refused.because("no_chart"))
        return Reply(await room.ask(seat, command))

    async def _said(self, room: Room, seat: str, line: c.Say) -> Reply:
        system = systems().get(line.system or room.state.dice_system)
        if system is None:
            return Reply(Refused.because("no_such_system", value=brief(line.system or room.state.dice_system)))
        if _is_talk(line.text) and not room.state.dice.charts:
            return await self._talked(room, seat, line, system)
        filled = _filled(room, seat, line)
        if filled.refused:
            return Reply(filled.refused)
        note = Refused.because("empty_names", names=filled.empty) if filled.empty else None
        change = changes.read(filled.text)
        if change is not None:
            return Reply(await self._changed(room, seat, line, filled.text, change, system), note)
        wrong = misread(room.state, seat, line.name, filled.text)
        if wrong is not None:
            return Reply(wrong)
        if NAME.search(line.text):
            line = msgspec.structs.replace(line, text=filled.text)
        rolled, by = await self._rolled(room, seat, filled.text, system)
        if isinstance(rolled, ChatRoll):
            refused = await room.do(seat, c.Toss(line, rolled, by))
            return Reply(refused, note, None if refused else rolled)
        return Reply(rolled) if rolled else await self._talked(room, seat, line, system)

    async def _talked(self, room: Room, seat: str, line: c.Say, system: System) -> Reply:
        refused = await room.ask(seat, line)
        return Reply(refused, None if refused else hint(line.text, system))

    async def _changed(
        self, room: Room, seat: str, line: c.Say, text: str, change: ResourceLine, system: System
    ) -> Refused | None:
        """Carry out a line that changes values; its amounts are rolled first."""
        try:
            amounts = [each.amount for each, _ in meant(room.state, seat, line.name, change) if each.rolls]
        except Refusal as refusal:
            return refusal.refused
        rolls = []
        for amount in amounts:
            rolled, _ = await self._rolled(room, seat, amount, system)
            if not isinstance(rolled, ChatRoll):
                return rolled or Refused.because("not_this_system", command=brief(amount), system=system.id)
            rolls.append(rolled)
        return await room.do(seat, c.Change(line, text, tuple(rolls), system.id))

    async def _rolled(self, room: Room, seat: str, text: str, system: System) -> tuple[ChatRoll | Refused | None, str]:
        """What a line comes to as dice, and by which system."""
        own = room.state.dice.charts
        name, secret = charts.named(text, list(own)) if own else ("", False)
        if not (name or self._dice.may_roll(system, text)):
            return None, ""
        turn = self._turns.setdefault((room.table, seat), asyncio.Lock())
        async with turn:
            if not name:
                return await self._dice.roll(system, text), system.id
            made = await self._dice.chart(own[name])
            return (msgspec.structs.replace(made, secret=secret) if isinstance(made, ChatRoll) else made), ""


def _is_talk(text: str) -> bool:
    """Whether a line begins as no command does, with a kana or kanji, and holds no name: most talk, at little cost."""
    return category(text.lstrip()[:1] or " ") == "Lo" and not NAME.search(text[:READ])


def _filled(room: Room, seat: str, line: c.Say) -> Expanded:
    """A line with its names filled in, as far as it is looked at."""
    head, known = line.text[:READ], NO_NAMES
    if NAME.search(head):
        known = variables_of(room.state, seat, speaker(room.state, seat, line.name))
    done = expand(head, known)
    return msgspec.structs.replace(done, text=done.text + line.text[READ:])


def _may_roll(room: Room, seat: str, line: c.Say) -> bool:
    """Whether a line is worth a look: of a person at the table, and sent for the first time."""
    known = room.state.seats.get(seat)
    return known is not None and known.kind != WATCHER and (seat, line.token) not in room.state.tokens


def hint(text: str, system: System) -> Refused | None:
    """What to tell somebody whose line looks as if it was meant to roll, but didn't."""
    start = folded(text[:HINT_SIGNS])
    for piece in PIECES.finditer(start):
        word = piece[0].lstrip(LEADING)
        if looks_like_command(word):
            alone = piece.start() == 0 and (piece.end() == len(start) or start[piece.end()].isspace())
            params: dict[str, Any] = {"command": brief(word)}
            return (
                Refused.because("not_this_system", **params, system=system.id)
                if alone
                else Refused.because("not_at_the_head", **params)
            )
    return None

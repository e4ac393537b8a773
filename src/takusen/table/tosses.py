"""Dice of the chat at a table: rolls for all or in secret, and which system and charts the table has."""

import msgspec

from takusen.log.audience import EVERYONE, GM
from takusen.log.entries import ChartSet, Concealed, DiceSet, Revealed, Tossed
from takusen.table import commands as c
from takusen.table.draft import Draft, clean, refuse
from takusen.table.talk import speaker, worded

CHARTS_LIMIT = 50
CHART_LIMIT = 10_000


def toss(draft: Draft, command: c.Toss) -> None:
    """A roll. Of a secret one others learn no more than that there was one."""
    draft.need_player()
    line = command.line
    if (draft.by, line.token) in draft.state.tokens:
        return
    secret = command.roll.secret or line.secret
    roll = msgspec.structs.replace(command.roll, secret=secret)
    name = speaker(draft, line)
    body = Tossed(typed=worded(draft, line), roll=roll, system=command.system, name=name, token=line.token)
    if secret:
        known = tuple(dict.fromkeys((draft.by, GM) if draft.state.dice.gm else (draft.by,)))
        draft.add(Concealed(known=known, name=name))
        draft.add(body, known)
    else:
        draft.add(body, EVERYONE)


def reveal(draft: Draft, command: c.Reveal) -> None:
    """A secret roll is shown to all, once, by who rolled it."""
    draft.need_player()
    entry = draft.state.dice.secrets.get(command.of)
    if entry is None or not isinstance(entry.body, Tossed) or entry.by != draft.by:
        raise refuse("nothing_to_reveal")
    told = entry.body
    body = Revealed(of=entry.seq, rolled=entry.at, typed=told.typed, roll=told.roll, system=told.system, name=told.name)
    draft.add(body)


def set_dice(draft: Draft, command: c.SetDice) -> None:
    """The table's system, and who reads secret rolls from now on."""
    draft.need_gm()
    draft.add(DiceSet(system=command.system, gm=command.gm))


def put_chart(draft: Draft, command: c.PutChart) -> None:
    """A chart for the table, or another text for the chart of that name."""
    draft.need_gm()
    text = clean(command.text, CHART_LIMIT)
    name = text.partition("\n")[0].strip()
    if name not in draft.state.dice.charts and len(draft.state.dice.charts) >= CHARTS_LIMIT:
        raise refuse("too_many_charts", limit=CHARTS_LIMIT)
    draft.add(ChartSet(name=name, text=text))


def drop_chart(draft: Draft, command: c.DropChart) -> None:
    """A chart goes."""
    draft.need_gm()
    if command.name not in draft.state.dice.charts:
        raise refuse("no_such_chart")
    draft.add(ChartSet(name=command.name, text=""))

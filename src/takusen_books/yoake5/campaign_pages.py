"""What a campaign's page shows of yoake5: histories, where somebody stands, hand-outs, and what waits."""

from collections.abc import Iterator

from takusen.rules import HistoryRow, Id, Item, Items, Listed, Reading, Shown, Standing, Step, View, Word, is_hidden

from .lending import NEEDED
from .sheet import HistoryRow as Summed
from .sheet import history_rows
from .world import FROM_FILE, Character, History, Record, Registration, World

UNCOUNTED = ("told", "emotion")


def rows(world: World, reading: Reading, one: Id) -> tuple[HistoryRow, ...]:
    """A character's history, the latest first."""
    names = {id: me.name for id, me in world.characters.items()}
    return tuple(row(each, names) for each in reversed(tuple(history_rows(world, one))))


def row(summed: Summed, names: dict[Id, str]) -> HistoryRow:
    """An entry as it is shown; what is told or felt adds up to nothing."""
    entry = summed.entry
    counts = entry.kind not in UNCOUNTED
    amount = f"{entry.amount:+,}" if counts else f"{entry.amount:,}" if entry.kind == "told" else ""
    after = f"{summed.after:,}" if counts else ""
    return HistoryRow(entry.day, entry.table, what(entry, names), amount, summed.why, entry.rule, entry.note, after)


def what(entry: Record, names: dict[Id, str]) -> Shown:
    """What changed: a number, a ticket, an emotion, towards whom."""
    parts: list[Shown] = [ticket(entry.what) if entry.kind == "ticket" else Word(f"history.{entry.kind}")]
    if entry.kind == "told" and entry.what:
        parts = []
    if entry.what and entry.kind != "ticket":
        parts.append(Word(f"title.{entry.what}"))
    if entry.whom:
        parts.append(names.get(entry.whom, entry.whom))
    return Listed(tuple(one for one in parts if isinstance(one, str | Word)))


def ticket(name: str) -> Word:
    """A ticket's name; of one for experience with what it is worth."""
    kind, _, worth = name.partition("_")
    return (
        Word("ticket.worth", (("kind", Word(f"ticket.{kind}")), ("worth", worth))) if worth else Word(f"ticket.{kind}")
    )


def standing(v: View[World], one: Id) -> Standing:
    """Where somebody stands: level, registration, marks, and for the organiser how the check went."""
    me, wish = v.world.characters[one], v.world.registrations.get(one)
    lines: list[tuple[Shown, Shown]] = []
    if not is_hidden(me.classes) and me.main:
        lines.append((Word("standing.level"), str(me.level)))
    if me.dead:
        lines.append((Word("standing.life"), Word("standing.dead")))
    if wish is not None:
        lines += registration(v, wish)
    lines += from_file(v.world, one)
    if not is_hidden(me.marks) and me.marks:
        lines.append((Word("standing.marks"), Listed(tuple(Word(f"mark.{mark}") for mark in me.marks))))
    waits = needs_approval(v.reading, me, wish)
    return Standing(tuple(lines), waits, tuple(steps(v, one, me, wish)))


def steps(v: View[World], one: Id, me: Character, wish: Registration | None) -> Iterator[Step]:
    """What a seat may do about somebody: go on making them, register them, or decide."""
    asked = bool(v.reading.content.get(NEEDED))
    if v.gm:
        if wish is not None and wish.state == "waiting":
            yield Step("approve", "of", whole=True)
            yield Step("refuse", "of")
        yield Step("correct", "of")
    elif v.mine(one) and not me.main:
        yield Step("take_ready", "actor")
        yield Step("begin_making", "actor", whole=True)
    elif v.mine(one) and not me.making and asked and (wish is None or wish.state == "refused"):
        yield Step("register", "actor")


def needs_approval(reading: Reading, me: Character, wish: Registration | None) -> bool:
    """Whether somebody can't go to tables until the organiser has approved them."""
    asked = bool(reading.content.get(NEEDED))
    return me.making or me.dead or (asked and (wish is None or wish.state != "approved"))


def registration(v: View[World], wish: Registration) -> list[tuple[Shown, Shown]]:
    """A registration's lines: all read how it stands, the organiser what was written and how the check went."""
    lines: list[tuple[Shown, Shown]] = [(Word("standing.state"), Word(f"standing.{wish.state}"))]
    if v.gm:
        lines += [(Word("standing.account"), wish.account), (Word("standing.comment"), wish.comment)]
        if wish.check:
            lines.append((Word("standing.check"), Word(f"standing.{wish.check}")))
    return lines


def from_file(world: World, one: Id) -> list[tuple[Shown, Shown]]:
    """That a character came from a file, by whom and when: its history tells of the last time."""
    records = world.histories.get(one, History()).records
    came = next((each for each in reversed(records) if each.why == FROM_FILE), None)
    return [(Word("standing.from_file"), Listed((came.note, came.day)))] if came else []


def panels(v: View[World]) -> tuple[Items, ...]:
    """The list of hand-outs."""
    campaign = v.world.campaign
    if campaign is None or not campaign.handouts:
        return ()
    listed = tuple(
        Item(id, Listed((one.day, one.title)), "", (((ticket(one.ticket), str(one.amount))),))
        for id, one in reversed(campaign.handouts.items())
    )
    return (Items(Word("panel.handouts"), listed),)

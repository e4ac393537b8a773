"""What an act is going to do, as far as a seat can know it, before it is declared: told and asked in order."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, Literal

import msgspec

from takusen.log.audience import GM, may_see
from takusen.log.entries import Became, Entry
from takusen.log.table import Table
from takusen.play.exact import Policies
from takusen.play.handles import Endless
from takusen.play.reading import Reading
from takusen.play.rehearsed import Answered, ByChance, Rehearsed, Stated
from takusen.rulebook.book import RuleBook
from takusen.rulebook.fields import Unseen, fields_of, gm_only, is_hidden
from takusen.table.story import Line, line

FOLLOWING = 20
"""How many acts that open by themselves are looked at after the one that is declared."""
UNKNOWN = (Unseen, LookupError, TypeError)
"""What a rule comes to on a view that lacks something: a withheld value, somebody who isn't there, a fact that carries
what is withheld."""

End = Literal["", "unseen", "chance", "endless"]


class Asking(msgspec.Struct, frozen=True):
    """A question that will come up: of which seat, what it speaks of, and the answer that the preview goes on with."""

    of: str
    label: str
    params: dict[str, Any]
    answer: Any


class Preview(msgspec.Struct, frozen=True):
    """What is told and asked, in order. `end` says why it can't be told farther: what follows depends on what the seat
    may not see, or on chance. `supposed` tells that the book's ordinary stands for what is withheld, from the step on
    before which `sure` many hold in any case; `names` are those of whom answers may speak."""

    steps: tuple[Line | Asking, ...]
    end: End = ""
    supposed: bool = False
    sure: int = 0
    names: dict[str, str] = {}


def preview(
    book: RuleBook,
    seen: Any,
    reading: Reading,
    seat: str,
    act: str,
    args: Mapping[str, Any],
    policies: Policies | None = None,
) -> Preview:
    """The preview of an act with complete arguments, run on the world as the seat sees it."""

    def made(world: Any) -> Preview:
        t: Rehearsed[Any] = Rehearsed(world, reading, policies or {})
        end = _run(book, reading, t, act, args)
        steps = tuple(step for one in t.steps if (step := _step(book, seat, one)) is not None)
        known = {**book.entities(world), **book.entities(t.world)}
        return Preview(steps, end, names={str(one): name for one, name in known.items()})

    found = made(seen)
    if found.end != "unseen" or book.supposed is None:
        return found
    return msgspec.structs.replace(made(book.supposed(seen)), supposed=True, sure=len(found.steps))


def _run(book: RuleBook, reading: Reading, t: Rehearsed[Any], act: str, args: Mapping[str, Any]) -> End:
    """Run an act and those that follow by themselves; why it stopped."""
    try:
        _carry_out(book, t, act, args)
        for _ in range(FOLLOWING):
            if not _followed(book, reading, t):
                break
    except ByChance:
        return "chance"
    except Endless:
        return "endless"
    except UNKNOWN:
        return "unseen"
    return ""


def _carry_out(book: RuleBook, t: Rehearsed[Any], act: str, args: Mapping[str, Any]) -> None:
    rule = book.acts[act]
    t.entered(rule, rule.typed(dict(args)))


def _followed(book: RuleBook, reading: Reading, t: Rehearsed[Any]) -> bool:
    """Whether an act opened by itself, which is carried out. Nothing was due before the act that was declared: those
    with whom it had nothing to do, and of whom something is withheld, are left out where they stand in the way."""
    steps, world = len(t.steps), t.world
    try:
        return _next(book, reading, t)
    except Unseen:
        del t.steps[steps:]
        stated = (one.fact for one in t.steps if isinstance(one, Stated))
        touched = {id for fact in stated for id in book.names(world, fact)}
        t.world = _without(world, touched)
        return _next(book, reading, t)


def _next(book: RuleBook, reading: Reading, t: Rehearsed[Any]) -> bool:
    due = book.next(t.world, reading)
    if due is not None:
        _carry_out(book, t, *due)
    return due is not None


def _without(world: Any, touched: Collection[str]) -> Any:
    """The world without those of whom the viewer lacks something, but for the touched ones."""
    tables = {name: getattr(world, name) for name in fields_of(type(world))}
    kept = {
        name: Table((one, entity) for one, entity in table.items() if one in touched or not _withheld(entity))
        for name, table in tables.items()
        if isinstance(table, Table)
    }
    return msgspec.structs.replace(world, **kept)


def _withheld(entity: Any) -> bool:
    """Whether the viewer lacks something of an entity, beside what is the GM's of every entity."""
    fields = fields_of(type(entity)).items() if isinstance(entity, msgspec.Struct) else ()
    return any(is_hidden(getattr(entity, name)) and field.see is not gm_only for name, field in fields)


def _step(book: RuleBook, seat: str, one: Stated | Answered) -> Line | Asking | None:
    """A step as the seat may read it; None for one that it doesn't get."""
    with suppress(*UNKNOWN):
        return _told(book, seat, one) if isinstance(one, Stated) else _asked(book, one)
    return None


def _told(book: RuleBook, seat: str, one: Stated) -> Line | None:
    fact, audience = one.fact, one.fact.see(one.world)
    if not may_see(seat, audience):
        return None
    names, parts = book.names(one.world, fact), fact.parts(one.world)
    body = Became(fact=book.told(fact), rule=one.rule, parts=parts, names=names)
    return line(book, Entry(0, 0, GM, body, audience), seat)


def _asked(book: RuleBook, one: Answered) -> Asking:
    """A question with the names of those of whom it speaks."""
    about, of, names = one.question.about, one.question.of, book.entities(one.world)
    params = {name: _named(getattr(about, name), names) for name in getattr(about, "__struct_fields__", ())}
    params |= {"rolled": "", "label_name": params.get("label", "")}
    if of != GM or "of" not in params:
        params["of"] = _named(of, names)
    return Asking(book.owner(one.world, of) or GM, one.question.label, params, msgspec.to_builtins(one.answer))


def _named(value: Any, names: Mapping[Any, str]) -> Any:
    if is_hidden(value):
        return "？"
    if isinstance(value, tuple):
        return tuple(_named(one, names) for one in value)
    return names.get(value, value) if isinstance(value, str) else value

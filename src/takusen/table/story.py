"""The log as a story: the lines that one seat may read."""

from typing import Any

import msgspec

from takusen.dice.readout import TOTAL
from takusen.log.audience import GM, may_see
from takusen.log.entries import (
    Aborted,
    Added,
    Answered,
    Became,
    Borrowed,
    Brought,
    ChartSet,
    Concealed,
    Declared,
    DiceSet,
    Disclosed,
    Drawn,
    Dropped,
    Edited,
    Entry,
    LayersSet,
    Lent,
    Noticed,
    Opened,
    OptionSet,
    Pictured,
    PoliciesLet,
    Recalled,
    Returned,
    Revealed,
    Reverted,
    Rolled,
    Said,
    SeatTaken,
    SentBack,
    SessionOpened,
    SessionsLet,
    Settled,
    Stood,
    TableOpened,
    Tossed,
)
from takusen.log.rolls import ChatRoll
from takusen.log.table import Table
from takusen.rulebook.book import RuleBook

Params = tuple[tuple[str, Any], ...]


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line as a seat may read it.

    `kind` is the entry's, `key` the fact, act, label or word it speaks of; `params` hold what goes into the sentence,
    with ids already named and closed fields left out; `closed` tells that some were. `n` is the line's number for this
    seat, from 1, and `of` the number of its act's line; only the GM's lines carry their `seq`. `reveal` marks a secret
    roll that is the seat's to show. `again` is the act that goes on here after something else, `framed` tells that the
    act it belongs to stands in a frame.
    """

    n: int
    at: int
    by: str
    kind: str
    key: str = ""
    of: int = 0
    params: Params = ()
    closed: bool = False
    rules: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    sides: int = 0
    text: str = ""
    name: str = ""
    reason: str = ""
    seq: int = 0
    undone: bool = False
    roll: ChatRoll | None = None
    reveal: bool = False
    again: str = ""
    framed: bool = False


def line(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    """The line that an entry gives to a seat, not yet numbered; None if it gives none."""
    if not may_see(seat, entry.see):
        return None
    make = MAKERS.get(type(entry.body))
    made = make(book, entry, seat) if make else None
    if made is None:
        return None
    return msgspec.structs.replace(made, at=entry.at, by=entry.by, seq=entry.seq if seat == GM else 0)


def _base(kind: str, **fields: Any) -> Line:
    return Line(0, 0, "", kind, **fields)


def named_in(value: Any, names: dict[str, str]) -> Any:
    """A value with names for what it speaks of by id."""
    if isinstance(value, list | tuple):
        return tuple(named_in(one, names) for one in value)
    if isinstance(value, dict):
        return {name: named_in(one, names) for name, one in value.items()}
    return names.get(value, value) if isinstance(value, str) else value


def _frozen(value: Any) -> Any:
    """A plain value that can be hashed, so that equal lines are rendered once."""
    if isinstance(value, dict):
        return Table((name, _frozen(inside)) for name, inside in value.items())
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _opened(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    if body.itself:
        headed = book.texts.has("ja", "heading", body.act)
        return _base("heading", key=body.act, of=entry.seq, rules=_ids(book, body.act)) if headed else None
    params = (("policy", body.policy),) if body.policy and seat == GM else ()
    return _base(
        "act", key=body.act, name=body.who, of=entry.seq, text=body.line, params=params, rules=_ids(book, body.act)
    )


def _declared(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("waiting", key=body.act, name=body.who, text=body.line)


def _dropped(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    if body.how == "opened":
        return None
    if seat not in (GM, entry.by):
        return _base(body.how)
    return _base(body.how, key=body.reason, params=tuple(body.params.items()))


def _rolled(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    who = body.names.get(body.subject, body.subject)
    return _base(
        "ruled_dice" if body.source == "ruled" else "dice",
        key=body.label,
        of=body.of,
        faces=body.faces,
        sides=body.sides,
        name=who,
        params=_flat(body, seat),
        reason=body.reason,
        rules=_ids(book, body.rule) + body.wraps,
    )


def _flat(body: Rolled, seat: str) -> Params:
    """What is added to the faces, if they are a sum and the seat may read what it comes to."""
    if body.flat is None:
        return (("flat", 0),) if body.reads == TOTAL else ()
    return (("flat", body.flat),) if may_see(seat, body.flat_see) else ()


def _drawn(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    deck = tuple((msgspec.json.encode(one).decode(), _frozen(named_in(one, body.names))) for one in body.deck)
    return _base(
        "ruled_card" if body.source == "ruled" else "card",
        key=body.label,
        of=body.of,
        params=(("place", body.deck.index(body.card)), ("deck", deck)),
        name=body.names.get(body.subject, body.subject),
        reason=body.reason,
        rules=_ids(book, body.rule),
    )


def _became(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    fact = book.today(body.fact)
    word = str(fact.get("type"))
    if word in book.facts and not book.texts.sentences["ja"].get("fact", {}).get(word, "?"):
        return None
    open_to = {name: value for name, value in fact.items() if name != "type" and _open(body, name, seat)}
    closed = len(open_to) < len(fact) - 1
    params = tuple((name, _frozen(named_in(value, body.names))) for name, value in open_to.items())
    return _base("fact", key=word, of=body.of, params=params, closed=closed, rules=_ids(book, body.rule) + body.wraps)


def _open(body: Became, name: str, seat: str) -> bool:
    """Whether a seat may read a field of a fact; one that an upcaster made is as closed as any that was logged."""
    if name in body.fact:
        return name not in body.parts or may_see(seat, body.parts[name])
    return all(may_see(seat, see) for see in body.parts.values())


def _settled(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    if not body.ruled:
        return None
    result = str(body.result).lower() if isinstance(body.result, bool) else str(body.result)
    return _base("ruling", key=body.rule, of=body.of, text=result, reason=body.reason)


def _aborted(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("aborted", of=body.of, reason=body.reason)


def _reverted(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("reverted", key=body.why, reason=body.reason)


def _edited(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    params = (
        ("was", _frozen(body.was)),
        ("to", _frozen(body.to)),
        ("who", body.who),
        ("typed", body.typed),
        ("note", body.note),
    )
    return _base("edited", key=body.path, name=body.name, text=body.how, params=params)


def _added(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    name = body.value.get("name") or body.value.get("title", "")
    return _base("added", key=body.path, name=str(name), params=(("who", body.who),))


def _brought(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    if body.deck:
        return _base("deck", name=body.name, params=(("count", body.count), ("who", body.who)))
    return _base("brought", name=body.file, params=(("count", len(body.facts)),))


def _crossed(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    """What passes between a campaign and its tables; at a table the campaign has no name."""
    body: Any = entry.body
    kind = str(body.__struct_config__.tag)
    if isinstance(body, SentBack) and body.result is None:
        kind = "vanished"
    return _base(kind, name=body.name, text=getattr(body, "title", ""), reason=getattr(body, "reason", ""))


def _session_opened(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("session_opened", text=body.title)


def _sessions_let(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("sessions_let", params=(("on", body.on),))


def _disclosed(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("disclosed", name=body.name)


def _pictured(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    if body.picture and not body.size:
        return None
    params = (("who", body.who), ("of", body.of))
    return _base("pictured", key="hung" if body.picture else "down", name=body.name, params=params)


def _answered(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    """A standing answer that was used: what it was, only whoever left it reads before the act tells."""
    body: Any = entry.body
    if not body.standing:
        return None
    answer = (("answer", body.answer),) if seat == body.seat else ()
    return _base("stood_in", key=body.standing, of=body.of, name=body.who, params=answer)


def _stood(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    params = (("answer", body.answer), ("lasting", body.moment is None))
    return _base("stood", key=body.label, name=body.who, params=params)


def _policies_let(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("let", key=body.policy, text=body.why, params=(("left", body.left),))


def _option_set(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("option", key=body.name, text=str(body.value), reason=body.reason)


def _layers_set(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    changes = tuple(
        (one.get("kind", ""), one["name"], one["before"], one["after"], one.get("why", "")) for one in body.changes
    )
    params = (("titles", body.titles), ("own", bool(body.own)), ("changes", changes))
    return _base("layers", params=params, reason=body.reason)


def _said(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("said", key=body.channel, text=body.text, name=body.name)


def _tossed(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    mine = body.roll.secret and entry.by == seat
    return _base("tossed", key=body.system, name=body.name, text=body.typed, roll=body.roll, reveal=mine)


def _concealed(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return None if seat in body.known else _base("concealed", name=body.name)


def _revealed(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    params = (("rolled", body.rolled),)
    return _base("revealed", key=body.system, name=body.name, text=body.typed, roll=body.roll, params=params)


def _dice_set(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("dice_set", key=body.system, params=(("gm", body.gm),))


def _chart_set(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("chart_set", name=body.name, params=(("gone", not body.text),))


def _sat(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("sat", name=body.name)


def _noticed(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("noticed", key=body.key, params=tuple(body.params.items()))


def _table_opened(book: RuleBook, entry: Entry, seat: str) -> Line | None:
    body: Any = entry.body
    return _base("opened", text=body.title)


def _ids(book: RuleBook, rule: str) -> tuple[str, ...]:
    return book.rules[rule].ids if rule in book.rules else ()


MAKERS = {
    TableOpened: _table_opened,
    Opened: _opened,
    Declared: _declared,
    Dropped: _dropped,
    Rolled: _rolled,
    Drawn: _drawn,
    Answered: _answered,
    Stood: _stood,
    PoliciesLet: _policies_let,
    Became: _became,
    Settled: _settled,
    Aborted: _aborted,
    Reverted: _reverted,
    Edited: _edited,
    Added: _added,
    Brought: _brought,
    SessionOpened: _session_opened,
    SessionsLet: _sessions_let,
    **dict.fromkeys((Lent, Borrowed, SentBack, Returned, Recalled), _crossed),
    Disclosed: _disclosed,
    Pictured: _pictured,
    OptionSet: _option_set,
    LayersSet: _layers_set,
    Said: _said,
    Tossed: _tossed,
    Concealed: _concealed,
    Revealed: _revealed,
    DiceSet: _dice_set,
    ChartSet: _chart_set,
    SeatTaken: _sat,
    Noticed: _noticed,
}

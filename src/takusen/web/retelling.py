"""What a retelling comes to, in words: for the command line and for the GM's page of house rules."""

from typing import Any

import msgspec

from takusen.log.paths import steps
from takusen.rulebook.differences import written
from takusen.table.retold import Act, How, Retold
from takusen.web.render import Renderer

COUNTS: dict[How, str] = {
    "same": "同じに終わる宣言：{count}",
    "otherwise": "違う結果になる宣言：{count}",
    "refused": "できなくなる宣言：{count}",
    "new": "新しく起きること：{count}",
    "stuck": "続けられない宣言：{count}",
}
LONGEST = 80


class Line(msgspec.Struct, frozen=True):
    """An act that doesn't come out the same: what it is and how it comes out."""

    act: str
    told: str


class Report(msgspec.Struct, frozen=True):
    """How many acts come out how, those that don't come out the same, and the values that end otherwise."""

    counts: tuple[str, ...]
    lines: tuple[Line, ...]
    values: tuple[tuple[str, str, str], ...]


def report(found: Retold, page: Renderer) -> Report:
    """A retelling in words."""
    counts = [page._(text, count=found.count(how)) for how, text in COUNTS.items() if how == "same" or found.count(how)]
    if found.missing:
        counts.append(page._("もう起きないこと：{count}", count=found.missing))
    names = {str(one): name for one, name in found.state.book.entities(found.state.world).items()}
    ends = tuple(
        (_path(one.path, names, page), _said(one.before, page), _said(one.after, page)) for one in found.values
    )
    lines = tuple(Line(_act(one, page), _told(one, page)) for one in found.acts if one.how != "same")
    return Report(tuple(counts), lines, tuple(ends))


def _act(one: Act, page: Renderer) -> str:
    act = page.say("act", one.act) if one.act else page._("手で直したこと")
    return f"{one.who} ― {act}" if one.who else act


def _told(one: Act, page: Renderer) -> str:
    """How an act comes out, and what could not be taken from the log."""
    said = {
        "otherwise": lambda: page._("違う結果になります。"),
        "refused": lambda: page._("できません。") + page.refusal(one.reason, one.params),
        "new": lambda: page._("もとの記録では起きていません。"),
        "stuck": lambda: page._("続けられません（{why}）。", why=one.reason),
    }[one.how]()
    if one.fresh:
        said += page._("記録のダイスが足りず、{count}回を新しく振りました。", count=one.fresh)
    if one.chosen:
        said += page._("{count}回は、記録の返事が使えないので、いつもの方針で答えました。", count=one.chosen)
    if one.rulings:
        said += page._("GMの裁定{count}件は引き継いでいません。", count=one.rulings)
    return said


def _path(path: str, names: dict[str, str], page: Renderer) -> str:
    """A place in the world: entities by their names, fields as the book calls them."""
    fields = (names.get(step) or (page.say("field", step) if page.has("field", step) else step) for step in steps(path))
    return " › ".join(fields)


def _said(value: Any, page: Renderer) -> str:
    if value is None:
        return page._("なし")
    text = written(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"

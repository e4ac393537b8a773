"""What things are called: the sentences of a book and of the catalogs, and how values, choices and odds read."""

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from takusen.log.codec import plain
from takusen.log.paths import steps
from takusen.rulebook.board import row_column
from takusen.rulebook.book import RuleBook
from takusen.rulebook.offers import Pick
from takusen.rulebook.pages import Gauge
from takusen.rulebook.piles import CardAct
from takusen.rulebook.shown import Listed, Shown, Word
from takusen.rulebook.toml import BadFile
from takusen.web.faults import told
from takusen.web.lines import NO_TITLES, SECTIONS, Lines, Titles, rule_name
from takusen.web.models import (
    BarModel,
    ComposeModel,
    MeasureModel,
    OddsModel,
    RivalModel,
    TableModel,
)
from takusen.web.rolls import system_name
from takusen.web.words import BROWSER, CHOICES, FIELDS, REFUSED, STATES, WHYS, Words

GAUGE_LOW = 1 / 3
UNDO_NAMED = 4


class Sentences:
    """The words of one language for one book or none; templates call these by name."""

    def __init__(self, lang: str, book: RuleBook | None, titles: Titles = NO_TITLES) -> None:
        self.lang, self.book, self.titles = lang, book, titles
        self._ = Words(lang)

    @cached_property
    def _lines(self) -> Lines:
        return self._lines_to("")

    def _lines_to(self, rules_at: str) -> Lines:
        assert self.book is not None
        return Lines(self._, self.book.widest, self.refusal, rules_at, self.titles)

    # sentences -------------------------------------------------------------------------------------------------------

    def refusal(self, reason: str, params: Mapping[str, Any]) -> str:
        """Why something can't be done and what to do instead: the book's sentence, else the engine's."""
        if self.book is not None and self.book.texts.has(self.lang, "refused", reason):
            return self.book.texts.say(self.lang, "refused", reason, self._spoken(params))
        if reason in ("bad_edit", "bad_request"):
            params = self._misfit(params)
        if reason == "bad_file":
            return told(BadFile(params["file"], params["line"], params["what"], params["mend"]), self.lang)
        sentence = REFUSED.get(reason)
        return self._(sentence, **self._spoken(params)) if sentence else reason

    def _misfit(self, params: Mapping[str, Any]) -> dict[str, str]:
        """A value that doesn't fit: the word of its field, and what to do."""
        field, why = str(params.get("field", "")), str(params.get("why", ""))
        word = self._(FIELDS[field]) if field in FIELDS else ""
        if params.get("path") and self.book is not None:
            word = self._lines.edits.field(steps(params["path"]))
        mend = self._(WHYS.get(why) or WHYS["check" if word else "reload"], limit=params.get("limit", ""))
        return {"what": self._("「{field}」：", field=word) if word else "", "why": mend}

    def _spoken(self, params: Mapping[str, Any]) -> dict[str, Any]:
        if "system" in params:
            params = {**params, "system": system_name(params["system"], self.lang)}
        if self.book is None:
            return dict(params)
        params = {name: self.shown(value) if isinstance(value, Word) else value for name, value in params.items()}
        spoken = {name: self._lines.spoken(name, value) for name, value in params.items()}
        return spoken | {name: self.say("arg", str(value)) for name, value in params.items() if name == "name"}

    def js_words(self) -> dict[str, str]:
        """The words that the page's script needs."""
        return {key: self._(text) for key, text in BROWSER.items()}

    def say(self, section: str, key: str, params: Mapping[str, Any] | None = None) -> str:
        """A sentence of the book."""
        return self.book.texts.say(self.lang, section, key, params) if self.book is not None else key

    def has(self, section: str, key: str) -> bool:
        """Whether the book words this."""
        return self.book is not None and self.book.texts.has(self.lang, section, key)

    def card(self, card: Any) -> str:
        """A drawn card in words."""
        return self._lines.card(card)

    def has_style(self) -> bool:
        """Whether the book brings a look for panels of its own."""
        return self.book is not None and bool(self.book.texts.style)

    def shown(self, text: Shown) -> str:
        """A text that a page shows: as it is, or a word of the book."""
        if isinstance(text, str):
            return text
        if isinstance(text, Listed):
            return self.listed(map(self.shown, text.parts))
        section, _, key = text.key.partition(".")
        if section == "title":
            return self.title(key)
        if section == "refused":
            return self.refusal(key, dict(text.params))
        return self.say(section, key, {name: self._filled_in(name, value) for name, value in text.params})

    def _filled_in(self, name: str, value: Any) -> Any:
        """What goes into a text that a page shows."""
        if isinstance(value, Word | Listed):
            return self.shown(value)
        return self._lines.spoken(name, value) if name in SECTIONS else value

    def title(self, id: str) -> str:
        """The name of an entry of the content; what is none stays as it is."""
        return self._lines.title(id) if self.book is not None else id

    def name_word(self, name: str) -> str:
        """A thing that sheets and bags name, in the book's word for it."""
        found = next((section for section in ("skill", "item") if self.has(section, name)), "")
        return self.say(found, name) if found else self.title(name)

    def state(self, name: str) -> str:
        """A state in words: the book's, else our own for what every book has."""
        if self.has("state", name) or name not in STATES:
            return self.say("state", name) if self.has("state", name) else self.title(name)
        return self._(STATES[name])

    def field_word(self, name: str) -> str:
        """A field's label."""
        sections = ("field", "state", "input")
        found = next((section for section in sections if self.has(section, name)), "")
        return self.say(found, name) if found else self.title(name)

    def rule_name(self, name: str) -> str:
        """A sub-rule in words."""
        return rule_name(self.book, self.lang, name) if self.book is not None else name

    def outcome(self, word: str) -> str:
        """A rule's result in words."""
        return self._lines.outcome(word)

    def warned(self, key: str, params: Mapping[str, Any]) -> str:
        """A warning to the GM."""
        return self._lines.notice(key, params)

    def seat_kind(self, kind: str) -> str:
        """GM, player or watcher."""
        return {"gm": "GM", "player": self._("参加者"), "watcher": self._("見学")}.get(kind, kind)

    @staticmethod
    def seat_name(model: TableModel, id: str) -> str:
        """Who sits there."""
        return next((seat.name or seat.id for seat in model.seats if seat.id == id), id)

    # gauges and choices ----------------------------------------------------------------------------------------------

    @staticmethod
    def low(gauge: Gauge) -> bool:
        """Whether a gauge runs low."""
        return gauge.now is not None and bool(gauge.max) and gauge.now <= (gauge.max or 0) * GAUGE_LOW

    @staticmethod
    def filled(gauge: Gauge) -> str:
        """How full, in percent."""
        share = (gauge.now or 0) / (gauge.max or 1)
        return f"{max(0.0, min(1.0, share)) * 100:.4g}"

    def worded(self, value: Any, labels: Mapping[str, str]) -> str:
        """A choice in words: the name of what it stands for, or the book's word."""
        if isinstance(value, bool):
            return self._("はい") if value else self._("いいえ")
        text = str(value)
        if text in labels:
            return labels[text]
        if not text:
            return self._("なし")
        found = self._lines.worded(text, ("choice", "side", "act", "skill", "item")) if self.book is not None else text
        return self._(CHOICES[text]) if found == text and text in CHOICES else found

    def square(self, square: str) -> str:
        """A square of the board in words."""
        row, column = row_column(square)
        return self._("{row}行{column}列", row=row, column=column)

    @staticmethod
    def suffix(value: Any) -> str:
        """The field suffix that tells the server a value's type."""
        if isinstance(value, bool):
            return ":bool"
        if isinstance(value, int):
            return ":int"
        return "" if isinstance(value, str) else ":json"

    @classmethod
    def named(cls, name: str, value: Any, type: str) -> str:
        """The field name of one choice."""
        return f"{name}:list" if type == "checkbox" else f"{name}{cls.suffix(value)}"

    @staticmethod
    def valued(value: Any) -> str:
        """A value as a form sends it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value) if isinstance(value, str | int) else as_json(value)

    @staticmethod
    def only(pick: Pick) -> Any:
        """The only open choice, if there is just one."""
        ready = [choice.value for choice in pick.choices if not choice.refused]
        return ready[0] if len(ready) == 1 else None

    def barred(self, pick: Pick) -> list[tuple[str, list[Any]]]:
        """The choices that can't be taken now, by reason."""
        by_reason: dict[str, list[Any]] = {}
        for choice in pick.choices:
            if choice.refused:
                sentence = self.refusal(choice.refused.reason, dict(choice.refused.params))
                by_reason.setdefault(sentence, []).append(choice.value)
        return list(by_reason.items())

    def how_many(self, pick: Pick) -> str:
        """How many may be chosen, in the book's counter if it has one."""
        if self.has("counter", pick.name):
            return self._counted(pick)
        if pick.low == pick.high:
            return self._("{count}つ選ぶ", count=pick.low)
        if pick.low == 0:
            return self._("{count}つまで", count=pick.high)
        return self._("{low}～{high}個", low=pick.low, high=pick.high)

    def _counted(self, pick: Pick) -> str:
        till = "～" if self.lang == "ja" else " to "
        span = str(pick.high) if pick.low in (0, pick.high) else f"{pick.low}{till}{pick.high}"
        counted = self.say("counter", pick.name, {"count": span})
        return counted if pick.low else self._("{count}まで", count=counted)

    def listed(self, words: Iterable[str]) -> str:
        """Words in a row."""
        return ("、" if self.lang == "ja" else ", ").join(words)

    # odds ------------------------------------------------------------------------------------------------------------

    @staticmethod
    def percent(value: float) -> str:
        """A chance as people read it."""
        if 0 < value < 0.0005:
            return "<0.1%"
        return ">99.9%" if 0.9995 <= value < 1 else f"{value * 100:.1f}%"

    def measured(self, one: MeasureModel) -> str:
        """A figure of the odds."""
        return self.percent(one.value) if one.kind == "chance" else f"{one.value:.2f}"

    def figured(self, value: float | None, name: str, odds: OddsModel) -> str:
        """A figure in a table of what is compared."""
        if value is None:
            return self._("？")
        return self.percent(value) if self._kind_of(name, odds) == "chance" else f"{value:.2f}"

    def closed_words(self, odds: OddsModel) -> str:
        """The measures that need what the viewer may not see."""
        return self.listed(self.say("measure", name) for name in odds.closed)

    def _kind_of(self, name: str, odds: OddsModel) -> str:
        for spec in self.book.odds.values() if self.book is not None else ():
            for measure in spec.measures:
                if measure.name == name:
                    return measure.kind
        return next((one.kind for one in odds.measures if one.name == name), "mean")

    @staticmethod
    def height(bar: BarModel, odds: OddsModel) -> str:
        """A bar's height in percent of the highest."""
        top = max((one.figures.get(odds.best_by, 0.0) for one in odds.bars), default=0.0)
        return f"{bar.figures.get(odds.best_by, 0.0) / top * 100:.4g}" if top > 0 else "0"

    def bar_words(self, bar: BarModel, odds: OddsModel) -> str:
        """A bar for those who don't see it."""
        figure = self.figured(bar.figures.get(odds.best_by, 0.0), odds.best_by, odds)
        said = f"{self.say('arg', odds.over)} {bar.value}: {self.say('measure', odds.best_by)} {figure}"
        return f"{said} ★" if bar.best else said

    @staticmethod
    def rival_query(compose: ComposeModel, rival: RivalModel) -> str:
        """What is asked of the panel to show the act with this choice."""
        return urlencode([("act", compose.act), ("args:json", as_json(rival.args)), *compose.wishes.items()])

    @staticmethod
    def card_query(one: CardAct) -> str:
        """What is asked of the panel to compose an act with a card."""
        return urlencode([("act", one.act), ("args:json", as_json(dict(one.picks)))])


def as_json(value: Any) -> str:
    """A value as JSON text."""
    return json.dumps(plain(value), ensure_ascii=False)

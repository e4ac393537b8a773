"""What things are called: the sentences of a book and of the catalogs, and how values, choices and odds read."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from takusen.log.codec import plain
from takusen.log.paths import steps
from takusen.rulebook.board import row_column
from takusen.rulebook.book import RuleBook
from takusen.rulebook.layers import OWN
from takusen.rulebook.offers import Pick
from takusen.rulebook.pages import Figure, Gauge, Phase
from takusen.rulebook.piles import CardAct
from takusen.rulebook.shown import Listed, Shown, Word
from takusen.rulebook.texts import OptionText
from takusen.rulebook.toml import BadFile
from takusen.server.shelf import Misread
from takusen.table.examples import Reply
from takusen.table.fold import LAYERS
from takusen.table.preview import Asking
from takusen.table.story import Line
from takusen.web.colours import face_rules, hues, named, tinted
from takusen.web.deck_words import misread
from takusen.web.faults import told
from takusen.web.lines import NO_TITLES, SECTIONS, Lines, Titles, rule_name
from takusen.web.markup import hue, voice
from takusen.web.models import (
    BarModel,
    CaseModel,
    ComposeModel,
    EntityModel,
    FoeModel,
    GmModel,
    MeasureModel,
    OddsModel,
    OptionModel,
    PictureModel,
    PromptModel,
    RivalModel,
    SeatModel,
    TableModel,
    UndoModel,
    WhatIfModel,
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

    # prompts and the GM's tools --------------------------------------------------------------------------------------

    def asked(self, prompt: PromptModel) -> str:
        """A prompt's sentence."""
        params = {name: self._lines.spoken(name, value) for name, value in prompt.params.items()}
        label = params.get("label_name") or params.get("label")
        if label:
            params["label_name"] = self._lines.worded(label, ("dice",))
        return self.say("prompt", prompt.label, params)

    def previewed_fact(self, line: Line) -> str:
        """What an act is going to make true."""
        return self._lines.told(line).strip()

    def previewed_question(self, asking: Asking) -> str:
        """A question that is going to come up."""
        params = {name: self._lines.spoken(name, value) for name, value in asking.params.items()}
        return self.say("prompt", asking.label, params)

    def window_word(self, label: str) -> str:
        """What prompts of a label are called."""
        return self._lines.standing.window(label)

    def answered(self, value: Any, labels: Mapping[str, str]) -> str:
        """An answer in words."""
        if isinstance(value, Mapping):
            return self._joined(self.answered(one, labels) for one in value.values() if one not in ("", [], ()))
        if isinstance(value, list | tuple):
            return self._joined(self.answered(one, labels) for one in value)
        return self.worded(value, labels)

    def _joined(self, words: Iterable[str]) -> str:
        return ("・" if self.lang == "ja" else ", ").join(words)

    def _listed(self, words: Iterable[str]) -> str:
        return ("／" if self.lang == "ja" else "; ").join(words)

    def planned(self, foe: FoeModel) -> str:
        """What a policy would declare."""
        said = self.picks_told(foe.said[1:])
        return f"{self.say('act', foe.act)} ― {said}" if said else self.say("act", foe.act)

    def declared(self, one: WhatIfModel | CaseModel | UndoModel) -> str:
        """A declaration that is compared or taken back: whoever it is about, what is done, and what it picks."""
        (_, who), *rest = one.said or (("", ""),)
        said = self.picks_told(rest)
        does = f"{self.say('act', one.act)} ― {said}" if said else self.say("act", one.act)
        return f"{who}{self._('：')}{does}" if who else does

    def picks_told(self, said: Iterable[tuple[str, Any]]) -> str:
        """What a declaration picks, in words."""
        told = ((name, value) for name, value in said if value not in ((), [], ""))
        return self._listed(f"{self.say('arg', name)} {self._lines.spoken(name, value)}" for name, value in told)

    def undo_name(self, what: str, gm: GmModel) -> str:
        """What can be taken back, in words."""
        if self.has("act", what):
            return self.say("act", what)
        if what == LAYERS:
            return self._("ハウスルール")
        path, names = steps(what), {one.id: one.name for one in gm.entities}
        if path[0] == "deck":
            return self._("{name}のデッキ", name=names.get(path[1], path[1]))
        owner = names.get(path[1], path[1]) if len(path) > 1 else ""
        return f"{owner} {self._lines.edits.field(path)}".strip() if len(path) != 2 else owner

    def own_undo_name(self, what: str, model: TableModel) -> str:
        """What a player can take back, in words."""
        if self.has("act", what):
            return self.say("act", what)
        path = steps(what)
        names: dict[str, str] = dict(model.mine) | {one.id: one.name for one in self._figures(model)}
        owner = names.get(path[1], "") if len(path) > 1 else ""
        if path[0] == "deck":
            return self._("{name}のデッキ", name=owner or path[1])
        return f"{owner} {self._lines.edits.field(path)}".strip() if len(path) > 2 else owner or what

    def rules_at(self) -> str:
        """The address of the list of rules that hold at this table."""
        assert self.book is not None
        laid = ",".join(id for one in self.book.laid for id in one.ids)
        return f"/books/{self.book.id}/rules" + (f"?with={laid}" if laid else "")

    def has_rules(self) -> bool:
        """Whether the book has rules to read."""
        return self.book is not None and bool(self.book.texts.rules)

    def kind_word(self, collection: str) -> str:
        """What one of a collection is called."""
        return next(
            (self.say(section, collection) for section in ("kind", "field") if self.has(section, collection)), ""
        )

    @staticmethod
    def _figures(model: TableModel) -> Iterator[Figure]:
        return (one for panel in model.page.stage for one in getattr(panel, "figures", ()))

    @staticmethod
    def own_colour(name: str, model: TableModel) -> str:
        """The colour in which a table shows a name that has none chosen."""
        return named(hues(Sentences._figures(model)).get(name, hue(name)))

    @staticmethod
    def voice(figure: Figure) -> str:
        """The class of all that has a figure's colour."""
        return voice(figure.name)

    @staticmethod
    def tint(figure: Figure) -> str:
        """The colour that goes with a figure, as style."""
        return tinted(figure.colour) or f"--h:{hue(figure.name)}"

    @staticmethod
    def faces(model: TableModel) -> Markup:
        """How the lines of those on the stage look: their colour and, before their name, their picture."""
        return Markup("".join(map(str, face_rules(Sentences._figures(model), model.pictures))))

    def scene_picture(self, model: TableModel) -> tuple[str, PictureModel] | None:
        """The picture of the scene, else the table's, and what it is of."""
        phases = (one for one in model.page.head if isinstance(one, Phase) and one.of in model.pictures)
        scene = next((one for one in phases if one.of), None)
        if scene is not None:
            return self.shown(scene.title), model.pictures[scene.of]
        return (model.title or self._("卓"), model.pictures[""]) if "" in model.pictures else None

    def undone_act(self, one: UndoModel, gm: GmModel) -> str:
        """What can be taken back, in words: of an act also whose it was, and what it picked."""
        return self.declared(one) if one.act else self.undo_name(one.what, gm)

    def undo_names(self, also: Iterable[str], gm: GmModel) -> str:
        """What else goes, alike things counted."""
        counted = Counter(self.undo_name(what, gm) for what in also)
        words = [f"{name}×{count}" if count > 1 else name for name, count in counted.items()]
        rest = [self._("ほか{count}件", count=len(words) - UNDO_NAMED)] if len(words) > UNDO_NAMED else []
        return self.listed(words[:UNDO_NAMED] + rest)

    def listed(self, words: Iterable[str]) -> str:
        """Words in a row."""
        return ("、" if self.lang == "ja" else ", ").join(words)

    def layer_name(self, layer: str) -> str:
        """Where a value comes from, in words: the table itself, or a layer with its version."""
        return self._("この卓") if layer == OWN else layer.replace("@", " ")

    @staticmethod
    def reading(option: OptionModel) -> str:
        """The table's present reading of an open point."""
        return next((label for _, label, chosen, _ in option.choices if chosen), "")

    def step_words(self, step: Mapping[str, Any]) -> str:
        """One step of a worked example, in words."""
        if "procedure" in step:
            rest = (f"{self.say('arg', name)} {self._example_value(value)}" for name, value in step.items()
                    if name not in ("procedure", "by"))  # fmt: skip
            return f"{self.say('act', str(step['procedure']))} ― {self._listed(rest)}"
        return self._listed(f"{name} {self._example_value(value)}" for name, value in step.items())

    def reply_words(self, reply: Reply) -> str:
        """An answer of a worked example, in words."""
        who = f"{reply.of}: " if reply.of else ""
        return f"{who}{self.answered(reply.answer, {})}"

    def fact_words(self, name: str, fields: Mapping[str, Any]) -> str:
        """A fact of a worked example, in words; fields that the example leaves open show as …"""
        params = {key: self._lines.spoken(key, value) for key, value in fields.items()}
        return self.say("fact", name, params)

    def path_words(self, path: str) -> str:
        """A field of the world, in words."""
        *owners, field = steps(path)
        return f"{'.'.join(owners[1:])} {self.field_word(field)}".strip()

    def value_words(self, value: Any) -> str:
        """A value of the world, in words."""
        return self._lines.value(value)

    def option_words(self, name: str, value: str | int) -> str:
        """A reading of an open point, in words."""
        option = self.book.texts.options.get(name) if self.book is not None else None
        labels = {one.value: one.label[self.lang] for one in option.choices} if option else {}
        return f"{option.question[self.lang] if option else name} {labels.get(value, value)}"

    def seat_label(self, seat: SeatModel) -> str:
        """A seat that nobody has taken yet."""
        number = "".join(sign for sign in seat.id if sign.isdecimal())
        return "GM" if seat.kind == "gm" else f"{self.seat_kind(seat.kind)} {number}"

    @staticmethod
    def option_label(option: OptionText, value: str | int, lang: str) -> str:
        """A reading of an open point, in words."""
        return next((one.label[lang] for one in option.choices if one.value == value), str(value))

    def takes_sheets(self) -> bool:
        """Whether tables of this book take sheets."""
        return self.book is not None and self.book.adopt is not None

    def takes_decks(self) -> bool:
        """Whether tables of this book take decks."""
        return self.book is not None and self.book.deck is not None

    def misread(self, one: Misread) -> str:
        """A line of a deck list that stands for no card."""
        return misread(self._, one)

    def takeable(self, entity: EntityModel) -> bool:
        """Whether a seat can play this entity."""
        return self.book is not None and entity.path.split(".")[0] == self.book.owner_path.split(".")[0]

    @staticmethod
    def pairs_text(table: Mapping[str, Any]) -> str:
        """A table of numbers as the GM edits it: a name and its number a line."""
        return "\n".join(f"{name} {value}" for name, value in table.items())

    @staticmethod
    def lines_text(values: Iterable[str]) -> str:
        """A list of words as the GM edits it: one a line."""
        return "\n".join(values)

    def owns(self, path: str, id: str) -> bool:
        """Whether a field holds who plays the entity, which has its own control."""
        return self.book is not None and bool(self.book.owner_path) and path == self.book.owner_path.format(id)

    @staticmethod
    def figure_of(model: TableModel, id: str) -> Figure | None:
        """The figure of an entity on the stage."""
        return next((one for one in Sentences._figures(model) if one.id == id), None)

    def _example_value(self, value: Any) -> str:
        return "・".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def as_json(value: Any) -> str:
    """A value as JSON text."""
    return json.dumps(plain(value), ensure_ascii=False)

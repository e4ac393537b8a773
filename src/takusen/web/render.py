"""How it looks: models to markup, in one language for one book. Pure; everything from people is escaped."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

import segno
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from takusen.log.codec import plain
from takusen.rulebook.book import RuleBook
from takusen.rulebook.offers import Pick
from takusen.rulebook.pages import Figure, Gauge, Shown
from takusen.rulebook.texts import OptionText
from takusen.table.examples import Example, Reply
from takusen.table.story import Line
from takusen.web.lines import Lines, die, hue, linked, rule_name
from takusen.web.models import (
    BarModel,
    ComposeModel,
    EntityModel,
    FoeModel,
    MeasureModel,
    OddsModel,
    OptionModel,
    PromptModel,
    SeatModel,
    TableModel,
)
from takusen.web.words import BROWSER, REFUSED, STATES, Words

PANELS = ("head", "stage", "prompt", "waiting", "hand", "more", "gm")
GAUGE_LOW = 1 / 3


@lru_cache(maxsize=64)
def renderer(lang: str, book: RuleBook | None) -> "Renderer":
    """The renderer of a language and a book; made once."""
    return Renderer(lang, book)


class Renderer:
    """Pages, panels, lines and sentences in one language, for one book or none."""

    def __init__(self, lang: str, book: RuleBook | None) -> None:
        self.lang, self.book = lang, book
        self._ = Words(lang)
        self._env = Environment(
            loader=PackageLoader("takusen.web"),
            autoescape=select_autoescape(default=True, default_for_string=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._env.globals.update(self._globals())
        self._templates = {name: self._env.get_template(f"{name}.html") for name in self._env_names()}

    @staticmethod
    def _env_names() -> list[str]:
        found = files("takusen.web").joinpath("templates").iterdir()
        return [one.name.removesuffix(".html") for one in found if one.name.endswith(".html")]

    def _globals(self) -> dict[str, Any]:
        named = (
            self.shown, self.say, self.has, self.state, self.asked, self.low, self.filled, self.worded, self.named,
            self.valued, self.suffix, self.how_many, self.only, self.percent, self.measured, self.figured, self.height,
            self.bar_words, self.answered, self.planned, self.reading, self.seat_kind, self.seat_name, self.outcome,
            self.warned, self.field_word, self.undo_name, self.undo_names, self.rule_name, self.step_words,
            self.fact_words, self.reply_words, self.path_words, self.value_words, self.option_words, self.seat_label,
            self.figure_of, self.barred, self.takeable, self.option_label,
        )  # fmt: skip
        return {one.__name__: one for one in named} | {
            "_": self._,
            "lang": self.lang,
            "refused": self.refusal,
            "kind": lambda panel: type(panel).__struct_config__.tag,
            "hue": hue,
            "linked": linked,
            "json": as_json,
            "dict": dict,
            "qr": qr,
            "die": lambda face: Markup(die(face, 6)),  # noqa: S704
        }

    def _page(self, name: str, /, **given: Any) -> str:
        return self._templates[name].render(given)

    # the table -------------------------------------------------------------------------------------------------------

    def table(self, model: TableModel, compose: ComposeModel | None = None, token: str = "", wrong: str = "") -> str:
        """The whole document of a seat; `wrong` is the refusal of what was just sent without a script."""
        parts = {name: Markup(self.panel(name, model)) for name in PANELS}  # noqa: S704 - our own markup
        return self._page(
            "table",
            model=model,
            wrong=wrong,
            tab=self._tab(model, compose),
            tabs=self._tabs(model),
            token=token,
            speakers=self._speakers(model),
            lines=Markup("".join(self.line(line, self._gm_base(model)) for line in model.lines)),  # noqa: S704
            composed=Markup(self.compose(compose, model.base, token) if compose else ""),  # noqa: S704
            js_words_json=as_json_script(self.js_words()),
            **parts,
        )

    def panel(self, name: str, model: TableModel) -> str:
        """The inner markup of one region."""
        if name == "gm":
            return self._page("gm", model=model) if model.gm is not None else ""
        if name in ("head", "stage"):
            return self._page("region", model=model, shown_panels=getattr(model.page, name))
        return self._page(name, model=model, typed_example=self._typed_example)

    def compose(self, model: ComposeModel, base: str, token: str = "") -> str:
        """The inner markup of the panel in which an act is composed."""
        return self._page("compose", compose=model, base=base, token=token)

    def line(self, line: Line, base: str = "") -> str:
        """One line of the log; `base` is given for the GM's lines, which carry tools."""
        return self._lines.line(line, base)

    @cached_property
    def _lines(self) -> Lines:
        return self._lines_to("")

    def _lines_to(self, rules_at: str) -> Lines:
        assert self.book is not None
        made = Lines(self._, self.book, rules_at)
        made.refusal = self.refusal  # type: ignore[method-assign]
        return made

    @staticmethod
    def _gm_base(model: TableModel) -> str:
        return model.base if model.gm is not None else ""

    def _tabs(self, model: TableModel) -> tuple[tuple[str, str], ...]:
        tabs = (("stage", self._("盤面")), ("log", self._("ログ")), ("hand", self._("行動")), ("more", self._("その他")))
        return (*tabs, ("gm", "GM")) if model.gm is not None else tabs

    @staticmethod
    def _tab(model: TableModel, compose: ComposeModel | None) -> str:
        choosing = model.seat.kind == "player" and not model.mine and bool(model.free)
        return "hand" if compose is not None or choosing or (model.my_turn and model.gm is None) else "log"

    @staticmethod
    def _speakers(model: TableModel) -> tuple[str, ...]:
        figures = (one.name for panel in model.page.stage for one in getattr(panel, "figures", ()))
        return tuple(dict.fromkeys(figures)) if model.gm is not None else tuple(name for _, name in model.mine)

    @property
    def _typed_example(self) -> str:
        return "！攻撃する 鬼 怪力 運動能力 8" if self.lang == "ja" else "!attack oni strength athletics 8"

    # other pages -----------------------------------------------------------------------------------------------------

    def home(self, books: Iterable[RuleBook], langs: Iterable[str]) -> str:
        """The first page: books to open a table with."""
        return self._page("home", books=tuple(books), langs=tuple(langs))

    def new_table(
        self,
        book: RuleBook,
        scenarios: Iterable[Any],
        options: Iterable[OptionText],
        wrong: str | None,
        values: Mapping[str, Any],
    ) -> str:
        """The form that opens a table; `values` are what was filled in when something was wrong."""
        chosen = values.get("options")
        return self._page(
            "new", book=book, scenarios=tuple(scenarios), options=tuple(options), wrong=wrong, given=dict(values),
            chosen=chosen if isinstance(chosen, dict) else {},
        )  # fmt: skip

    def links(self, model: TableModel) -> str:
        """All links of a new table, to hand out."""
        return self._page("links", model=model, js_words_json=as_json_script(self.js_words()))

    def sit(self, model: TableModel, wrong: str = "") -> str:
        """A name, then a character."""
        return self._page("sit", model=model, wrong=wrong)

    def compare(self, option: str, rows: Sequence[tuple[str | int, OddsModel]], base: str) -> str:
        """What each reading of an open point does to the odds of an act that can be declared now."""
        assert self.book is not None
        return self._page("compare", option=self.book.texts.options[option], rows=tuple(rows), base=base)

    def rules(self, book: RuleBook) -> str:
        """The list of a book's rules."""
        return self._page("rules", book=book)

    def rule(self, book: RuleBook, id: str, examples: Iterable[Example]) -> str:
        """One rule with the options that bear on it and its worked examples."""
        known = book.texts.options
        text = book.texts.rules[id]
        options = tuple(one for one in known.values() if one.name in text.options or id in one.rules)
        return self._page("rule", book=book, rule=text, options=options, examples=tuple(examples))

    def error(self, status: int, sentence: str, mend: str = "") -> str:
        """What went wrong and what to do."""
        return self._page("error", status=status, sentence=sentence, mend=mend)

    def credits(self, text: str) -> str:
        """Who made what, and under which licences."""
        return self._page("credits", blocks=blocks(text))

    def export(self, model: TableModel, lines: Iterable[Line]) -> str:
        """The log as a page of its own that needs nothing else."""
        assert self.book is not None
        told = tuple(lines)
        writer = self._lines_to("#rule-")
        used = sorted({id for line in told for id in line.rules if id in self.book.texts.rules})
        return self._page(
            "export",
            model=model,
            css=Markup(stylesheet()),  # noqa: S704 - our own file
            lines=Markup("".join(writer.line(line) for line in told)),  # noqa: S704
            rules=tuple(self.book.texts.rules[id] for id in used),
        )

    def export_text(self, model: TableModel, lines: Iterable[Line]) -> str:
        """The log as plain text."""
        told = "\n".join(map(self._lines.text, lines))
        return f"{model.title or self._('卓')}\n{self.say('book', 'title')}\n\n{told}\n"

    # sentences -------------------------------------------------------------------------------------------------------

    def refusal(self, reason: str, params: Mapping[str, Any]) -> str:
        """Why something can't be done and what to do instead: the book's sentence, else the engine's."""
        if self.book is not None and self.book.texts.has(self.lang, "refused", reason):
            return self.book.texts.say(self.lang, "refused", reason, self._spoken(params))
        sentence = REFUSED.get(reason)
        return self._(sentence, **self._spoken(params)) if sentence else reason

    def _spoken(self, params: Mapping[str, Any]) -> dict[str, Any]:
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

    def shown(self, text: Shown) -> str:
        """A text that a page shows: as it is, or a word of the book."""
        if isinstance(text, str):
            return text
        section, _, key = text.key.partition(".")
        return self.say(section, key, dict(text.params))

    def state(self, name: str) -> str:
        """A state in words: the book's, else our own for what every book has."""
        if self.has("state", name) or name not in STATES:
            return self.say("state", name)
        return self._(STATES[name])

    def field_word(self, name: str) -> str:
        """A field's label."""
        return next((self.say(section, name) for section in ("field", "state") if self.has(section, name)), name)

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
        return self._lines.worded(text, ("choice", "side", "act")) if self.book is not None else text

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
        """How many may be chosen."""
        if pick.low == pick.high:
            return self._("{count}つ選ぶ", count=pick.low)
        if pick.low == 0:
            return self._("{count}つまで", count=pick.high)
        return self._("{low}～{high}個", low=pick.low, high=pick.high)

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

    def figured(self, value: float, name: str, odds: OddsModel) -> str:
        """A figure in the table of splits."""
        return self.percent(value) if self._kind_of(name, odds) == "chance" else f"{value:.2f}"

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

    # prompts and the GM's tools --------------------------------------------------------------------------------------

    def asked(self, prompt: PromptModel) -> str:
        """A prompt's sentence."""
        params = {name: self._lines.spoken(name, value) for name, value in prompt.params.items()}
        label = params.get("label_name") or params.get("label")
        if label:
            params["label_name"] = self._lines.worded(label, ("dice",))
        return self.say("prompt", prompt.label, params)

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
        said = (f"{self.say('arg', name)} {self._lines.spoken(name, value)}" for name, value in foe.said[1:] if value != ())
        return f"{self.say('act', foe.act)} ― {self._listed(said)}" if len(foe.said) > 1 else self.say("act", foe.act)

    def undo_name(self, what: str) -> str:
        """What can be taken back, in words."""
        if self.has("act", what):
            return self.say("act", what)
        path = what.split(".")
        return f"{'.'.join(path[1:-1])} {self.field_word(path[-1])}".strip() if len(path) > 1 else self.field_word(what)

    def undo_names(self, also: Iterable[str]) -> str:
        """What else goes."""
        return "、".join(self.undo_name(what) for what in also)

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
        *owners, field = path.split(".")
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

    def takeable(self, entity: EntityModel) -> bool:
        """Whether a seat can play this entity."""
        path = entity.fields[0].path if entity.fields else ""
        return self.book is not None and bool(path) and path.split(".")[0] == self.book.owner_path.split(".")[0]

    @staticmethod
    def figure_of(model: TableModel, id: str) -> Figure | None:
        """The figure of an entity on the stage."""
        figures = (one for panel in model.page.stage for one in getattr(panel, "figures", ()))
        return next((one for one in figures if one.id == id), None)

    def _example_value(self, value: Any) -> str:
        return "・".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


# helpers of templates ------------------------------------------------------------------------------------------------


def as_json(value: Any) -> str:
    """A value as JSON text."""
    return json.dumps(plain(value), ensure_ascii=False)


def as_json_script(value: Any) -> Markup:
    """JSON inside a script element: nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(text)  # noqa: S704 - no < is left


@lru_cache(maxsize=512)
def qr(link: str) -> Markup:
    """A link as a QR code."""
    code = segno.make(link, micro=False, error="m")
    return Markup(code.svg_inline(border=2, omitsize=True, dark="#000", light="#fff", svgclass="qr"))  # noqa: S704


@lru_cache(maxsize=1)
def stylesheet() -> str:
    """Our stylesheet, for pages that stand alone."""
    return files("takusen.web").joinpath("static/takusen.css").read_text(encoding="utf-8")


def blocks(text: str) -> list[tuple[str, str]]:
    """A plain Markdown text as (kind, text): h2, h3, li or p."""
    found: list[tuple[str, str]] = []
    for part in re.split(r"\n\s*\n", text.strip()):
        for piece in re.split(r"\n(?=[-#*] ?)", part):
            mark, _, rest = piece.partition(" ")
            kind = {"#": "h1", "##": "h2", "###": "h3", "-": "li", "*": "li"}.get(mark, "p")
            found.append((kind, (rest if kind != "p" else piece).replace("\n", " ").strip()))
    return found

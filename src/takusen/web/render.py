"""How it looks: models to markup, in one language for one book. Pure; everything from people is escaped."""

import json
import re
from collections.abc import Collection, Iterable, Mapping, MutableMapping, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

import segno
from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined, Template, select_autoescape
from jinja2.bccache import Bucket
from markupsafe import Markup

from takusen.interop.bcdice.systems import System, fits, packed, systems
from takusen.rulebook.book import RuleBook
from takusen.rulebook.pages import Custom
from takusen.server.shelf import Misread
from takusen.store.library import Found
from takusen.table.example import Example
from takusen.table.state import Dice, State
from takusen.table.story import Line
from takusen.web.boards import by_squares, drawn, of_squares
from takusen.web.card_pictures import card_picture
from takusen.web.custom import Pages
from takusen.web.foreign import ccfolia
from takusen.web.forms import DECK_LIMIT, UPLOAD_LIMIT
from takusen.web.lines import NO_TITLES, Titles
from takusen.web.markup import die, hue, linked, signed
from takusen.web.models import ComposeModel, EntityModel, FieldModel, ForecastModel, OddsModel, OptionModel, TableModel
from takusen.web.palettes import PaletteModel
from takusen.web.places import nested
from takusen.web.rolls import system_name
from takusen.web.rule_lists import more_rules, rule_parts
from takusen.web.sentences import as_json
from takusen.web.stacks import stacked
from takusen.web.table_words import TableWords

EXPORTS = ("html", "txt", "ccfolia.html")
PANELS = ("head", "stage", "prompt", "waiting", "hand", "more", "people", "own")
GM_PANELS = (*PANELS, "gm", "seats")
COMPANY = ("people", "seats")
"""The panels that tell who is here."""


@lru_cache(maxsize=64)
def renderer(lang: str, book: RuleBook | None, titles: Titles = NO_TITLES) -> "Renderer":
    """The renderer of a language and a book, with the names of its content; made once."""
    return Renderer(lang, book, titles)


def table_renderer(lang: str, state: State) -> "Renderer":
    """The renderer for a table, with the names that its reading of the book gives."""
    return renderer(lang, state.book, state.book.titles(state.reading))


class _Compiled(BytecodeCache):
    """Templates compiled once for all renderers of this process."""

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """See jinja2."""
        bucket.code = self._kept.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """See jinja2."""
        self._kept[bucket.key] = bucket.code


COMPILED = _Compiled()


class Templates(Environment):
    """Templates that share one plain map of globals: jinja's own chain of maps is walked anew at every import."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """See jinja2."""
        return self.globals


class Renderer(TableWords):
    """Pages, panels, lines and sentences in one language, for one book or none."""

    def __init__(self, lang: str, book: RuleBook | None, titles: Titles = NO_TITLES) -> None:
        super().__init__(lang, book, titles)
        self._env = Templates(
            loader=PackageLoader("takusen.web"),
            autoescape=select_autoescape(default=True, default_for_string=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=COMPILED,
        )
        self._env.globals.update(self._globals())
        self._templates: dict[str, Template] = {}

    def _globals(self) -> dict[str, Any]:
        named = (
            self.shown, self.card, self.say, self.has, self.state, self.title, self.asked, self.window_word, self.low,
            self.filled,
            self.worded, self.square, self.named, self.valued, self.suffix, self.how_many, self.only, self.percent,
            self.measured, self.figured, self.closed_words, self.height, self.bar_words, self.answered,
            self.planned, self.picks_told,
            self.declared, self.reading, self.seat_kind, self.seat_name, self.outcome, self.warned, self.field_word,
            self.undo_name, self.layer_name, self.undone_act, self.undo_names, self.rule_name, self.step_words,
            self.fact_words,
            self.reply_words, self.path_words, self.value_words, self.option_words, self.seat_label,
            self.figure_of, self.barred, self.owns, self.takeable, self.takes_sheets, self.takes_decks, self.misread,
            card_picture, self.pairs_text, self.lines_text,
            self.option_label, self.listed, self.kind_word, self.own_undo_name, self.tint, self.has_rules,
            self.rival_query, self.card_query, self.custom, self.has_style, self.faces, self.scene_picture, self.voice,
            self.rules_at, self.own_colour, self.previewed_fact, self.previewed_question,
        )  # fmt: skip
        return {one.__name__: one for one in named} | {
            "_": self._,
            "lang": self.lang,
            "refused": self.refusal,
            "edit_words": self.edit_words,
            "kind": lambda panel: type(panel).__struct_config__.tag,
            "hue": hue,
            "linked": linked,
            "signed": signed,
            "json": as_json,
            "dict": dict,
            "qr": qr,
            "system_name": lambda id: system_name(id, self.lang),
            "system_options": lambda chosen="": system_options(self.lang, chosen),
            "die": lambda face: Markup(die(face, 6)),
            "drawn_board": drawn,
            "of_squares": of_squares,
            "by_squares": by_squares,
            "nested": nested,
            "stacked": stacked,
        }

    def _page(self, name: str, /, **given: Any) -> str:
        made = self._templates.get(name)
        if made is None:  # when first needed: all of them would keep a server's first page waiting
            made = self._templates[name] = self._env.get_template(f"{name}.html")
        return made.render(given)

    # the table -------------------------------------------------------------------------------------------------------

    def table(
        self,
        model: TableModel,
        compose: ComposeModel | None = None,
        token: str = "",
        wrong: str = "",
        palette: PaletteModel | None = None,
        opened: bool = False,
    ) -> str:
        """The whole document of a seat; `wrong` is the refusal of what was just sent without a script, `opened` shows
        the palette at once."""
        parts = {name: Markup(self.panel(name, model)) for name in panels_of(model)}
        return self._page(
            "table",
            model=model,
            wrong=wrong,
            tab=self._tab(model, compose),
            tabs=self._tabs(model),
            token=token,
            speakers=self._speakers(model),
            lines=Markup("".join(self.line(line, self._gm_base(model)) for line in model.lines)),
            composed=Markup(self.compose(compose, model.base, token) if compose else ""),
            js_words_json=as_json_script(self.js_words()),
            palette=Markup(self.palette(palette, model.base, opened)),
            **parts,
        )

    def panel(self, name: str, model: TableModel) -> str:
        """The inner markup of one region."""
        if name in ("head", "stage"):
            return self._page("region", model=model, shown_panels=getattr(model.page, name), stage=name == "stage")
        return self._page(name, model=model, typed_example=self._typed_example(model))

    def custom(self, panel: Custom, model: TableModel) -> Markup:
        """A panel that the book draws itself, on a seat's page."""
        return self.drawn(panel, model.base, model.sheets, model.waited.answers)

    def drawn(self, panel: Custom, base: str, sheets: Collection[str], answers: Collection[str] = ()) -> Markup:
        """A panel that the book draws itself, with links to a seat's address."""
        return self._pages.drawn(panel, base, sheets, answers)

    @cached_property
    def _pages(self) -> Pages:
        assert self.book is not None
        macros = self._env.get_template("figure.html").module
        named = (self.say, self.shown, self.state, self.title, self.card, self.percent, self.has, self.layer_name)
        words = {one.__name__: one for one in named} | {"die": lambda face: Markup(die(face, 6)), "lang": self.lang}
        return Pages(self.book, words | {"gauge": macros.gauge, "pairs": macros.pairs})  # type: ignore[attr-defined]

    def compose(self, model: ComposeModel, base: str, token: str = "") -> str:
        """The inner markup of the panel in which an act is composed."""
        return self._page("compose", compose=model, base=base, token=token)

    def palette(self, model: PaletteModel | None, base: str, open: bool = False) -> str:
        """The inner markup of the palette panel."""
        return self._page("palette", palette=model, base=base, open=open)

    def palette_edit(self, model: PaletteModel, base: str) -> str:
        """The page on which a palette is written."""
        return self._page("palette_edit", palette=model, base=base)

    def edit_words(self, line: Line) -> str:
        """A change of a value in words."""
        return self._lines.edits.edited(line)

    def line(self, line: Line, base: str = "") -> str:
        """One line of the log; `base` is given for the GM's lines, which carry tools."""
        return self._lines.line(line, base)

    @staticmethod
    def _gm_base(model: TableModel) -> str:
        return model.base if model.gm is not None else ""

    def _tabs(self, model: TableModel) -> tuple[tuple[str, str], ...]:
        words = (self._("盤面"), self._("ログ"), self._("行動"), self._("その他"), "GM")
        tabs = tuple(zip(("stage", "log", "hand", "more", "gm"), words, strict=True))
        return tabs if model.gm is not None else tabs[:-1]

    @staticmethod
    def _tab(model: TableModel, compose: ComposeModel | None) -> str:
        choosing = model.seat.kind == "player" and not model.mine and bool(model.free or model.kinds)
        return "hand" if compose is not None or choosing or (model.my_turn and model.gm is None) else "log"

    @staticmethod
    def _speakers(model: TableModel) -> tuple[str, ...]:
        figures = (one.name for panel in model.page.stage for one in getattr(panel, "figures", ()))
        return tuple(dict.fromkeys(figures)) if model.gm is not None else tuple(name for _, name in model.mine)

    def _typed_example(self, model: TableModel) -> str:
        """How the book shows a typed declaration, or else the first act at hand."""
        if self.has("book", "typed"):
            return self.say("book", "typed")
        act = next((one.name for one in model.acts if one.open), "")
        return ("！" if self.lang == "ja" else "!") + (self.say("act", act) if act else "")

    # other pages -----------------------------------------------------------------------------------------------------

    def home(self, books: Iterable[RuleBook], langs: Iterable[str]) -> str:
        """The first page: books to open a table with."""
        return self._page("home", books=tuple(books), langs=tuple(langs))

    def new_table(
        self,
        book: RuleBook,
        books: Iterable[RuleBook],
        wrong: str | None,
        values: Mapping[str, Any],
        line: str = "",
    ) -> str:
        """The form that opens a table with one of the books; `values` are what was filled in when something was wrong,
        `line` where."""
        chosen = values.get("options")
        return self._page(
            "new", book=book, books=tuple(books), scenarios=tuple(book.scenarios.values()),
            options=tuple(book.texts.options.values()), wrong=wrong, line=line, limit=UPLOAD_LIMIT,
            given=dict(values), chosen=chosen if isinstance(chosen, dict) else {},
        )  # fmt: skip

    def entity(self, model: TableModel, entity: EntityModel, fields: Iterable[FieldModel], out: bool) -> str:
        """The editor of one entity, for the GM; `out` leads to its forms for other tools."""
        return self._page("entity", model=model, entity=entity, fields=tuple(fields), out=out)

    def sheet_in(self, model: TableModel, previews: Sequence[Any], wrong: str, limit: int) -> str:
        """The page on which a sheet is given, and looked at before it comes to the table."""
        return self._page("sheet_in", model=model, previews=tuple(previews), wrong=wrong, limit=limit)

    def content(self, model: TableModel, wrong: str, given: Mapping[str, Any], files: Sequence[str]) -> str:
        """The page on which the GM brings content in files; `given` is what was sent if something is wrong with it,
        `files` are those that the table has."""
        return self._page("content", model=model, wrong=wrong, given=given, files=tuple(files), limit=UPLOAD_LIMIT)

    def deck(
        self,
        model: TableModel,
        draft: Any,
        holders: Mapping[str, str],
        found: Found,
        count: int,
        refused: str,
        wrong: Sequence[Misread],
    ) -> str:
        """The page on which a deck comes to a table: what its form holds, for whom it may be, the cards found, how many
        the library has, and what is wrong with it."""
        given = {"model": model, "draft": draft, "holders": holders, "found": found, "count": count}
        return self._page("deck", **given, wrong=refused, lines=tuple(wrong), limit=DECK_LIMIT)

    def cards(self, typed: str, found: Found) -> str:
        """The cards that a search found, for the page of decks."""
        return self._page("cards", typed=typed, found=found)

    def sheet_out(self, model: TableModel, entity: str, name: str, ccfolia: str) -> str:
        """The page on which a character goes to other tools."""
        words = as_json_script(self.js_words())
        return self._page("sheet_out", model=model, entity=entity, name=name, ccfolia=ccfolia, js_words_json=words)

    def options(self, model: TableModel, options: Iterable[OptionModel]) -> str:
        """The table's readings of the open points, for the GM to change."""
        return self._page("options", model=model, options=tuple(options))

    def house(self, model: TableModel, state: Any, values: Mapping[str, Any], **given: Any) -> str:
        """A table's house rules: every value with its origin, and for the GM what one step would change."""
        return self._page("house", model=model, state=state, values=values, limit=UPLOAD_LIMIT, **given)

    def values(
        self, book: RuleBook, values: Mapping[str, Any], layers: Sequence[Any], layer: str, than: str, changes: Any
    ) -> str:
        """Every value of a book with its origin, and what differs from another set of house rules."""
        return self._page("values", book=book, values=values, layers=layers, layer=layer, than=than, changes=changes)

    def table_dice(self, model: TableModel, dice: Dice) -> str:
        """The dice system and the charts of a table, for the GM to change."""
        return self._page("table_dice", model=model, dice=dice)

    def dice(self, system: System | None, wanted: str = "") -> str:
        """How dice commands are written, in general and for one system, and a list of systems to search."""
        found = [one for one in systems().values() if fits(one, wanted)]
        return self._page("dice", system=system, found=found, wanted=wanted, count=len(found), version=packed().version)

    def forecast(self, model: TableModel, forecast: ForecastModel) -> str:
        """How the fight is likely to go, for a seat."""
        return self._page("forecast", model=model, forecast=forecast)

    def links(self, model: TableModel) -> str:
        """All links of a new table, to hand out."""
        lonely = any("//localhost" in seat.link or "//127." in seat.link for seat in model.seats)
        return self._page("links", model=model, lonely=lonely, js_words_json=as_json_script(self.js_words()))

    def sit(self, model: TableModel, wrong: str = "") -> str:
        """A name, then a character."""
        return self._page("sit", model=model, wrong=wrong)

    def campaign(self, *, panels: Sequence[Any], **given: Any) -> str:
        """The page of a campaign, for a seat."""
        return self._page("campaign", shown_panels=tuple(panels), **given)

    def campaign_audit(self, base: str, lines: Sequence[Line], pages: Any) -> str:
        """What was decided and corrected in a campaign, for its organiser."""
        told = Markup("".join(self.line(line) for line in lines))
        return self._page("campaign_audit", base=base, lines=told, pages=pages)

    def campaign_character(self, base: str, member: Any, rows: Sequence[Any], pages: Any, keeps: bool) -> str:
        """A character of a campaign with its history."""
        return self._page("campaign_character", base=base, member=member, rows=rows, pages=pages, keeps=keeps)

    def compare(self, option: str, rows: Sequence[tuple[str | int, OddsModel]], base: str) -> str:
        """What each reading of an open point does to the odds of an act that can be declared now."""
        assert self.book is not None
        return self._page("compare", option=self.book.texts.options[option], rows=tuple(rows), base=base)

    def rules(self, book: RuleBook) -> str:
        """The list of a book's rules, then those of the layers that it is under; the others lead to theirs."""
        return self._page("rules", book=book, parts=rule_parts(book, self.lang), more=more_rules(book, self.lang))

    def rule(self, book: RuleBook, id: str, examples: Iterable[Example]) -> str:
        """One rule with the options that bear on it and its worked examples."""
        known = book.texts.options
        text = book.texts.rules[id]
        options = tuple(one for one in known.values() if one.name in text.options or id in one.rules)
        return self._page("rule", book=book, rule=text, options=options, examples=tuple(examples))

    def error(self, status: int, sentence: str, mend: str = "", back: str = "") -> str:
        """What went wrong and what to do; `back` is the table that one came from."""
        return self._page("error", status=status, sentence=sentence, mend=mend, back=back)

    def credits(self, text: str) -> str:
        """Who made what, and under which licences."""
        return self._page("credits", blocks=blocks(text))

    def exported(self, kind: str, model: TableModel, lines: Iterable[Line]) -> str:
        """The log in one of the forms of `EXPORTS`."""
        if kind == "ccfolia.html":
            return ccfolia(lines, self._lines)
        return self.export(model, lines) if kind == "html" else self.export_text(model, lines)

    def export(self, model: TableModel, lines: Iterable[Line]) -> str:
        """The log as a page of its own that needs nothing else."""
        assert self.book is not None
        told = tuple(lines)
        writer = self._lines_to("#rule-")
        known = self.book.widest.texts.rules
        used = sorted({id for line in told for id in line.rules if id in known})
        return self._page(
            "export",
            model=model,
            css=Markup(stylesheet()),
            zone=self.zone_words,
            lines=Markup("".join(writer.line(line) for line in told)),
            rules=tuple(known[id] for id in used),
        )

    def export_text(self, model: TableModel, lines: Iterable[Line]) -> str:
        """The log as plain text."""
        told = "\n".join(f"[{self._lines.stamp(line.at)}] {self._lines.text(line)}" for line in lines)
        head = "\n".join((model.title or self._("卓"), self.say("book", "title"), self.zone_words))
        return f"{head}\n\n{told}\n"

    @property
    def zone_words(self) -> str:
        """In which zone an export tells times."""
        return self._("時刻は日本時間（UTC+9）です。") if self.lang == "ja" else self._("時刻はUTCです。")


def panels_of(model: TableModel) -> tuple[str, ...]:
    """The panels of a seat's page."""
    return PANELS if model.gm is None else GM_PANELS


# helpers of templates ------------------------------------------------------------------------------------------------


def as_json_script(value: Any) -> Markup:
    """JSON inside a script element: nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(text)


@lru_cache(maxsize=512)
def qr(link: str) -> Markup:
    """A link as a QR code."""
    code = segno.make(link, micro=False, error="m")
    return Markup(code.svg_inline(border=2, omitsize=True, dark="#000", light="#fff", svgclass="qr"))


LOCALES = {
    "ja_jp": ("ja", "日本語"),
    "en_us": ("en", "English"),
    "ko_kr": ("ko", "한국어"),
    "zh_hans": ("zh-Hans", "简体中文"),
    "zh_hant": ("zh-Hant", "繁體中文"),
}


@lru_cache(maxsize=300)
def system_options(reader: str, chosen: str = "") -> Markup:
    """All dice systems as options of a select, by language."""
    option = Markup('<option value="{}"{}>{}</option>')
    groups = (
        Markup('<optgroup lang="{}" label="{}">{}</optgroup>').format(
            lang,
            name,
            Markup("").join(
                option.format(one.id, Markup(" selected" if one.id == chosen else ""), system_name(one.id, reader))
                for one in systems().values()
                if one.locale == locale
            ),
        )
        for locale, (lang, name) in LOCALES.items()
    )
    return Markup("").join(groups)


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

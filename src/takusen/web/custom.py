"""Panels that a book draws itself: `pages/<name>.html` templates, which get `data` and our words and nothing else."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any
from urllib.parse import urlencode

from jinja2 import FunctionLoader, StrictUndefined, TemplateSyntaxError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape

from takusen.log.codec import plain
from takusen.rulebook.book import RuleBook
from takusen.rulebook.pages import Custom
from takusen.web.card_pictures import card_picture
from takusen.web.sentences import as_json

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
FILTERS = (
    "abs", "batch", "capitalize", "count", "default", "dictsort", "first", "format", "groupby", "int", "items", "join",
    "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "replace", "reverse", "round",
    "select", "selectattr", "slice", "sort", "string", "sum", "title", "trim", "truncate", "unique", "upper",
)  # fmt: skip
"""What a template may do with a value; nothing that marks text as safe."""


class _Pages(ImmutableSandboxedEnvironment):
    """An environment in which everything is escaped and no other template is reached."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed: nodes.Template = super()._parse(source, name, filename)
        kinds = (nodes.ScopedEvalContextModifier, nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)
        for found in parsed.find_all(kinds):
            raise TemplateSyntaxError("a page may not do that", found.lineno, name, filename)
        return parsed


class Pages:
    """The templates of one book in one language."""

    def __init__(self, book: RuleBook, words: Mapping[str, Any]) -> None:
        """`words` are the functions that templates may call by name."""
        self._env = _Pages(
            loader=FunctionLoader(book.texts.page),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._env.filters = {name: self._env.filters[name] for name in FILTERS}
        self._env.globals = {"range": self._env.globals["range"], "card_picture": card_picture, **words}

    def drawn(self, panel: Custom, base: str, sheets: Collection[str], answers: Collection[str] = ()) -> Markup:
        """A panel as markup; its links lead to a seat's own address, to the `sheets` that it has. `answers` are those
        whose answers are awaited, as far as the seat knows."""
        if not NAME.match(panel.name):
            raise ValueError(f"{panel.name!r} is no name of a page")
        links = {"act": _acting(base), "declare": _declaring(base), "sheet": _sheets(base, sheets)}
        inside = self._env.get_template(panel.name).render(data=panel.data, answers=answers, **links)
        return Markup('<section class="panel custom" id="custom-{}">{}</section>').format(panel.name, Markup(inside))


def _acting(base: str) -> Callable[..., Markup]:
    def act(name: str, /, **picks: Any) -> Markup:
        """The attributes of a link that begins to compose an act with some picks made."""
        query = escape(urlencode([("act", name), *([("args:json", as_json(plain(picks)))] if picks else [])]))
        return Markup('href="{}?{}#p-compose" data-query="{}"').format(base, query, query)

    return act


AT_ONCE = Markup(
    '<form class="at-once" method="post" action="{}/do" data-stay><input type="hidden" name="do" value="declare">'
    '<input type="hidden" name="act" value="{}"><input type="hidden" name="args:json" value="{}">'
    '<input type="hidden" name="token" value=""><button type="submit"{} aria-label="{}">{}</button></form>'
)


def _declaring(base: str) -> Callable[..., Markup]:
    def declare(name: str, label: str, said: str = "", strong: bool = False, /, **picks: Any) -> Markup:
        """A button that declares an act with all its picks made; `said` tells a screen reader more than the label, and
        `strong` makes it the one to press first."""
        look = Markup(' class="strong"') if strong else ""
        return AT_ONCE.format(base, name, as_json(plain(picks)), look, said or label, label)

    return declare


def _sheets(base: str, known: Collection[str]) -> Callable[[str], Markup]:
    def sheet(one: str) -> Markup:
        """The attributes of a link to an entity's sheet; none where the viewer has no sheet of it."""
        return Markup('href="{}/entity/{}" data-sheet').format(base, one) if one in known else Markup()

    return sheet

"""Panels that a book draws itself: everything escaped, and nothing within reach but what they are given."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest
from jinja2 import TemplateError

from takusen.log.table import Table
from takusen.rulebook.fields import HIDDEN
from takusen.rulebook.pages import Custom, Page, View
from takusen.server.house import House
from takusen.server.room import Outside, Room
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.example import read_examples
from takusen.table.examples import states_of
from takusen.table.laws import page_faults
from takusen.table.opening import NewTable
from takusen.web.app import create_app
from takusen.web.build import base_of, table_model
from takusen.web.custom import Pages
from takusen.web.laws import drawing_faults
from takusen.web.render import renderer
from tests.engine.camp import BOOK
from tests.engine.tables import Game

NIGHT = "given.toml#night"
HOSTILE = "<script>alert(1)</script>\"'&"


class Thing(msgspec.Struct, frozen=True):
    """What a template is given."""

    name: str = HOSTILE
    inside: Table[str, int] = Table({HOSTILE: 1})


def drawn(monkeypatch: pytest.MonkeyPatch, source: str, data: Any = None, sheets: tuple[str, ...] = ()) -> str:
    """A panel of a template with this source."""
    monkeypatch.setattr(BOOK.texts, "page", lambda name: source)
    words = {"say": renderer("ja", BOOK).say, "gauge": renderer("ja", BOOK)._env.get_template("panels.html").module}
    return str(Pages(BOOK, words).drawn(Custom("thing", data or Thing()), "/t/x", sheets))


def test_everything_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "{{ data.name }}<i title='{{ data.name }}'>{% for n in data.inside %}{{ n }}{% endfor %}</i>{{ data }}"
    page = drawn(monkeypatch, source)
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 5
    assert page.startswith('<section class="panel custom" id="custom-thing">')


@pytest.mark.parametrize(
    "source",
    [
        "{{ data.__class__ }}",
        "{{ data.__class__.__mro__ }}",
        "{{ data['__class__'] }}",
        "{{ say.__self__.book }}",
        "{{ say.__func__.__globals__ }}",
        "{{ act.__closure__ }}",
        "{{ ''.__class__ }}",
        "{{ '{0.__class__}'.format(data) }}",
        "{{ self._TemplateReference__context }}",
        "{{ data | attr('__class__') }}",
        "{{ data.name | safe }}",
        "{{ data.name | e | safe }}",
        "{{ data.name | tojson }}",
        "{% autoescape false %}{{ data.name }}{% endautoescape %}",
        "{% include 'other' %}",
        "{% import 'other' as other %}",
        "{% from 'other' import x %}",
        "{% extends 'other' %}",
        "{{ world }}",
        "{{ model }}",
        "{{ config }}",
        "{{ lipsum() }}",
        "{{ cycler }}",
        "{{ namespace() }}",
        "{{ dict() }}",
        "{{ data.nothing }}",
        "{{ data.inside.put('x', 1)._items }}",
    ],
)
def test_nothing_else_is_within_reach(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    with pytest.raises(TemplateError):
        drawn(monkeypatch, source)


@pytest.mark.parametrize("name", ["../fire", "Fire", "", "fire.html", "a/b", "fi\nre"])
def test_a_name_is_a_plain_word(name: str) -> None:
    with pytest.raises(ValueError, match="is no name of a page"):
        Pages(BOOK, {}).drawn(Custom(name, None), "", ())


def test_links_lead_to_acts_and_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    page = drawn(
        monkeypatch, "<a {{ act('scout', of=data.name) }}></a><b {{ sheet('s1') }}{{ sheet('s2') }}>", sheets=("s1",)
    )
    assert '<a href="/t/x?act=scout&amp;args%3Ajson=%7B%22of%22' in page
    assert "<script" not in page
    assert '<b href="/t/x/entity/s1" data-sheet>' in page
    assert '<a href="/t/x?act=rest#p-compose" data-query="act=rest">' in drawn(monkeypatch, "<a {{ act('rest') }}>")


def test_a_button_declares_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page = drawn(monkeypatch, "{{ declare('scout', '見る', data.name, of=data.name) }}")
    assert '<form class="at-once" method="post" action="/t/x/do" data-stay>' in page
    assert '<input type="hidden" name="act" value="scout">' in page
    assert '<input type="hidden" name="args:json" value="{&#34;of&#34;' in page
    assert ">見る</button>" in page
    assert "<script" not in page


# the camp's fire -----------------------------------------------------------------------------------------------------


def test_the_laws_draw_every_panel() -> None:
    read = BOOK.example_files().__getitem__
    (first, *_) = read_examples("camp.toml", read("camp.toml"))
    assert [fault for state in states_of(BOOK, first, read) for fault in drawing_faults(state)] == []


@pytest.mark.parametrize(
    ("panel", "told"),
    [
        (Custom("water", Thing()), "pages/water.html is missing"),
        (Custom("fire", HIDDEN), "shows a value that is withheld"),
        (Custom("fire", (Table({"x": HIDDEN}),)), "shows a value that is withheld"),
    ],
)
def test_the_laws_name_what_is_wrong(monkeypatch: pytest.MonkeyPatch, panel: Custom, told: str) -> None:
    def page(v: View[Any]) -> Page:
        return Page(more=(panel,))

    monkeypatch.setattr(BOOK, "page", page)
    state = Game(NIGHT, BOOK).state
    assert told in "; ".join(page_faults(state, "p1"))
    assert "pages/" in "; ".join(drawing_faults(state))


async def opened() -> tuple[House, Room]:
    outside = Outside(lambda count, sides: (1,) * count, lambda: 1_700_000_000_000, lambda: "table0000000")
    house = House(MemoryStore(), {"camp": BOOK}, b"0" * 32, outside)
    room = await house.open_table(NewTable("camp", "夜", players=2))
    for seat, one in (("gm", c.Sit("ジム")), ("p1", c.Sit("一")), ("p1", c.Take("s1"))):
        assert await room.do(seat, one) is None
    return house, room


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_it_is_part_of_a_seats_page(anyio_backend: str) -> None:
    house, room = await opened()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=create_app(house)), base_url="http://t") as http:
        page = (await http.get(base_of(room, "p1"), params={"lang": "ja"})).text
        assert '<section class="panel custom" id="custom-fire">' in page
        assert "●●●" in page
        assert "焚き火は3です。" in page
        assert page.count('<div class="gauge') == 6
        assert "雨" not in page
        assert '<link rel="stylesheet" href="/books/camp/pages.css">' in page
        style = await http.get("/books/camp/pages.css")
        assert (style.headers["content-type"], ".logs" in style.text) == ("text/css; charset=utf-8", True)
        gm = (await http.get(base_of(room, "gm"), params={"lang": "ja"})).text
        assert "雨" in gm
        assert 'href="' + base_of(room, "gm") + '/entity/s2" data-sheet' in gm
    assert "●" in renderer("en", BOOK).panel("stage", table_model(room, "w1", "en", {}))


def test_a_book_without_a_look_asks_for_none() -> None:
    book = Game("given.toml#duel").book
    assert not renderer("ja", book).has_style()
    assert book.texts.page("fire") is None

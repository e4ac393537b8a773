"""How it looks: every text has its English, everything from people is escaped, every seat gets a whole page."""

import ast
import asyncio
import re
import time
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from takusen.log.rolls import ChatRoll, Thrown
from takusen.play.handles import Choice, Refused
from takusen.rulebook.offers import Pick
from takusen.rulebook.texts import LANGS
from takusen.server.house import House
from takusen.server.room import Room
from takusen.store import MemoryStore
from takusen.table import commands as c
from takusen.table.floor import memo_of, policy_answer
from takusen.table.opening import NewTable
from takusen.table.story import MAKERS, Line
from takusen.web import deck_words, retelling, sheet_words, words
from takusen.web.build import base_of, table_model
from takusen.web.models import BarModel, ComposeModel, MeasureModel, OddsModel, PromptModel, PromptsModel
from takusen.web.render import Renderer, panels_of, renderer
from takusen.web.words import catalog
from takusen_books.bayside23 import BOOK
from tests.engine.tables import asked, asked_id

WEB = Path(words.__file__).parent
HOSTILE = "<img src=x onerror=alert(1)>\"'&</li>\u202e鬼"
MSGID = re.compile(r"""\b_\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")
SAID = Line(1, 1_700_000_000_000, "p1", "said", key="in", text="行こう", name="凛")
HUGE = 10**30


def msgids() -> set[str]:
    """Every catalog text in templates, code and tables."""
    sources = [*WEB.glob("templates/*.html"), *WEB.glob("*.py")]
    found = {ast.literal_eval(text) for source in sources for text in MSGID.findall(source.read_text("utf-8"))}
    tables = (
        words.REFUSED,
        words.NOTICES,
        words.CHOICES,
        words.OUTCOMES,
        words.STATES,
        words.BROWSER,
        words.WHYS,
        words.FIELDS,
    )
    tables += (
        retelling.COUNTS,
        deck_words.MISREAD,
        sheet_words.REMARKS,
        sheet_words.TOOLS,
        sheet_words.ASKED,
        sheet_words.LABELS,
    )
    return found | {text for table in tables for text in table.values()}


def fields(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


class Tags(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See HTMLParser."""
        self.found.append((tag, dict(attrs)))


def unsafe(html: str) -> list[str]:
    """Attributes by which a page would run or load what is not ours."""
    return [
        f"{tag} {name}={value}"
        for tag, attrs in Tags(html).found
        for name, value in attrs.items()
        if name.startswith("on")
        or str(value).lower().startswith(("javascript:", "data:"))
        or (name in ("src", "action", "formaction") and not str(value).startswith("/"))
        or (tag in ("link", "use") and name == "href" and not str(value).startswith("/"))
    ]


def pages(room: Room) -> dict[tuple[str, str], str]:
    """The whole page of the GM, a player and a watcher, in both languages."""
    return {
        (seat, lang): renderer(lang, BOOK).table(table_model(room, seat, lang, {}))
        for seat in ("gm", "p1", "w1")
        for lang in LANGS
    }


async def _begun() -> Room:
    house = House(MemoryStore(), {BOOK.id: BOOK}, b"k" * 32)
    room = await house.open_table(NewTable(BOOK.id, title=HOSTILE, scenario="harbor_lantern", players=2))
    sits = [("gm", c.Sit("GM")), ("p1", c.Sit(HOSTILE)), ("p2", c.Sit("ミナト"))]
    takes = [("p1", c.Take("rin")), ("p2", c.Take("soma"))]
    members = {"members": ["rin", "soma", "fog_monk", "lampeater"]}
    shows = [("gm", c.Edit(f"fighters.{foe}.hidden", False)) for foe in ("fog_monk", "lampeater")]
    talk = [("gm", c.Say(HOSTILE, "in", HOSTILE)), ("gm", c.Say("霧が晴れる。\nhttps://example.org/?a=1&b=2", "story"))]
    scene: list[tuple[str, c.Command]] = [("gm", c.Declare("enter_scene", {"scene": "quay"}))]
    for seat, one in [*sits, *takes, *shows, *talk, *scene, ("gm", c.Declare("start_fight", members))]:
        assert await room.do(seat, one) is None, one
    return room


async def _go_on(room: Room) -> None:
    """One step by policy: an answer, or an attack of whoever may act."""
    prompt = asked(room.state)
    if prompt is not None:
        assert await room.do("gm", c.Answer(asked_id(room.state), _plain(policy_answer(prompt)))) is None
        return
    one = next(iter(BOOK.acting(room.state.world)), None)
    choice = one and BOOK.players["strike_the_weakest"](room.state.world, one, memo_of(room.state.reading))
    if choice:
        await room.do("gm", c.Declare(*choice))


def _plain(answer: Any) -> Any:
    return (
        {name: getattr(answer, name) for name in answer.__struct_fields__}
        if hasattr(answer, "__struct_fields__")
        else answer
    )


@pytest.fixture(scope="module")
def steps() -> list[Room]:
    """A fight that has just begun."""
    return [asyncio.run(_begun())]


@pytest.fixture
def ja() -> Renderer:
    """The renderer of the Japanese page."""
    return renderer("ja", BOOK)


# catalogs ------------------------------------------------------------------------------------------------------------


def test_every_text_has_its_english_with_the_same_parameters() -> None:
    """Nothing is missing, nothing is left over, no parameter is lost or made up."""
    english = catalog("en")
    assert msgids() == set(english)
    assert {text for text, said in english.items() if fields(text) != fields(said)} == set()


def test_words_leave_a_missing_parameter_open_and_reach_no_attribute() -> None:
    """A sentence is shown even where a parameter is missing."""
    assert words.Words("ja")("{who}の返事を待っています") == "{who}の返事を待っています"
    assert words.Words("ja")("{who}と{name.__class__}", who="凛") == "凛と…"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("reason", sorted(words.REFUSED))
def test_every_refusal_is_a_sentence(lang: str, reason: str) -> None:
    """What is wrong and what to do, never the bare key."""
    said = renderer(lang, None).refusal(reason, {})
    assert said != reason
    assert said.count("。" if lang == "ja" else ".") >= 1


def test_the_books_own_refusal_comes_first(ja: Renderer) -> None:
    """The book words its reasons; words in parameters are the book's, names are left alone."""
    assert ja.refusal("target_out", {}) == BOOK.texts.say("ja", "refused", "target_out")
    assert "特徴" in ja.refusal("missing_pick", {"name": "traits"})


# lines ---------------------------------------------------------------------------------------------------------------


KINDS = (
    *("said", "amended", "act", "dice", "ruled_dice", "tossed", "fact", "waiting", "withdrawn", "refused", "ruling"),
    *("concealed", "revealed", "dice_set", "chart_set", "stood", "stood_in", "let"),
    *("aborted", "reverted", "edited", "added", "option", "sat", "noticed", "opened", "of_a_later_version"),
    *("brought", "pictured", "disclosed"),
    *("session_opened", "sessions_let", "lent", "borrowed", "sent_back", "vanished", "returned", "recalled"),
)


ROLLED = ("tossed", "revealed")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_line_of_any_kind_lets_nothing_through(kind: str, lang: str) -> None:
    """Hostile text in every field of every kind of line comes out as text."""
    params = (
        ("of", HOSTILE),
        ("text", HOSTILE),
        ("rolled", 7),
        ("gm", True),
        ("gone", False),
        ("on", True),
        ("answer", HOSTILE),
    )
    said = f"#1\n{HOSTILE} ＞ {HOSTILE}\n\n#2\n{HOSTILE * 90} ＞ 3"
    roll = ChatRoll(said, (Thrown(6, (2,)),), secret=True, success=True)
    line = Line(
        7, 0, HOSTILE, kind, key=HOSTILE, of=3, params=params, faces=(1, 6), sides=6, text=HOSTILE, name=HOSTILE,
        reason=HOSTILE, rules=("BS-04", "<b>"), seq=9, roll=roll if kind in ROLLED else None, reveal=True,
    )  # fmt: skip
    html = renderer(lang, BOOK).line(line, base="/t/x/y")
    assert html.startswith('<li id="l7"')
    assert html.endswith("</li>")
    assert "<img" not in html
    assert unsafe(html) == []


def test_no_kind_of_line_is_forgotten() -> None:
    """Each maker of the story has its kind here."""
    assert len(MAKERS) <= len(KINDS)


def test_talk_links_addresses_and_keeps_lines(ja: Renderer) -> None:
    """An address is a link that gives nothing away; what stands around it stays text."""
    html = ja.line(replace(SAID, text="<b>見て\nhttps://example.org/?a=1&b=2。"))
    assert 'href="https://example.org/?a=1&amp;b=2"' in html
    assert 'rel="noopener noreferrer nofollow"' in html
    assert "&lt;b&gt;見て\n" in html
    assert "<a " not in ja.line(replace(SAID, text="javascript://x"))


def test_what_was_undone_stays_and_says_so(ja: Renderer) -> None:
    """Struck through for the eye, told for the ear."""
    html = ja.line(Line(4, 0, "p1", "fact", key="parried", params=(("of", "鬼"), ("attacker", "凛")), undone=True))
    assert "undone" in html
    assert "取り消し済み" in html


def test_a_closed_fact_is_told_by_its_other_sentence(ja: Renderer) -> None:
    """Those who see only part read the sentence made for them."""
    line = Line(4, 0, "p1", "fact", key="life_lost", params=(("target", "鬼"), ("amount", 2)), closed=True)
    assert BOOK.texts.say("ja", "hidden", "life_lost", {"target": "鬼", "amount": 2}) in ja.line(line)


def test_what_is_added_to_dice_shows_with_what_they_come_to_and_neither_without_the_other(ja: Renderer) -> None:
    """So do numbers fit what comes of them; where what is added is closed, only faces show."""
    line = Line(4, 0, "p1", "dice", key="attack", faces=(5,), sides=6, name="凛")
    added = ja.line(msgspec.structs.replace(line, params=(("flat", 22),)))
    assert "<span>＋22</span><span>＝</span>27</span>" in added
    assert "＝" not in ja.line(msgspec.structs.replace(line, faces=(5, 2)))


def test_dice_are_drawn_and_summed(ja: Renderer) -> None:
    """Faces, sum, and the reason of a ruling; only the GM's line carries the tool."""
    line = Line(4, 0, "p1", "ruled_dice", key="attack", faces=(2, 6), sides=6, name="凛", reason="手元で振った", seq=12)
    line = msgspec.structs.replace(line, params=(("flat", 0),))
    html = ja.line(line, "/t/a/b")
    assert html.count('class="d6 ') == 2
    assert ">8</span>" in html
    assert "手元で振った" in html
    assert 'name="seq:int" value="12"' in html
    assert "overrule" not in ja.line(line)
    assert "overrule" not in ja.line(replace(line, seq=0), "/t/a/b")


def test_times_are_for_the_browser_to_place(ja: Renderer) -> None:
    """The exact time in UTC, and a time of the language's zone to begin with."""
    assert '<time datetime="2023-11-14T22:13:20Z" title="2023-11-15 07:13 UTC+09:00">07:13</time>' in ja.line(SAID)


def test_a_line_of_chat_is_quick(ja: Renderer) -> None:
    """Talk is the hot path."""
    best = min(_seconds(ja) for _ in range(5))
    assert best < 60e-6


def _seconds(page: Renderer) -> float:
    start = time.perf_counter()
    for n in range(500):
        page.line(replace(SAID, n=n))
    return (time.perf_counter() - start) / 500


# the table -----------------------------------------------------------------------------------------------------------


def test_every_seat_gets_a_whole_page_at_every_step(steps: list[Room]) -> None:
    """Twenty steps of a fight, for three seats in two languages; what the panels push is what the page holds."""
    room = steps[0]
    for _ in range(20):
        asyncio.run(_go_on(room))
        for (seat, lang), html in pages(room).items():
            model = table_model(room, seat, lang, {})
            assert "<img" not in html
            assert unsafe(html) == []
            for name in panels_of(model):
                assert renderer(lang, BOOK).panel(name, model) in html


def test_only_the_gm_gets_the_tools_and_links(steps: list[Room]) -> None:
    """No other seat's page holds a link of another, a tool, or the section for it."""
    room = steps[0]
    for (seat, _), html in pages(room).items():
        others = [base_of(room, other) for other in room.state.seats if other != seat]
        assert ('id="p-gm"' in html) == (seat == "gm")
        assert any(other in html for other in others) == (seat == "gm")
        assert ('id="say"' in html) == (seat != "w1")


def test_controls_have_names(steps: list[Room]) -> None:
    """Each field that a person fills in is inside a label or has one of its own."""
    for html in pages(steps[0]).values():
        bare = [tag for tag in re.findall(r"<(?:input|textarea|select)\b[^>]*>", html) if 'type="hidden"' not in tag]
        inside = re.sub(r"<label\b.*?</label>", "", html, flags=re.S)
        left = [tag for tag in bare if tag in inside and "aria-label=" not in tag]
        assert left == []


# composing -----------------------------------------------------------------------------------------------------------


TRAITS = Pick("traits", "some", (Choice("怪力"), Choice("俊足")), 0, 1, suggested=("怪力",))
TARGET = Pick("target", "one", (Choice("oni"), Choice("rin", Refused.because("same_side"))), chosen="oni")


def composed(**changes: Any) -> str:
    """The panel of an attack that is being composed."""
    plain = ComposeModel("attack", (TARGET,), TRAITS, False, None, {"oni": HOSTILE, "rin": "凛"}, None)
    return renderer("ja", BOOK).compose(replace(plain, **changes), "/t/x/y", "token")


def test_a_refused_choice_is_shown_with_its_reason_and_can_not_be_sent() -> None:
    """Greyed, named, explained once."""
    html = composed()
    assert BOOK.texts.say("ja", "refused", "same_side") in html
    assert 'value="rin"' not in html
    assert 'value="oni" checked' in html
    assert "<img" not in html


def test_what_is_suggested_is_marked_until_something_is_chosen() -> None:
    """And an empty choice can be told from none."""
    assert 'value="怪力" checked' in composed()
    chosen = replace(TRAITS, chosen=())
    html = composed(picks=(TARGET, chosen), missing=None, complete=True)
    assert 'value="怪力" checked' not in html
    assert '<input type="hidden" name="args.traits:list" value="">' in html


def odds(**changes: Any) -> OddsModel:
    """Odds of three splits."""
    bars = tuple(BarModel(n, {"life_lost": n / 10, "lands": 1 / n}, best=n == 3) for n in (1, 2, 3))
    measures = (MeasureModel("hit", "chance", 21 / 36, "7/12"), MeasureModel("life_lost", "mean", 0.52, "13/25"))
    policies = (("reroll", "press_on", ("press_on", "give_up_at_once")),)
    made = OddsModel(measures, bars, "force", "life_lost", ("life_lost", "lands"), policies, ("guess_total", 6, 27, 12))
    return replace(made, **changes)


def test_odds_are_shown_before_the_roll() -> None:
    """Percent and fraction, the best split marked and offered first, the policy in words, the guess as a guess."""
    html = composed(missing=Pick("force", "number", (), 1, 3), odds=odds())
    assert "58.3%" in html
    assert "7/12" in html
    assert re.search(r'class="bar best"[^>]*><input type="radio" name="args.force:int" value="3" checked', html)
    assert BOOK.texts.say("ja", "policy", "press_on") in html
    assert "あなたの見積もり" in html
    assert html.count('name="args.force:int"') == 3


def test_a_chosen_split_is_marked_and_sampled_odds_say_their_error() -> None:
    """The chosen bar is checked, not the best one."""
    bars = tuple(BarModel(n, {"life_lost": float(n)}, best=n == 3, chosen=n == 1) for n in (1, 2, 3))
    html = composed(picks=(TARGET, replace(TRAITS, chosen=()), Pick("force", "number", (), 1, 3, 1)), missing=None,
                    complete=True, odds=odds(bars=bars, error=0.004))  # fmt: skip
    assert re.search(r'value="1" checked', html)
    assert "0.4%" in html
    assert 'name="do" value="declare"' in html


def test_hidden_numbers_without_a_guess_are_said_to_be_hidden() -> None:
    """No figure is made up."""
    assert "公開されていない" in composed(odds=OddsModel(unknown=True))


@pytest.mark.parametrize(
    ("value", "said"), [(0, "0.0%"), (1, "100.0%"), (1e-9, "<0.1%"), (1 - 1e-9, ">99.9%"), (21 / 36, "58.3%")]
)
def test_a_small_chance_is_not_shown_as_none(value: float, said: str) -> None:
    """Nor a large one as certain."""
    assert Renderer.percent(value) == said


def test_a_form_without_anything_to_pick_can_still_be_answered(ja: Renderer, steps: list[Room]) -> None:
    model = table_model(steps[0], "p1", "ja", {})
    prompt = PromptModel("rin.1", "p1", False, "rest", {}, (), (), (), {}, None)
    html = ja.panel("prompt", replace(model, prompts=PromptsModel((prompt,))))
    assert '<input type="hidden" name="answer:json" value="{}">' in html
    assert '<button type="submit" class="go strong">これで答える</button>' in html


# other pages ---------------------------------------------------------------------------------------------------------


def test_the_form_for_a_new_table_keeps_what_was_filled_in(ja: Renderer) -> None:
    """And says what was wrong."""
    values = {"title": HOSTILE, "source": "</textarea><script>", "options": {"force_11": "1"}, "players": HUGE}
    html = ja.new_table(BOOK, [BOOK], "scenario.toml:3: " + HOSTILE, values)
    assert "<img" not in html
    assert "<script>" not in html
    assert 'name="options.force_11:int" value="1" checked' in html
    assert all(f'name="options.{name}' in html for name in BOOK.texts.options)


@pytest.mark.parametrize("lang", LANGS)
def test_every_rule_has_its_page(lang: str) -> None:
    """Title, text, options and examples."""
    page = renderer(lang, BOOK)
    for id, rule in BOOK.texts.rules.items():
        html = page.rule(BOOK, id, ())
        assert str(rule.title[lang]) in html
        assert f"/books/{BOOK.id}/rules/{id}" in page.rules(BOOK)


def test_an_export_stands_alone(steps: list[Room], ja: Renderer) -> None:
    """It loads nothing, holds the rules it links to, and no key of any seat."""
    room = steps[0]
    model, feed = table_model(room, "gm", "ja", {}), room.feed("gm")
    html = ja.export(model, feed.lines(0, feed.count))
    assert re.findall(r"<(?:script|link|img|form)\b", html) == []
    assert set(re.findall(r'href="#(rule-[^"]+)"', html)) <= set(re.findall(r'id="(rule-[^"]+)"', html))
    assert not any(base_of(room, seat) in html for seat in room.state.seats)
    text = ja.export_text(model, feed.lines(0, feed.count))
    assert "霧が晴れる。\nhttps://example.org/?a=1&b=2" in text
    assert f"{HOSTILE.replace(chr(0x202E), '')}「{HOSTILE.replace(chr(0x202E), '')}」" in text
    assert not re.search(r"</?(?:p|b|span|details)\b|  ", text)


def test_links_come_with_codes(steps: list[Room], ja: Renderer) -> None:
    """A seat's link as text to copy and as a drawing to scan."""
    html = ja.links(table_model(steps[0], "gm", "ja", {}, "http://table.test"))
    assert html.count('class="qr"') == len(steps[0].state.seats)
    assert f"http://table.test{base_of(steps[0], 'p1')}" in html


@pytest.mark.parametrize("lang", LANGS)
def test_the_first_page_an_error_and_the_credits(lang: str) -> None:
    """Pages that belong to no table."""
    page = renderer(lang, None)
    assert BOOK.texts.say(lang, "book", "title") in page.home([BOOK], LANGS)
    assert "&lt;b&gt;" in page.error(404, "<b>", "<i>")
    assert "<h2>B</h2>" in page.credits("# A\n\n## B\n\n- c\n- d\n\ntext")


def test_the_scripts_words_can_not_end_their_element(steps: list[Room]) -> None:
    """JSON in a script element."""
    html = pages(steps[0])["p1", "en"]
    held = re.search(r'<script type="application/json" id="words">(.*?)</script>', html, re.S)
    assert held
    assert "<" not in held[1]

"""What a book is made of: offers, acts by their types, TOML with line and mend, content with its source, texts."""

from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.log.audience import EVERYONE, GM
from takusen.log.table import Table
from takusen.play.handles import BadAnswer, Form, Id, Play, Refused
from takusen.play.reading import Reading
from takusen.rulebook.acts import Act, act
from takusen.rulebook.book import RuleBook, installed
from takusen.rulebook.content import Value, flatten
from takusen.rulebook.edits import BadEdit, edited
from takusen.rulebook.fields import HIDDEN, Field, Unseen, everyone, fields_of, is_hidden
from takusen.rulebook.offers import TRIES, Offer, Trial, filled, openness, tried
from takusen.rulebook.pages import Figures, default_page
from takusen.rulebook.texts import Texts
from takusen.rulebook.toml import SIZE_LIMIT, BadFile, line_of, parsed, read_toml

READING = Reading.of({"kind": "mild"}, {"damage.light": 1})
OWNERS = {"ann": "p1", "bob": "p2"}


def offer(given: dict[str, Any], seat: str = GM, world: Any = None) -> Offer[Any]:
    return Offer(world, seat, given, READING, lambda world, one: OWNERS.get(one, ""))


def picks(o: Offer[Any]) -> None:
    """An offer with a pick of every kind, each depending on those before."""
    who = o.pick("who", o.mine((Id("ann"), Id("bob"))), unless=lambda one: Refused("tired") if one == "bob" else None)
    some = o.some("with", ("a", "b", "c"), at_most=2)
    o.number("force", 1, 3 + len(some), otherwise="too_small", below="too_small")
    if o.option("kind") == "mild":
        o.text("saying", at_most=5)
    assert who == "ann"


class TestOffer:
    """One text lists what is legal, greys what is not, and refuses what is forged."""

    def test_picks_are_asked_for_one_at_a_time(self) -> None:
        given: dict[str, Any] = {}
        asked = []
        for value in ("ann", ["a"], 4, "hi"):
            missing = tried(picks, offer(given)).missing
            assert missing is not None
            asked.append((missing.name, missing.kind, missing.low, missing.high))
            given[missing.name] = value
        assert asked == [
            ("who", "one", 0, 0),
            ("with", "some", 0, 2),
            ("force", "number", 1, 4),
            ("saying", "text", 1, 5),
        ]
        assert tried(picks, offer(given)).complete
        assert tried(picks, offer(given)).args == given

    def test_refused_choices_are_listed_with_their_reason(self) -> None:
        missing = tried(picks, offer({})).missing
        assert missing is not None
        assert [(choice.value, choice.refused) for choice in missing.choices] == [
            ("ann", None),
            ("bob", Refused("tired")),
        ]

    def test_a_seat_is_offered_what_it_plays(self) -> None:
        missing = tried(picks, offer({}, seat="p2")).missing
        assert missing is not None
        assert [choice.value for choice in missing.choices] == ["bob"]

    def test_what_had_nothing_to_pick_from_is_told_at_every_stop(self) -> None:
        def ending(how: str) -> Trial:
            def run(o: Offer[Any]) -> None:
                o.some("with", (), at_most=2)
                if how == "missing":
                    o.number("force", 1, 3)
                elif how == "refused":
                    o.refuse("too_late")
                elif how == "unseen":
                    bool(HIDDEN)

            return tried(run, offer({}))

        for how in ("missing", "refused", "unseen", "complete"):
            assert ending(how).args == {"with": ()}, how

    @pytest.mark.parametrize(
        ("given", "at", "reason"),
        [
            ({"who": "bob"}, "who", "tired"),
            ({"who": "eve"}, "who", "not_offered"),
            ({"who": ["ann"]}, "who", "not_offered"),
            ({"who": {}}, "who", "not_offered"),
            ({"who": "ann", "with": "a"}, "with", "not_offered"),
            ({"who": "ann", "with": ["x"]}, "with", "not_offered"),
            ({"who": "ann", "with": [["a"]]}, "with", "not_offered"),
            ({"who": "ann", "with": ["a", "a"]}, "with", "picked_twice"),
            ({"who": "ann", "with": ["a", "b", "c"]}, "with", "wrong_count"),
            ({"who": "ann", "with": [], "force": 4}, "force", "too_small"),
            ({"who": "ann", "with": [], "force": True}, "force", "too_small"),
            ({"who": "ann", "with": [], "force": 1.0}, "force", "too_small"),
            ({"who": "ann", "with": [], "force": "1"}, "force", "too_small"),
            ({"who": "ann", "with": [], "force": 10**30}, "force", "too_small"),
            ({"who": "ann", "with": [], "force": 1, "saying": " "}, "saying", "text_length"),
            ({"who": "ann", "with": [], "force": 1, "saying": "123456"}, "saying", "text_length"),
            ({"who": "ann", "with": [], "force": 1, "saying": 3}, "saying", "text_length"),
        ],
    )  # fmt: skip
    def test_what_is_not_offered_is_refused(self, given: dict[str, Any], at: str, reason: str) -> None:
        trial = tried(picks, offer(given))
        assert trial.refused is not None
        assert (trial.at, trial.refused.reason) == (at, reason)
        assert not trial.complete

    def test_nothing_to_pick_from_is_an_empty_pick(self) -> None:
        trial = tried(lambda o: o.some("with", (), at_most=3), offer({}))
        assert trial.complete
        assert trial.args == {"with": ()}
        assert tried(lambda o: o.some("with", (), at_most=3), offer({"with": ["x"]})).refused

    @pytest.mark.parametrize(("low", "high"), [(1, 0), (2, 1)])
    def test_a_pick_that_nobody_can_make_is_refused(self, low: int, high: int) -> None:
        trial = tried(lambda o: o.some("with", ("a",) * high, at_most=high, at_least=low, too_many="few"), offer({}))
        assert trial.refused == Refused.because("few", low=low, high=high)
        assert tried(lambda o: o.number("n", 3, 2, otherwise="few"), offer({})).refused

    def test_what_the_viewer_cannot_see_leaves_it_open(self) -> None:
        class Foe(msgspec.Struct):
            life: Any = HIDDEN

        trial = tried(
            lambda o: o.pick("who", ("foe",), unless=lambda one: Refused("out") if o.world.life <= 0 else None),
            offer({"who": "foe"}, "p1", Foe()),
        )
        assert trial.complete
        assert tried(lambda o: o.number("n", 0, o.world.life - 1), offer({}, "p1", Foe())).unseen

    @given(
        st.dictionaries(
            st.sampled_from(["who", "with", "force", "saying"]),
            st.recursive(st.none() | st.integers() | st.text(), st.lists),
        )
    )
    def test_nothing_sent_breaks_an_offer(self, given: dict[str, Any]) -> None:
        trial = tried(picks, offer(given))
        assert isinstance(trial, Trial)


class TestOpenness:
    """Whether an act has a legal completion."""

    def test_an_example_is_found_behind_refused_ones(self) -> None:
        found = openness(lambda given: tried(picks, offer(given)))
        assert found.open
        assert found.example is not None
        assert tried(picks, offer(found.example)).complete

    def test_without_one_the_reasons_are_told(self) -> None:
        found = openness(lambda given: tried(picks, offer(given, "p2")))
        assert not found.open
        assert found.reasons == (Refused("tired"),)

    def test_after_many_tries_it_counts_as_open(self) -> None:
        def endless(o: Offer[Any]) -> None:
            for place in range(TRIES):
                o.pick(f"n{place}", ("a", "b"))
            o.refuse("never")

        assert openness(lambda given: tried(endless, offer(given))).open


# acts ----------------------------------------------------------------------------------------------------------------


class Mood(StrEnum):
    """A choice."""

    GLAD = "glad"
    SAD = "sad"


@act("T-1")
def greet(
    t: Play[Any],
    who: Id,
    whom: tuple[Id, ...],
    loud: bool,
    times: int,
    mood: Mood,
    way: Literal["bow", "nod"],
    text: str,
) -> None:
    """Say hello."""


def drawn(one: Act[Any, Any], seat: str = GM, **given: Any) -> Trial:
    return one.trial(offer(given, seat), (Id("ann"), Id("bob")))


class TestActsByTypes:
    """Without an offer the types choose."""

    def test_each_type_has_its_kind_of_pick(self) -> None:
        given: dict[str, Any] = {}
        kinds = []
        for value in ("ann", ["bob"], True, 3, "sad", "nod", "hi"):
            missing = drawn(greet, **given).missing
            assert missing is not None
            kinds.append((missing.name, missing.kind, [choice.value for choice in missing.choices]))
            given[missing.name] = value
        assert kinds == [
            ("who", "one", ["ann", "bob"]), ("whom", "some", ["ann", "bob"]), ("loud", "one", [True, False]),
            ("times", "number", []), ("mood", "one", ["glad", "sad"]), ("way", "one", ["bow", "nod"]),
            ("text", "text", []),
        ]  # fmt: skip
        assert greet.typed(drawn(greet, **given).args) == ("ann", ("bob",), True, 3, Mood.SAD, "nod", "hi")

    def test_the_first_entity_must_be_the_seats_own(self) -> None:
        assert drawn(greet, "p1", who="bob").refused == Refused.because("not_offered", value="bob")
        assert drawn(greet, "p1", who="ann").missing

    @pytest.mark.parametrize(
        ("by", "seat", "may"), [("gm", "p1", False), ("gm", GM, True), ("table", GM, False), ("owner", "p1", True)]
    )
    def test_who_may_declare(self, by: Any, seat: str, may: bool) -> None:
        @act(by=by)
        def rest(t: Play[Any], who: Id) -> None:
            """Rest."""

        assert (drawn(rest, seat).refused is None) is may

    @pytest.mark.parametrize("args", [{}, {"who": "ann"}, {"times": "many"}, {"who": 3}])
    def test_incomplete_or_odd_arguments_are_errors(self, args: dict[str, Any]) -> None:
        with pytest.raises((TypeError, msgspec.ValidationError)):
            greet.typed(args)


class Reply(msgspec.Struct, frozen=True):
    """A form's answer."""

    how: str
    much: int


def reply(o: Offer[Any], about: int) -> None:
    """Picks of a form."""
    o.pick("how", ("well", "badly"))
    o.number("much", 1, about)


class TestForm:
    """Answers of several parts."""

    def test_an_answer_fills_the_struct(self) -> None:
        assert filled(Form(Reply, reply), 3, {"how": "well", "much": 2}, READING) == Reply("well", 2)

    @pytest.mark.parametrize(
        "answer", [None, "well", [], {}, {"how": "well"}, {"how": "so", "much": 1}, {"how": "well", "much": 4}]
    )
    def test_others_are_refused(self, answer: Any) -> None:
        with pytest.raises(BadAnswer):
            filled(Form(Reply, reply), 3, answer, READING)


# files ---------------------------------------------------------------------------------------------------------------


class Beast(msgspec.Struct, forbid_unknown_fields=True):
    """An entry."""

    name: str
    life: int = 1


class Beasts(msgspec.Struct, forbid_unknown_fields=True):
    """A file."""

    beast: tuple[Beast, ...] = ()
    lair: dict[str, int] = {}


BROKEN = [
    ('[[beast]]\nname = "a"\n\n[[beast]]\nlife = 3\n', 4, "name", "Add"),
    ('[[beast]]\nname = "a"\n[[beast]]\nname = "b"\nlife = "x"\n', 5, "life", "Correct"),
    ('[[beast]]\nname = "a"\nlief = 3\n', 3, "lief", "Remove"),
    ('[[beast]]\nname = "a\n', 2, "", "quotes"),
    ("[lair]\nnorth = 1.5\n", 1, "lair", "Correct"),
    ("beast = 3\n", 1, "beast", "Correct"),
    ("x = " + "9" * 5_000, 1, "number", "Correct"),
    ("x = " + "[" * 100_000, 1, "", ""),
    ("#" * (SIZE_LIMIT + 1), 1, "longer", "Split"),
    ("\x00", 1, "", ""),
]


class TestToml:
    """Broken files name file, line and the mend."""

    @pytest.mark.parametrize(("text", "line", "what", "mend"), BROKEN)
    def test_errors_name_line_and_mend(self, text: str, line: int, what: str, mend: str) -> None:
        with pytest.raises(BadFile) as wrong:
            read_toml("beasts.toml", text, Beasts)
        assert (wrong.value.name, wrong.value.line) == ("beasts.toml", line)
        assert what in wrong.value.what
        assert mend in wrong.value.mend
        assert str(wrong.value).startswith(f"beasts.toml:{line}: ")

    @given(st.text(max_size=60))
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        try:
            parsed("x.toml", text)
        except BadFile as wrong:
            line = wrong.line
        else:
            line = 1
        assert 1 <= line <= text.count("\n") + 1

    def test_a_line_is_found_by_its_path(self) -> None:
        text = "[[a]]\nx = 1\n[[a]]\n[a.b]\ny = 2\n[c]\ny = 3\n"
        assert line_of(text, "$.a[1].b.y") == 5
        assert line_of(text, "$.c.y") == 7
        assert line_of(text, "$.nothing") == 1


class TestContent:
    """Every value knows its source and its layer."""

    def test_a_table_names_the_source_of_what_is_in_it(self) -> None:
        data = {"damage": {"light": 1, "source": "p. 3", "more": {"heavy": [2, 3]}}, "other": 4}
        assert flatten(data, "book", "book@1") == {
            "damage.light": Value(1, "p. 3", "book@1"),
            "damage.more.heavy": Value((2, 3), "p. 3", "book@1"),
            "other": Value(4, "book", "book@1"),
        }


# books ---------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=sorted(installed()))
def book(request: pytest.FixtureRequest) -> RuleBook:
    return installed()[request.param]


class TestBook:
    """What is derived from a book."""

    def test_defaults_are_choices(self, book: RuleBook) -> None:
        for option in book.texts.options.values():
            assert option.default in [choice.value for choice in option.choices]
            book.reading({option.name: option.choices[-1].value})

    @pytest.mark.parametrize("options", [{"nothing": 1}, {"": ""}])
    def test_unknown_readings_are_refused(self, book: RuleBook, options: dict[str, Any]) -> None:
        with pytest.raises(BadEdit):
            book.reading(options)

    def test_the_pin_changes_with_options(self, book: RuleBook) -> None:
        option = next(iter(book.texts.options.values()), None)
        if option is None:
            pytest.skip("this book has no open points")
        pins = {book.pin(book.reading({option.name: choice.value})) for choice in option.choices}
        assert len(pins) == len(option.choices)
        assert book.pin(book.reading()) in pins

    def test_content_knows_book_and_version(self, book: RuleBook) -> None:
        assert {value.layer for value in book.content.values()} <= {f"{book.id}@{book.version}"}

    def test_a_missing_sentence_shows_its_key(self, book: RuleBook) -> None:
        assert book.texts.say("ja", "fact", "nothing_like_this", {"a": 1}) == "nothing_like_this 1"
        assert not book.texts.has("en", "fact", "nothing_like_this")

    def test_sentences_reach_no_attribute(self) -> None:
        texts = Texts("takusen")
        texts.__dict__["sentences"] = {"ja": {"fact": {"x": "{a.__class__} {b} {0}"}}}
        assert texts.say("ja", "fact", "x", {"a": 1}) == "… … …"

    def test_sentences_have_signs_and_parts_that_may_be_left_out(self) -> None:
        texts = Texts("takusen")
        texts.__dict__["sentences"] = {"ja": {"fact": {"x": "TP{delta:+}⟦, armour −{armour}⟧"}}}
        assert texts.say("ja", "fact", "x", {"delta": 2, "armour": 3}) == "TP+2, armour −3"
        assert texts.say("ja", "fact", "x", {"delta": "-1", "armour": 0}) == "TP-1"

    @pytest.mark.parametrize(
        "path",
        ["", ".", "nothing", "fighters", "fighters.nobody.life", "fighters.rin.life.x", "a" * 9_000, "__class__"],
    )
    def test_odd_paths_are_no_edits(self, path: str) -> None:
        book = installed()["bayside23"]
        with pytest.raises(BadEdit):
            edited(book.new_world(), path, "x")
        assert not book.editable(book.new_world(), path)


class Cell(msgspec.Struct, frozen=True):
    """An entity of a small world."""

    name: Annotated[str, Field(see=everyone)]
    life: Annotated[int, Field(see=everyone, gauge=5)] = 3
    secret: Annotated[int, Field(gauge=9)] = 7919


class Small(msgspec.Struct, frozen=True):
    """A small world."""

    cells: Annotated[Table[Id, Cell], Field(see=everyone)] = Table()
    note: str = ""


class TestFields:
    """Fields say who sees them; hidden ones refuse every test."""

    def test_unmarked_is_for_the_gm_alone(self) -> None:
        assert fields_of(Small)["note"].see(None, None) == GM
        assert fields_of(Small)["cells"].see(None, None) == EVERYONE

    def test_a_hidden_value_raises_when_tested(self) -> None:
        hidden: Any = HIDDEN
        for look in (
            bool, len, iter, int, lambda h: h == 1, lambda h: h != 1, lambda h: h < 1, lambda h: h >= 1,
            lambda h: h + 1, lambda h: 1 + h, lambda h: h - 1, lambda h: 1 - h, lambda h: h * 2, lambda h: -h,
            lambda h: 1 in h, lambda h: h["x"], lambda h: h.items(),
        ):  # fmt: skip
            with pytest.raises(Unseen):
                look(hidden)
        assert is_hidden(hidden)
        assert repr(hidden) == "Hidden"

    def test_a_page_is_made_from_fields(self) -> None:
        page = default_page(Small(Table({Id("a"): Cell("A")})), ("greet",))
        figures: Any = page.stage[0]
        assert isinstance(figures, Figures)
        assert [(figure.name, len(figure.gauges)) for figure in figures.figures] == [("A", 2)]

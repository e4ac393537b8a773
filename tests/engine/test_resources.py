"""Palettes and resource lines at a table: who may, what becomes of the values, and taking it back."""

from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from takusen.log.audience import GM, Audience, may_see
from takusen.log.entries import Edited, PaletteSet, Reverted, Tossed
from takusen.log.rolls import ChatRoll, Thrown
from takusen.log.table import Table
from takusen.play.handles import Id
from takusen.rulebook.book import RuleBook
from takusen.rulebook.fields import Field, everyone
from takusen.table import commands as c
from takusen.table.feed import Feed
from takusen.table.palettes import SIGNS_LIMIT, speaker, variables_of
from takusen.table.resources import total
from takusen.table.variables import expand
from tests.engine.tables import Game


class Someone(msgspec.Struct, frozen=True):
    """A character whose player may change its values."""

    name: Annotated[str, Field(see=everyone, edit=True)]
    player: Annotated[str, Field(see=everyone, edit=True)] = ""
    life: Annotated[int, Field(see=everyone, mine=True, gauge="life_max")] = 0
    life_max: Annotated[int, Field(see=everyone, mine=True)] = 0
    stamina: Annotated[int, Field(see=everyone, edit=True)] = 7
    skills: Annotated[Table[str, int], Field(see=everyone, mine=True)] = Table()
    values: Annotated[Table[str, str], Field(see=everyone, mine=True)] = Table()
    hidden: Annotated[bool, Field(see=everyone, edit=True)] = False

    def seen(self, world: Any) -> Audience:
        """Who knows that it is there."""
        return GM if self.hidden else "all"


class World(msgspec.Struct, frozen=True):
    """The table."""

    people: Annotated[Table[Id, Someone], Field(see=everyone)] = Table()


def _entities(world: Any) -> dict[Id, str]:
    return {Id(one): "" if str(value.name) == "Hidden" else value.name for one, value in world.people.items()}


BOOK = RuleBook(
    id="people",
    version="1",
    package="takusen_books.bayside23",
    world=World,
    facts=(),
    chapters=(),
    owner=lambda world, one: world.people[one].player if one in world.people else "",
    entities=_entities,
    owner_path="people.{}.player",
    derived=lambda world, one, reading: {"生命抵抗": world.people[one].life // 2},
)


def people(**lives: tuple[int, int]) -> dict[str, Any]:
    """Characters of players 1, 2 ... by name, with their lives."""
    made = {
        name: {"name": name.capitalize(), "player": f"p{n}", "life": now, "life_max": most, "skills": {"盾": 3}}
        for n, (name, (now, most)) in enumerate(lives.items(), 1)
    }
    return {"people": made}


@pytest.fixture
def game() -> Game:
    """Ann with 5 of 30, Bob with 28 of 30, and three slimes of the GM's."""
    given = people(ann=(5, 30), bob=(28, 30))
    for one, name, hidden in (("s", "スライム", False), ("k", "スライムキング", False), ("x", "影", True)):
        given["people"][one] = {"name": name, "life": 10, "life_max": 10, "hidden": hidden}
    return Game(given, BOOK)


def life(game: Game, one: str) -> int:
    value: int = game.state.world.people[one].life
    return value


def resource(line: str, who: str = "ann", *totals: int, token: str = "") -> c.Change:
    rolls = tuple(ChatRoll(f"(1D6) ＞ {total}", (Thrown(6, (total,)),)) for total in totals)
    return c.Change(c.Say(line, "in", who, token), line, rolls, "DiceBot")


def change(game: Game, seat: str, line: str, who: str = "ann", *totals: int) -> tuple[Any, ...]:
    return game.do(seat, resource(line, who, *totals))


class TestChanging:
    """Resource lines become edits."""

    def test_a_value_by_its_label_id_or_key(self, game: Game) -> None:
        labels = [BOOK.texts.sentences[lang]["field"]["life"] for lang in ("ja", "en")]
        for line, left in ((f":{labels[0]}-1", 4), (f":{labels[1]}-1", 3), (":life+2", 5)):
            (body,) = change(game, "p1", line)
            assert isinstance(body, Edited)
            assert (body.path, body.to, body.typed, body.who) == ("people.ann.life", left, line, "P1")
        change(game, "p1", ":盾=5")
        assert game.state.world.people["ann"].skills["盾"] == 5

    def test_the_log_tells_it_to_all_who_see_the_value(self, game: Game) -> None:
        change(game, "p1", ":life-2 痛い")
        feed = Feed(BOOK, "p2")
        lines = [line for entry in game.entries for line in feed.add(entry)]
        assert (lines[-1].kind, lines[-1].name) == ("edited", "Ann")
        assert dict(lines[-1].params) == {"was": 5, "to": 3, "who": "P1", "typed": ":life-2", "note": "痛い"}

    def test_more_than_there_is_goes_below_zero_unless_kept_within(self, game: Game) -> None:
        change(game, "p1", ":life-20")
        assert life(game, "ann") == -15
        change(game, "p1", ":life-20L")
        assert life(game, "ann") == 0
        change(game, "p2", ":life+10L", "bob")
        assert life(game, "bob") == 30

    def test_the_maximum(self, game: Game) -> None:
        change(game, "p1", ":life^+5")
        assert game.state.world.people["ann"].life_max == 35
        assert game.refused("p1", resource(":盾^+5", "ann")) == "no_maximum"

    def test_rolled_amounts_come_from_outside_in_order_and_are_shown(self, game: Game) -> None:
        bodies = change(game, "p1", ":life-1d6 盾+1d3", "ann", 4, 2)
        assert [type(body) for body in bodies] == [Tossed, Edited, Tossed, Edited]
        assert (bodies[0].typed, bodies[0].name, bodies[2].typed) == (":life-1d6", "Ann", "盾+1d3")
        assert (life(game, "ann"), game.state.world.people["ann"].skills["盾"]) == (1, 5)
        game.do("p1", c.Undo(game.entries[-1].seq))
        assert (life(game, "ann"), game.state.world.people["ann"].skills["盾"]) == (5, 3)
        assert game.refused("p1", resource(":life-1d6", "ann")) == "no_number"

    @pytest.mark.parametrize(
        ("told", "fumble", "number"),
        [
            ("KeyNo.20c[10]+5 ＞ 2D:[5,5 3,6]=10,9 ＞ 8,7+5 ＞ 1回転 ＞ 20", False, "20"),
            ("KeyNo.20c[10] ＞ 2D:[1,1]=2 ＞ ** ＞ 自動的失敗", True, "0"),
            ("(2D6>=7) ＞ 9[4,5] ＞ 9 ＞ 成功", False, "成功"),
        ],
    )
    def test_what_a_roll_comes_to(self, told: str, fumble: bool, number: str) -> None:
        assert total(ChatRoll(told, fumble=fumble)) == number

    def test_a_line_sent_twice_counts_once(self, game: Game) -> None:
        assert game.do("p1", resource(":life-1 盾-1", token="t"))
        assert game.do("p1", resource(":life-1 盾-1", token="t")) == ()
        assert game.restarted().tokens == game.state.tokens
        assert life(game, "ann") == 4

    def test_texts(self, game: Game) -> None:
        game.do("gm", c.Put("people.ann.values", "メモ", "なし"))
        change(game, "p1", ":メモ>毒 3ラウンド")
        assert game.state.world.people["ann"].values["メモ"] == "毒 3ラウンド"
        assert game.refused("p1", resource(":メモ+1", "ann")) == "no_number"
        change(game, "p1", ":メモ=4 メモ+1")
        assert game.state.world.people["ann"].values["メモ"] == "5"

    def test_a_line_is_carried_out_whole_or_not_at_all(self, game: Game) -> None:
        assert game.refused("p1", resource(":life-1 :魔力-1", "ann")) == "no_such_value"
        assert game.refused("p1", resource(":life-1 stamina-1", "ann")) == "not_the_gm"
        assert life(game, "ann") == 5
        change(game, "p1", ":life-1 ダメージ+追撃")
        assert life(game, "ann") == 4

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("やあ", "no_change"),
            (":life-", "change_needs_amount"),
            (":life-99999999999", "no_number"),
            (":life-1/0", "no_number"),
            (":life=1000000", "bad_edit"),
            (":無い-1", "no_such_value"),
            (":" + " ".join(["life-1"] * 21), "no_change"),
            ("@だれか:life-1", "no_such_name"),
            ("@bob:life-1", "not_yours"),
            ("@スライム:life-1", "not_yours"),
            ("@影:life-1", "no_such_name"),
        ],
    )
    def test_refused(self, game: Game, line: str, reason: str) -> None:
        assert game.refused("p1", resource(line, "ann")) == reason

    def test_nobody_speaks(self, game: Game) -> None:
        assert game.refused("gm", resource(":life-1", "")) == "change_whom"
        assert game.refused("w1", resource(":life-1", "")) == "only_watching"


class TestTargets:
    """Whom `@name` means (B28)."""

    def test_the_exact_name_goes_first(self, game: Game) -> None:
        change(game, "gm", "@スライム:life-3", "")
        assert (life(game, "s"), life(game, "k")) == (7, 10)

    def test_one_that_holds_it_will_do(self, game: Game) -> None:
        change(game, "gm", "@キング:life-3", "")
        assert life(game, "k") == 7

    def test_if_several_fit_it_asks(self, game: Game) -> None:
        decision = game.try_to("gm", resource("@スラ:life-3", ""))
        assert decision.refused is not None
        assert dict(decision.refused.params)["fits"] == ("スライム", "スライムキング")

    def test_those_of_one_name_are_told_apart(self, game: Game) -> None:
        game.do("gm", c.Edit("people.k.name", "スライム"))
        assert game.refused("gm", resource("@スライム:life-3", "")) == "which_name"
        change(game, "gm", "@スライム#2:life-3", "")
        assert (life(game, "s"), life(game, "k")) == (10, 7)

    def test_the_gm_changes_what_is_hidden_unseen(self, game: Game) -> None:
        change(game, "gm", "@影:life-3", "")
        change(game, "gm", "@影:life-1d6", "", 2)
        assert not any(may_see("p1", entry.see) for entry in game.entries[-3:])
        assert life(game, "x") == 5


class TestTakingBack:
    """A player takes back what they changed, exactly (B39)."""

    @pytest.mark.parametrize("line", [":life-20", ":life-20L", ":life+99L", ":life=1", ":life^=3"])
    def test_exactly(self, game: Game, line: str) -> None:
        before = game.state.world
        change(game, "p1", line)
        game.do("p1", c.Undo(game.entries[-1].seq))
        assert game.state.world == before

    def test_a_line_with_two_changes_as_one(self, game: Game) -> None:
        before = game.state.world
        change(game, "p1", ":盾-3 life-3")
        assert (life(game, "ann"), game.state.world.people["ann"].skills["盾"]) == (2, 0)
        game.do("p1", c.Undo(game.entries[-1].seq))
        assert game.state.world == before
        assert isinstance(game.entries[-1].body, Reverted)

    def test_though_others_changed_something_since(self, game: Game) -> None:
        change(game, "p1", ":盾-3 life-3 life+1")
        last = game.entries[-1].seq
        change(game, "p2", ":life-8", "bob")
        game.do("p1", c.Undo(last))
        assert (life(game, "ann"), life(game, "bob"), game.state.world.people["ann"].skills["盾"]) == (5, 20, 3)

    def test_not_what_has_changed_since(self, game: Game) -> None:
        change(game, "p1", ":life-3 盾-1")
        first = game.entries[-2].seq
        game.do("gm", c.Edit("people.ann.skills", {"盾": 9}))
        assert game.refused("p1", c.Undo(first)) == "undo_first"
        assert life(game, "ann") == 2

    def test_not_what_others_changed(self, game: Game) -> None:
        change(game, "p2", ":life-3", "bob")
        assert game.refused("p1", c.Undo(game.entries[-1].seq)) == "ask_gm_to_undo"


class TestPalettes:
    """Palettes are the player's and the GM's."""

    def test_who_may_write_and_who_sees(self, game: Game) -> None:
        (body,) = game.do("p1", c.SetPalette("ann", "2d6+{盾}\r\n//盾=1\x00"))
        assert body == PaletteSet(entity="ann", text="2d6+{盾}\n//盾=1")
        entry = game.entries[-1]
        assert [seat for seat in ("gm", "p1", "p2", "w1") if may_see(seat, entry.see)] == ["gm", "p1"]
        assert game.refused("p2", c.SetPalette("ann", "")) == "not_yours"
        assert game.refused("w1", c.SetPalette("ann", "")) == "only_watching"
        game.do("gm", c.SetPalette("x", "2d6"))
        assert game.entries[-1].see == GM

    def test_the_same_again_is_not_written(self, game: Game) -> None:
        game.do("p1", c.SetPalette("ann", "2d6"))
        assert game.do("p1", c.SetPalette("ann", "2d6\n")) == ()

    def test_limits(self, game: Game) -> None:
        assert game.refused("p1", c.SetPalette("ann", "あ" * (SIGNS_LIMIT + 1))) == "too_long"
        assert game.refused("p1", c.SetPalette("ann", "x\n" * 3000 + "x")) == "too_many_lines"
        assert game.do("p1", c.SetPalette("ann", "2d6 あああああああああ\n" * 1500))

    def test_it_stays_when_something_is_taken_back(self, game: Game) -> None:
        change(game, "p1", ":life-1")
        seq = game.entries[-1].seq
        game.do("p1", c.SetPalette("ann", "2d6"))
        game.do("p1", c.Undo(seq))
        assert game.state.palettes["ann"] == "2d6"
        assert game.restarted().palettes == game.state.palettes

    def test_names(self, game: Game) -> None:
        game.do("p1", c.SetPalette("ann", "//盾=9\n2d6+{盾}+{生命抵抗}>={life^}"))
        assert expand("2d6+{盾}+{生命抵抗}>={life^}", variables_of(game.state, "p1", "ann")).text == "2d6+9+2>=30"
        assert expand("{盾}", variables_of(game.state, "gm", "ann")).text == "9"
        assert expand("{盾}", variables_of(game.state, "p2", "ann")).missing == ("盾",)

    def test_who_speaks(self, game: Game) -> None:
        assert speaker(game.state, "p1", "") == speaker(game.state, "p1", "ａｎｎ") == "ann"
        assert speaker(game.state, "gm", "スライム") == "s"
        assert speaker(game.state, "gm", "") == ""
        game.do("gm", c.Take("bob", "p1"))
        assert speaker(game.state, "p1", "Bob") == "bob"
        assert speaker(game.state, "p1", "") == ""


class Changes(RuleBasedStateMachine):
    """Whatever lines are written, taking back the last own one gives back exactly what was."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game(people(ann=(5, 30), bob=(28, 30)), BOOK)
        self.own: list[tuple[int, Any]] = []

    @rule(
        who=st.sampled_from(["ann", "bob"]),
        parts=st.lists(
            st.tuples(
                st.sampled_from(["life", "life^", "盾"]),
                st.sampled_from("+-="),
                st.integers(0, 60),
                st.sampled_from(["", "L", "Z"]),
            ),
            min_size=1,
            max_size=4,
        ),
    )
    def changes(self, who: str, parts: list[tuple[str, str, int, str]]) -> None:
        line = ":" + " ".join(f"{name}{sign}{amount}{limit}" for name, sign, amount, limit in parts)
        before = self.game.state.world.people[who]
        self.game.do("p1" if who == "ann" else "p2", resource(line, who))
        if who == "ann":
            self.own.append((self.game.entries[-1].seq, before))
        else:
            self.own.clear()

    @precondition(lambda self: self.own)
    @rule()
    def takes_back(self) -> None:
        seq, before = self.own.pop()
        self.game.do("p1", c.Undo(seq))
        assert self.game.state.world.people["ann"] == before

    @invariant()
    def the_log_tells_the_same(self) -> None:
        assert self.game.restarted().world == self.game.state.world


TestChanges = Changes.TestCase
TestChanges.settings = settings(max_examples=30, stateful_step_count=12)

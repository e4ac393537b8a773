"""The world changed by hand: whose hand may, keys of tables, two hands at once, and taking back."""

from __future__ import annotations

from typing import Any

import pytest

from takusen.log.entries import Added, Edited, Reverted
from takusen.log.paths import joined, steps
from takusen.rulebook.book import installed
from takusen.rulebook.edits import value_at
from takusen.table import commands as c
from takusen.table.feed import Feed
from takusen.table.undo import undoable
from tests.engine.tables import Game

GIVEN: dict[str, Any] = {
    "characters": {
        "ruka": {
            "name": "ルカ",
            "player": "p1",
            "gauges": {"HP": {"now": 24, "max": 24}, "MP": {"now": 10, "max": 10}},
            "values": {"命中.1": "5"},
            "secret": "王の娘",
        },
        "mina": {"name": "ミナ", "player": "p2", "gauges": {"HP": {"now": 31, "max": 31}}},
        "wolf": {"name": "狼", "gauges": {"HP": {"now": 18, "max": 18}}},
        "spy": {"name": "密偵", "player": "p1", "hidden": True},
    },
    "notes": {"letter": {"title": "手紙", "seats": ["p1"]}},
}
HP = "characters.ruka.gauges.HP.now"


@pytest.fixture
def game() -> Game:
    """A free table with two players' characters and the GM's."""
    return Game(GIVEN, installed()["free"])


def told(game: Game, seat: str) -> list[str]:
    """The kinds and keys of what a seat may read."""
    feed = Feed(game.book, seat)
    return [f"{line.kind} {line.key}" for entry in game.entries for line in feed.add(entry)]


@pytest.mark.parametrize("names", [["a"], ["characters", "x", "命中.1"], ["a\\", ".b", "c\\.d"], ["１．５"]])
def test_a_path_and_its_names(names: list[str]) -> None:
    assert steps(joined(*names)) == names


class TestWhoseHand:
    """The owner and the GM, nobody else, and what one doesn't know isn't there."""

    def test_the_owner_and_the_gm(self, game: Game) -> None:
        assert game.do("p1", c.Edit(HP, 19)) == (Edited(path=HP, to=19, was=24, name="ルカ", who="P1"),)
        assert game.do("gm", c.Edit(HP, 17)) == (Edited(path=HP, to=17, was=19, name="ルカ"),)

    @pytest.mark.parametrize("seat", ["p1", "p2"])
    @pytest.mark.parametrize("path", ["characters.spy.memo", "characters.nobody.memo", "notes.none.text"])
    def test_hidden_and_unknown_alike(self, game: Game, seat: str, path: str) -> None:
        assert game.refused(seat, c.Edit(path, "x")) == "gone"

    @pytest.mark.parametrize(
        ("seat", "path", "why"),
        [
            ("p2", HP, "not_yours"),
            ("p1", "characters.wolf.gauges.HP.now", "not_yours"),
            ("p1", "characters.ruka.hidden", "not_the_gm"),
            ("p1", "characters.ruka.player", "not_the_gm"),
            ("p1", "notes.letter.text", "not_the_gm"),
            ("p1", "characters.ruka", "not_the_gm"),
            ("p1", "scene", "not_the_gm"),
            ("w1", HP, "only_watching"),
        ],
    )
    def test_refused(self, game: Game, seat: str, path: str, why: str) -> None:
        assert game.refused(seat, c.Edit(path, 1)) == why
        assert game.refused(seat, c.Remove(path)) == why

    def test_what_was_put_away_is_gone_for_its_owner(self, game: Game) -> None:
        game.do("p1", c.Edit("characters.ruka.removed", True))
        assert game.refused("p1", c.Shift(HP, -1)) == "gone"
        game.do("gm", c.Shift(HP, -1))
        game.do("p1", c.Undo(game.seqs(Edited)[-2]))
        game.do("p1", c.Shift(HP, -1))

    @pytest.mark.parametrize("to", [10**7, "x", True, None, [1], {}])
    def test_values_that_do_not_fit(self, game: Game, to: Any) -> None:
        assert game.refused("p1", c.Edit(HP, to)) == "bad_edit"

    @pytest.mark.parametrize("to", ["red", "#12345", "#gggggg", "#1234567", 5])
    def test_a_colour_is_a_colour(self, game: Game, to: Any) -> None:
        assert game.refused("p1", c.Edit("characters.ruka.colour", to)) == "bad_edit"

    def test_seats_are_seats(self, game: Game) -> None:
        assert game.refused("gm", c.Edit("notes.letter.seats", ["p1", "p99"])) == "no_such_seat"
        game.do("gm", c.Edit("notes.letter.seats", ["p1", "p2"]))


class TestKeys:
    """Keys of tables come, go and are renamed."""

    def test_put_rename_take_out(self, game: Game) -> None:
        states = "characters.ruka.states"
        game.do("p1", c.Put(states, " 毒 ", {"rest": "3ラウンド"}))
        assert game.refused("p1", c.Put(states, "毒", {})) == "already_there"
        assert game.refused("p1", c.Put(states, " \n ", {})) == "nothing_said"
        game.do("p1", c.Put(states, "加護", {}))
        game.do("p1", c.Rename(f"{states}.毒", "猛毒"))
        assert list(value_at(game.state.world, states)) == ["猛毒", "加護"]
        assert game.refused("p1", c.Rename(f"{states}.猛毒", "加護")) == "already_there"
        game.do("gm", c.Remove(f"{states}.猛毒"))
        assert list(value_at(game.state.world, states)) == ["加護"]
        assert game.refused("p1", c.Remove(f"{states}.猛毒")) == "bad_edit"
        assert game.restarted() == game.state

    def test_a_dot_in_a_name(self, game: Game) -> None:
        path = joined("characters", "ruka", "values", "命中.1")
        game.do("p1", c.Edit(path, "6"))
        game.do("p1", c.Rename(path, "命.中"))
        assert value_at(game.state.world, "characters.ruka.values") == {"命.中": "6"}

    def test_no_entity_goes_and_no_field(self, game: Game) -> None:
        for path in ("characters.ruka", "characters.ruka.name", "characters.ruka.gauges", "scene", "x.y"):
            assert game.refused("gm", c.Remove(path)) == "bad_edit"

    def test_two_who_tap_at_once_lose_nothing(self, game: Game) -> None:
        game.do("p1", c.Shift(HP, -5))
        game.do("gm", c.Shift(HP, -2))
        assert value_at(game.state.world, HP) == 17
        assert game.refused("p1", c.Shift("characters.ruka.gauges.SAN.now", 1)) == "gone"
        assert game.refused("p1", c.Shift("characters.ruka.memo", 1)) == "bad_edit"


class TestAdding:
    """Players add characters of their own, the GM anything."""

    def test_a_player_adds(self, game: Game) -> None:
        (added,) = game.do("p1", c.Add("新入り", numbers={"HP": 20, "MP": None}))
        assert isinstance(added, Added)
        assert (added.who, added.value["player"]) == ("P1", "p1")
        assert added.value["gauges"] == {"HP": {"now": 20, "max": 20}}
        assert any(line.startswith("added") for line in told(game, "p2"))

    def test_a_player_adds_no_note_and_nothing_hidden(self, game: Game) -> None:
        assert game.refused("p1", c.Add("紙", "notes")) == "not_the_gm"
        assert game.refused("p1", c.Add("影", fields={"hidden": True})) == "bad_edit"
        assert game.refused("p1", c.Add("影", fields={"player": "p2"})) == "bad_edit"
        assert game.refused("w1", c.Add("影")) == "only_watching"

    def test_the_gm_adds_in_secret(self, game: Game) -> None:
        before = told(game, "p1")
        game.do("gm", c.Add("黒幕", fields={"hidden": True}))
        assert told(game, "p1") == before

    def test_not_more_than_one_can_play(self, game: Game) -> None:
        for number in range(19):
            game.do("p1", c.Add(f"{number}"))
        assert game.refused("p1", c.Add("もうひとり")) == "too_many_own"
        game.do("gm", c.Add("まだまだ"))


class TestTakingBack:
    """A player takes back what they did, even if others did things since."""

    def test_the_latest(self, game: Game) -> None:
        game.do("p1", c.Shift(HP, -5))
        (taken,) = game.do("p1", c.Undo(game.seqs(Edited)[-1]))
        assert isinstance(taken, Reverted)
        assert value_at(game.state.world, HP) == 24

    def test_others_went_on(self, game: Game) -> None:
        game.do("p1", c.Shift(HP, -5))
        mine = game.seqs(Edited)[-1]
        game.do("p2", c.Shift("characters.mina.gauges.HP.now", -3))
        assert len(undoable(game.state, mine)) == 2
        game.do("p1", c.Undo(mine))
        assert value_at(game.state.world, HP) == 24
        assert value_at(game.state.world, "characters.mina.gauges.HP.now") == 28

    def test_others_changed_it_since(self, game: Game) -> None:
        game.do("p1", c.Shift(HP, -5))
        mine = game.seqs(Edited)[-1]
        game.do("gm", c.Shift(HP, -2))
        assert game.refused("p1", c.Undo(mine)) == "ask_gm_to_undo"

    def test_what_another_did(self, game: Game) -> None:
        game.do("p2", c.Shift("characters.mina.gauges.HP.now", -3))
        assert game.refused("p1", c.Undo(game.seqs(Edited)[-1])) == "ask_gm_to_undo"

    @pytest.mark.parametrize(
        "command",
        [
            c.Put("characters.ruka.states", "毒", {"rest": "3"}),
            c.Remove("characters.ruka.gauges.MP"),
            c.Rename("characters.ruka.gauges.MP", "マナ"),
            c.Edit("characters.ruka.memo", "長い話"),
        ],
    )
    def test_each_kind_after_others_went_on(self, game: Game, command: c.Command) -> None:
        before = game.state.world.characters["ruka"]
        game.do("p1", command)
        mine = game.seqs(Edited)[-1]
        game.do("p2", c.Shift("characters.mina.gauges.HP.now", -3))
        game.do("p1", c.Undo(mine))
        assert game.state.world.characters["ruka"] == before

    def test_what_the_gm_did_in_secret_shows_in_nothing(self, game: Game) -> None:
        game.do("p1", c.Shift(HP, -5))
        mine = game.seqs(Edited)[-1]
        game.do("gm", c.Edit("characters.spy.memo", "屋根の上"))
        game.do("p1", c.Undo(mine))
        assert value_at(game.state.world, "characters.spy.memo") == "屋根の上"


def test_who_reads_of_an_edit(game: Game) -> None:
    """A secret memo is between the owner and the GM, a given note between the GM and its readers."""
    game.do("p1", c.Edit("characters.ruka.secret", "継承者"))
    game.do("gm", c.Edit("notes.letter.text", "真夜中に"))
    game.do("gm", c.Edit("characters.spy.memo", "屋根の上"))
    keys = ("edited characters.ruka.secret", "edited notes.letter.text", "edited characters.spy.memo")
    assert [key in told(game, "gm") for key in keys] == [True, True, True]
    assert [key in told(game, "p1") for key in keys] == [True, True, False]
    assert [key in told(game, "p2") for key in keys] == [False, False, False]


def test_who_is_told_that_something_can_be_seen_now(game: Game) -> None:
    """Those to whom it was opened, by name, and nobody else."""
    told_of = lambda seat: [line for line in told(game, seat) if line.startswith("disclosed")]  # noqa: E731
    game.do("gm", c.Edit("notes.letter.seats", ["p1", "p2"]))
    assert [len(told_of(seat)) for seat in ("gm", "p1", "p2", "w1")] == [0, 0, 1, 0]
    assert "edited notes.letter.seats" not in told(game, "p1"), "who else reads it stays between the GM and them"
    game.do("gm", c.Edit("notes.letter.seats", ["p2"]))
    game.do("gm", c.Edit("notes.letter.open", True))
    assert [len(told_of(seat)) for seat in ("gm", "p1", "p2", "w1")] == [1, 1, 2, 1]
    game.do("gm", c.Edit("characters.spy.hidden", False))
    game.do("gm", c.Edit("characters.spy.memo", "屋根の上"))
    assert [len(told_of(seat)) for seat in ("gm", "p1", "p2", "w1")] == [2, 2, 3, 2]
    game.do("gm", c.Undo(game.seqs(Edited)[-2]))
    assert game.restarted() == game.state

"""House rules at a table: pinned, moved only between procedures and as shown, undone, and told in the log."""

import msgspec
import pytest

from takusen.log.entries import Became, LayersSet, Rolled, Settled
from takusen.rulebook.layers import read_layer
from takusen.rulebook.stacking import Stack
from takusen.table import commands as c
from takusen.table.feed import Feed
from takusen.table.floor import replay_fault
from takusen.table.house import command_of, liftable, move_to
from takusen.table.own_rules import exported, patches, with_patch, without_patch
from tests.engine.tables import Game, asked, asked_id, bayside

EVENING = "short_evening@2026-12-01"
ATTACK = c.Declare(
    "attack",
    {"attacker": "rin", "target": "oni", "traits": ["怪力"], "skill": "運動能力", "force": 13},
)

GUARD = {"traits": [], "skill": "原始的武器戦闘"}


@pytest.fixture
def game() -> Game:
    return Game("given.toml#duel")


def evening() -> Stack:
    return Stack((bayside().shipped[EVENING],))


def test_the_gm_moves_to_layers_that_were_shown_and_back(game: Game) -> None:
    before = game.state.reading
    move = move_to(game.state, evening())
    assert {(one.kind, one.name) for one in move.changes} == {
        ("content", "damage.critical"), ("option", "attack_compare"), ("ban", "stones.large"), ("wrap", "damage"),
    }  # fmt: skip
    (body,) = game.do("gm", command_of(move, "短く"))
    assert isinstance(body, LayersSet)
    told = {"kind": "content", "name": "damage.critical", "before": "3", "after": "4", "why": "会心を決着の一撃にする"}
    assert told in body.changes
    assert game.state.reading.content["damage.critical"] == 4
    assert game.state.book.pin(game.state.reading) == body.pin == move.pin
    assert game.restarted() == game.state
    game.do("gm", c.Undo(game.seqs(LayersSet)[0]))
    assert game.state.reading == before
    assert game.state.stack == Stack()
    assert game.restarted() == game.state


def test_what_was_not_shown_is_refused_and_so_are_players(game: Game) -> None:
    command = command_of(move_to(game.state, evening()))
    assert game.refused("p1", command) == "not_the_gm"
    game.do("gm", c.Read("force_11", 1))
    assert game.refused("gm", command) == "layers_unseen"
    broken = c.SetLayers({"x.toml": "[meta]\n"}, pin="")
    assert game.refused("gm", broken) == "bad_file"


def test_options_that_the_table_has_set_win_over_layers(game: Game) -> None:
    game.do("gm", c.Read("attack_compare", "misses"))
    game.do("gm", command_of(move_to(game.state, evening())))
    assert game.state.reading.options["attack_compare"] == "misses"


def test_nothing_moves_while_an_act_is_open(game: Game) -> None:
    game.do("gm", command_of(move_to(game.state, evening())))
    command = command_of(move_to(game.state, Stack()))
    game.do("gm", ATTACK, (2, 2))
    assert game.state.floor is not None
    assert game.refused("gm", command) == "floor_taken"


def test_a_wrapper_that_acted_shows_at_what_came_of_it_and_the_act_replays(game: Game) -> None:
    game.do("gm", command_of(move_to(game.state, evening())))
    game.do("gm", ATTACK, (1, 2))
    while game.state.floor:
        prompt = asked(game.state)
        assert prompt is not None
        game.do("gm", c.Answer(asked_id(game.state), GUARD if prompt.label == "defend" else "give_up"), (6, 5))
    lost = [one.body for one in game.entries if isinstance(one.body, Became) and one.body.fact["type"] == "life_lost"]
    assert lost[-1].fact["amount"] == 3
    assert lost[-1].wraps == (f"deeper ({EVENING})",)
    struck = [one.body for one in game.entries if isinstance(one.body, Rolled)]
    assert struck[0].wraps == ()
    assert any(one.body.wraps for one in game.entries if isinstance(one.body, Settled))
    feed = Feed(game.book, "p1")
    told = [line for entry in game.entries for line in feed.add(entry)]
    assert any(f"deeper ({EVENING})" in line.rules for line in told)
    assert replays(game)


def replays(game: Game) -> bool:
    """Whether the last act replays from its own journal, every sub-rule entered again."""
    past = game.state.past
    while past and past.procedure is None:
        past = past.prev
    assert past
    assert past.procedure
    state = msgspec.structs.replace(game.state, world=past.procedure.world)
    for _, body in past.procedure.steps:
        state = msgspec.structs.replace(state, world=game.book.applied(state.world, body))
    return replay_fault(state, past.procedure) == ""


def test_a_table_makes_a_layer_of_its_own_and_hands_it_out(game: Game) -> None:
    game.do("gm", command_of(move_to(game.state, evening())))
    game.do("gm", command_of(move_to(game.state, with_patch(game.state, "change", "damage.critical", "5"))))
    game.do("gm", command_of(move_to(game.state, with_patch(game.state, "ban", "stones.small"))))
    game.do("gm", c.Read("force_11", 1))
    assert patches(game.state) == (("change", "damage.critical", 5), ("ban", "stones.small", None))
    made = game.book.resolved(game.state.stack, game.state.chosen)
    assert [one.layer for one in made.content["damage.critical"].trace] == ["table", EVENING, "bayside23@1"]
    assert made.options["force_11"].layer == "table"
    file = read_layer("house.toml", exported(game.state, "2026-12-02"))
    alone = game.book.reading(stack=Stack((file,)))
    assert alone.content["damage.critical"] == 5
    assert alone.banned("stones.small") == "house@2026-12-02"
    assert alone.options["force_11"] == 1
    game.do("gm", command_of(move_to(game.state, without_patch(game.state, "change", "damage.critical"))))
    assert game.state.reading.content["damage.critical"] == 4
    assert game.restarted() == game.state


def test_a_table_lifts_a_ban_of_its_layers(game: Game) -> None:
    game.do("gm", command_of(move_to(game.state, evening())))
    assert game.state.reading.banned("stones.large")
    assert liftable(game.state) == ("stones.large",)
    game.do("gm", command_of(move_to(game.state, with_patch(game.state, "lift", "stones.large"))))
    assert not game.state.reading.banned("stones.large")
    assert patches(game.state) == (("ban", "stones.large", True),)
    assert game.restarted() == game.state
    game.do("gm", command_of(move_to(game.state, without_patch(game.state, "ban", "stones.large"))))
    assert game.state.reading.banned("stones.large")

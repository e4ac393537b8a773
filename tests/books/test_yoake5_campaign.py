"""Characters of yoake5 as files with their histories, and what the lists of a campaign tell."""

import json
from typing import Any

import pytest

from takusen.play.handles import Id, Refused
from takusen.rulebook.book import installed
from takusen.table import commands as c
from takusen.table.campaign import TakeIn
from takusen.table.decide import decide
from takusen.table.opening import NewTable, opening
from takusen.table.state import State
from takusen.table.views import view

BOOK = installed()["yoake5"]
ASK = BOOK.campaign
assert ASK is not None


def campaign(*layers: str) -> State:
    return opening(BOOK, NewTable("yoake5", "一年", players=3, campaign=True, layers=layers), 1)[0]


def do(state: State, seat: str, command: c.Command) -> State:
    decision = decide(state, seat, command, state.seq, lambda count, sides: (1,) * count)
    assert not decision.refused, decision.refused
    return decision.state


def ready(state: State) -> tuple[State, Id]:
    """With a ready character of the first player's, who has lived a little."""
    state = do(state, "p1", c.Add("千早"))
    one = Id(next(iter(state.world.characters)))
    kind = next(path.split(".")[1] for path in state.reading.content if path.startswith("ready."))
    state = do(state, "p1", c.Declare("take_ready", {"actor": one, "ready": kind}))
    given = {"day": "2026-12-01", "title": "冬", "ticket": "experience", "amount": 50}
    state = do(state, "gm", c.Declare("hand_out", given))
    told = {"of": one, "kind": "money", "amount": 500, "note": "計算ちがい"}
    return do(state, "gm", c.Declare("correct", told)), one


def test_a_character_goes_out_and_comes_in_with_its_history() -> None:
    state, one = ready(campaign())
    text = BOOK.campaign.written(state.world, one)  # type: ignore[union-attr]
    assert "p1" not in json.loads(text)["character"].values()
    there = do(campaign(), "p2", TakeIn(text))
    (other, me), *_ = there.world.characters.items()
    assert me.player == "p2"
    assert there.world.histories[other] == state.world.histories[one]
    assert me.money == state.world.characters[one].money


def forged(told: dict[str, Any], how: str) -> None:
    character, records = told["character"], told["records"]
    if how == "rich":
        character["money"] += 1
    elif how == "tickets":
        character["tickets"]["faith"] = 9
    elif how == "shorter":
        del records[-1]
    elif how == "levels":
        character["classes"] = {name: level + 1 for name, level in character["classes"].items()}
    elif how == "skills":
        character["skills"]["arrow_storm"] = 3
    elif how == "bonds":
        character["bonds"]["x"] = {"name": "x", "goodwill": 5}
    elif how == "lp":
        character["max_lp"] += 1
    elif how == "kind":
        records[0]["kind"] = "gold"
    elif how == "foe":
        character["side"] = "foes"
    else:
        told["more"] = 1


@pytest.mark.parametrize(
    "how", ["rich", "tickets", "shorter", "levels", "skills", "bonds", "lp", "kind", "foe", "unknown"]
)
def test_a_forged_file_is_refused_with_words(how: str) -> None:
    state, one = ready(campaign())
    told = json.loads(BOOK.campaign.written(state.world, one))  # type: ignore[union-attr]
    forged(told, how)
    decision = decide(campaign(), "p1", TakeIn(json.dumps(told)), 1, lambda count, sides: (1,) * count)
    assert decision.refused is not None
    assert decision.refused.reason in ("history_off", "not_this_character")
    for lang in ("ja", "en"):
        assert BOOK.texts.has(lang, "refused", decision.refused.reason)


@pytest.mark.parametrize("text", ["", "{}", "[]", "{" * 5000, "\ud800", '{"kind": "takusen.character"}', "null"])
def test_nonsense_is_refused(text: str) -> None:
    assert ASK is not None
    assert isinstance(ASK.taken_in(Id("x"), text, ""), Refused)


def test_what_a_history_shows_has_words() -> None:
    state, one = ready(campaign())
    assert ASK is not None
    rows = ASK.rows(state.world, state.reading, one)
    assert rows[0].amount == "+500"
    assert rows[0].note == "計算ちがい"
    standing = ASK.standing(view(BOOK, state.world, "p2", state.reading), one)
    assert standing.lines
    assert not standing.waits


def test_under_majo_only_the_approved_go_to_tables() -> None:
    state, one = ready(campaign("majo@2019-04-19"))
    assert ASK is not None
    refused = ASK.may_lend(state.world, state.reading, one)
    assert refused is not None
    assert refused.reason == "not_approved"
    given = {"actor": one, "past": False, "account": "haru", "comment": "読みました", "notes_read": True}
    state = do(state, "p1", c.Declare("register", given))
    state = do(state, "gm", c.Declare("approve", {"of": one}))
    assert ASK.may_lend(state.world, state.reading, one) is None
    state = do(state, "gm", c.Declare("suspend", {"of": one, "reason": "休み"}))
    refused = ASK.may_lend(state.world, state.reading, one)
    assert refused is not None
    assert refused.reason == "player_suspended"

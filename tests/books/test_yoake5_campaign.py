"""Characters of yoake5 as files with their histories, and what the lists of a campaign tell."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from takusen.log.table import Table
from takusen.play.handles import Id, Refused
from takusen.rulebook.book import installed
from takusen.rulebook.campaigns import Brought
from takusen.rulebook.layers import read_layer
from takusen.rulebook.shown import Word
from takusen.rulebook.stacking import Stack
from takusen.rulebook.toml import BadFile
from takusen.table import commands as c
from takusen.table.campaign import TakeIn
from takusen.table.decide import decide
from takusen.table.opening import NewTable, opening
from takusen.table.state import State
from takusen.table.views import view
from takusen.web.render import renderer

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
    *told, came = there.world.histories[other].records
    assert tuple(told) == state.world.histories[one].records
    assert (came.why, came.day) == ("from_file", "1970-01-01")
    standing = ASK.standing(view(BOOK, there.world, "gm", there.reading), other)  # type: ignore[union-attr]
    assert any(key == Word("standing.from_file") for key, _ in standing.lines)
    assert me.money == state.world.characters[one].money


def worded(state: State, refused: Refused) -> str:
    return renderer("ja", BOOK, BOOK.titles(state.reading)).refusal(refused.reason, dict(refused.params))


def thing(told: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(iter(told["character"]["items"].values()))
    return found


FORGED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "rich": lambda told: told["character"].update(money=told["character"]["money"] + 1),
    "tickets": lambda told: told["character"]["tickets"].update(faith=9),
    "shorter": lambda told: told["records"].pop(),
    "levels": lambda told: told["character"].update(classes=dict.fromkeys(told["character"]["classes"], 9)),
    "skills": lambda told: told["character"]["skills"].update(arrow_storm=3),
    "bonds": lambda told: told["character"]["bonds"].update(x={"name": "x", "goodwill": 5}),
    "lp": lambda told: told["character"].update(max_lp=9),
    "kind": lambda told: told["records"][0].update(kind="gold"),
    "foe": lambda told: told["character"].update(side="foes"),
    "unknown": lambda told: told.update(more=1),
    "base": lambda told: told["character"]["base"].update(spirit=50),
    "cursed": lambda told: told["character"].update(base={"spirit": -1}),
    "item": lambda told: told["character"]["items"].update(x={"item": "yagrush"}),
    "items": lambda told: thing(told).update(count=thing(told)["count"] + 1),
    "cheap": lambda told: thing(told).update(count=30, paid=1),
    "proficiency": lambda told: told["character"].update(proficiencies={"law": 3}),
    "lives": lambda told: told["character"].update(lp=99),
    "steps": lambda told: told["character"].update(lp_steps=2),
    "huge": lambda told: told["records"].append({"kind": "money", "amount": 10**12}),
    "species": lambda told: told["character"].update(species="dragon_of_mine"),
}


@pytest.mark.parametrize(
    ("how", "named"),
    [
        ("rich", "所持金"), ("tickets", "チケット"), ("shorter", "所持金"), ("levels", "クラスレベル"),
        ("skills", "スキルレベル"), ("bonds", "絆"), ("lp", "最大LP"), ("kind", "知らない記録"), ("foe", ""),
        ("unknown", ""), ("base", "能力値"), ("cursed", "能力値"), ("item", "ヤグルシ"), ("items", ""),
        ("cheap", ""), ("proficiency", "習熟"), ("lives", "LP"), ("steps", "LPの成長"), ("huge", "大きすぎる数"),
        ("species", "dragon_of_mine"),
    ],
)  # fmt: skip
def test_a_forged_file_is_refused_with_words(how: str, named: str) -> None:
    state, one = ready(campaign())
    told = json.loads(BOOK.campaign.written(state.world, one))  # type: ignore[union-attr]
    FORGED[how](told)
    decision = decide(campaign(), "p1", TakeIn(json.dumps(told)), 1, lambda count, sides: (1,) * count)
    assert decision.refused is not None
    words = renderer("ja", BOOK, BOOK.titles(decision.state.reading)).refusal(
        decision.refused.reason, dict(decision.refused.params)
    )
    assert "Word(" not in words
    assert named in words
    assert BOOK.texts.has("en", "refused", decision.refused.reason)


@pytest.mark.parametrize("text", ["", "{}", "[]", "{" * 5000, "\ud800", '{"kind": "takusen.character"}', "null"])
def test_nonsense_is_refused(text: str) -> None:
    assert ASK is not None
    assert isinstance(ASK.taken_in(Brought(Id("x"), text, "", "", "", campaign().reading)), Refused)


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


def test_what_is_banned_here_does_not_come_in() -> None:
    state, one = ready(campaign())
    assert ASK is not None
    text = ASK.written(state.world, one)
    kind = f"classes.{state.world.characters[one].main}"
    reading = msgspec.structs.replace(state.reading, bans=Table({kind: "majo@2019-04-19"}))
    refused = ASK.taken_in(Brought(Id("x"), text, "", "", "", reading))
    assert isinstance(refused, Refused)
    words = worded(state, refused)
    assert "2019-04-19）" in words
    assert "Word(" not in words


@pytest.mark.parametrize("path", ["species.human.hp", "charts.creation.money", "items.yagrush.price"])
@pytest.mark.parametrize("to", [-500, 10**15])
def test_numbers_of_a_layer_stay_within_bounds(path: str, to: int) -> None:
    file = LAYER + f'[[change]]\npath = "{path}"\nto = {to}\n'
    with pytest.raises(BadFile) as wrong:
        BOOK.reading(campaign().chosen, Stack((read_layer("house.toml", file),)))
    assert (wrong.value.name, wrong.value.line) == ("house.toml", 8)
    assert "Expected `int`" in wrong.value.what


@pytest.mark.parametrize("count", [-4, 10**20])
def test_numbers_that_conditions_speak_of_stay_within_bounds(count: int) -> None:
    file = LAYER + '[[value]]\nname = "handouts"\ntitle = "配布の数"\n'
    stack = Stack((read_layer("house.toml", file),), values=Table(handouts=count))
    with pytest.raises(BadFile, match="Expected `int`"):
        BOOK.reading(campaign().chosen, stack)


LAYER = '[meta]\nid = "house"\ntitle = "家"\nversion = "1"\nbase = "yoake5"\n'


def test_below_the_least_number_the_bounds_are_said() -> None:
    state, one = ready(campaign())
    rich = {"of": one, "kind": "money", "amount": 9_000_000, "note": "試し"}
    state = do(state, "gm", c.Declare("correct", rich))
    refused = decide(state, "p1", c.Declare("buy", {"actor": one, "skills": [], "item": ITEM, "count": -2}), 1, dice)
    assert refused.refused is not None
    assert refused.refused.reason == "out_of_bounds"
    refused = decide(state, "p1", c.Declare("buy", {"actor": one, "skills": [], "item": ITEM, "count": 999}), 1, dice)
    assert refused.refused is not None
    assert refused.refused.reason == "too_dear_for_so_many"


ITEM = "hrunting"


def dice(count: int, sides: int) -> tuple[int, ...]:
    return (1,) * count

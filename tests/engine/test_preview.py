"""What an act will do, told before it is declared: as the act itself tells it, as far as its seat can know."""

from typing import Any

import msgspec

from takusen.log.audience import GM
from takusen.log.entries import Became
from takusen.play.handles import Id
from takusen.table.commands import Declare
from takusen.table.decide import decide
from takusen.table.opening import NewTable, opening
from takusen.table.preview import Asking, Preview, preview
from takusen.table.state import State
from takusen.table.story import Line, line
from takusen.table.views import view
from tests.engine.camp import BOOK as CAMP
from tests.engine.camp.play import NEEDED
from tests.engine.village import BOOK


def begun(book: Any = BOOK, **players: str) -> State:
    """A new table at which somebody plays these."""
    state, _ = opening(book, NewTable(book.id, players=2), 0)
    world = state.world
    for one, seat in players.items():
        me = msgspec.structs.replace(world.folk[one], player=seat)
        world = msgspec.structs.replace(world, folk=world.folk.put(one, me))
    return msgspec.structs.replace(state, world=world)


def shown(state: State, seat: str, act: str, **args: Any) -> Preview:
    """What a seat is shown."""
    return preview(state.book, view(state.book, state.world, seat).world, state.reading, seat, act, args)


def words(found: Preview) -> list[str]:
    """What is told and asked, in short."""
    return [one.label if isinstance(one, Asking) else one.key for one in found.steps]


def test_it_tells_what_the_act_tells() -> None:
    state = begun(aki="p1")
    found = shown(state, GM, "play", actor="aki", card="aki-spark", targets=["guard"])
    done = decide(state, GM, Declare("play", {"actor": "aki", "card": "aki-spark", "targets": ["guard"]}), 0, dice)
    facts = [one for one in done.entries if isinstance(one.body, Became)]
    told = [line(BOOK, one, GM) for one in facts]
    assert [one for one in found.steps if isinstance(one, Line)] == [
        msgspec.structs.replace(one, of=0, seq=0, at=0, by=GM, n=0) for one in told if one
    ]
    assert found.end == ""


def dice(count: int, sides: int) -> tuple[int, ...]:
    raise AssertionError("nothing is rolled")


def test_it_asks_what_the_act_will_ask_and_goes_on_with_the_usual_answer() -> None:
    found = shown(begun(aki="p1"), GM, "play", actor="aki", card="aki-storm", targets=[])
    assert words(found)[:2] == ["played", "reach"]
    asked = found.steps[1]
    assert isinstance(asked, Asking)
    assert (asked.of, asked.answer, asked.params["card"]) == (GM, "gate", "大あらし")


def test_where_only_the_gm_knows_it_says_so() -> None:
    """How much life the guard has left is hidden from the player."""
    found = shown(begun(aki="p1"), "p1", "play", actor="aki", card="aki-spark", targets=["guard"])
    assert (words(found), found.end) == (["played", "hurt"], "unseen")


def test_who_is_hidden_is_told_of_to_the_gm_alone() -> None:
    state = begun(haru="p2")
    act = {"actor": "haru", "card": "haru-storm", "targets": []}
    wide = {"reach": next(one for one in BOOK.policies if one.label == "reach")}
    here = msgspec.structs.replace(state.world.folk[Id("spy")], area=Id("inn"))
    state = msgspec.structs.replace(
        state, world=msgspec.structs.replace(state.world, folk=state.world.folk.put(Id("spy"), here))
    )
    for seat, named in ((GM, True), ("p2", False)):
        seen = view(BOOK, state.world, seat).world
        found = preview(BOOK, seen, state.reading, seat, "play", act, wide)
        assert ("床下の影" in repr(found)) == named


def test_a_fact_that_only_the_gm_learns_of_is_not_told() -> None:
    found = shown(begun(), GM, "go", actor="spy", area="hall")
    assert words(found) == ["went"]


def test_dice_and_cards_end_it() -> None:
    """What comes after depends on chance, and it says so."""
    state, _ = opening(CAMP, NewTable("camp", players=1), 0)
    for act, args in (("scout", {"of": "s1"}), ("forage", {"place": next(iter(NEEDED)), "of": "s1", "how": "eyes"})):
        assert preview(CAMP, state.world, state.reading, GM, act, args).end == "chance"

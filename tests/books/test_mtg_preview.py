"""What a player is shown of a card before it is cast, in MTGでTRPG."""

from typing import Any

import msgspec
import pytest

from takusen.table.example import Example, read_examples
from takusen.table.examples import states_of
from takusen.table.preview import Preview, preview
from takusen.table.state import State
from takusen.table.views import view
from takusen_books.mtg_trpg import BOOK
from takusen_books.mtg_trpg.matrix import MATRIX


def examples() -> list[Example]:
    """Every pair of an effect and a target that it can have, as worked examples, but for others' hands."""
    files = BOOK.example_files()
    found = [one for kind in MATRIX for one in read_examples("", files[f"pairs_{kind}.toml"])]
    found = [one for one in found if " × " in one.name and "Discard × a PC" not in one.name]
    return [one for one in found if not one.refused and isinstance(one.declare, dict)]


def with_all(state: State, **changes: Any) -> State:
    """The table with every permanent changed."""
    world: Any = state.world
    for one, me in world.permanents.items():
        world = msgspec.structs.replace(
            world, permanents=world.permanents.put(one, msgspec.structs.replace(me, **changes))
        )
    return msgspec.structs.replace(state, world=world)


def shown(state: State, seat: str, act: str, args: dict[str, Any]) -> Preview:
    """What a seat is shown."""
    return preview(BOOK, view(BOOK, state.world, seat).world, state.reading, seat, act, args)


@pytest.mark.parametrize("example", examples(), ids=lambda one: one.name)
def test_it_goes_to_the_end_where_the_numbers_of_the_target_are_open(example: Example) -> None:
    declared: dict[str, Any] = {**example.declare}  # type: ignore[dict-item]
    act, seat = declared.pop("procedure"), declared.pop("by")
    met = {*declared.get("targets", ()), declared.get("fighter")}
    state = states_of(BOOK, example, BOOK.example_files().__getitem__)[0]
    state = with_all(state, shown=False)
    world: Any = state.world
    for one in met & world.permanents.keys():
        open_now = msgspec.structs.replace(world.permanents[one], shown=True)
        world = msgspec.structs.replace(world, permanents=world.permanents.put(one, open_now))
    found = shown(msgspec.structs.replace(state, world=world), seat, act, declared)
    assert found.end == ""


def test_nobody_is_promised_what_depends_on_what_is_unseen() -> None:
    example = next(one for one in examples() if one.name.startswith("Destroy × an NPC:"))
    declared: dict[str, Any] = {**example.declare}  # type: ignore[dict-item]
    act, seat = declared.pop("procedure"), declared.pop("by")
    state = with_all(states_of(BOOK, example, BOOK.example_files().__getitem__)[0], shown=False)
    found = shown(state, seat, act, declared)
    told = [getattr(step, "key", "") for step in found.steps]
    assert found.supposed
    assert told[: found.sure] == ["card_cast", "paid"]
    assert "destroyed" in told[found.sure :]

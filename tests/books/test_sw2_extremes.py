"""However mad a scenario, it can be played: what is offered is taken, and every page shows."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from takusen.rulebook.offers import Offer, Pick, candidates
from takusen.table import commands as c
from takusen.table.decide import decide
from takusen.table.floor import open_prompts, policy_answer, prompt_id
from takusen.table.opening import NewTable, opening
from takusen.table.state import State
from takusen.table.views import view
from takusen_books.sw2_dungeon import BOOK
from tests.books.sw2_extremes import scenario

PLAYERS = {"p1": "pc_nagi", "p2": "pc_gald", "p3": "pc_miu"}
OFTEN = ("explore",) * 6 + ("abbreviated",) * 3
ACTS = (*(name for name, act in BOOK.acts.items() if act.by != "table" and name != "conclude"), *OFTEN)
STEPS = 40


class Evening:
    """A table with such a scenario, under readings drawn at random."""

    def __init__(self, seed: int) -> None:
        self.random = r = Random(seed)
        options = {one.name: r.choice(one.choices).value for one in BOOK.texts.options.values()}
        wish = NewTable(BOOK.id, source=scenario(r), options=options)
        self.state: State = opening(BOOK, wish, 0)[0]
        for seat, one in PLAYERS.items():
            self.do(seat, c.Sit(seat))
            self.do(seat, c.Take(one))
        self.do("gm", c.Declare("begin_exploration", {}))

    def do(self, seat: str, command: c.Command) -> None:
        """What must be taken."""
        decision = decide(
            self.state, seat, command, 0, lambda n, sides: tuple(self.random.randint(1, sides) for _ in range(n))
        )
        assert decision.refused is None, (seat, command, decision.refused)
        self.state = decision.state

    def step(self) -> None:
        """An answer, or a declaration that somebody is offered."""
        asked = open_prompts(self.state)
        if asked:
            answer = msgspec.to_builtins(policy_answer(asked[0]))
            self.do("gm", c.Answer(prompt_id(self.state, asked[0]), answer))
            return
        seat, act = self.random.choice(("gm", *PLAYERS)), self.random.choice(ACTS)
        args = self.filled(seat, act)
        if args is not None:
            self.do(seat, c.Declare(act, args))

    def filled(self, seat: str, act: str) -> dict[str, Any] | None:
        """Arguments that the offer gives, picked at random; None if it gives none."""
        seen = view(BOOK, self.state.world, seat, self.state.reading).world
        args: dict[str, Any] = {}
        while True:
            offer = Offer(seen, seat, args, self.state.reading, BOOK.owner)
            trial = BOOK.acts[act].trial(offer, tuple(BOOK.entities(seen)))
            if trial.refused is not None or trial.missing is None:
                return None if trial.refused else args
            values = self.values(trial.missing)
            if not values:
                return None
            args[trial.missing.name] = self.random.choice(values)

    @staticmethod
    def values(pick: Pick) -> list[Any]:
        return list(candidates(pick))[:20]


@pytest.mark.parametrize("seed", range(24))
def test_a_mad_scenario_is_played(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(STEPS):
        evening.step()
        for seat in ("gm", "p1", "w1"):
            assert BOOK.page is not None
            BOOK.page(view(BOOK, evening.state.world, seat, evening.state.reading))

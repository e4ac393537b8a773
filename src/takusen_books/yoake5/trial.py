"""Fights that can be tried without a table, and the table that one person can play at once."""

from collections.abc import Mapping

from takusen.rules import Demo, Id, Staged

READY = ("pc_tsurugi", "pc_hibana", "pc_mamori", "pc_kuroha")
"""The ready characters of the starter scenarios."""
KEEPER = "keeper"


def staged(scenario: str, encounter: str) -> Staged:
    """An encounter of a scenario, from its first round on."""
    return Staged(scenario, (("start_combat", {"encounter": encounter, "foes": []}),))


STAGED: Mapping[str, Staged] = {
    KEEPER: staged("after_closing_time", KEEPER),
    "herald": staged("rift_over_exams", "herald"),
    "outriders": staged("rift_over_exams", "outriders"),
}

DEMO = Demo(
    scenario="after_closing_time",
    mine=tuple(map(Id, READY)),
    declare=STAGED[KEEPER].declare,
    foes=tuple(map(Id, ("ink_imp-1", "ink_imp-2", "paper_cranes-1", "stack_keeper-1"))),
    policy="sensible",
)

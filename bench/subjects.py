"""Takusen's own side of the bench: the same questions as the peers get, asked of the rules that run at a table."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from bench.peers.exchange import ExchangeQuestion, Outcome
from takusen.forecast.battle import Battle, Forecast, forecast
from takusen.play.exact import Memo, Policies, outcomes
from takusen.play.handles import Fact, Policy
from takusen.rulebook.book import Declaration
from takusen.rules import Id, Table
from takusen_books.bayside23 import BOOK
from takusen_books.bayside23.strife import Hit, LifeLost, Parried, Rerolled
from takusen_books.bayside23.world import Fight, Fighter, World

ONE, OTHER = Id("one"), Id("other")
LIFE = 5


def fighter(side: str, total: int, pool: int, life: int = LIFE) -> Fighter:
    """A fighter whose one trait and one skill add up to `total`."""
    return Fighter(
        side,
        side,
        traits=Table({"t": 3}),
        skills=Table({"s": total - 3}),
        stamina=pool,
        stamina_max=pool,
        concentration=pool,
        concentration_max=pool,
        life=life,
        life_max=life,
        shown=True,
    )


def duel_world(total: int, other: int, pool: int, other_pool: int, life: int = LIFE) -> World:
    """Two fighters at the beginning of a fight; the first-listed acts first."""
    fighters = Table({ONE: fighter("friends", total, pool, life), OTHER: fighter("foes", other, other_pool, life)})
    return World(fighters=fighters, fight=Fight((ONE, OTHER), "friends", "friends", (), 1))


def _on_stamina(label: str, press: bool) -> Policy[str]:
    """The peers' policy: rerolls come from stamina and never take the last point."""
    pays = ["stamina"] if press else []

    def choose(about: Any, open_ones: Any) -> str:
        return next((pool for pool in pays if pool in open_ones and about.left(pool) >= 1), "give_up")

    return Policy(label, "stamina_only" if press else "give_up_at_once", choose)


class _BySide(Policy[str]):
    """Another policy for the attacker than for the defender."""

    def __init__(self, attack: Policy[str], defence: Policy[str]) -> None:
        def choose(about: Any, open_ones: Any) -> str:
            return (attack if about.label == "attack" else defence).choose(about, open_ones)

        super().__init__("reroll", "by_side", choose)


OPTIONS = (
    "attack_compare",
    "defence_compare",
    "force_11",
    "critical",
    "critical_reach",
    "fumble_reroll",
    "reroll_special",
    "reroll_cost",
)


def memo_for(question: ExchangeQuestion) -> Memo:
    """A fresh memo under the question's options."""
    return Memo(BOOK.reading({name: getattr(question, name) for name in OPTIONS}))


def policies_for(question: ExchangeQuestion) -> Policies:
    """The question's policies."""
    attack, defence = (
        _on_stamina("reroll", how == "press_on") for how in (question.attack_policy, question.defence_policy)
    )
    return {"reroll": _BySide(attack, defence)}


def exchange(question: ExchangeQuestion, memo: Memo | None = None) -> dict[Outcome, Fraction]:
    """The exact distribution of one exchange as the rules play it."""
    dist = _asked(question, memo, lambda _, facts: _outcome(facts))
    return {outcome: Fraction(weight, dist.whole) for outcome, weight in dist.items()}


def life_lost_only(question: ExchangeQuestion, memo: Memo | None = None) -> dict[int, Fraction]:
    """The exact distribution of the life lost alone."""
    dist = _asked(question, memo, lambda _, facts: sum(fact.amount for fact in facts if type(fact) is LifeLost))
    return {lost: Fraction(weight, dist.whole) for lost, weight in dist.items()}


def _asked(question: ExchangeQuestion, memo: Memo | None, summary: Any) -> Any:
    world = duel_world(
        question.attack_total, question.defence_total, question.attacker_pool, question.defender_pool, life=99
    )
    args = (ONE, OTHER, ("t",), "s", question.force, ())
    return outcomes(BOOK.acts["attack"], args, world, memo or memo_for(question), policies_for(question), summary)


def _outcome(facts: tuple[Fact, ...]) -> Outcome:
    kinds = [type(fact) for fact in facts]
    spent = {ONE: 0, OTHER: 0}
    for fact in facts:
        if isinstance(fact, Rerolled):
            spent[fact.of] += fact.cost
    lost = sum(fact.amount for fact in facts if isinstance(fact, LifeLost))
    return Outcome(Hit in kinds, Parried in kinds, lost, spent[ONE], spent[OTHER])


def duels(n: int, seed: int, total: int = 16, force: int = 8) -> Forecast:
    """Duels under the peers' policies, from the roll for initiative on."""
    memo = Memo(BOOK.reading())

    def strike(world: World, one: Id, _: Memo) -> Declaration | None:
        if world.loses_turn(one) or world.fighter(one).acted:
            return None
        target = OTHER if one == ONE else ONE
        return "attack", {"attacker": one, "target": target, "traits": ("t",), "skill": "s", "force": force}

    players: Mapping[str, Any] = {"strike": strike}
    kept = BOOK.players
    BOOK.players = dict(players)
    try:
        battle = Battle(
            BOOK,
            duel_world(total, total, 7, 7),
            memo,
            seed,
            {"reroll": _on_stamina("reroll", True)},
            counted={"hits": "hit"},
        )
        return forecast(battle, n)
    finally:
        BOOK.players = kept

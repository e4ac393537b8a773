"""Policies that play a fighter, and what the odds of an act say."""

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from takusen.rules import Declaration, Fact, Guess, Id, Measure, Memo, OddsOf, Prompt, Table, Word, is_hidden

from .combat import MINIMUM_TARGET, Incoming, attack, best_traits, cannot_act, damage, opponents
from .facts import CheckPassed
from .rolls import DEFENCE, ROLLS, Missed, Outcome, attack_roll, defence_roll
from .strife import FellUnconscious, Hit, Incapacitated, LifeLost, Parried, Rerolled
from .world import CONCENTRATION, STAMINA, Fighter, World

NOBODY = Id("")
FORCES = 60
ORDINARY_POOL = 7


def best_total(me: Fighter) -> int:
    """The highest sum of one helping trait and one skill."""
    return best_sum(me.skills, me.traits, me.hinders)


def best_sum(skills: Table[str, int], traits: Table[str, int], hinders: tuple[str, ...]) -> int:
    """The best skill with the best helping trait."""
    best = max(skills.values(), default=0)
    return best + max((value for name, value in traits.items() if name not in hinders), default=0)


def expected_damage(memo: Memo, total: int, force: int, defence: int) -> Fraction:
    """Expected life lost to one attack of this split against a defence total, without rerolls."""
    struck = memo.dist(attack_roll, (NOBODY, total - force, False))
    open_to = 1 - memo.dist(defence_roll, (NOBODY, defence - force, False)).chance(lambda outcome: outcome.good)
    lost = struck.mean(lambda outcome: life_lost(memo, force, outcome))
    return open_to * lost


def life_lost(memo: Memo, force: int, outcome: Outcome) -> int:
    """Life that an attack roll of this outcome takes if nobody parries."""
    return next(iter(memo.dist(damage, (force, outcome is Outcome.CRITICAL)))) if outcome.good else 0


def best_force(memo: Memo, total: int, defence: int) -> int:
    """The force with the highest expected life lost; 0 where no split is allowed."""
    least = 1 if memo.reading.options["split_minimum"] == "2_and_1" else 0
    splits = range(least, min(total - MINIMUM_TARGET, FORCES) + 1)
    return memo.once(
        ("best_force", total, defence),
        lambda: max(splits, key=lambda force: expected_damage(memo, total, force, defence), default=0),
    )


def strike_the_weakest(world: World, one: Id, memo: Memo) -> Declaration | None:
    """Attack whoever has the least life left, with the best sum and the best split."""
    if cannot_act(world, one):
        return None
    me, targets = world.fighter(one), opponents(world, one)
    force = 0
    if targets and me.skills:
        target = min(targets, key=lambda other: world.fighter(other).life)
        force = best_force(memo, best_total(me), best_total(world.fighter(target)))
    if not force:
        return "pass_turn", {"actor": one}
    skill = max(me.skills, key=lambda name: me.skills[name])
    traits = best_traits(me.traits, me.hinders)
    return "attack", {"attacker": one, "target": target, "traits": traits, "skill": skill, "force": force}


def from_round_one(world: World) -> World:
    """The same situation as if this were the first round: which round it is decides nothing."""
    fight = world.fight
    if fight is None or fight.round <= 1:
        return world
    gone = fight.round - 1
    fighters = world.fighters
    for one in fight.members:
        me = fighters[one]
        if me.lost_turn:
            fighters = fighters.put(one, replace(me, lost_turn=max(0, me.lost_turn - gone)))
    return replace(world, fighters=fighters, fight=replace(fight, round=1))


def tally(world: World) -> dict[str, float]:
    """What a forecast notes at the end of a fight: each fighter's life and whether it is out."""
    fight = world.fight
    if fight is None:
        return {}
    figures: dict[str, float] = {}
    for one in fight.members:
        me = world.fighter(one)
        figures |= {f"life.{one}": me.life, f"out.{one}": float(me.out)}
    return figures


# what helps to answer a prompt ---------------------------------------------------------------------------------------


def notes(prompt: Prompt, memo: Memo) -> tuple[tuple[Word, str], ...]:
    """What the one who is asked should know: the chance of the roll, and what it may cost."""
    about = prompt.about
    if isinstance(about, Missed):
        return (*chance(memo, about.label, about.target_number, again=True), *last_points(about))
    if isinstance(about, Incoming) and about.skills:
        number = best_sum(about.skills, about.traits, about.hinders) - about.force
        return ((Word("arg.target_number"), str(number)), *chance(memo, DEFENCE, number, again=False))
    return ()


def chance(memo: Memo, label: str, number: int, again: bool) -> tuple[tuple[Word, str], ...]:
    """The chance that one roll succeeds."""
    good = memo.dist(ROLLS[label], (NOBODY, number, again)).chance(lambda outcome: outcome.good)
    return ((Word("measure.one_roll"), f"{float(good):.0%}"),)


def last_points(about: Missed) -> tuple[tuple[Word, str], ...]:
    """A warning for each pool whose last point the roll would spend."""
    pools = (STAMINA, CONCENTRATION) if not about.lock else (about.lock,)
    return tuple((Word(f"choice.{pool}"), "→ 0") for pool in pools if about.left(pool) == 0)


# odds ----------------------------------------------------------------------------------------------------------------


def _some(facts: tuple[Fact, ...], kind: type[Fact]) -> int:
    return int(any(isinstance(fact, kind) for fact in facts))


def _out(facts: tuple[Fact, ...], one: Any) -> int:
    return int(any(isinstance(fact, Incapacitated | FellUnconscious) and fact.of == one for fact in facts))


def _lost(facts: tuple[Fact, ...], one: Any) -> int:
    return sum(fact.amount for fact in facts if isinstance(fact, LifeLost) and fact.target == one)


def _first(facts: tuple[Fact, ...], one: Any) -> int:
    return int(_some(facts, Hit) and not any(isinstance(fact, Rerolled) and fact.of == one for fact in facts))


def _spent(facts: tuple[Fact, ...], one: Any) -> int:
    return sum(fact.cost for fact in facts if isinstance(fact, Rerolled) and fact.of == one)


OWN_OUT = Measure(
    "own_out", "chance", lambda facts, args: _out(facts, args.get("attacker", args.get("actor"))), good=False
)

ODDS = (
    OddsOf(
        attack.name,
        (
            Measure("hit", "chance", lambda facts, args: _some(facts, Hit)),
            Measure("parried", "chance", lambda facts, args: _some(facts, Parried), good=False),
            Measure("lands", "chance", lambda facts, args: int(_lost(facts, args["target"]) > 0)),
            Measure("life_lost", "mean", lambda facts, args: _lost(facts, args["target"])),
            Measure("first_hit", "chance", lambda facts, args: _first(facts, args["attacker"])),
            Measure("points", "mean", lambda facts, args: _spent(facts, args["attacker"]), good=False),
            Measure("target_out", "chance", lambda facts, args: _out(facts, args["target"])),
            OWN_OUT,
        ),
        over="force",
        best=("life_lost", "lands"),
    ),
    OddsOf(
        "check",
        (Measure("passed", "chance", lambda facts, args: _some(facts, CheckPassed)), OWN_OUT),
    ),
    OddsOf(
        "work_at_riddle",
        (Measure("passed", "chance", lambda facts, args: _some(facts, CheckPassed)), OWN_OUT),
    ),
)


def fill(world: World, one: Id, total: int) -> World:
    """A fighter whose numbers are hidden, with the viewer's estimate of its best sum and ordinary pools."""
    me = world.fighters.get(one)
    if me is None or not is_hidden(me.skills):
        return world
    guessed = replace(
        me,
        traits=Table(),
        hinders=(),
        skills=Table({"?": total}),
        stamina=ORDINARY_POOL,
        concentration=ORDINARY_POOL,
        life=me.life if not is_hidden(me.life) else 5,
        life_max=5,
        locks=Table(),
        recoveries=0,
    )
    return replace(world, fighters=world.fighters.put(one, guessed))


GUESS = Guess("guess_total", low=6, high=27, ordinary=12, fill=fill)

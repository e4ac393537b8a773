"""What the odds of a blow say, and what helps to answer when one is on its way (AT-27)."""

from fractions import Fraction
from typing import Any

from takusen.rules import DiceCode, Dist, Fact, Id, Measure, Memo, OddsOf, Prompt, Series, Word, is_hidden

from .facts_act import Damaged, Downed, StandbyTaken
from .facts_flow import LastTurnDone, TurnCame, TurnLost
from .foresee import foreseen, percent, strikes
from .windows import Moment
from .world import World

MOST_BARS = 16
DONE = (StandbyTaken, TurnCame, TurnLost, LastTurnDone)
"""Facts with which an action is over."""


def _damage(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    return sum(fact.amount for fact in facts if isinstance(fact, Damaged) and fact.by == args["actor"])


def _downed(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    struck = {fact.target for fact in facts if isinstance(fact, Damaged) and fact.by == args["actor"]}
    return int(any(isinstance(fact, Downed) and fact.of in struck for fact in facts))


def _own_down(facts: tuple[Fact, ...], args: dict[str, Any]) -> int:
    return int(any(isinstance(fact, Downed) and fact.of == args["actor"] for fact in facts))


MEASURES = (
    Measure("damage", "mean", _damage),
    Measure("downed", "chance", _downed),
    Measure("own_down", "chance", _own_down, good=False),
)


def spread(world: World, args: dict[str, Any], memo: Memo) -> tuple[Series, ...]:
    """How the damage falls for the one who is aimed at, before anybody reacts."""
    art, target = struck_with(world, args), args.get("target", "")
    if not target or art is None:
        return ()
    found = foreseen(world, memo.reading, Id(args["actor"]), art or None, Id(target))
    if found.dist is None:
        return ()
    title = Word("panel.damage_dist", (("target", world.fighter(Id(target)).name),))
    return (Series(title, rows(found.dist), Word("phrase.before_reactions")),)


def struck_with(world: World, args: dict[str, Any]) -> Id | None:
    """The skill or song; "" for a normal attack, None for what strikes nobody."""
    chant = world.fighter(args["actor"]).chant
    if "skill" in args:
        return Id(args["skill"]) if args.get("target") and strikes_with(world, Id(args["skill"])) else None
    return chant.song if chant is not None else Id("")


def fits(world: World, args: dict[str, Any]) -> tuple[str, ...]:
    """Damage of what strikes; whether it downs only where the target's HP are open."""
    if not strikes_by(world, args):
        return ()
    target = world.fighters.get(Id(args.get("target", "")))
    closed = target is not None and is_hidden(target.hp)
    return tuple(one.name for one in MEASURES if not (closed and one.name == "downed"))


def strikes_by(world: World, args: dict[str, Any]) -> bool:
    """Whether what is declared does damage: a skill, the song being sung, or else a normal attack."""
    if "skill" in args:
        return strikes_with(world, Id(args["skill"]))
    chant = world.fighter(args["actor"]).chant
    return chant is None or strikes(world.songs[chant.song])


def strikes_with(world: World, skill: Id) -> bool:
    """Whether a skill does damage."""
    return strikes(world.skills[skill])


def rows(dist: Dist[int]) -> tuple[tuple[str, Fraction], ...]:
    """A bar for each amount, or for several next to each other where there are many."""
    low, high = min(dist), max(dist)
    wide = -(-(high - low + 1) // MOST_BARS)
    steps = (range(start, min(start + wide, high + 1)) for start in range(low, high + 1, wide))
    return tuple((span(step[0], step[-1]), Fraction(sum(map(dist.weight, step)), dist.whole)) for step in steps)


def span(low: int, high: int) -> str:
    """From one amount to another."""
    return str(low) if low == high else f"{low}–{high}"


BLOWS = tuple(
    OddsOf(act, MEASURES, over="target", best=("damage", "downed"), until=DONE, series=spread, fits=fits)
    for act in ("attack", "use_skill", "release")
)


# what helps to answer a prompt ---------------------------------------------------------------------------------------


def notes(prompt: Prompt, memo: Memo) -> tuple[tuple[Word, str], ...]:
    """Of a blow on its way: the power rolled, and what it would do to the one it reaches."""
    about = prompt.about
    if not isinstance(about, Moment) or "POWER" not in about.known:
        return ()
    power = about.known["POWER"]
    told = ((Word("dice.power"), str(power)),)
    return (*told, *incoming(about, power)) if "HP" in about.known else told


def incoming(about: Moment, power: int) -> tuple[tuple[Word, str], ...]:
    """The damage to come and the chance that it downs."""
    hp = about.known["HP"]
    ward = DiceCode(about.known["WARD_DICE"], about.known["WARD"]).rolled.dist()
    hurt = ward.map(lambda endurance: max(0, power - endurance))
    mean = f"{float(hurt.mean(lambda amount: amount)):.1f} ({span(min(hurt), max(hurt))})"
    downs = percent(float(hurt.chance(lambda amount: amount >= hp)))
    return (Word("field.hp"), str(hp)), (Word("phrase.incoming"), mean), (Word("phrase.would_fall"), downs)

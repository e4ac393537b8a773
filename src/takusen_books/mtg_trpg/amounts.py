"""How much: damage, counters and modifiers of an effect, where the card leaves it open also asked for."""

from msgspec.structs import replace

from takusen.rules import Id, Play

from .plan import Step, Use, number
from .questions import Case, Share, first_as_much, gm, least_amount
from .world import NOTHING, Modifier, World

MOST = 20
"""The highest number that is asked for where a card counts something that the table doesn't know."""


def counted(t: Play[World], use: Use, step: Step, one: Id) -> int:
    """The number of an effect; the GM is asked for one that the table can't know."""
    amount = step.effect.amount
    known = number(1 if amount is None and step.effect.kind != "damage" else amount, use.x)
    return asked(t, use, step, one) if known is None else known


def settled_once(t: Play[World], use: Use, step: Step, met: tuple[Id, ...]) -> Step:
    """The effect with its number, asked for once where it is the same for all whom it meets."""
    amount = step.effect.amount
    parts = amount if isinstance(amount, tuple) else (amount,)
    if amount is None or amount == "all" or all(number(part, use.x) is not None for part in parts):
        return step
    x = asked(t, use, step, met[0] if len(met) == 1 else NOTHING)
    found = tuple([number(part, x) or 0 for part in parts])
    return replace(step, effect=replace(step.effect, amount=found if isinstance(amount, tuple) else found[0]))


def asked(t: Play[World], use: Use, step: Step, one: Id) -> int:
    """A number that the card leaves open, from the GM."""
    answer: int = gm(t, "amount", Case(use.pc, use.name, one, step.text), tuple(range(MOST + 1)), least_amount)
    return answer


def divided(t: Play[World], use: Use, total: int, targets: tuple[Id, ...]) -> tuple[int, ...]:
    """Damage divided among targets, at least 1 for each."""
    shares: list[int] = []
    for place, one in enumerate(targets[:-1]):
        left, others = total - sum(shares), len(targets) - place - 1
        choices = tuple(range(1, max(1, left - others) + 1))
        shares.append(t.ask(use.pc, "share", choices, Share(use.name, one, left, others), first_as_much))
    return (*shares, total - sum(shares))


def modifier_of(t: Play[World], use: Use, step: Step, one: Id) -> Modifier:
    """The modifier of power and toughness; one that goes with its source lasts as long as that."""
    pair = step.effect.amount if isinstance(step.effect.amount, tuple) else ("-X", "-X")
    known = tuple([number(each, use.x) for each in pair])
    if None in known:
        x = asked(t, use, step, one)
        known = tuple([number(each, x) or 0 for each in pair])
    if step.effect.duration in ("static", "granted") and use.permanent:
        return Modifier(known[0] or 0, known[1] or 0, "source", use.permanent)
    return Modifier(known[0] or 0, known[1] or 0)

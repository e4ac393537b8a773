"""Potions, herbs and magic outside a full fight (SD-08, SD-13, SD-16, SD-18)."""

from fractions import Fraction
from typing import Any

from takusen.rules import Id, Offer, Play, Refused, act

from .facts import FightActed
from .happen import lasting
from .harm import lose_mp, mend
from .rolls import POWER, Reads, power
from .world import EXPLORATION, PC, World
from .wounds import BenefitEnded, ItemUsed, NoEffect, SpellCast

MOST_MP = 30
BONUSES = (0, 1, 2, 3, 4, -1, -2, -3, -4)
WARDS = (0, 1, 2, 3, 4, 5, 6)
INSTANT, ROUNDS18, UNDER_HOUR, HOUR, OVER_HOUR, DAY = "instant", "rounds18", "under_hour", "hour", "over_hour", "day"
DURATIONS = (ROUNDS18, HOUR, INSTANT, UNDER_HOUR, OVER_HOUR, DAY)
NEXT_ACTION, UNTIL_DECLARATION = "next_action", "until_declaration"


# items ---------------------------------------------------------------------------------------------------------------


@act("SD-13", "SD-18")
def use_item(t: Play[World], user: Id, item: str, target: Id) -> None:
    """Use up something from one's bag; a potion costs no TP."""
    consume(t, user, item, target)
    note_action(t, user)


def consume(t: Play[World], user: Id, item: str, target: Id) -> None:
    """What is used is gone; what the book knows works on the power table."""
    t.emit(ItemUsed(user, item, target, t.world.pc(user).items[item] - 1))
    if item not in known(t):
        return
    gained, gauge = restored(t, user, item), t.content(f"items.{item}.gauge")
    if gained < 0:
        t.emit(NoEffect(user, item))
        return
    row, bonus = t.content(f"items.{item}.row"), item_bonus(t, t.world.pc(user), item)
    mend(t, target, gauge, gained, powered(row, gained - bonus, bonus) if row >= 0 else "")


def powered(row: int, points: int, bonus: int) -> str:
    """How a power roll came to its result: K10→4+5."""
    return f"K{row}→{points}+{bonus}" if bonus else f"K{row}→{points}"


def known(t: Reads) -> tuple[str, ...]:
    """The items whose work the book knows."""
    herbs: tuple[str, ...] = t.content("items.herbs")
    potions: tuple[str, ...] = t.content("items.potions")
    return herbs + potions


def restored(t: Play[World], user: Id, item: str) -> int:
    """What an item gives back; -1 where 1-1 makes it void."""
    row, bonus = t.content(f"items.{item}.row"), item_bonus(t, t.world.pc(user), item)
    if row < 0:
        return bonus
    rolled = power(t, user, POWER, row)
    return rolled + bonus if rolled >= 0 else -1


def mean_restored(t: Reads, me: PC, item: str, lacking: int) -> Fraction:
    """What an item can be expected to give back to somebody who lacks so much."""
    row, bonus = t.content(f"items.{item}.row"), item_bonus(t, me, item)
    if row < 0:
        return Fraction(min(lacking, bonus))
    table = enumerate(t.content(f"power.row{row}"), start=3)
    return sum((chance_of(rolled) * min(lacking, points + bonus) for rolled, points in table), Fraction(0))


def chance_of(rolled: int) -> Fraction:
    """The chance of a sum of 2d6."""
    return Fraction(6 - abs(rolled - 7), 36)


def item_bonus(t: Reads, me: PC, item: str) -> int:
    """Skill level and ability bonus on top of the row; whoever lacks the skill rolls the row alone."""
    skill, ability = t.content(f"items.{item}.skill"), t.content(f"items.{item}.ability")
    return int(t.content(f"items.{item}.plus")) + me.base(skill, ability)


def note_action(t: Play[World], one: Id) -> None:
    """Between the tries of a fight somebody has acted."""
    if t.world.fight is not None:
        t.emit(FightActed(one))


@use_item.offer
def _(o: Offer[World]) -> None:
    user = pick_acting(o, "user")
    bag = tuple(name for name, count in o.world.pc(user).items.items() if count > 0)
    if not bag:
        o.refuse("empty_bag")
    o.pick("item", bag, unless=lambda name: not_now(o, name), otherwise="not_in_bag")
    o.pick("target", o.world.party, suggested=(user,))


def not_now(o: Offer[World], item: str) -> Refused | None:
    """House rules may ban an item. Herbs take their time: in the exploration they belong to a rest."""
    banned = o.banned(f"items.{item}")
    if banned:
        return banned
    herb = o.world.phase == EXPLORATION and item in o.content("items.herbs")
    return Refused.because("herbs_in_rest", item=item) if herb else None


def pick_acting(o: Offer[World], name: str) -> Id:
    """One of the seat's characters who can do something now."""
    return o.pick(name, o.mine(o.world.here), unless=lambda one: cannot_act(o, one), otherwise="not_your_pc")


def cannot_act(o: Offer[World], one: Id) -> Refused | None:
    """Why a character can't act (option abbreviated_between)."""
    me, fight = o.world.pc(one), o.world.fight
    if not me.able:
        return Refused.because("down", who=me.name)
    acted = fight is not None and one in fight.acted and o.option("abbreviated_between") == "one_each"
    return Refused.because("acted_between", who=me.name) if acted else None


# magic ---------------------------------------------------------------------------------------------------------------


@act("SD-13", "SD-16", "SD-18")
def cast(
    t: Play[World],
    caster: Id,
    name: str,
    cost: int,
    duration: str,
    targets: tuple[Id, ...] = (),
    bonus: int = 0,
    ward: int = 0,
    benefit: str = "",
) -> None:
    """Magic outside a full fight: it costs MP and no TP, and lasts as its duration is read (SD-16)."""
    t.emit(SpellCast(caster, name, cost))
    lose_mp(t, caster, cost)
    if duration != INSTANT:
        lasts = read_duration(t, duration, benefit)
        for one in targets:
            lasting(t, name, one, lasts, bonus, ward)
    note_action(t, caster)


def read_duration(t: Reads, duration: str, benefit: str) -> str:
    """How long a benefit lasts at this table (SD-16, options rounds18 and other_durations)."""
    if duration == HOUR:
        return "until_tp"
    if duration != ROUNDS18 and t.option("other_durations") == "gm":
        return "gm"
    if duration in (OVER_HOUR, DAY):
        return "until_tp" if duration == OVER_HOUR else "exploration"
    named = {"until_next_declaration": UNTIL_DECLARATION, "one_use": NEXT_ACTION}
    return named.get(t.option("rounds18"), benefit)


@cast.offer
def _(o: Offer[World]) -> None:
    caster = pick_acting(o, "caster")
    o.text("name", at_most=40)
    o.number("cost", 0, min(MOST_MP, o.world.pc(caster).mp))
    duration = o.pick("duration", DURATIONS)
    if duration == INSTANT:
        return
    party = o.world.party
    o.some("targets", party, at_most=len(party), at_least=1, suggested=(caster,))
    o.pick("bonus", BONUSES, suggested=(0,))
    o.pick("ward", WARDS, suggested=(0,))
    if caster_names(o, duration):
        o.pick("benefit", (NEXT_ACTION, UNTIL_DECLARATION))


def caster_names(o: Offer[World], duration: str) -> bool:
    """Whether the caster says how a benefit of 18 rounds works."""
    short = duration == ROUNDS18 or (duration == UNDER_HOUR and o.option("other_durations") == "scale")
    return short and o.option("rounds18") == "caster_names"


@act("SD-13", "SD-18")
def cure(t: Play[World], caster: Id, skill: str, row: int, cost: int, target: Id) -> None:
    """Healing magic: a row of the power table and the magic power, without criticals."""
    t.emit(SpellCast(caster, skill, cost))
    lose_mp(t, caster, cost)
    magic = t.world.pc(caster).base(skill, "intellect")
    rolled = power(t, caster, POWER, row)
    if rolled < 0:
        t.emit(NoEffect(caster, skill))
    else:
        mend(t, target, "hp", rolled + magic, powered(row, rolled, magic))
    note_action(t, caster)


@cure.offer
def _(o: Offer[World]) -> None:
    caster = pick_acting(o, "caster")
    me = o.world.pc(caster)
    magic = tuple(skill for skill in o.content("skills.magic") if me.skills.get(skill, 0))
    if not magic:
        o.refuse("no_magic", who=me.name)
    o.pick("skill", magic)
    o.pick("row", o.content("power.rows"), suggested=(10,))
    o.number("cost", 0, min(MOST_MP, me.mp))
    o.pick("target", o.world.party, suggested=(caster,))


@act("SD-16", by="gm")
def end_benefit(t: Play[World], benefit: Id) -> None:
    """The GM ends what lasts until the GM says so."""
    known: Any = t.world.benefits[benefit]
    t.emit(BenefitEnded(benefit, known.name, known.of))


@end_benefit.offer
def _(o: Offer[World]) -> None:
    lasting_now = tuple(key for key, one in o.world.benefits.items() if not one.ended)
    if not lasting_now:
        o.refuse("nothing_lasts")
    o.pick("benefit", lasting_now)

"""Damage, healing, unconsciousness and 生死判定 of the base game (SD-04, SD-18)."""

from takusen.rules import Id, Play

from .facts import DeathCheckDue
from .rolls import DEATH, attempt
from .world import ADVENTURER, World
from .wounds import BenefitEnded, Damaged, Died, FellUnconscious, HpRestored, MpLost, MpRestored, Woke


def hurt(t: Play[World], of: Id, rolled: int, kind: str, formula: str = "") -> None:
    """Physical damage goes through 防護点, magic damage does not; benefits ward off both."""
    warded, armour = t.world.ward(of), t.world.pc(of).armour * t.content(f"damage.{kind}_armour")
    off = armour + warded
    amount = max(0, rolled - off)
    left = t.world.pc(of).hp - amount
    flat = rolled if off and not formula else 0
    t.emit(Damaged(of, kind, rolled, amount, left, formula, flat, armour, warded))
    fall(t, of, left, amount)
    if warded:
        use_up_wards(t, of)


def lose_hp(t: Play[World], of: Id, kind: str, amount: int) -> None:
    """HP go down without anything in between."""
    left = t.world.pc(of).hp - amount
    t.emit(Damaged(of, kind, amount, amount, left))
    fall(t, of, left, amount)


def fall(t: Play[World], of: Id, left: int, amount: int) -> None:
    """Whoever has no HP left falls, and each wound asks for a 生死判定."""
    if left > t.content("dying.down_at") or not amount:
        return
    if not t.world.pc(of).unconscious:
        t.emit(FellUnconscious(of))
    if t.world.fight is not None and t.option("abbreviated_death_check") == "checks_after_the_fight":
        t.emit(DeathCheckDue(of))
    else:
        hang_on(t, of)


def hang_on(t: Play[World], of: Id) -> None:
    """生死判定: level and vitality against what HP lack; failing it is death."""
    target = -t.world.pc(of).hp * t.content("dying.target_per_point")
    if not attempt(t, of, DEATH, ADVENTURER, "vitality", target):
        t.emit(Died(of))


def lose_mp(t: Play[World], of: Id, amount: int, formula: str = "") -> int:
    """MP go down to 0 at most; gives what was lacking."""
    have = t.world.pc(of).mp
    lost = min(have, amount)
    t.emit(MpLost(of, lost, have - lost, formula, amount if formula else 0))
    return amount - lost


def mend(t: Play[World], of: Id, gauge: str, amount: int, formula: str = "") -> None:
    """HP or MP come back, up to their maximum; above 0 HP one comes to."""
    me, rolled = t.world.pc(of), amount if formula else 0
    gained = max(0, min(amount, me.lacking(gauge)))
    if gauge == "mp":
        t.emit(MpRestored(of, gained, me.mp + gained, formula, rolled))
        return
    t.emit(HpRestored(of, gained, me.hp + gained, formula, rolled))
    if me.unconscious and me.hp + gained > t.content("dying.down_at"):
        t.emit(Woke(of))


def end_benefits(t: Play[World], lasts: tuple[str, ...]) -> None:
    """What lasts only so long ends (SD-16)."""
    for key, benefit in t.world.benefits.items():
        if benefit.lasts in lasts and not benefit.ended:
            t.emit(BenefitEnded(key, benefit.name, benefit.of))


def use_up(t: Play[World], of: Id) -> None:
    """Benefits for the very next action are used up by it (SD-16)."""
    for key, benefit in t.world.lasting(of).items():
        if benefit.lasts == "next_action":
            t.emit(BenefitEnded(key, benefit.name, of))


def use_up_wards(t: Play[World], of: Id) -> None:
    """A ward for once has warded off once."""
    for key, benefit in t.world.lasting(of).items():
        if benefit.lasts == "next_action" and benefit.ward:
            t.emit(BenefitEnded(key, benefit.name, of))

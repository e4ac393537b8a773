"""省略戦闘 (SD-18): a fight in a few rolls, and full fights that are played by the base game."""

from typing import Literal

from takusen.rules import Chance, Id, Offer, Play, Refused, act, rule, total

from .facts import (
    BattleBegun,
    ExplorationEnded,
    FightBegun,
    FightTried,
    FoeComes,
    FoeWaits,
    Improvised,
    MissionFailed,
    MonsterBeaten,
    MonsterMet,
    Retreated,
)
from .harm import hang_on, lose_hp, lose_mp, use_up
from .rolls import ABBREVIATED, TARGET, Reads, attempt
from .world import ABILITIES, EXPLORATION, UNSKILLED, Fight, World
from .wounds import BodyLeft

Outcome = Literal["beaten", "retreat"]
Style = Literal["short", "full"]


# how a fight begins --------------------------------------------------------------------------------------------------


@rule("SD-18")
def target_number(t: Chance, of: Id, level: int) -> int:
    """Monster level + 2d6, which never decides by itself."""
    return level + t.roll(TARGET, total(2, 6), of)


def meet(t: Play[World], monster: Id, full: bool) -> None:
    """A monster attacks; one that comes while a fight is on waits for its end."""
    t.emit(MonsterMet(monster, t.world.monsters[monster].text))
    if t.world.fight is not None or t.world.battle:
        t.emit(FoeWaits(monster))
    elif full:
        t.emit(BattleBegun(monster))
    else:
        begin(t, monster)


def begin(t: Play[World], monster: Id) -> None:
    """The GM rolls the target number, which stands for this fight (SD-18)."""
    level = t.world.monsters[monster].level
    t.emit(FightBegun(monster, level, target_number(t, monster, level)))


@act("SD-18", by="table")
def next_foe(t: Play[World]) -> None:
    """The next monster that waits attacks."""
    monster = t.world.foes[0]
    t.emit(FoeComes(monster))
    begin(t, monster)


# a try ---------------------------------------------------------------------------------------------------------------


@act("SD-18", "SD-05")
def abbreviated(t: Play[World], representative: Id, skill: str, ability: str = "strength") -> None:
    """A representative's try: any A-table skill and any ability against the target number."""
    fight = t.world.fight
    assert fight is not None
    t.emit(FightTried(representative, fight.tries + 1))
    if attempt(t, representative, ABBREVIATED, skill, ability, fight.target):
        beat(t, representative)
    else:
        pay(t, representative, skill, fight.level)
    use_up(t, representative)


@abbreviated.offer
def _(o: Offer[World]) -> None:
    if o.world.fight is None:
        o.refuse("no_fight")
    mine = o.mine(o.world.here)
    one = o.pick("representative", mine, unless=lambda one: cannot_fight(o, one), otherwise="not_your_pc")
    skill = pick_fighting_skill(o, one)
    if skill != UNSKILLED:
        o.pick("ability", ABILITIES, suggested=(best_ability(o.world, one),))


def pick_fighting_skill(o: Offer[World], one: Id) -> str:
    """One of the character's skills that serve here, the highest suggested."""
    skills = usable(o, o.world, one) or (UNSKILLED,)
    short = tuple(skill for skill in skills if short_of_mp(o, o.world, one, skill))
    highest = max((skill for skill in skills if skill not in short), key=lambda name: level(o.world, one, name))
    why = Refused.because("mp_short", who=o.world.pc(one).name)
    return o.pick(
        "skill",
        skills,
        unless=lambda skill: why if skill in short else None,
        otherwise="wrong_skill",
        suggested=(highest,),
    )


def level(world: World, one: Id, skill: str) -> int:
    """A character's level in a skill."""
    return world.pc(one).skills.get(skill, 0)


def fighting_skills(t: Reads) -> tuple[str, ...]:
    """The skills that serve in a 省略戦闘 (option abbreviated_skills)."""
    listed: tuple[str, ...] = t.content("skills.a_table")
    more: tuple[str, ...] = t.content("skills.warriors")
    return tuple(dict.fromkeys(listed + more)) if t.option("abbreviated_skills") == "a_table_plus_warriors" else listed


def usable(t: Reads, world: World, one: Id) -> tuple[str, ...]:
    """A character's own skills among those that serve."""
    return tuple(skill for skill in fighting_skills(t) if level(world, one, skill))


def best_ability(world: World, one: Id) -> str:
    """The ability with the highest bonus."""
    return max(ABILITIES, key=world.pc(one).bonus)


def cannot_fight(o: Offer[World], one: Id) -> Refused | None:
    """Why a character can't represent in the fight."""
    me = o.world.pc(one)
    if not me.able:
        return Refused.because("down", who=me.name)
    skills = usable(o, o.world, one)
    if not skills and o.option("abbreviated_unskilled") == "barred":
        return Refused.because("no_fighting_skill", who=me.name)
    dry = bool(skills) and all(short_of_mp(o, o.world, one, skill) for skill in skills)
    return Refused.because("mp_short", who=me.name) if dry else None


def short_of_mp(t: Reads, world: World, one: Id, skill: str) -> bool:
    """Whether a magic skill can't be used for lack of MP (option abbreviated_mp_short)."""
    needed = world.fight.level if world.fight else 0
    barred = t.option("abbreviated_mp_short") == "barred" and world.pc(one).mp < needed
    return bool(barred and skill in t.content("skills.magic"))


def pay(t: Play[World], of: Id, skill: str, level: int) -> None:
    """The price of a failed try: MP with a magic skill, else HP that nothing reduces."""
    if skill not in t.content("skills.magic"):
        lose_hp(t, of, "magic", level * 2)
        return
    lacking = lose_mp(t, of, level)
    if lacking and t.option("abbreviated_mp_short") == "rest_from_hp":
        lose_hp(t, of, "magic", lacking)


def beat(t: Play[World], of: Id) -> None:
    """The monster is beaten; there is no loot and no experience."""
    fight = t.world.fight
    assert fight is not None
    t.emit(MonsterBeaten(fight.monster, of))
    settle_dying(t, fight)


def settle_dying(t: Play[World], fight: Fight) -> None:
    """The 生死判定 that waited for the end of the fight (option abbreviated_death_check)."""
    for one in fight.dying:
        if t.world.pc(one).unconscious:
            hang_on(t, one)


# how it ends otherwise -----------------------------------------------------------------------------------------------


@act("SD-18", by="table")
def fight_lost(t: Play[World]) -> None:
    """Nobody is left who can represent (option abbreviated_wipe)."""
    fight = t.world.fight
    assert fight is not None
    t.emit(Retreated(fight.monster))
    settle_dying(t, fight)
    if t.option("abbreviated_wipe") == "mission_fail":
        t.emit(MissionFailed())
        t.emit(ExplorationEnded())


@act("SD-18", by="gm")
def end_fight(t: Play[World], outcome: Outcome) -> None:
    """The GM ends the fight; a monster beaten in a full fight leaves a body to search."""
    fight, battle = t.world.fight, t.world.battle
    monster = fight.monster if fight else battle
    t.emit(MonsterBeaten(monster) if outcome == "beaten" else Retreated(monster))
    if fight:
        settle_dying(t, fight)
    if battle and outcome == "beaten":
        leave_body(t, battle)


def leave_body(t: Play[World], monster: Id) -> None:
    """A defeated monster lies there."""
    known = t.world.monsters[monster]
    t.emit(BodyLeft(Id(f"body{len(t.world.bodies) + 1}"), known.name, known.loot))


@end_fight.offer
def _(o: Offer[World]) -> None:
    if o.world.fight is None and not o.world.battle:
        o.refuse("no_fight")
    o.pick("outcome", ("beaten", "retreat"))


@act("SD-18", "SD-19", by="gm")
def bring_monster(t: Play[World], monster: Id, style: Style, reason: str = "") -> None:
    """A monster that no card or event brings (option strictness)."""
    if reason:
        t.emit(Improvised(reason))
    meet(t, monster, style == "full")


@bring_monster.offer
def _(o: Offer[World]) -> None:
    if o.world.phase != EXPLORATION:
        o.refuse("not_exploring")
    o.pick("monster", o.world.monsters)
    o.pick("style", ("short", "full"))
    if o.option("strictness") == "strict":
        o.text("reason")


def nobody_left(t: Reads, world: World) -> bool:
    """Whether nobody can represent any more: all are down, or lack a skill that serves."""
    flat = t.option("abbreviated_unskilled") == "flat_2d6"
    return not any(flat or usable(t, world, one) for one in world.ready)

"""A referee for battles of artonelico: it watches every fact and act, and keeps its own count of what was done."""

from collections import Counter
from typing import Any

from takusen.play.handles import Fact, Id
from takusen.play.reading import Reading
from takusen_books.artonelico.facts_act import (
    Attacked,
    Delayed,
    Downed,
    Fled,
    FleeFailed,
    Guarded,
    ItemUsed,
    Moved,
    SkillUsed,
    StandbyTaken,
    Waited,
)
from takusen_books.artonelico.facts_flow import BattleStarted, LastTurnDone, OrderDecided, TurnBegan, TurnCame
from takusen_books.artonelico.facts_song import ChantChanged, ChantEnded, ChantKept, ChantStarted, SongTookEffect
from takusen_books.artonelico.stats import amount, permits
from takusen_books.artonelico.uses import cannot_use
from takusen_books.artonelico.windows import can_react, watching
from takusen_books.artonelico.world import CHECK, MAIN, SONG, Fighter, World

GAUGES = ("mp", "gauge", "barrier", "miracle", "marker", "guard")
STANDING = (
    Attacked, Moved, Guarded, Waited, Fled, FleeFailed, ItemUsed, SkillUsed, ChantStarted, ChantKept, ChantChanged,
)  # fmt: skip
"""What only somebody who stands can do."""
FORBIDDEN = {"move": "standby", "guard": "", "attack": "main", "use_item": "main", "flee": "main"}
"""Acts that chanting forbids, and the action that has to be permitted for them."""

PAYING = (ChantStarted, ChantKept, ChantChanged, SkillUsed)
"""What MP are paid for."""
MP_PAID = "mp_paid"


class Broken(AssertionError):
    """A law of the game doesn't hold."""


class Referee:
    """Watches one battle."""

    def __init__(self, reading: Reading) -> None:
        self.options = reading.options
        self.act, self.actor = "", Id("")
        self.rolls: dict[Id, list[int]] = {}
        self.taken: Counter[tuple[Id, str]] = Counter()
        self.used: Counter[tuple[Id, Id, str]] = Counter()
        self.sung: set[Id] = set()
        self.owed: set[Id] = set()

    def need(self, holds: bool, law: str, *about: Any) -> None:
        """A law, which has to hold."""
        if not holds:
            raise Broken(f"{law}: {self.act} of {self.actor or '-'}; {' '.join(map(str, about))}")

    # acts --------------------------------------------------------------------------------------------------------

    def opens(self, world: World, act: str, args: dict[str, Any]) -> None:
        """An act begins."""
        self.act, self.actor = act, args.get("actor", Id(""))
        self.owed.clear()
        battle, me = world.battle, world.fighters.get(self.actor)
        if battle is None or me is None:
            return
        self.need(me.stands and not me.fainted, "who acts stands and is not fainted", me.name)
        if battle.phase != MAIN:
            self.need(self.actor in battle.waiting, "who declares is waited for", me.name)
            return
        self.need(battle.order[battle.at] == self.actor, "only whoever is up acts", me.name)
        self.need(not self.taken[self.actor, "main"], "nothing follows the main action", me.name)
        self.need("paralysis" not in me.ailments, "the paralysed don't act", me.name)
        self._sings(world, me, args)

    def _sings(self, world: World, me: Fighter, args: dict[str, Any]) -> None:
        """While chanting only little may be done."""
        if me.chant is None or self.act not in FORBIDDEN:
            return
        action = FORBIDDEN[self.act] or args.get("action", "main")
        self.need(permits(world, self.actor, action), "chanting forbids this", me.name)

    def closes(self, before: World, after: World) -> None:
        """An act has ended: in the main phase it took one action of whoever acted, and nobody else's."""
        self.need(not self.owed, "who has paid MP is asked for what answers that", *self.owed)
        battle = before.battle
        if battle is None or battle.phase != MAIN or self.actor not in before.fighters:
            return
        me, now = before.fighters[self.actor], after.fighters[self.actor]
        if after.battle is not None and after.battle.turn == battle.turn:
            spent = (now.standby_used > me.standby_used) + (now.main_used > me.main_used)
            self.need(spent == 1 or now.delayed > me.delayed, "an act takes one action", me.name, spent)

    # facts -------------------------------------------------------------------------------------------------------

    def asked(self, label: str, of: str) -> None:
        """Somebody is asked something."""
        if label == MP_PAID:
            self.owed.discard(Id(of))

    def roll(self, label: str, of: str, value: Any) -> None:
        """Initiative and what breaks its ties."""
        if label in ("initiative", "tie"):
            self.rolls.setdefault(Id(of), []).append(value)

    def fact(self, before: World, fact: Fact, after: World) -> None:
        """Something became true."""
        self._above_nothing(before, after)
        if isinstance(fact, STANDING):
            me = before.fighters[fact.of]
            late = isinstance(fact, SkillUsed) and before.here().phase == CHECK
            late = late and self.options["downed_in_check"] == "yes"
            self.need(me.stands or (late and me.downed), "who does something stands", me.name, fact)
        if isinstance(fact, PAYING) and paid(before, fact) and may_answer(after, fact.of):
            self.owed.add(fact.of)
        check = getattr(self, f"_{fact.word()}", None)
        if check is not None:
            check(before, fact, after)

    def _above_nothing(self, before: World, after: World) -> None:
        """No gauge falls below 0, and none rises above its top by being filled."""
        self.need(after.harmo >= 0, "the harmo gauge is not below 0", after.harmo)
        if after.fighters is before.fighters:
            return
        for one, me in after.fighters.items():
            was = before.fighters.get(one)
            if me is was:
                continue
            low = [name for name in GAUGES if getattr(me, name) < 0]
            self.need(not low, "no gauge is below 0", me.name, low)
            floor = self.options["hp_floor"] == "stops_at_0"
            self.need(me.hp >= 0 or not floor, "HP stop at 0", me.name, me.hp)
            if was is not None:
                self.need(me.hp <= max(me.hp_max, was.hp), "HP stop at their top", me.name, me.hp)
                self.need(me.mp <= max(me.mp_max, was.mp), "MP stop at their top", me.name, me.mp)
            self.need(min(me.items.values(), default=0) >= 0, "nobody has less than no item", me.name)
            self.need(min(me.ailments.values(), default=1) > 0, "ailments that have run down are gone", me.name)

    def _battle_started(self, before: World, fact: BattleStarted, after: World) -> None:
        self.taken.clear()
        self.used.clear()

    def _turn_began(self, before: World, fact: TurnBegan, after: World) -> None:
        self.taken.clear()
        self.sung.clear()
        self.rolls.clear()
        for key in [key for key in self.used if key[2] != "battle"]:
            del self.used[key]

    def _order_decided(self, before: World, fact: OrderDecided, after: World) -> None:
        """Everybody who stands is in the order, the highest roll first, ties by their further dice; later a skill may
        change who comes where."""
        if not self.rolls:
            self.need(sorted(fact.order) == sorted(before.here().order), "a changed order has the same members")
            return
        standing = {one for one, me in before.fighters.items() if me.stands}
        self.need(set(fact.order) == standing and len(fact.order) == len(standing), "all who stand are in the order")
        totals = [self.rolls.get(one, []) for one in fact.order]
        if all(totals) and self.options["init_tie"] == "reroll":
            self.need(totals == sorted(totals, reverse=True), "the order is sorted", totals)
        self.rolls.clear()

    # actions ---------------------------------------------------------------------------------------------------------

    def _standby_taken(self, before: World, fact: StandbyTaken, after: World) -> None:
        self._take(fact.of, "standby")

    def _turn_came(self, before: World, fact: TurnCame, after: World) -> None:
        self.need(after.fighters[fact.of].stands, "the turn comes to somebody who stands", fact.of)
        if fact.done:
            self._take(fact.done, "main")

    def _last_turn_done(self, before: World, fact: LastTurnDone, after: World) -> None:
        if fact.done:
            self._take(fact.done, "main")

    def _take(self, one: Id, action: str) -> None:
        self.need(one == self.actor, "nobody else's action is used up", one, action)
        self.need(not self.taken[one, "main"], "nothing follows the main action", one)
        self.taken[one, action] += 1
        self.need(self.taken[one, action] == 1, "one action of a kind a turn", one, action)

    def _delayed(self, before: World, fact: Delayed, after: World) -> None:
        self.need(self.options["wait"] == "delays_to_end", "turns are put off only where the table says so", fact.of)

    def _downed(self, before: World, fact: Downed, after: World) -> None:
        was, me = before.fighters[fact.of], after.fighters[fact.of]
        self.need(was.chant is None, "a chant has ended before its singer falls", me.name)
        self.need(me.chant is None and me.downed, "the downed don't sing", me.name)

    # songs -----------------------------------------------------------------------------------------------------------

    def _chant_started(self, before: World, fact: ChantStarted, after: World) -> None:
        me = before.fighters[fact.of]
        self.need(me.chant is None and before.here().phase == SONG, "a chant starts in the song phase", me.name)
        self._paid(before, fact, self._mp(before, fact.of, fact.song))

    def _chant_changed(self, before: World, fact: ChantChanged, after: World) -> None:
        full = self._mp(before, fact.of, fact.song)
        self.need(before.here().phase == SONG, "a chant changes in the song phase", fact.of)
        self._paid(before, fact, full if self.options["change_mp"] == "its_full_mp" else 0)

    def _chant_kept(self, before: World, fact: ChantKept, after: World) -> None:
        me, blue = before.fighters[fact.of], before.songs[fact.song].colour == "blue"
        self.need(me.chant is not None and me.chant.song == fact.song, "one keeps what one sings", me.name)
        self._paid(before, fact, self._mp(before, fact.of, fact.song) if blue and not fact.chant.idle else 0)
        if not fact.chant.idle:
            self.need(fact.gauge == me.gauge + 1, "keeping raises the gauge by 1", me.name, fact.gauge)

    def _paid(self, before: World, fact: Any, due: int) -> None:
        me = before.fighters[fact.of]
        self.need(fact.paid == due, "a song costs its MP", me.name, fact.paid, due)
        self.need(fact.mp == me.mp - due, "what is paid is gone", me.name, me.mp, fact.mp)

    @staticmethod
    def _mp(world: World, one: Id, song: Id) -> int:
        return max(0, amount(world, one, world.songs[song].mp, world.fighters[one].level))

    def _chant_ended(self, before: World, fact: ChantEnded, after: World) -> None:
        self.need(before.fighters[fact.of].chant is not None, "only what is sung ends", fact.of)

    def _song_took_effect(self, before: World, fact: SongTookEffect, after: World) -> None:
        chant, phase = before.fighters[fact.of].chant, before.here().phase
        self.need(chant is not None and chant.song == fact.song, "only what is sung takes effect", fact.of)
        blue = before.songs[fact.song].colour == "blue"
        self.need(phase == (SONG if blue else MAIN), "each colour in its phase", fact.of, phase)
        self.need(blue or self.act == "release", "red magic is released", fact.of)
        self.need(fact.of not in self.sung, "a song takes effect once a turn", fact.of)
        self.sung.add(fact.of)

    # skills ----------------------------------------------------------------------------------------------------------

    def _skill_used(self, before: World, fact: SkillUsed, after: World) -> None:
        me, art = before.fighters[fact.of], before.skills[fact.skill]
        self.need("faint" not in me.ailments, "the fainted use nothing", me.name)
        self.need(fact.skill in me.skills, "one uses what one has", me.name, fact.skill)
        if me.chant is None:
            self.need(art.singing != "only", "some skills are for chanters alone", me.name, fact.skill)
        elif art.singing == "no":
            what = "active" if art.state == "active" else "main"
            self.need(permits(before, fact.of, what), "chanting forbids this skill", me.name, fact.skill)
        for span in ("turn", "battle"):
            self.used[fact.of, fact.skill, span] += 1
            most = art.limit.get(span)
            used = self.used[fact.of, fact.skill, span]
            self.need(most is None or used <= most, "limits are kept", me.name, fact.skill, span, used)
        self._costs(before, fact, after)

    def _costs(self, before: World, fact: SkillUsed, after: World) -> None:
        """The cost goes, as its formulas say."""
        me, now, art = before.fighters[fact.of], after.fighters[fact.of], before.skills[fact.skill]
        level = me.skills[fact.skill]
        due = {str(what): max(0, amount(before, fact.of, text, level)) for what, text in art.cost.items()}
        for what, field in (("hp", "hp"), ("mp", "mp"), ("bg", "gauge"), ("miracle", "miracle"), ("marker", "marker")):
            gone = getattr(me, field) - getattr(now, field)
            self.need(gone == due.get(what, 0), "a skill costs what it costs", me.name, fact.skill, what, gone)
        self.need(before.harmo - after.harmo == due.get("hg", 0), "HG are paid", fact.skill)


def paid(before: World, fact: Any) -> bool:
    """Whether MP are paid; what answers such a payment opens no further window."""
    answers = isinstance(fact, SkillUsed) and MP_PAID in before.skills[fact.skill].hooks
    return bool(fact.mp < before.fighters[fact.of].mp) and not answers


def may_answer(world: World, one: Id) -> bool:
    """Whether somebody has a skill that may be used when MP have been paid."""
    mine = [skill for skill in world.fighters[one].skills if skill in world.skills]
    active = [skill for skill in mine if world.skills[skill].state == "active" and MP_PAID in world.skills[skill].hooks]
    watches = one in watching(world, MP_PAID) and can_react(world, one, late=False)
    return watches and any(cannot_use(world, one, skill, MP_PAID) is None for skill in active)

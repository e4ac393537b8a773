"""A referee for MTGでTRPG: it watches every fact and act and knows the catalogue, not the book's own code."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from takusen.play.handles import Fact, Id
from takusen_books.mtg_trpg.facts_cast import AbilityUsed, CardCast, CarriedOff, NothingHappened, RangeSet
from takusen_books.mtg_trpg.facts_pc import LeftToCards
from takusen_books.mtg_trpg.facts_state import (
    CounterPut,
    CounterRemoved,
    CountersCancelled,
    Damaged,
    DamageHealed,
    LoyaltyChanged,
    Modified,
)
from takusen_books.mtg_trpg.facts_world import (
    Burned,
    Destroyed,
    Died,
    Endured,
    Exiled,
    Fled,
    MadeAnew,
    Moved,
    PutOutOfUse,
    Regenerated,
    Sealed,
    SealEnded,
    ShieldBroken,
    StayedAtHome,
    Unsealed,
    Vanished,
    WentToGraveyard,
)
from takusen_books.mtg_trpg.recognise import Effect
from takusen_books.mtg_trpg.world import Control, Permanent, Seal, World
from tests.books.mtg_catalogue import (
    RUINS,
    body,
    effects,
    facility,
    lasting,
    less,
    lies_in,
    minus,
    picked,
    plain,
    plus,
    stamina,
    state,
    walker,
    where,
)

HEALING = (DamageHealed, Regenerated, MadeAnew)
"""All that takes damage away."""
EASING = (CountersCancelled, CounterRemoved, MadeAnew)
"""All that takes -1/-1 counters away (MT-16)."""
OF_WOUNDS = ("end_scene", "pass_days", "heal")
"""The acts in which damage and minus modifiers recover."""
MET = (
    Destroyed, Endured, Regenerated, ShieldBroken, Damaged, LoyaltyChanged, Modified, CounterPut, Exiled, Fled, Sealed,
    Moved, CarriedOff, LeftToCards, Vanished, NothingHappened, StayedAtHome, PutOutOfUse,
)  # fmt: skip
"""What befalls whomever an effect meets."""
ENDS = (LeftToCards, Vanished, WentToGraveyard, PutOutOfUse, Fled)
USES = ("cast", "activate")


class Broken(AssertionError):
    """A law of the game doesn't hold."""


class Referee:
    """Watches a table."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options, self.act = options, ""
        self.args: Mapping[str, Any] = {}
        self.seen: dict[str, int] = {}
        self._clear()

    def _clear(self) -> None:
        self.falling: dict[Id, Permanent] = {}
        self.ending: dict[Id, tuple[Permanent, Id]] = {}
        self.ranges: list[tuple[RangeSet, World]] = []
        self.met: list[Id] = []

    def need(self, holds: bool, law: str, *about: Any) -> None:
        """A law, which has to hold."""
        self.seen[law] = self.seen.get(law, 0) + 1
        if not holds:
            raise Broken(f"{law}: {self.act} {dict(self.args)}; {' '.join(map(str, about))}")

    def opens(self, act: str, args: Mapping[str, Any]) -> None:
        """An act begins."""
        self.act, self.args = act, args
        self._clear()

    # each fact ---

    def fact(self, before: World, fact: Fact, after: World) -> None:
        """A fact changes the world."""
        self.touches_nobody_else(before, fact, after)
        of = Id(getattr(fact, "of", ""))
        if of in before.permanents:
            if after.permanents[of].zone != "left":
                self.heals_by_right(before.permanents[of], fact, after.permanents[of])
            if isinstance(fact, ENDS) and of in self.falling:
                self.fallen(self.falling.pop(of), fact)
            if isinstance(fact, MET) and self.ranges:
                self.met.append(of)
        for kind, law in LAWS.items():
            if isinstance(fact, kind):
                law(self, before, fact, after)

    def touches_nobody_else(self, before: World, fact: Fact, after: World) -> None:
        """What befalls one is nobody else's matter, and it changes nobody's heart (MT-05, MT-11, MT-12)."""
        for one, me in before.permanents.items():
            now = after.permanents[one]
            if now is me:
                continue
            self.need(me.allegiance == now.allegiance, "allegiance stays", one)
            if one != getattr(fact, "of", ""):
                self.need(state(me) == state(now), "a fact touches nobody else", one, fact)

    def heals_by_right(self, me: Permanent, fact: Fact, now: Permanent) -> None:
        """Damage, minus modifiers and -1/-1 counters go by nothing but what the rules name (MT-13 to MT-16)."""
        if now.damage < me.damage:
            self.need(isinstance(fact, HEALING), "damage stays", fact)
            if isinstance(fact, DamageHealed):
                self.need(self.act in OF_WOUNDS, "damage heals in time", fact)
        if now.counters.get("-1/-1", 0) < me.counters.get("-1/-1", 0):
            self.need(isinstance(fact, EASING) and self.act != "pass_days", "-1/-1 counters stay", fact)
        eased = any(now < had for now, had in zip(minus(now.modifiers), minus(me.modifiers), strict=True))
        if eased and not isinstance(fact, MadeAnew):
            self.need(self.act in OF_WOUNDS, "a minus stays", fact)

    def falls_along(self, before: World, of: Id) -> bool:
        """Whether it is a ward that goes with what it lies on, or pays for its own ability."""
        me = before.permanents[of]
        return ("enchantment" in me.types and me.holder in self.met) or of == self.args.get("actor")

    # the end of permanents ---

    def destroyed(self, before: World, fact: Destroyed, after: World) -> None:
        me = before.permanents[fact.of]
        self.need(not me.indestructible, "indestructible is not destroyed", fact.of)
        self.need(not me.counters.get("shield"), "a shield goes first", fact.of)
        self.need(me.zone == "battlefield", "only what is there is destroyed", fact.of)
        if self.act == "settle":
            self.need(body(me) and 0 < me.damage >= stamina(me), "damage destroys when lethal", fact.of)
        self.falling[fact.of] = me

    def died(self, before: World, fact: Died, after: World) -> None:
        me = before.permanents[fact.of]
        if self.act == "settle":
            bearer = before.permanents.get(me.holder)
            spent = (body(me) and stamina(me) <= 0) or (not body(me) and me.loyalty <= 0 and not facility(me))
            self.need(spent or (bearer is not None and not bearer.here), "who dies has a reason", fact.of)
        self.falling[fact.of] = me

    def fallen(self, me: Permanent, fact: Fact) -> None:
        """What becomes of the destroyed (MT-03 to MT-05)."""
        if me.owner:
            by_magic = isinstance(fact, Vanished) if not me.card else isinstance(fact, LeftToCards)
            self.need(by_magic, "a PC's own goes by ordinary Magic", fact)
            self.need(getattr(fact, "to", "graveyard") == "graveyard", "to the graveyard", fact)
        elif walker(me):
            flees = self.options["planeswalker_destroyed"] == "flees"
            self.need(isinstance(fact, Fled if flees else (Fled, WentToGraveyard)), "a walker flees", fact)
        elif facility(me):
            self.need(isinstance(fact, PutOutOfUse) and fact.how == "destroyed", "a facility is out of use", fact)
        elif me.types == ("enchantment",) and self.options["land_ward_graveyard"] == "no":
            self.need(isinstance(fact, Vanished), "a ward leaves no remains", fact)
        else:
            self.need(isinstance(fact, WentToGraveyard), "the destroyed leave remains", fact)

    def remains(self, before: World, fact: WentToGraveyard, after: World) -> None:
        now = after.permanents[fact.of]
        self.need(now.place == where(before, fact.of), "remains lie where it stood", fact)
        self.need(now.zone == "graveyard" and not now.burned and not now.owner, "remains are in the graveyard", fact)

    def burned(self, before: World, fact: Burned, after: World) -> None:
        me, now = before.permanents[fact.of], after.permanents[fact.of]
        self.need(me.zone == "graveyard" and now.zone == "exile" and not now.place, "burned remains are exiled", fact)

    def out_of_use(self, before: World, fact: PutOutOfUse, after: World) -> None:
        me, now = before.permanents[fact.of], after.permanents[fact.of]
        self.need(facility(me) and now.here and now.place == me.place, "a ruin stands where it stood", fact)

    # seals ---

    def unsealing(self, before: World, fact: SealEnded, after: World) -> None:
        me = before.permanents[fact.of]
        seal = me.seal or Seal()
        if seal.by:
            self.need(not before.permanents[seal.by].here, "a seal holds as long as its source", fact)
        else:
            at_end = self.act == "end_scene" and seal.event == "next_end_step"
            self.need(self.act == "event_happens" or at_end, "a seal holds until its event", fact)
        owner = before.pcs.get(seal.owner)
        self.ending[fact.of] = (me, owner.place if owner and owner.place else seal.place)

    def unsealed(self, before: World, fact: Unsealed, after: World) -> None:
        me, now = before.permanents[fact.of], after.permanents[fact.of]
        self.need(fact.of in self.ending and me.zone == "sealed", "only what was sealed appears", fact)
        self.need(me.hostile == now.hostile and now.control is None, "it is nobody's more than before", fact)

    def came_out(self, after: World) -> None:
        """Whatever was sealed is where the owner of the card is; a facility can be used where it stands."""
        for one, (me, place) in self.ending.items():
            now = after.permanents[one]
            self.need(now.seal is None, "the seal is gone", one)
            if facility(me):
                self.need(now.here and not now.ruin and now.place == me.place, "a facility is as before", one)
            elif me.zone == "sealed":
                self.need(now.here and now.place == place, "it appears with the card's owner", one, now.place, place)

    # whom spells may meet ---

    def aimed(self, before: World, fact: CardCast | AbilityUsed, after: World) -> None:
        if isinstance(fact, CardCast):
            pc, faces = fact.of, [one for one in before.cards[fact.card].faces if one.name == fact.face]
            found = [each for face in faces for each in effects(face)]
        else:
            pc, me = fact.by, before.permanents[fact.of]
            found = list(effects(before.cards[me.card].faces[me.face], fact.text))
        if any(each.scope == "choose" for each in found):
            return
        for one in fact.targets:
            target = before.permanents.get(one)
            if target is not None and target.here:
                mine = (target.control.by if target.control else target.owner) == pc
                self.need(not target.shroud, "shroud is never targeted", one)
                self.need(mine or not target.hexproof, "hexproof is never targeted", one)

    def ranged(self, before: World, fact: RangeSet, after: World) -> None:
        self.ranges.append((fact, before))

    def all_met(self, found: list[Effect]) -> None:
        """The PCs' own in the scene are always met, nobody beyond the range is (MT-22)."""
        if len(self.ranges) != 1 or len(found) != 1 or found[0].scope not in ("all", "each"):
            return
        fact, world = self.ranges[0]
        present = world.scene.present if world.scene else ()
        for one in self.met:
            if one in world.permanents and not self.falls_along(world, one):
                self.need(self.may_meet(world, one, present, fact.place), "nobody beyond the range", one)
        if plain(found[0]):
            for one, me in world.here():
                if {*me.types} & {*found[0].targets_kind} and not (me.as_player or me.as_planeswalker):
                    self.need(one in self.met or not self.must_meet(me, present), "the PCs' own are met", one)

    def may_meet(self, world: World, one: Id, present: tuple[Id, ...], place: Id) -> bool:
        me = world.permanents[one]
        by = me.control.by if me.control else me.owner
        if by in present or (by in world.pcs and self.options["mass_scope"] == "always"):
            return True
        if by in world.pcs and self.options["mass_scope"] == "never":
            return False
        return lies_in(world, where(world, one), place)

    def must_meet(self, me: Permanent, present: tuple[Id, ...]) -> bool:
        by = me.control.by if me.control else me.owner
        return bool(by) and by in present

    # each act ---

    def closes(self, before: World, after: World) -> None:
        """An act is over."""
        self.came_out(after)
        self.need(not self.falling, "something becomes of the destroyed", *self.falling)
        if self.act == "end_scene":
            self.scene_ended(before, after)
        elif self.act == "pass_days":
            self.days_passed(before, after)
        found = list(self.used(before))
        if found:
            self.all_met(found)
        self.spares_the_inside(before, after, found)

    def used(self, before: World) -> Iterator[Effect]:
        """The effects of what is used."""
        if self.act == "cast":
            for face in before.cards[self.args["card"]].faces:
                yield from effects(face)
        elif self.act == "activate":
            me = before.permanents[self.args["actor"]]
            yield from effects(before.cards[me.card].faces[me.face], self.args["ability"])

    def spares_the_inside(self, before: World, after: World, found: list[Effect]) -> None:
        """The ruin of facilities does nothing to anybody else, in them or not (MT-05, MT-12)."""
        aimed = self.aims(found)
        if not aimed or not all(one in before.permanents and facility(before.permanents[one]) for one in aimed):
            return
        for one, me in before.permanents.items():
            if one not in aimed and me.holder not in aimed and one != self.args.get("actor"):
                self.need(state(me) == state(after.permanents[one]), "a ruin harms nobody inside", one)
        for one, pc in before.pcs.items():
            self.need(pc.place == after.pcs[one].place, "a ruin moves nobody", one)

    def rests(self, world: World) -> None:
        """Nothing is due."""
        for one, me in world.permanents.items():
            if me.seal and me.seal.by:
                self.need(world.permanents[me.seal.by].here, "a seal ends with its source", one)
            if me.here and body(me):
                self.need(stamina(me) > 0, "without toughness it dies", one)
                self.need(me.indestructible or not me.damage or me.damage < stamina(me), "lethal damage kills", one)

    # time ---

    def scene_ended(self, before: World, after: World) -> None:
        """Wounds of those under control close, others stay (MT-13 to MT-15)."""
        for one, me in before.here():
            now, hold = after.permanents[one], self.hold_of(me)
            free = not me.owner and hold is None
            since = hold if self.options["control_heal"] == "since_control" and not me.owner else None
            damage = me.damage if free else min(me.damage, since.damage) if since else 0
            self.need(now.damage == damage, "damage at the end of a scene", one, me.damage, now.damage)
            lost = minus(since.modifiers) if since else minus(me.modifiers) if free else (0, 0)
            had = minus(me.modifiers)
            left = (min(had[0], lost[0]), min(had[1], lost[1]))
            self.need(minus(now.modifiers) == left, "minus at the end of a scene", one, me.modifiers, now.modifiers)
            if not since:
                stays = free and self.options["plus_modifiers"] == "persist"
                self.need(plus(now.modifiers) == (plus(me.modifiers) if stays else (0, 0)), "plus at the end", one)
            self.need(lasting(now) == lasting(me), "what doesn't go with the scene stays", one)
            self.need(now.counters == me.counters, "counters stay", one)
            left_over = None if me.control and me.control.until == "scene" else me.control
            self.need(now.control == left_over, "control for the scene ends, other control stays", one)

    def hold_of(self, me: Permanent) -> Control | None:
        """The control that counts as the scene ends; one for the scene as the table reads it."""
        ends = me.control is not None and me.control.until == "scene"
        return None if ends and self.options["eot_control_scene_end"] == "no" else me.control

    def days_passed(self, before: World, after: World) -> None:
        """With care 1 damage and +1/+1 a week, without nothing; -1/-1 counters never (MT-13, MT-15, MT-16)."""
        days = after.day - before.day
        for one, me in before.permanents.items():
            now = after.permanents[one]
            weeks = (me.days + days) // 7 if me.care and me.here and body(me) else 0
            spare = weeks if self.options["weekly_heal"] == "parallel" else max(0, weeks - me.damage)
            self.need(now.damage == max(0, me.damage - weeks), "a week of care heals 1", one, weeks)
            self.need(minus(now.modifiers) == less(minus(me.modifiers), spare), "a week brings +1/+1", one, weeks)
            self.need(plus(now.modifiers) == plus(me.modifiers), "care takes nothing", one)
            self.need(now.counters == me.counters, "care leaves counters", one)

    def aims(self, found: list[Effect]) -> tuple[Id, ...]:
        """Whom an act is aimed at that could be the ruin, or the return, of facilities and nothing else."""
        if self.act in USES:
            ruin = all(one.scope == "target" and one.kind in RUINS for one in found)
            return picked(self.args) if ruin else ()
        return (Id(self.args["of"]),) if self.act in ("leave_battlefield", "event_happens", "repair") else ()


LAWS: Mapping[type[Fact], Callable[..., None]] = {
    Destroyed: Referee.destroyed,
    Died: Referee.died,
    WentToGraveyard: Referee.remains,
    Burned: Referee.burned,
    PutOutOfUse: Referee.out_of_use,
    SealEnded: Referee.unsealing,
    Unsealed: Referee.unsealed,
    CardCast: Referee.aimed,
    AbilityUsed: Referee.aimed,
    RangeSet: Referee.ranged,
}

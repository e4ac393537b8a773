"""The city rule: what characters can do beside skills, by named proficiencies (MJ-34)."""

from takusen.rules import Fact, Id, Offer, Play, Refused, act
from takusen_books.yoake5.checks import HARDEST, RANKS, check, pick_present, reaches
from takusen_books.yoake5.fact import Open, changed
from takusen_books.yoake5.facts_fight import Checked, CheckFailed, CheckPassed
from takusen_books.yoake5.growth import why_not_now
from takusen_books.yoake5.ledger import Recorded
from takusen_books.yoake5.plan import day_of, party
from takusen_books.yoake5.stats import ABILITIES, total
from takusen_books.yoake5.world import Character, Record, World

NAMES, CAP, PER_LEVEL = "charts.city.proficiencies", "charts.city.cap", "charts.city.per_level"


class ProficiencyLearned(Open, frozen=True):
    """Somebody knows their way with something, or better than before."""

    of: Id
    proficiency: str
    level: int

    def apply(self, world: World) -> World:
        known = world.characters[self.of].proficiencies
        return changed(world, self.of, proficiencies=known.put(self.proficiency, self.level))


CITY_FACTS: tuple[type[Fact], ...] = (ProficiencyLearned,)


@act("MJ-34", own=True)
def learn_proficiency(t: Play[World], actor: Id, proficiency: str) -> None:
    """One more level of a proficiency; every main level gives so many."""
    level = t.world.characters[actor].proficiencies.get(proficiency, 0) + 1
    told = Record("told", level, what=proficiency, why="proficiency", rule="MJ-34", day=day_of(t.world))
    t.emit(Recorded(actor, (told,)))
    t.emit(ProficiencyLearned(actor, proficiency, level))


@learn_proficiency.offer
def _(o: Offer[World]) -> None:
    one = o.pick("actor", o.mine(party(o.world)), lambda one: why_not_now(o.world, one), "not_your_character")
    me = o.world.characters[one]
    if sum(me.proficiencies.values()) >= me.level * int(o.content(PER_LEVEL)):
        o.refuse("no_proficiency_levels", level=me.level)
    o.pick("proficiency", o.content(NAMES), lambda name: at_most(me, name, int(o.content(CAP))))


def at_most(me: Character, name: str, cap: int) -> Refused | None:
    """Why a proficiency can't rise."""
    return Refused.because("at_cap", cap=cap) if me.proficiencies.get(name, 0) >= cap else None


@act("MJ-34")
def city_check(t: Play[World], actor: Id, proficiency: str, stat: str, difficulty: int) -> None:
    """A check with an ability and a proficiency."""
    known = t.world.characters[actor].proficiencies.get(proficiency, 0)
    got = check(t, total(t.world, t.reading, actor, stat) + known, 0, actor)
    t.emit(Checked(actor, stat, got.total, difficulty))
    passed = reaches(t, got, difficulty)
    t.emit(CheckPassed(actor, RANKS[got.rank]) if passed else CheckFailed(actor, RANKS[got.rank]))


@city_check.offer
def _(o: Offer[World]) -> None:
    one = pick_present(o, "actor")
    known = tuple(o.world.characters[one].proficiencies)
    if not known:
        o.refuse("no_proficiency")
    o.pick("proficiency", known)
    o.pick("stat", ABILITIES)
    o.number("difficulty", 1, HARDEST)

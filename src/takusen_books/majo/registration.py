"""Joining the campaign: registrations and the reading check, approvals, marks, players, death and revival."""

from typing import Literal
from unicodedata import normalize

import msgspec

from takusen.rules import Chance, Id, Offer, Play, Refused, act, rule
from takusen_books.yoake5.catalogue import catalogue
from takusen_books.yoake5.facts_campaign import (
    Decided,
    Died,
    LetterSet,
    Marked,
    Permitted,
    PlayerTold,
    Registered,
    Revived,
)
from takusen_books.yoake5.ledger import Recorded
from takusen_books.yoake5.plan import day_of, party
from takusen_books.yoake5.world import Record, Standing, World

MARKS = ("undead", "illegal_mage", "past_agreed")
DELETED = "deleted"
How = Literal["noted", "suspended", "let_back", "removed"]
Read = Literal["", "passed", "failed"]
APOSTATE = "apostate"


# registering ---------------------------------------------------------------------------------------------------------


@act("MJ-01", "MJ-02", "MJ-06", "MJ-08", own=True)
def register(t: Play[World], actor: Id, past: bool, account: str, comment: str, notes_read: bool) -> None:
    """A player applies with a character; the answer is always that the approval is pending."""
    me, campaign = t.world.characters[actor], t.world.campaign
    check = reading_check(t, account, comment, campaign.letter if campaign else 0)
    marks = marks_of(t, me.species, tuple(me.classes))
    t.emit(Registered(actor, me.player, account, comment, past, check, marks))


@register.offer
def _(o: Offer[World]) -> None:
    if o.world.campaign is None:
        o.refuse("only_in_campaigns")
    one = o.pick("actor", o.mine(party(o.world)), lambda one: why_not_register(o.world, one), "not_your_character")
    agreed = "past_agreed" in o.world.characters[one].marks
    o.pick("past", (False, True), lambda past: Refused("outline_not_agreed") if past and not agreed else None)
    o.text("account")
    o.text("comment")
    o.pick("notes_read", (True,), otherwise="notes_first")


@rule("MJ-02")
def reading_check(t: Chance, account: str, comment: str, nth: int) -> Read:
    """Whether a comment begins with the letter of the account's name that the organiser has set; "" where none is."""
    if not nth:
        return ""
    name, said = (normalize("NFKC", text).strip().casefold() for text in (account, comment))
    return "passed" if said[:1] and name[nth - 1 : nth] == said[:1] else "failed"


@rule("MJ-13", "MJ-61", "MJ-68")
def marks_of(t: Chance, species: str, classes: tuple[str, ...]) -> tuple[str, ...]:
    """What must stand on the sheet: that one is undead, or works by an unlawful class."""
    known = catalogue(t.reading)
    lawful = (APOSTATE,) if t.option("apostate_name") == "two_classes" else ()
    unlawful = any(known.classes[one].illegal for one in classes if one in known.classes and one not in lawful)
    undead = species in known.species and known.species[species].undead
    return (*(("undead",) if undead else ()), *(("illegal_mage",) if unlawful else ()))


def why_not_register(world: World, one: Id) -> Refused | None:
    """Why a player can't register a character (MJ-01); one that is registered stays so."""
    me, wish = world.characters[one], world.registrations.get(one)
    if me.away:
        return Refused("is_away")
    if me.making or not me.main:
        return Refused("still_making")
    if wish and wish.state != "refused":
        return Refused("registered_already")
    standing = standing_of(world, me.player)
    if standing.suspended or standing.removed:
        return Refused("player_removed" if standing.removed else "player_suspended")
    others = sum(holds_place(world, other) for other in world.registrations if is_of(world, other, me.player))
    return Refused.because("needs_permission", count=standing.allowed) if others >= standing.allowed else None


def is_of(world: World, one: Id, seat: str) -> bool:
    """Whether a registration is a player's."""
    return world.registrations[one].player == seat


def holds_place(world: World, one: Id) -> bool:
    """Whether a registration counts: it is neither refused nor deleted."""
    return world.registrations[one].state != "refused" and DELETED not in world.characters[one].marks


def standing_of(world: World, seat: str) -> Standing:
    """What the organiser holds about a player."""
    return world.campaign.standings.get(seat, Standing()) if world.campaign else Standing()


# the organiser -------------------------------------------------------------------------------------------------------


@act("MJ-02", by="gm", see="gm")
def set_letter(t: Play[World], nth: int) -> None:
    """The organiser's setting of the reading check; nobody else learns of it."""
    t.emit(LetterSet(nth))


@set_letter.offer
def _(o: Offer[World]) -> None:
    if o.world.campaign is None:
        o.refuse("only_in_campaigns")
    o.number("nth", 0, 20)


@act("MJ-01", "MJ-02", by="gm")
def approve(t: Play[World], of: Id) -> None:
    """A registration is approved."""
    t.emit(Decided(of, "approved"))


@approve.offer
def _(o: Offer[World]) -> None:
    o.pick("of", pending(o.world), otherwise="nothing_pending")


@act("MJ-01", "MJ-02", by="gm")
def refuse(t: Play[World], of: Id, reason: str) -> None:
    """A registration is refused, with a reason for its player."""
    t.emit(Decided(of, "refused", reason))


@refuse.offer
def _(o: Offer[World]) -> None:
    o.pick("of", pending(o.world), otherwise="nothing_pending")
    o.text("reason")


def pending(world: World) -> tuple[Id, ...]:
    """Characters whose registration waits."""
    return tuple(one for one, wish in world.registrations.items() if wish.state == "waiting")


@act("MJ-01", by="gm")
def permit(t: Play[World], of: Id, count: int) -> None:
    """The player of a character may register more than two."""
    t.emit(Permitted(of, t.world.characters[of].player, count))


@permit.offer
def _(o: Offer[World]) -> None:
    o.pick("of", played(o.world))
    o.number("count", 2, 20)


def played(world: World) -> tuple[Id, ...]:
    """Characters that somebody plays."""
    return tuple(one for one in party(world) if world.characters[one].player) if world.campaign else ()


@act("MJ-06", "MJ-13", "MJ-61", "MJ-68", by="gm")
def mark(t: Play[World], of: Id, mark: str, on: bool) -> None:
    """A mark is put on a sheet or taken off: under administration as undead or unlawful, or an outline agreed."""
    t.emit(marked(t.world, of, mark, on))


def marked(world: World, of: Id, mark: str, on: bool) -> Marked:
    """The fact by which somebody has a mark, or has it no more."""
    others = tuple(one for one in world.characters[of].marks if one != mark)
    return Marked(of, mark, on, (*others, mark) if on else others)


@mark.offer
def _(o: Offer[World]) -> None:
    o.pick("of", party(o.world))
    o.pick("mark", MARKS)
    o.pick("on", (True, False))


@act("MJ-03", by="gm")
def warn(t: Play[World], of: Id, reason: str) -> None:
    """The organiser notes something about a player, for the organisers alone."""
    t.emit(told(t.world, of, "noted", reason))


@act("MJ-03", by="gm")
def suspend(t: Play[World], of: Id, reason: str) -> None:
    """A player may not go to tables until they are let back."""
    t.emit(told(t.world, of, "suspended", reason))


@act("MJ-03", by="gm")
def let_back(t: Play[World], of: Id, reason: str) -> None:
    """A player may take part again."""
    t.emit(told(t.world, of, "let_back", reason))


@act("MJ-03", by="gm")
def remove(t: Play[World], of: Id, reason: str) -> None:
    """A player is taken off the list."""
    t.emit(told(t.world, of, "removed", reason))


def told(world: World, of: Id, how: How, reason: str) -> PlayerTold:
    """The fact by which the organiser speaks to a character's player, with what is held about them then."""
    seat = world.characters[of].player
    known = standing_of(world, seat)
    noted = msgspec.structs.replace(known, notes=(*known.notes, f"{how}: {reason}"))
    if how != "noted":
        noted = msgspec.structs.replace(noted, suspended=how == "suspended", removed=how == "removed")
    return PlayerTold(of, seat, how, reason, noted)


def _about_player(o: Offer[World]) -> None:
    o.pick("of", played(o.world))
    o.text("reason")


for _one in (warn, suspend, let_back, remove):
    _one.offer(_about_player)


# death ---------------------------------------------------------------------------------------------------------------


@act("MJ-05", by="gm")
def kill(t: Play[World], of: Id) -> None:
    """A character dies."""
    t.emit(Died(of))


@kill.offer
def _(o: Offer[World]) -> None:
    o.pick("of", party(o.world), lambda one: Refused("dead_already") if o.world.characters[one].dead else None)


@act("MJ-05", by="gm")
def revive(t: Play[World], of: Id, recovered: bool) -> None:
    """The body was brought back, and the character lives with one maximum LP less; or it is deleted."""
    if recovered:
        told = Record("max_lp", -1, why="revival", rule="MJ-05", day=day_of(t.world))
        t.emit(Recorded(of, (told,)))
    if recovered and t.world.characters[of].max_lp > 0:
        t.emit(Revived(of))
    else:
        t.emit(marked(t.world, of, DELETED, True))


@revive.offer
def _(o: Offer[World]) -> None:
    o.pick("of", party(o.world), lambda one: _why_not_revive(o.world, one))
    o.pick("recovered", (True, False))


def _why_not_revive(world: World, one: Id) -> Refused | None:
    me = world.characters[one]
    if not me.dead:
        return Refused("not_dead")
    return Refused("registration_deleted") if DELETED in me.marks else None

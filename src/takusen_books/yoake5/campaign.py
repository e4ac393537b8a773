"""What the organiser of a campaign does: tickets handed out by date, and corrections, which stand in the history."""

from takusen.rules import Id, Offer, Play, Refused, act, rule

from .facts_campaign import Corrected, HandedOut
from .ledger import Recorded
from .plan import party
from .world import NOBODY, Record, World

TICKETS = ("experience", "faith", "affinity")
NUMBERS = {"experience": "experience", "money": "money", "stub_count": "stubs", "max_lp": "max_lp"}
"""What may be corrected beside bonds and tickets, and which number of a character it is."""
BONDS = ("hostility", "goodwill", "faith")
MOST = 99_999_999


# hand-outs -----------------------------------------------------------------------------------------------------------


@act("YA-13", by="gm")
def hand_out(t: Play[World], day: str, title: str, ticket: str, amount: int) -> None:
    """Everybody who lives on the list gets tickets; of experience tickets `amount` is what each is worth."""
    campaign = t.world.campaign
    count = len(campaign.handouts) if campaign else 0
    name, pieces = (f"experience_{amount}", 1) if ticket == "experience" else (ticket, amount)
    t.emit(HandedOut(Id(f"handout-{count + 1}"), day, ticket, amount, title, name, pieces))
    for one in party(t.world):
        me = t.world.characters[one]
        if not (me.dead or me.making):
            told = Record("ticket", pieces, what=name, why="handed_out", rule="YA-13", note=title, day=day)
            t.emit(Recorded(one, (told,)))


@hand_out.offer
def _(o: Offer[World]) -> None:
    if o.world.campaign is None:
        o.refuse("only_in_campaigns")
    o.text("day")
    o.text("title")
    ticket = o.pick("ticket", TICKETS)
    o.number("amount", 1, 9_999 if ticket == "experience" else 9)


# corrections ---------------------------------------------------------------------------------------------------------


@rule("YA-12")
def corrected(t: Play[World], of: Id, kind: str, whom: Id, amount: int, note: str) -> Record:
    """The entry of a correction; what is no number of a kind of its own is a ticket."""
    day = t.world.session.day if t.world.session else ""
    if kind in (*NUMBERS, *BONDS):
        return Record(NUMBERS.get(kind, kind), amount, whom=whom, why="correction", rule="YA-12", note=note, day=day)
    return Record("ticket", amount, what=kind.removeprefix("ticket_"), why="correction", rule="YA-12", note=note)


@act("YA-12", by="gm")
def correct(t: Play[World], of: Id, kind: str, amount: int, note: str, whom: Id = NOBODY) -> None:
    """The GM puts a lasting value right; that and why stand in the history for good."""
    t.emit(Corrected(of, kind, amount, note))
    t.emit(Recorded(of, (corrected(t, of, kind, whom, amount, note),)))


@correct.offer
def _(o: Offer[World]) -> None:
    of = o.pick("of", party(o.world), lambda one: why_not_here(o.world, one))
    me = o.world.characters[of]
    kind = o.pick("kind", (*NUMBERS, *(f"ticket_{name}" for name in TICKETS[1:]), *BONDS))
    if kind in BONDS:
        o.pick("whom", tuple(one for one in party(o.world) if one != of))
    now = getattr(me, NUMBERS[kind]) if kind in NUMBERS else MOST
    o.number("amount", -now, MOST)
    o.text("note")


def why_not_here(world: World, one: Id) -> Refused | None:
    """Why nothing of somebody can be changed here."""
    return Refused("is_away") if world.characters[one].away else None

"""What becomes true in a campaign: hand-outs, registrations that wait and are decided, what players are told."""

from typing import Any, Literal

from msgspec.structs import replace

from takusen.rules import EVERYONE, GM, Audience, Fact, Id

from .fact import Open, changed, put
from .world import Campaign, Character, Handout, History, Record, Registration, Standing, World


def _in_campaign(world: World, **fields: Any) -> World:
    return replace(world, campaign=replace(world.campaign or Campaign(), **fields))


class HandedOut(Open, frozen=True):
    """Tickets were handed out to everybody on the list: `pieces` of the kind `what` to each."""

    id: Id
    day: str
    ticket: str
    amount: int
    title: str
    what: str = ""
    pieces: int = 1

    def apply(self, world: World) -> World:
        campaign = world.campaign or Campaign()
        handout = Handout(self.day, self.ticket, self.amount, self.title)
        return _in_campaign(world, handouts=campaign.handouts.put(self.id, handout))


class CharacterTakenIn(Open, frozen=True):
    """A character came from a file, with its history."""

    of: Id
    character: Character
    records: tuple[Record, ...]

    def apply(self, world: World) -> World:
        kept = world.histories.put(self.of, History(self.records))
        return replace(put(world, self.of, self.character), histories=kept)


class Corrected(Open, frozen=True):
    """The GM corrected a lasting value; the entry itself stands in the history."""

    of: Id
    kind: str
    amount: int
    note: str


class Registered(Open, frozen=True):
    """Somebody wishes to take part with a character. How the reading check went is for the organiser alone."""

    of: Id
    seat: str
    account: str
    comment: str
    past: bool
    check: Literal["", "passed", "failed"]
    marks: tuple[str, ...]

    def parts(self, world: World) -> dict[str, Audience]:
        own: Audience = (GM, self.seat) if self.seat else GM
        return {"seat": GM, "account": own, "comment": own, "check": GM}

    def apply(self, world: World) -> World:
        wish = Registration(
            self.of, self.seat, account=self.account, comment=self.comment, player=self.seat, past=self.past,
            check=self.check,
        )  # fmt: skip
        me = world.characters[self.of]
        marks = tuple(dict.fromkeys((*me.marks, *self.marks)))
        world = replace(world, registrations=world.registrations.put(self.of, wish))
        return changed(world, self.of, marks=marks)


class Decided(Open, frozen=True):
    """The organiser approved or refused a registration."""

    of: Id
    state: Literal["approved", "refused"]
    reason: str = ""

    def parts(self, world: World) -> dict[str, Audience]:
        seat = world.characters[self.of].player
        return {"reason": (GM, seat) if seat else GM}

    def apply(self, world: World) -> World:
        wish = replace(world.registrations[self.of], state=self.state)
        return replace(world, registrations=world.registrations.put(self.of, wish))


class Marked(Open, frozen=True):
    """A mark is put on a character, or taken off."""

    of: Id
    mark: str
    on: bool
    marks: tuple[str, ...]

    def apply(self, world: World) -> World:
        return changed(world, self.of, marks=self.marks)


class Died(Open, frozen=True):
    """A character is dead."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, dead=True, fighting=False)


class Revived(Open, frozen=True):
    """A dead character is alive again."""

    of: Id

    def apply(self, world: World) -> World:
        me = world.characters[self.of]
        return changed(world, self.of, dead=False, lp=min(me.lp, me.max_lp))


class LetterSet(Fact, frozen=True):
    """The organiser's setting of the reading check."""

    nth: int

    def see(self, world: Any) -> Audience:
        return GM

    def apply(self, world: World) -> World:
        return _in_campaign(world, letter=self.nth)


class PlayerTold(Fact, frozen=True):
    """The organiser notes something about a player, suspends them, lets them back, or takes them off the list.

    A note is the organiser's own; of the rest, why is for the player and the organiser.
    """

    of: Id
    seat: str
    how: Literal["noted", "suspended", "let_back", "removed"]
    reason: str
    standing: Standing

    def see(self, world: Any) -> Audience:
        return GM if self.how == "noted" else EVERYONE

    def parts(self, world: Any) -> dict[str, Audience]:
        return {"seat": GM, "standing": GM, "reason": (GM, self.seat)}

    def apply(self, world: World) -> World:
        campaign = world.campaign or Campaign()
        return _in_campaign(world, standings=campaign.standings.put(self.seat, self.standing))


class Permitted(Fact, frozen=True):
    """A player may register so many characters."""

    of: Id
    seat: str
    count: int

    def see(self, world: Any) -> Audience:
        return EVERYONE

    def parts(self, world: Any) -> dict[str, Audience]:
        return {"seat": GM}

    def apply(self, world: World) -> World:
        campaign = world.campaign or Campaign()
        known = campaign.standings.get(self.seat, Standing())
        return _in_campaign(world, standings=campaign.standings.put(self.seat, replace(known, allowed=self.count)))


CAMPAIGN_FACTS: tuple[type[Fact], ...] = (HandedOut, CharacterTakenIn, Corrected)
REGISTRATION_FACTS: tuple[type[Fact], ...] = (
    Registered, Decided, Marked, Died, Revived, LetterSet, PlayerTold, Permitted,
)  # fmt: skip

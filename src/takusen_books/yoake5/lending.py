"""Characters between a campaign and its sessions: lent by one fact, given back by one result."""

from msgspec.structs import replace

from takusen.rules import Id, Reading, Refused

from .fact import Open, changed, put
from .ledger import taken_in
from .world import NOT_YET, OVER, Campaign, Character, History, Record, World

NEEDED = "charts.campaign.registration"
KEPT = ("experience", "money", "stubs", "tickets", "bonds", "max_lp")
"""What the history moves: at home it goes on from what it is there."""


class CampaignBegun(Open, frozen=True):
    """The table is a campaign."""

    title: str

    def apply(self, world: World) -> World:
        return replace(world, campaign=Campaign(title=self.title))


class CharacterLent(Open, frozen=True):
    """At home: the character is at a table."""

    of: Id
    table: str

    def apply(self, world: World) -> World:
        return changed(world, self.of, away=self.table)


class CharacterCame(Open, frozen=True):
    """At the table: the character is here as it was at home; what happens to it here has a history of its own."""

    of: Id
    character: Character

    def apply(self, world: World) -> World:
        return replace(put(world, self.of, self.character), histories=world.histories.put(self.of, History()))


class CharacterLeft(Open, frozen=True):
    """At the table: the character is here no more; it is still to be seen as it was."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, away=world.characters[self.of].home, fighting=False)


class CharacterReturned(Open, frozen=True):
    """At home: what came of a loan. What the table wrote down is added to what stands at home by now."""

    of: Id
    character: Character
    records: tuple[Record, ...]

    def apply(self, world: World) -> World:
        me = world.characters[self.of]
        back = replace(self.character, player=me.player, **{name: getattr(me, name) for name in KEPT})
        return taken_in(put(world, self.of, back), self.of, self.records)


class CharacterCalledHome(Open, frozen=True):
    """At home: the character is there again as it had gone."""

    of: Id

    def apply(self, world: World) -> World:
        return changed(world, self.of, away="")


FACTS = (CampaignBegun, CharacterLent, CharacterCame, CharacterLeft, CharacterReturned, CharacterCalledHome)


def borrowed(world: World, one: Id, home: str) -> CharacterCame:
    """A character as a table gets it."""
    return CharacterCame(one, replace(rested(world.characters[one]), home=home))


def result(world: World, one: Id) -> CharacterReturned:
    """What came of a loan: how the character is now, and what the table wrote into its history."""
    me, session = world.characters[one], world.session
    title, day = (session.title, session.day) if session else ("", "")
    history = world.histories.get(one, History()).records
    told = tuple(replace(each, table=each.table or title, day=each.day or day) for each in history)
    return CharacterReturned(one, rested(me), told)


def rested(me: Character) -> Character:
    """A character without what belongs to one table alone."""
    return replace(
        me,
        home="", away="", states=(), row=0, fighting=False, mark=NOT_YET, waited=0, moved=False, minor_used=False,
        major_used=False, setup_done=False, uses=type(me.uses)(), step="", hidden=False, shown=False, removed=False,
    )  # fmt: skip


def may_lend(world: World, reading: Reading, one: Id) -> Refused | None:
    """Why a character can't go to a table."""
    me = world.characters[one]
    if me.making:
        return Refused("still_making")
    if me.dead or me.removed:
        return Refused("is_gone")
    return may_run(world, me.player) or _not_approved(world, reading, one)


def _not_approved(world: World, reading: Reading, one: Id) -> Refused | None:
    if not reading.content.get(NEEDED):
        return None
    wish = world.registrations.get(one)
    return None if wish and wish.state == "approved" else Refused("not_approved")


def may_run(world: World, seat: str) -> Refused | None:
    """Why a player takes no part: suspended or taken off the list."""
    standing = world.campaign.standings.get(seat) if world.campaign else None
    if standing and standing.removed:
        return Refused("player_removed")
    return Refused("player_suspended") if standing and standing.suspended else None


def done(world: World, one: Id) -> bool:
    """Whether the session is over."""
    return world.session is not None and world.session.part == OVER

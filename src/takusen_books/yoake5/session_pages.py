"""What is shown of a session: its part and scene, what everybody holds, and what they have (YA-10, YA-13, YA-14)."""

from collections.abc import Iterator

from takusen.rules import Id, Item, Items, Listed, Phase, Shown, View, WaitedFor, Word, is_hidden

from .campaign_pages import ticket
from .world import PARTY, Belonging, Bond, Character, World


def head(v: View[World]) -> tuple[Phase | WaitedFor, ...]:
    """The session, its part and its scene, and who is waited for."""
    return (Phase(title(v.world), scene(v.world)), WaitedFor(open=opening(v.world)))


def title(world: World) -> Shown:
    """Which session is on, and which part of it; a table may be none yet."""
    now = world.session
    if now is None:
        campaign = world.campaign
        between = Word("phrase.no_session" if world.combat is None else "phrase.in_combat")
        return campaign.title or Word("phrase.campaign") if campaign else between
    part = Word(f"part.{now.part}")
    return Word("phrase.session_part", (("title", now.title), ("part", part))) if now.title else part


def scene(world: World) -> Shown:
    """Which scene is on, and who is in it."""
    now = world.session
    if now is None or not now.scene:
        return ""
    there = Listed(tuple(world.characters[one].name for one in now.scene_members if one in world.characters))
    return Word("phrase.scene", (("scene", now.scene), ("name", now.scene_name), ("members", there)))


def opening(world: World) -> Shown:
    """What anybody may do where nobody in particular is waited for."""
    now = world.session
    if world.campaign is not None:
        return Word("open.campaign")
    if world.combat is not None or now is None:
        return ""
    return Word(f"open.{now.part}")


# what everybody holds ------------------------------------------------------------------------------------------------


def holdings(v: View[World]) -> tuple[Items, ...]:
    """Bonds, tickets, belongings and notes of those whom the viewer plays; at a session the GM sees the party's."""
    shown = tuple(one for one, me in v.world.characters.items() if concerns(v, one, me))
    items = tuple(holding(v.world, one) for one in shown)
    return (Items(Word("panel.holdings"), items),) if items else ()


def concerns(v: View[World], one: Id, me: Character) -> bool:
    """Whether the viewer looks after somebody."""
    known = me.side == PARTY and not (me.removed or is_hidden(me.items))
    return known and (v.mine(one) or (v.gm and v.world.campaign is None))


def holding(world: World, one: Id) -> Item:
    """What somebody has."""
    me = world.characters[one]
    return Item(f"holds-{one}", me.name, "", tuple(held_lines(world, me)))


def held_lines(world: World, me: Character) -> Iterator[tuple[Shown, Shown]]:
    """Money, experience, tickets, stubs, notes, things and bonds, each on its line."""
    yield Word("field.experience"), str(me.experience)
    yield Word("field.money"), Word("phrase.yen", (("amount", f"{me.money:,}"),))
    if me.tickets:
        yield Word("field.tickets"), Listed(tuple(counted(ticket(name), left) for name, left in me.tickets.items()))
    if me.stubs:
        yield Word("field.stubs"), str(me.stubs)
    if me.ious:
        yield Word("field.ious"), Listed(tuple(Word("phrase.yen", (("amount", f"{n.face:,}"),)) for n in me.ious))
    if me.items:
        yield Word("field.items"), Listed(tuple(thing(held) for held in me.items.values()))
    for whom, bond in me.bonds.items():
        other = world.characters.get(whom)
        yield other.name if other else bond.name or Word("phrase.nobody"), Listed(tuple(bonds(bond)))


def counted(what: Word, count: int) -> Word:
    """So many of something."""
    return Word("phrase.counted", (("what", what), ("count", count)))


def thing(held: Belonging) -> Word:
    """Something that somebody has, and how it is."""
    name = Word(f"title.{held.item}")
    how = "broken" if held.broken else "dropped" if held.dropped else "worn" if held.worn else ""
    plain = Word("phrase.counted", (("what", name), ("count", held.count))) if held.count > 1 else name
    return Word(f"phrase.thing_{how}", (("what", plain),)) if how else plain


def bonds(bond: Bond) -> Iterator[Word]:
    """What somebody holds towards another."""
    for name in ("hostility", "goodwill", "faith"):
        if getattr(bond, name):
            yield Word("phrase.counted", (("what", Word(f"field.{name}")), ("count", getattr(bond, name))))
    for emotion, called in bond.emotions.items():
        plain = Word(f"title.{emotion}")
        yield Word("phrase.called", (("emotion", plain), ("called", called))) if called else plain

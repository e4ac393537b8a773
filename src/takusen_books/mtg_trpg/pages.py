"""What a table of MTGでTRPG shows: the scene, the world as a picture, everybody, one's cards, the calendar."""

from takusen.rules import (
    ActGroup,
    Acts,
    Figures,
    Id,
    Items,
    Page,
    Phase,
    PilePanel,
    Text,
    Turn,
    TurnOrder,
    View,
    WaitedFor,
    Word,
)

from . import show_people as people
from .show_cards import cards_of, mana_of
from .show_check import summons
from .show_places import present, world_map
from .world import Pc, World

PLAYER = (
    "turn_cards", "cast", "play_land", "activate", "attack", "go", "recruit", "order", "use_facility", "mark_cards",
)  # fmt: skip
GM = ("start_scene", "end_scene", "call_check", "drop_check", "pass_days")
SCENE = ActGroup(Word("panel.acts_scene"), ("join_scene", "quit_scene", "set_reach", "assault", "begin_boss_fight"))
PEOPLE = ActGroup(
    Word("panel.acts_people"),
    (
        "place_at", "show", "hide", "declare_hostile", "give_control", "leave_battlefield", "event_happens",
        "bring_back", "burn", "repair",
    ),
)  # fmt: skip
CARE = ActGroup(Word("panel.acts_care"), ("set_care", "heal"))
RULINGS = ActGroup(Word("panel.acts_rulings"), ("keep_precedent", "drop_precedent"))
BY_HAND = ActGroup(
    Word("panel.acts_by_hand"),
    (
        "tap_for_mana", "draw", "discard", "mill", "put_card", "shuffle", "sacrifice", "turn_sideways", "attach",
        "change_own_life", "make_tokens", "call_thing",
    ),
)  # fmt: skip
OF_PCS = ActGroup(Word("panel.acts_pcs"), PLAYER)


def page(v: View[World]) -> Page:
    """The page of a seat."""
    own = tuple((one, pc) for one, pc in v.world.pcs.items() if v.mine(one) and not v.gm)
    return Page(
        head=head(v),
        stage=(world_map(v), people.pcs(v), people.people(v, close=True)),
        hand=(*(panel for one, pc in own for panel in (mana_of(v, one, pc), cards_of(v, one, pc))), acts(v)),
        more=more(v, own),
        called=summons(v),
    )


def head(v: View[World]) -> tuple[Phase | TurnOrder | WaitedFor, ...]:
    """The scene, the day, and who is present."""
    scene, day = v.world.scene, v.world.day
    if scene is None:
        return Phase(Word("panel.between", (("day", day), ("scenes", v.world.scenes)))), WaitedFor()
    where = v.world.places.get(scene.place)
    name = scene.title or (where.name if where else Word("line.unknown_place"))
    told = (("day", day), ("number", v.world.scenes), ("title", name))
    turns = tuple(
        Turn(v.world.pcs[one].name, "attacked" if v.world.pcs[one].attacked else "")
        for one in present(v.world)
        if one in v.world.pcs
    )
    phase = Phase(
        Word("panel.boss_scene" if v.world.boss else "panel.scene", told), where.text if where else "", scene.place
    )
    return phase, TurnOrder(Word("panel.present"), turns), WaitedFor(open=open_to(v))


def open_to(v: View[World]) -> Word:
    """Who may act in the scene that is on: everybody in it; one whose PCs are not in it is told so."""
    own = [one for one in v.world.pcs if v.mine(one) and not v.gm]
    outside = bool(own) and not any(one in present(v.world) for one in own)
    return Word("panel.outside" if outside else "panel.anybody")


def acts(v: View[World]) -> Acts:
    """What the viewer may declare."""
    return Acts(GM, (SCENE, PEOPLE, CARE, RULINGS, OF_PCS, BY_HAND)) if v.gm else Acts(PLAYER, (BY_HAND,))


def more(v: View[World], own: tuple[tuple[Id, Pc], ...]) -> tuple[Items | Figures | PilePanel | Text, ...]:
    """What is beside the scene."""
    mine = dict(own)
    others = tuple(cards_of(v, one, pc) for one, pc in v.world.pcs.items() if one not in mine and not pc.removed)
    guide = (Text(Word("panel.guide"), v.world.guide, secret=True),) if v.gm and v.world.guide else ()
    lists = (people.calendar(v), people.away(v), people.precedents(v))
    far = people.people(v, close=False)
    return (*((far,) if far.figures else ()), *(one for one in lists if one.items), *others, *guide)

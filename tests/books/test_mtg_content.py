"""The starter set of mtg_trpg: what there is, that it hangs together, and that files of one's own are checked."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from takusen.rulebook.offers import Offer
from takusen.rulebook.toml import BadFile
from takusen.table.commands import Declare, Take
from takusen.table.views import view
from takusen_books.mtg_trpg import BOOK
from takusen_books.mtg_trpg.starter import stock
from takusen_books.mtg_trpg.typeline import type_line
from takusen_books.mtg_trpg.world import CREATURE, ENCHANTMENT, LAND, World
from tests.engine.tables import Game

SCENARIO = BOOK.scenarios["heron_supper"]
STOCK = stock()


def begun(lang: str = "ja") -> World:
    """The world of a table that has just been opened with the starter scenario."""
    world = World()
    for fact in BOOK.enter(SCENARIO, lang):
        world = fact.apply(world)
    return world


WORLD = begun()
PEOPLE = {one: me for one, me in WORLD.permanents.items() if me.is_a(CREATURE)}


def test_there_is_as_much_as_is_said() -> None:
    assert len(PEOPLE) >= 15
    assert len(WORLD.places) >= 20
    assert len(STOCK.cards) >= 55
    assert {one: sum(deck.cards.values()) for one, deck in STOCK.decks.items()} == {
        "white_blue": 40,
        "black_red": 40,
        "green_white": 40,
    }


def test_the_scene_has_all_sorts() -> None:
    everything = WORLD.permanents.values()
    assert sum(me.is_a(LAND) for me in everything) >= 6
    assert sum(me.is_a(ENCHANTMENT) for me in everything) >= 3
    assert sum(me.as_player for me in everything) == sum(me.as_planeswalker for me in everything) == 1
    assert any(me.token for me in everything)
    assert any(me.moved for me in everything)
    assert any(me.indestructible for me in everything)
    assert Counter(me.zone for me in everything).keys() == {"battlefield", "graveyard", "sealed"}
    assert len({WORLD.plane(place) for place in WORLD.places}) == 2


def test_a_thing_is_where_its_holder_is_and_belongs_somewhere_else() -> None:
    deed = WORLD.permanents["deed"]
    assert (deed.place, deed.home, deed.holder) == ("hall", "temple", "oren")
    assert WORLD.permanents["frost"].place == WORLD.permanents["wheat"].place == "vale"


def test_what_is_hidden_is_nobodys_business() -> None:
    hidden = {one for one, me in WORLD.permanents.items() if me.hidden}
    assert {"stone_heron", "sara", "deed"} <= hidden
    assert all("gm" in WORLD.permanents[one].seen(WORLD) for one in hidden)
    assert WORLD.guide
    assert all(me.secret for me in (WORLD.permanents["finn"], WORLD.permanents["varga"]))


def test_every_pc_has_its_deck_its_item_and_three_marked_cards() -> None:
    assert len(WORLD.pcs) == 3
    for one, pc in WORLD.pcs.items():
        assert pc.library_size == sum(pc.library.values()) == 37
        assert len(pc.marked) == 3
        assert all(pc.library[card] >= count for card, count in Counter(pc.marked).items())
        assert [WORLD.cards[card].item for card in pc.command] == [True]
        assert all(WORLD.cards[card].of == one for card in (*pc.library, *pc.command))


def test_decks_hold_all_types_of_cards() -> None:
    for deck in STOCK.decks.values():
        types = {one for card in deck.cards for one in type_line(STOCK.cards[card].type["en"]).types}
        assert {"creature", "instant", "sorcery", "land"} <= types
        assert any("Aura" in STOCK.cards[card].type["en"] for card in deck.cards)
    everything = {one for card in STOCK.cards.values() for one in type_line(card.type["en"]).types}
    assert {"planeswalker", "artifact", "enchantment"} <= everything


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_everything_is_said_in_both_languages(lang: str) -> None:
    def texts(value: Any) -> Iterator[str]:
        return (text for text in (value["ja"], value["en"]))

    world = begun(lang)
    assert all(me.name for me in world.permanents.values())
    for one in (*SCENARIO.place, *SCENARIO.permanent, *STOCK.cards.values()):
        for both in (one.name, one.text, getattr(one, "secret", one.text)):
            assert len([text for text in texts(both) if text]) in (0, 2), one.id
        assert one.name["ja"] != one.name["en"]


# files of one's own --------------------------------------------------------------------------------------------------

HEAD = '[[place]]\nid = "hill"\nname = "丘"\n\n'
CARD = '[[card]]\nid = "spark"\nname = "火花"\ntype = "Instant"\ncost = "{R}"\n'
DECK = '[[deck]]\nid = "d"\n[deck.cards]\nspark = 2\n\n[[pc]]\nid = "rin"\nname = "凛"\ndeck = "d"\n'
WRONG = {
    "an unknown key": (HEAD + 'colour = "red"\n', 5, "colour"),
    "a place that isn't there": (HEAD + 'inside = "sky"\n', 5, "`sky` is the id of no place"),
    "a place inside itself": (
        HEAD + 'inside = "dell"\n[[place]]\nid = "dell"\nname = "谷"\ninside = "hill"\n',
        5,
        "is inside itself",
    ),
    "an id twice": (HEAD + HEAD, 6, "`hill` stands twice"),
    "a type that isn't one": (
        HEAD + '[[permanent]]\nid = "a"\nname = "甲"\nplace = "hill"\ntype = "Creatur"\n',
        9,
        "`creatur` is no type",
    ),
    "types that differ": (
        HEAD + '[[permanent]]\nid = "a"\nname = "甲"\nplace = "hill"\ntype = { ja = "土地", en = "Artifact" }\n',
        9,
        "differ between the languages",
    ),
    "a creature without toughness": (HEAD + '[[permanent]]\nid = "a"\nname = "甲"\nplace = "hill"\n', 5, "toughness"),
    "somebody nowhere": ('[[permanent]]\nid = "a"\nname = "甲"\ntoughness = 1\n', 1, "it is nowhere"),
    "a holder that isn't there": (
        '[[permanent]]\nid = "a"\nname = "甲"\ntype = "Artifact"\nholder = "b"\n',
        5,
        "`b` is the id of no permanent or pc or place",
    ),
    "a cost that isn't one": (CARD.replace("{R}", "{R}{Q}"), 5, "`{Q}` is no mana cost"),
    "a cost without braces": (CARD.replace("{R}", "1R"), 5, "`1R` is no mana cost"),
    "a spell without a cost": (CARD.replace('cost = "{R}"\n', ""), 1, "needs a `cost`"),
    "a creature card without numbers": (CARD.replace("Instant", "Creature — Imp"), 1, "needs `power` and `toughness`"),
    "a card that isn't there": (DECK, 4, "`spark` is the id of no card"),
    "a deck that isn't there": (CARD + DECK.replace('deck = "d"', 'deck = "e"'), 14, "`e` is the id of no deck"),
    "a mark too few": (CARD + DECK + 'marked = ["spark"]\n', 15, "3 cards of a deck are marked"),
    "a hand beyond the deck": (
        CARD + DECK + 'hand = ["spark", "spark", "spark"]\n',
        15,
        "the deck holds `spark` 2 times",
    ),
    "protection from a word": (
        HEAD + '[[permanent]]\nid = "a"\nname = "甲"\nplace = "hill"\ntoughness = 1\nprotection = ["red"]\n',
        10,
        "red",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_with_its_line(name: str) -> None:
    text, line, what = WRONG[name]
    with pytest.raises(BadFile) as wrong:
        BOOK.read_scenario("mine.toml", text)
    assert what in wrong.value.what
    assert wrong.value.line == line
    assert wrong.value.mend


def test_a_file_brings_people_to_an_open_table() -> None:
    text = '[[permanent]]\nid = "cook"\nname = "料理人"\ntoughness = 2\nplace = "hall"\nholder = "varga"\n'
    added = BOOK.read_scenario("mine.toml", text, begun())
    (fact,) = BOOK.bring(added, "ja")
    assert fact.apply(WORLD).permanents["cook"].place == "hall"
    with pytest.raises(BadFile):
        BOOK.read_scenario("mine.toml", text)


# the acts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["square", "road", "castle", "hall"])
def test_every_act_can_be_looked_at_by_every_seat(place: str) -> None:
    """Numbers that a player doesn't know leave a choice open."""
    game = Game({"scenario": "heron_supper"}, BOOK)
    game.do("gm", Take("lyuka", "p1"))
    game.do("gm", Declare("start_scene", {"place": place, "members": ["lyuka", "zan", "towa"]}))
    state = game.state
    for seat in ("gm", "p1", "p2", "w1"):
        seen = view(BOOK, state.world, seat)
        for act in BOOK.acts.values():
            act.openness(seen.world, seat, state.reading, BOOK.owner, tuple(BOOK.entities(seen.world)))


def test_the_ready_pcs_begin_with_three_lands_in_play_and_come_to_a_scene_with_them() -> None:
    """So that what costs five comes within three scenes."""
    game = Game({"scenario": "heron_supper"}, BOOK)
    game.do("gm", Declare("start_scene", {"place": "hall", "members": ["zan"]}))
    lands = [me for me in game.state.world.permanents.values() if me.owner == "zan"]
    assert sorted(me.produces for me in lands) == ["B", "R", "R"]
    assert {me.place for me in lands} == {"hall"}


def test_the_gm_is_suggested_those_pcs_whom_somebody_plays() -> None:
    game = Game({"scenario": "heron_supper"}, BOOK)
    for seat, taken in (("p2", ("lyuka", "zan", "towa")), ("p1", ("lyuka",))):
        if seat == "p1":
            game.do("gm", Take("lyuka", "p1"))
        offer: Offer[World] = Offer(game.state.world, "gm", {"place": "hall"}, game.state.reading, BOOK.owner)
        missing = BOOK.acts["start_scene"].trial(offer, ()).missing
        assert missing
        assert missing.suggested == taken


def test_the_demo_begins_with_lands_in_play_and_mana_for_three_cards() -> None:
    world = World()
    for fact in BOOK.enter(BOOK.scenarios["ferry_dispute"], "ja"):
        world = fact.apply(world)
    lands = [me for me in world.permanents.values() if me.owner == "lyuka"]
    assert sorted(me.produces for me in lands) == ["U"] * 3 + ["W"] * 3
    assert all(me.place == "landing" for me in lands)
    pc = world.pcs["lyuka"]
    assert (pc.hand_size, pc.library_size) == (7, 33 - 13)
    assert BOOK.demo
    assert BOOK.demo.scenario == "ferry_dispute"

"""Casting in MTGでTRPG: the matrix and its examples, paying, what is printed on cards."""

import gzip
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import encode
from msgspec.structs import replace

from takusen.log.table import Table
from takusen.rules import Card, CardFace, DeckCard, Id
from takusen.table.example import Example, read_examples
from takusen_books.mtg_trpg import BOOK, mana
from takusen_books.mtg_trpg.deck import deck_facts
from takusen_books.mtg_trpg.matrix import MATRIX, Fate
from takusen_books.mtg_trpg.plan import at_cast
from takusen_books.mtg_trpg.printed import abilities_of, keywords_of
from takusen_books.mtg_trpg.record import card_from
from takusen_books.mtg_trpg.resolve import OUTCOMES
from takusen_books.mtg_trpg.world import LAND, Pc, Permanent, World
from tools import mtg_effects

JACK = Id("jack")
PAIRS = [(kind, sort, fate) for kind, row in MATRIX.items() for sort, fate in row.items()]

# the matrix ----------------------------------------------------------------------------------------------------------


def examples(kind: str) -> tuple[Example, ...]:
    """The worked examples of a kind of effect."""
    name = f"pairs_{kind}.toml"
    return read_examples(name, BOOK.example_files()[name])


def named(sort: str) -> str:
    """How an example calls a sort of target."""
    words = {
        "npc": "an NPC",
        "walker": "an NPC treated as a planeswalker",
        "boss": "an NPC treated as a player",
        "own": "a PC's own",
        "pc": "a PC",
        "token": "a token of the world",
    }
    return words.get(sort, f"a {sort}")


@pytest.mark.parametrize(("kind", "sort", "fate"), [pair for pair in PAIRS if not pair[2].never])
def test_every_pair_has_an_example_that_names_its_rules_and_its_question(kind: str, sort: str, fate: Fate) -> None:
    found = [one for one in examples(kind) if f"× {named(sort)}:" in one.name]
    assert len(found) == 1
    assert found[0].rules == fate.rules
    asked = {reply.label for reply in found[0].answers}
    assert asked <= {fate.asks}
    if fate.asks in ("rightful_place", "teleport", "token_gone") and fate.does != "brought_back":
        assert asked == {fate.asks}


@pytest.mark.parametrize("kind", [kind for kind, row in MATRIX.items() if any(fate.never for fate in row.values())])
def test_what_is_no_target_is_refused_in_an_example(kind: str) -> None:
    refused = [one for one in examples(kind) if one.name.endswith("what it can't be aimed at")]
    never = [fate.does for fate in MATRIX[kind].values() if fate.never]
    assert len(refused) == 1
    assert len(refused[0].offers["cast.targets"]) == len(never)


def test_every_outcome_of_the_matrix_is_a_procedure_that_carries_out_its_rules() -> None:
    for _, _, fate in PAIRS:
        if not fate.never:
            carried = OUTCOMES[fate.does].ids  # type: ignore[attr-defined]
            assert set(fate.rules) <= set(carried), fate
    assert {fate.does for _, _, fate in PAIRS if not fate.never} == set(OUTCOMES)


def test_the_page_of_the_matrix_is_that_of_the_code() -> None:
    assert mtg_effects.PAGE.read_text(encoding="utf-8") == mtg_effects.page(BOOK)


# paying --------------------------------------------------------------------------------------------------------------


def table_with(lands: list[str], pool: dict[str, int], life: int = 20) -> World:
    """A world in which Jack has lands that give these kinds of mana."""
    made = {Id(f"l{n}"): Permanent(name="", types=(LAND,), owner=JACK, produces=one) for n, one in enumerate(lands)}
    return World(permanents=Table(made), pcs=Table({JACK: Pc(name="J", mana=Table(pool), life=life)}))


def payable(cost: list[str], lands: list[str]) -> bool:
    """Whether a cost of single colours and generic mana can be paid, by trying everything."""
    coloured = [symbol for symbol in cost if not symbol.isdecimal()]
    generic = sum(int(symbol) for symbol in cost if symbol.isdecimal())
    if len(coloured) + generic > len(lands):
        return False
    return any(all(given.count(one) >= coloured.count(one) for one in coloured) for given in product(*lands))


KINDS = st.sampled_from(["W", "U", "R", "C", "WU", "UR", "WUBRG"])


@given(st.lists(st.sampled_from(["W", "U", "R", "1", "2"]), max_size=4), st.lists(KINDS, max_size=5))
def test_a_cost_is_paid_whenever_it_can_be(cost: list[str], lands: list[str]) -> None:
    written = "".join(f"{{{symbol}}}" for symbol in cost)
    payment = mana.paid(table_with(lands, {}), JACK, mana.cost_of(written))
    assert (payment is not None) == payable(cost, lands)
    if payment is not None:
        assert len(payment.tapped) == mana.value_of(written)
        assert len(set(payment.tapped)) == len(payment.tapped)


@pytest.mark.parametrize(
    ("cost", "lands", "pool", "tapped", "life"),
    [
        ("{1}{W}", ["WU", "W", "U"], {}, ("l1", "l2"), 0),
        ("{1}{W}", ["WU", "U", "U"], {}, ("l1", "l0"), 0),
        ("{2}{R}", ["R"], {"R": 2}, ("l0",), 0),
        ("{R/P}{R/P}", ["R"], {}, ("l0",), 2),
        ("{2/W}", ["R", "G"], {}, ("l0", "l1"), 0),
        ("{2/W}", ["R", "W"], {}, ("l1",), 0),
        ("{C}", ["W", "C"], {}, ("l1",), 0),
    ],
)
def test_what_is_tapped(cost: str, lands: list[str], pool: dict[str, int], tapped: tuple[str, ...], life: int) -> None:
    payment = mana.paid(table_with(lands, pool), JACK, mana.cost_of(cost))
    assert payment is not None
    assert (payment.tapped, payment.life) == (tapped, life)


def test_a_facility_out_of_use_and_what_is_tapped_give_nothing() -> None:
    used = Permanent(name="", types=(LAND,), owner=JACK, produces="R", tapped=True)
    ruined = Permanent(name="", types=(LAND,), owner=JACK, produces="R", ruin="destroyed")
    world = World(permanents=Table({Id("a"): used, Id("b"): ruined}), pcs=Table({JACK: Pc(name="J")}))
    assert mana.paid(world, JACK, mana.cost_of("{R}")) is None


def test_symbols_that_no_mana_pays_are_words_for_the_gm() -> None:
    assert mana.cost_of("{1}{S}{E}") == mana.Cost(("1",), ("S", "E"))


# what is printed -----------------------------------------------------------------------------------------------------


def face(text: str, type_line: str = "Sorcery", cost: str = "{1}", name: str = "Trial") -> CardFace:
    """A made-up face."""
    return CardFace(name=name, full_name=name, type_line=type_line, text=text, mana_cost=cost)


def test_modes_are_told_apart_and_counted() -> None:
    text = "Choose one or both —\n• Destroy target artifact.\n• Trial deals 2 damage to any target."
    (one,) = abilities_of(face(text))
    assert one.choose == (1, 2)
    assert [mode.effects[0].kind for mode in one.modes] == ["destroy", "damage"]


def test_costs_are_taken_apart() -> None:
    text = "{1}{R}, {T}, Sacrifice Trial: Trial deals 1 damage to target creature."
    (one,) = abilities_of(face(text, "Artifact"))
    assert (one.kind, one.mana, one.tap, one.rest) == ("activated", "{1}{R}", True, "Sacrifice Trial")


def test_what_is_only_mana_is_no_ability() -> None:
    assert abilities_of(face("{T}: Add {G}.", "Land")) == ()


def test_what_nothing_is_recognised_in_is_left_to_the_table() -> None:
    (one,) = abilities_of(face("Destroy target creature. You gain 3 life."))
    assert one.modes[0].doubt == "You gain 3 life."


def test_two_triggers_of_one_seal_are_one_effect_at_the_coming() -> None:
    text = (
        "When Trial enters, exile target creature.\n"
        "When Trial leaves the battlefield, return the exiled card to the battlefield under its owner's control."
    )
    card = card_from(Card(id="t", name="Trial", faces=(face(text, "Enchantment"),)), JACK, "en")
    (coming,) = at_cast(card.front)
    assert [(one.kind, one.duration) for one in coming.modes[0].effects] == [("exile_until", "source_leaves")]


def test_keywords_keep_their_words() -> None:
    words = keywords_of(face("Flying, ward {2}\nProtection from red and from white\nHexproof", "Creature"))
    assert words == ("flying", "ward {2}", "protection from red", "protection from white", "hexproof")


def test_overload_is_another_way_to_cast_a_card() -> None:
    text = "Return target creature to its owner's hand.\nOverload {3}{U} (You may cast it for its overload cost.)"
    card = card_from(Card(id="t", name="Trial", faces=(face(text),)), JACK, "en")
    scopes = [[effect.scope for one in way.abilities for effect in one.modes[0].effects] for way in card.faces]
    assert [way.cost for way in card.faces] == ["{1}", "{3}{U}"]
    assert scopes == [["target"], ["all"]]


def test_a_deck_of_the_library_lies_in_the_library_and_its_commander_in_the_command_zone() -> None:
    one = Card(id="x", name="Trial Bear", faces=(face("", "Creature", name="Trial Bear"),))
    two = Card(id="y", name="Trial Lord", faces=(face("", "Legendary Creature", name="Trial Lord"),))
    world: Any = World(pcs=Table({JACK: Pc(name="J", hand=(Id("old"),), hand_size=1)}))
    for fact in deck_facts(world, JACK, (DeckCard(one, 4), DeckCard(two, 1, "commander")), "en"):
        world = fact.apply(world)
    pc = world.pcs[JACK]
    assert (dict(pc.library), pc.library_size, pc.command, pc.hand_size) == (
        {"jack-trial-bear": 4},
        4,
        ("jack-trial-lord",),
        0,
    )


@pytest.mark.slow
def test_every_real_face_becomes_a_card(shared: Path) -> None:
    with gzip.open(shared / "cases/mtg/effects_open.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            name = row.get("face") or row["name"]
            real = face(row["oracle_text"], row["type_line"], row.get("mana_cost") or "", name)
            card_from(Card(id="t", name=row["name"], faces=(real,)), JACK, "en")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("{T}: Add {W} or {U}.", "WU"),
        ("{T}: Add one mana of any color.", "WUBRG"),
        ("{T}: Add {C}.\n{1}, {T}: Add {B}.", "C"),
        ("+1: Add {R}{R}.", ""),
    ],
)
def test_only_what_tapping_alone_gives_is_mana_at_hand(text: str, kinds: str) -> None:
    card = card_from(Card(id="t", name="Trial", faces=(face(text, "Land", ""),)), JACK, "en")
    assert card.front.produces == kinds


def test_what_an_emblem_would_do_is_no_ability_of_its_planeswalker() -> None:
    text = '−3: You get an emblem with "Whenever you cast a spell, this emblem deals 5 damage to any target."'
    assert [one.loyalty for one in abilities_of(face(text, "Legendary Planeswalker"))] == [-3]


def test_a_pool_of_any_size_is_counted_at_once() -> None:
    rich = World(pcs=Table({Id("mei"): Pc("メイ", mana=Table(dict.fromkeys("WUBRG", 1_000_000)))}))
    assert mana.most(rich, Id("mei"), mana.cost_of("{X}{R}")) == 5 * mana.PLENTY - 1
    assert mana.most(rich, Id("mei"), mana.cost_of("{X}{X}{R}")) == (5 * mana.PLENTY - 1) // 2
    assert mana.most(World(pcs=Table({Id("mei"): Pc("メイ")})), Id("mei"), mana.cost_of("{X}{R}")) == 0


@pytest.mark.parametrize("number", ["9" * 5_000, "3000000", "9999999999", "²", "٣" * 40])
def test_a_number_in_a_cost_is_never_laid_out(number: str) -> None:
    cost = mana.cost_of(f"{{{number}}}{{W/{number}}}{{R}}")
    assert cost.symbols == ("R",)
    assert len(cost.beyond) == 2
    assert max(map(len, cost.beyond)) < 20
    assert mana.value_of(f"{{{number}}}{{R}}") == 1


def test_a_cost_of_very_many_symbols_is_left_to_the_gm() -> None:
    assert mana.cost_of("{99/W}" * 3_000) == mana.Cost((), ("…",))
    assert mana.cost_of("{" + "99/" * 6_000 + "W}").symbols == ()


@pytest.mark.parametrize("number", ["9" * 5_000, "99999999999999999999", "²", "∞", "9e999"])
def test_a_card_with_a_number_of_any_size_becomes_one_of_the_table(number: str) -> None:
    text = (
        f"Trial deals {number} damage to any target.\nTarget creature gets +{number}/+{number} until end of turn.\n"
        f"Target creature gets -{number}/-{number} until end of turn.\nDestroy up to {number} target creatures.\n"
        f"Each player discards {number} cards.\nPut {number} -1/-1 counters on target creature.\n"
        f"+{number}: Draw a card."
    )
    for types in ("Sorcery", "Legendary Planeswalker — Trial", "Creature — Wall"):
        odd = replace(face(text, types, f"{{{number}}}"), power=number, toughness=number, loyalty=number)
        card = card_from(
            Card(id="t", name="Trial", mana_value=1e300, faces=(replace(odd, mana_value=1e300),)), JACK, "en"
        )
        assert len(encode(card)) < 200_000
        assert max(map(abs, numbers(card))) <= 1_000_000


def numbers(value: Any) -> Iterator[int]:
    """Every number in something."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict | list):
        yield from (one for each in (value.values() if isinstance(value, dict) else value) for one in numbers(each))
    elif isinstance(value, msgspec.Struct):
        yield from numbers(msgspec.to_builtins(value))

"""What the recogniser reads in each card of the starter set, and that the set has effects of every kind."""

from typing import get_args

import pytest

from takusen_books.mtg_trpg.recognise import recognise
from takusen_books.mtg_trpg.recognise.labels import Kind
from takusen_books.mtg_trpg.record import card_from
from takusen_books.mtg_trpg.starter import stock

STOCK = stock()
NOT_DONE = ("referenced", "self", "you")
"""Scopes that are no effect on the scene."""
HELPING = ("plus", "plus_counter")
"""Kinds that are read elsewhere."""
EXPECTED = {
    "reedmead": [],
    "stillmere": [],
    "peat_hollow": [],
    "ember_crag": [],
    "alder_copse": [],
    "ferry_landing": [],
    "knotted_lantern": ["exile_until target permanent"],
    "quiet_after_bells": ["destroy all creature"],
    "homeward_step": ["bounce target creature"],
    "ferrys_ebb": ["bounce target permanent"],
    "mislaid": ["tuck target creature"],
    "carried_off": ["tuck target permanent"],
    "toll_sergeant": ["exile_until target creature"],
    "low_ford_knight": [],
    "heron_outrider": [],
    "borrowed_will": ["control attached creature"],
    "step_aside": ["blink target creature"],
    "struck_from_page": ["exile target artifact enchantment"],
    "second_reading": [],
    "tide_call_bell": ["bounce target creature"],
    "mending_hand": [],
    "cinder_dart": ["damage target any"],
    "slope_gives_way": ["destroy target land"],
    "snapped_handle": ["destroy target artifact"],
    "blade_unlit": ["destroy target creature"],
    "withering_word": ["minus target creature"],
    "cellar_fever": ["minus_counter target creature"],
    "emptied_pockets": ["discard target player"],
    "choose_who_stays": ["edict target creature"],
    "lift_the_lid": ["reanimate target creature"],
    "called_by_name": ["raise target creature"],
    "scatter_the_ashes": ["grave_exile target card"],
    "rout_in_red": ["damage all creature"],
    "turn_a_head": ["control target creature"],
    "ember_eyed_wolf": [],
    "cellar_brute": [],
    "weight_of_chains": ["minus attached creature"],
    "warden_of_rows": [],
    "alder_bear": [],
    "drystone_tortoise": [],
    "hedge_mice": [],
    "settle_it_outside": ["fight target creature"],
    "lowered_horns": ["damage target creature"],
    "roots_through_iron": ["destroy target artifact enchantment"],
    "sling_at_the_sky": ["destroy target creature"],
    "last_years_seed": ["raise target card"],
    "shoots_from_the_stump": ["reanimate target creature"],
    "turn_the_soil": ["destroy all artifact enchantment"],
    "noon_without_shade": ["exile all creature"],
    "orda": ["fight target creature", "reanimate all creature"],
    "sheltering_bough": [],
    "reapers_song": [],
    "iron_scythe": [],
    "homing_compass": ["bounce target creature"],
    "spark_jar": ["damage target any"],
    "seed_of_reprieve": ["raise target creature"],
    "pulled_down_star": ["destroy target creature planeswalker"],
    "down_to_the_nails": ["destroy target permanent"],
    "ward_splitter": ["destroy target enchantment"],
    "fourfold_waste": ["destroy all land"],
    "rust_season": ["destroy all artifact"],
    "share_for_everyone": ["edict each creature"],
    "pulled_stakes": ["bounce target land"],
    "long_ebb": ["bounce all creature"],
    "loosened_knot": ["bounce target artifact enchantment"],
    "star_unfixed": ["bounce target planeswalker"],
    "next_room": ["tuck target artifact creature"],
    "drifting_acre": ["tuck target land"],
    "everyone_elsewhere": ["tuck all creature"],
    "gate_without_name": ["exile target creature"],
    "unlit_star": ["exile target planeswalker"],
    "salted_acre": ["exile target land"],
    "never_was": ["exile target permanent"],
    "gatekeeper_of_folds": ["exile_until target land"],
    "glass_coffer": ["exile_until target artifact creature"],
    "keeper_of_the_seat": ["exile_until target creature"],
    "hollow_eater": ["exile_until target creature"],
    "star_singer": ["damage target creature planeswalker"],
    "thrown_torches": ["damage target creature"],
    "rising_blaze": ["damage target creature"],
    "stones_at_the_window": ["damage target player"],
    "dry_year": ["minus all creature"],
    "spores_in_the_bread": ["minus_counter all creature"],
    "light_fingers": ["control target artifact"],
    "signed_deed": ["control target land"],
    "star_on_a_string": ["control target planeswalker"],
    "held_breath": ["control target creature"],
    "spoiled_stores": ["discard each player"],
    "lost_page": ["discard target player"],
    "read_over_shoulder": ["discard target player"],
    "all_the_graves": ["reanimate all creature"],
    "mended_shards": ["raise target artifact"],
    "forge_again": ["reanimate target artifact"],
    "clean_sweep": ["grave_exile all card"],
    "over_the_hill": ["blink target creature"],
    "fork_in_the_road": ["destroy target artifact", "damage target creature"],
    "market_brawl": ["fight target creature"],
}
"""What each card does: kind, scope, and of what its targets are."""


@pytest.mark.parametrize("one", STOCK.cards)
def test_a_card_is_read_as_it_is_meant(one: str) -> None:
    found = recognise(STOCK.cards[one].record().faces[0])
    assert not found.unsure, found.doubts
    done = [effect for effect in found.effects if effect.scope not in NOT_DONE]
    assert [f"{effect.kind} {effect.scope} {' '.join(effect.targets_kind)}" for effect in done] == EXPECTED[one]


def test_every_kind_of_effect_is_there_on_its_own_and_where_it_can_be_on_all() -> None:
    kinds = {told.split()[0] for effects in EXPECTED.values() for told in effects}
    assert kinds == {*get_args(Kind)} - set(HELPING)
    mass = {told.split()[0] for effects in EXPECTED.values() for told in effects if told.split()[1] in ("all", "each")}
    many = {"destroy", "bounce", "tuck", "exile", "damage", "minus", "minus_counter", "discard", "edict", "reanimate"}
    assert mass >= many | {"grave_exile"}


@pytest.mark.parametrize(
    ("kind", "targets"),
    [
        ("destroy", {"creature", "land", "artifact", "enchantment", "planeswalker", "permanent"}),
        ("bounce", {"creature", "land", "artifact", "enchantment", "planeswalker", "permanent"}),
        ("tuck", {"creature", "land", "artifact", "permanent"}),
        ("exile", {"creature", "land", "artifact", "enchantment", "planeswalker", "permanent"}),
        ("exile_until", {"creature", "land", "artifact", "permanent"}),
        ("damage", {"creature", "planeswalker", "player", "any"}),
        ("control", {"creature", "land", "artifact", "planeswalker"}),
        ("raise", {"creature", "artifact", "card"}),
        ("reanimate", {"creature", "artifact"}),
    ],
)
def test_an_effect_is_there_for_all_it_may_be_aimed_at(kind: str, targets: set[str]) -> None:
    told = (line.split() for effects in EXPECTED.values() for line in effects)
    assert {one for words in told if words[0] == kind for one in words[2:]} >= targets


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_effects_are_the_same_in_both_languages(lang: str) -> None:
    for one, text in STOCK.cards.items():
        face = card_from(text.record(), "p", lang).front
        found = [
            f"{effect.kind} {effect.scope} {' '.join(effect.targets_kind)}"
            for ability in face.abilities
            for mode in ability.modes
            for effect in mode.effects
            if effect.scope not in NOT_DONE
        ]
        assert sorted(told for told in found if told.split()[0] not in HELPING) == sorted(EXPECTED[one])


def test_what_makes_stronger_is_read_as_well() -> None:
    found = {
        effect.kind
        for one in ("mending_hand", "sheltering_bough", "orda")
        for ability in card_from(STOCK.cards[one].record(), "p", "ja").front.abilities
        for mode in ability.modes
        for effect in mode.effects
    }
    assert found >= set(HELPING)

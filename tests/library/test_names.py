"""Names as they are typed, costs as numbers, and what several files make of one card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.library.costs import mana_value
from takusen.library.keys import BEGINS, EXACT, INSIDE, WORD, fit, keys_of
from takusen.library.merging import Record, merged
from takusen.library.names import folded, id_of_name, is_named, japanese, words_of
from takusen.library.nearest import nearest
from takusen.rulebook.card import Card, CardFace


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Gate of Embers", "gate  OF embers"),
        ("Dûn-Oak's Ærie", "dunoaks aerie"),
        ("Early // Late", "early/late"),
        ("ＧＡＴＥ　of Embers", "Gate of Embers"),
        ("燠の門", "《燠の門》"),
        ("ランプ・ブラック", "らんぷぶらっく"),
        ("ﾗﾝﾌﾟ", "ランプ"),
        ("カーネル", "かねる"),
        ("がっこう", "ガツコウ"),
    ],
)
def test_ways_to_write_one_name(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("はな", "ばな"), ("ぱん", "ばん"), ("Gate", "Gale"), ("早く", "遅く")])
def test_names_that_stay_apart(one: str, other: str) -> None:
    assert folded(one) != folded(other)


@given(st.text(max_size=60))
def test_folding_ends_and_keeps_something(text: str) -> None:
    assert folded(folded(text)) == folded(text)
    assert bool(folded(text)) == bool(text.strip()) or not text.strip()


def test_a_name_of_signs_alone_is_found_too() -> None:
    assert folded("_____")
    assert words_of("+ -")


def test_japanese_names_lose_what_is_not_the_name() -> None:
    assert japanese("燠（おき）の門（もん）") == "燠の門"
    assert japanese("燠の門（もん") == "燠の門"
    assert japanese("燠の門 (別の名前、もうひとつ)") == "燠の門"
    assert japanese("Gate of Embers") == ""


def test_ids_of_names() -> None:
    assert is_named(id_of_name("Gate of Embers"))
    assert id_of_name("Gate of Embers") == id_of_name("gate of embers")


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        ("", 0),
        (None, 0),
        ("{0}", 0),
        ("{X}{X}{R}", 1),
        ("{2/W}{U/P}{G/U/P}", 4),
        ("{HW}", 0.5),
        ("{C}{S}{10}", 12),
        ("{}", 0),
        ("{" + "9" * 30 + "}", 1),
    ],
)
def test_mana_values(cost: str | None, value: float) -> None:
    assert mana_value(cost) == value


def card(name: str, *faces: str, **more: str) -> Card:
    """A card with faces of these names."""
    made = tuple(CardFace(name=one, full_name=name) for one in faces or (name,))
    return Card(id="id", name=name, faces=made, **more)  # type: ignore[arg-type]


def test_keys_know_whole_names_from_faces() -> None:
    keys = dict(keys_of(card("Early // Late", "Early", "Late", name_ja="早く // 遅く")))
    assert keys == {"early late": False, "早く 遅く": False, "early": True, "late": True}


def test_how_a_key_fits() -> None:
    for typed, how in (("gate", EXACT), ("ga", BEGINS), ("at", INSIDE)):
        assert fit("gate", words_of(typed)) == how
    assert fit("long gate", words_of("gate long")) == WORD
    assert fit("gate", words_of("gate long")) is None


def test_a_later_file_is_right_and_keeps_the_japanese() -> None:
    face = CardFace(name="Gate", text="Old.", name_ja="門", text_ja="古い。")
    known = Card(id="id", name="Gate", name_ja="門", faces=(face,))
    found = Card(id="id", name="Gate", faces=(CardFace(name="Gate", text="New."),))
    assert merged(known, Record(found)).faces[0] == CardFace(name="Gate", text="New.", name_ja="門", text_ja="古い。")
    assert merged(known, Record(found)).name_ja == "門"


def test_a_part_takes_nothing_away() -> None:
    known = card("Early // Late", "Early", "Late", layout="split")
    late = CardFace(name="Late", full_name="Early // Late", text="Sleep.")
    after = merged(known, Record(Card(id="other", name="Early // Late", faces=(late,)), whole=False))
    assert (after.id, after.layout, [face.text for face in after.faces]) == ("id", "split", ["", "Sleep."])


def test_the_nearest_names() -> None:
    keys = ["gate of embers", "gate of ash", "lone bell", "燠の門"]
    assert nearest("Gate of Embres", keys)[0] == "gate of embers"
    assert nearest("燠の間", keys) == ["燠の門"]
    assert nearest("zzz", keys) == nearest("", keys) == []

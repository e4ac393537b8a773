"""Files of cards: every shape that people have, and whatever else is handed in as one."""

import gzip
import json
import zlib
from collections import Counter
from contextlib import suppress
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.interop.card_file import read_cards
from takusen.interop.json_frames import LIMIT, Framer
from takusen.interop.refusal import NoCards
from takusen.library.merging import Record, merged
from takusen.rulebook.card import Card
from tests.interop.card_samples import (
    ATOMIC,
    GATE,
    GATE_JA,
    LINES,
    MEADOW,
    PAIR,
    SCRYFALL,
    TWICE,
    WOLF,
    by_lines,
    encoded,
    packed,
    set_file,
)


def records(data: bytes) -> tuple[list[Record], Counter[str]]:
    """What a file holds, and what was left out."""
    read = list(read_cards(BytesIO(data)))
    return [one for one in read if isinstance(one, Record)], Counter(one for one in read if isinstance(one, str))


def cards(data: bytes) -> dict[str, Card]:
    """The cards of a file by name, put together as a library does."""
    found: dict[str, Card] = {}
    for one in records(data)[0]:
        found[one.card.name] = merged(found.get(one.card.name), one)
    return found


def refused(data: bytes) -> str:
    """Why a file can't be read."""
    with pytest.raises(NoCards) as wrong:
        records(data)
    return wrong.value.key


# what a card is ------------------------------------------------------------------------------------------------------


def test_a_card_of_scryfall() -> None:
    gate = cards(encoded([GATE]))["Gate of Embers"]
    face = gate.faces[0]
    assert (gate.id, gate.mana_value, gate.colour_identity) == (GATE["oracle_id"], 3.0, "R")
    assert (face.mana_cost, face.type_line, face.colours) == ("{2}{R}", "Enchantment", "R")
    assert face.keywords == ("Haste",)
    assert face.text == GATE["oracle_text"]


def test_a_split_card_has_its_texts_costs_and_colours_on_its_faces() -> None:
    early, late = cards(encoded([PAIR]))["Early // Late"].faces
    assert (early.name, early.full_name, early.mana_cost, early.mana_value) == ("Early", "Early // Late", "{1}{U}", 2.0)
    assert (early.colours, late.colours, late.text) == ("U", "B", "Sleep on.")


def test_the_other_side_has_the_mana_value_of_the_first_and_no_cost() -> None:
    day, night = cards(encoded([WOLF]))["Miller by Day // Wolf by Night"].faces
    assert (day.mana_value, night.mana_value, night.mana_cost) == (2.0, 2.0, None)
    assert (day.power, day.toughness, night.power) == ("1", "1+*", "*")


def test_a_card_with_the_same_on_both_sides_is_that_card() -> None:
    jug = cards(encoded([TWICE]))["Clay Jug"]
    assert (jug.id, jug.layout, len(jug.faces)) == (TWICE["card_faces"][0]["oracle_id"], "normal", 1)  # type: ignore[index]
    assert jug.faces[0].mana_value == 0.5
    assert jug.faces[0].text.startswith("−")


def test_no_cost_is_not_a_cost_of_nothing_and_a_new_layout_is_a_card() -> None:
    found = cards(encoded([MEADOW, MEADOW | {"name": "Free Thing", "mana_cost": "{0}", "oracle_id": "x"}]))
    assert found["Quiet Meadow"].faces[0].mana_cost is None
    assert found["Free Thing"].faces[0].mana_cost == "{0}"


@pytest.mark.parametrize(
    "layout", ["token", "double_faced_token", "emblem", "art_series", "planar", "scheme", "vanguard"]
)
def test_what_no_deck_holds_is_left_out(layout: str) -> None:
    taken, left = records(encoded([GATE, MEADOW | {"layout": layout}]))
    assert len(taken) == 1
    assert left == {"no_card": 1}


def test_japanese_printings_join_the_english_card() -> None:
    gate = cards(encoded([GATE, GATE_JA]))["Gate of Embers"]
    assert (gate.name_ja, gate.faces[0].type_ja) == ("燠の門", "エンチャント")
    assert gate.faces[0].text == GATE["oracle_text"]


def test_of_japanese_printings_the_newest_counts_wherever_it_stands() -> None:
    new = GATE_JA | {"released_at": "2021-01-01", "printed_name": "新しい門"}
    for order in ([GATE_JA, new], [new, GATE_JA]):
        assert cards(encoded(order))["Gate of Embers"].name_ja == "新しい門"


def test_further_printings_are_counted() -> None:
    assert records(encoded([GATE, GATE | {"lang": "de", "printed_name": "Gluttor"}]))[1] == {"seen": 1}


def test_atomic_cards() -> None:
    found = cards(encoded(ATOMIC))
    assert list(found) == ["Gate of Embers", "Early // Late", "Quiet Meadow"]
    gate, pair = found["Gate of Embers"], found["Early // Late"]
    assert (gate.name_ja, gate.faces[0].text_ja) == ("燠の門", "速攻、と叫ぶ。")
    assert (pair.name_ja, [face.name_ja for face in pair.faces]) == ("早く // 遅く", ["早く", "遅く"])
    assert [face.mana_value for face in pair.faces] == [2.0, 4.0]
    assert found["Quiet Meadow"].id.startswith("name-")


@pytest.mark.parametrize("file", [set_file(), {"name": "Old", "cards": set_file()["data"]["cards"]}])
def test_set_files_old_and_new(file: dict[str, Any]) -> None:
    assert cards(encoded(file)) == cards(encoded(ATOMIC))


def test_all_sets_in_one_file() -> None:
    data = {"ONE": set_file()["data"], "TWO": set_file()["data"]}
    assert cards(encoded({"meta": {}, "data": data})) == cards(encoded(ATOMIC))


def test_a_list_as_the_api_of_scryfall_gives_it() -> None:
    listed = {"object": "list", "has_more": False, "data": [GATE, PAIR]}
    assert list(cards(encoded(listed))) == ["Gate of Embers", "Early // Late"]


def test_json_lines() -> None:
    found = cards(by_lines(LINES))
    assert found["Lone Bell"].name_ja == "ひとつの鐘"
    assert [face.name for face in found["Early // Late"].faces] == ["Late"]
    assert found["Gate of Embers"].faces[0].colours == "R"
    assert list(cards(by_lines([GATE, PAIR]))) == ["Gate of Embers", "Early // Late"]


# how a file comes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [encoded(SCRYFALL), encoded(ATOMIC), by_lines(LINES)])
@pytest.mark.parametrize("wrapped", [packed, lambda data: b"\xef\xbb\xbf" + data, lambda data: b"\r\n " + data])
def test_packing_marks_and_blanks_change_nothing(data: bytes, wrapped: Any) -> None:
    assert cards(wrapped(data)) == cards(data)


def test_two_gzip_parts_are_one_file() -> None:
    data = encoded(SCRYFALL)
    assert cards(packed(data[:100]) + packed(data[100:])) == cards(data)


def test_indented_json_is_read() -> None:
    assert cards(json.dumps(ATOMIC, indent=2).encode()) == cards(encoded(ATOMIC))
    assert cards(json.dumps(SCRYFALL, indent=2).encode()) == cards(encoded(SCRYFALL))


def test_progress_comes_to_the_size_of_the_file_and_may_end_the_reading() -> None:
    data, told = packed(encoded(SCRYFALL)), list[int]()
    list(read_cards(BytesIO(data), told.append))
    assert told[-1] == len(data)

    def stop(read: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(read_cards(BytesIO(data), stop))


@given(st.integers(1, 40), st.sampled_from([encoded(SCRYFALL), encoded(ATOMIC), encoded(set_file())]))
def test_where_the_pieces_end_changes_nothing(size: int, data: bytes) -> None:
    def opens(path: tuple[str, ...], sign: bytes) -> bool:
        return len(path) < 2

    whole = list(Framer(opens).frames([data]))
    assert list(Framer(opens).frames(data[at : at + size] for at in range(0, len(data), size))) == whole


# what is no file of cards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b" \n", "empty"),
        (packed(b""), "empty"),
        (b"<!DOCTYPE html><title>Not here</title>", "html"),
        (b"4 Gate of Embers\n1 Lone Bell\n", "no_json"),
        (b"PK\x03\x04whatever", "packed"),
        (b"\xfd7zXZ\x00whatever", "packed"),
        ("[]".encode("utf-16"), "encoding"),
        (b"[]", "no_cards"),
        (b"{}", "no_cards"),
        (b'{"data": {}}', "no_cards"),
        (b'"text"', "no_json"),
        (b"null", "no_json"),
        (b"[1, 2, 3]", "no_cards"),
        (b'[{"name": "a cat", "age": 3}]', "no_cards"),
        (b'{"package": {"dependencies": {"a": [{"name": "b"}]}}}', "no_cards"),
        (encoded([{"object": "ruling", "oracle_id": "x", "comment": "It depends."}]), "rulings"),
        (encoded([TWICE | {"layout": "token"}]), "no_cards"),
        (encoded(SCRYFALL)[:-20], "truncated"),
        (encoded(ATOMIC)[:-1], "truncated"),
        (encoded(SCRYFALL) + b"]", "broken"),
        (encoded(SCRYFALL) + b"{}", "broken"),
        (b"[" + encoded(GATE) + b"}", "broken"),
        (packed(encoded(SCRYFALL))[:-10], "truncated"),
        (packed(encoded(SCRYFALL))[:60] + b"\x00" * 60, "gzip_broken"),
        (b"\x1f\x8b not gzip at all", "gzip_broken"),
    ],
)
def test_a_file_of_something_else_is_refused_in_words(data: bytes, key: str) -> None:
    assert refused(data) == key


@pytest.mark.parametrize("name", ["shift_jis", "euc_jp"])
@pytest.mark.parametrize("text", ["表と裏の火", "火の門"])
def test_a_file_in_an_older_japanese_encoding_is_told_so(name: str, text: str) -> None:
    own = '[{"object": "card", "name": "NAME", "lang": "ja", "type_line": "Instant"}]'.replace("NAME", text)
    assert refused(own.encode(name)) == "encoding"
    assert refused(own[1:-1].encode(name) + b"\n") == "encoding"


def test_many_things_that_are_no_cards_end_the_reading() -> None:
    assert refused(encoded([{"name": "cat"}] * 5_000 + [GATE])) == "no_cards"


def test_a_bomb_is_refused_early() -> None:
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(b"[" + b" " * (1 << 20)) for _ in range(200)) + packer.flush()
    assert refused(bomb) in ("bloated", "too_long")
    packer = zlib.compressobj(9, wbits=31)
    lines = (encoded(GATE | {"released_at": "2000"}) + b",") * 1_000
    bomb = packer.compress(b"[") + b"".join(packer.compress(lines) for _ in range(400)) + packer.flush()
    assert refused(bomb) == "bloated"


@pytest.mark.parametrize(
    "data",
    [
        b'[{"object": "card", "name": "' + b"a" * (5 * LIMIT),
        b'[{"object": "card", "name": "' + b'\\"' * (3 * LIMIT),
        b'{"data": {"' + b"a" * (5 * LIMIT),
        b"[" + b" " * (5 * LIMIT),
        b"[" + b"1" * (5 * LIMIT),
    ],
)
def test_a_text_longer_than_any_card_is_refused(data: bytes) -> None:
    assert refused(data) == "too_long"


@pytest.mark.parametrize("deep", [b"[" * 100_000, b'{"a":' * 100_000, b'[{"object":"card","x":' + b"[" * 3_000_000])
def test_depth_alone_is_a_file_cut_off(deep: bytes) -> None:
    assert refused(deep) == "truncated"


# what is skipped -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("thing", "reason"),
    [
        (encoded(GATE | {"name": 5}), "wrong"),
        (encoded(GATE | {"name": None}), "wrong"),
        (encoded(GATE | {"name": ""}), "wrong"),
        (encoded(GATE | {"name": "\u200b \u0007"}), "wrong"),
        (encoded({key: value for key, value in GATE.items() if key != "name"}), "wrong"),
        (encoded({key: value for key, value in GATE.items() if key != "type_line"}), "wrong"),
        (encoded(GATE | {"oracle_text": ["a"]}), "wrong"),
        (encoded(GATE | {"card_faces": {"name": "x"}}), "wrong"),
        (encoded(GATE | {"colors": "R"}), "wrong"),
        (encoded(GATE | {"cmc": "three"}), "wrong"),
        (encoded(GATE | {"name": "x" * 400}), "too_long"),
        (encoded(GATE | {"oracle_text": "x" * 30_000}), "too_long"),
        (encoded(GATE | {"all_parts": [{"name": "x"}] * 200_000}), "too_long"),
        (encoded(GATE).replace(b"3.0", b"NaN"), "broken"),
        (encoded(GATE).replace(b"Gate of", b"Gate \xff\xfe of"), "broken"),
        (encoded(GATE).replace(b"Gate of", b"Gate \\ud800 of"), "broken"),
        (encoded(GATE).replace(b'"lang": "en"', b'"lang" "en"'), "broken"),
        (encoded(GATE).replace(b"{", b'{"deep": ' + b"[" * 100_000 + b"]" * 100_000 + b",", 1), "broken"),
        (b"[1, 2]", "unknown"),
    ],
)
def test_a_broken_thing_is_left_out_and_counted(thing: bytes, reason: str) -> None:
    taken, left = records(b"[" + encoded(MEADOW) + b"," + thing + b"," + encoded(PAIR) + b"]")
    assert [one.card.name for one in taken] == ["Quiet Meadow", "Early // Late"]
    assert sum(left.values()) == 1
    assert reason in left or reason == "unknown"


@pytest.mark.parametrize(
    "odd",
    [
        {"mana_cost": "{" + "9" * 5_000 + "}"},
        {"mana_cost": "{3000000}"},
        {"mana_cost": "{W}" * 100},
        {"cmc": 1e300},
        {"cmc": -1e9},
        {"power": "1000000000", "toughness": "1"},
        {"power": "1", "toughness": "9" * 30},
        {"loyalty": "9" * 5_000},
        {"defense": "99999999"},
    ],
)
def test_a_card_with_a_number_that_no_card_has_is_left_out_and_counted(odd: dict[str, Any]) -> None:
    taken, left = records(encoded([MEADOW, GATE | odd, PAIR]))
    assert ([one.card.name for one in taken], left) == (["Quiet Meadow", "Early // Late"], {"oversized": 1})
    names = {"mana_cost": "manaCost", "cmc": "manaValue"}
    face = ATOMIC["data"]["Gate of Embers"][0] | {names.get(key, key): value for key, value in odd.items()}
    assert records(encoded({"data": {"Gate of Embers": [face], "Early // Late": ATOMIC["data"]["Early // Late"]}}))[
        1
    ] == {"oversized": 1}


@pytest.mark.parametrize("usual", [{"mana_cost": "{1000000}", "cmc": 1_000_000}, {"power": "∞", "toughness": "1+*"}])
def test_the_oddest_numbers_that_cards_have_are_taken(usual: dict[str, Any]) -> None:
    assert records(encoded([GATE | usual]))[1] == {}


def test_of_a_key_twice_the_last_counts() -> None:
    doubled = encoded(GATE).replace(b'"lang"', b'"name": "Other Gate", "lang"', 1)
    assert list(cards(b"[" + doubled + b"]")) == ["Other Gate"]


def test_broken_lines_are_left_out_and_counted() -> None:
    data = by_lines(LINES[:1]) + b"not json\n" + by_lines(LINES[2:]) + b'{"name": "cut'
    taken, left = records(data)
    assert len(taken) == 2
    assert left == {"broken": 2}


@given(st.binary(max_size=300))
def test_no_bytes_do_more_than_refuse(data: bytes) -> None:
    for whole in (data, b"[" + data, b'{"data": {' + data, gzip.compress(data)):
        with suppress(NoCards):
            records(whole)


@given(st.integers(0, 4_000), st.binary(min_size=1, max_size=4), st.sampled_from([SCRYFALL, ATOMIC]))
def test_no_damage_does_more_than_refuse_or_leave_out(at: int, put: bytes, thing: Any) -> None:
    data = encoded(thing)
    with suppress(NoCards):
        records(data[:at] + put + data[at + len(put) :])

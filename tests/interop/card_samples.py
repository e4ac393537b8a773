"""Made-up cards in the shapes of the files that people have."""

import gzip
import json
from typing import Any

GATE = {
    "object": "card",
    "id": "11111111-0000-4000-8000-000000000001",
    "oracle_id": "aaaaaaaa-0000-4000-8000-000000000001",
    "name": "Gate of Embers",
    "lang": "en",
    "released_at": "2020-01-01",
    "layout": "normal",
    "mana_cost": "{2}{R}",
    "cmc": 3.0,
    "type_line": "Enchantment",
    "oracle_text": "Haste, they shout.\n{T}: Nothing happens.",
    "colors": ["R"],
    "color_identity": ["R"],
    "keywords": ["Haste", "Flying"],
}
GATE_JA = GATE | {
    "id": "11111111-0000-4000-8000-000000000002",
    "lang": "ja",
    "printed_name": "燠（おき）の門",
    "printed_type_line": "エンチャント",
    "printed_text": "速攻、と皆が叫ぶ。",
}
PAIR = {
    "object": "card",
    "oracle_id": "aaaaaaaa-0000-4000-8000-000000000002",
    "name": "Early // Late",
    "lang": "en",
    "layout": "split",
    "mana_cost": "{1}{U} // {3}{B}",
    "cmc": 6.0,
    "type_line": "Instant // Sorcery",
    "colors": ["U", "B"],
    "color_identity": ["B", "U"],
    "card_faces": [
        {"name": "Early", "mana_cost": "{1}{U}", "type_line": "Instant", "oracle_text": "Wake up."},
        {"name": "Late", "mana_cost": "{3}{B}", "type_line": "Sorcery", "oracle_text": "Sleep on."},
    ],
}
WOLF = {
    "object": "card",
    "oracle_id": "aaaaaaaa-0000-4000-8000-000000000003",
    "name": "Miller by Day // Wolf by Night",
    "lang": "en",
    "layout": "transform",
    "cmc": 2.0,
    "type_line": "Creature — Human // Creature — Wolf",
    "color_identity": ["G"],
    "card_faces": [
        {
            "name": "Miller by Day",
            "mana_cost": "{1}{G}",
            "type_line": "Creature — Human",
            "oracle_text": "",
            "colors": ["G"],
            "power": "1",
            "toughness": "1+*",
        },
        {"name": "Wolf by Night", "mana_cost": "", "type_line": "Creature — Wolf", "colors": ["G"], "power": "*"},
    ],
}
TWICE = {
    "object": "card",
    "name": "Clay Jug // Clay Jug",
    "lang": "en",
    "layout": "reversible_card",
    "card_faces": [
        {
            "name": "Clay Jug",
            "oracle_id": "aaaaaaaa-0000-4000-8000-000000000004",
            "layout": "normal",
            "cmc": 0.5,
            "mana_cost": "{HW}",
            "type_line": "Artifact",
            "oracle_text": "−1: Pour.",
        }
    ]
    * 2,
}
MEADOW = {
    "object": "card",
    "oracle_id": "aaaaaaaa-0000-4000-8000-000000000005",
    "name": "Quiet Meadow",
    "lang": "en",
    "layout": "something_new",
    "mana_cost": "",
    "cmc": 0,
    "type_line": "Basic Land — Plains",
    "oracle_text": "({T}: Add {W}.)",
    "colors": [],
    "color_identity": ["W"],
}
TOKEN = GATE | {"name": "Ember", "layout": "token", "oracle_id": "aaaaaaaa-0000-4000-8000-000000000009"}
SCRYFALL = [GATE, PAIR, WOLF, TWICE, MEADOW, TOKEN]

ATOMIC: dict[str, Any] = {
    "meta": {"date": "2022-01-01", "version": "5.2.1"},
    "data": {
        "Gate of Embers": [
            {
                "name": "Gate of Embers",
                "layout": "normal",
                "manaCost": "{2}{R}",
                "manaValue": 3.0,
                "type": "Enchantment",
                "types": ["Enchantment"],
                "text": "Haste, they all shout.",
                "colors": ["R"],
                "colorIdentity": ["R"],
                "identifiers": {"scryfallOracleId": "aaaaaaaa-0000-4000-8000-000000000001"},
                "foreignData": [
                    {"language": "German", "name": "Gluttor"},
                    {"language": "Japanese", "name": "燠の門", "type": "エンチャント", "text": "速攻、と叫ぶ。"},
                ],
            }
        ],
        "Early // Late": [
            {
                "name": "Early // Late",
                "faceName": name,
                "side": side,
                "layout": "split",
                "manaCost": cost,
                "manaValue": 6.0,
                "faceManaValue": value,
                "type": kind,
                "text": text,
                "colors": [colour],
                "colorIdentity": ["B", "U"],
                "identifiers": {"scryfallOracleId": "aaaaaaaa-0000-4000-8000-000000000002"},
                "foreignData": [{"language": "Japanese", "name": "早く // 遅く", "faceName": name_ja}],
            }
            for name, side, cost, value, kind, text, colour, name_ja in (
                ("Early", "a", "{1}{U}", 2.0, "Instant", "Wake up.", "U", "早く"),
                ("Late", "b", "{3}{B}", 4.0, "Sorcery", "Sleep on.", "B", "遅く"),
            )
        ],
        "Long Parade": [{"name": "Long Parade", "layout": "scheme", "type": "Scheme", "colors": []}],
        "Quiet Meadow": [{"name": "Quiet Meadow", "layout": "normal", "type": "Land", "colors": []}],
    },
}

LINES = [
    {
        "name": "Gate of Embers",
        "type_line": "Enchantment",
        "oracle_text": "Haste.",
        "mana_cost": "{2}{R}",
        "labels": [],
    },
    {"name": "Early // Late", "face": "Late", "layout": "split", "types": "Sorcery", "oracle_text": "Sleep on."},
    {"name": "Lone Bell", "types": "Artifact", "name_ja": "ひとつの鐘"},
]


def encoded(thing: Any) -> bytes:
    """A thing as JSON in UTF-8."""
    return json.dumps(thing, ensure_ascii=False).encode()


def by_lines(things: list[Any]) -> bytes:
    """A thing a line."""
    return b"\n".join(map(encoded, things)) + b"\n"


def set_file() -> dict[str, Any]:
    """The same as `ATOMIC` in the shape of a set, with all else that such a file has."""
    cards = [face for faces in ATOMIC["data"].values() for face in faces]
    data = {"baseSetSize": 4, "booster": {"default": {"sheets": [{"cards": {"x": 1}}]}}, "cards": cards}
    return {"meta": ATOMIC["meta"], "data": data | {"tokens": [cards[0] | {"layout": "token"}], "name": "A Set"}}


def packed(data: bytes) -> bytes:
    """Data in gzip."""
    return gzip.compress(data, mtime=0)  # the same bytes in every process that runs tests

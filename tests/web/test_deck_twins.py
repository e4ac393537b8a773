"""Of another player's deck nobody gets more than how many cards it has."""

from __future__ import annotations

import asyncio
from io import BytesIO

import httpx
import pytest

from takusen.server.shelf import take_in
from takusen.web import app as web_app
from takusen.web.build import base_of
from takusen_books.mtg_trpg import BOOK
from tests.interop.card_samples import ATOMIC, encoded
from tests.web.twin import Got, Op, Twin, declare

SHORE = """
[meta]
id = "shore"
title = { ja = "浜" }

[[place]]
id = "sea"
name = { ja = "海の次元" }
[[place]]
id = "shore"
inside = "sea"
name = { ja = "浜" }

[[pc]]
id = "mei"
name = { ja = "メイ" }
[[pc]]
id = "aki"
name = { ja = "アキ" }
"""
ODD, PLAIN = "20 燠の門\n統率者\n1 Early/Late", "16 Early // Late\n4 Quiet Meadow\n統率者\n1 Gate of Embers"
PLAY: list[Op] = [
    *((seat, "do", {"do": "sit", "name": name}) for seat, name in (("gm", "ジム"), ("p1", "一"), ("p2", "二"))),
    *((seat, "do", {"do": "take", "entity": pc}) for seat, pc in (("p1", "mei"), ("p2", "aki"))),
    ("p2", "deck", {"of": "aki", "text": "0 燠の門"}),
    ("p2", "deck", {}),
    ("p1", "deck", {"of": "aki", "text": "4 燠の門"}),
    declare("gm", "start_scene", place="shore", members=["mei", "aki"]),
    declare("p2", "draw", pc="aki", amount=2, reason="効果"),
    *(("p1", "get", {"path": path}) for path in ("", "/export.txt", "/export.html", "/deck", "/cards")),
    *(("w1", "get", {"path": path}) for path in ("", "/export.txt")),
]


class DeckTwin(Twin):
    """A table whose second player brings a list."""

    def __init__(self, text: str) -> None:
        super().__init__(BOOK, SHORE)
        self._text = text
        take_in(self.house.library, BytesIO(encoded(ATOMIC)))

    async def carry_out(self, http: httpx.AsyncClient, op: Op) -> None:
        """Decks go to their own page."""
        by, kind, fields = op
        if kind != "deck":
            await super().carry_out(http, op)
            return
        given = {"of": "aki", "text": self._text, **fields}
        answer = await http.post(f"{base_of(self.room, by)}/deck", json=given, headers={"accept": "application/json"})
        self.got.append((f"{by} gets {answer.status_code} for a deck", answer.content))


@pytest.fixture(autouse=True)
def _same_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_app, "token_hex", lambda count: "0" * count * 2)


def played(text: str) -> Got:
    """All that the players got, but for what the second saw of their own deck."""
    got = asyncio.run(DeckTwin(text).play(PLAY))
    assert [what for what, _ in got].count("p2 gets 200 for a deck") == 1
    return [(what, data) for what, data in got if not what.startswith("p2 ")]


def test_another_deck_of_the_same_size_changes_nothing_for_the_others() -> None:
    odd, plain = played(ODD), played(PLAIN)
    assert [what for what, _ in odd] == [what for what, _ in plain]
    for (what, mine), (_, other) in zip(odd, plain, strict=True):
        assert mine == other, what
    assert any(b"20" in data for what, data in odd if what.startswith("p1 gets 200"))

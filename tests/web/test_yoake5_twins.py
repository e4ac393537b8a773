"""yoake5: of a foe in hiding, of numbers that nobody has shown and of what the GM has ready a player gets nothing."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from takusen.rulebook.book import RuleBook, installed
from takusen.table.opening import NewTable
from takusen.web import app as web_app
from tests.web.twin import Op, Twin, composed, declare, same

BOOK = installed()["yoake5"]
NIGHT = """
[meta]
title = {{ ja = "裂け目の夜" }}
guide = {{ ja = "{secret}" }}

[[encounter]]
id = "rift"
title = {{ ja = "{secret}" }}
foes = [{ambush}{{ foe = "ink_imp", count = 2 }}, {{ foe = "broom_soldier", row = 1 }}]
text = {{ ja = "{secret}が待つ。" }}
{more}
[[pc]]
id = "ken"
ready = "tsurugi"
[[pc]]
id = "mamo"
ready = "mamori"
"""
MORE = """
[[encounter]]
id = "later"
title = { ja = "続きの待ち伏せ" }
foes = [{ foe = "rift_herald" }]
"""
AMBUSH = '{ foe = "ink_imp", hidden = true }, { foe = "candle_ghost", row = 1, hidden = true }, '
ODD = NIGHT.format(secret="秘密の待ち伏せ", ambush=AMBUSH, more=MORE)
PLAIN = NIGHT.format(secret="ただの夜道", ambush="", more="")
NUMBERS = {ODD: (500, 40), PLAIN: (900, 0)}
"""What the GM makes of a foe's HP and MP, which nobody has been shown."""


class Ambushed(Twin):
    """A table under house rules; what the GM edits differs as the source does."""

    def __init__(self, book: RuleBook, source: str) -> None:
        super().__init__(book, source)
        self._wish = NewTable(book.id, "双子", source=source, players=2, layers=("majo@2019-04-19",))
        self.numbers = dict(zip(("HP", "MP"), NUMBERS[source], strict=True))

    async def carry_out(self, http: httpx.AsyncClient, op: Op) -> None:
        """Fill in what the GM edits."""
        by, kind, fields = op
        filled: dict[str, Any] = {
            name: self.numbers.get(value, value) if isinstance(value, str) else value for name, value in fields.items()
        }
        await super().carry_out(http, (by, kind, filled))


def looks(*paths: str) -> list[Op]:
    """What a player and the watcher read."""
    return [(by, "get", {"path": path}) for by in ("p1", "w1") for path in paths]


IN_FIGHT = looks("", "/lines", "/sheet/ken", "/sheet/ink_imp-1", "/sheet/ink_imp-h1")
PLAY: list[Op] = [
    ("gm", "do", {"do": "sit", "name": "ジム"}),
    *((seat, "do", {"do": "sit", "name": name}) for seat, name in (("p1", "一"), ("p2", "二"))),
    *((seat, "do", {"do": "take", "entity": pc}) for seat, pc in (("p1", "ken"), ("p2", "mamo"))),
    declare("gm", "begin_session", title="夜", day="2026-12-01", members=["ken", "mamo"], flags=[]),
    declare("gm", "begin_main_play"),
    *looks("", "/options", "/house"),
    declare("gm", "start_combat", encounter="rift", foes=[]),
    ("gm", "do", {"do": "edit", "path": "characters.ink_imp-1.hp", "to": "HP"}),
    ("gm", "do", {"do": "edit", "path": "characters.ink_imp-1.mp", "to": "MP"}),
    *IN_FIGHT,
    composed("p1", "attack", actor="ken"),
    composed("p2", "use_skill", actor="mamo"),
    declare("p2", "use_skill", actor="mamo", skill="wide_barrier", targets=["ken", "mamo"]),
    declare("gm", "go_on"),
    composed("p1", "attack", actor="ken", weapon="ken.practice_sword"),
    declare("p1", "attack", actor="ken", weapon="ken.practice_sword", target="ink_imp-1"),
    declare("p2", "end_turn", actor="mamo"),
    declare("gm", "attack", actor="ink_imp-1", weapon="", target="ken"),
    declare("p2", "attack", actor="mamo", weapon="mamo.oak_staff", target="ink_imp-h1"),
    declare("p1", "move_row", actor="ken", row=1),
    declare("gm", "bring_foe", foe="ink_imp", row=1),
    *IN_FIGHT,
    declare("gm", "end_combat", winner="party"),
    declare("gm", "begin_afterplay"),
    declare("gm", "decide_reward", fixed=20, boss_level=3),
    declare("p1", "take_reward", actor="ken", tickets=0),
    *looks("", "/lines", "/export.txt", "/export.html", "/export.json"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _same_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms' tokens are random and tell nothing: here they are all alike."""
    monkeypatch.setattr(web_app, "token_hex", lambda count: "0" * count * 2)


def test_what_a_player_may_not_see_changes_nothing_for_the_player() -> None:
    got = same(BOOK, (ODD, PLAIN), PLAY, "待ち伏せ", Ambushed)
    told = next(text for what, text in got.items() if "/export.txt" in what).decode()
    for line in ("墨の小鬼Aが現れた。", "命中！　辻堂つるぎの一撃が墨の小鬼Aをとらえた。", "墨の小鬼Cが現れた。"):
        assert line in told
    assert "燭台" not in told

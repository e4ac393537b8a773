"""What people send takes time by its length, never by its square."""

import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from takusen.forecast.odds import CHARTED, splits
from takusen.log.signs import MARKS, composed
from takusen.play import exact
from takusen.play.exact import Memo
from takusen.rulebook.toml import KEY_LIMIT, BadFile, parsed
from takusen.table.draft import clean
from takusen.table.floor import memo_of
from takusen.web import typed
from takusen.web.forms import BadRequest, from_form
from tests.engine.tables import Game

ACUTE, CEDILLA = "\u0301", "\u0327"
SOON = 2.0


def is_quick(work: Callable[[], object]) -> bool:
    """Whether something ends soon."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start < SOON


def pairs(text: str) -> object:
    """A form's field of names with numbers."""
    return from_form([("a:pairs", text)])["a"]


def test_pairs() -> None:
    assert pairs("怪力 3\n運動：-2、x==５,名前 ＝ −1\n2 7") == {"怪力": 3, "運動": -2, "x": 5, "名前": -1, "2": 7}
    for text in ("怪力", "3", " = 3", "a" * 199 + " 3"):
        with pytest.raises(BadRequest):
            pairs(text)


@pytest.mark.parametrize("text", ["x" + "=" * 290_000 + "y", "1" * 290_000, "x " + "1" * 150 + "y,"])
def test_pairs_of_many_signs(text: str) -> None:
    def send() -> None:
        with pytest.raises(BadRequest):
            pairs(text * max(1, 290_000 // len(text)))

    assert is_quick(send)


def test_marks_are_few() -> None:
    many = "a" + (ACUTE + CEDILLA) * 110_000
    assert is_quick(lambda: clean(many, 20_000))
    assert len(composed(many)) <= 1 + MARKS
    assert composed("e" + ACUTE + "か\u3099\n、") == "éが\n、"
    family = "👩🏽‍👩🏽‍👧🏽‍👦🏽"
    assert composed(family) == family


def test_a_typed_line_is_short() -> None:
    for text in ("!" + "a" * 501, "!a" + (ACUTE + CEDILLA) * 120_000):
        with pytest.raises(BadRequest, match="too_long"):
            typed.read(text, {"attack": "x"}, str, lambda act, given: pytest.fail("it was read"))


DOTTED = "a" + ".a" * (KEY_LIMIT + 1)


@pytest.mark.parametrize(
    "line", [f"{DOTTED} = 1", f"[{DOTTED}]", f"x = {{ {DOTTED} = 1 }}", f'"{"." * 40}"{".b" * (KEY_LIMIT + 1)} = 1']
)
def test_keys_have_few_dots(line: str) -> None:
    with pytest.raises(BadFile) as told:
        parsed("mine.toml", f'a = """\n{"." * 99}"""  # {"." * 99}\n{line}\n')
    assert (told.value.name, told.value.line) == ("mine.toml", 3)
    assert "dots" in told.value.what


def test_dots_elsewhere_are_free() -> None:
    dots = "." * 99
    text = (
        f"""a = "{dots}\\"{dots}"\nb = '{dots}'\nc = '''{dots}\n'{dots}'''\nd = [{"1.5, " * 99}]\n# {dots}"{dots}\n"""
    )
    assert parsed("x.toml", text)["a"] == f'{dots}"{dots}'


@pytest.mark.parametrize(
    "text", ["a" + ".a" * 90_000 + "=1", '"""\\' * 45_000, "'''" * 60_001, '"\\' * 90_000, 'a="' + "\\n" * 90_000 + '"']
)
def test_a_long_file_is_read_soon(text: str) -> None:
    def read() -> None:
        with suppress(BadFile):
            parsed("x.toml", text)

    assert is_quick(read)


def test_a_chart_has_few_values() -> None:
    game = Game("given.toml#duel")
    args = {"attacker": "rin", "target": "oni", "traits": ("怪力",), "skill": "運動能力", "force": 1, "against": ()}
    book, world, memo = game.book, game.state.world, memo_of(game.state.reading)
    assert len(splits(book, world, memo, "attack", args, (1, 12))) == 12
    assert splits(book, world, memo, "attack", args, (1, CHARTED + 1)) == {}
    assert is_quick(lambda: splits(book, world, memo, "attack", args, (1, 10**12)))


def test_a_memo_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "KEPT", 10)
    memo = Memo(Game("given.toml#duel").state.reading)
    assert [memo.once(n, lambda n=n: n) for n in (*range(25), *range(25))] == [*range(25)] * 2
    assert len(memo._kept) <= 10
    assert memo.once(24, lambda: pytest.fail("it is known")) == 24

"""Dice of the chat: what is a command, what it comes to, and what is refused before it can do harm."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import pytest

from takusen.interop.bcdice.engine import Engine, Face
from takusen.interop.bcdice.pool import Dice
from takusen.interop.bcdice.roll import Words, charted, faces, replayed, rolled
from takusen.interop.bcdice.systems import System, packed, systems
from takusen.log.rolls import ChatRoll, Thrown
from takusen.play.handles import Refused

GOLDEN = Path(__file__).resolve().parents[2] / "node_modules/bcdice/lib/bcdice/test_data.json"
FLAGS = ("secret", "success", "failure", "critical", "fumble")
CHART = "空もよう\n1D6\n1:晴れ\n2:くもり\n3:霧\n4:雨\\n視界が悪い\n5:風\n6:雪"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(packed())


def system(id: str = "SwordWorld2.0") -> System:
    return systems()[id]


def always(*faces: int) -> Words:
    """Words that give these faces over and over."""

    def words(wanted: int) -> Sequence[int]:
        return [faces[at % len(faces)] - 1 for at in range(wanted)]

    return words


def text_of(engine: Engine, line: str, *given: int, id: str = "SwordWorld2.0") -> str:
    found = rolled(engine, system(id), line, always(*given or (3, 4)))
    assert isinstance(found, ChatRoll), (line, found)
    return found.text


def refusal(engine: Engine, line: str, *given: int, id: str = "SwordWorld2.0") -> str:
    found = rolled(engine, system(id), line, always(*given or (3, 4)))
    assert isinstance(found, Refused), (line, found)
    return found.reason


# --- all that BCDice itself holds for right


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_every_golden_case_of_bcdice(engine: Engine, record_property: Callable[[str, object], None]) -> None:
    """With our dice injected; a few cases hold dice that no die shows, and some more dice than are used."""
    done, failed = 0, []
    for case in golden_cases():
        done += 1
        told = engine.rolled(system(case["game_system"]), case["input"], dice_of(case))
        alike = not told.text or all(getattr(told, flag) == case.get(flag, False) for flag in FLAGS)
        if told.stopped or (told.text or "") != case["output"] or not alike:
            failed.append((case, told))
    record_property("counted", f"{done - len(failed)} of {done} golden cases of BCDice pass")
    assert not failed, failed[:3]
    assert done >= 18_041


def golden_cases() -> Iterator[dict]:
    for name, listed in json.loads(GOLDEN.read_text(encoding="utf-8")).items():
        yield from ({"file": name, **case} for case in listed["test"])


def dice_of(case: dict) -> Sequence[int] | Sequence[Face]:
    """32-bit words that come to the recorded dice, or those dice where no word does."""
    if all(one["value"] <= one["sides"] for one in case["rands"]):
        return [one["value"] - 1 + 7 * one["sides"] for one in case["rands"]]
    return [Face(one["sides"], one["value"]) for one in case["rands"]]


@pytest.mark.slow
def test_recorded_dice_give_the_same_again(engine: Engine) -> None:
    for case in list(golden_cases())[::40]:
        first = rolled(engine, system(case["game_system"]), case["input"])
        if isinstance(first, ChatRoll):
            assert replayed(engine, system(case["game_system"]), case["input"], first.rands) == first


# --- systems


def test_all_systems_are_listed_with_their_help() -> None:
    assert len(systems()) == 294
    assert all(one.name and one.help and one.pattern and one.sort_key for one in systems().values())
    keys = [one.sort_key for one in systems().values()]
    assert keys == sorted(keys)
    assert "威力" in system().help


def test_every_system_rolls(engine: Engine) -> None:
    for one in systems().values():
        assert isinstance(rolled(engine, one, "1D6>=3"), ChatRoll), one.id


@pytest.mark.slow
def test_a_system_that_stands_on_another_works_alone() -> None:
    for one in systems().values():
        if len(one.scripts) > 1:
            assert isinstance(rolled(Engine(packed()), one, "1D6>=3"), ChatRoll), one.id


# --- what is typed


@pytest.mark.parametrize(
    ("typed", "half"),
    [
        ("２Ｄ６＋３", "2D6+3"),
        ("2d6　命中", "2d6 命中"),
        ("ＳＫ２０＠１０", "SK20@10"),
        ("ｋ２０［１０］＋７", "k20[10]+7"),
        ("2d6>=７", "2d6>=7"),
        ("2d6−1", "2d6-1"),
        ("ｘ３　２Ｄ６", "x3 2D6"),
        ("ＣＨＯＩＣＥ［攻撃，防御］", "CHOICE[攻撃,防御]"),
    ],
)
def test_full_width_is_half_width(engine: Engine, typed: str, half: str) -> None:
    words = always(1, 2)
    assert rolled(engine, system(), typed, words) == rolled(engine, system(), half, words) is not None


@pytest.mark.parametrize(
    "line",
    [
        "今度こそ 2d6+3",
        "$ポーション+K20",
        "2d6+3今度こそ",
        "hello",
        "１００年前の話",
        "10:30 に集合",
        "x3 こんにちは",
        "x3 100年前",
        "",
        "   ",
        "１００年前、" * 200,
        "-",
    ],
)
def test_talk_is_no_command(engine: Engine, line: str) -> None:
    assert rolled(engine, system(), line) is None


def test_a_comment_may_be_long(engine: Engine) -> None:
    assert text_of(engine, "2d6 " + "長い台詞。" * 500).startswith("(2D6) ＞ 7[3,4] ＞ 7")
    assert text_of(engine, "2d6\n改行のあと").startswith("(2D6) ＞ 7[3,4] ＞ 7")


# --- rounding, double one


@pytest.mark.parametrize(
    ("id", "line", "ending"),
    [
        ("SwordWorld2.0", "C(7/2)", "＞ 3"),
        ("SwordWorld2.0", "C(7/2U)", "＞ 4"),
        ("SwordWorld2.0", "C(7/2C)", "＞ 4"),
        ("SwordWorld2.0", "C(7/2R)", "＞ 4"),
        ("SwordWorld2.0", "C(7/2F)", "＞ 3"),
        ("SwordWorld2.0", "2D6*0+7/2", "＞ 3"),
        ("SwordWorld2.0", "2D6*0+7/2U", "＞ 4"),
        ("SwordWorld2.0", "2D6*0+9/4R", "＞ 2"),
        ("Arianrhod", "C(7/2)", "＞ 3"),
        ("GoblinSlayer", "C(7/2)", "＞ 4"),
        ("GoblinSlayer", "2D6*0+7/2", "＞ 4"),
        ("GoblinSlayer", "C(7/2F)", "＞ 3"),
    ],
)
def test_rounding_follows_the_system_and_the_suffix(engine: Engine, id: str, line: str, ending: str) -> None:
    assert text_of(engine, line, id=id).endswith(ending)


@pytest.mark.parametrize("id", ["SwordWorld2.0", "SwordWorld2.5"])
@pytest.mark.parametrize("line", ["K20+10", "K20$+2", "HK20", "K20h+10"])
def test_double_one_is_an_automatic_failure(engine: Engine, id: str, line: str) -> None:
    assert text_of(engine, line, 1, id=id).endswith("自動的失敗")


# --- limits


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("201D6", "too_many_at_once"),
        ("500d6", "too_many_at_once"),
        ("1D10001", "too_many_sides"),
        ("0D6", "no_dice"),
        ("1D0", "no_dice"),
        ("2D6+0D6", "no_dice"),
        ("x51 200D6", "too_many_dice"),
        ("x101 2D6", "bad_repeat"),
        ("x0 2D6", "bad_repeat"),
        ("x10 x10 2D6", "nested_repeat"),
        ("x10 X10 2D6", "nested_repeat"),
        ("x10 Srepeat10 2D6", "nested_repeat"),
        ("rep100 rep100 10D100", "nested_repeat"),
        ("K100[2]", "dice_said"),
        ("2R6[>=1]>=1", "dice_said"),
        ("1U6[1]", "dice_said"),
        ("C(1/0)", "dice_said"),
        ("2D6" + "+1" * 20_000, "command_too_long"),
        ("1" * 40_000, "command_too_long"),
        ("choice[" + "あ,い," * 100 + "う]", "command_too_long"),
        ("(99999*99999*99999)D6", "too_many_at_once"),
        ("2d6+" + "9" * 29, "number_too_large"),
        ("2d6+9007199254740993", "number_too_large"),
        ("1d6*9999999*9999999*999999", "number_too_large"),
        ("C(99999999*99999999*99999)", "number_too_large"),
        ("2d6>=" + "9" * 20, "number_too_large"),
    ],
)
def test_what_is_too_much_is_refused_within_a_second(engine: Engine, line: str, reason: str) -> None:
    start = time.monotonic()
    assert refusal(engine, line) == reason
    assert time.monotonic() - start < 1


@pytest.mark.parametrize("line", ["K100[10]", "K20@3+99", "200R6[>=2]>=2", "200U6[2]", "x100 K100@3", "10DX2"])
def test_an_endless_critical_is_refused_within_a_second(engine: Engine, line: str) -> None:
    rolled(engine, system(), "1D6")
    start, before = time.monotonic(), time.process_time()
    assert refusal(engine, line, 10 if "DX" in line else 6, id="DoubleCross" if "DX" in line else "SwordWorld2.0") in (
        "too_many_dice",
        "dice_too_slow",
    )
    assert min(time.monotonic() - start, time.process_time() - before) < 1


@pytest.mark.parametrize("line", ["x50 200D6", "x100 100D6", "x50 200B10>=3", "x50 200D10000"])
def test_exactly_ten_thousand_dice_work(engine: Engine, line: str) -> None:
    found = rolled(engine, system(), line)
    assert isinstance(found, ChatRoll)
    assert sum(len(one.values) for one in found.rands) == 10_000
    assert replayed(engine, system(), line, found.rands) == found


@pytest.mark.parametrize(("line", "count", "sides"), [("200D6", 200, 6), ("1D10000", 1, 10_000)])
def test_the_limits_themselves_work(engine: Engine, line: str, count: int, sides: int) -> None:
    found = rolled(engine, system(), line)
    assert isinstance(found, ChatRoll)
    assert [(one.sides, len(one.values)) for one in found.rands] == [(sides, count)]


def test_a_broken_off_roll_leaves_a_working_engine(engine: Engine) -> None:
    for breaks, why in (("for (;;) {}", "dice_too_slow"), ("return new Array(1e8).fill(0)", "dice_failed")):
        engine._ready(system()).eval(f"takusen.broken = () => {{ {breaks} }}; void 0")
        assert why in engine._call("broken", None, ())
    assert text_of(engine, "2D6") == "(2D6) ＞ 7[3,4] ＞ 7"


# --- entropy


def test_no_face_is_favoured(engine: Engine) -> None:
    """A word above the last whole multiple of the sides is thrown away."""
    last = 2**32 - 1
    given = iter([last, last, 2, last, 5])
    found = rolled(engine, system(), "2D7", lambda wanted: [next(given, 0) for _ in range(wanted)])
    assert isinstance(found, ChatRoll)
    assert found.rands == (Thrown(7, (3, 6)),)


def test_a_list_of_words_that_is_too_short_goes_on(engine: Engine) -> None:
    drawn: list[int] = []
    number = count()

    def words(wanted: int) -> Sequence[int]:
        drawn.append(wanted)
        return [next(number) % 6 for _ in range(wanted)]

    found = rolled(engine, system(), "199U6[5]", words)
    assert isinstance(found, ChatRoll)
    assert len(drawn) >= 2
    values = [value for one in found.rands for value in one.values]
    assert values[:6] == [1, 2, 3, 4, 5, 6]


def test_kinds_of_dice_replay(engine: Engine) -> None:
    rands = (Thrown(10, (0, 90, 30), "tens_d10"), Thrown(10, (0, 9), "d9"), Thrown(6, (2,)))
    assert [one.value for one in faces(rands)] == [10, 9, 3, 1, 10, 2]


# --- charts of the users' own


def test_a_chart_of_the_users(engine: Engine) -> None:
    assert engine.fits(CHART)
    found = charted(engine, CHART, always(4))
    assert isinstance(found, ChatRoll)
    assert found.text == "空もよう(4) ＞ 雨\n視界が悪い"


@pytest.mark.parametrize(
    "text", ["", "見本", "見本\n1D6", "見本\n1D6\n1:a", "見本\n6\n1:a", "見本\n1D2\n1:a\n2", "\n\n"]
)
def test_no_chart(engine: Engine, text: str) -> None:
    assert not engine.fits(text)


# --- many at once


def test_a_hanging_roll_holds_nobody_up() -> None:
    async def both() -> tuple[float, float]:
        dice = Dice(always(6))
        await asyncio.gather(dice.roll(system(), "1D6"), dice.roll(system(), "1D6"))
        slow = asyncio.create_task(dice.roll(system(), "x100 K100@3"))
        await asyncio.sleep(0)
        widest, last = 0.0, time.monotonic()
        found = await dice.roll(system(), "2D6")
        quick = time.monotonic() - last
        assert isinstance(found, ChatRoll)
        while not slow.done():
            last = time.monotonic()
            await asyncio.sleep(0.001)
            widest = max(widest, time.monotonic() - last)
        assert isinstance(await slow, Refused)
        return widest, quick

    widest, quick = asyncio.run(both())
    assert widest < 0.25
    assert quick < 0.5


# --- logs of other tools


def test_results_in_a_log_of_another_tool_are_ours_too(engine: Engine, shared: Path) -> None:
    """Commands of the real log, with the dice that it shows, come to the totals that it shows."""
    folder = shared / "cases/real_inputs"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["dice_log/01.txt"]["results"]
    log = (folder / "dice_log/01.txt").read_text(encoding="utf-8-sig")
    shown = [result(line) for line in log.splitlines() if "KeyNo." in line]
    assert shown == expected
    commands = [(command, dice) for command, dice in LOGGED.findall(log) if rolled(engine, system(), command)]
    assert [total(engine, *one) for one in commands] == shown[: len(commands)] == shown[:2]


LOGGED = re.compile(r"(?i)\b(k\d[^\s＞>]*)[^\[]*?KeyNo\.[^:]*?2D:\[([^\]]*)\]")


def result(text: str) -> int:
    """The number that a printed result ends with, whichever arrow it uses; an automatic failure is none."""
    last = re.split("[＞→>]", text)[-1].strip()
    return 0 if last == "自動的失敗" else int(last)


def total(engine: Engine, command: str, dice: str) -> int:
    told = engine.rolled(system(), command, [Face(6, int(value)) for value in re.findall(r"\d", dice)])
    assert told.text, (command, told)
    return result(told.text)

"""Chat palettes: what a text holds, what its names stand for, and lines that change a value."""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.log.table import Table
from takusen.rulebook.fields import Field, everyone
from takusen.table import changes
from takusen.table.arithmetic import NoNumber, computed
from takusen.table.notation import looks_like_command
from takusen.table.palette import Palette, parse, with_values
from takusen.table.values import names, places
from takusen.table.variables import Expanded, Variables, expand
from tests.engine.tables import Game, bayside


def variables(text: str = "", **sheet: str) -> Variables:
    return Variables(parse(text).defined, sheet)


def kinds(text: str) -> list[str]:
    return [line.kind for line in parse(text).lines]


def sent(text: str) -> list[str]:
    return [line.sent for line in parse(text).lines]


class TestLines:
    """Each line of a palette is a command, a change, a heading, a definition, a comment or a text."""

    @pytest.mark.parametrize(
        ("line", "kind"),
        [
            ("2d6+{命中}>=12 命中力", "command"),
            ("ｋ２０［１０］＋７　ダメージ", "command"),
            ("x2 k15[10]+6 ダメージ", "command"),
            ("3 2d6+1 三連撃", "command"),
            ("レベル 3 から 2d6 個", "text"),
            ("S2d6+{知覚} こっそり", "command"),
            ("choice[赤,青] どちら", "command"),
            ("{筋力}+2D>=0 【筋力】判定", "command"),
            ("CCB<=75 【アイデア】", "command"),
            (":HP-5", "change"),
            ("：ＨＰ－１ｄ６", "change"),
            ("@スライム:HP-{威力}", "change"),
            (":メモ>毒が回っている", "change"),
            ("//命中修正=0", "definition"),
            ("／／命中修正＝", "definition"),
            ("### ■戦闘", "heading"),
            ("◆戦闘", "heading"),
            ("//---見出し", "heading"),
            ("－－－－", "text"),
            ("----", "heading"),
            ("// ここから下は古い行", "comment"),
            ("[宣]《魔法拡大／数》", "text"),
            ("ダメージ k[0]", "text"),
            ("2d+? 生命抵抗力", "text"),
            ("1d3なし 【ダメージ判定】", "text"),
            ("移動先⇒", "text"),
        ],
    )
    def test_kind(self, line: str, kind: str) -> None:
        assert kinds(line) == [kind]

    def test_a_label_before_its_command_comes_after_it(self) -> None:
        assert sent("冒険者＋器用 2d+3+1") == ["2d+3+1 冒険者＋器用"]
        assert sent("命中力／メイジスタッフ2H x3 2d+1") == ["x3 2d+1 命中力／メイジスタッフ2H"]

    def test_a_command_in_the_middle_of_a_sentence_is_none(self) -> None:
        assert kinds("まず 2d6 を振る") == ["text"]

    def test_two_lines_that_read_alike_stay_two(self) -> None:
        assert sent("2d6 命中\n2d6 命中") == ["2d6 命中", "2d6 命中"]

    def test_a_resource_line_without_amount_is_to_be_finished(self) -> None:
        line = parse(":HP+ @HP回復").lines[0]
        assert (line.kind, line.sent, line.label) == ("change", ":HP+", "@HP回復")

    def test_of_two_definitions_the_first_holds(self) -> None:
        assert parse("//a=1\n//ａ=2").defined == Table({"a": "1"})

    def test_values_of_a_sheet_are_added_where_the_palette_lacks_them(self) -> None:
        text = with_values("//命中=1\n2d6+{命中}+{修正}", {"命中": "9", "修正": "2", "長い 名": "3"})
        assert expand("2d6+{命中}+{修正}", variables(text)).text == "2d6+1+2"
        assert "長い" not in text

    @pytest.mark.parametrize("sign", [" ", "{", "{ ", "//a=", "+", "[1", "x1 ", ":", "//a={a}", "(", "1,", "@"])
    @pytest.mark.parametrize("end", ["", "}", "x"])
    def test_a_long_line_takes_no_time(self, sign: str, end: str) -> None:
        started = time.perf_counter()
        for line in parse(f"//b ={sign * 20_000}{end}\n2d6+{sign * 20_000}{end}\n{sign * 20_000}{end}").lines:
            expand(line.sent, Variables({"a": sign * 20_000, "b": f"{{a}}{end}"}, {}))
        assert time.perf_counter() - started < 5

    @given(st.text(max_size=200))
    def test_any_text_is_a_palette(self, text: str) -> None:
        palette = parse(text)
        assert [line.text for line in palette.lines] == [line for line in text.splitlines() if line.strip()]
        for line in palette.lines:
            expand(line.sent, Variables(palette.defined, {}))


class TestNames:
    """What `{names}` stand for."""

    @pytest.mark.parametrize("value", [" 4", "４", "+4", "＋４"])
    def test_signs_and_blanks_are_joined(self, value: str) -> None:
        got = expand("2d6+{命中1}+{命中修正} 命中力", variables(f"//命中1={value}\n//命中修正={value}"))
        assert (got.text, got.command) == ("2d6+4+4 命中力", "2d6+4+4")

    def test_a_negative_value_takes_the_place_of_the_sign(self) -> None:
        assert expand("2d6+{a}-{a}", variables("//a=-1")).command == "2d6-1+1"

    def test_an_empty_value_counts_nothing_and_is_noted(self) -> None:
        got = expand("2d6+{a}+{b}{c}>={c}", variables("//a=\n//b=3\n//c="))
        assert (got.command, got.empty) == ("2d6+0+3>=0", ("a", "c"))

    def test_full_width_braces_and_names(self) -> None:
        assert expand("２ｄ６＋｛ＳＯＲ｝", variables("//SOR=5")).command == "2d6+5"

    def test_the_palette_goes_before_the_sheet(self) -> None:
        assert expand("{HP}", variables("//HP=3", HP="24")).text == "3"
        assert expand("{MP}", variables("//HP=3", MP="24")).text == "24"

    def test_case_matters_only_where_two_names_differ_by_it(self) -> None:
        assert expand("{hp}", variables(HP="24")).text == "24"
        assert expand("{aa}", variables(AA="1", aA="2")).missing == ("aa",)

    def test_what_is_missing_is_named_and_not_posted(self) -> None:
        got = expand("2d6+{命中}+{修正}+t{防護点} 命中力／{武器}", variables("//修正=1"))
        assert got.missing == ("t{防護点}", "命中", "武器")
        assert got.refused is not None
        assert got.refused.reason == "palette_missing"
        assert dict(got.refused.params)["names"] == ("t{防護点}", "{命中}", "{武器}")

    def test_talk_with_braces_stays_talk(self) -> None:
        got = expand("{笑}それは{HP}だ", variables(HP="24"))
        assert (got.text, got.refused, got.command) == ("{笑}それは24だ", None, "")

    def test_names_inside_names_and_values(self) -> None:
        palette = "//n=2\n//命中2={基本}+1\n//基本=(4+{n})"
        assert expand("2d6+{命中{n}}", variables(palette)).command == "2d6+(4+2)+1"

    @pytest.mark.parametrize(
        "palette", ["//a={a}", "//a={a}+1", "//a={b}\n//b={a}", "//a={a}{a}", "//a={b}{b}\n//b={a}"]
    )
    @pytest.mark.parametrize("line", ["2d6+{a}", "{a}", ":HP-{a}", "こうなる：{a}"])
    def test_what_never_ends_is_refused(self, palette: str, line: str) -> None:
        got = expand(line, variables(palette))
        assert got.refused is not None
        assert got.refused.reason == "palette_endless"

    @pytest.mark.parametrize(
        "defined",
        [
            {f"a{n}": f"{{a{n + 1}}}{'x' * 20}" for n in range(1000)},
            {f"a{n}": f"{{a{n + 1}}}{{a{n + 1}}}" for n in range(1000)},
            {f"a{n}": f"{{a{n + 1}}}{'1+' * 1900}" for n in range(30)},
            {"a0": "{a0}" * 20},
        ],
    )
    def test_whatever_a_palette_defines_takes_no_time(self, defined: dict[str, str]) -> None:
        started, known = time.perf_counter(), Variables(defined, {})
        for name in defined:
            known.number(name)
        for _ in range(1000):
            expand("2d6+{a0} 命中", known)
        assert time.perf_counter() - started < 5

    def test_an_empty_value_after_a_number_adds_nothing_to_it(self) -> None:
        known = variables("//a=\n//b={a}\n//c=3{a}")
        assert expand("2d6+3{b}+{c}+{b}", known).command == "2d6+3+3+0"

    def test_a_value_may_be_a_whole_command(self) -> None:
        got = expand("{攻撃}", variables("//攻撃=２ｄ６＋{命中} 剣で斬る\n//命中=5"))
        assert (got.command, got.text) == ("2d6+5", "2d6+5 剣で斬る")

    @pytest.mark.parametrize(
        ("line", "command"),
        [
            ("k10[13]+8// 半減", "k10[13]+8h"),
            ("k10[13]+7//+{a}", "k10[13]+7h+(+0)"),
            ("k19[8+{c}]+22", "k19[(8-1)]+22"),
            ("x2 k14[12]+0$+{a}#{a}", "x2 k14[12]+0"),
            ("３　2d6+{a} 三連撃", "x3 2d6+0"),
            ("3 人いる", ""),
            ("choice[a--b,c]", "choice[a--b,c]"),
        ],
    )
    def test_what_sheet_sites_write_is_brought_into_one_form(self, line: str, command: str) -> None:
        assert expand(line, variables("//a=0\n//c=-1")).command == command

    def test_a_name_comes_to_a_number_or_to_none(self) -> None:
        known = variables("//器用B=(({器用}+0)/6)\n//武器=剣\n//穴={どこ}\n//零=1/0", 器用="17")
        assert [known.number(name) for name in ("器用B", "武器", "穴", "零", "無")] == [2, None, None, None, None]

    @given(
        st.dictionaries(st.sampled_from("abc"), st.text("{}abc0+- ", max_size=8)), st.text("{}abc2d6+ ", max_size=20)
    )
    def test_nothing_that_is_posted_as_a_roll_holds_a_name(self, defined: dict[str, str], line: str) -> None:
        got = expand(line, Variables(defined, {}))
        assert got.refused or not got.command or "{" not in got.command or not got.missing


class TestArithmetic:
    """Numbers as palettes write them."""

    @pytest.mark.parametrize(
        ("text", "result"), [("7/2", 3), ("-7/2", -4), ("2+3*4", 14), ("(2+3)*-4", -20), ("--3", 3), ("1 + 1", 2)]
    )
    def test_computed(self, text: str, result: int) -> None:
        assert computed(text) == result

    @pytest.mark.parametrize(
        "text", ["", "1+", "(1", "1)", "2d6", "1/0", "9" * 11, "9" * 2000, "(" * 500 + "1", "99999*99999"]
    )
    def test_no_number(self, text: str) -> None:
        with pytest.raises(NoNumber):
            computed(text)


def read(text: str) -> changes.ResourceLine:
    made = changes.read(text)
    assert made is not None
    return made


class TestChanges:
    """Lines such as `:HP-5`."""

    @pytest.mark.parametrize(
        ("line", "name", "sign", "amount"),
        [
            (":HP-5", "HP", "-", "5"),
            ("：ＨＰ－５", "HP", "-", "5"),
            (":HP\u22125", "HP", "-", "5"),
            (":HP+1d6", "HP", "+", "1d6"),
            (":浸蝕率+12", "浸蝕率", "+", "12"),
            (":幸運=1,320", "幸運", "=", "1320"),
            (":HP-(10-3)", "HP", "-", "(10-3)"),
            (":HP-k20[10]+5", "HP", "-", "k20[10]+5"),
            (":メモ＞ＨＰが 減った", "メモ", ">", "ＨＰが 減った"),
        ],
    )
    def test_read(self, line: str, name: str, sign: str, amount: str) -> None:
        change = read(line).changes[0]
        assert (change.name, change.sign, change.amount) == (name, sign, amount)

    def test_marks(self) -> None:
        (change,) = read(":HP^+5LZ").changes
        assert (change.top, change.within, change.onesided) == (True, True, True)

    def test_several_and_a_remark(self) -> None:
        made = read(":HP-5 MP-2 :TP=1 痛い 毒+1")
        assert [(one.name, one.sure) for one in made.changes] == [
            ("HP", True),
            ("MP", False),
            ("TP", True),
            ("毒", False),
        ]

    def test_a_target(self) -> None:
        assert read("@早瀬　ミナト:HP-5").target == "早瀬　ミナト"
        assert read("＠スライム：HP－5").target == "スライム"

    def test_without_amount_it_is_unfinished(self) -> None:
        assert read(":HP+").changes[0].unfinished

    @pytest.mark.parametrize(
        "line",
        [":-)", ":HP", "HP-5", ":HP-たくさん", ":D", "12:30-13:00", "@ルカ: やあ", ":", "", ":k-k[0]", "a :HP-5"],
    )
    def test_anything_else_is_none(self, line: str) -> None:
        assert changes.read(line) is None

    @pytest.mark.parametrize(
        ("line", "now", "top", "amount", "result"),
        [
            (":HP-20", 5, 30, 20, -15),
            (":HP-20L", 5, 30, 20, 0),
            (":HP+10", 28, 30, 10, 38),
            (":HP+10L", 28, 30, 10, 30),
            (":HP=99L", 28, None, 99, 99),
            (":HP-3Z", 28, 30, -4, 28),
            (":HP^+5L", 30, 30, 5, 35),
        ],
    )
    def test_what_a_number_becomes(self, line: str, now: int, top: int | None, amount: int, result: int) -> None:
        assert read(line).changes[0].after(now, top, amount) == result

    @given(st.text(max_size=60))
    def test_any_line_can_be_read(self, text: str) -> None:
        changes.read(text)
        changes.read(f":HP-{text}")


class Bar(msgspec.Struct, frozen=True):
    """A gauge that a character names itself."""

    now: Annotated[int, Field(see=everyone, edit=True, gauge="top")]
    top: Annotated[int, Field(see=everyone, edit=True)]


class Body(msgspec.Struct, frozen=True):
    """Somebody with all kinds of values."""

    name: Annotated[str, Field(see=everyone)]
    bars: Annotated[Table[str, Bar], Field(see=everyone)] = Table()
    flag: Annotated[bool, Field(see=everyone)] = False


class World(msgspec.Struct, frozen=True):
    """One collection."""

    bodies: Annotated[Table[str, Body], Field(see=everyone)] = Table()


class TestValues:
    """What a sheet's values are called."""

    def test_labels_of_both_languages_ids_and_keys_of_tables(self) -> None:
        game = Game("given.toml#trio")
        found = names(bayside(), game.state.world, "rin")
        said = bayside().texts.sentences
        for called in (said["ja"]["field"]["stamina"], said["en"]["field"]["stamina"], "stamina"):
            assert found[called] == str(game.state.world.fighters["rin"].stamina)
            assert found[f"{called}^"] == str(game.state.world.fighters["rin"].stamina_max)
        assert found["運動能力"] == str(game.state.world.fighters["rin"].skills["運動能力"])
        assert "prone" not in found

    def test_gauges_that_a_character_names(self) -> None:
        world = World(Table({"a": Body("A", Table({"ＨＰ": Bar(3, 9), "a.b": Bar(1, 2)}))}))
        found = places(bayside(), world, "a")
        assert (found["HP"].path, found["HP"].top_path, found["HP"].top) == (
            "bodies.a.bars.ＨＰ.now",
            "bodies.a.bars.ＨＰ.top",
            9,
        )
        assert found["a.b"].path == "bodies.a.bars.a\\.b.now"
        assert names(bayside(), world, "nobody") == {}


@pytest.fixture(scope="module")
def real(shared: Path) -> dict[str, tuple[Palette, dict[str, str], dict[str, Any]]]:
    """Every real palette with the values that came with it, and what is known of it."""
    folder = shared / "cases" / "real_inputs"
    found: dict[str, tuple[Palette, dict[str, str], dict[str, Any]]] = {}
    for name, known in json.loads((folder / "expected.json").read_text()).items():
        if name.startswith("ytsheet_palette/"):
            found[name] = parse((folder / name).read_text(encoding="utf-8-sig")), {}, known
        elif name.startswith("ccfolia_json/") and name.endswith(".json"):
            piece = json.loads((folder / name).read_text(encoding="utf-8-sig"))["data"]
            listed = [*piece.get("status", ()), *piece.get("params", ())]
            values = {one["label"]: str(one.get("value", "")) for one in listed}
            found[name] = parse(piece["commands"]), values, known
    return found


class TestRealPalettes:
    """Palettes as players have them."""

    def test_counts_and_values(self, real: dict[str, Any]) -> None:
        told = [
            (name, known) for name, (_, _, known) in real.items() if known.keys() & {"commands", "variables", "values"}
        ]
        assert told
        for name, known in told:
            palette, values, _ = real[name]
            assert known.get("commands", -1) in (-1, sum(line.kind == "command" for line in palette.lines)), name
            assert known.get("variables", -1) in (-1, len(palette.defined)), name
            for variable, number in known.get("values", {}).items():
                assert Variables(palette.defined, values).number(variable) == number, (name, variable)

    def test_each_line_rolls_or_names_what_is_missing_or_is_a_text(self, real: dict[str, Any]) -> None:
        seen = 0
        for name, (palette, values, _) in real.items():
            for line in palette.lines:
                got: Expanded = expand(line.sent, Variables(palette.defined, values))
                if line.kind == "command":
                    seen += 1
                    assert got.refused if got.missing else looks_like_command(got.command.split()[-1]), (name, line)
                    assert got.missing or "{" not in got.command
        assert seen > 80

    def test_helper_variables_stay(self, real: dict[str, Any]) -> None:
        palette, values, _ = real["ccfolia_json/01.json"]
        for line in palette.lines:
            assert not expand(line.sent, Variables(palette.defined, values)).missing, line

    def test_lines_that_are_no_commands_stay_as_they_are(self, real: dict[str, Any]) -> None:
        texts = {line.sent for palette, _, _ in real.values() for line in palette.lines if line.kind == "text"}
        assert {"ダメージ k[0]", "移動先⇒", "2d+? 生命抵抗力", "1d3なし 【ダメージ判定】"} <= texts

    def test_a_palette_that_comes_twice_stays_twice(self, real: dict[str, Any]) -> None:
        palette, _, _ = real["ytsheet_palette/06.txt"]
        assert sum(line.command == "2d+3+1" for line in palette.lines) == 6

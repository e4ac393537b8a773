"""The command as people and tools use it: exit codes, JSON, and plain words for whatever is wrong."""

import ast
import asyncio
import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest

from takusen.cli import serve
from takusen.cli.check import module_in
from takusen.cli.folder import FILE
from takusen.cli.layers import KINDS, PER
from takusen.cli.library_words import LEFT, REFUSALS
from takusen.cli.preview import ENDS
from takusen.cli.words import ERRORS, catalog
from takusen.rulebook.book import installed
from takusen.server.house import House
from takusen.store.memory import MemoryStore
from takusen.web.app import create_app
from tests.cli.conftest import Run
from tests.conftest import ROOT
from tests.engine.camp import BOOK as CAMP_BOOK

BOOK = ROOT / "src/takusen_books/bayside23"
GIVEN = f"{BOOK}/examples/given.toml#duel"
ATTACK = ("odds", "bayside23", "attack", "attacker=rin", "target=oni", "traits=怪力", "skill=運動能力", "force=8")
BAD_FILES: dict[str, bytes] = {
    "empty.toml": b"",
    "broken.toml": b"[[example]\nname = ",
    "binary.toml": b"[[example]]\x00\xff\xfe",
    "deep.toml": b"a = " + b"[" * 50_000,
    "number.toml": b"[[example]]\nname = " + b"9" * 5_000,
    "unknown.toml": b'[[example]]\nname = "x"\nnonsense = 1\n',
    "types.toml": b"[[example]]\nname = 1\n",
    "long.toml": b"#" * 2_000_000 + b"[[example]]",
}


def one_line(text: str) -> bool:
    """Whether an error is one line without a trace."""
    return text.endswith("\n") and text.count("\n") == 1 and "Traceback" not in text


def wrong(takusen: Run, *arguments: object) -> str:
    """Run what can't be carried out; gives what is said about it."""
    ran = takusen(*arguments)
    assert ran.code == 2, ran
    assert ran.out == ""
    assert one_line(ran.err), ran.err
    return ran.err


def process(*arguments: object, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "takusen.cli", *map(str, arguments)]
    return subprocess.run(
        command, check=False, capture_output=True, text=True, env={**os.environ, **surroundings}, timeout=60
    )


# words ---------------------------------------------------------------------------------------------------------------


def said() -> set[str]:
    """Every msgid in the code of the command line."""
    found: set[str] = set()
    for file in (ROOT / "src/takusen/cli").glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
                made: Any = call.func
                name = getattr(made, "id", "") or getattr(getattr(made, "func", None), "id", "")
                if name in ("Wrong", "words"):
                    found.add(str(call.args[0].value))
    return found


def test_every_sentence_is_there_in_english_and_none_too_many() -> None:
    of_cards = {text for pair in REFUSALS.values() for text in pair} | set(LEFT.values())
    of_layers = {*KINDS.values(), *PER.values()}
    assert said() | set(ERRORS.values()) | set(ENDS.values()) | of_cards | of_layers == set(catalog("en"))


def test_both_languages(takusen: Run) -> None:
    for lang, word in (("ja_JP.UTF-8", "ルールブック"), ("en_GB.UTF-8", "rule book"), ("C", "rule book")):
        ran = process("check", "nobody", LC_ALL=lang)
        assert ran.returncode == 2
        assert word in ran.stderr
    assert "使い方" in process("--help", LC_ALL="ja_JP.UTF-8").stdout
    assert "足りない引数" in process("check", LC_ALL="ja_JP.UTF-8").stderr


@pytest.mark.parametrize(
    "arguments", [(), ("dance",), ("check",), ("serve", "--port", "x"), ("book", "new"), ("check", "--x", "a")]
)
def test_wrong_usage_is_told_in_two_lines(takusen: Run, arguments: tuple[str, ...]) -> None:
    ran = takusen(*arguments)
    assert ran.code == 2
    assert ran.err.count("\n") == 2
    assert "--help" in ran.err


def test_help_and_version(takusen: Run) -> None:
    for command in ("serve", "check", "odds", "preview", "forecast", "doctor", "book", "export"):
        assert takusen(command, "--help").code == 0
    assert takusen("--version").out.startswith("takusen ")


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m takusen.cli check bayside23 --json | head -c 10; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_names_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    ran = process(
        "book", "new", "dolmen", "--dir", os.fsdecode(bytes(tmp_path / "x") + b"\xff"), PYTHONIOENCODING="ascii"
    )
    assert (ran.returncode, ran.stderr) == (0, "")


EACH = (
    ("check", BOOK / "examples/catalogue.toml"),
    ("odds", *ATTACK[1:], "--given", GIVEN),
    ("doctor", "none"),
    ("export", "x", "--data", "none"),
)


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line of bash in which $takusen is the command; PIPESTATUS of its pipe."""
    surroundings = {**os.environ, "takusen": f"{sys.executable} -m takusen.cli", "LC_ALL": "C"}
    return subprocess.run(
        ["bash", "-c", line], check=False, capture_output=True, text=True, env=surroundings, timeout=60
    )


@pytest.mark.parametrize("arguments", [*EACH, ("--help",)])
@pytest.mark.parametrize("closing", [">&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error(arguments: tuple[object, ...], closing: str) -> None:
    ran = shell(f"$takusen {shlex.join(map(str, arguments))} {closing}")
    assert ran.returncode == (2 if "none" in arguments else 0)
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("arguments", ["--help", "--version", f"check {BOOK}/examples/catalogue.toml"])
def test_nobody_reads_on(arguments: str) -> None:
    ran = shell(f"$takusen {arguments} | true; exit ${{PIPESTATUS[0]}}")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("arguments", ["--help", "--version", f"check {BOOK}/examples/catalogue.toml"])
def test_a_full_disk_is_told_once(arguments: str) -> None:
    ran = shell(f"$takusen {arguments} >/dev/full")
    assert (ran.returncode, ran.stderr) == (2, "The disk is full. Make room and try again.\n")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_what_store_and_system_say_is_worded(tmp_path: Path, lang: str) -> None:
    (tmp_path / FILE).write_bytes(b"something else" * 100)
    for arguments in (
        ("export", "--list", "--data", tmp_path),
        ("odds", "bayside23", "attack", "--given", "/"),
    ):
        ran = process(*arguments, TAKUSEN_LANG=lang)
        assert ran.returncode == 2
        assert bool(re.search("[ぁ-ん]", ran.stderr)) == (lang == "ja")
        assert "Errno" not in ran.stderr


# check ---------------------------------------------------------------------------------------------------------------


def test_check_passes_a_book(takusen: Run) -> None:
    ran = takusen("check", "bayside23")
    assert (ran.code, ran.err) == (0, "")
    passed = int(ran.out.split()[0])
    assert ran.out == f"{passed} passed, 0 failed\n"
    assert passed >= 80


def test_check_takes_files_folders_and_a_package(takusen: Run) -> None:
    for what in (BOOK, BOOK / "examples", BOOK / "examples/catalogue.toml"):
        assert takusen("check", what).code == 0


def test_check_names_the_example_that_fails(tmp_path: Path, takusen: Run) -> None:
    text = (
        (BOOK / "examples/catalogue.toml")
        .read_text(encoding="utf-8")
        .replace("facts = [", "facts = [{ rested = {} }, ", 1)
    )
    (tmp_path / "mine.toml").write_text('book = "bayside23"\n' + text, encoding="utf-8")
    (tmp_path / "given.toml").write_bytes((BOOK / "examples/given.toml").read_bytes())
    ran = takusen("check", tmp_path / "mine.toml")
    assert ran.code == 1
    assert ran.out.startswith(f"FAILED {tmp_path}/mine.toml: BS-EX-1")
    assert ran.out.endswith(" 1 failed\n")
    told = json.loads(takusen("check", tmp_path / "mine.toml", "--json").out)
    assert [one["name"] for one in told if one["wrong"]] == [told[0]["name"]]


@pytest.mark.parametrize("name", sorted(BAD_FILES))
def test_check_goes_on_after_a_broken_file(tmp_path: Path, takusen: Run, name: str) -> None:
    (tmp_path / name).write_bytes(BAD_FILES[name])
    ran = takusen("check", tmp_path / name, "--book", "bayside23")
    assert ran.code in (1, 2)
    assert name in ran.out + ran.err
    assert "Traceback" not in ran.out + ran.err


def test_check_tells_what_else_is_wrong(tmp_path: Path, takusen: Run) -> None:
    (tmp_path / "x.toml").write_text("[[example]]\nname = 'x'\n")
    assert "--book" in wrong(takusen, "check", tmp_path / "x.toml")
    assert "bayside23" in wrong(takusen, "check", tmp_path / "x.toml", "--book", "nobody")
    (tmp_path / "empty").mkdir()
    assert "[[example]]" in wrong(takusen, "check", tmp_path / "empty")
    for what in ("nobody", tmp_path / "none", "\0", "x" * 5_000, "/dev/null/x"):
        wrong(takusen, "check", what)


def test_check_takes_a_scenario(tmp_path: Path, takusen: Run) -> None:
    good = (BOOK / "content/scenarios/harbor_lantern.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(good, encoding="utf-8")
    assert takusen("check", path, "--book", "bayside23").out == "1 passed, 0 failed\n"
    assert "--book" in wrong(takusen, "check", path)
    path.write_text(good.replace("[[riddle]]\n", '[[riddle]]\ncolour = "red"\n', 1), encoding="utf-8")
    line = good[: good.index("[[riddle]]")].count("\n") + 2
    ran = takusen("check", path, "--book", "bayside23")
    assert ran.code == 1
    assert f"mine.toml:{line}" in ran.out
    assert "colour" in ran.out


@pytest.mark.parametrize(("lang", "mend"), [("ja_JP.UTF-8", "その行を消すか"), ("en_GB.UTF-8", "Remove the line")])
def test_a_broken_file_is_told_in_the_language_of_the_terminal(tmp_path: Path, lang: str, mend: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[meta]\ntitle = "x"\ncolour = "red"\n', encoding="utf-8")
    assert mend in process("check", str(path), "--book", "bayside23", LC_ALL=lang).stdout


def test_check_survives_a_broken_example(tmp_path: Path, takusen: Run) -> None:
    (tmp_path / "x.toml").write_text(
        """[[example]]
name = "no such file"
given = "none.toml#x"
[[example]]
name = "no such field"
given = { fighters = 3 }
[[example]]
name = "no such option"
options = { nothing = 1 }
[[example]]
name = "no such act"
declare = { procedure = "dance" }
[[example]]
name = "no such step"
declare = { leap = "dance" }
[[example]]
name = "odds of nothing"
odds = { hit = 1 }
"""
    )
    ran = takusen("check", tmp_path / "x.toml", "--book", "bayside23")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.endswith("0 passed, 6 failed\n")


@pytest.mark.parametrize("code", ["1 +", "raise RuntimeError('x')", "BOOK = 3", "import nothing_like_this"])
def test_check_tells_what_is_wrong_with_a_package(tmp_path: Path, takusen: Run, code: str) -> None:
    folder = tmp_path / "oddbook"
    folder.mkdir()
    (folder / "__init__.py").write_text(code)
    assert "oddbook" in wrong(takusen, "check", folder)
    (tmp_path / "json").mkdir()
    (tmp_path / "json/__init__.py").touch()
    assert "json" in wrong(takusen, "check", tmp_path / "json")


# odds and forecast ---------------------------------------------------------------------------------------------------


def test_a_preview_tells_until_chance_decides(takusen: Run) -> None:
    """As text and as data; an act that the book doesn't have is refused with those that it has."""
    attack = ("preview", *ATTACK[1:], "--given", GIVEN)
    told = json.loads(takusen(*attack, "--json").out)
    assert (told["end"], told["steps"][0]["fact"]) == ("chance", "attacked")
    assert told["steps"][0]["told"] in takusen(*attack).out
    assert "attack" in wrong(takusen, "preview", "bayside23", "fly", "--given", GIVEN)


def test_odds_are_exact_fractions(takusen: Run) -> None:
    told = json.loads(takusen(*ATTACK, "--given", GIVEN, "--json").out)
    assert told["args"]["force"] == 8
    assert 0 < Fraction(told["figures"]["hit"]) < 1
    by_name = takusen(
        *(part.replace("=rin", "=凛").replace("=oni", "=鬼") for part in ATTACK), "--given", GIVEN, "--json"
    )
    assert json.loads(by_name.out) == told
    assert told["figures"]["hit"] in takusen(*ATTACK, "--given", GIVEN).out


def test_full_width_digits_are_numbers(takusen: Run) -> None:
    plain = takusen(*ATTACK, "--given", GIVEN).out
    assert takusen(*ATTACK[:-1], "force=８", "--given", GIVEN).out == plain


def test_a_file_of_several_worlds_names_them(takusen: Run) -> None:
    for command in (ATTACK, ("forecast", "bayside23")):
        assert GIVEN in wrong(takusen, *command, "--given", GIVEN.partition("#")[0])


@pytest.mark.parametrize("value", ["'none'", "['x']", "1"])
def test_a_world_may_begin_with_a_scenario(tmp_path: Path, takusen: Run, value: str) -> None:
    """The scenario's fighters are there; what else is given changes them."""
    given = tmp_path / "given.toml"
    given.write_text("scenario = 'harbor_lantern'\n'fighters.rin.traits' = { '怪力' = 1 }\n", encoding="utf-8")
    odds = ("odds", "bayside23", "check", "actor=rin", "skill=運動能力", "difficulty=5")
    assert takusen(*odds, "traits=怪力", "--given", given).code == 0
    wrong(takusen, *odds, "traits=打たれ強い", "--given", given)
    given.write_text(f"scenario = {value}\n")
    wrong(takusen, *odds, "traits=怪力", "--given", given)


def test_policies_and_options_change_odds(takusen: Run) -> None:
    plain = takusen(*ATTACK, "--given", GIVEN).out
    assert takusen(*ATTACK, "--given", GIVEN, "--policy", "reroll=give_up_at_once").out != plain
    assert takusen(*ATTACK, "--given", GIVEN, "--option", "attack_compare=hits").out != plain


@pytest.mark.parametrize(
    "arguments",
    [
        (*ATTACK, "--given", "none.toml"),
        (*ATTACK, "--given", "/"),
        (*ATTACK, "--given", "\0"),
        (*ATTACK, "--given", GIVEN + "x"),
        (*ATTACK, "--given", GIVEN, "--option", "x"),
        (*ATTACK, "--given", GIVEN, "--option", "x=1"),
        (*ATTACK, "--given", GIVEN, "--option", "attack_compare=x"),
        (*ATTACK, "--given", GIVEN, "--policy", "x=y"),
        (*ATTACK, "x=1", "--given", GIVEN),
        (*ATTACK, "force=9", "--given", GIVEN),
        (*ATTACK[:-1], "force=x", "--given", GIVEN),
        (*ATTACK[:-1], "force=--1", "--given", GIVEN),
        (*ATTACK[:-1], "force=" + "9" * 5_000, "--given", GIVEN),
        (*ATTACK[:-1], "force=99", "--given", GIVEN),
        ("odds", "nobody", "attack", "--given", GIVEN),
        ("odds", "bayside23", "dance", "--given", GIVEN),
        ("odds", "bayside23", "attack", "attacker=nobody", "--given", GIVEN),
        ("forecast", "bayside23", "--given", f"{BOOK}/examples/given.toml"),
        ("forecast", "bayside23", "--given", GIVEN, "--runs", "0"),
        ("forecast", "bayside23", "--given", GIVEN, "--runs", "99999999999"),
        ("forecast", "nobody", "--given", GIVEN),
        ("forecast", "bayside23"),
        ("forecast", "bayside23", "nowhere"),
        ("forecast", "bayside23", "--given", GIVEN, "--player", "rin=x"),
        ("forecast", "bayside23", "--given", GIVEN, "--player", "nobody=strike_the_weakest"),
        ("forecast", "bayside23", "--given", GIVEN, "--policy", "x=y"),
        ("forecast", "bayside23", "--given", GIVEN, "--what-if", ""),
        ("forecast", "bayside23", "--given", GIVEN, "--what-if", "'"),
        ("forecast", "bayside23", "--given", GIVEN, "--what-if", "dance"),
        ("forecast", "bayside23", "--given", GIVEN, "--what-if", "attack attacker=rin target=rin"),
        ("forecast", "bayside23", "--given", "/dev/zero"),
    ],
)  # fmt: skip
def test_odds_and_forecast_refuse_in_words(takusen: Run, arguments: tuple[str, ...]) -> None:
    wrong(takusen, *arguments)


@pytest.mark.parametrize("name", sorted(BAD_FILES))
def test_a_world_that_cannot_be_read(tmp_path: Path, takusen: Run, name: str) -> None:
    (tmp_path / name).write_bytes(BAD_FILES[name])
    wrong(takusen, *ATTACK, "--given", tmp_path / name)
    wrong(takusen, "forecast", "bayside23", "--given", tmp_path / name)


@pytest.mark.parametrize(
    "value", ["9" * 4_000, "-" + "9" * 400, "1e400", "nan", "[1]", "'x'", "1979-05-27", "{ x = 1 }"]
)
def test_odd_numbers_in_a_world(tmp_path: Path, takusen: Run, value: str) -> None:
    text = (BOOK / "examples/given.toml").read_text(encoding="utf-8")
    (tmp_path / "given.toml").write_text(
        text.replace("[duel.fighters.rin]\n", f"[duel.fighters.rin]\nstamina = {value}\n")
    )
    ran = takusen(*ATTACK, "--given", f"{tmp_path}/given.toml#duel")
    assert ran.code in (0, 2)
    assert ran.code == 0 or one_line(ran.err)


def test_a_forecast_compares_declarations(takusen: Run) -> None:
    attack = "attack attacker=凛 target=oni traits=怪力 skill=運動能力 force=8"
    given = ("forecast", "bayside23", "--given", GIVEN, "--runs", "1200", "--player", "foes=strike_the_weakest")
    told = json.loads(takusen(*given, "--what-if", attack, "--what-if", "pass_turn actor=rin", "--json").out)
    assert [one.get("first", [""])[0] for one in told] == ["", "attack", "pass_turn"]
    assert told[0] == json.loads(takusen(*given, "--json").out)
    text = takusen(*given, "--what-if", "pass_turn actor=rin").out
    assert text.count("==") == 4
    assert "凛" in text


def test_a_fight_of_the_book_is_forecast(takusen: Run) -> None:
    told = json.loads(takusen("forecast", "bayside23", "lighthouse", "--runs", "20", "--json").out)
    assert told["runs"] == 20
    assert sum(told["spreads"]["rounds"].values()) == 20


def test_forecast_gives_chances_with_errors(takusen: Run) -> None:
    told = json.loads(takusen("forecast", "bayside23", "--given", GIVEN, "--runs", "200", "--json").out)
    assert told["runs"] == 200
    assert sum(figure["mean"] for figure in told["wins"].values()) == pytest.approx(1)
    assert all(figure["error"] >= 0 for figure in (*told["wins"].values(), *told["tallies"].values()))
    again = json.loads(takusen("forecast", "bayside23", "--given", GIVEN, "--runs", "200", "--json").out)
    assert again == told
    lines = takusen("forecast", "bayside23", "--given", GIVEN, "--runs", "200").out.splitlines()
    assert all("±" in line for line in lines)


# book new ------------------------------------------------------------------------------------------------------------


def test_a_new_book_passes_its_own_examples(tmp_path: Path, takusen: Run) -> None:
    made = takusen("book", "new", "dolmen", "--dir", tmp_path)
    assert (made.code, made.err) == (0, "")
    ran = takusen("check", tmp_path / "dolmen/src/dolmen")
    assert (ran.code, ran.err, ran.out) == (0, "", "6 passed, 0 failed\n")
    assert takusen("check", "--states", tmp_path / "dolmen/src/dolmen").out == "7 passed, 0 failed\n"
    assert not [file for file in tmp_path.rglob("*") if "NAME" in file.name or file.suffix == ".txt"]
    assert "NAME" not in "".join(
        file.read_text() for file in tmp_path.rglob("*.*") if file.suffix in (".py", ".toml", ".md")
    )


def test_a_new_book_is_played_in_the_browser(tmp_path: Path, takusen: Run) -> None:
    takusen("book", "new", "dolmen", "--dir", tmp_path)
    book = module_in(tmp_path / "dolmen/src/dolmen").BOOK
    asyncio.run(played_in_the_browser(create_app(House(MemoryStore(), {"dolmen": book}, b"secret"))))


async def played_in_the_browser(app: Any) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://x", headers={"accept-language": "en"}) as http:

        async def post(where: str, /, **data: Any) -> Any:
            return (await http.post(where, json=data, headers={"accept": "application/json"})).json()

        seats = (await post("/new", book="dolmen", lang="en"))["seats"]
        for seat, name in (("gm", "GM"), ("p1", "Mio"), ("p2", "Nao")):
            await post(f"{seats[seat]}/do", do="sit", name=name)
        assert await post(f"{seats['p1']}/do", do="take", entity="hero1") == {"ok": True}
        assert await post(f"{seats['gm']}/do", do="edit", path="heroes.hero1.note", to="buried") == {"ok": True}
        declared = {"do": "declare", "act": "dare", "args": {"hero": "hero1", "difficulty": 2}}
        assert await post(f"{seats['p1']}/do", **declared) == {"ok": True}
        for seat, address in seats.items():
            page = await http.get(f"{address}?later=1")
            assert page.status_code == 200
            assert "Aki" in page.text or seat == "p3"
            assert ("buried" in page.text) == (seat == "gm")


def test_two_books_of_one_name_are_two(tmp_path: Path, takusen: Run) -> None:
    for where in ("a", "b"):
        takusen("book", "new", "dolmen", "--dir", tmp_path / where)
    example = tmp_path / "b/dolmen/src/dolmen/examples/dare.toml"
    example.write_text(
        example.read_text(encoding="utf-8").replace("faces = [2, 4]", "faces = [1, 1]", 1), encoding="utf-8"
    )
    ran = takusen("check", tmp_path / "a/dolmen/src/dolmen", tmp_path / "b/dolmen/src/dolmen")
    assert ran.out.endswith("11 passed, 1 failed\n")


def test_nothing_is_overwritten(tmp_path: Path, takusen: Run) -> None:
    (tmp_path / "dolmen").mkdir()
    assert "dolmen" in wrong(takusen, "book", "new", "dolmen", "--dir", tmp_path)
    assert list((tmp_path / "dolmen").iterdir()) == []
    (tmp_path / "file").touch()
    wrong(takusen, "book", "new", "dolmen", "--dir", tmp_path / "file")
    wrong(takusen, "book", "new", "dolmen", "--dir", "\0")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "X",
        "1x",
        "a-b",
        "../x",
        "a b",
        "class",
        "match",
        "json",
        "msgspec",
        "takusen",
        "bayside23",
        "卓",
        "x" * 60,
        "a\n",
        "a/b",
        "\x1b[31m",
    ],
)
def test_bad_names_are_refused(tmp_path: Path, takusen: Run, name: str) -> None:
    wrong(takusen, "book", "new", name, "--dir", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_book_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    ran = shell(f"ulimit -f 1; $takusen book new dolmen --dir {tmp_path}")
    assert ran.returncode == 2
    assert "disk is full" in ran.stderr
    assert list(tmp_path.iterdir()) == []


# serve ---------------------------------------------------------------------------------------------------------------


def test_serve_tells_why_it_cannot(tmp_path: Path, takusen: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert str(port) in wrong(takusen, "serve", "--data", tmp_path, "--port", port)
    for port in (-1, 70_000, 10**30):
        wrong(takusen, "serve", "--data", tmp_path, "--port", port)
    for host in ("no.such.host.invalid", "x" * 300, "a..b"):
        wrong(takusen, "serve", "--data", tmp_path, "--port", 0, "--host", host)
    (tmp_path / "file").touch()
    wrong(takusen, "serve", "--data", tmp_path / "file", "--port", 0)
    (tmp_path / "takusen.sqlite").write_bytes(b"something else" * 100)
    assert "takusen.sqlite" in wrong(takusen, "serve", "--data", tmp_path, "--port", 0)


def test_a_port_or_host_that_will_not_do_is_named_as_such(tmp_path: Path, takusen: Run) -> None:
    folder = tmp_path / "fresh"
    assert "--host" in wrong(takusen, "serve", "--data", folder, "--host", "nohost.invalid")
    assert "--port" in wrong(takusen, "serve", "--data", folder, "--port", 99999)
    assert not folder.exists()
    assert takusen("serve", "--data", "").code == 2
    assert [serve._shown(host) for host in ("0.0.0.0", "::1", "fe80::2")] == ["localhost", "localhost", "[fe80::2]"]


@contextmanager
def serving(*arguments: object) -> Iterator[list[str]]:
    """A server in a process of its own; gives what it says at its start."""
    command = [sys.executable, "-m", "takusen.cli", "serve", "--port", "0", *map(str, arguments)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "TAKUSEN_LANG": "en"}
    ) as server:
        assert server.stdout is not None
        said: list[str] = []
        try:
            while not said or "Ctrl+C" not in said[-1]:
                said.append(server.stdout.readline())
                assert said[-1]
            yield said
        finally:
            server.terminate()


def test_one_server_a_folder(tmp_path: Path) -> None:
    with serving("--data", tmp_path) as said:
        assert str(tmp_path) in said[-1]
        second = process("serve", "--port", "0", "--data", tmp_path, TAKUSEN_LANG="en")
        assert second.returncode == 2
        assert one_line(second.stderr)
        assert str(tmp_path) in second.stderr
        assert process("doctor", tmp_path).returncode == 0
    with serving("--data", tmp_path):
        pass


def test_a_server_for_others_says_its_address(tmp_path: Path) -> None:
    with serving("--data", tmp_path, "--host", "0.0.0.0") as said:
        assert "localhost" in said[0]
        here = serve._address_here()
        assert (f"http://{here}:" in said[1]) == bool(here)


# run -----------------------------------------------------------------------------------------------------------------


def test_run_shows_its_usage_from_wherever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "go").symlink_to(ROOT / "run")
    for arguments in (["--help"], ["test", "--help"]):
        ran = subprocess.run([tmp_path / "go", *arguments], check=False, capture_output=True, text=True, timeout=60)
        assert (ran.returncode, ran.stdout.count("./run")) == (0, 4), ran
    trace = subprocess.run(["sh", "-x", tmp_path / "go", "-h"], check=False, capture_output=True, text=True, timeout=60)
    assert f"root={ROOT}\n" in trace.stderr


# odds side by side ---------------------------------------------------------------------------------------------------

CAMP = str(ROOT / "tests/engine/camp/examples/given.toml")
FORAGE = ("odds", "--given", f"{CAMP}#night", "camp", "forage", "place=stream")


@pytest.fixture
def camp(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test book is installed."""
    monkeypatch.setattr("takusen.cli.named.books", lambda: {"camp": CAMP_BOOK, **installed()})


@pytest.mark.usefixtures("camp")
def test_odds_of_every_candidate(takusen: Run) -> None:
    told = takusen(*FORAGE).out.splitlines()
    assert told[0] == "アキ ★\tfound 5/6 (0.8333)\tnothing 1/6 (0.1667)"
    assert told[2] == "ナツ\tToo tired to go."
    data = json.loads(takusen(*FORAGE, "--json").out)
    assert (data["over"], data["best"]) == ("of", "s1")
    assert data["rows"][1]["figures"] == {"found": "5/6", "missed": "1/6"}
    assert data["rows"][1]["args"] == {"place": "stream", "of": "s2", "how": "ears"}
    assert data["rows"][2] == {"value": "s3", "refused": "Too tired to go."}


@pytest.mark.usefixtures("camp")
def test_odds_bring_the_books_charts(takusen: Run) -> None:
    told = takusen(*FORAGE, "of=アキ", "how=eyes").out
    assert "\n\nTotal of the roll\n3\t1/36\t0.0278\n" in told
    assert "The fire is at 3." in told
    data = json.loads(takusen(*FORAGE, "of=s1", "how=eyes", "--json").out)
    assert data["series"][0]["bars"][0] == [3, "1/36"]
    assert data["series"][1]["bars"][0] == ["found", "1/3"]


def test_odds_of_every_split(takusen: Run) -> None:
    told = takusen(*[one for one in ATTACK if not one.startswith("force")], "--given", GIVEN).out.splitlines()
    assert len(told) == 14
    assert sum(" ★\t" in line for line in told) == 1


@pytest.mark.usefixtures("camp")
def test_another_pick_is_missing(takusen: Run) -> None:
    ran = takusen("odds", "camp", "forage", "--given", f"{CAMP}#night")
    assert ran.code == 2
    assert "place" in ran.err


def test_roll(takusen: Run) -> None:
    """A dice command, in words and as JSON; what can't be rolled says why."""
    ran = takusen("roll", "２ｄ６＋３", "--system", "SwordWorld2.0", "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["system"], len(told["rands"])) == (0, "SwordWorld2.0", 2)
    assert re.fullmatch(r"\(2D6\+3\) ＞ \d+\[\d,\d\]\+3 ＞ \d+", told["text"])
    assert takusen("roll", "--list", "ソード 2.0").out.startswith("SwordWorld2.0\t")
    for arguments in (("hello",), ("201d6",), ("2d6", "--system", "x"), ("",)):
        ran = takusen("roll", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err

"""What the documentation tells people to type does what it says."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
import pytest

from takusen.cli.folder import library_there
from takusen.rulebook import layers
from takusen.rulebook.book import installed
from takusen.rulebook.toml import joined_files
from takusen.server.shelf import look_up
from takusen.table.commands import Bring
from takusen_books.artonelico import arts, terms, written
from takusen_books.artonelico import scenario as artonelico
from takusen_books.mtg_trpg import scenario as mtg
from takusen_books.mtg_trpg import written as mtg_written
from takusen_books.sw2_dungeon import effects, scenario
from takusen_books.yoake5 import blocks as blocks_of_yoake5
from takusen_books.yoake5.catalogue import KINDS
from tests.conftest import ROOT
from tests.engine.tables import Game

DOCS = ROOT / "docs"
BLOCK = re.compile(r"(?:<!-- append: (?P<path>\S+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)```", re.S)
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


def blocks(page: str) -> Iterator[tuple[str, str, str]]:
    """(kind, file to append to, text) of every block of code on a page."""
    for found in BLOCK.finditer((DOCS / page).read_text(encoding="utf-8")):
        yield found["kind"], found["path"] or "", found["text"]


def surroundings(tmp_path: Path, **more: str) -> dict[str, str]:
    """Where `takusen` is the command of this installation."""
    command = tmp_path / "bin" / "takusen"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m takusen.cli "$@"\n')
    command.chmod(0o755)
    return {**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}", "TAKUSEN_LANG": "en", **more}


def shell(script: str, cwd: Path, env: dict[str, str]) -> str:
    ran = subprocess.run(
        ["sh", "-c", script], cwd=cwd, env=env, check=False, capture_output=True, text=True, timeout=60
    )
    assert ran.stderr == ""
    return ran.stdout


def changed(diff: str, folder: Path) -> None:
    """Carry out a diff: under each `--- FILE` the lines with - become those with +."""
    for part in diff.split("--- ")[1:]:
        name, _, lines = part.partition("\n")
        old, new = ("".join(line[1:] + "\n" for line in lines.splitlines() if line[0] == sign) for sign in "-+")
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} holds {text.count(old)} times: {old}"
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")


def follow(page: str, tmp_path: Path) -> None:
    """Do what a page tells, from its top to its end."""
    env, told = surroundings(tmp_path), ""
    for kind, path, text in blocks(page):
        if path:
            with (tmp_path / path).open("a", encoding="utf-8") as file:
                file.write(f"\n\n{text}" if path.endswith(".py") else f"\n{text}")
        elif kind == "diff":
            changed(text, tmp_path)
        elif kind == "sh":
            told = shell(text, tmp_path, env)
        elif kind == "text":
            assert told == text


def test_the_first_book(tmp_path: Path) -> None:
    follow("first-book.md", tmp_path)
    lint = [sys.executable, "-m", "tools.rule_lint", *map(str, (tmp_path / "dolmen/src/dolmen").glob("*.py"))]
    assert subprocess.run(lint, check=False, capture_output=True, cwd=ROOT).returncode == 0


def test_a_scenario_of_ones_own(tmp_path: Path) -> None:
    follow("scenarios.md", tmp_path)


def test_house_rules(tmp_path: Path) -> None:
    follow("layers.md", tmp_path)
    files = "".join(file.read_text(encoding="utf-8") for file in tmp_path.glob("*.toml"))
    assert {kind for kind in layers.KINDS if f"[[{kind}]]" in files} == {*layers.KINDS}
    assert [line for line in ("when = ", "with = ", "lift = true") if line not in files] == []


def test_content_for_yoake5(tmp_path: Path) -> None:
    follow("yoake5-content.md", tmp_path)


def test_every_key_of_yoake5_is_on_its_page() -> None:
    named = keys_named((DOCS / "yoake5-content.md").read_text(encoding="utf-8"))
    for kind in (*KINDS.values(), blocks_of_yoake5.Effect):
        missing = {field.encode_name for field in msgspec.structs.fields(kind)} - named
        assert not missing, (kind.__name__, missing)


def keys_named(page: str) -> set[str]:
    """The keys that the table of a page names."""
    return set(re.findall(r"`(\w+)`", page.split("## 書けること", 1)[1]))


def test_content_for_artonelico(tmp_path: Path) -> None:
    follow("artonelico-content.md", tmp_path)
    whole = joined_files({file.name: file.read_text(encoding="utf-8") for file in sorted(tmp_path.glob("*.toml"))})
    game = Game({"scenario": "morning_note"}, installed()["artonelico"])
    assert game.try_to("gm", Bring(whole)).refused is None
    world = game.state.world
    assert {"twin_bells", "frost_breath"} < {*world.skills}
    assert "snowfall_bell" in world.songs
    assert world.enemies["bell_wolf"].fighter.size == 2


def test_cards_and_decks(tmp_path: Path) -> None:
    follow("cards.md", tmp_path)
    lines = re.findall(
        r"`([^`]+)`",
        "".join(re.findall(r"^\| (`.*?) \| (?:four|the same|a card)", (DOCS / "cards.md").read_text(), re.M)),
    )
    library = library_there(tmp_path / "mine")
    assert [look_up(library, line).wrong for line in lines if line[0] not in "[*"] == [()] * 10
    library.close()


def test_every_key_of_artonelicos_content_is_documented() -> None:
    page = (DOCS / "artonelico-content.md").read_text(encoding="utf-8")
    known = {*re.findall(r"`(\w+)`", page), *re.findall(r"\b(\w+) =", page), *re.findall(r"\[\[(\w+)\]\]", page)}
    content = [one for part in (written, artonelico) for one in vars(part).values() if isinstance(one, type)]
    structs = [one for one in content if issubclass(one, written.Content)]
    told = {name for one in structs for name in one.__struct_fields__}
    kinds = get_args(arts.Anything)
    told |= {str(kind.__struct_config__.tag) for kind in kinds} | {
        name for kind in kinds for name in kind.__struct_fields__
    }
    words = (arts.HOOKS, arts.ABILITIES, arts.STATS, arts.ELEMENTS, arts.AILMENTS, terms.EVERY.kinds)
    told |= {one for listed in words for one in listed if not one.startswith("TARGET_")}
    told |= {
        one for kind in (arts.State, arts.Singing, arts.Aim, arts.Cost, arts.Limit, arts.Whom) for one in get_args(kind)
    }
    told |= {one for kind in (arts.Stacking, arts.Permit) for one in get_args(kind)}
    assert told - known == {"meta"}


def test_scenes_for_mtg(tmp_path: Path) -> None:
    follow("mtg-scenes.md", tmp_path)
    whole = joined_files({file.name: file.read_text(encoding="utf-8") for file in sorted(tmp_path.glob("*.toml"))})
    game = Game({"scenario": "heron_supper"}, installed()["mtg_trpg"])
    assert game.try_to("gm", Bring(whole)).refused is None
    world = game.state.world
    assert {*world.pcs} == {"lyuka", "zan", "towa", "mei"}
    assert world.permanents["lamp"].place == "tower"
    assert world.cards["mei-wake_up"].name == "目ざめの鈴"


def test_every_key_of_a_scene_is_documented() -> None:
    page = (DOCS / "mtg-scenes.md").read_text(encoding="utf-8")
    known = {*re.findall(r"`(\w+)`", page), *re.findall(r"\[\[(\w+)\]\]", page)}
    content = [one for part in (mtg_written, mtg) for one in vars(part).values() if isinstance(one, type)]
    structs = [one for one in content if issubclass(one, mtg_written.Content)]
    assert {name for one in structs for name in one.__struct_fields__} - known == {"meta"}


def test_every_key_of_a_scenario_is_documented() -> None:
    page = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    structs = [one for one in vars(scenario).values() if isinstance(one, type) and issubclass(one, scenario.Content)]
    told = {name for one in structs if one not in (scenario.Party, scenario.PCText) for name in one.__struct_fields__}
    kinds = get_args(effects.Anything)
    told |= {str(kind.__struct_config__.tag) for kind in map(origin, kinds)}
    told |= {name for kind in map(origin, kinds) for name in kind.__struct_fields__}
    known = {
        *re.findall(r"`([a-z_]+)`", page),
        *re.findall(r"\b([a-z_]+) =", page),
        *re.findall(r"\[\[(\w+)\]\]", page),
    }
    assert told - known - {"meta"} == set()


def origin(kind: Any) -> Any:
    """A struct without what its texts are."""
    return get_origin(kind) or kind


def test_the_http_example(tmp_path: Path) -> None:
    (code,) = (text for kind, _, text in blocks("api.md") if kind == "python")
    command = [sys.executable, "-m", "takusen.cli", "serve", "--data", str(tmp_path / "data"), "--port", "0"]
    env = {**os.environ, "TAKUSEN_LANG": "en"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().split()[-1]
            python = [sys.executable, "-c", code]
            ran = subprocess.run(
                python, env={**env, "ADDRESS": address}, check=True, capture_output=True, text=True, timeout=60
            )
        finally:
            server.terminate()
    assert ran.stdout.splitlines() == re.findall(r"print\(.*#\s*(\w+)", code)


def test_every_option_is_documented() -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    library = tuple(f"library {what}" for what in ("import", "search", "show", "effects"))
    for command in (
        "serve",
        "check",
        "odds",
        "forecast",
        "doctor",
        "book new",
        "book scenario",
        "book show",
        "book diff",
        "export",
        *library,
    ):
        shown = subprocess.run(
            [sys.executable, "-m", "takusen.cli", *command.split(), "--help"],
            check=True,
            capture_output=True,
            text=True,
        )
        section = page.partition(f"## takusen {command}\n")[2].partition("\n## ")[0]
        missing = options(shown.stdout) - options(section) - {"--help"}
        assert missing <= {"--output", "--option", "--policy"}, command


def options(text: str) -> set[str]:
    return set(re.findall(r"--[a-z]+", text))


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []

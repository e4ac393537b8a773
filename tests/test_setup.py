"""The set-up: what it does again, what it leaves alone, and what it says when it can't go on."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import setup
from tools.setup import CommandFailed, Paths, SetupFailed, Step, Words

ROOT = Path(__file__).resolve().parent.parent
LOCKED = ("package-lock.json", "requirements.txt", "requirements-dev.txt", "requirements-node.txt")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """A repository with an empty environment."""
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".setup").mkdir()
    return Paths(tmp_path)


def step(name: str, key: str, bring: Callable[[bool], None], ready: bool = True) -> Step:
    return Step(name, Words(name, name), key, lambda: ready, bring)


def noted(into: list[str], name: str) -> Callable[[bool], None]:
    return lambda cut_off: into.append(f"{name} again" if cut_off else name)


# --- stamps


def test_a_finished_step_is_left_alone(paths: Paths) -> None:
    done: list[str] = []
    todo = [step("venv", "1", noted(done, "venv")), step("packages", "1", noted(done, "packages"))]
    setup.carry_out(paths, todo)
    setup.carry_out(paths, todo)
    assert done == ["venv", "packages"]


def test_a_changed_key_or_a_lost_result_is_brought_again(paths: Paths) -> None:
    done: list[str] = []
    setup.carry_out(paths, [step("a", "1", noted(done, "a")), step("b", "1", noted(done, "b"))])
    setup.carry_out(paths, [step("a", "2", noted(done, "a")), step("b", "1", noted(done, "b"), ready=False)])
    assert done == ["a", "b", "a", "b"]


def test_a_new_environment_begins_all_again(paths: Paths) -> None:
    done: list[str] = []
    setup.carry_out(paths, [step("venv", "1", noted(done, "venv")), step("a", "1", noted(done, "a"))])
    setup.carry_out(paths, [step("venv", "2", noted(done, "venv")), step("a", "1", noted(done, "a"))])
    assert done == ["venv", "a", "venv", "a"]


def test_a_cut_off_step_is_told_so(paths: Paths) -> None:
    def fail(_cut_off: bool) -> None:
        raise KeyboardInterrupt

    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        setup.carry_out(paths, [step("a", "1", noted(done, "a")), step("b", "1", fail)])
    setup.carry_out(paths, [step("a", "1", noted(done, "a")), step("b", "1", noted(done, "b"))])
    assert done == ["a", "b again"]


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"'])
def test_a_broken_stamp_counts_as_none(paths: Paths, text: str) -> None:
    paths.stamp.write_text(text, encoding="utf-8")
    assert setup.read_stamp(paths) == {}


def test_the_key_follows_files_and_words(paths: Paths) -> None:
    first = setup.key_of(paths, "lock", "3.11")
    (paths.root / "lock").write_text("a", encoding="utf-8")
    second = setup.key_of(paths, "lock", "3.11")
    (paths.root / "lock").write_text("b", encoding="utf-8")
    third = setup.key_of(paths, "lock", "3.11")
    assert len({first, second, third, setup.key_of(paths, "lock", "3.12")}) == 4


def test_tests_need_more_than_a_start(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "may_use_apt", lambda: True)
    start = [each.name for each in setup.steps(paths, dev=False, browser=False)]
    tests = [each.name for each in setup.steps(paths, dev=True, browser=True)]
    assert start == ["venv", "packages", "project", "scripts", "dice"]
    assert tests == ["venv", "packages", "project", "dev packages", "scripts", "dice", "browser"]


def test_no_browser_is_brought_where_nobody_allowed_it(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "may_use_apt", lambda: False)
    assert "browser" not in [each.name for each in setup.steps(paths, dev=True, browser=True)]


# --- starts at the same time

SLOW_SETUP = """
import sys, time
sys.path.insert(0, {root!r})
from pathlib import Path
from tools import setup

def bring(cut_off):
    with open("brought", "a") as log:
        log.write("begin\\n")
        log.flush()
        time.sleep(0.5)
        log.write("end\\n")

setup.steps = lambda paths, dev, browser: iter([
    setup.Step("a", setup.Words("a", "a"), "1", lambda: True, bring)
])
setup.set_up(setup.Paths(Path.cwd()), False, False)
"""


def test_starts_at_the_same_time_set_up_once(paths: Paths) -> None:
    script = SLOW_SETUP.format(root=str(ROOT))
    started = [subprocess.Popen([sys.executable, "-c", script], cwd=paths.root) for _ in range(3)]
    assert [process.wait(30) for process in started] == [0, 0, 0]
    assert (paths.root / "brought").read_text(encoding="utf-8") == "begin\nend\n"


ORPHAN = """
import os, sys
sys.path.insert(0, {root!r})
from pathlib import Path
from tools import setup

paths = setup.Paths(Path.cwd())
with setup.only_one(paths):
    setup.command(paths, sys.executable, "-c", "import os, time; os.kill(os.getppid(), 9); time.sleep(1)")
"""


def test_what_a_killed_setup_left_running_holds_the_next_start_up(paths: Paths) -> None:
    subprocess.run([sys.executable, "-c", ORPHAN.format(root=str(ROOT))], cwd=paths.root, check=False)
    with (paths.work / "lock").open("w") as lock, pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


# --- words


@pytest.mark.parametrize(
    ("language", "shown"),
    [("ja_JP.UTF-8", "和\n"), ("en_GB.UTF-8", "eng\n"), ("C.UTF-8", "和\neng\n"), ("", "和\neng\n")],
)
def test_words_follow_the_language(
    language: str, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", language)
    setup.say(Words("和", "eng"))
    assert capsys.readouterr().err == shown


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("ERROR: Could not find a version that satisfies the requirement anyio", setup.OFFLINE),
        ("npm error code ENOTFOUND", setup.OFFLINE),
        ("E: Failed to fetch x  Temporary failure resolving", setup.OFFLINE),
        ("OSError: [Errno 28] No space left on device", setup.DISK_FULL),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", setup.WRONG_HASH),
        ("[Errno 13] Permission denied: '/x'", setup.NO_RIGHTS),
        ("certificate verify failed: self-signed certificate (Connection broken)", setup.NO_TRUST),
    ],
)
def test_a_failed_command_is_put_in_words(paths: Paths, output: str, words: Words) -> None:
    assert setup.words_of(CommandFailed(["pip"], output), paths) == words


def test_other_failures_point_to_the_log(paths: Paths) -> None:
    words = setup.words_of(ValueError("odd"), paths)
    assert str(paths.log) in words.ja
    assert str(paths.log) in words.en
    assert "ValueError: odd" in paths.log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, setup.DISK_FULL), (errno.EACCES, setup.NO_RIGHTS), (errno.EROFS, setup.NO_RIGHTS)],
)
def test_errors_of_the_disk_are_put_in_words(paths: Paths, number: int, words: Words) -> None:
    assert setup.words_of(OSError(number, "x"), paths) == words


@pytest.mark.parametrize(("apt", "line"), [(True, "sudo apt-get install -y python3"), (False, "-m ensurepip")])
def test_a_missing_venv_names_one_line_to_type(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, apt: bool, line: str
) -> None:
    def no_venv(_paths: Paths, *args: str, environment: dict[str, str] | None = None) -> str:
        raise CommandFailed(args, "ensurepip is not available")

    monkeypatch.setattr(setup, "command", no_venv)
    monkeypatch.setattr(setup, "may_use_apt", lambda: False)
    monkeypatch.setattr(setup, "has_apt", lambda: apt)
    with pytest.raises(SetupFailed) as failure:
        setup.make_venv(paths, False)
    assert line in failure.value.words.ja
    assert line in failure.value.words.en


def test_debian_gets_its_venv_by_itself(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    ends = iter(["ensurepip is not available", "E: Unable to locate package", "", "", ""])

    def bare(_paths: Paths, *args: str, environment: dict[str, str] | None = None) -> str:
        ran.append(" ".join(args))
        if output := next(ends):
            raise CommandFailed(args, output)
        return output

    monkeypatch.setattr(setup, "command", bare)
    monkeypatch.setattr(setup, "may_use_apt", lambda: True)
    setup.make_venv(paths, False)
    made, installed, updated, installed_again, made_again = ran
    assert made == made_again
    assert installed == installed_again
    assert installed.endswith(f"python{setup.PYTHON_TAG}-venv")
    assert updated.endswith("update")


def test_a_browser_that_cannot_be_had_stops_nothing(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    def offline(_paths: Paths, *args: str, environment: dict[str, str] | None = None) -> str:
        raise CommandFailed(args, "Could not resolve")

    shown: list[Words] = []
    monkeypatch.setattr(setup, "command", offline)
    monkeypatch.setattr(setup, "say", shown.append)
    setup.bring_browser(paths, False)
    assert shown == [setup.OFFLINE]


# --- the start script


def test_without_python_the_start_names_one_line_to_type(tmp_path: Path) -> None:
    shutil.copy(ROOT / "run", tmp_path / "run")
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "dirname"):
        (tools / name).symlink_to(shutil.which(name) or name)
    environment = {"PATH": str(tools), "LANG": "en_US.UTF-8"}
    done = subprocess.run([tmp_path / "run"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 or newer was not found.")
    assert "\n" not in done.stderr.strip()


def test_a_folder_without_rights_is_put_in_words(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools/setup.py", tmp_path / "tools")
    (tmp_path / ".setup").write_text("in the way", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-IS", tmp_path / "tools/setup.py"],
        env={**os.environ, "LC_ALL": "en_US.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_help_shows_how_to_start() -> None:
    done = subprocess.run([ROOT / "run", "--help"], capture_output=True, text=True, check=True)
    assert "./run test [fast]" in done.stdout
    assert "./run --port N" in done.stdout


# --- locks


@pytest.mark.parametrize("name", LOCKED)
def test_locks_hold_hashes_and_no_addresses(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert re.search(r"sha(256:|512-)", text)
    assert "://" not in text
    assert "index-url" not in text


def test_the_dev_lock_agrees_with_the_lock() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^[\w.-]+==\S+", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))

    assert pins("requirements.txt") <= pins("requirements-dev.txt")

"""Brings the virtual environment and the built files of this repository up to date.

Standard library only, since it runs before anything is installed: `setup.py [--dev] [--browser]`.
Each step has a key made of all that it depends on; a finished step leaves its key in a stamp inside
`.venv`, so a warm start compares a few hashes, and an interrupted set-up goes on where it stopped.
"""

from __future__ import annotations

import argparse
import errno
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent.parent
BASE_PYTHON: str = getattr(sys, "_base_executable", "") or sys.executable
PYTHON_TAG = "{}.{}".format(*sys.version_info[:2])
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_PACKAGES = ("chromium", "fonts-noto-cjk", "fonts-noto-color-emoji", "libatomic1")  # the last for Playwright
CJK_FONT = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
OLDEST_NPM = 7  # the first that reads our lock file


class Words(NamedTuple):
    """One message in both languages."""

    ja: str
    en: str


class SetupFailed(Exception):
    """Set-up can't go on; the words say what a person can do."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.en)
        self.words = words


class CommandFailed(Exception):
    """A command that set-up ran ended with an error; `output` is what it printed."""

    def __init__(self, command: Sequence[str], output: str) -> None:
        super().__init__(" ".join(command))
        self.output = output


class Paths(NamedTuple):
    """The places below the repository that set-up reads and writes."""

    root: Path

    @property
    def venv(self) -> Path:
        """The virtual environment."""
        return self.root / ".venv"

    @property
    def bin(self) -> Path:
        """The commands of the virtual environment."""
        return self.venv / "bin"

    @property
    def stamp(self) -> Path:
        """The keys of the finished steps; inside the environment, so that it goes with it."""
        return self.venv / "setup.json"

    @property
    def work(self) -> Path:
        """What set-up keeps for itself: its lock and its log."""
        return self.root / ".setup"

    @property
    def log(self) -> Path:
        """All that the commands printed."""
        return self.work / "log"

    @property
    def modules(self) -> Path:
        """The npm packages."""
        return self.root / "node_modules"

    @property
    def vendor(self) -> Path:
        """The ignored folder with the scripts that pages load."""
        return self.root / "src/takusen/web/static/vendor"

    @property
    def dice(self) -> Path:
        """BCDice in one file, where the server reads it."""
        return self.root / "src/takusen/interop/bcdice/packed/bcdice.json.gz"


class Step(NamedTuple):
    """One thing to bring about: `key` is what it depends on, `ready` a look at its result."""

    name: str
    words: Words
    key: str
    ready: Callable[[], bool]
    bring: Callable[[bool], None]  # told whether an earlier try was cut off


# --- words


def say(words: Words) -> None:
    """Print a message in the language of the session, or in both where it names none of the two."""
    language = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    chosen = [words.ja] if language.startswith("ja") else [words.en] if language.startswith("en") else words
    print("\n".join(chosen), file=sys.stderr, flush=True)


def explain(output: str, log: Path) -> Words:
    """What the failure of a command means for the person before the screen."""
    for signs, words in FAILURES:
        if any(sign in output for sign in signs):
            return words
    return Words(
        f"準備の途中で失敗しました。詳しくは {log} を見てください。", f"Set-up failed. The details are in {log}."
    )


DISK_FULL = Words(
    "ディスクの空きが足りません。空きを作って、もう一度実行してください。",
    "The disk is full. Make some room and run it again.",
)
NO_RIGHTS = Words(
    "このフォルダに書き込めません。書き込める場所に置いて、もう一度実行してください。",
    "This folder can't be written to. Put it where you may write and run it again.",
)
WRONG_HASH = Words(
    "届いたパッケージが記録されたハッシュと一致しません。途中のプロキシか配布元を確かめてください。",
    "A package that arrived doesn't match its recorded hash. Check the proxy or mirror it came through.",
)
NO_TRUST = Words(
    "配布元の証明書を確かめられません。プロキシの証明書を SSL_CERT_FILE と PIP_CERT に指定してください。",
    "The certificate of the package source can't be checked. Name your proxy's in SSL_CERT_FILE and PIP_CERT.",
)
OFFLINE = Words(
    "パッケージを取得できません。ネットワーク(またはプロキシ)を確かめて、もう一度実行してください。",
    "Packages can't be fetched. Check the network (or the proxy) and run it again.",
)
FAILURES: tuple[tuple[tuple[str, ...], Words], ...] = (
    (("No space left", "ENOSPC", "Disk quota exceeded"), DISK_FULL),
    (("DO NOT MATCH THE HASHES", "EINTEGRITY"), WRONG_HASH),
    (("certificate verify failed", "CERTIFICATE_VERIFY_FAILED", "SELF_SIGNED_CERT", "UNABLE_TO_"), NO_TRUST),
    (("Permission denied", "EACCES", "Read-only file system"), NO_RIGHTS),
    (
        (
            "Could not find a version",
            "Connection",
            "name resolution",
            "ENOTFOUND",
            "EAI_AGAIN",
            "ECONNREFUSED",
            "ETIMEDOUT",
            "Could not resolve",
            "Failed to fetch",
            "Unable to fetch",
        ),
        OFFLINE,
    ),
)


def venv_missing(apt: bool) -> Words:
    """The one line to type where this Python can't make environments."""
    line = f"sudo apt-get install -y python{PYTHON_TAG}-venv" if apt else f"{BASE_PYTHON} -m ensurepip --upgrade"
    return Words(
        f"この Python には venv がありません。次を実行してから、もう一度どうぞ: {line}",
        f"This Python comes without venv. Type this, then try again: {line}",
    )


# --- commands


def command(paths: Paths, *args: str, environment: dict[str, str] | None = None) -> str:
    """Run a command with its output in the log, and return that output."""
    done = subprocess.run(
        args,
        cwd=paths.root,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        close_fds=args[0] == "apt-get",  # all others keep the lock, should this process die before them
    )
    with paths.log.open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(args)}\n{done.stdout}\n")
    if done.returncode:
        raise CommandFailed(args, done.stdout)
    return done.stdout


def has_apt() -> bool:
    """Whether this is a Debian or one of its children."""
    return shutil.which("apt-get") is not None


def may_use_apt() -> bool:
    """Whether Debian packages can be installed without asking anybody."""
    return os.geteuid() == 0 and has_apt()


def apt_install(paths: Paths, *packages: str) -> None:
    """Install Debian packages, with fresh package lists where the old ones don't do."""
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    wait = ("-o", "DPkg::Lock::Timeout=300")
    install = ("apt-get", *wait, "install", "-y", "--no-install-recommends", *packages)
    try:
        command(paths, *install, environment=quiet)
    except CommandFailed:
        command(paths, "apt-get", *wait, "update", environment=quiet)
        command(paths, *install, environment=quiet)


def pip_install(paths: Paths, *args: str) -> None:
    """Run pip of the environment with no dependency search, and no build of its own."""
    pip = (str(paths.bin / "python"), "-m", "pip", "--disable-pip-version-check", "--no-input")
    command(paths, *pip, "install", "--quiet", "--retries", "2", "--no-deps", *args, environment={"PIP_USER": "0"})


def install_lock(paths: Paths, lock: str, cut_off: bool) -> None:
    """Install what a hash lock names; after a cut-off try also what seems to be there already."""
    again = ("--force-reinstall",) if cut_off else ()
    pip_install(paths, "--require-hashes", "--only-binary", ":all:", *again, "-r", lock)


def working_npm(paths: Paths) -> str | None:
    """An npm that is new enough and answers, of the machine or of the environment."""
    for npm in (shutil.which("npm"), str(paths.bin / "npm")):
        try:
            if npm and int(command(paths, npm, "--version").strip().split(".")[0]) >= OLDEST_NPM:
                return npm
        except (CommandFailed, OSError, ValueError):
            continue
    return None


def found_browser() -> str | None:
    """The browser that tests drive."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


# --- steps


def make_venv(paths: Paths, _cut_off: bool) -> None:
    """Make the environment anew."""
    inside = Path(BASE_PYTHON).is_relative_to(paths.venv)  # an environment that was cut off while it was cleared
    make = (os.path.realpath(BASE_PYTHON) if inside else BASE_PYTHON, "-m", "venv", "--clear", str(paths.venv))
    try:
        command(paths, *make)
    except CommandFailed as failure:
        if "ensurepip" not in failure.output and "No module named venv" not in failure.output:
            raise
        if not may_use_apt():
            raise SetupFailed(venv_missing(has_apt())) from failure
        apt_install(paths, f"python{PYTHON_TAG}-venv")
        command(paths, *make)


def install_project(paths: Paths, _cut_off: bool) -> None:
    """Install the project itself, editable, with the pinned build backend."""
    pip_install(paths, "--no-build-isolation", "--editable", str(paths.root))


def install_scripts(paths: Paths, dev: bool) -> None:
    """Install the npm packages, and copy what pages load to where the server finds it."""
    if working_npm(paths) is None:
        install_lock(paths, "requirements-node.txt", cut_off=False)
    npm = working_npm(paths)
    if npm is None:
        raise CommandFailed(("npm",), "")
    path = f"{paths.bin}{os.pathsep}{os.environ.get('PATH', os.defpath)}" if npm.startswith(str(paths.bin)) else None
    command(paths, npm, "ci", *([] if dev else ["--omit=dev"]), environment={"PATH": path} if path else None)
    paths.vendor.mkdir(parents=True, exist_ok=True)
    for name in ("idiomorph.esm.js", "idiomorph.js", "idiomorph.min.js"):
        shutil.copyfile(paths.modules / "idiomorph/dist" / name, paths.vendor / name)


def pack_dice(paths: Paths, _cut_off: bool) -> None:
    """Make one file of the package `bcdice`."""
    command(paths, str(paths.bin / "python"), str(paths.root / "tools/pack_dice.py"))


def bring_browser(paths: Paths, _cut_off: bool) -> None:
    """Install a browser and fonts where that is allowed; the tests say what they miss."""
    try:
        apt_install(paths, *BROWSER_PACKAGES)
    except CommandFailed as failure:
        say(explain(failure.output, paths.log))


def key_of(paths: Paths, *parts: str) -> str:
    """A hash of what a step depends on: names of files below the root, or plain words."""
    seen = hashlib.sha256()
    for part in parts:
        file = paths.root / part
        seen.update(file.read_bytes() if file.is_file() else part.encode())
        seen.update(b"\0")
    return seen.hexdigest()


def steps(paths: Paths, dev: bool, browser: bool) -> Iterator[Step]:
    """The steps in their order; a step brings about what later ones need."""
    yield Step(
        "venv",
        Words("Python の環境を作ります", "Making the Python environment"),
        key_of(paths, str(paths.root), PYTHON_TAG),
        (paths.bin / "python").exists,
        lambda cut_off: make_venv(paths, cut_off),
    )
    yield Step(
        "packages",
        Words("Python のパッケージを入れます", "Installing Python packages"),
        key_of(paths, "requirements.txt"),
        lambda: True,
        lambda cut_off: install_lock(paths, "requirements.txt", cut_off),
    )
    yield Step(
        "project",
        Words("takusen を入れます", "Installing takusen"),
        key_of(paths, "pyproject.toml"),
        (paths.bin / "takusen").exists,
        lambda cut_off: install_project(paths, cut_off),
    )
    if dev:
        yield Step(
            "dev packages",
            Words("テスト用のパッケージを入れます", "Installing packages for tests"),
            key_of(paths, "requirements-dev.txt"),
            (paths.bin / "pytest").exists,
            lambda cut_off: install_lock(paths, "requirements-dev.txt", cut_off),
        )
    yield scripts_step(paths, dev)
    yield Step(
        "dice",
        Words("ダイスボットをまとめます", "Packing the dice systems"),
        key_of(paths, "package-lock.json", "tools/pack_dice.py"),
        paths.dice.exists,
        lambda cut_off: pack_dice(paths, cut_off),
    )
    if browser and may_use_apt():
        yield Step(
            "browser",
            Words("テスト用のブラウザとフォントを入れます", "Installing a browser and fonts for tests"),
            key_of(paths, *BROWSER_PACKAGES),
            lambda: found_browser() is not None and CJK_FONT.exists(),
            lambda cut_off: bring_browser(paths, cut_off),
        )


def scripts_step(paths: Paths, dev: bool) -> Step:
    """The npm packages; those for tests stay once they are there."""
    wanted = [paths.vendor / "idiomorph.js"]
    if dev:
        wanted.append(paths.modules / "axe-core/axe.min.js")
    keep_dev = dev or (paths.modules / "axe-core").exists()
    return Step(
        "scripts",
        Words("ページのスクリプトを用意します", "Fetching the scripts of the pages"),
        key_of(paths, "package.json", "package-lock.json", ".npmrc"),
        lambda: all(file.exists() for file in wanted),
        lambda _cut_off: install_scripts(paths, keep_dev),
    )


# --- stamps


def read_stamp(paths: Paths) -> dict[str, str]:
    """The keys of the finished steps; none where there is no stamp to read."""
    try:
        found = json.loads(paths.stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write_stamp(paths: Paths, stamp: dict[str, str]) -> None:
    """Replace the stamp in one go, so that a cut-off leaves the old or the new one."""
    fresh = paths.stamp.with_suffix(".new")
    fresh.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    fresh.replace(paths.stamp)


def is_done(step: Step, stamp: dict[str, str]) -> bool:
    """Whether a step was finished for this key and its result is still there."""
    return stamp.get(step.name) == step.key and step.ready()


def all_done(paths: Paths, todo: Sequence[Step]) -> bool:
    """Whether there is nothing left to do."""
    stamp = read_stamp(paths)
    return all(is_done(step, stamp) for step in todo)


def carry_out(paths: Paths, todo: Sequence[Step]) -> None:
    """Carry out the steps that are not done; the environment begins a new stamp."""
    stamp = read_stamp(paths)
    for step in todo:
        if is_done(step, stamp):
            continue
        say(Words(f"  {step.words.ja}…", f"  {step.words.en}..."))
        started = f"started {step.key}"
        cut_off = stamp.get(step.name) == started
        if step.name == "venv":
            stamp = {}
        else:
            stamp[step.name] = started
            write_stamp(paths, stamp)
        step.bring(cut_off)
        stamp[step.name] = step.key
        write_stamp(paths, stamp)


@contextmanager
def only_one(paths: Paths) -> Iterator[None]:
    """Hold the lock of this repository's set-up; wait where another start holds it."""
    paths.work.mkdir(exist_ok=True)
    with (paths.work / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(Words("別の準備が終わるのを待っています…", "Waiting for another set-up to end..."))
            fcntl.flock(lock, fcntl.LOCK_EX)
        os.set_inheritable(lock.fileno(), True)
        yield


def set_up(paths: Paths, dev: bool, browser: bool) -> None:
    """Bring everything up to date; quick and silent where it is."""
    todo = list(steps(paths, dev, browser))
    if all_done(paths, todo):
        return
    with only_one(paths):
        if all_done(paths, todo):
            return
        say(Words("準備しています(初回と更新のときだけ)", "Setting up (only at first and after updates)"))
        paths.log.write_text("", encoding="utf-8")
        carry_out(paths, todo)


# --- the way out


def stop(words: Words, status: int = 1) -> NoReturn:
    """End with plain words."""
    say(words)
    raise SystemExit(status)


def words_of(error: Exception, paths: Paths) -> Words:
    """Plain words for whatever ended the set-up; the log keeps the rest."""
    match error:
        case SetupFailed():
            return error.words
        case CommandFailed():
            return explain(error.output, paths.log)
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            return DISK_FULL
        case OSError(errno=errno.EACCES | errno.EPERM | errno.EROFS):
            return NO_RIGHTS
    with suppress(OSError), paths.log.open("a", encoding="utf-8") as log:
        traceback.print_exception(error, file=log)
    return explain("", paths.log)


def main(arguments: Sequence[str]) -> None:
    """Read the arguments, set up, and turn every failure into words."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--dev", action="store_true", help="also what the tests need")
    parser.add_argument(
        "--browser", action="store_true", help="also a browser and fonts for tests, where that is allowed"
    )
    wanted = parser.parse_args(arguments)
    paths = Paths(ROOT)
    sys.stderr.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        set_up(paths, wanted.dev, wanted.browser)
    except KeyboardInterrupt:
        stop(
            Words(
                "中断しました。もう一度実行すると続きから始めます。", "Interrupted. Run it again to go on from here."
            ),
            130,
        )
    except Exception as error:
        stop(words_of(error, paths))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Packs the npm package `bcdice` into one file that the server reads: `.venv/bin/python tools/pack_dice.py`.

Source maps, type files and the many copies of shared modules are left behind; what lists and help pages need is asked
of the scripts once, here.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path

import msgspec

from takusen.interop.bcdice.engine import Engine
from takusen.interop.bcdice.systems import PACKED, Packed, System

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "node_modules" / "bcdice"
MAP = re.compile(r"\n//# sourceMappingURL=.*")
CHUNK = re.compile(r"^(?=Opal\.(?:modules\[|queue\())", re.M)
MODULE = re.compile(r'Opal\.modules\["([^"]+)"\]')
VARIANT = re.compile(r"_[^0-9].*$")
CORE = (
    "version",
    "arithmetic_evaluator",
    "common_command",
    "base",
    "preprocessor",
    "randomizer",
    "user_defined_dice_table",
)
"""The scripts that every system stands on, in the order in which they load."""


class Unlike(Exception):
    """Two modules of one name that differ: they can't be packed as one."""


def script(path: Path) -> str:
    """A script without its source map."""
    return MAP.sub("", path.read_text(encoding="utf-8"))


def own_part(path: Path, modules: dict[str, str]) -> str:
    """What a script does when it is loaded; the modules that it brings along go into `modules`."""
    own = []
    for chunk in CHUNK.split(script(path))[1:]:
        named = MODULE.match(chunk)
        if not named:
            own.append(chunk)
        elif modules.setdefault(named[1], chunk).strip() != chunk.strip():
            raise Unlike(named[1])
    return "".join(own)


def translations(lib: Path) -> dict[str, str]:
    """The words of the systems as JSON, by "name.locale"; those that all share are "i18n"."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((lib / "i18n").glob("*.json"))}


def gathered(package: Path) -> Packed:
    """All scripts and words, not yet with the systems' help."""
    lib = package / "lib" / "bcdice"
    modules: dict[str, str] = {}
    core = [own_part(lib / f"{name}.js", modules) for name in CORE]
    listed = json.loads((lib / "game_system_list.json").read_text(encoding="utf-8"))["gameSystems"]
    by_script = {one["className"]: one for one in listed}
    own = {name: own_part(lib / "game_system" / f"{name}.js", modules) for name in by_script}
    words = translations(lib)
    return Packed(
        version=json.loads((package / "package.json").read_text(encoding="utf-8"))["version"],
        base=(script(lib / "opal.js"), *modules.values(), *core),
        own=own,
        words=words,
        systems=tuple(_system(one, by_script, words) for one in listed),
    )


def _system(listed: dict[str, str], by_script: dict[str, dict[str, str]], words: dict[str, str]) -> System:
    """A system with what it stands on first, and the translations that all of these look into."""
    scripts: list[str] = []
    one: dict[str, str] | None = listed
    while one is not None:
        scripts.insert(0, one["className"])
        one = by_script.get(one["superClassName"])
    names = dict.fromkeys(name for script in scripts for name in (VARIANT.sub("", script), script))
    locales = dict.fromkeys(("ja_jp", listed["locale"]))
    wished = (f"{name}.{locale}" for name in names for locale in locales)
    return System(
        id=listed["id"],
        name=listed["name"],
        sort_key=listed["sortKey"],
        locale=listed["locale"],
        scripts=tuple(scripts),
        words=tuple(one for one in wished if one in words),
    )


def told(packed: Packed) -> Packed:
    """With the help and the command pattern of each system, in the order of their reading."""
    engine = Engine(packed)
    systems = sorted((engine.described(one) for one in packed.systems), key=lambda one: (one.sort_key, one.id))
    return msgspec.structs.replace(packed, systems=tuple(systems))


def main() -> None:
    """Write the packed file and the licence beside it."""
    PACKED.parent.mkdir(parents=True, exist_ok=True)
    fresh = PACKED.with_suffix(".new")
    fresh.write_bytes(gzip.compress(msgspec.json.encode(told(gathered(PACKAGE))), 9, mtime=0))
    fresh.replace(PACKED)
    shutil.copyfile(PACKAGE / "LICENSE", PACKED.parent / "LICENSE")


if __name__ == "__main__":
    main()

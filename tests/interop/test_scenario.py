"""Scenario files as people hand them over: encodings, line ends, archives, and archives that are traps."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from takusen.interop.scenario import decoded, scenario_in
from takusen.interop.zips import ENTRIES, ENTRY_SIZE
from takusen.rulebook.toml import BadFile

TEXT = '# 氷室の話\n[meta]\ntitle = "氷室に春が来る前に"\n'


def archive(*entries: tuple[str | zipfile.ZipInfo, bytes], packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", packed) as file:
        for name, data in entries:
            file.writestr(name, data)
    return made.getvalue()


def refused(data: bytes) -> str:
    """What is said of a file that can't be taken."""
    with pytest.raises(BadFile) as wrong:
        scenario_in("mine.zip", data)
    assert (wrong.value.name.split("/")[0], wrong.value.line) == ("mine.zip", 1)
    return wrong.value.what


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_the_encodings_of_ordinary_editors_are_read(encoding: str) -> None:
    assert scenario_in("mine.toml", TEXT.encode(encoding)) == ("mine.toml", TEXT)


def test_the_text_is_kept_as_it_is() -> None:
    text = TEXT.replace("\n", "\r\n") + "\r\n\r\n  # 終わり  "
    assert decoded("mine.toml", text.encode()) == text


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(BadFile, match="neither UTF-8 nor Shift_JIS"):
        scenario_in("mine.toml", b"\x89PNG\xff\xfe\x00")
    assert "can't be opened" in refused(b"\x89PNG\xff\xfe\x00")


@pytest.mark.parametrize(
    "names",
    [
        ["scenario.toml"],
        ["readme.txt", "pictures/door.png", "SCENARIO.TOML"],
        ["氷室/scenario.toml", "氷室/メモ.toml", "__MACOSX/氷室/._scenario.toml"],
        ["icehouse.toml", "README.md"],
    ],
)
def test_an_archive_holds_one_scenario(names: list[str]) -> None:
    main = next((one for one in names if one.lower().endswith("scenario.toml")), names[0])
    data = archive(*((name, TEXT.encode() if name == main else b"\x00\x01") for name in names))
    assert scenario_in("mine.zip", data) == (f"mine.zip/{main.rpartition('/')[2]}", TEXT)


def test_an_archive_without_a_scenario_or_with_several_says_so() -> None:
    assert "no scenario.toml" in refused(archive(("readme.txt", b"?")))
    assert "several" in refused(archive(("a.toml", b""), ("b.toml", b"")))
    assert "several" in refused(archive(("a/scenario.toml", b""), ("b/scenario.toml", b"")))
    assert "no scenario.toml" in refused(archive())


@pytest.mark.parametrize(
    "path", ["../scenario.toml", "a/../../scenario.toml", "/etc/scenario.toml", "c:\\scenario.toml"]
)
def test_a_path_out_of_the_archive_is_refused(path: str) -> None:
    entry = zipfile.ZipInfo("x")
    entry.filename = path
    assert "path out of it" in refused(archive((entry, TEXT.encode())))


def test_too_many_files_and_too_much_in_them_are_refused() -> None:
    many = [(f"{n}.txt", b"") for n in range(ENTRIES + 1)]
    assert "too much" in refused(archive(*many))
    assert "too much" in refused(archive(("scenario.toml", b"#" * 30_000_000)))
    assert "too much" in refused(archive(("scenario.toml", b"#" * (ENTRY_SIZE + 1)), packed=zipfile.ZIP_STORED))


def test_a_size_that_lies_is_found_out() -> None:
    data = bytearray(archive(("scenario.toml", b"#" * 3_000_000)))
    for mark, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = data.index(mark) + offset
        data[at : at + 4] = (100).to_bytes(4, "little")
    assert refused(bytes(data))


def locked() -> bytes:
    data = bytearray(archive(("scenario.toml", TEXT.encode())))
    for mark, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        data[data.index(mark) + offset] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (locked(), "can't be opened"),
        (archive(("scenario.toml", TEXT.encode()))[:-30], "can't be opened"),
        (b"PK\x03\x04" + b"\x00" * 100, "can't be opened"),
        (
            archive(("scenario.toml", b"title"), packed=zipfile.ZIP_STORED).replace(b"title", b"tidal"),
            "can't be opened",
        ),
    ],
)
def test_a_broken_archive_is_told_in_words(data: Any, said: str) -> None:
    assert said in refused(data)

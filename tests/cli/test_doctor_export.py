"""doctor and export on data folders, sound and damaged."""

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from takusen.cli import doctor
from takusen.cli.folder import FILE
from takusen.log.codec import decode, encode
from takusen.log.entries import Became, Body, Opened, Rolled, TableOpened
from takusen.store.sqlite import SqliteStore
from tests.cli.conftest import Run
from tests.conftest import ROOT


def rewrite(data: Path, kind: type[Body], **changes: object) -> int:
    """Change the last entry of a kind in table1; gives its seq."""
    with sqlite3.connect(data / FILE) as db:
        rows = db.execute("SELECT seq, body FROM log WHERE table_id = 'table1' ORDER BY seq DESC").fetchall()
        seq, entry = next((seq, decode(row)) for seq, row in rows if isinstance(decode(row).body, kind))
        changed = msgspec.structs.replace(entry, body=msgspec.structs.replace(entry.body, **changes))
        db.execute("UPDATE log SET body = ? WHERE table_id = 'table1' AND seq = ?", (encode(changed), seq))
    return int(seq)


def sql(data: Path, *statements: str) -> None:
    with sqlite3.connect(data / FILE) as db:
        for statement in statements:
            db.execute(statement)


def test_a_sound_folder_passes(played: Path, takusen: Run) -> None:
    ran = takusen("doctor", played)
    assert (ran.code, ran.out, ran.err) == (0, "4 passed, 0 failed\n", "")


@pytest.mark.parametrize("faces", [(1, 1), (6,), ()])
def test_other_dice_do_not_replay(data: Path, takusen: Run, faces: tuple[int, ...]) -> None:
    rewrite(data, Rolled, faces=faces)
    ran = takusen("doctor", data)
    assert ran.code == 1
    assert ran.out.startswith("FAILED table1:")
    assert "does not replay" in ran.out
    assert ran.out.endswith("3 passed, 1 failed\n")


def test_a_changed_fact_is_named(data: Path, takusen: Run) -> None:
    rewrite(data, Became, fact={"type": "rested"})
    ran = takusen("doctor", data, "--json")
    told = json.loads(ran.out)
    assert ran.code == 1
    assert (told["passed"], told["failed"]) == (3, 1)
    assert {finding["table"] for finding in told["findings"]} == {"table1"}
    assert all(finding["what"] and finding["mend"] and finding["seq"] for finding in told["findings"])


def test_an_act_of_an_earlier_book_is_a_note(data: Path, takusen: Run) -> None:
    with sqlite3.connect(data / FILE) as db:
        for seq, row in db.execute("SELECT seq, body FROM log WHERE table_id = 'table1'").fetchall():
            entry = decode(row)
            if isinstance(entry.body, Opened):
                body = msgspec.structs.replace(entry.body, pin="of before")
                row = encode(msgspec.structs.replace(entry, body=body))
                db.execute("UPDATE log SET body = ? WHERE table_id = 'table1' AND seq = ?", (row, seq))
    rewrite(data, Rolled, faces=(1,))
    ran = takusen("doctor", data)
    assert ran.code == 0
    assert ran.out.startswith("note table1:")
    assert ran.out.endswith("4 passed, 0 failed\n")


@pytest.mark.parametrize(
    "body", [b"\x00\xff", b"{}", b'{"seq": 9}', b"[" * 100_000, b'{"seq":2,"at":0,"by":"gm","body":{}}']
)
def test_an_unreadable_row_is_named_and_the_others_go_on(data: Path, takusen: Run, body: bytes) -> None:
    with sqlite3.connect(data / FILE) as db:
        db.execute("UPDATE log SET body = ? WHERE table_id = 'table1' AND seq = 9", (body,))
    ran = takusen("doctor", data)
    assert ran.code == 1
    assert ran.out.startswith("FAILED table1:9: ")
    assert ran.out.endswith("3 passed, 1 failed\n")


def test_rows_of_another_kind_are_named_and_the_others_go_on(data: Path, takusen: Run) -> None:
    sql(data, "UPDATE log SET body = 5 WHERE table_id = 'table1' AND seq = 9")
    ran = takusen("doctor", data)
    assert ran.code == 1
    assert ran.out.startswith("FAILED table1:9: ")
    assert ran.out.endswith("3 passed, 1 failed\n")


def test_whatever_a_table_raises_the_others_go_on(data: Path, takusen: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(seq: int, row: bytes) -> None:
        raise ZeroDivisionError("x")

    monkeypatch.setattr(doctor, "_decoded", broken)
    assert takusen("doctor", data).out.endswith("1 passed, 3 failed\n")


@pytest.mark.parametrize("page", range(1, 40))
def test_a_spoilt_page_is_named_once_and_the_tables_go_on(data: Path, takusen: Run, page: int) -> None:
    whole = (data / FILE).read_bytes()
    if page * 4096 >= len(whole):
        pytest.skip("no such page")
    (data / FILE).write_bytes(whole[: page * 4096] + b"\xff" * 64 + whole[page * 4096 + 64 :])
    ran = takusen("doctor", data)
    findings = [line for line in ran.out.splitlines() if line.startswith("FAILED")]
    assert (ran.code, ran.err) == (1, "")
    assert len(set(findings)) == len(findings) > 0
    examined = sum(map(int, re.findall(r"\d+", ran.out.splitlines()[-1])))
    assert examined >= 2 or page == 1  # page 1 is the root: everything is behind it; behind an inner one are many
    listed = takusen("export", "--list", "--data", data)
    assert len(listed.out.splitlines()) == examined - 1


@pytest.mark.parametrize("spoil", ["empty", "short", "missing", "folder"])
def test_a_bad_secret_is_named(data: Path, takusen: Run, spoil: str) -> None:
    secret = data / "secret"
    secret.unlink()
    if spoil == "folder":
        secret.mkdir()
    elif spoil != "missing":
        secret.write_bytes(b"x" * (spoil == "short"))
    ran = takusen("doctor", data)
    assert ran.code == 1
    assert ran.out.startswith(f"FAILED {secret}")
    assert ran.out.endswith("3 passed, 1 failed\n")
    assert secret.exists() == (spoil != "missing")


def test_doctor_and_export_write_nothing(data: Path, tmp_path: Path, takusen: Run) -> None:
    before = {file.name: file.read_bytes() for file in data.iterdir()}
    takusen("doctor", data)
    takusen("export", "table1", "--data", data)
    assert {file.name: file.read_bytes() for file in data.iterdir()} == before
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("VACUUM")
        db.execute("PRAGMA user_version = 0")
    blank = (tmp_path / FILE).read_bytes()
    assert takusen("doctor", tmp_path).code in (1, 2)
    assert (tmp_path / FILE).read_bytes() == blank


def test_a_missing_row_is_named(data: Path, takusen: Run) -> None:
    sql(data, "DELETE FROM log WHERE table_id = 'table1' AND seq = 9")
    ran = takusen("doctor", data)
    assert ran.code == 1
    assert "table1" in ran.out
    assert ran.out.endswith("2 passed, 2 failed\n")  # the file has a gap, and the table can't be read


def test_a_book_that_is_missing_is_named(data: Path, takusen: Run) -> None:
    rewrite(data, TableOpened, book="lostbook")
    ran = takusen("doctor", data)
    assert ran.code == 1
    assert "lostbook" in ran.out
    assert "bayside23" in ran.out


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_truncated_file_is_named(data: Path, takusen: Run, share: float) -> None:
    file = data / FILE
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * share)])
    ran = takusen("doctor", data)
    assert ran.code == 1
    assert "FAILED" in ran.out
    assert "failed\n" in ran.out
    assert ran.err == ""


@pytest.mark.parametrize("command", [("doctor",), ("export", "--list", "--data"), ("export", "table1", "--data")])
def test_no_folder_is_made(tmp_path: Path, takusen: Run, command: tuple[str, ...]) -> None:
    for where in (tmp_path / "none", tmp_path):
        ran = takusen(*command, where)
        assert ran.code == 2
        assert "takusen.sqlite" in ran.err
    (tmp_path / FILE).touch()
    assert takusen(*command, tmp_path).code == 2
    assert [one.name for one in tmp_path.iterdir()] == [FILE]


def test_tables_are_listed(played: Path, takusen: Run) -> None:
    ran = takusen("export", "--list", "--data", played)
    assert [line.split("\t")[0] for line in ran.out.splitlines()] == ["table0", "table1", "table2"]
    listed = [json.loads(line) for line in takusen("export", "--list", "--json", "--data", played).out.splitlines()]
    assert {one["book"] for one in listed} == {"bayside23"}


def test_the_list_names_a_table_that_cannot_be_read(data: Path, takusen: Run) -> None:
    sql(data, "UPDATE log SET body = x'00' WHERE table_id = 'table1' AND seq = 1")
    ran = takusen("export", "--list", "--data", data)
    assert ran.code == 0
    assert "table1" in ran.out
    assert takusen("export", "table1", "--data", data).code == 2


def test_the_list_goes_on_after_a_table_that_breaks_it(data: Path, takusen: Run) -> None:
    sql(
        data,
        "UPDATE log SET body = 5 WHERE table_id = 'table0'",
        "DELETE FROM log WHERE table_id = 'table1' AND seq = 1",
    )
    ran = takusen("export", "--list", "--data", data)
    assert [line.split("\t")[0] for line in ran.out.splitlines()] == ["table0", "table1", "table2"]
    assert ["can't be read" in line for line in ran.out.splitlines()] == [True, True, False]
    assert "Traceback" not in ran.err


def test_a_failed_export_leaves_what_was_there(data: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    out = tmp_path / "out/log.html"
    out.write_text("before")
    line = f"ulimit -f 1; {sys.executable} -m takusen.cli export table0 --data {data} --format html -o {out}"
    ran = subprocess.run(["bash", "-c", line], check=False, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 2
    assert [one.read_text() for one in out.parent.iterdir()] == ["before"]


def test_the_backup_of_the_manual_works(data: Path, tmp_path: Path, takusen: Run) -> None:
    line = re.search(r"^python3 -c .*$", (ROOT / "docs/operations.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert line
    made = line[0].replace("python3", sys.executable, 1).replace("DIR", str(data))
    with closing(SqliteStore(data / FILE)) as store:
        store.append("table1", store.last("table1") + 1, [b"{}"]).result()
        subprocess.run(["sh", "-c", made], check=True, cwd=tmp_path, timeout=60)
        with closing(SqliteStore(tmp_path / "copy.sqlite")) as copy:
            assert copy.last("table1") == store.last("table1")


def test_the_gm_gets_every_entry_and_others_their_lines(played: Path, takusen: Run) -> None:
    rows = takusen("export", "table1", "--data", played, "--format", "json").out.splitlines()
    assert [decode(row.encode()).seq for row in rows] == list(range(1, len(rows) + 1))
    lines = [
        json.loads(line)
        for line in takusen("export", "table1", "--data", played, "--seat", "w1", "--format", "json").out.splitlines()
    ]
    assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
    assert not any(line.get("seq") for line in lines)


@pytest.mark.parametrize("form", ["txt", "html"])
def test_an_export_goes_to_a_file(played: Path, tmp_path: Path, takusen: Run, form: str) -> None:
    out = tmp_path / f"log.{form}"
    assert takusen("export", "table1", "--data", played, "--format", form, "--seat", "p1", "-o", out).code == 0
    assert "凛" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "arguments",
    [(), ("table1", "--list"), ("nobody",), ("table1", "--seat", "p9"), ("table1", "-o", "/"), ("table1", "-o", "\0")],
)
def test_export_refuses_in_words(played: Path, takusen: Run, arguments: tuple[str, ...]) -> None:
    ran = takusen("export", "--data", played, *arguments)
    assert ran.code == 2
    assert ran.err.count("\n") == 1

"""Pictures over HTTP: taken in, shown to whoever may see them, refused in words."""

from __future__ import annotations

import asyncio
import re
import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from takusen.server.house import House
from takusen.server.pictures import BYTES_LIMIT, BadPicture, prepared
from takusen.store import MemoryStore, SqliteStore
from takusen.table import pictures
from takusen.table.opening import NewTable
from takusen.web.app import create_app
from takusen_books.bayside23 import BOOK as BAYSIDE
from takusen_books.free import BOOK as FREE
from tests.web.conftest import JSON, Server, Table

GPS = 0x8825


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 90), colour: str = "#3366cc", **more: Any) -> bytes:
    """A picture of one colour."""
    made = BytesIO()
    Image.new("RGB", size, colour).save(made, kind, **more)
    return made.getvalue()


def send(table: Table, seat: str, of: str, data: bytes, name: str = "map.png", alt: str = "") -> httpx.Response:
    """Send a picture as our script does."""
    files = {"picture": (name, data, "image/png")}
    return table.http.post(f"{table.seats[seat]}/pictures", data={"of": of, "alt": alt}, files=files, headers=JSON)


def links(page: str) -> list[str]:
    """Where the pictures of a page are."""
    return sorted(set(re.findall(r'/pictures/([0-9a-f]{16})(?=["?])', page)))


@pytest.fixture
def table(server: Server) -> Table:
    """A free table: two players with a character each, a wolf in the open and a spy out of sight."""
    made = server.open(book="free", scenario="", players=2)
    for seat, name in (("p1", "葵"), ("p2", "湊")):
        made.ok(seat, "sit", name=name)
    made.ok("p1", "add", name="ルカ", numbers={"HP": 24})
    made.ok("p2", "add", name="ミナ", numbers={"HP": 31})
    made.ok("gm", "add", name="狼")
    made.ok("gm", "add", name="密偵", fields={"hidden": True})
    return made


def ids(table: Table) -> dict[str, str]:
    """Entities by name, as the GM's list has them."""
    found = re.findall(r'/entity/(n[0-9a-f]{8})" data-sheet>([^<]+)</a>', table.page("gm"))
    return {name: one for one, name in found}


# taking in -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_each_kind_is_made_anew(kind: str) -> None:
    made = prepared(picture(kind, (3000, 1500)))
    with Image.open(BytesIO(made.data)) as whole, Image.open(BytesIO(made.small)) as small:
        assert (whole.format, whole.size, small.format, small.size) == ("WEBP", (1600, 800), "WEBP", (240, 120))
    assert (made.wide, made.high) == (1600, 800)


def test_where_it_was_taken_is_nobodys_business() -> None:
    exif = Image.Exif()
    exif[0x010F] = "SECRETCAM"
    exif.get_ifd(GPS)[2] = (35.0, 40.0, 52.0)
    exif[0x0112] = 6
    sent = picture("JPEG", (80, 40), exif=exif.tobytes(), comment=b"SECRETNOTE")
    assert b"SECRETCAM" in sent
    made = prepared(sent)
    for data in (made.data, made.small):
        assert b"SECRET" not in data
        assert b"EXIF" not in data
        with Image.open(BytesIO(data)) as kept:
            assert dict(kept.getexif()) == {}
    assert (made.wide, made.high) == (40, 80), "upright"


def test_transparency_is_kept() -> None:
    made = BytesIO()
    Image.new("RGBA", (10, 10), (255, 0, 0, 0)).save(made, "PNG")
    with Image.open(BytesIO(prepared(made.getvalue()).data)) as kept:
        assert kept.mode == "RGBA"


def test_what_hangs_behind_a_picture_is_gone() -> None:
    for tail in (b"PK\x03\x04evil.jar", b"<script>alert(1)</script>", b"%PDF-1.4"):
        made = prepared(picture("GIF") + tail)
        assert tail[:6] not in made.data + made.small


def bomb(wide: int, high: int) -> bytes:
    """A PNG of a few bytes that says that it is huge."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 99)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "picture_empty"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * BYTES_LIMIT, "file_too_large"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', "picture_kind"),
        (b"<?xml version='1.0'?><svg/>", "picture_kind"),
        (b"BM" + b"\0" * 100, "picture_kind"),
        (b"\0\0\0 ftypheic" + b"\0" * 100, "picture_kind"),
        (b"RIFF\0\0\0\0WAVEfmt ", "picture_kind"),
        (b"%PDF-1.7\n", "picture_kind"),
        (b"\x89PNG\r\n\x1a\n", "picture_broken"),
        (b"\xff\xd8\xff\xe0 not a jpeg at all", "picture_broken"),
        (b"GIF89a" + b"\xff" * 200, "picture_broken"),
        (b"RIFF\x10\0\0\0WEBPVP8 " + b"\xff" * 30, "picture_broken"),
        (picture("PNG", (400, 400))[:-60], "picture_broken"),
        (picture("JPEG", (400, 400))[:700], "picture_broken"),
        (picture("JPEG").replace(b"\xff\xda", b"\xff\xda" * 99), "picture_broken"),
        (bomb(30_000, 30_000), "picture_too_wide"),
        (bomb(12_001, 1), "picture_too_wide"),
        (bomb(5_001, 5_000), "picture_too_wide"),
        (bomb(2**31 - 1, 2**31 - 1), "picture_too_wide"),
        (bomb(4_000, 4_000), "picture_broken"),
        (bomb(0, 0), "picture_broken"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{len(value)}",
)
def test_hostile_bytes(data: bytes, why: str) -> None:
    with pytest.raises(BadPicture) as caught:
        prepared(data)
    assert caught.value.key == why


# over HTTP -----------------------------------------------------------------------------------------------------------


def test_a_player_sends_a_portrait(table: Table) -> None:
    ruka = ids(table)["ルカ"]
    assert send(table, "p1", ruka, picture(), alt="青い <外套>").status_code == 200
    for seat in ("gm", "p1", "p2", "w1"):
        page = table.page(seat)
        (one,) = links(page)
        assert "青い &lt;外套&gt;" in page
        shown = table.http.get(f"{table.seats[seat]}/pictures/{one}")
        assert shown.headers["content-type"] == "image/webp"
        assert shown.headers["x-content-type-options"] == "nosniff"
        assert shown.headers["cache-control"] == "private, no-cache"
        small = table.http.get(f"{table.seats[seat]}/pictures/{one}?small")
        assert Image.open(BytesIO(small.content)).size == (60, 90)
        again = table.http.get(f"{table.seats[seat]}/pictures/{one}", headers={"if-none-match": shown.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert "ルカの画像を替えました（葵）" in table.story("p2")
    assert 'alt="' in table.page("p2")


def test_without_a_script(table: Table) -> None:
    """The form leads back to the page; a refusal stands on the page."""
    ruka, address = ids(table)["ルカ"], f"{table.seats['p1']}/pictures"
    page = table.page("p1", f"/entity/{ruka}")
    assert f'action="{address}" enctype="multipart/form-data"' in page
    sent = table.http.post(address, data={"of": ruka}, files={"picture": ("a.png", picture(), "image/png")})
    assert (sent.status_code, sent.headers["location"]) == (303, table.seats["p1"])
    wrong = table.http.post(address, data={"of": ruka}, files={"picture": ("a.svg", b"<svg/>", "image/svg+xml")})
    assert wrong.status_code == 409
    assert "SVGは送れません" in wrong.text


def test_whose_picture_one_may_set(table: Table) -> None:
    known = ids(table)
    for seat, of, why in (
        ("p2", known["ルカ"], "not_yours"),
        ("p1", known["狼"], "not_yours"),
        ("p1", known["密偵"], "gone"),
        ("p1", "nobody", "gone"),
        ("p1", "", "not_the_gm"),
        ("gm", "nobody", "gone"),
        ("w1", known["ルカ"], "only_watching"),
    ):
        answer = send(table, seat, of, picture())
        assert (answer.status_code, answer.json()["refused"]) == (409, why)
        assert table.refused(seat, "take_down", of=of) == why
    assert links(table.page("gm")) == []


def test_a_hidden_ones_picture_is_as_one_that_is_not(table: Table) -> None:
    """To whoever may not see it: no link, no line, and the same answer as to an unknown id, byte for byte."""
    spy = ids(table)["密偵"]
    assert send(table, "gm", spy, picture(colour="#101010")).status_code == 200
    (one,) = links(table.page("gm"))
    assert table.http.get(f"{table.seats['gm']}/pictures/{one}").status_code == 200
    for seat in ("p1", "p2", "w1"):
        hidden, unknown = (table.http.get(f"{table.seats[seat]}/pictures/{id}") for id in (one, "0" * 16))
        assert (hidden.status_code, hidden.content) == (unknown.status_code, unknown.content) == (404, unknown.content)
        assert {**hidden.headers, "date": ""} == {**unknown.headers, "date": ""}
        assert one not in table.page(seat)
        assert "密偵" not in table.story(seat)
    table.ok("gm", "edit", path=f"characters.{spy}.hidden", to=False)
    assert links(table.page("p1")) == [one]
    assert table.http.get(f"{table.seats['p1']}/pictures/{one}").status_code == 200
    table.ok("gm", "edit", path=f"characters.{spy}.hidden", to=True)
    assert table.http.get(f"{table.seats['p1']}/pictures/{one}").status_code == 404


def test_a_notes_picture_goes_to_its_readers(table: Table) -> None:
    table.ok("gm", "add", name="手紙", kind="notes")
    note = ids(table)["手紙"]
    assert send(table, "gm", note, picture()).status_code == 200
    table.ok("gm", "edit", path=f"notes.{note}.seats", to=["p1"])
    (one,) = links(table.page("p1"))
    codes = [table.http.get(f"{table.seats[seat]}/pictures/{one}").status_code for seat in ("gm", "p1", "p2", "w1")]
    assert codes == [200, 200, 404, 404]
    assert links(table.page("p2")) == []


def test_the_picture_of_another_table_is_not_found(server: Server, table: Table) -> None:
    assert send(table, "gm", "", picture()).status_code == 200
    (one,) = links(table.page("gm"))
    other = server.open(book="free", scenario="")
    assert table.http.get(f"{other.seats['gm']}/pictures/{one}").status_code == 404
    assert table.http.get(f"/t/{table.id}/{'0' * 24}/pictures/{one}").status_code == 404


def test_files_of_one_name_are_each_their_own(server: Server, table: Table) -> None:
    """Two rooms and two characters, all with a `map.png`."""
    other = server.open(book="free", scenario="")
    for where, of, colour in ((table, "", "#ff0000"), (table, ids(table)["狼"], "#00ff00"), (other, "", "#0000ff")):
        assert send(where, "gm", of, picture(colour=colour)).status_code == 200
    seen = []
    for where in (table, other):
        for one in links(where.page("gm")):
            data = where.http.get(f"{where.seats['gm']}/pictures/{one}").content
            seen.append(Image.open(BytesIO(data)).convert("RGB").getpixel((5, 5)))
    assert sorted(max(range(3), key=lambda part: pixel[part]) for pixel in seen) == [0, 1, 2]


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "..\\..\\a.png", "/abs.png", "a\0b.png", "", "x" * 5000, "<b>.png", "名前.png"]
)
def test_a_files_name_counts_for_nothing(table: Table, name: str) -> None:
    wolf = ids(table)["狼"]
    body = (
        (
            f'--b\r\ncontent-disposition: form-data; name="of"\r\n\r\n{wolf}\r\n--b\r\ncontent-disposition: form-data;'
            f' name="picture"; filename="{name}"\r\ncontent-type: image/svg+xml\r\n\r\n'
        ).encode()
        + picture()
        + b"\r\n--b--\r\n"
    )
    headers = {**JSON, "content-type": "multipart/form-data; boundary=b"}
    answer = table.http.post(f"{table.seats['gm']}/pictures", content=body, headers=headers)
    assert answer.status_code in (200, 409, 422)
    assert answer.status_code == 200 or name == "" or len(name) == 5000
    if name:
        assert name not in table.page("gm")


@pytest.mark.parametrize(
    "content",
    [b"", b"--b", b"--b\r\n", b"garbage", b"--b\r\n\r\n\r\n--b--", b"--b\r\ncontent-disposition: x\r\n\r\n\r\n--b--"],
)
def test_broken_forms(table: Table, content: bytes) -> None:
    for kind in ("multipart/form-data; boundary=b", "multipart/form-data", "text/plain", "application/json"):
        headers = {**JSON, "content-type": kind}
        answer = table.http.post(f"{table.seats['gm']}/pictures", content=content, headers=headers)
        assert answer.status_code in (409, 422)
        assert answer.json()["text"]


def test_three_megabytes_are_refused_in_words(table: Table) -> None:
    answer = send(table, "p1", ids(table)["ルカ"], b"\x89PNG\r\n\x1a\n" + b"x" * 3_000_000)
    assert answer.json()["refused"] == "file_too_large"
    assert "2MBまで" in answer.json()["text"]
    assert links(table.page("p1")) == []


def test_no_command_from_outside_hangs_what_was_not_sent(table: Table) -> None:
    ruka = ids(table)["ルカ"]
    command = {"do": "hang", "of": ruka, "picture": "0" * 16, "alt": "", "wide": 1, "high": 1, "size": 1}
    answer = table.http.post(f"{table.seats['p1']}/do", json=command, headers=JSON)
    assert answer.status_code == 422


def test_taken_down_and_described(table: Table) -> None:
    ruka = ids(table)["ルカ"]
    assert table.refused("p1", "describe", of=ruka, alt="だれ？") == "gone"
    send(table, "p1", ruka, picture())
    (one,) = links(table.page("p1"))
    table.ok("p1", "describe", of=ruka, alt="夜の人")
    assert 'alt="夜の人"' in table.page("p2")
    table.ok("gm", "take_down", of=ruka)
    assert links(table.page("p1")) == []
    assert table.http.get(f"{table.seats['p1']}/pictures/{one}").status_code == 404


def test_a_replaced_picture_is_no_longer_served(table: Table) -> None:
    ruka = ids(table)["ルカ"]
    send(table, "p1", ruka, picture())
    (old,) = links(table.page("p1"))
    send(table, "p1", ruka, picture(colour="#ffffff"))
    assert old not in links(table.page("p1"))
    assert table.http.get(f"{table.seats['p1']}/pictures/{old}").status_code == 404


def test_in_a_book_with_rules_too(server: Server) -> None:
    table = server.open(players=2).seated(("rin", "soma"))
    assert send(table, "p1", "rin", picture(), alt="凛").status_code == 200
    assert send(table, "p1", "soma", picture()).json()["refused"] == "not_yours"
    assert send(table, "gm", "fog_monk", picture()).status_code == 200
    assert 'alt="凛"' in table.page("p2")
    assert len(links(table.page("gm"))) == 2
    assert len(links(table.page("p2"))) == 1
    assert "凛" in table.page("p2", "/export.html")


def test_after_a_restart(own_server: Server) -> None:
    table = own_server.open(book="free", scenario="")
    send(table, "gm", "", picture())
    (one,) = links(table.page("gm"))
    before = table.http.get(f"{table.seats['gm']}/pictures/{one}").content
    own_server.kill()
    own_server.start()
    assert table.http.get(f"{table.seats['gm']}/pictures/{one}").content == before


def test_no_more_than_a_seat_may_bring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat has room of its own, so that it learns nothing of what the others sent."""
    monkeypatch.setattr(pictures, "COUNT", 3)

    async def full() -> list[str]:
        house = House(MemoryStore(), {"free": FREE}, b"0" * 32)
        room = await house.open_table(NewTable("free", players=2))
        from takusen.table import commands as c

        for seat, name in (("p1", "葵"), ("p2", "湊")):
            await room.do(seat, c.Sit(name))
            await room.do(seat, c.Add(name))
        whose = {FREE.owner(room.state.world, one): one for one in FREE.entities(room.state.world)}
        for _ in range(5):
            await room.hang("gm", "", "", picture())
        answers = [await room.hang("p1", whose["p1"], "", picture()) for _ in range(4)]
        answers.append(await room.hang("p2", whose["p2"], "", picture()))
        return [one.reason if one else "" for one in answers]

    assert asyncio.run(full()) == ["", "", "", "pictures_full", ""]


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path) -> None:
    """The picture and the line that speaks of it come together or not at all."""

    async def tried() -> tuple[int, int]:
        path = tmp_path / "log.sqlite"
        store = SqliteStore(path)
        house = House(store, {"bayside23": BAYSIDE, "free": FREE}, b"0" * 32)
        room = await house.open_table(NewTable("free"))
        store.close()
        client = httpx.AsyncClient(transport=httpx.ASGITransport(create_app(house)), base_url="http://t")
        key = room.key(room.state.seats["gm"])
        files = {"picture": ("a.png", picture(), "image/png")}
        answer = await client.post(f"/t/{room.table}/{key}/pictures", data={"of": ""}, files=files, headers=JSON)
        return answer.status_code, len(room.state.pictures)

    assert asyncio.run(tried()) == (503, 0)

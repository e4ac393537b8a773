"""Pictures over HTTP: sent by a form, shown to whoever sees what they are of."""

from collections.abc import AsyncGenerator

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request
from starlette.responses import Response

from takusen.play.handles import Refused
from takusen.server.pictures import BYTES_LIMIT, BadPicture
from takusen.server.room import Room
from takusen.web.forms import BadRequest

ROOM_FOR_FIELDS = 20_000
READ_ON = 40_000_000
"""How much of a body that is too long is read on, so that its sender gets to read why it wasn't taken."""

HEADERS = {
    "cache-control": "private, no-cache",
    "content-disposition": "inline",
    "cross-origin-resource-policy": "same-origin",
}
"""Kept by the browser alone, and shown again only after asking whether the seat still sees it."""


class InMemory(MultiPartParser):
    """A parser that writes nothing to the disk."""

    spool_max_size = BYTES_LIMIT + ROOM_FOR_FIELDS


async def taken_in(room: Room, seat: str, request: Request) -> Refused | None:
    """Take in the picture of a form and set it. Gives the refusal, if any. Raises BadRequest."""
    form = await form_of(request)
    sent = form.get("picture")
    try:
        data = await sent.read() if isinstance(sent, UploadFile) else b""
        return await room.hang(seat, _text(form, "of"), _text(form, "alt"), data)
    except BadPicture as wrong:
        return Refused.because(wrong.key, **wrong.params)
    finally:
        await form.close()


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value[:2_000] if isinstance(value, str) else ""


async def form_of(request: Request) -> FormData:
    """A form with a file in it. Raises BadRequest."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise BadRequest("bad_request", why="multipart")
    body = await _body(request)

    async def whole() -> AsyncGenerator[bytes, None]:
        yield body

    try:
        return await InMemory(
            request.headers, whole(), max_files=1, max_fields=10, max_part_size=ROOM_FOR_FIELDS
        ).parse()
    except (MultiPartException, KeyError, UnicodeError, AssertionError):
        raise BadRequest("bad_request", why="multipart") from None


async def _body(request: Request) -> bytes:
    """The body of a request. Raises BadRequest for one that is too long."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size <= BYTES_LIMIT + ROOM_FOR_FIELDS:
            parts.append(part)
        elif size > READ_ON:
            break
    if size > BYTES_LIMIT + ROOM_FOR_FIELDS:
        raise BadRequest("picture_too_big", limit=BYTES_LIMIT // 1_000_000)
    return b"".join(parts)


async def shown(room: Room, seat: str, request: Request) -> Response:
    """A picture that the seat sees now. Raises HTTPException 404 alike for one it doesn't see and one that isn't."""
    wanted = request.path_params["picture"][:64]
    picture = await room.picture(seat, wanted)
    if picture is None:
        raise HTTPException(404, "no_such_page")
    small = "small" in request.query_params
    tag = f'"{picture.id}{"-s" if small else ""}"'
    headers = {**HEADERS, "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(picture.small if small else picture.data, media_type=picture.media, headers=headers)

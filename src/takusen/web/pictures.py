"""Pictures over HTTP: sent by a form, shown to whoever sees what they are of."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from takusen.play.handles import Refused
from takusen.server.pictures import BYTES_LIMIT, BadPicture
from takusen.server.room import Room
from takusen.web.files import posted

ROOM_FOR_FIELDS = 20_000
SHORT = 2_000
HEADERS = {
    "cache-control": "private, no-cache",
    "content-disposition": "inline",
    "cross-origin-resource-policy": "same-origin",
}
"""Kept by the browser alone, and shown again only after asking whether the seat still sees it."""


async def taken_in(room: Room, seat: str, request: Request) -> Refused | None:
    """Take in the picture of a form and set it; its file's name counts for nothing. Raises BadRequest."""
    fields, files = await posted(request, BYTES_LIMIT + ROOM_FOR_FIELDS)
    of, alt = (str(fields.get(name, ""))[:SHORT] for name in ("of", "alt"))
    try:
        return await room.hang(seat, of, alt, files["picture"][0].data if "picture" in files else b"")
    except BadPicture as wrong:
        return Refused.because(wrong.key, **wrong.params)


async def shown(room: Room, seat: str, request: Request) -> Response:
    """A picture that the seat sees now. Raises HTTPException 404 alike for one it doesn't see and one that isn't."""
    picture = await room.picture(seat, request.path_params["picture"][:64])
    if picture is None:
        raise HTTPException(404, "no_such_page")
    small = "small" in request.query_params
    tag = f'"{picture.id}{"-s" if small else ""}"'
    headers = {**HEADERS, "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(picture.small if small else picture.data, media_type=picture.media, headers=headers)

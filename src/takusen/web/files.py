"""Files that come with a form, and files that are handed out."""

from collections.abc import AsyncGenerator
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request
from starlette.responses import Response

from takusen.web.forms import FIELDS_LIMIT, BadRequest, from_form
from takusen.web.requests import body_of

FILES = 20
FIELD_LIMIT = 2_000_000
READ_ON = 30_000_000
"""How much of a body that is too long is read on: a browser shows the answer only once it has sent all."""


class Upload(msgspec.Struct, frozen=True):
    """A file as it came."""

    name: str
    data: bytes


async def posted(
    request: Request, limit: int, field_limit: int = FIELD_LIMIT
) -> tuple[dict[str, Any], dict[str, list[Upload]]]:
    """A request's fields and files, by name; limits are in bytes. Raises BadRequest."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        return await body_of(request, field_limit), {}
    parser = MultiPartParser(
        request.headers,
        _limited(request, limit),
        max_files=FILES,
        max_fields=FIELDS_LIMIT,
        max_part_size=field_limit,
    )
    try:
        form = await parser.parse()
    except MultiPartException:
        raise BadRequest("bad_request") from None
    pairs = form.multi_items()
    files = [(name, one) for name, one in pairs if isinstance(one, UploadFile) and one.filename]
    read: dict[str, list[Upload]] = {}
    for name, one in files:
        read.setdefault(name, []).append(Upload(_bare(one.filename or ""), await one.read()))
    await form.close()
    return from_form((name, value) for name, value in pairs if isinstance(value, str)), read


def _bare(path: str) -> str:
    """A file's name without its folders, which some browsers tell."""
    return path.replace("\\", "/").rpartition("/")[2][-80:]


async def _limited(request: Request, limit: int) -> AsyncGenerator[bytes, None]:
    """The body as it comes, up to a limit. Raises BadRequest."""
    size = 0
    async for part in request.stream():
        size += len(part)
        if size <= limit:
            yield part
        elif size > limit + READ_ON:
            break
    if size > limit:
        raise BadRequest("file_too_large", limit=limit // 1_000_000)


def toml_file(name: str, text: str) -> Response:
    """A TOML file to keep."""
    return attached(f"{name}.toml", "scenario.toml", text.encode(), "application/toml; charset=utf-8")


def attached(name: str, plain: str, data: bytes, media: str) -> Response:
    """A file to keep, with a plain name for programs that don't know others."""
    named = f"attachment; filename={plain}; filename*=UTF-8''{quote(name, safe='')}"
    return Response(data, media_type=media, headers={"content-disposition": named, "cache-control": "no-store"})

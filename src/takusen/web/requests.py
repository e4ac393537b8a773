"""What a request says: its language, where it came from, its data."""

from operator import itemgetter
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request

from takusen.rulebook.texts import LANGS, Lang
from takusen.web.forms import BODY_LIMIT, BadRequest, from_form, from_json


def wants_json(request: Request) -> bool:
    """Whether the answer should be JSON."""
    return "application/json" in request.headers.get("accept", "")


def language(request: Request) -> Lang:
    """The viewer's language: `?lang=`, the cookie, then what the browser prefers; Japanese first."""
    wished = request.query_params.get("lang") or request.cookies.get("lang", "")
    liked = [_liked(part) for part in request.headers.get("accept-language", "").lower().split(",")[:20]]
    by_weight = sorted(liked, key=itemgetter(0), reverse=True)
    return next((lang for wish in (wished, *map(itemgetter(1), by_weight)) for lang in LANGS if lang == wish), "ja")


def _liked(part: str) -> tuple[float, str]:
    """How much a browser prefers a language, and which."""
    lang, _, weight = part.partition(";q=")
    try:
        return float(weight or 1), lang.strip()[:2]
    except ValueError:
        return 0.0, lang.strip()[:2]


def origin_of(request: Request) -> str:
    """Where the browser reached this server."""
    return f"{request.url.scheme}://{request.headers.get('host', request.url.netloc)}"


async def body_of(request: Request, limit: int = BODY_LIMIT) -> dict[str, Any]:
    """The data of a request's body, JSON or form. Raises BadRequest."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise BadRequest("too_long", limit=limit, length=size)
        parts.append(part)
    body = b"".join(parts)
    if request.headers.get("content-type", "").startswith("application/json"):
        data = from_json(body)
        if not isinstance(data, dict):
            raise BadRequest("bad_request")
        return data
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=500)
    except (UnicodeDecodeError, ValueError):
        raise BadRequest("bad_request") from None
    return from_form(pairs)


def flat(data: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested form data as dotted names."""
    flattened: dict[str, str] = {}
    for name, value in data.items():
        flattened |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: str(value)}
    return flattened

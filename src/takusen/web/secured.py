"""Security headers on every response."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Receive, Scope, Send

from takusen.rulebook.texts import LANGS
from takusen.web.card_pictures import PATTERN, origin_of
from takusen.web.stream import BARE_SEND

POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:{}; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = {
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-robots-tag": b"noindex",
}


class Secured:
    """Adds the security headers to every response, and hands the bare `send` on for what is sent often."""

    def __init__(self, app: ASGIApp, end_streams: Callable[[], None], card_pictures: str = "") -> None:
        self._app, self.end_streams, self._card_pictures = app, end_streams, card_pictures
        policy = POLICY.format(f" {origin_of(card_pictures)}" if card_pictures else "")
        self._headers = (*HEADERS.items(), (b"content-security-policy", policy.encode()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""

        PATTERN.set(self._card_pictures)
        added = [*self._headers, *_remembered(scope)]

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *added]
            await send(message)

        if scope["type"] == "http":
            scope[BARE_SEND] = send
        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


def _remembered(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The cookie that keeps a language chosen by `?lang=`."""
    if b"text/html" not in dict(scope.get("headers", ())).get(b"accept", b""):
        return []
    query = parse_qs(scope.get("query_string", b"").decode("ascii", "replace"))
    chosen = query.get("lang", [""])[0]
    if chosen not in LANGS:
        return []
    return [(b"set-cookie", f"lang={chosen}; Path=/; Max-Age=31536000; SameSite=Lax".encode())]

"""Dice without a table: how commands are written, for people, and rolls in the manner of BCDice-API v2, for tools."""

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from takusen import __version__
from takusen.interop.bcdice import charts
from takusen.interop.bcdice.pool import Dice
from takusen.interop.bcdice.systems import System, packed, systems
from takusen.play.handles import Refused
from takusen.web.render import renderer
from takusen.web.requests import body_of, language
from takusen.web.rolls import shaped

ANYWHERE = {"access-control-allow-origin": "*"}
WAITING = 8
UNSUPPORTED = "unsupported command"


class DicePages:
    """Help for people, and rolls for tools. These rolls have a worker of their own and are logged nowhere."""

    def __init__(self) -> None:
        self._dice = Dice(threads=1)
        self._waiting = 0

    def routes(self) -> list[Route]:
        """The routes."""
        system = "/v2/game_system/{system}"
        return [
            Route("/dice", self.help),
            Route("/dice/{system}", self.help),
            Route("/v2/version", self.version),
            Route("/v2/game_system", self.listed),
            Route(system, self.described),
            Route(f"{system}/roll", self.roll, methods=["GET", "POST"]),
            Route("/v2/original_table", self.chart, methods=["GET", "POST"]),
        ]

    async def help(self, request: Request) -> Response:
        """How commands are written, and which systems there are."""
        wanted = request.path_params.get("system")
        system = systems().get(wanted) if wanted else None
        if wanted and system is None:
            raise HTTPException(404, "no_such_page")
        return HTMLResponse(renderer(language(request), None).dice(system, request.query_params.get("q", "")[:100]))

    # in the manner of BCDice-API v2 ----------------------------------------------------------------------------------

    async def version(self, request: Request) -> Response:
        """Who answers."""
        return _told({"api": f"takusen {__version__}", "bcdice": packed().version})

    async def listed(self, request: Request) -> Response:
        """All systems."""
        told = [{"id": one.id, "name": one.name, "sort_key": one.sort_key} for one in systems().values()]
        return _told({"game_system": told})

    async def described(self, request: Request) -> Response:
        """One system with its help."""
        system = systems().get(request.path_params["system"])
        if system is None:
            return _unsupported("unsupported game system")
        named = {"id": system.id, "name": system.name, "sort_key": system.sort_key}
        return _told({"ok": True, **named, "command_pattern": system.pattern, "help_message": system.help})

    async def roll(self, request: Request) -> Response:
        """A command of a system."""
        system = systems().get(request.path_params["system"])
        if system is None:
            return _unsupported("unsupported game system")
        command = await _given(request, "command")
        return await self._rolled(request, system, command) if command else _unsupported(UNSUPPORTED)

    async def chart(self, request: Request) -> Response:
        """A roll on a chart that comes along."""
        return await self._rolled(request, None, charts.written(await _given(request, "table")))

    async def _rolled(self, request: Request, system: System | None, line: str) -> Response:
        if self._waiting >= WAITING:
            return _told({"ok": False, "reason": "busy"}, 429)
        self._waiting += 1
        try:
            rolled = await (self._dice.roll(system, line) if system else self._dice.chart(line))
        finally:
            self._waiting -= 1
        if isinstance(rolled, Refused):
            return _unsupported(renderer(language(request), None).refusal(rolled.reason, dict(rolled.params)))
        if rolled is None:
            return _unsupported(UNSUPPORTED if system else "unsupported table")
        return _told({"ok": True, **(shaped(rolled) if system else _only(shaped(rolled), "text", "rands"))})


def _only(told: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: told[name] for name in names}


async def _given(request: Request, name: str) -> str:
    found = request.query_params.get(name)
    if found is None and request.method == "POST":
        found = (await body_of(request)).get(name)
    return found if isinstance(found, str) else ""


def _told(answer: Any, status: int = 200) -> Response:
    return JSONResponse(answer, status, headers=ANYWHERE)


def _unsupported(reason: str) -> Response:
    return _told({"ok": False, "reason": reason}, 400)

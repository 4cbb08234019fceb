"""The API as a whole: routes, the token, faults, rate limits, errors as JSON."""

from __future__ import annotations

from aiohttp import web
from playground.errors import ApiError
from playground.errors import not_found
from playground.errors import unauthorized
from playground.model import Kind
from playground.rest import account
from playground.rest import channels
from playground.rest import commands
from playground.rest import guilds
from playground.rest import responses
from playground.rest import threads
from playground.rest.call import Call
from playground.rest.limits import Limits
from playground.rest.limits import limited
import asyncio
import json
import logging
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from collections.abc import Callable
    from playground.rest.call import Endpoint
    from playground.world import World
    Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]


log = logging.getLogger(__name__)

PREFIX = "/api/v10"
ENDPOINTS: tuple[Endpoint, ...] = (
    *account.ENDPOINTS,
    *commands.ENDPOINTS,
    *responses.ENDPOINTS,
    *channels.ENDPOINTS,
    *threads.ENDPOINTS,
    *guilds.ENDPOINTS,
)


class Api:
    """Serves Discord's API over one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.limits = Limits()

    def add_to(self, app: web.Application) -> None:
        """Add every endpoint, and the answer to everything else."""
        for endpoint in ENDPOINTS:
            app.router.add_route(endpoint.method, PREFIX + endpoint.path, self._serve(endpoint))
        app.router.add_route("*", "/api/{rest:.*}", self._missing)

    def _serve(self, endpoint: Endpoint) -> Serve:
        name = f"{endpoint.method} {endpoint.path}"

        async def serve(request: web.Request) -> web.StreamResponse:
            headers: dict[str, str] = {}
            try:
                struck = await self._strike(request)
                if not endpoint.open:
                    self._check_token(request)
                    self.limits.take_global()
                if endpoint.limit is not None:
                    values = tuple(request.match_info[key] for key in endpoint.limit.by)
                    headers = self.limits.take(name, endpoint.limit, values)
                answer = await endpoint.handler(Call(self._world, request))
                answer = answer if struck is None else _json(struck.body(), struck.status, {})
            except ApiError as error:
                if error.status != 429:
                    log.info("%s %s: %s", request.method, request.path, json.dumps(error.body()))
                return _json(error.body(), error.status, headers | error.headers)
            except Exception:
                log.exception("The playground failed at %s %s", request.method, request.path)
                return _json({"message": "500: Internal Server Error", "code": 0}, 500, headers)
            if isinstance(answer, web.StreamResponse):
                answer.headers.update(headers)
                return answer
            if answer is None:
                return web.Response(status=204, headers=headers)
            return _json(answer, 200, headers)

        return serve

    async def _strike(self, request: web.Request) -> ApiError | None:
        """Let a fault in force strike: raise it now, or return it to be raised afterwards."""
        path = request.path.removeprefix(PREFIX)
        answer = self._is_answer(path)
        struck = self._world.faults.strike(request.method, path, answer=answer)
        if any(fault.times is not None for fault in struck):
            self._world.changed("faults")
        if delay := max((fault.delay for fault in struck), default=0.0):
            await asyncio.sleep(delay)
        fault = next((fault for fault in struck if fault.status), None)
        if fault is None:
            return None
        if fault.status == 429:
            error = limited(fault.retry_after, scope="global" if fault.everywhere else "user")
        else:
            error = ApiError(fault.status, 0, f"{fault.status}: a fault was asked for")
        if fault.after:
            return error
        raise error

    def _is_answer(self, path: str) -> bool:
        """Tell whether a request answers a person; completing a word does not."""
        found = re.match(r"/(interactions|webhooks)/(\d+)/", path)
        if found is None or found[1] == "webhooks":
            return found is not None
        interaction = self._world.interactions.get(int(found[2]))
        return interaction is not None and interaction.kind is not Kind.AUTOCOMPLETE

    def _check_token(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self._world.token}":
            raise unauthorized()

    async def _missing(self, request: web.Request) -> web.StreamResponse:
        """Answer a path that is not covered, and note it, so that gaps show."""
        gap = f"{request.method} {request.path}"
        self._world.gaps[gap] = self._world.gaps.get(gap, 0) + 1
        log.warning("The playground does not cover %s", gap)
        self._world.changed("gaps")
        return _json(not_found().body(), 404, {})


def _json(data: object, status: int, headers: dict[str, str]) -> web.Response:
    body = json.dumps(data).encode()
    # Clients compare this header as a whole: no charset may follow.
    return web.Response(
        body=body, status=status, headers={**headers, "Content-Type": "application/json"}
    )

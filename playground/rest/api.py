"""The API as a whole: routes, the token, faults, rate limits, errors as JSON."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from email.utils import formatdate
from typing import TYPE_CHECKING

from aiohttp import web

from playground.errors import ApiError, not_found, unauthorized
from playground.model import Kind
from playground.rest import account, channels, commands, events, guilds, responses, threads
from playground.rest.call import Call
from playground.rest.limits import BAN, Limits, banned, limited

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground.faults import Fault
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
    *events.ENDPOINTS,
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
        async def serve(request: web.Request) -> web.StreamResponse:
            self._world.agenda.catch_up()
            if wait := self._world.faults.banned_for:
                return banned(wait)
            faults = self._take_faults(request)
            answer = await self._work(endpoint, request, faults)
            answer.headers["Date"] = formatdate(self._world.clock.now(), usegmt=True)
            for fault in faults:
                _change_headers(answer, fault)
            self._count(answer)
            return answer

        return serve

    async def _work(
        self, endpoint: Endpoint, request: web.Request, faults: list[Fault]
    ) -> web.StreamResponse:
        headers: dict[str, str] = {}
        try:
            fault = await apply(faults)
            if fault is not None and not fault.after:
                return failed(request, fault)
            if not endpoint.open:
                self._check_token(request)
                self.limits.take_global()
            if endpoint.limit is not None:
                name = f"{endpoint.method} {endpoint.path}"
                values = tuple(request.match_info[key] for key in endpoint.limit.by)
                headers = self.limits.take(name, endpoint.limit, values)
            answer = await endpoint.handler(Call(self._world, request, self.limits))
            answer = answer if fault is None else failed(request, fault)
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
        return _json(answer, endpoint.status, headers)

    def _count(self, answer: web.StreamResponse) -> None:
        """Ban the bot's address once too many of its requests were invalid."""
        if self.limits.is_too_invalid(answer.status, answer.headers):
            self._world.faults.ban(BAN)

    def _take_faults(self, request: web.Request) -> list[Fault]:
        """Return the faults that apply to a request, counted as used."""
        path = request.path.removeprefix(PREFIX)
        faults = self._world.faults.take(request.method, path, answer=self._is_answer(path))
        if any(fault.times is not None for fault in faults):
            self._world.changed("faults")
        return faults

    def _is_answer(self, path: str) -> bool:
        """Return whether a request answers a person; an autocomplete does not."""
        found = re.match(r"/(interactions|webhooks)/(\d+)/", path)
        if found is None or found[1] == "webhooks":
            return found is not None
        interaction = self._world.interactions.get(int(found[2]))
        return interaction is not None and interaction.kind is not Kind.AUTOCOMPLETE

    def _check_token(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self._world.token}":
            raise unauthorized()

    async def _missing(self, request: web.Request) -> web.StreamResponse:
        """Answer a path that the playground does not cover, and count it in `world.gaps`."""
        gap = f"{request.method} {request.path}"
        self._world.gaps[gap] = self._world.gaps.get(gap, 0) + 1
        log.warning("The playground does not cover %s", gap)
        self._world.changed("gaps")
        return _json(not_found().body(), 404, {})


async def apply(faults: list[Fault]) -> Fault | None:
    """Wait as long as the faults ask; return the one that makes the request fail."""
    if delay := max((fault.delay for fault in faults), default=0.0):
        await asyncio.sleep(delay)
    return next((fault for fault in faults if fault.fails), None)


def _change_headers(answer: web.StreamResponse, fault: Fault) -> None:
    for header, value in fault.headers.items():
        answer.headers.popall(header, None)
        if value is not None:
            answer.headers[header] = str(value)


def failed(request: web.Request, fault: Fault) -> web.Response:
    """Answer with a fault, or not at all."""
    if fault.cut:
        if request.transport is not None:
            request.transport.abort()
        return web.Response()
    if fault.body is not None:
        headers = {"Content-Type": fault.content_type}
        return web.Response(body=fault.body.encode(), status=fault.status, headers=headers)
    if fault.status == 429:
        error = limited(fault.retry_after, scope="global" if fault.everywhere else "user")
    else:
        error = ApiError(fault.status, 0, f"{fault.status}: a fault was asked for")
    return _json(error.body(), error.status, error.headers)


def _json(data: object, status: int, headers: dict[str, str]) -> web.Response:
    body = json.dumps(data).encode()
    # Clients compare this header as a whole: no charset may follow.
    return web.Response(
        body=body, status=status, headers={**headers, "Content-Type": "application/json"}
    )

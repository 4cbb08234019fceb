"""Serves requests from programs on this machine and from our own page, not from websites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web
from yarl import URL

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

NAMES = frozenset({"127.0.0.1", "localhost", "::1"})


@web.middleware
async def check_origin(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a foreign Host (DNS rebinding) and a foreign Origin (a website posting to us)."""
    host = request.headers.get("Host", "")
    if host_name(host) not in NAMES:
        raise web.HTTPForbidden(text="The playground answers to loopback names only.")
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"http://{host}":
        raise web.HTTPForbidden(text="The playground answers its own page only.")
    opens_page = request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate"
    site = request.headers.get("Sec-Fetch-Site", "none")
    if site not in {"none", "same-origin"} and not opens_page:
        raise web.HTTPForbidden(text="The playground answers its own page only.")
    return await handler(request)


def host_name(host: str) -> str | None:
    """Return the name in a Host header, without its port."""
    try:
        return URL(f"http://{host}").host
    except ValueError:
        return None

"""The page's files, under a content-security policy that lets nothing else in."""

from __future__ import annotations

from aiohttp import web
from pathlib import Path


FOLDER = Path(__file__).parent / "page"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class Page:
    """Serves the page at `/` and its parts under `/page`."""

    def __init__(self) -> None:
        self._files = {path.name: path for path in FOLDER.iterdir() if path.suffix in TYPES}

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/{name}", self._part)

    async def _index(self, _request: web.Request) -> web.Response:
        return self._send("index.html")

    async def _part(self, request: web.Request) -> web.Response:
        return self._send(request.match_info["name"])

    def _send(self, name: str) -> web.Response:
        path = self._files.get(name)
        if path is None:
            raise web.HTTPNotFound
        kind = TYPES[path.suffix]
        return web.Response(body=path.read_bytes(), headers={**HEADERS, "Content-Type": kind})

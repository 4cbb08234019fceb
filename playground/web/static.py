"""Serves the page's files, and uploaded ones, which must never run as a page of ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from playground.world import World

FOLDER = Path(__file__).parents[1] / "page"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
# A 1x1 transparent GIF, served for any of Discord's own pictures.
EMPTY = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)
UPLOAD_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
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
        return web.Response(body=path.read_bytes(), headers={**PAGE_HEADERS, "Content-Type": kind})


class Cdn:
    """Serves /cdn."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get(r"/cdn/attachments/{channel:\d+}/{file:\d+}/{name}", self._file)
        app.router.add_get("/cdn/{rest:.*}", self._picture)

    async def _file(self, request: web.Request) -> web.Response:
        upload = self._world.files.get(int(request.match_info["file"]))
        if upload is None:
            raise web.HTTPNotFound(text="This file is gone.")
        headers = {**UPLOAD_HEADERS, "Content-Type": upload.content_type}
        if upload.content_type not in SHOWN:
            headers["Content-Disposition"] = f'attachment; filename="{upload.name}"'
        return web.Response(body=upload.data, headers=headers)

    async def _picture(self, _request: web.Request) -> web.Response:
        return web.Response(body=EMPTY, headers={**UPLOAD_HEADERS, "Content-Type": "image/gif"})

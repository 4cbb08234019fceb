"""Uploaded files, served so that none of them can act as a page of ours."""

from __future__ import annotations

from aiohttp import web
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.world import World


SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
# A 1x1 transparent GIF, for whatever picture a client asks of Discord's own.
EMPTY = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}


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
        headers = {**HEADERS, "Content-Type": upload.content_type}
        if upload.content_type not in SHOWN:
            headers["Content-Disposition"] = f'attachment; filename="{upload.name}"'
        return web.Response(body=upload.data, headers=headers)

    async def _picture(self, _request: web.Request) -> web.Response:
        return web.Response(body=EMPTY, headers={**HEADERS, "Content-Type": "image/gif"})

"""The playground's own API, under /playground, for its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiohttp import web

    from playground.server import Playground


class Control:
    """Serves /playground."""

    def __init__(self, playground: Playground) -> None:
        self._playground = playground

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""

"""How the page's API reads a request and answers it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from aiohttp import BodyPartReader, web

from playground import interactions
from playground.errors import PlaygroundError, Refused
from playground.files import MAX_FILES, named

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground.files import Upload
    from playground.model import JSON

    Action = Callable[[JSON], Awaitable[JSON]]

HEADER = "X-Playground"  # a header no other website can send without asking first


def answer(make: Callable[[], object]) -> web.Response:
    """Answer with what a function returns; a refusal is answered with its own sentence."""
    try:
        return web.json_response(make())
    except PlaygroundError as error:
        return web.json_response({"refused": str(error)}, status=400)


def posted(action: Action) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Wrap an action: read the body, answer with its result or the sentence of a refusal."""

    async def serve(request: web.Request) -> web.Response:
        if HEADER not in request.headers:
            raise web.HTTPForbidden(text=f"The header {HEADER} is missing.")
        try:
            return web.json_response(await action(await _body(request)))
        except PlaygroundError as error:
            return web.json_response({"refused": str(error)}, status=400)
        except TimeoutError:
            return web.json_response({"refused": interactions.NO_ANSWER}, status=400)

    return serve


async def _body(request: web.Request) -> JSON:
    """Return a JSON body, or the part `json` of a form whose other parts are files.

    A part's name is the option or field that its file is for; several parts of one name become a
    list.
    """
    files: dict[str, list[Upload]] = {}
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
    else:
        raw = b"{}"
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            data = bytes(await part.read())
            if part.name == "json":
                raw = data
            elif sum(map(len, files.values())) < MAX_FILES:
                kept = files.setdefault(part.name or "", [])
                kept.append(named(part.filename or "file", data))
    try:
        about = json.loads(raw or b"{}")
    except (ValueError, RecursionError):  # it may be nested too deep
        raise Refused("This is not JSON.") from None
    if not isinstance(about, dict):
        raise Refused("This is not an object.")
    single = {name: kept[0] if len(kept) == 1 else kept for name, kept in files.items()}
    return {**about, "files": single}

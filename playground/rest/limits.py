"""Rate limits: buckets as Discord announces them, the bot's global limit, old messages, bans."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from typing import TYPE_CHECKING, NamedTuple

from aiohttp import web

from playground.clock import moment_of
from playground.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playground.model import Message

GLOBAL = 50  # requests a second for the whole bot; answers to interactions do not count
CROWDED = 10_000  # buckets kept before stale ones are swept out
OLD = 3600.0  # seconds after which edits of a message are limited
OLD_EDITS, OLD_WINDOW = 30, 600.0  # edits per channel, and seconds; Discord names no number
INVALID, INVALID_WINDOW = 10_000, 600.0  # refusals and seconds until a ban
BAN = 3600.0  # seconds that a ban lasts


class Limit(NamedTuple):
    """A rate limit: `requests` per `seconds`, for each value of `by` in the path."""

    requests: int
    seconds: float
    by: tuple[str, ...] = ()


class Bucket:
    """Requests left in the current window."""

    __slots__ = ("left", "resets")

    def __init__(self) -> None:
        self.left = 0
        self.resets = 0.0


class Limits:
    """All buckets. They use the machine's clock: moving the playground's does not refill them.

    A program may change `old_edits` (None: no limit) and `invalid`, the limit on what Discord calls
    invalid requests: those answered with 401, 403 or 429.
    """

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, ...], Bucket] = {}
        self._edits: defaultdict[int, deque[float]] = defaultdict(deque)  # by channel
        self._refused: deque[float] = deque()
        self.enforced = True
        self.old_edits: int | None = OLD_EDITS
        self.invalid = INVALID

    def take(self, name: str, limit: Limit, values: tuple[str, ...]) -> dict[str, str]:
        """Use up one request; return the headers that report it, or raise the 429."""
        now = time.monotonic()
        key = (name, *values)
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) > CROWDED:
                self._sweep(now)
            bucket = self._buckets[key] = Bucket()
        if bucket.resets <= now:
            bucket.left, bucket.resets = limit.requests, now + limit.seconds
        wait = bucket.resets - now
        if bucket.left == 0 and self.enforced:
            raise limited(wait, scope="user", headers=_headers(name, limit, 0, wait))
        bucket.left = max(0, bucket.left - 1)
        return _headers(name, limit, bucket.left, wait)

    def take_global(self) -> None:
        """Use up one request of the bot's global limit, or raise the 429."""
        now = time.monotonic()
        bucket = self._buckets.setdefault(("global",), Bucket())
        if bucket.resets <= now:
            bucket.left, bucket.resets = GLOBAL, now + 1.0
        if bucket.left == 0 and self.enforced:
            raise limited(bucket.resets - now, scope="global")
        bucket.left = max(0, bucket.left - 1)

    def take_edit(self, message: Message, now: float) -> None:
        """Note an edit at a moment of the clock; raise the 429 for too many of old messages."""
        if self.old_edits is None or now - moment_of(message.id) < OLD:
            return
        edits = self._edits[message.channel.id]
        while edits and edits[0] <= now - OLD_WINDOW:
            edits.popleft()
        if len(edits) >= self.old_edits:
            text = "Maximum number of edits to messages older than 1 hour reached. Try again later."
            raise limited(edits[0] + OLD_WINDOW - now, scope="user", code=30046, text=text)
        edits.append(now)

    def is_too_invalid(self, status: int, headers: Mapping[str, str]) -> bool:
        """Note how a request was answered; return whether too many are invalid now."""
        if status not in {401, 403, 429} or headers.get("X-RateLimit-Scope") == "shared":
            return False
        now = time.monotonic()
        self._refused.append(now)
        while self._refused[0] <= now - INVALID_WINDOW:
            self._refused.popleft()
        return len(self._refused) >= self.invalid

    def _sweep(self, now: float) -> None:
        self._buckets = {key: one for key, one in self._buckets.items() if one.resets > now}


def limited(
    wait: float,
    *,
    scope: str,
    headers: dict[str, str] | None = None,
    code: int = 0,
    text: str = "You are being rate limited.",
) -> ApiError:
    """Return a 429. It has `Via` because clients take a 429 without it for a ban."""
    everywhere = scope == "global"
    base_headers = {
        "Retry-After": str(int(wait) + 1),
        "X-RateLimit-Scope": scope,
        "Via": "1.1 playground",
    }
    if everywhere:
        base_headers["X-RateLimit-Global"] = "true"
    return ApiError(
        429,
        code,
        text,
        extra={"retry_after": round(wait, 3), "global": everywhere},
        headers=base_headers | (headers or {}),
    )


def banned(wait: float) -> web.Response:
    """Return the answer to a banned address: not from Discord itself, so without its headers."""
    headers = {"Retry-After": str(int(wait) + 1), "Content-Type": "text/plain; charset=UTF-8"}
    return web.Response(body=b"error code: 1015", status=429, headers=headers)


def _headers(name: str, limit: Limit, left: int, wait: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(limit.requests),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
        "X-RateLimit-Reset-After": f"{wait:.3f}",
        "X-RateLimit-Bucket": f"{hash(name) & 0xFFFFFFFF:08x}",
    }

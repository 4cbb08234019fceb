"""Rate limits: buckets as Discord announces them in headers, and the bot's global limit."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from playground.errors import ApiError

if TYPE_CHECKING:
    from playground.rest.call import Limit

GLOBAL = 50  # requests a second for the whole bot; answers to interactions do not count
CROWDED = 10_000  # buckets kept before stale ones are swept out


class Bucket:
    """Requests left in the current window."""

    __slots__ = ("left", "resets")

    def __init__(self) -> None:
        self.left = 0
        self.resets = 0.0


class Limits:
    """All buckets. Times are the machine's own: a moved clock does not refill them."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, ...], Bucket] = {}
        self.enforced = True

    def take(self, name: str, limit: Limit, values: tuple[str, ...]) -> dict[str, str]:
        """Use up one request; return the headers that say so, or raise the 429."""
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

    def _sweep(self, now: float) -> None:
        self._buckets = {key: one for key, one in self._buckets.items() if one.resets > now}


def limited(wait: float, *, scope: str, headers: dict[str, str] | None = None) -> ApiError:
    """Return a 429. `Via` is there because clients take one without it for a ban."""
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
        0,
        "You are being rate limited.",
        extra={"retry_after": round(wait, 3), "global": everywhere},
        headers=base_headers | (headers or {}),
    )


def _headers(name: str, limit: Limit, left: int, wait: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(limit.requests),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
        "X-RateLimit-Reset-After": f"{wait:.3f}",
        "X-RateLimit-Bucket": f"{hash(name) & 0xFFFFFFFF:08x}",
    }

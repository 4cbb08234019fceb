"""Things that go wrong on purpose: failing or slow routes, a gateway that refuses, a ban."""

from __future__ import annotations

import fnmatch
import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class Fault:
    """What happens to requests that match, until it has happened `times` times.

    `method` is an HTTP method or `*`, or WS for connections to the gateway, whose path is
    `/gateway`; `path` is a shell pattern for the path after /api/v10, such as `/webhooks/*`. Status
    429 carries `retry_after`; status 0 leaves the answer unchanged, but `delay` seconds late; with
    `cut` the connection breaks and no answer comes. `after` lets the request do its work first.
    With `answers`, only answers to people fail: first responses and requests under an interaction's
    token. `body` is sent in place of an error's JSON, as `content_type`; with status 200 the
    gateway sends it in place of its hello. `headers` override the answer's own: each is set, or
    removed if None.
    """

    status: int = 500
    method: str = "*"
    path: str = "*"
    times: int | None = 1
    delay: float = 0.0
    retry_after: float = 1.0
    everywhere: bool = False  # a 429 for the whole bot, not for the route
    cut: bool = False
    after: bool = False
    answers: bool = False
    body: str | None = None
    content_type: str = "text/html"
    headers: dict[str, str | None] = field(default_factory=dict)

    @property
    def fails(self) -> bool:
        """Return whether it does more than delay a request."""
        return self.cut or bool(self.status)

    def matches(self, method: str, path: str, *, answer: bool) -> bool:
        """Return whether the fault applies to this request."""
        fits = self.method in {method, "*" if method != "WS" else method} and fnmatch.fnmatchcase(
            path, self.path
        )
        return fits and (answer or not self.answers)


class Faults:
    """The faults in force."""

    def __init__(self) -> None:
        self.active: list[Fault] = []
        self._closed_until = 0.0
        self._banned_until = 0.0

    def add(self, fault: Fault) -> Fault:
        """Put a fault into force."""
        self.active.append(fault)
        return fault

    def clear(self) -> None:
        """End all faults, open the gateway, and lift a ban."""
        self.active.clear()
        self._closed_until = self._banned_until = 0.0

    def take(self, method: str, path: str, *, answer: bool = False) -> list[Fault]:
        """Return the faults that apply to a request, counting them as used.

        These are every fault that only delays it, and the first that does more. `answer` says that
        the request answers a person; an autocomplete does not.
        """
        fitting = [one for one in self.active if one.matches(method, path, answer=answer)]
        failing = next((one for one in fitting if one.fails), None)
        applied = [one for one in fitting if not one.fails or one is failing]
        for fault in applied:
            if fault.times is not None:
                fault.times -= 1
                if fault.times <= 0:
                    self.active.remove(fault)
        return applied

    def close_gateway(self, seconds: float) -> None:
        """Refuse gateway connections for `seconds` of real time."""
        self._closed_until = time.monotonic() + seconds

    def ban(self, seconds: float) -> None:
        """Refuse every request to the API for `seconds` of real time."""
        self._banned_until = time.monotonic() + seconds

    @property
    def banned_for(self) -> float:
        """Return how many seconds are left of a ban."""
        return max(0.0, self._banned_until - time.monotonic())

    @property
    def gateway_closed(self) -> bool:
        """Return whether the gateway refuses connections now."""
        return time.monotonic() < self._closed_until

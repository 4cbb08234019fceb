"""Tries requests until Discord accepts them, waits out passing trouble, and reports it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket

from bot.errors import BotError, DiscordRefuses, PostRefused, StartError
from bot.retries import pause_after

log = logging.getLogger(__name__)

T = TypeVar("T")

ANSWER_SECONDS = 30.0
"""How long an attempt may take."""
FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0
"""Seconds between two attempts, at most, unless Discord asks for more."""
MOST_WAIT = 3600.0
"""Seconds that a 429 may hold us back; Discord's longest ban lasts as long."""
LONGEST_TEXT = 200

UNAUTHORIZED, TOO_MANY, SERVER_ERROR = 401, 429, 500
LATER = {408, 425, TOO_MANY}
"""Refusals that will pass."""
SLOW = {30046: 60.0, 20022: 60.0, 40003: 600.0}
"""Minimum seconds to wait by Discord's error code: too many edits of messages over an hour old;
too many edits of published messages; conversations opened too fast."""
PROXY_WANTS_A_PASSWORD = 407
NO_SUCH_BOT = (
    "Discord does not accept DISCORD_TOKEN; copy it again from the Bot page of your application "
    "at https://discord.com/developers/applications."
)
IN_BETWEEN = "what answers is not Discord, but a proxy, a portal or a filter on the way to it"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why something was not accepted; `end`: what to tell the host if it never will be."""

    reason: str
    end: str | None = None
    wait: float = 0.0
    """Seconds that Discord asks us to wait."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why something is waited for, and until which moment of the monotonic clock."""

    reason: str
    until: float


@dataclass(slots=True)
class _Attempt:
    """An attempt under way: its limit, its last refusal, and the library's wait after that."""

    step: str
    limit: asyncio.Timeout
    status: int | None = None
    wait: float = 0.0


_under_way: ContextVar[_Attempt | None] = ContextVar("under_way", default=None)


class Attempts:
    """Tries what Discord has to accept. `waiting`: by step, what is being waited out now.

    `settled`: the bot has been ready; from then on it waits out everything but a rejected token.
    """

    def __init__(self) -> None:
        self.waiting: dict[str, Waiting] = {}
        self.settled = False

    async def until_accepted(
        self, step: str, act: Callable[[], Awaitable[T]], *, limited: bool = True
    ) -> T:
        """Do something until it succeeds; raise DiscordRefuses once it never will.

        A `limited` attempt may take ANSWER_SECONDS, plus the time that Discord makes it wait.
        """
        failures = 0
        while True:
            try:
                async with asyncio.timeout(ANSWER_SECONDS if limited else None) as limit:
                    self.waiting.setdefault(step, Waiting("no answer yet", time.monotonic()))
                    before = _under_way.set(attempt := _Attempt(step, limit))
                    try:
                        done = await act()
                    finally:
                        _under_way.reset(before)
            except StartError:
                self.waiting.pop(step, None)
                raise
            except Exception as error:
                trouble = trouble_of(error)
                if attempt.status is not None and not isinstance(error, discord.HTTPException):
                    # The library retried in vain, or failed on the content of the refusal.
                    trouble = Trouble(f"{attempt.status}", wait=attempt.wait)
                if trouble.end is not None and not (self.settled and trouble.end != NO_SUCH_BOT):
                    self.waiting.pop(step, None)
                    raise DiscordRefuses(trouble.end) from error
                pause = max(pause_after(failures, FIRST_WAIT, LONGEST_WAIT), trouble.wait)
                log.warning(
                    "%s: Discord has not accepted us yet (%s); waiting %g seconds more",
                    step,
                    trouble.reason,
                    round(pause, 1),
                )
                await self.wait(step, trouble.reason, pause)
                failures += 1
            else:
                self.waiting.pop(step, None)
                return done

    async def wait(self, step: str, reason: str, seconds: float) -> None:
        """Wait, and report why; the step counts as waiting until it is accepted."""
        self.waiting[step] = Waiting(reason, time.monotonic() + seconds)
        await asyncio.sleep(seconds)

    @staticmethod
    def under_way() -> bool:
        """Return whether this runs inside an attempt of `until_accepted`."""
        return _under_way.get() is not None

    def note_answer(self, status: int, wait: float = 0.0) -> None:
        """Note how Discord answered the attempt under way, if there is one.

        After a refusal the library asks again on its own, in `wait` seconds.
        """
        attempt = _under_way.get()
        if attempt is None:
            return
        if status < SERVER_ERROR and status != TOO_MANY:
            attempt.status, attempt.wait = None, 0.0
            return
        attempt.status, attempt.wait = status, wait
        self.waiting[attempt.step] = Waiting(f"{status}", time.monotonic() + wait)
        if (end := attempt.limit.when()) is not None:
            attempt.limit.reschedule(end + wait)

    def report(self) -> dict[str, dict[str, str | float]]:
        """Return, by step, why it waits and for how many seconds more."""
        now = time.monotonic()
        return {
            step: {"reason": it.reason, "seconds": round(max(0.0, it.until - now), 1)}
            for step, it in self.waiting.items()
        }


class Limited(aiohttp.ClientError):
    """Discord takes a request only after `seconds`, which is too long to wait here."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Discord takes it in {seconds:.0f} seconds")
        self.seconds = seconds


def delay_of(error: BaseException | None) -> float | None:
    """Return in how many seconds Discord will take a request that it limited; None: no limit.

    A PostRefused has the delay of the limit that caused it.
    """
    match error:
        case Limited():
            return error.seconds
        case discord.HTTPException(status=status, code=code) if status == TOO_MANY or code in SLOW:
            return max(retry_after(error.response.headers), SLOW.get(code, 1.0))
        case PostRefused(__cause__=cause):
            return delay_of(cause)
    return None


def trouble_of(error: BaseException) -> Trouble:
    """Return what an error means: nothing that was sent, and only Discord’s own words."""
    match error:
        case BotError():
            return Trouble(error.message)
        case discord.GatewayNotFound(__cause__=discord.HTTPException() as cause):
            return trouble_of(cause)
        case discord.LoginFailure(__cause__=discord.HTTPException() as cause):
            return trouble_of(cause)
        case discord.HTTPException():
            return _of_answer(error)
        case aiohttp.ClientResponseError(status=status, headers=headers):
            return _of_status(status, headers or {})
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientConnectorSSLError():
            return Trouble(
                "its certificate is not accepted: see whether this machine’s clock is right, and "
                "whether something on the way reads along"
            )
        case aiohttp.ClientConnectorError():
            return Trouble(f"it cannot be reached; check the network of this machine: {error}")
        case TimeoutError():
            return Trouble("it does not answer")
        case aiohttp.TooManyRedirects():
            return Trouble(IN_BETWEEN)
        case Limited(seconds=seconds):
            return Trouble(f"{TOO_MANY}", wait=min(seconds, MOST_WAIT))
        case ReconnectWebSocket() | aiohttp.ClientError() | OSError():
            return Trouble(f"the connection was cut: {type(error).__name__}")
    return Trouble(f"{IN_BETWEEN}: {type(error).__name__}")


def _of_answer(error: discord.HTTPException) -> Trouble:
    """Return what a refusal means; only a JSON object can come from Discord itself."""
    status, headers = error.status, error.response.headers
    its_own = headers.get("Content-Type", "").partition(";")[0] == "application/json"
    said: object = error.text  # typed as a string by the library, whatever it is
    if not its_own or not isinstance(said, str) or error.response.history:
        return _of_status(status, headers)
    if status == UNAUTHORIZED:
        return Trouble("401", NO_SUCH_BOT)
    if status in LATER or status >= SERVER_ERROR:
        return _of_status(status, headers)
    text = " ".join(said.split())[:LONGEST_TEXT]
    return Trouble(
        f"{status}",
        f"Discord refuses what the bot needs ({status}, code {error.code}: {text}); see "
        "whether its application is in order at https://discord.com/developers/applications.",
    )


def _of_status(status: int, headers: Mapping[str, str]) -> Trouble:
    if status == PROXY_WANTS_A_PASSWORD:
        return Trouble(
            "407", "The proxy refuses us (407); see whether HTTPS_PROXY has its name and password."
        )
    wait = retry_after(headers) if "Retry-After" in headers else 0.0
    its_own = status in LATER or status >= SERVER_ERROR
    return Trouble(f"{status}" if its_own else f"{status}: {IN_BETWEEN}", wait=wait)


def retry_after(headers: Mapping[str, str]) -> float:
    """Return how many seconds a 429 asks to wait."""
    try:
        return min(max(float(headers["Retry-After"]), 0.0), MOST_WAIT)
    except (KeyError, ValueError):  # a proxy may send a date
        return 1.0

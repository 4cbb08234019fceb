"""Rows of daily puzzles as the store takes and gives them. All moments are aware and in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import datetime

DailyPostKind = Literal["edition", "thread", "solution", "trouble"]
HintKind = Literal["letter", "word"]


@dataclass(frozen=True, slots=True)
class DailySetup:
    """Where, when and what a server wants posted; what its columns mean: `bot.dailies`."""

    guild_id: int
    channel_id: int
    hour: int
    time_zone: str
    games: tuple[str, ...]
    role_id: int | None
    thread: bool
    running: bool
    set_by: int | None
    since: datetime
    next_due_at: datetime | None
    last_number: int | None
    failing_since: datetime | None
    disabled_at: datetime | None


@dataclass(frozen=True, slots=True)
class DailyPost:
    """What a server is shown of an edition: it, its thread, its solution, or a trouble (`text`).

    An edition's is live from `opens_at` until `closes_at`; once `closed` its board has closed.
    """

    guild_id: int
    number: int
    kind: DailyPostKind
    channel_id: int
    message_id: int | None
    nonce: str
    text: str | None
    opens_at: datetime
    closes_at: datetime
    closed: bool
    wanted: int
    done: int
    attempts: int
    first_attempt_at: datetime | None
    next_attempt_at: datetime
    last_error: str | None
    given_up_at: datetime | None

    @property
    def key(self) -> tuple[int, int, DailyPostKind]:
        """What tells it from all others."""
        return self.guild_id, self.number, self.kind

    @property
    def changes(self) -> bool:
        """Whether it is edited later: an edition when it closes, a solution to forget somebody."""
        return self.kind in {"edition", "solution"}

    def __str__(self) -> str:
        return f"{self.kind} of daily {self.number} in server {self.guild_id}"


@dataclass(frozen=True, slots=True)
class DailyPlay:
    """What somebody made of an edition so far; without `user_id`, somebody forgotten.

    hints        (kind, step, interaction) of each that was taken
    best_result  in the unit of par, of the try with the most points; `points` of 100
    first_ms     milliseconds from the start to the first finish
    at_par       par was reached without a hint
    """

    id: int
    number: int
    user_id: int | None
    live: bool
    started_at: datetime
    progress: tuple[str, ...]
    hints: tuple[tuple[HintKind, int, int], ...]
    tries: int
    best_result: int | None
    points: int | None
    solved_at: datetime | None
    first_ms: int | None
    at_par: bool
    given_up_at: datetime | None


@dataclass(frozen=True, slots=True)
class DailySum:
    """What somebody's solved plays of several editions come to; see DailyPlay."""

    user_id: int
    points: int
    solved: int
    at_par: int
    milliseconds: int


@dataclass(frozen=True, slots=True)
class DailyTry:
    """One try; `id` is its interaction's. Without `result` a step failed."""

    id: int
    play_id: int
    at: datetime
    words: tuple[str, ...]
    result: int | None
    points: int | None

"""What contests store of forms that were sent in and could not be taken."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from bot.contests import Contest
from bot.store.records import BoardMode
from bot.ui.contest.ids import PlayTarget
from bot.ui.layout import length
from solvers.wordsnake import Rule


@dataclass(frozen=True, slots=True)
class RejectedSnake:
    """A snake that was sent in and could not be taken, and why. Stored as JSON."""

    version: ClassVar[int] = 1

    target: PlayTarget
    text: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class PlanTyped:
    """The plan of a contest as it was typed. Stored as JSON.

    `draft`: of which contest, None for a new one. `fault`: why it could not be taken.
    """

    version: ClassVar[int] = 1

    title: str = ""
    words: str = ""
    rule: Rule = "pairs"
    opens: str = "now"
    lasts: str = "1 hour"
    draft: str | None = None
    fault: str = ""

    @classmethod
    def of(cls, contest: Contest, zone: str) -> PlanTyped:
        """Return a draft as it would be typed, its opening in the server's zone."""
        return cls(
            contest.title,
            " ".join(contest.words),
            contest.rule,
            "now" if contest.opens_at is None else _opening_text(contest.opens_at, zone),
            length(contest.lasts_seconds),
            contest.id,
        )


@dataclass(frozen=True, slots=True)
class OptionsTyped:
    """How a contest is played, as it was typed; `draft` is the contest. Stored as JSON."""

    version: ClassVar[int] = 1

    draft: str
    board: BoardMode = "scores"
    sealed: str = ""
    tries: str = ""
    cooldown: str = ""
    fault: str = ""

    @classmethod
    def of(cls, contest: Contest) -> OptionsTyped:
        """Return a draft's options as they would be typed."""
        return cls(
            contest.id,
            contest.board,
            str(contest.sealed_minutes or ""),
            str(contest.most_tries or ""),
            length(contest.cooldown_seconds),
        )


def _opening_text(moment: datetime, zone: str) -> str:
    """Return a moment as a zone's clocks show it; the second time they do so, with the offset."""
    local = moment.astimezone(ZoneInfo(zone))
    return local.isoformat(timespec="minutes") if local.fold else f"{local:%Y-%m-%d %H:%M}"

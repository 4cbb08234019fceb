"""How a contest is played, in words: its rule, clock, tries and board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.layout import many
from bot.present.moments import length
from solvers.wordsnake import REMINDERS

if TYPE_CHECKING:
    from bot.contests import Contest
    from bot.store.records import BoardMode

BOARDS: dict[BoardMode, str] = {
    "scores": "shows scores",
    "places": "shows places only",
    "hidden": "hidden until the end",
}


def rule_of(contest: Contest) -> str:
    """Return the rule and what it says."""
    return f"**Rule** {contest.rule}: {REMINDERS[contest.rule]}."


def options_of(contest: Contest) -> str:
    """Return the options that were chosen, a line each."""
    lines = []
    if contest.sealed_minutes is not None:
        minutes = many(contest.sealed_minutes, "minute")
        lines.append(f"**Sealed clock** {minutes} from when you press *Start* and see the words")
    if contest.most_tries is not None or contest.cooldown_seconds:
        lines.append(f"**Tries** {_tries(contest)}")
    lines.append(f"**Board** {BOARDS[contest.board]}")
    return "\n".join(lines)


def _tries(contest: Contest) -> str:
    most = "as many as you like" if contest.most_tries is None else f"{contest.most_tries:,} each"
    if not contest.cooldown_seconds:
        return most
    return f"{most}, {length(contest.cooldown_seconds)} between two"

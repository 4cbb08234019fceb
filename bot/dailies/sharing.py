"""The line that *Share* puts in the channel: emoji and numbers, and nothing of the puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.dailies.scoring import share_of_par

if TYPE_CHECKING:
    from bot.dailies.streaks import Streak
    from bot.store.daily_records import DailyPlay
    from solvers.daily import Edition, Game

FACES: dict[Game, str] = {"ladder": "🪜", "snake": "🐍", "anigram": "🔤", "truncate": "🌱"}
UNITS: dict[Game, str] = {
    "ladder": "steps",
    "snake": "points",
    "anigram": "stages",
    "truncate": "words",
}
BAR = 5
LEAST_STREAK = 2


def share(edition: Edition, play: DailyPlay, streak: Streak | None = None) -> str:
    """Return the line of somebody who has finished or given up; an archive's has no streak."""
    title = f"{FACES[edition.game]} Daily {edition.game} #{edition.number}"
    parts = [title, *_outcome(edition, play)]
    if play.hints:
        parts.append(f"💡{len(play.hints)}")
    if streak is not None and streak.current >= LEAST_STREAK and play.live:
        parts.append(f"🔥{streak.current}")
    if not play.live:
        parts.append("🗄️")
    return " ".join(parts)


def clock(milliseconds: int) -> str:
    """Return a length of time as clocks show it: 0:07, 12:34, 3:04:05."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _outcome(edition: Edition, play: DailyPlay) -> list[str]:
    if play.points is None or play.best_result is None:
        return ["⬛" * BAR, "🏳️" if play.given_up_at else "…"]
    share = share_of_par(edition, play.best_result)
    full = share * BAR // 100
    bar = "🟩" * full + ("🟨" if full < BAR else "") + "⬜" * (BAR - full - 1)
    parts = [bar, f"{play.best_result}/{edition.par} {UNITS[edition.game]}"]
    if play.at_par:
        parts.append("⭐")
    if play.first_ms is not None:
        parts.append(f"⏱️{clock(play.first_ms)}")
    return parts

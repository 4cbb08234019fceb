"""Sharing a result: once per person, edition and channel.

A claim is stored before the text is sent, and marked as sent after. If the bot dies in between, the
claim expires soon: the text may then be sent twice, but can always be sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from bot.dailies.editions import Editions, current_for
from bot.dailies.play import hints_of
from bot.dailies.play_merge import ended
from bot.dailies.ranking import Streak
from bot.dailies.streaks import find_streak
from bot.errors import NotPlayable
from bot.puzzles import Progress, shape
from bot.solving import Requester
from bot.store import Database, Transaction, daily_plays
from bot.store.records import Act, DailyPlay
from solvers.daily import Edition, Game, Puzzle
from solvers.text import ordinal

LEASE = timedelta(minutes=1)
"""How long a claim that is not marked as sent excludes others; longer than sending takes."""


class DailySharing:
    """Hands out each text once."""

    def __init__(self, database: Database, editions: Editions) -> None:
        self._database = database
        self._editions = editions

    async def claim(self, guild_id: int | None, number: int, act: Act, channel_id: int) -> str:
        """Claim the sharing of a result in a channel and return the text to send.

        Raises NotPlayable for somebody who has not finished, or has shared it there.
        """
        async with self._database.read() as tx:
            await _finished(tx, number, act.user)  # or there may be no such edition
        edition = await self._editions.get(number, requester=Requester(act.user, guild_id))
        async with self._database.write() as tx:
            play = await _finished(tx, number, act.user)
            claimed = await daily_plays.claim_share(
                tx, number, act.user, channel_id, at=act.at, before=act.at - LEASE
            )
            if not claimed:
                raise NotPlayable("shared", "You’ve already shared this puzzle here.")
            plays = await daily_plays.of_person(tx, act.user)
            today = await current_for(tx, act.user, guild_id, act.at)
            tries = None
            if edition.puzzle.game == "snake" and play.best is not None:
                tries = await daily_plays.count_tries_until(tx, play, play.best[-1])
            streak = await find_streak(tx, act.user, plays, today)
            return share(edition, play, streak, tries)

    async def mark_sent(self, number: int, act: Act, channel_id: int, *, sent: bool) -> None:
        """Mark a claim as sent, or release it if the text could not be sent."""
        async with self._database.write() as tx:
            await daily_plays.end_share(tx, number, act.user, channel_id, sent=sent)


async def _finished(tx: Transaction, number: int, user_id: int) -> DailyPlay:
    """Return the play to share: the one that counts if it has ended, else the archived one."""
    for live in (True, False):
        play = await daily_plays.of(tx, number, user_id, live=live)
        if play is not None and ended(play):
            return play
    raise NotPlayable("not begun", "Solve the puzzle first, then you can share it.")


FACES: dict[Game, str] = {"ladder": "🪜", "snake": "🐍", "anigram": "🔤", "truncate": "🌱"}
UNITS: dict[Game, str] = {
    "ladder": "steps",
    "snake": "points",
    "anigram": "stages",
    "truncate": "words",
}
SHORTEST_MS = 1000
"""Shorter times are not shown."""
LEAST_STREAK = 2
"""Shorter streaks are not shown."""


def share(
    edition: Edition, play: DailyPlay, streak: Streak | None = None, tries: int | None = None
) -> str:
    """Return the text that shares a finished play: a line, and its shape below.

    One from the archive shows no streak; `tries`: how many it took, where the shape cannot tell.
    Hints that came after the best do not count.
    """
    best, hints = Progress.of(play.progress), play.hints
    if play.best is not None:
        words, misses, last = play.best
        best = Progress(words, misses)
        hints = tuple(hint for hint in hints if hint[2] <= last)
    puzzle = edition.puzzle
    line = [f"{FACES[puzzle.game]} Daily {puzzle.game} #{edition.number}"]
    line += _outcome(puzzle, play, tries)
    if hints:
        line.append(f"💡{len(hints)}")
    if streak is not None and streak.current >= LEAST_STREAK and play.live:
        line.append(f"🔥{streak.current}")
    if not play.live:
        line.append("🗄️")
    told = hints_of(replace(play, hints=hints))
    return f"{' '.join(line)}\n{shape(puzzle, best, told)}"


def format_clock(milliseconds: int) -> str:
    """Return a length of time as clocks show it: 0:07, 12:34, 3:04:05."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _outcome(puzzle: Puzzle, play: DailyPlay, tries: int | None) -> Iterator[str]:
    if play.points is None or play.best_result is None:
        return
    yield f"{play.best_result}/{puzzle.par} {UNITS[puzzle.game]}"
    if play.at_par:
        yield "⭐"
    if tries is not None:
        yield f"{ordinal(tries)} try"
    if play.first_ms is not None and play.first_ms >= SHORTEST_MS:
        yield f"⏱️{format_clock(play.first_ms)}"

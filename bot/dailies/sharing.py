"""Sharing a result: once per person, edition and channel.

A claim is stored before the text is sent, and marked as sent after. If the bot dies in between, the
claim expires soon: the text may then be sent twice, but can always be sent.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.dailies.editions import Editions, current_for
from bot.dailies.judging import share_of_par
from bot.dailies.play_merge import ended
from bot.dailies.ranking import Streak, streak_of
from bot.errors import NotPlayable
from bot.solving import Requester
from bot.store import Database, Transaction, daily_plays
from bot.store.records import Act, DailyPlay, DailyTry
from solvers.daily import Edition, Game

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
            best = await daily_plays.best_try(tx, play)
            return share(edition, _until(play, best), streak_of(plays, today))

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


def _until(play: DailyPlay, best: DailyTry | None) -> DailyPlay:
    """Return a play with the hints alone that came before its best try, by their interactions."""
    if best is None:
        return play
    return replace(play, hints=tuple(hint for hint in play.hints if hint[2] < best.id))


FACES: dict[Game, str] = {"ladder": "🪜", "snake": "🐍", "anigram": "🔤", "truncate": "🌱"}
UNITS: dict[Game, str] = {
    "ladder": "steps",
    "snake": "points",
    "anigram": "stages",
    "truncate": "words",
}
BAR = 5
"""How many squares show the per cent of par."""
LEAST_STREAK = 2
"""Shorter streaks are not shown."""


def share(edition: Edition, play: DailyPlay, streak: Streak | None = None) -> str:
    """Return the text that shares a finished play; one from the archive shows no streak."""
    title = f"{FACES[edition.game]} Daily {edition.game} #{edition.number}"
    parts = [title, *_outcome(edition, play)]
    if play.hints:
        parts.append(f"💡{len(play.hints)}")
    if streak is not None and streak.current >= LEAST_STREAK and play.live:
        parts.append(f"🔥{streak.current}")
    if not play.live:
        parts.append("🗄️")
    return " ".join(parts)


def format_clock(milliseconds: int) -> str:
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
        parts.append(f"⏱️{format_clock(play.first_ms)}")
    return parts

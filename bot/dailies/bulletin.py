"""What a server's daily post shows besides its puzzle: who solved it, yesterday, the week."""

from __future__ import annotations

from dataclasses import dataclass

from bot.dailies.editions import games_of
from bot.dailies.ranking import EVER, streak_of
from bot.dailies.streaks import OpenDays
from bot.store import Transaction, daily_plays, outbox
from bot.store.schema import LeaderboardRow, Message
from solvers.daily import day_of, rotation_at

ROWS = 6
"""How many of the first are looked up."""
ALL = range(-EVER, EVER)
CANDIDATES = 500
"""How many people are looked at for the longest streak."""
SHORTEST_STREAK = 2
WEEK = 7
SUNDAY = 7


@dataclass(frozen=True, slots=True)
class Podium:
    """Who came first in an edition in a server, and how many solved it."""

    number: int
    rows: tuple[LeaderboardRow, ...]
    solved: int


@dataclass(frozen=True, slots=True)
class LongestStreak:
    """Who has the longest streak of a server's players."""

    user_id: int
    length: int


@dataclass(frozen=True, slots=True)
class Hardest:
    """The edition that the fewest of its players solved, or else solved worst."""

    number: int
    game: str
    played: int
    solved: int


@dataclass(frozen=True, slots=True)
class Recap:
    """A server's week, the seven editions up to `last`."""

    last: int
    winners: tuple[LeaderboardRow, ...]
    streak: LongestStreak | None
    hardest: Hardest


@dataclass(frozen=True, slots=True)
class Bulletin:
    """What a server's post of an edition shows at some moment.

    podium     the edition's own; who is on it is told once it has closed
    streak     the longest one today, while the edition is open
    yesterday  the podium of the edition posted before it, if that is not long ago
    recap      the week's, in the first post from Sunday on: so it comes once
    """

    podium: Podium
    streak: LongestStreak | None = None
    yesterday: Podium | None = None
    recap: Recap | None = None


async def bulletin(tx: Transaction, post: Message) -> Bulletin:
    """Return what a post shows as things are now."""
    assert post.number is not None
    guild_id, number = post.guild_id, post.number
    own = await _podium(tx, guild_id, number)
    before = await outbox.edition_before(tx, guild_id, number)
    recap = None
    if before is not None and (sunday := last_sunday(number)) > before:
        recap = await _recap(tx, guild_id, sunday)
    if post.closed:
        return Bulletin(own, recap=recap)
    yesterday = None
    if before is not None and number - before <= WEEK:
        yesterday = await _podium(tx, guild_id, before)
    return Bulletin(own, await _longest(tx, guild_id, number), yesterday, recap)


def last_sunday(number: int) -> int:
    """Return the edition of the newest Sunday up to an edition."""
    return number - day_of(number).isoweekday() % SUNDAY


async def _podium(tx: Transaction, guild_id: int, number: int) -> Podium:
    rows = await daily_plays.board(tx, guild_id, number, number, limit=ROWS)
    solved = await daily_plays.count_on_board(tx, guild_id, number, number)
    return Podium(number, tuple(rows), solved)


async def _longest(tx: Transaction, guild_id: int, today: int) -> LongestStreak | None:
    """Return the longest streak as of an edition; of equal ones, who solved more in all."""
    best, days = None, OpenDays(tx)
    # Where one game is played, two freezes may have saved a streak since its last turn but two.
    # Each comes once a round, and nearly a round later when another game joins.
    recent = today - 4 * len(rotation_at(today).games)
    for user_id, solved in await daily_plays.faithful(tx, guild_id, recent, today, CANDIDATES):
        length = max(SHORTEST_STREAK - 1, best.length if best else 0)
        if solved <= length:
            break  # nobody solves more in a row than in all
        plays = await daily_plays.of_person(tx, user_id)
        plays = [play for play in plays if play.number <= today]
        if streak_of(plays, today, ALL).current <= length:
            continue  # not even if no gap counted
        current = streak_of(plays, today, await days.shut(user_id, plays, today)).current
        if current > length:
            best = LongestStreak(user_id, current)
    return best


async def _recap(tx: Transaction, guild_id: int, sunday: int) -> Recap | None:
    """Return the recap of the seven editions before a Sunday's; None if nobody solved any."""
    first, last = sunday - WEEK, sunday - 1
    winners = await daily_plays.board(tx, guild_id, first, last, limit=ROWS)
    if not winners:
        return None
    played = await daily_plays.played_here(tx, guild_id, first, last)
    number, players, solved, _ = min(played, key=lambda one: (one[2] / one[1], one[3], -one[0]))
    streak = await _longest(tx, guild_id, last)
    game = (await games_of(tx, [number]))[number]
    return Recap(last, tuple(winners), streak, Hardest(number, game, players, solved))

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
"""How many of the first rows are looked up."""
ALL = range(-EVER, EVER)
CANDIDATES = 500
"""How many people are considered for the longest streak."""
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
    """The player of a server with the longest streak."""

    user_id: int
    length: int


@dataclass(frozen=True, slots=True)
class Hardest:
    """The edition that the smallest share of its players solved, or solved worst between equals."""

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

    podium     the edition's podium; the post names the people on it once it has closed
    streak     the longest streak today, while the edition is open
    yesterday  the podium of the edition posted before, if that is not long ago
    recap      the week's recap, only in the first post from Sunday on
    """

    podium: Podium
    streak: LongestStreak | None = None
    yesterday: Podium | None = None
    recap: Recap | None = None


async def bulletin(tx: Transaction, post: Message) -> Bulletin:
    """Return what a post should show now."""
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
    """Return the edition of the last Sunday up to an edition."""
    return number - day_of(number).isoweekday() % SUNDAY


async def _podium(tx: Transaction, guild_id: int, number: int) -> Podium:
    rows = await daily_plays.board(tx, guild_id, number, number, limit=ROWS)
    solved = await daily_plays.count_on_board(tx, guild_id, number, number)
    return Podium(number, tuple(rows), solved)


async def _longest(tx: Transaction, guild_id: int, today: int) -> LongestStreak | None:
    """Return the longest streak as of an edition; between equals, the player who solved more."""
    best, days = None, OpenDays(tx)
    # In a server with a single game, two freezes may have saved a streak since its last turn but
    # two. A game has one turn a round, and has it nearly a round later when another game joins.
    recent = today - 4 * len(rotation_at(today).games)
    for user_id, solved in await daily_plays.faithful(tx, guild_id, recent, today, CANDIDATES):
        length = max(SHORTEST_STREAK - 1, best.length if best else 0)
        if solved <= length:
            break  # a streak cannot be longer than all that somebody solved
        plays = await daily_plays.of_person(tx, user_id)
        plays = [play for play in plays if play.number <= today]
        if streak_of(plays, today, ALL).current <= length:
            continue  # too short even if no gap counted
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

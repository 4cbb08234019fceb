"""The spans of boards, and a person's stats and streak from their plays; pure."""

from __future__ import annotations

import calendar
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, get_args

from bot.store.schema import DailyPlay
from solvers.daily import day_of, number_of, rotation_at

EVER = 2**31 - 1
"""Above every edition's number, and small enough for a database column."""
Period = Literal["day", "week", "month", "all"]
PERIODS: tuple[Period, ...] = get_args(Period)
BANDS = ("par", "80+", "60+", "below", "unsolved")
"""How well a puzzle was solved: at par without a hint, then by points."""
EARNED_EVERY = 7
"""How many editions solved in a row earn a freeze."""
MOST_FREEZES = 2


@dataclass(frozen=True, slots=True)
class Streak:
    """How many editions were solved in a row, and how many freezes are left.

    A freeze stands in for a missed edition, which does not count. `done`: today's edition has been
    solved or given up.
    """

    current: int
    longest: int
    freezes: int
    done: bool


@dataclass(frozen=True, slots=True)
class Stats:
    """Somebody's results in editions that counted.

    bands  how many results there are in each of BANDS
    games  how many were solved, for each game that takes turns or has been solved
    """

    played: int
    solved: int
    at_par: int
    bands: dict[str, int]
    games: dict[str, int]
    streak: Streak


def span(period: Period, number: int) -> tuple[int, int]:
    """Return the first and the last edition of an edition's day, week (from Monday) or month.

    "all" covers every edition.
    """
    day = day_of(number)
    if period == "day":
        return number, number
    if period == "week":
        monday = number_of(day - timedelta(days=day.weekday()))
        return monday, monday + 6
    if period == "month":
        first = number_of(day.replace(day=1))
        return first, first + calendar.monthrange(day.year, day.month)[1] - 1
    return -EVER, EVER


def stats(
    plays: Sequence[DailyPlay],
    games: Mapping[int, str],
    today: int,
    shut: Container[int] = frozenset(),
) -> Stats:
    """Sum up a person's plays that count; an unfinished one of today does not count yet.

    `games` has the game of each edition that they played.
    """
    plays = [play for play in plays if play.points is not None or not _under_way(play, today)]
    solved = [play for play in plays if play.points is not None]
    bands = Counter(map(_band, plays))
    of_game = Counter(games[play.number] for play in solved)
    return Stats(
        played=len(plays),
        solved=len(solved),
        at_par=sum(play.at_par for play in solved),
        bands={band: bands[band] for band in BANDS},
        games={
            game: of_game[game] for game in dict.fromkeys((*rotation_at(today).games, *of_game))
        },
        streak=streak_of(plays, today, shut),
    )


def _under_way(play: DailyPlay, today: int) -> bool:
    return play.number >= today and play.given_up_at is None


def _band(play: DailyPlay) -> str:
    if play.points is None:
        return "unsolved"
    if play.at_par:
        return "par"
    return "80+" if play.points >= 80 else "60+" if play.points >= 60 else "below"


def streak_of(plays: Sequence[DailyPlay], today: int, shut: Container[int] = frozenset()) -> Streak:
    """Return a person's streak from their plays that count; see `streak`."""
    solved = {play.number for play in plays if play.points is not None}
    given_up = {play.number for play in plays if play.given_up_at is not None}
    return streak(solved, today, given_up, shut)


def gaps(plays: Sequence[DailyPlay], today: int) -> list[int]:
    """Return the unsolved editions between a person's first solved one and today's."""
    solved = {play.number for play in plays if play.points is not None}
    return [number for number in range(min(solved, default=today), today) if number not in solved]


def streak(
    solved: Iterable[int],
    today: int,
    given_up: Iterable[int] = (),
    shut: Container[int] = frozenset(),
) -> Streak:
    """Return the streak of somebody who solved these editions while they counted.

    `today` is the oldest edition that is open to them: neither it nor a later one is missed yet,
    unless it is given up. Editions in `shut` were not open to them, and are not missed either.
    """

    def missed_between(last: int, number: int) -> int:
        return sum(day not in shut for day in range(last + 1, number))

    solved = set(solved)
    done = today in solved
    lost = set(given_up) - solved
    while today in lost:
        today, done = today + 1, True
    run = longest = freezes = 0
    last: int | None = None
    for number in sorted(solved):
        missed = 0 if last is None else missed_between(last, min(number, today))
        if missed > freezes:
            run, freezes = 0, 0
        else:
            freezes -= missed
        run += 1
        if run % EARNED_EVERY == 0:
            freezes = min(freezes + 1, MOST_FREEZES)
        longest, last = max(longest, run), number
    if last is None:
        return Streak(0, 0, 0, done=done)
    missed = missed_between(last, today)
    if missed > freezes:
        return Streak(0, longest, 0, done=done)
    return Streak(run, longest, freezes - missed, done)

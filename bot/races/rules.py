"""The rules of races as pure functions: how far players are, who is done, places, points, turns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.puzzles import (
    GAMES,
    Progress,
    Terms,
    Verdict,
    best_of,
    game_of,
    reaches_par,
    share_of_par,
)
from bot.store.schema import Race, RaceMode, RaceMove, RacePlay, RacePlayer, RaceRound
from solvers.daily import Puzzle

MODES: dict[RaceMode, str] = {
    "first": "first to solve",
    "best": "best in time",
    "together": "together",
}
LOBBY = timedelta(seconds=60)
"""How long people may join."""
ANSWER = timedelta(minutes=5)
"""How long a challenge waits for its answer."""
COUNTDOWN = timedelta(seconds=5)
"""Time between the end of the lobby and the first look."""
GRACE = timedelta(seconds=3)
"""How long a round's end waits for tries sent in time: as long as Discord waits for us."""
BETWEEN = timedelta(minutes=5)
"""How long a race waits for somebody to press Next round."""
TURN = timedelta(seconds=20)
"""How long people who play together wait for somebody else to add a word."""
SEALED_ROUNDS = 3
"""How many times its length a round is open under a sealed clock."""
COUNTS_AFTER = timedelta(seconds=10)
"""A round that is called off counts as it stands if it ran this long, or somebody solved it."""
POINTS = {1: 3, 2: 2, 3: 1}
"""Points for a place in a round, except in duels."""
LONGEST_MS = 2**31 - 1


def terms_of(race: Race, drawn: RaceRound) -> Terms:
    """Return the terms of a round, as far as they are stored."""
    puzzle = Puzzle.of(drawn.content)
    rules = {
        "mode": race.mode,
        "round": drawn.number,
        "rounds": race.rounds,
        "duel": race.duel,
        "seconds": race.seconds,
        "clock": "from each player's first look" if race.sealed else "from the start",
        "solved from": puzzle.goal,
        "words": race.tier,
    }
    about = f"race {race.id}, round {drawn.number}"
    return Terms(about, puzzle.game, puzzle.given, best_of(puzzle), rules)


def whole_second(at: datetime) -> datetime:
    """Return the next whole second: Discord shows no others."""
    return datetime.fromtimestamp(math.ceil(at.timestamp()), at.tzinfo)


def milliseconds(since: datetime, at: datetime) -> int:
    """Return the milliseconds from one moment to another, 0 if that is earlier.

    >>> from datetime import UTC
    >>> start = datetime(2026, 5, 4, tzinfo=UTC)
    >>> milliseconds(start, start + timedelta(seconds=1.5))
    1500
    """
    return min(max(0, (at - since) // timedelta(milliseconds=1)), LONGEST_MS)


def share_of(puzzle: Puzzle, words: Sequence[str], result: int | None) -> int:
    """Return how far a player is, in per cent; `words` are their own, without the start."""
    if result is not None:
        return share_of_par(puzzle, result) if result else 0
    return game_of(puzzle).share_so_far(puzzle, words)


def is_better(puzzle: Puzzle, result: int | None, than: int | None) -> bool:
    """Return whether a result beats another."""
    if result is None or than is None:
        return result is not None
    return game_of(puzzle).is_better(result, than)


def after_try(
    mode: RaceMode, puzzle: Puzzle, play: RacePlay, verdict: Verdict, ms: int
) -> RacePlay:
    """Return a play after a try, `ms` milliseconds after its start."""
    done = play.done or is_done(mode, puzzle, verdict)
    after = replace(play, progress=verdict.progress, tries=play.tries + 1, done=done)
    share = share_of(puzzle, verdict.progress.words, verdict.result)
    if is_better(puzzle, verdict.result, play.result) and share:
        result, best = verdict.result, verdict.words
        after = replace(after, result=result, best=best, share=share, reached_ms=ms)
    elif play.result is None and share > play.share:
        after = replace(after, share=share, reached_ms=ms)
    if verdict.solved and play.solved_ms is None:
        after = replace(after, solved_ms=ms)
    return after


def is_done(mode: RaceMode, puzzle: Puzzle, verdict: Verdict) -> bool:
    """Return whether a player can gain nothing more after a try."""
    if not verdict.solved or verdict.result is None:
        return False
    best = not game_of(puzzle).grows and reaches_par(puzzle, verdict.result)
    return mode != "best" or best


def ends_of(race: Race, play: RacePlay | None, at: datetime) -> datetime | None:
    """Return when a round no longer has to wait for a play, if that is known at moment `at`."""
    if play is None or play.done:
        return at
    if race.sealed and play.started_at is not None:
        return play.started_at + timedelta(seconds=race.seconds) + GRACE
    return None


def order_key(mode: RaceMode, game: str, play: RacePlay) -> tuple[int, ...] | None:
    """Return the key that orders places, the smallest first; None if nothing was achieved.

    *first to solve*: by time. *best in time*: by result, and between equals by who had it first;
    then players without a result, by how far they came.
    """
    reached = play.reached_ms or 0
    if mode == "first":
        return None if play.solved_ms is None else (0, play.solved_ms)
    if play.result:
        return 0, -GAMES[game].score(play.result), reached
    return (1, -play.share, reached) if play.share else None


def counts(current: RaceRound | None, plays: Iterable[RacePlay], at: datetime) -> bool:
    """Return whether a round counts if it is called off, so that nobody can undo a loss."""
    if current is None or current.starts_at is None:
        return False
    solved = any(play.solved_ms is not None for play in plays)
    return solved or at - current.starts_at >= COUNTS_AFTER


def fared(race: Race, plays: Iterable[RacePlay], play: RacePlay) -> bool | None:
    """Return whether a player solved the puzzle; None if the round says nothing about that.

    That is so for players who tried nothing, or were still playing when their duel was won.
    """
    if play.solved_ms is not None:
        return True
    won = race.duel and race.mode == "first" and any(one.solved_ms is not None for one in plays)
    return None if not play.tries or (won and not play.done) else False


def places(keys: Mapping[int, tuple[int, ...] | None]) -> dict[int, int]:
    """Return the places of players who have a key; equals share a place and skip the next.

    >>> places({1: (0, 5), 2: (0, 9), 3: (0, 5), 4: None, 5: (1, 1)})
    {1: 1, 3: 1, 2: 3, 5: 4}
    """
    ranked = sorted(((key, one) for one, key in keys.items() if key is not None))
    found: dict[int, int] = {}
    for number, (key, one) in enumerate(ranked, 1):
        before = ranked[number - 2] if number > 1 else None
        found[one] = found[before[1]] if before and before[0] == key else number
    return found


def points_of_places(race: Race, found: Mapping[int, int]) -> dict[int, int]:
    """Return the points of a round by player with a place; in a duel one point for its winner.

    >>> [POINTS.get(place, 0) for place in (1, 2, 3, 4)]
    [3, 2, 1, 0]
    """
    if not race.duel:
        return {one: POINTS.get(place, 0) for one, place in found.items()}
    first = [one for one, place in found.items() if place == 1]
    return {first[0]: 1} if len(first) == 1 else {}


def is_decided(race: Race, points: Iterable[int]) -> bool:
    """Return whether this round ends a race: the last, or more than half of a duel is won."""
    return race.round >= race.rounds or (race.duel and 2 * max(points, default=0) > race.rounds)


def lobby_end(created_at: datetime, *, duel: bool) -> datetime:
    """Return when a race starts, or a challenge is over, if nobody presses anything."""
    return whole_second(created_at + (ANSWER if duel else LOBBY))


def may_move(moves: Sequence[RaceMove], player: RacePlayer, playing: int, at: datetime) -> bool:
    """Return whether it may be a player's turn when `playing` people play together.

    Nobody adds two words in a row, unless they are alone or the others let their turn pass.
    """
    last = next((move for move in reversed(moves) if move.right), None)
    return playing < 2 or last is None or last.player_id != player.id or at - last.at >= TURN


def first_new(puzzle: Puzzle, words: Sequence[str], progress: Progress) -> tuple[str, ...]:
    """Return the one typed word that counts for a turn: the first that is new."""
    there = {*puzzle.given, *progress.words}
    return tuple([word for word in words if word not in there][:1] or words[:1])

"""A contest's life: when its state changes, and who may send in a snake at which moment.

Only the times of interactions count; the local clock only decides when the state is updated.
Intervals are half-open: a snake sent at the closing instant is late. All ends are whole seconds,
since Discord shows nothing finer.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from datetime import datetime, timedelta
from typing import get_args

from bot.contests.options import MOST_SUBMISSIONS
from bot.contests.times import next_second
from bot.errors import Refused
from bot.puzzles import GAMES
from bot.store.privacy import tombstone_of
from bot.store.schema import Contest, Entrant, State
from solvers import wordsnake
from solvers.text import many
from solvers.wordsnake import Placed, Scored

REVEAL_AFTER = timedelta(seconds=15)
"""How long results wait after closing for snakes that were sent in time but arrive late."""

REMINDED_AFTER = timedelta(seconds=5)
"""How long after the opening requested reminders are sent, so that the contest is open by then."""

MOST_REVEALED = 10
"""How many places are revealed one by one after a freeze; lower ones show from the start."""

NEARLY_NONE = 20
"""With no limit set, players are warned this number of tries before MOST_SUBMISSIONS."""

DUE_NEXT: dict[State, State] = {"draft": "open", "open": "closed", "closed": "revealed"}
STATES: tuple[State, ...] = get_args(State)
CHANGEABLE: tuple[State, ...] = ("draft", "open")
UNFINISHED: tuple[State, ...] = ("draft", "open", "closed")
FINISHED: tuple[State, ...] = ("revealed", "cancelled")
PLAYED: tuple[State, ...] = ("open", "closed", "revealed")
"""Contests that have opened and were not cancelled."""


def due_after(contest: Contest, state: State) -> datetime | None:
    """Return when a contest that has entered this state leaves it; None: never."""
    if state == "draft":
        return contest.opens_at
    if contest.closes_at is None or state in FINISHED:
        return None
    return contest.closes_at + (REVEAL_AFTER if state == "closed" else timedelta())


def reminds_at(contest: Contest) -> datetime | None:
    """Return when people are pinged before the end, if the organiser chose that."""
    if contest.closes_at is None or contest.remind_minutes is None:
        return None
    return contest.closes_at - timedelta(minutes=contest.remind_minutes)


def deadline(contest: Contest, started_at: datetime | None) -> datetime | None:
    """Return from when on a snake is late, for a player who pressed Start at `started_at`."""
    if contest.sealed_minutes is None or contest.closes_at is None:
        return contest.closes_at
    if started_at is None:
        return None
    own = next_second(started_at + timedelta(minutes=contest.sealed_minutes))
    return min(contest.closes_at, own)


def check_running(contest: Contest, at: datetime) -> None:
    """Raise Refused unless the contest can be played at this moment."""
    if contest.state == "cancelled":
        raise Refused("cancelled", "This contest was cancelled, so it can’t be played.")
    if contest.confirmed_at is None or contest.opens_at is None or at < contest.opens_at:
        raise Refused(
            "not open yet", "This contest isn’t open yet. Come back when it is!", contest.opens_at
        )
    if contest.closes_at is None or at >= contest.closes_at:
        raise Refused(
            "over", "This contest is over. You can still practise it with /contests practice."
        )
    if contest.state == "revealed" or contest.revealing is not None:
        raise Refused(
            "over", "This contest is over. You can still practise it with /contests practice."
        )


def refuse_returning(contest: Contest, user_id: int, tombstones: Container[str]) -> None:
    """Raise Refused for a person who had entered the contest and was forgotten since."""
    if contest.salt is not None and tombstone_of(contest.salt, user_id) in tombstones:
        raise Refused(
            "left",
            "You were in this contest when you asked to be forgotten, so you can’t enter it again. "
            "The next one is open to you.",
        )


def check_submission(contest: Contest, entrant: Entrant | None, at: datetime) -> None:
    """Raise Refused unless a snake sent at this moment counts."""
    check_running(contest, at)
    if contest.is_sealed:
        _check_start(contest, entrant, at)
    if entrant is None:
        return
    if entrant.disqualified_at is not None:
        raise Refused(
            "disqualified", "You’re disqualified from this contest. Ask its organisers why."
        )
    if contest.most_tries is None and entrant.tries >= MOST_SUBMISSIONS:
        raise Refused(
            "no tries left",
            f"You’ve tried {MOST_SUBMISSIONS:,} times, and I can’t keep more. "
            "Your best one counts.",
        )
    if contest.most_tries is not None and entrant.tries >= contest.most_tries:
        used = "your only try" if contest.most_tries == 1 else f"all {contest.most_tries} tries"
        raise Refused("no tries left", f"You’ve used {used}. Your best one counts.")
    if contest.cooldown_seconds and entrant.last_at is not None:
        again = entrant.last_at + timedelta(seconds=contest.cooldown_seconds)
        if at < again:
            left = -(-(again - at) // timedelta(seconds=1))
            raise Refused(
                "cooling down", f"Almost! You can try again in {many(left, 'second')}.", again
            )


def _check_start(contest: Contest, entrant: Entrant | None, at: datetime) -> None:
    if entrant is None or entrant.started_at is None or at < entrant.started_at:
        have = "" if contest.sealed_minutes is None else f" and have {_minutes(contest)}"
        raise Refused("not started", f"Press Start first. You’ll see what to play{have}.")
    end = deadline(contest, entrant.started_at)
    if end is None or at >= end:
        raise Refused(
            "time is up", f"Time’s up: you had {_minutes(contest)}. What you sent in before counts."
        )


def _minutes(contest: Contest) -> str:
    return many(contest.sealed_minutes or 0, "minute")


def reached_ms(contest: Contest, started_at: datetime | None, at: datetime) -> int:
    """Return the milliseconds since the opening or, in a sealed contest, the player's own start."""
    begin = started_at if contest.is_sealed else contest.opens_at
    return 0 if begin is None else (at - begin) // timedelta(milliseconds=1)


def tries_left(contest: Contest, tries: int) -> int | None:
    """Return how many tries are left; None: no limit was set, and MOST_TRIES is far off."""
    left = max(0, (contest.most_tries or MOST_SUBMISSIONS) - tries)
    return None if contest.most_tries is None and left > NEARLY_NONE else left


def score(
    contest: Contest, words: tuple[str, ...], positions: tuple[int, ...] | None = None
) -> Scored:
    """Score a snake of the contest's words under its rule; raises BadInput."""
    return wordsnake.score(wordsnake.ScoreRequest(words, positions, contest.rule, contest.words))


def is_pointless(contest: Contest) -> bool:
    """Whether a list's words never overlap, so that every snake is equally good."""
    return contest.par == 0 and contest.proven and GAMES[contest.game].arranges


def par_order(order: Iterable[Placed]) -> tuple[tuple[str, int], ...]:
    """Return each word of a snake with its position, as a contest's `par_order` stores them."""
    return tuple((placed.word, placed.position) for placed in order)


def par_snake(contest: Contest) -> Scored | None:
    """Return the snake that scores par, once par is known; None in another game."""
    if contest.par_order is None or not GAMES[contest.game].arranges:
        return None
    words = tuple(word for word, _ in contest.par_order)
    # Only under containment can a word be at another position than its order implies.
    positions = tuple(position for _, position in contest.par_order)
    return score(contest, words, positions if contest.rule == "containment" else None)

"""Texts about an edition: its name, its task, its words, and a player's result."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from bot.dailies import FULL, DailyPlay, DailyStanding, DailyState, Edition, Shared
from bot.durations import clock
from bot.play import Taken, hints_of
from bot.puzzles import Progress, shape
from bot.ui.games.faces import FACES, face_of
from bot.ui.layout import relative
from solvers.daily import Puzzle, difficulty_name
from solvers.text import ordinal

SHORTEST_MS = 1000
"""Shorter times are not shown."""
LEAST_STREAK = 2
"""Shorter streaks are not shown."""
ARCHIVED = "Just for fun: no streak, no leaderboard."
ELSEWHERE = " Hints and answers you see here count in servers where it’s still open."


def title(game: str, number: int) -> str:
    """Return "🪜 Daily ladder #324"."""
    return f"{FACES[game].icon} Daily {game} #{number}"


def on_day(day: date) -> str:
    """Return "Friday, 20 Nov 2026"; the longest such text, and a little more, fits a phone."""
    return f"{day:%A}, {day.day} {day:%b %Y}"


def archived(state: DailyState) -> str:
    """Say that a play from the archive does not count, or where it counts."""
    late = "" if state.late is None else f"This puzzle closed {relative(state.late)}. "
    return late + ARCHIVED + (ELSEWHERE if state.elsewhere else "")


def about(edition: Edition) -> str:
    """Return an edition's day and how hard it is."""
    return f"{on_day(edition.day)} · {difficulty_name(edition.puzzle.difficulty)}"


def heading(edition: Edition) -> str:
    """Return the heading of an edition, with its day and how hard it is below."""
    return f"## {title(edition.puzzle.game, edition.number)}\n-# {about(edition)}"


def best_of(puzzle: Puzzle, play: DailyPlay) -> str | None:
    """Return what a player's best is worth, and how long it took; None without a best."""
    if play.points is None or play.best_result is None:
        return None
    face = face_of(puzzle)
    best = f"all {face.unit}s" if face.game.only_par else face.amount(play.best_result)
    said = [f"Your best: **{best}**"]
    said.append(worth_of(play.points))
    if play.at_par:
        said.append("⭐ perfect")
    if play.best_ms is not None:
        said.append(lasted(play.best_ms))
    return " · ".join(said)


def worth_of(points: int) -> str:
    """Say how many points something is worth, out of 100 unless there are more.

    >>> worth_of(80), worth_of(105)
    ('worth **80** of 100', 'worth **105 points**')
    """
    return f"worth **{points}** of 100" if points <= FULL else f"worth **{points} points**"


def lasted(milliseconds: int) -> str:
    """Say how long somebody took.

    >>> lasted(7000), lasted(300)
    ('in 0:07', 'in a blink')
    """
    return f"in {clock(milliseconds)}" if milliseconds >= SHORTEST_MS else "in a blink"


def story_caption(shared: Shared, standing: DailyStanding | None) -> str:
    """Return the caption of a result's picture: how good it is, its time and its place."""
    puzzle, play = shared.edition.puzzle, shared.play
    said = [face_of(puzzle).amount(play.best_result or 0)]
    if play.best_ms is not None:
        said.append(lasted(play.best_ms))
    if standing is not None and standing.place is not None and standing.ranked > 1:
        said.append(f"{ordinal(standing.place)} of {standing.ranked:,}")
    return " · ".join(said)


def share_line(shared: Shared) -> str:
    """Return the line above a shared result: "Ladder #324 4/4 ⭐ 2:31 🔥12".

    A play from the archive shows no streak. Hints taken after the best do not count.
    """
    edition, play, streak = shared.edition, shared.play, shared.streak
    puzzle, hints = edition.puzzle, hints_until_best(play)
    line = [f"{puzzle.game.capitalize()} #{edition.number}"]
    line += _outcome(shared)
    if hints:
        line.append(f"💡{len(hints)}")
    if streak is not None and streak.current >= LEAST_STREAK and play.live:
        line.append(f"🔥{streak.current}")
    if not play.live:
        line.append("🗄️")
    return " ".join(line)


def share(shared: Shared) -> str:
    """Return the text that shares a finished play: a line, and below it a row for each word."""
    play = shared.play
    best = Progress.of(play.progress if play.best is None else play.best[:2])
    hints = hints_of(hints_until_best(play))
    rows = shape(shared.edition.puzzle, best, hints, shared.results)
    return f"{share_line(shared)}\n{rows}"


def hints_until_best(play: DailyPlay) -> tuple[Taken, ...]:
    """Return the hints taken before the best, or all hints without a best."""
    if play.best is None:
        return play.hints
    return tuple(hint for hint in play.hints if hint[2] <= play.best[-1])


def _outcome(shared: Shared) -> Iterator[str]:
    puzzle, play = shared.edition.puzzle, shared.play
    if play.points is None or play.best_result is None:
        return
    if not face_of(puzzle).game.only_par:
        yield f"{play.best_result}/{puzzle.par}"
    if play.at_par:
        yield "⭐"
    if play.best_ms is not None and play.best_ms >= SHORTEST_MS:
        yield clock(play.best_ms)

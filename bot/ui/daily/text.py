"""Texts about an edition: its name, its task, its words, and somebody's result."""

from __future__ import annotations

from datetime import date

from bot.dailies import (
    FACES,
    FULL,
    SHORTEST_MS,
    DailyPlay,
    Edition,
    Game,
    format_clock,
)
from bot.ui.puzzles import amount
from solvers.daily import Puzzle, difficulty_name


def title(game: Game, number: int) -> str:
    """Return "🪜 Daily ladder #324"."""
    return f"{FACES[game]} Daily {game} #{number}"


def on_day(day: date) -> str:
    """Return "Friday, 20 Nov 2026"; its longest fits a phone, with a little more."""
    return f"{day:%A}, {day.day} {day:%b %Y}"


def about(edition: Edition) -> str:
    """Return an edition's day and how hard it is."""
    return f"{on_day(edition.day)} · {difficulty_name(edition.puzzle.difficulty)}"


def heading(edition: Edition) -> str:
    """Return the heading of an edition, with its day and how hard it is below."""
    return f"## {title(edition.puzzle.game, edition.number)}\n-# {about(edition)}"


def teaser(puzzle: Puzzle) -> str:
    """Say what kind of puzzle it is, and nothing that lets anybody begin before they press Play."""
    best = f"**{amount(puzzle.game, puzzle.par)}**"
    match puzzle.game:
        case "ladder":
            return (
                f"Climb from one word to another, one letter at a time. The shortest way takes "
                f"{best}."
            )
        case "snake":
            count = len(puzzle.given)
            return (
                f"Put {count} words in a row so that neighbours overlap. The best possible: {best}."
            )
        case "anigram":
            return f"Find {puzzle.par} words. Each uses every letter of the last, plus one new one."
        case "truncate":
            return (
                f"Grow a word at its front or its end, one letter at a time. With words people "
                f"know, the best line has {best}."
            )


def best_of(puzzle: Puzzle, play: DailyPlay) -> str | None:
    """Return what somebody's best is worth, and their first finish; None without either."""
    if play.points is None or play.best_result is None:
        return None
    said = [f"Your best: **{amount(puzzle.game, play.best_result)}**"]
    if puzzle.game == "anigram":
        said = ["Your best: **all stages**"]
    said.append(worth_of(play.points))
    if play.at_par:
        said.append("⭐ perfect")
    if play.first_ms is not None:
        said.append(f"solved {lasted(play.first_ms)}")
    return " · ".join(said)


def worth_of(points: int) -> str:
    """Return what something is worth, of 100 unless it is more.

    >>> worth_of(80), worth_of(105)
    ('worth **80** of 100', 'worth **105 points**')
    """
    return f"worth **{points}** of 100" if points <= FULL else f"worth **{points} points**"


def lasted(milliseconds: int) -> str:
    """Say how long somebody took.

    >>> lasted(7000), lasted(300)
    ('in 0:07', 'in a blink')
    """
    return f"in {format_clock(milliseconds)}" if milliseconds >= SHORTEST_MS else "in a blink"

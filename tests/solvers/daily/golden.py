"""Editions as plain text, one per line: all from the first on, and two years of today’s games.

python -m tests.solvers.daily.golden > tests/golden/dailies.txt
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from solvers.daily import EditionRequest, make, rotations
from solvers.deadline import Deadline
from solvers.library import open_lexicon
from tests.paths import GOLDEN

PATH = GOLDEN / "dailies.txt"
NUMBERS = range(1, rotations()[-1].since + 731)
HEAD = (
    "# number date game level difficulty par goal ways given solution; "
    "made by tests/solvers/daily/golden.py"
)


class Line(NamedTuple):
    """A line of the file, with everything that matters about an edition."""

    number: int
    day: str
    game: str
    level: int
    difficulty: float
    par: int
    goal: int
    ways: int
    given: tuple
    solution: tuple


def parse(text):
    number, day, game, level, difficulty, *figures, given, solution = text.split()
    par, goal, ways = map(int, figures)
    words = (tuple(given.split(",")), tuple(solution.split(",")))
    return Line(int(number), day, game, int(level), float(difficulty), par, goal, ways, *words)


def line(edition):
    puzzle = edition.puzzle
    about = (edition.number, edition.day, puzzle.game, puzzle.level, f"{puzzle.difficulty:.2f}")
    figures = (puzzle.par, puzzle.goal, puzzle.ways)
    return " ".join(map(str, (*about, *figures, *map(",".join, (puzzle.given, puzzle.solution)))))


def read():
    """Return the lines of the file by number."""
    lines = PATH.read_text("utf-8").splitlines()
    return {int(text.split()[0]): text for text in lines if not text.startswith("#")}


def main():
    lexicon = open_lexicon("full")
    sys.stdout.write(f"{HEAD}\n")
    for number in NUMBERS:
        edition = make(EditionRequest(number), lexicon, Deadline.never())
        sys.stdout.write(f"{line(edition)}\n")


if __name__ == "__main__":
    main()

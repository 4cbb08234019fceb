"""What a result in any game scores: one number, of which more is better, to be kept and compared.

A snake's score is its points, an anigram's its stages, a truncate's the words after its start. A
ladder with fewer steps scores more, and of two with as many the one with the commoner words.
"""

from __future__ import annotations

from solvers.daily import Game

STEP = 2**32
"""What a step of a ladder costs: more than all its words together, however rare they are."""
FULL_SHARE = 10_000


def score_of(game: Game, result: int, rareness: int = 0) -> int:
    """Return the score of a result, which is in the unit of par; `rareness` is a ladder's.

    >>> score_of("ladder", 3, 900) > score_of("ladder", 3, 901) > score_of("ladder", 4)
    True
    """
    if game == "ladder":
        return -(result * STEP + rareness)
    return result - 1 if game == "truncate" else result


def result_in(game: Game, score: int) -> int:
    """Return the result that has a score.

    >>> [result_in(game, score_of(game, 5, 12)) for game in ("ladder", "snake", "truncate")]
    [5, 5, 5]
    """
    if game == "ladder":
        return -score // STEP
    return score + 1 if game == "truncate" else score


def rareness_in(score: int) -> int:
    """Return the rareness in the score of a ladder.

    >>> rareness_in(score_of("ladder", 4, 12))
    12
    """
    return -score % STEP


def hundredths(game: Game, score: int, par: int) -> int:
    """Return hundredths of a per cent of par, rounded down: 100 % only where par is reached.

    A ladder of twice as many steps as par has 50 %; its words do not matter there.

    >>> hundredths("ladder", score_of("ladder", 5), score_of("ladder", 4))
    8000
    """
    if game == "ladder":
        return FULL_SHARE * (-par // STEP) // (-score // STEP)
    return FULL_SHARE if par <= 0 else FULL_SHARE * score // par

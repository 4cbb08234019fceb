"""The terms of a contest: fixed when it opens, and published with its results."""

from __future__ import annotations

from itertools import chain
from typing import Any

from bot.contests.answers import puzzle_of
from bot.contests.options import OPTIONS
from bot.puzzles import GAMES, Best, Terms
from bot.store.schema import Contest


def terms_of(contest: Contest) -> Terms:
    """Return the puzzle, best answer and rules of a contest whose best answer is known.

    Things that may change while it is open, or that only affect display, are left out: title, end
    and board.
    """
    return Terms(
        f"contest {contest.id}", contest.game, contest.words, _best(contest), _rules(contest)
    )


def _best(contest: Contest) -> Best:
    laid = contest.par_order or ()
    answer = tuple(word for word, _ in laid)
    if GAMES[contest.game].arranges:
        positions = tuple(position for _, position in laid)
        return Best(contest.par or 0, contest.proven, answer, positions=positions)
    rareness = GAMES[contest.game].rareness_in(contest.par or 0)
    return Best(puzzle_of(contest).par, contest.proven, answer, rareness)


def _rules(contest: Contest) -> dict[str, Any]:
    chosen = (option.terms(contest).items() for option in OPTIONS)
    return {
        **dict(chain.from_iterable(chosen)),
        "words": contest.tier,
        "word list": contest.lexicon,
        "words left out": list(contest.denied or ()),
    }

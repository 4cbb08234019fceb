"""What a contest is played by: fixed when it opens, and told when its results are out."""

from __future__ import annotations

from typing import Any

from bot.contests.answers import puzzle_of
from bot.puzzles import GAMES, Best, Terms
from bot.store.schema import Contest


def terms_of(contest: Contest) -> Terms:
    """Return the puzzle, its best and the rules of a contest whose best is known.

    Left out is what may change while it is open, and what only decides how it is shown: title, end
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
    role = contest.role_id
    return {
        "scoring": contest.rule if GAMES[contest.game].arranges else contest.game,
        "equal scores": contest.ties,
        "tries each": contest.most_tries or "any number",
        "seconds between tries": contest.cooldown_seconds,
        "clock": "from each player's start" if contest.is_sealed else "from the opening",
        "minutes each": contest.sealed_minutes or "no limit",
        "who may play": "everybody" if role is None else f"the role {role}",
        "days in the server": contest.days_here or 0,
        "words": contest.tier,
        "word list": contest.lexicon,
        "words left out": list(contest.denied or ()),
    }

"""A contest, its template, its board and a receipt, with the longest possible ids."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.contests import Answer, Board, BoardRow, ContestTemplate, Receipt, puzzle_of
from bot.contests.options import options_of
from bot.contests.terms import terms_of
from bot.puzzles import Opened, commit
from bot.puzzles.commitment import code_of
from bot.store.schema import Contest, Season, Submission
from bot.ui.contest.board_view import rows_a_page
from bot.ui.contest.play_view import present_tapping
from bot.ui.games.snake_face import BY_RULE
from bot.ui.play.card import Board as Shown
from bot.ui.tapping import laid
from solvers.wordsnake import ScoreRequest, score
from tests.bot.examples.puzzles import GIVEN

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
SHORT, BEST = GIVEN["snake"]
USER = 2**63 - 1


def contest(words=SHORT, order=None, **changes):
    order = order or words
    rule = changes.get("rule", "pairs")
    scored = score(ScoreRequest(order, None, rule))
    about = {"id": "abcdefghijkl", "title": "Spring", "state": "revealed", "rule": "pairs"}
    about |= {"guild_id": USER, "channel_id": USER, "parent_id": USER, "created_by": USER}
    about |= {"tier": "full", "lexicon": "x", "words": words, "sealed_minutes": None}
    about |= {"most_tries": None, "cooldown_seconds": 0, "board": "scores", "proven": True}
    times = {"created_at": NOW, "confirmed_at": NOW, "opens_at": NOW, "lasts_seconds": 3600}
    times |= {"closes_at": NOW + timedelta(hours=1), "due_at": None}
    best = {"par": scored.score, "bound": scored.score, "salt": None}
    best["par_order"] = tuple((placed.word, placed.position) for placed in scored.order)
    whole = Contest(**about, **times, **best)
    return replace(whole, **changes)


def tapping_page(turn, state):
    """Return a page for tapping words, with the snake so far in letters."""
    puzzle, order = puzzle_of(turn.contest), laid(turn.words, state.tapped)
    shown = Shown(BY_RULE[turn.contest.rule].playing(puzzle, order))
    return present_tapping(turn, state, shown)


def locked(shown, **changes):
    """Return a contest's commitment, with a fixed salt."""
    text = re.sub('(?<="salt":")[0-9a-f]+', "5a17" * 8, commit(terms_of(shown)).text)
    return replace(Opened(code_of(text), text, ()), **changes)


def template(**changes):
    options = options_of(replace(contest(), sealed_minutes=10, most_tries=3))
    about = {"id": "abcdefghijkl", "guild_id": USER, "channel_id": USER, "set_by": USER}
    about |= {"name": "Weekly", "words": "generate 20 hard", "exceptions": {}, "held": 2}
    about |= {"options": options | {"lasts_seconds": 3600}, "repeats": "every Tuesday at 20:00"}
    about |= {"time_zone": "Europe/London", "last_day": NOW.date(), "next_due_at": NOW}
    return ContestTemplate(**about | changes)


def season(**changes):
    about = {"id": "A1b2C3d4E5_-", "guild_id": 1, "channel_id": 1234, "parent_id": None}
    about |= {"template_id": None, "name": "Spring", "created_by": 11, "starts_at": NOW}
    about |= {"ends_at": NOW + timedelta(weeks=8), "due_at": NOW, "best": 6, "dropped": None}
    return Season(**about | {"role_id": 77, "held": None} | changes)


def tried(one, score, words):
    """Return a try at a contest."""
    about = {"at": NOW, "number": 1, "score": score, "words": words}
    return Submission(id=1, contest_id=one.id, entrant_id=1, **about)


def board_of(shown, count, page=0, *, open_=True):
    rows = tuple(
        BoardRow(n, USER - n, *((10**5, 99.99, 1000) if open_ else (None, None, None)), 10**9)
        for n in range(1, count + 1)
    )
    first = page * rows_a_page(shown)
    on_page = rows[first : first + rows_a_page(shown)]
    shows = "scores" if open_ else "places"
    return Board(shown, shows, count + 3, count, on_page, first, rows[-1] if rows else None)


def receipt(shown, **changes):
    answer = changes.get("answer")
    if answer is None:
        scored = score(ScoreRequest(shown.words, None, shown.rule))
        answer = Answer(shown.words, None, scored.score)
    whole = Receipt(
        shown, 999, answer, 99.99, False, 10**5, 99.99, 500, 500, 1, NOW, repeated=False
    )
    return replace(whole, **changes)

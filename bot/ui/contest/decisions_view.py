"""What an organiser decides about a contest: the question before, the answer after."""

from __future__ import annotations

from discord import ButtonStyle

from bot.contests import FINISHED, Board, Contest, Entrant
from bot.ui.contest.ids import DecideId
from bot.ui.contest.text import BOARDS, title, tries
from bot.ui.layout import Page, Tone, button, card, escape, on, relative, who
from solvers.text import many


def present_closing(board: Board) -> Page:
    """Ask whether a contest shall really be closed."""
    contest = board.contest
    if contest.state != "open" or contest.closes_at is None:
        return Page(
            card(Tone.HINT, [f"**{title(contest)}** is not open: nothing is to be closed."])
        )
    text = (
        f"Close **{title(contest)}** now? It would close {relative(contest.closes_at)}, "
        f"{on(contest.closes_at)}; {many(board.entered, 'entrant')} so far. The results follow."
    )
    yes = button("Close it now", DecideId("close", contest.id), style=ButtonStyle.danger)
    return Page(card(Tone.HINT, [text], [yes]))


def present_cancelling(board: Board) -> Page:
    """Ask whether a contest shall really be cancelled."""
    contest = board.contest
    if contest.state in FINISHED:
        over = "has been cancelled" if contest.state == "cancelled" else "is over"
        return Page(card(Tone.HINT, [f"**{title(contest)}** {over}: nothing is to be cancelled."]))
    text = (
        f"Cancel **{title(contest)}**? There will be no results, and that cannot be undone; "
        f"{many(board.entered, 'entrant')} so far."
    )
    yes = button("Cancel the contest", DecideId("cancel", contest.id), style=ButtonStyle.danger)
    return Page(card(Tone.HINT, [text], [yes]))


def present_closed(contest: Contest) -> Page:
    """Say that a contest is closed."""
    text = f"**{title(contest)}** is closed; its results come in a moment."
    return Page(card(Tone.ANSWER, [text]))


def present_cancelled(contest: Contest) -> Page:
    """Say that a contest is cancelled."""
    return Page(card(Tone.ANSWER, [f"**{title(contest)}** is cancelled."]))


def present_changed(contest: Contest) -> Page:
    """Say what a contest is like after it was changed."""
    assert contest.opens_at is not None
    assert contest.closes_at is not None
    opens, closes = contest.opens_at, contest.closes_at
    begins = f"opens {on(opens)} and " if contest.state == "draft" else ""
    text = (
        f"**{title(contest)}** is changed. It {begins}closes {on(closes)}, {relative(closes)}.\n"
        f"**Board** {BOARDS[contest.board].short}"
    )
    return Page(card(Tone.ANSWER, [text, "-# The announcement follows in a moment."]))


def present_disqualified(contest: Contest, user_id: int | None, reason: str) -> Page:
    """Say that somebody is off the board."""
    text = f"{_subject(user_id)} is disqualified from **{title(contest)}**: {escape(reason)}"
    back = "-# The audit keeps the reason; /contest reinstate puts them back."
    return Page(card(Tone.ANSWER, [text, back]))


def present_reinstated(contest: Contest, user_id: int | None, reason: str) -> Page:
    """Say that somebody is back on the board."""
    text = f"{_subject(user_id)} is back on the board of **{title(contest)}**: {escape(reason)}"
    return Page(card(Tone.ANSWER, [text]))


def name_forgotten(entrant: Entrant) -> str:
    """Name somebody forgotten by what the board shows of them."""
    if entrant.best_score is None:
        return f"entrant {entrant.id}, no snake"
    return f"entrant {entrant.id}, {many(entrant.best_score, 'point')} in {tries(entrant.tries)}"


def _subject(user_id: int | None) -> str:
    named = who(user_id)
    return named[0].upper() + named[1:]

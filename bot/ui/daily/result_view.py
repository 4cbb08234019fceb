"""The card of a puzzle that is over for its player: solved, with its result, or given up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from discord import ButtonStyle, ui

from bot.dailies import COST, DailyStanding, DailyState, Streak
from bot.puzzles import Progress, game_of, line_of, reaches_par
from bot.ui.daily.ids import DailyAction, EditionId, ShareId
from bot.ui.daily.text import archived, best_of, heading, lasted, title, worth_of
from bot.ui.games.faces import face_of
from bot.ui.layout import Attachment, Page, Tone, button, card, picture, relative
from bot.ui.play.ids import CardId, CardUndoId, Target
from bot.ui.play.mode import News
from solvers.daily import difficulty_name
from solvers.text import ordinal

PICTURE = "result.png"
HARD = 4
"""The lowest level that is called hard to players who gave up."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a result is shown with.

    closes    when the next edition opens; None for a play from the archive
    standing  how the result compares, if it counts
    streak    the player's streak, if the result counts
    drawn     the picture, if there is one
    board     whether this place has a board, as servers do
    """

    closes: datetime | None = None
    standing: DailyStanding | None = None
    streak: Streak | None = None
    drawn: bytes | None = None
    board: bool = True


def present_result(state: DailyState, result: Result, news: News | None = None) -> Page:
    """Return the card of a solved puzzle: the player's own picture, and how good it is."""
    puzzle, play = state.puzzle, state.play
    head = "# 🎉 Perfect!" if play.at_par else "# 🎉 Solved!"
    if state.late is not None:
        head = "# ⏰ Solved, but too late"
    hard = difficulty_name(puzzle.difficulty)
    told = [f"{head}\n-# {title(puzzle.game, state.edition.number)} · {hard}"]
    if news is not None and news.said:
        told.append(news.said)
    said = ["\n".join(filter(None, (_worth(state), " · ".join(_compared(state, result)))))]
    if result.closes is not None:
        said.append(f"-# Next puzzle {relative(result.closes)}")
    else:
        said.append(f"-# {archived(state)}")
    return _shown(state, result, told, said, _buttons(state, result))


def present_over(state: DailyState, result: Result, news: News | None = None) -> Page:
    """Return the card of a puzzle that was given up, with a solution."""
    puzzle, play = state.puzzle, state.play
    opens = f" The next one opens {relative(result.closes)}." if result.closes else ""
    told = [
        heading(state.edition),
        f"\n{best_of(puzzle, play) or f'No luck this time{_so_far(state)}.{opens}'}",
        face_of(puzzle).which_best(puzzle),
    ]
    if news is not None and news.said:
        told.insert(1, news.said)
    said = []
    if result.drawn is not None:  # as text for copying and screen readers
        said.append(" → ".join(shown_words(state)))
    if not state.live:
        said.append(f"-# {archived(state)}")
    return _shown(state, result, told, said, _buttons(state, result))


def shown_words(state: DailyState) -> tuple[str, ...]:
    """Return the words of the card: a solution after giving up, else the player's best."""
    if state.play.given_up_at is not None or state.play.best is None:
        return state.puzzle.solution
    words, misses, _ = state.play.best
    return line_of(state.puzzle, Progress(words, misses))


def _shown(
    state: DailyState,
    result: Result,
    told: list[str],
    said: list[str],
    buttons: list[ui.Button[ui.LayoutView]],
) -> Page:
    """Return a card with the picture in its middle, or the words if it could not be drawn."""
    puzzle, words = state.puzzle, shown_words(state)
    tone = Tone.ANSWER if state.play.points is not None else Tone.NOTE
    rows = [ui.ActionRow(*buttons)]
    if result.drawn is None:
        blocks = ["\n".join(told), face_of(puzzle).lines(puzzle, words, done=True), *said]
        return Page(card(tone, blocks, media=rows))
    file = Attachment(PICTURE, result.drawn)
    drawn = picture(file, face_of(puzzle).spoken(puzzle, words))
    shown = ("\n".join(told), drawn, "\n".join(said) or None)
    return Page(card(tone, shown, media=rows), (file,))


def _worth(state: DailyState) -> str:
    """Say what a player's best is, and what it is worth."""
    puzzle, play = state.puzzle, state.play
    best = play.best_result or 0
    face = face_of(puzzle)
    most = face.at_par(puzzle, best)
    if not reaches_par(puzzle, best):
        most = f"{face.best}: {puzzle.par:,}"
    worth = f"**{face.amount(best)}**, {most} · {worth_of(play.points or 0)}"
    costs = []
    if play.best is not None:
        _, misses, last = play.best
        hints = sum(COST[kind] for kind, _, at, *_ in play.hints if at <= last)
        costs = [f"hints −{hints}"] if hints else []
        if missed := face.game.miss * sum(misses):
            costs.append(f"wrong words −{missed}")
    return f"{worth} ({', '.join(costs)})" if costs else worth


def _compared(state: DailyState, result: Result) -> Iterator[str]:
    """Say how a player's best compares."""
    play, standing = state.play, result.standing
    if play.best_ms is not None:
        yield f"⏱️ {lasted(play.best_ms)}"
    if standing is not None and standing.place is not None and standing.ranked > 1:
        yield f"**{ordinal(standing.place)}** of {standing.ranked:,} here"
    if standing is not None and standing.better_than:
        yield f"better than **{standing.better_than}%** of {standing.others:,} players"
    if result.streak is not None and result.streak.current:
        yield f"🔥 streak **{result.streak.current:,}**"


def _so_far(state: DailyState) -> str:
    """Say something kind: which word was right, and how hard the puzzle was if it was hard."""
    found, puzzle = state.progress.words, state.puzzle
    reached = f", though “{found[-1]}” was right" if found and not game_of(puzzle).arranges else ""
    hard = difficulty_name(puzzle.difficulty).lower()
    return f"{reached} – this one was {hard}" if puzzle.level >= HARD else reached


def _buttons(state: DailyState, result: Result) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons for the three likeliest next steps, the likeliest first."""
    puzzle, play, number = state.puzzle, state.play, state.edition.number
    target = Target("daily", str(number))
    share = button("Share", ShareId("share", number), style=ButtonStyle.success)
    drawn = button("Share with picture", ShareId("picture", number))
    again = button("Try for better", CardUndoId(0, len(state.progress.words), target))
    words = button("Definitions", CardId("words", target))
    # In direct messages and in the archive no post of today offers the rules, and with them what
    # was locked in; there is no board, and hardly anybody to share a picture with.
    posted = result.board and state.live
    here: DailyAction = "board" if posted else "rules"
    about = button(here.capitalize(), EditionId(here, number))
    if play.given_up_at is not None:
        share.style = ButtonStyle.secondary
        return [words, about, share]
    if game_of(puzzle).grows:  # even beyond the best
        return [share, button("Keep growing", CardId("write", target)), again]
    if not reaches_par(puzzle, play.best_result or 0):
        return [share, again, drawn if posted else about]
    return [share, drawn if posted else words, about]

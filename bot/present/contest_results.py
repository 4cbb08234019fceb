"""The results post: the podium, everyone's best, and the best snake there is, with its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle, ui

from bot.contests import par_snake
from bot.present.contest_snake import WIDTH, show_snake
from bot.present.contest_text import closeness, medal, par_claim, share, title, took, who
from bot.present.layout import (
    TEXT_LIMIT,
    Attachment,
    Page,
    Tone,
    button,
    card,
    many,
    picture,
    shorten,
)
from bot.present.picture import MOST_LETTERS, Sketch
from bot.present.snake_text import spelled, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.contests import Board, BoardLine
    from bot.store.records import Contest
    from solvers.wordsnake import Scored

PICTURE = "par.png"
FILE = "par.txt"
PODIUM = 3
MOST_ON_PODIUM = 6
MOST_OTHERS = 12
"""Lines behind the podium; everybody else is a button away."""
WINNER_LETTERS = 300
"""A longer snake of the winner's is left to *Everyone's snakes*."""
SPOKEN = 500
"""Characters of the text for those who cannot see the picture."""
SPARE = 200
"""Characters of the message that its headings and last lines need."""


def present_results(board: Board, snakes: Mapping[int, Scored], drawn: bytes | None = None) -> Page:
    """Return the results post of a revealed contest.

    `snakes` are those of the `winners` by user id (`Reading.snakes`), `drawn` is the picture of
    `sketch_of_par`, if there is one.
    """
    contest = board.contest
    par = par_snake(contest)
    assert par is not None
    files: list[Attachment] = []
    media: list[ui.Item[ui.LayoutView]] = []
    spoken = _spoken(par) if drawn is not None else ""
    if drawn is not None:
        files.append(Attachment(PICTURE, drawn))
        media.append(picture(files[-1], spoken))
    claim = f"{contest.title}: par {contest.par}, {'proven' if contest.proven else 'best found'}"
    best = show_snake(par, claim, FILE, brief=True)
    podium = _podium(board, snakes)
    end = f"### The best snake\n{par_claim(contest)}\n{best.text}"
    room = TEXT_LIMIT - SPARE - len(spoken) - len(podium) - len(end)
    blocks = [f"## {title(contest)}: the results", podium, _others(board, room), end]
    buttons = [
        button("My review", f"contest:review:{contest.id}", style=ButtonStyle.primary),
        button("Practice", f"contest:practice:{contest.id}"),
        button("Everyone's snakes", f"contest:board:{contest.id}"),
    ]
    return Page(card(Tone.ANSWER, blocks, buttons, [*media, *best.media]), (*files, *best.files))


def winners(board: Board) -> list[int]:
    """Return whose snakes the results show: the first's, unless they are nobody by now."""
    return [line.user_id for line in board.lines[:1] if line.user_id is not None]


def sketch_of_par(contest: Contest) -> Sketch | None:
    """Return what to draw of a contest's best snake; None where nobody could read it."""
    par = par_snake(contest)
    if par is None or len(par.snake) > MOST_LETTERS:
        return None
    sure = "proven best" if contest.proven else f"best found, at most {contest.bound:,}"
    words = many(len(contest.words), "word")
    return Sketch(par, f"{words} · {many(par.score, 'point')} · {sure}")


def _podium(board: Board, snakes: Mapping[int, Scored]) -> str:
    lines = _first(board)
    if not lines:
        return "Nobody sent in a snake."
    told = [
        f"{medal(line.place)} {who(line.user_id)} **{many(line.score or 0, 'point')}** · "
        f"{share(line.percent or 0)} · {took(line.reached_ms)}"
        for line in lines
    ]
    winner = lines[0]
    snake = snakes.get(winner.user_id or 0)
    if snake is not None and len(snake.snake) <= WINNER_LETTERS:
        told.insert(1, f"```\n{wrapped(spelled(snake), WIDTH)}\n```")
    told.append(f"The winning snake {closeness(board.contest, winner.score or 0)}")
    return "\n".join(told)


def _first(board: Board) -> Sequence[BoardLine]:
    return [line for line in board.lines if line.place <= PODIUM][:MOST_ON_PODIUM]


def _others(board: Board, room: int) -> str | None:
    """List everybody behind the podium, as far as there is room."""
    lines = board.lines[len(_first(board)) :]
    told: list[str] = []
    for number, line in enumerate(lines):
        percent = f"{line.percent or 0:g} %"
        facts = f"**{line.score or 0:,}** · {percent} · {took(line.reached_ms)}"
        text = f"{medal(line.place)} {who(line.user_id)} {facts}"
        room -= len(text) + 1
        if room < 0 or number == MOST_OTHERS:
            told.append(f"and {len(lines) - number:,} more under *Everyone's snakes*")
            break
        told.append(text)
    silent = board.entered - len(board.lines)
    if silent:
        told.append(f"-# {many(silent, 'entrant')} without a snake that counts")
    return "\n".join(told) or None


def _spoken(par: Scored) -> str:
    words = ", ".join(placed.word for placed in par.order)
    return shorten(f"A coiled snake that spells {par.snake}. Its words: {words}.", SPOKEN)

"""The board of a contest, as much of it as one may see: a page of places, and one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.contest_text import medal, title, took, who
from bot.present.layout import Page, Tone, button, card, many, shorten
from bot.present.moments import relative
from bot.present.snake_text import spelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discord import ui

    from bot.contests import Board, BoardLine
    from solvers.wordsnake import Scored

LINES = 20
LINES_WITH_SNAKES = 8
LETTERS = 160
"""Of a snake on the board; the rest of a longer one is left out."""


def present_board(
    board: Board, viewer: int, page: int = 0, snakes: Mapping[int, Scored] | None = None
) -> Page:
    """Return a page of the board, from 0; once revealed, with snakes by user id."""
    size = LINES if snakes is None else LINES_WITH_SNAKES
    last = _last(board, size)
    page = min(page, last)
    shown = _lines_on(board, page, size)
    told = "\n".join(_line(line, snakes or {}) for line in shown) or _empty(board)
    own = next((line for line in board.lines if line.user_id == viewer), None)
    blocks = [
        f"## {title(board.contest)}: the board",
        told,
        f"**You**\n{_line(own, snakes or {})}" if own and own not in shown else None,
        f"-# {' · '.join(_facts(board))}",
    ]
    return Page(card(Tone.NOTE, blocks, _buttons(board, page, last)))


def users_on(board: Board, page: int) -> list[int]:
    """Return whose snakes a page of a revealed board shows."""
    lines = _lines_on(board, page, LINES_WITH_SNAKES)
    return [line.user_id for line in lines if line.user_id is not None]


def _lines_on(board: Board, page: int, size: int) -> Sequence[BoardLine]:
    page = min(page, _last(board, size))
    return board.lines[page * size : (page + 1) * size]


def _last(board: Board, size: int) -> int:
    return max(0, (len(board.lines) - 1) // size)


def _line(line: BoardLine, snakes: Mapping[int, Scored]) -> str:
    said = [f"{medal(line.place)} {who(line.user_id)}"]
    if line.score is not None:
        said[0] += f" **{line.score:,}**"
        said.append(f"{line.percent or 0:g} %")
    said.append(took(line.reached_ms))
    snake = snakes.get(line.user_id or 0)
    letters = "" if snake is None else f"\n`{shorten(spelled(snake), LETTERS)}`"
    return " · ".join(said) + letters


def _empty(board: Board) -> str:
    if board.shows == "hidden":
        return "The board is hidden until the end."
    return "Nobody has sent in a snake so far."


def _facts(board: Board) -> Iterator[str]:
    yield f"{many(board.entered, 'entrant')}"
    if board.shows == "places":
        yield "scores are shown at the end"
    if board.contest.state == "open" and board.contest.closes_at is not None:
        yield f"the contest ends {relative(board.contest.closes_at)}"
    if board.lines and board.shows == "scores":
        yield "points, % of par, time to the best snake"


def _buttons(board: Board, page: int, last: int) -> list[ui.Button[ui.LayoutView]]:
    key = board.contest.id
    buttons = []
    if page > 0:
        buttons.append(button("Back", f"contest:page{page - 1}:{key}"))
    if page < last:
        buttons.append(button("Next", f"contest:page{page + 1}:{key}"))
    if board.contest.state == "open":
        buttons.append(button("Look again", f"contest:page{page}:{key}"))
    return buttons

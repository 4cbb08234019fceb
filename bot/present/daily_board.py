"""A server's board of daily puzzles: of a day, week, month, or all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle, ui

from bot.dailies import PERIODS, clock, day_of, game_of
from bot.present.contest_text import medal, who
from bot.present.daily_text import amount, daily_id, on_day, title
from bot.present.layout import Page, Tone, button, card

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.dailies import DailyBoard, Line

LINES = 20


def present_board(board: DailyBoard, number: int, viewer: int, page: int = 0) -> Page:
    """Return a page of a board, from 0; `number` is the edition that it was opened from."""
    last = max(0, (len(board.lines) - 1) // LINES)
    page = min(page, last)
    shown = board.lines[page * LINES : (page + 1) * LINES]
    own = next((line for line in board.lines if line.user_id == viewer), None)
    blocks = [
        f"## {_heading(board)}",
        "\n".join(_line(line, board) for line in shown) or "Nobody has solved one here so far.",
        f"**You**\n{_line(own, board)}" if own and own not in shown else None,
        f"-# {' · '.join(_facts(board))}",
    ]
    periods = [_period(board, period, number) for period in PERIODS]
    pages = []
    if page > 0:
        pages.append(button("Back", daily_id(f"to{board.period}{page - 1}", number)))
    if page < last:
        pages.append(button("Next", daily_id(f"to{board.period}{page + 1}", number)))
    rows = [ui.ActionRow(*row) for row in (periods, pages) if row]
    return Page(card(Tone.NOTE, blocks, media=rows))


def _period(board: DailyBoard, period: str, number: int) -> ui.Button[ui.LayoutView]:
    chosen = period == board.period
    style = ButtonStyle.primary if chosen else ButtonStyle.secondary
    return button(period.capitalize(), daily_id(f"{period}0", number), style=style)


def _heading(board: DailyBoard) -> str:
    match board.period:
        case "day":
            return f"{title(board.first)}: the board"
        case "week":
            return f"The week of {on_day(day_of(board.first)).partition(', ')[2]}"
        case "month":
            return f"{day_of(board.first):%B %Y}"
        case "all":
            return "All daily puzzles"


def _line(line: Line, board: DailyBoard) -> str:
    said = [f"{medal(line.place)} {who(line.user_id)} **{line.points:,}**"]
    if board.period == "day":
        if line.best_result is not None and game_of(board.first) != "anigram":
            said.append(amount(game_of(board.first), line.best_result))
        if line.at_par:
            said.append("⭐")
    else:
        said.append(f"{line.solved:,} solved")
        if line.at_par:
            said.append(f"{line.at_par:,} ⭐")
    said.append(clock(line.milliseconds))
    return " · ".join(said)


def _facts(board: DailyBoard) -> Iterator[str]:
    yield f"{len(board.lines):,} on this server's board"
    yield "points, ⭐ par without a hint, time to the first finish"
    if not board.open:
        yield "closed"

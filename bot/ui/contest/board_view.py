"""The board of a contest, as far as it may be seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from discord import ui

from bot.contests import Answer, Board, BoardRow, Contest
from bot.durations import short_length
from bot.pages import last_page
from bot.puzzles import GAMES
from bot.ui.contest.ids import BoardPageId, ContestId
from bot.ui.contest.text import (
    a_game,
    in_a_line,
    out_of_competition,
    title,
    whole,
    why_behind,
)
from bot.ui.games.faces import FACES
from bot.ui.layout import (
    Page,
    Tone,
    button,
    card,
    medal,
    on,
    relative,
    shorten,
    who,
)
from bot.ui.proof import LABEL
from solvers.text import many

ROWS_A_PAGE = 20
ROWS_WITH_SNAKES = 8
LETTERS = 160
"""Letters of an answer that the board shows; a longer one is cut."""


def rows_a_page(contest: Contest) -> int:
    """Return how many rows a page of a contest's board has."""
    return ROWS_WITH_SNAKES if contest.state == "revealed" else ROWS_A_PAGE


def present_board(board: Board, answers: Mapping[int, Answer] | None = None) -> Page:
    """Return a page of the board, `rows_a_page` long; `answers`, once revealed, are by user id."""
    size = rows_a_page(board.contest)
    page, last = board.first // size, last_page(board.ranked, size)
    lines = "\n".join(_row(row, board.contest, answers or {}) for row in board.rows) or _empty(
        board
    )
    own = board.own
    blocks = [
        f"## {title(board.contest)}: the board",
        lines,
        f"**You**\n{_row(own, board.contest, answers or {})}"
        if own and not own.insider and own not in board.rows
        else None,
        out_of_competition(board),
        f"-# {' · '.join(_facts(board))}",
    ]
    return Page(card(Tone.NOTE, blocks, _buttons(board, page, last)))


def users_on(board: Board) -> set[int]:
    """Return the users whose answers a page of a revealed board shows."""
    rows = board.rows if board.own is None else (*board.rows, board.own)
    return {row.user_id for row in rows if row.user_id is not None}


def _row(row: BoardRow, contest: Contest, answers: Mapping[int, Answer]) -> str:
    said = [f"{medal(row.place)} {who(row.user_id)}"]
    if row.score is not None:
        said[0] += f" **{GAMES[contest.game].result_in(row.score):,}**{why_behind(row)}"
    if row.percent is not None:
        said.append(whole(row.percent))
    said.append(short_length(row.reached_ms))
    answer = answers.get(row.user_id or 0)
    letters = "" if answer is None else f"\n`{shorten(in_a_line(contest, answer), LETTERS)}`"
    return " · ".join(said) + letters


def _empty(board: Board) -> str:
    if board.shows == "hidden":
        return "The board stays hidden until the end."
    if board.contest.state == "open":
        return f"No {board.contest.game}s yet – be the first!"
    return f"Nobody sent in {a_game(board.contest)}."


def _facts(board: Board) -> Iterator[str]:
    yield many(board.entered, "player")
    if board.shows == "places":
        yield "scores come at the end"
    if board.contest.state == "open" and board.contest.closes_at is not None:
        yield f"closes {relative(board.contest.closes_at)}"
    if board.rows and board.shows == "scores":
        share = "% of best, " if board.rows[0].percent is not None else ""
        unit = FACES[board.contest.game].unit
        yield f"{unit}s, {share}how long it took"
        if any(row.rarer for row in (*board.rows, board.own) if row):
            yield f"with as many {unit}s, commoner words are ahead"
    if board.contest.freezes_at is not None and board.contest.state in {"open", "closed"}:
        yield f"what comes after {on(board.contest.freezes_at)} shows at the end"


def _buttons(board: Board, page: int, last: int) -> list[ui.Button[ui.LayoutView]]:
    key = board.contest.id
    buttons = []
    if page > 0:
        buttons.append(button("Back", BoardPageId(key, page - 1)))
    if page < last:
        buttons.append(button("Next", BoardPageId(key, page + 1)))
    if board.contest.state == "open":
        buttons.append(button("Refresh", BoardPageId(key, page)))
    if board.contest.state == "revealed":
        buttons.append(button(LABEL, ContestId("proof", key)))
    return buttons

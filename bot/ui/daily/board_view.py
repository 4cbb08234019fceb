"""Boards of daily puzzles, somebody's stats, and the archive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.dailies import (
    BANDS,
    PERIODS,
    ArchivedEdition,
    DailyBoard,
    DailyPlay,
    LeaderboardRow,
    Period,
    Stats,
    Streak,
    day_of,
)
from bot.durations import clock
from bot.pages import last_page
from bot.ui.daily.ids import ArchiveId, BoardId, EditionId
from bot.ui.daily.text import on_day, title
from bot.ui.games.faces import FACES
from bot.ui.layout import Page, Tone, button, card, medal, who
from solvers.text import many

ROWS_A_PAGE = 20
BAR = 14
"""Characters of the longest bar; a line with its name and number fits a phone."""
NAMES = {
    "par": "perfect",
    "80+": "80 or more",
    "60+": "60 to 79",
    "below": "below 60",
    "unsolved": "unsolved",
}
A_PAGE = 7


def present_board(board: DailyBoard, number: int) -> Page:
    """Return a page of ROWS_A_PAGE of a board; `number`: the edition that it was opened from."""
    page, last = board.skip // ROWS_A_PAGE, last_page(board.ranked, ROWS_A_PAGE)
    own = board.own
    blocks = [
        f"## {_heading(board)}",
        "\n".join(_board_row(row, board) for row in board.rows)
        or "Nobody has solved one here yet.",
        f"**You**\n{_board_row(own, board)}" if own and own not in board.rows else None,
        f"-# {' · '.join(_facts(board))}" if board.ranked or not board.open else None,
    ]
    periods = [_period(board, period, number) for period in PERIODS]
    pages = []
    if page > 0:
        pages.append(button("Back", BoardId("page", board.period, page - 1, number)))
    if page < last:
        pages.append(button("Next", BoardId("page", board.period, page + 1, number)))
    rows = [ui.ActionRow(*row) for row in (periods, pages) if row]
    return Page(card(Tone.NOTE, blocks, media=rows))


def _period(board: DailyBoard, period: Period, number: int) -> ui.Button[ui.LayoutView]:
    chosen = period == board.period
    style = ButtonStyle.primary if chosen else ButtonStyle.secondary
    return button(period.capitalize(), BoardId("period", period, 0, number), style=style)


def _heading(board: DailyBoard) -> str:
    match board.period:
        case "day":
            return f"{title(board.game, board.first)}: the board"
        case "week":
            return f"The week of {on_day(day_of(board.first)).partition(', ')[2]}"
        case "month":
            return f"{day_of(board.first):%B %Y}"
        case "all":
            return "All daily puzzles"


def _board_row(row: LeaderboardRow, board: DailyBoard) -> str:
    said = [f"{medal(row.place)} {who(row.user_id)} **{row.points:,}**"]
    if board.period == "day":
        face = FACES[board.game]
        if row.best_result is not None and not face.game.only_par:
            said.append(face.amount(row.best_result))
        if row.at_par:
            said.append("⭐")
    else:
        said.append(f"{row.solved:,} solved")
        if row.at_par:
            said.append(f"{row.at_par:,} ⭐")
    said.append(clock(row.milliseconds))
    return " · ".join(said)


def _facts(board: DailyBoard) -> Iterator[str]:
    if board.ranked:
        yield many(board.ranked, "player")
        yield "points, ⭐ perfect: the best without hints, time to solve it"
    if not board.open:
        yield "final"


def present_stats(stats: Stats) -> Page:
    """Return somebody's stats."""
    if not stats.played:
        text = "Nothing here yet. Play today’s puzzle with `/daily play`!"
        return Page(card(Tone.NOTE, ["## Your daily puzzles", text]))
    games = " · ".join(f"{FACES[game].icon} {solved:,}" for game, solved in stats.games.items())
    blocks = [
        "## Your daily puzzles",
        f"**{stats.played:,}** played · **{stats.solved:,}** solved · **{stats.at_par:,}** perfect",
        _streak(stats.streak),
        "```\n" + "\n".join(_bars(stats)) + "\n```",
        f"Solved: {games}",
        "-# By points. Perfect: the best possible, without hints. The archive doesn’t count.",
    ]
    return Page(card(Tone.NOTE, blocks))


def _streak(streak: Streak) -> str:
    """Describe a streak, and what it takes to keep it."""
    said = [f"🔥 Streak **{streak.current:,}**", f"longest **{streak.longest:,}**"]
    said.append(f"🧊 {many(streak.freezes, 'freeze')}")
    todo = "" if streak.done or not streak.current else "\nSolve today’s puzzle to keep it going."
    return " · ".join(said) + todo


def _bars(stats: Stats) -> Iterator[str]:
    most = max(*stats.bands.values(), 1)
    width = max(map(len, NAMES.values()))
    for band in BANDS:
        count = stats.bands[band]
        bar = "█" * max(round(BAR * count / most), min(count, 1))
        yield f"{NAMES[band]:<{width}} {bar or '·'} {count:,}"


def present_archive(editions: Sequence[ArchivedEdition], skip: int, *, more: bool) -> Page:
    """Return closed editions after `skip` newer ones; `more`: there are older ones."""
    blocks: list[str | ui.Item[ui.LayoutView]] = ["## Older daily puzzles"]
    blocks += [_row(one) for one in editions]
    if not editions:
        blocks.append("None yet. Come back tomorrow!")
    else:
        blocks.append("-# Just for fun: no streak, no leaderboard.")
    buttons = []
    if skip:
        buttons.append(button("Newer", ArchiveId(max(0, skip - A_PAGE))))
    if more:
        buttons.append(button("Older", ArchiveId(skip + A_PAGE)))
    return Page(card(Tone.NOTE, blocks, buttons))


def _row(one: ArchivedEdition) -> ui.Section[Any]:
    said = [f"**{title(one.game, one.number)}**", on_day(one.day)]
    made = [_made(one, one.live, "on the day"), _made(one, one.archived, "later")]
    played = " · ".join(part for part in made if part) or "not played"
    text = f"{said[0]}\n-# {said[1]} · {played}"
    return ui.Section(text, accessory=button("Play", EditionId("play", one.number)))


def _made(one: ArchivedEdition, play: DailyPlay | None, when: str) -> str | None:
    if play is None:
        return None
    if play.points is not None and play.best_result is not None:
        face = FACES[one.game]
        result = "" if face.game.only_par else f"{face.amount(play.best_result)}, "
        return f"{result}{play.points} of 100 {when}"
    return f"given up {when}" if play.given_up_at else f"started {when}"

"""What a channel sees of a daily puzzle: the daily post, open and closed, and the solution."""

from __future__ import annotations

from datetime import datetime

from discord import ButtonStyle, ui

from bot.dailies import DailyBoard, Edition
from bot.ui.daily.ids import EditionId, RoleId
from bot.ui.daily.text import about, amount, lines_of, task, teaser, title
from bot.ui.layout import Page, Tone, and_more, button, card, medal, relative, who
from solvers.text import many

PODIUM = 3
MOST_ON_PODIUM = 6
TEST = 0
"""Stands in the ids of a test post's buttons: there is no such edition."""


def board_button_id(number: int) -> EditionId:
    """Return the id of the button by which an edition's own messages are known."""
    return EditionId("board", number)


def present_edition(
    edition: Edition, closes_at: datetime, role_id: int | None, *, closed: bool = False
) -> Page:
    """Return the daily post, open or closed; `role_id`: the role that it pings while it is open.

    The puzzle itself is shown once it is over: till then everybody's clock starts when they play.
    """
    number = edition.number
    if closed:
        state = "**Closed.** The solution is below; the board is final."
        blocks = [_head(edition), task(edition), lines_of(edition, (), done=False), state]
        play = button("Play for fun", EditionId("play", number))
        return Page(card(Tone.NOTE, blocks, [play, *_looks(number)]))
    state = f"Closes {relative(closes_at)}, when the next one opens{_ping(role_id)}"
    blocks = [_head(edition), teaser(edition), state]
    play = button("Play", EditionId("play", number), style=ButtonStyle.primary)
    return Page(card(Tone.ANSWER, blocks, [play, *_looks(number), *_role(number, role_id)]))


def present_test(edition: Edition, role_id: int | None) -> Page:
    """Return a post to try things out with, of a puzzle that is over; its role is available."""
    state = (
        f"**Just a test:** this is how a daily puzzle looks here. Nobody is pinged.{_ping(role_id)}"
    )
    buttons = [
        button("Play", EditionId("play", TEST), style=ButtonStyle.primary, disabled=True),
        button("Rules", EditionId("rules", TEST), disabled=True),
        button("Board", EditionId("board", TEST), disabled=True),
        *_role(TEST, role_id),
    ]
    return Page(card(Tone.HINT, [_head(edition), teaser(edition), state], buttons))


def present_solution(edition: Edition, board: DailyBoard) -> Page:
    """Return the reply with a best solution, hidden until it is pressed, and who came first."""
    words = edition.solution
    apart = " · " if edition.game == "anigram" else " → "
    best = f"||{apart.join(words)}||"
    if edition.game != "anigram":
        best = f"The best, **{amount(edition.game, edition.par)}**: {best}"
    if edition.ways > 1:
        best += f"\n-# One of {edition.ways:,} that are just as good."
    blocks = [f"### {title(edition.number)}: the solution", best, _podium(board)]
    return Page(card(Tone.NOTE, blocks, [button("Board", board_button_id(edition.number))]))


def thread_name(number: int) -> str:
    """Return what the thread under a daily post is called."""
    return title(number)


def _head(edition: Edition) -> str:
    return f"## {title(edition.number)}\n-# {about(edition)}"


def _ping(role_id: int | None) -> str:
    return "" if role_id is None else f" · <@&{role_id}>"


def _looks(number: int) -> list[ui.Button[ui.LayoutView]]:
    return [
        button("Rules", EditionId("rules", number)),
        button("Board", EditionId("board", number)),
    ]


def _role(number: int, role_id: int | None) -> list[ui.Button[ui.LayoutView]]:
    return [] if role_id is None else [button("🔔 Remind me (on/off)", RoleId(number))]


def _podium(board: DailyBoard) -> str:
    """Say who was first here, and how many more solved it."""
    first = [row for row in board.rows if row.place <= PODIUM][:MOST_ON_PODIUM]
    if not first:
        return "Nobody solved it here this time."
    lines = [
        f"{medal(row.place)} {who(row.user_id)} **{many(row.points, 'point')}**" for row in first
    ]
    rest = board.ranked - len(first)
    if rest:
        lines.append(f"-# {and_more(rest)} solved it")
    return "\n".join(lines)

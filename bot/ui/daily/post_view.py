"""What a channel sees of a daily puzzle: its post, open and closed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from discord import ButtonStyle, ui

from bot.dailies import (
    Bulletin,
    Edition,
    LeaderboardRow,
    LongestStreak,
    Podium,
    Recap,
)
from bot.ui.daily.ids import DailyRemindId, EditionId
from bot.ui.daily.text import heading, title
from bot.ui.games.faces import face_of
from bot.ui.layout import (
    Attachment,
    Block,
    Page,
    Tone,
    and_more,
    button,
    card,
    medal,
    picture,
    relative,
    who,
)
from bot.ui.proof import locked_in
from solvers.daily import Puzzle
from solvers.text import many

BELL = "🔔 Remind me"

PODIUM = 3
MOST_ON_PODIUM = 6
TEST = 0
"""The number in the ids of a test post's buttons; no edition has it."""


def board_button_id(number: int) -> EditionId:
    """Return the id of the button that identifies an edition's messages."""
    return EditionId("board", number)


def present_edition(
    edition: Edition,
    closes_at: datetime,
    shown: Bulletin,
    role_id: int | None = None,
    *,
    closed: bool = False,
    before: Edition | None = None,
    drawn: bytes | None = None,
    code: str | None = None,
) -> Page:
    """Return the daily post, open or closed; `role_id`: the role that it pings while it is open.

    The open post has no word of the puzzle, as each player's clock starts when they play; `drawn`
    is a picture of the puzzle's shape, `before` the edition of yesterday's podium, `code` the code
    that locks the puzzle in. The closed post has the puzzle, the answer and the winners.
    """
    number, puzzle, face = edition.number, edition.puzzle, face_of(edition.puzzle)
    if closed:
        blocks: list[Block | None] = [
            heading(edition),
            face.task(puzzle),
            face.lines(puzzle, (), done=False),
            f"**Closed.** {_answer(puzzle)}",
            _podium(shown.podium),
            _recap(shown.recap),
            locked_in(code),
        ]
        buttons = [button("Play for fun", EditionId("play", number)), *_looks(number)]
        return Page(card(Tone.NOTE, blocks, buttons))
    state = f"Closes {relative(closes_at)}{_ping(role_id)}"
    gallery, files = _gallery(edition, drawn)
    blocks = [
        heading(edition),
        face.teaser(puzzle),
        gallery,
        "\n".join(filter(None, (_solved(shown), state, locked_in(code)))),
        None if before is None else _yesterday(before, shown.yesterday, number),
        _recap(shown.recap),
    ]
    play = button("Play", EditionId("play", number), style=ButtonStyle.primary)
    bell = button(BELL, DailyRemindId("show", number))
    return Page(card(Tone.ANSWER, blocks, [play, *_looks(number), bell]), files)


def present_test(edition: Edition, role_id: int | None, drawn: bytes | None = None) -> Page:
    """Return a test post of a puzzle that is over; members can take its role."""
    state = (
        f"**Just a test:** this is how a daily puzzle looks here. Nobody is pinged.{_ping(role_id)}"
    )
    buttons = [
        button("Play", EditionId("play", TEST), style=ButtonStyle.primary, disabled=True),
        button("Rules", EditionId("rules", TEST), disabled=True),
        button("Board", EditionId("board", TEST), disabled=True),
        button(BELL, DailyRemindId("show", TEST)),
    ]
    gallery, files = _gallery(edition, drawn)
    teaser = face_of(edition.puzzle).teaser(edition.puzzle)
    return Page(card(Tone.HINT, [heading(edition), teaser, gallery, state], buttons), files)


def _gallery(
    edition: Edition, drawn: bytes | None
) -> tuple[ui.MediaGallery[ui.LayoutView] | None, tuple[Attachment, ...]]:
    if drawn is None:
        return None, ()
    file = Attachment(f"daily-{edition.number}.png", drawn)
    return picture(file, face_of(edition.puzzle).blank(edition.puzzle).spoken), (file,)


def _ping(role_id: int | None) -> str:
    return "" if role_id is None else f" · <@&{role_id}>"


def _looks(number: int) -> list[ui.Button[ui.LayoutView]]:
    return [
        button("Rules", EditionId("rules", number)),
        button("Board", board_button_id(number)),
    ]


def _solved(shown: Bulletin) -> str:
    """Say how many have solved the puzzle, and who has the longest streak."""
    count = shown.podium.solved
    said = f"✅ **{count:,}** solved it so far" if count else "Be the first to solve it!"
    return said if shown.streak is None else f"{said}\n{_streak(shown.streak)}"


def _streak(streak: LongestStreak) -> str:
    return f"🔥 Longest streak: {who(streak.user_id)}, **{streak.length:,}**"


def _answer(puzzle: Puzzle) -> str:
    """Return a best answer, hidden until it is pressed."""
    face = face_of(puzzle)
    best = "" if face.game.only_par else f", **{face.amount(puzzle.par)}**"
    said = f"The best{best}: ||{face.between.join(puzzle.solution)}||"
    match max(0, puzzle.ways - 1):
        case 0:
            return said
        case 1:
            return f"{said}\n-# One other way is just as good."
        case others:
            return f"{said}\n-# {others:,} other ways are just as good."


def _yesterday(before: Edition, podium: Podium | None, number: int) -> str | None:
    if podium is None:
        return None
    when = "Yesterday" if before.number == number - 1 else "Last time"
    called, answer = title(before.puzzle.game, before.number), _answer(before.puzzle)
    return f"**{when}: {called}**\n{answer}\n{_podium(podium)}"


def _podium(podium: Podium) -> str:
    """Say who was first here, and how many more players solved it."""
    first = _first(podium.rows)
    if not first:
        return "Nobody solved it here this time."
    rest = podium.solved - len(first)
    return "\n".join([*first, f"-# {and_more(rest)} solved it"] if rest else first)


def _recap(recap: Recap | None) -> str | None:
    """Sum up a week: who won, the longest streak, the hardest puzzle."""
    if recap is None:
        return None
    hardest = recap.hardest
    lines = ["### The week", *_first(recap.winners)]
    if recap.streak is not None:
        lines.append(_streak(recap.streak))
    if hardest.solved < hardest.played:
        solved = f"solved by {hardest.solved:,} of {hardest.played:,}"
        lines.append(f"Hardest: {title(hardest.game, hardest.number)}, {solved}")
    return "\n".join(lines)


def _first(rows: Sequence[LeaderboardRow]) -> list[str]:
    return [
        f"{medal(row.place)} {who(row.user_id)} **{many(row.points, 'point')}**"
        for row in rows
        if row.place <= PODIUM
    ][:MOST_ON_PODIUM]

"""A contest as whoever asks for it sees it, wherever its announcement has gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.present.contest_announcement import words_told
from bot.present.contest_options import options_of, rule_of
from bot.present.contest_play import Seat, play_buttons
from bot.present.contest_text import par_claim, title
from bot.present.layout import (
    Attachment,
    Page,
    Tone,
    attached,
    button,
    card,
    escape,
    fits,
    many,
    shorten,
)
from bot.present.moments import on, relative

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discord import ui

    from bot.contests import Board, Contest, Post

FILE = "words.txt"
TROUBLES = 1000


def present_contest(board: Board, announced: Post | None, troubles: Sequence[str] = ()) -> Page:
    """Return the contest; `announced` is where its announcement is, `troubles` are for organisers.

    Words that are not to be seen yet are not shown.
    """
    contest = board.contest
    told = shorten("\n".join(f"- {escape(text)}" for text in troubles), TROUBLES)
    number = f"**{many(len(contest.words), 'word')}**"
    blocks = [
        f"## {title(contest)}",
        "\n".join(_facts(board, announced)),
        # Of one that was cancelled they are not told: perhaps nobody has seen them yet.
        words_told(contest) if contest.state != "cancelled" else number,
        f"{rule_of(contest)}\n{options_of(contest)}",
        par_claim(contest) if contest.state == "revealed" else None,
        f"**What could not be posted**\n{told}" if troubles else None,
    ]
    buttons = [*_buttons(contest)]
    if troubles:
        buttons.append(button("Post it here", f"contest:repost:{contest.id}"))
    if fits(blocks):
        return Page(card(Tone.NOTE, blocks, buttons))
    file = Attachment(FILE, ("\n".join(contest.words) + "\n").encode())
    blocks[2] = f"{many(len(contest.words), 'word')}, in the attached file"
    return Page(card(Tone.NOTE, blocks, buttons, (attached(file),)), (file,))


def present_reposted(count: int) -> Page:
    """Tell what came of posting again."""
    if count:
        return Page(card(Tone.ANSWER, ["It is posted here again in a moment."]))
    return Page(card(Tone.NOTE, ["Every message is there: there is nothing to post again."]))


def _facts(board: Board, announced: Post | None) -> Iterator[str]:
    contest = board.contest
    opens, closes = contest.opens_at, contest.closes_at
    assert opens is not None
    assert closes is not None
    match contest.state:
        case "draft":
            yield f"**Opens** {on(opens)}, {relative(opens)}; closes {on(closes)}"
        case "open":
            yield f"**Closes** {on(closes)}, {relative(closes)}"
        case "closed":
            yield f"**Closed** {on(closes)}; the results come in a moment"
        case "revealed":
            yield f"**Over** since {on(closes)}"
        case _:
            yield "**Cancelled**"
    yield many(board.entered, "entrant") + (" so far" if contest.due_at else "")
    if announced is not None and announced.message_id is not None:
        place = f"{announced.guild_id}/{announced.channel_id}/{announced.message_id}"
        yield f"[Its announcement](https://discord.com/channels/{place})"


def _buttons(contest: Contest) -> Iterator[ui.Button[ui.LayoutView]]:
    key = contest.id
    if contest.state == "open":
        if contest.sealed_minutes is not None:
            yield button("Start", f"contest:start:{key}", style=ButtonStyle.primary)
            yield button("Submit", f"contest:submit:{key}")
        else:
            yield from play_buttons(Seat("contest", key), len(contest.words), "Submit")
    if contest.state == "revealed":
        yield button("My review", f"contest:review:{key}", style=ButtonStyle.primary)
        yield button("Practice", f"contest:practice:{key}")
    if contest.state in {"open", "closed", "revealed"}:
        yield button("Board", f"contest:board:{key}")
    yield button("Rules", f"contest:rules:{key}")

"""The contests of a server: those to come, those running, those that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.contest_text import title
from bot.present.layout import Page, Tone, button, card, escape, many, shorten
from bot.present.moments import on, relative

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.contests import Contest

SHOWN_OVER = 10
"""Contests that are over, the newest, that the list shows."""
SHOWN_DRAFTS = 5
TROUBLES_LENGTH = 1000


def present_list(
    contests: Sequence[Contest],
    drafts: Sequence[Contest] = (),
    troubles: Sequence[str] = (),
) -> Page:
    """Return a server's contests; one's own drafts, and what could not be posted, if any."""
    blocks = ["## Contests here"]
    running = [contest for contest in contests if contest.state in {"open", "closed"}]
    coming = [contest for contest in contests if contest.state == "draft"]
    over = [contest for contest in contests if contest.state in {"revealed", "cancelled"}]
    for heading, some in (("Running", running), ("To come", coming), ("Over", over[:SHOWN_OVER])):
        if some:
            blocks.append("\n".join([f"**{heading}**", *map(_line, some)]))
    if not contests:
        blocks.append("There has been none yet. An organiser makes one with /contest create.")
    if troubles:
        told = shorten("\n".join(f"- {escape(text)}" for text in troubles), TROUBLES_LENGTH)
        blocks.append(f"**What could not be posted**\n{told}")
    shown = drafts[:SHOWN_DRAFTS]
    if shown:
        names = "\n".join(f"- {title(draft)}, {_size(draft)}" for draft in shown)
        blocks.append(f"**Your drafts**, seen by you alone and kept for a day\n{names}")
    buttons = [
        button(shorten(f"Go on with “{draft.title}”", 80), f"draft:open:{draft.id}")
        for draft in shown
    ]
    return Page(card(Tone.NOTE, blocks, buttons))


def _line(contest: Contest) -> str:
    return f"- **{title(contest)}** · {_size(contest)} · {_when(contest)}"


def _size(contest: Contest) -> str:
    return f"{many(len(contest.words), 'word')}, {contest.rule}"


def _when(contest: Contest) -> str:
    assert contest.opens_at is not None
    assert contest.closes_at is not None
    match contest.state:
        case "draft":
            return f"opens {on(contest.opens_at)}, {relative(contest.opens_at)}"
        case "open":
            return f"closes {on(contest.closes_at)}, {relative(contest.closes_at)}"
        case "closed":
            return "closed; the results are about to come"
        case "revealed":
            return f"ended {on(contest.closes_at)}"
        case "cancelled":
            return "cancelled"

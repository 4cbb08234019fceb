"""The contests of a server: those to come, those running, those that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.contest_text import title
from bot.present.layout import TEXT_LIMIT, Page, Tone, button, card, escape, many, shorten
from bot.present.moments import on, relative

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.contests import Contest

SHOWN_OVER = 10
"""Contests that are over, the newest, that the list shows."""
SHOWN_DRAFTS = 5
TROUBLES_LENGTH = 1000
SPARE = 200
"""Characters that headings and the last line need."""
FINISHED = {"revealed", "cancelled"}


def present_list(
    contests: Sequence[Contest],
    drafts: Sequence[Contest] = (),
    troubles: Sequence[str] = (),
) -> Page:
    """Return a server's contests; one's own drafts, and what could not be posted, if any."""
    shown = drafts[:SHOWN_DRAFTS]
    ends = [_troubles(troubles), _drafts(shown)]
    room = TEXT_LIMIT - SPARE - sum(len(end) for end in ends if end)
    groups = (
        ("Running", [one for one in contests if one.state in {"open", "closed"}]),
        ("To come", [one for one in contests if one.state == "draft"]),
        ("Over", [one for one in contests if one.state in FINISHED][:SHOWN_OVER]),
    )
    blocks: list[str | None] = ["## Contests here"]
    for heading, some in groups:
        lines = [f"**{heading}**"]
        for contest in some:
            line = _line(contest)
            if room >= len(line):
                lines.append(line)
            room -= len(line) + 1
        if some:
            blocks.append("\n".join(lines))
    if room < 0:
        blocks.append("-# There are more; /contest show finds them by their title.")
    if not contests:
        blocks.append("There has been none yet. An organiser makes one with /contest create.")
    buttons = [
        button(shorten(f"Go on with “{draft.title}”", 80), f"draft:open:{draft.id}")
        for draft in shown
    ]
    return Page(card(Tone.NOTE, [*blocks, *ends], buttons))


def _troubles(troubles: Sequence[str]) -> str | None:
    if not troubles:
        return None
    told = shorten("\n".join(f"- {escape(text)}" for text in troubles), TROUBLES_LENGTH)
    return f"**What could not be posted**\n{told}"


def _drafts(drafts: Sequence[Contest]) -> str | None:
    if not drafts:
        return None
    names = "\n".join(f"- {title(draft)}, {_size(draft)}" for draft in drafts)
    return f"**Your drafts**, seen by you alone and kept for a day\n{names}"


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

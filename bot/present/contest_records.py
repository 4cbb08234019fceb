"""What organisers look up: every snake as a file, and who did what to contests."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.present.contest_text import title, who
from bot.present.layout import (
    TEXT_LIMIT,
    Attachment,
    Page,
    Tone,
    attached,
    card,
    escape,
    many,
    shorten,
)
from bot.present.moments import on

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.contests import AuditEntry, Contest

DETAIL = 150
SPARE = 100
OURS = {"open": "it opened", "closed": "it closed", "revealed": "its results came out"}
"""What the bot did by itself."""
VERBS = {
    "created": "made a draft",
    "confirmed": "confirmed it",
    "changed": "changed it",
    "closed early": "closed it early",
    "cancelled": "cancelled it",
    "posted again": "had it posted again",
    "settings": "changed the settings",
    "left words": "left words to the list",
}


def present_export(contest: Contest, text: str) -> Page:
    """Return a contest's submissions as a file."""
    name = re.sub(r"[^a-z0-9]+", "-", contest.title.lower()).strip("-") or "contest"
    file = Attachment(f"{name}.csv", b"\xef\xbb\xbf" + text.encode())
    lines = text.count("\r\n") - 1
    told = f"**{title(contest)}**: {many(lines, 'snake')}, one a line, times in UTC."
    return Page(card(Tone.NOTE, [told], media=(attached(file),)), (file,))


def present_audit(
    entries: Sequence[AuditEntry],
    titles: Mapping[str, str],
    people: Mapping[int, int | None],
    about: Contest | None = None,
) -> Page:
    """Return who did what, the newest first; `titles` of contests, `people` by entrant."""
    heading = f"## What was done about {title(about)}" if about else "## What was done here"
    if not entries:
        return Page(card(Tone.NOTE, [heading, "Nothing yet."]))
    lines: list[str] = []
    room = TEXT_LIMIT - len(heading) - SPARE
    for number, entry in enumerate(entries):
        line = _line(entry, titles if about is None else {}, people)
        room -= len(line) + 1
        if room < 0:
            lines.append(f"-# and {len(entries) - number} older ones")
            break
        lines.append(line)
    return Page(card(Tone.NOTE, [heading, "\n".join(lines)]))


def _line(entry: AuditEntry, titles: Mapping[str, str], people: Mapping[int, int | None]) -> str:
    ours = OURS.get(entry.action) if entry.actor_id is None else None
    did = ours or f"{who(entry.actor_id)} {VERBS.get(entry.action, entry.action)}"
    told = [f"- {on(entry.at)} {did}"]
    if entry.entrant_id is not None:
        told.append(who(people.get(entry.entrant_id)))
    if entry.contest_id is not None and entry.contest_id in titles:
        told.append(f"· **{escape(titles[entry.contest_id])}**")
    if entry.detail:
        told.append(f"· {escape(shorten(entry.detail, DETAIL))}")
    return " ".join(told)

"""Every snake that was sent in, and who did what."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

from discord import Guild

from bot.contests import (
    FEWEST_WORDS,
    WITHIN,
    AuditEntry,
    Contest,
    EqualSnakes,
)
from bot.durations import short_length
from bot.ui.client import Interaction
from bot.ui.contest.ids import ManageId
from bot.ui.contest.text import options_of, rule_of, title
from bot.ui.layout import (
    TEXT_LIMIT,
    Attachment,
    Page,
    Tone,
    and_more,
    attached,
    button,
    card,
    escape,
    on,
    shorten,
    who,
)
from bot.ui.permissions import act_of, guild_of, scope_of
from solvers.text import many

log = logging.getLogger(__name__)

NAMED_AT_ONCE = 100
"""Members that Discord returns in one answer."""
DETAIL = 150
"""Characters of an entry's detail that are shown."""
SPARE = 100
"""Characters of the message that its last line needs."""
EQUAL_SHOWN = 10
MS = timedelta(milliseconds=1)
EQUAL = (
    f"-# Both sent the same order of words, the first time within {WITHIN.seconds} seconds of each "
    f"other. Left out: lists of fewer than {FEWEST_WORDS} words, the list as it’s shown, orders "
    "where each word is simply one that shares most with the word before, and best snakes where "
    "every word shares letters. It proves nothing; only organisers see it."
)
OURS = {
    "confirmed": "it was announced as planned",
    "template missed": "contests were missed",
    "template stopped": "a template was stopped",
    "season ended": "a season ended",
    "open": "it opened",
    "closed": "it closed",
    "revealed": "its results came out",
}
"""What the bot did on its own."""
VERBS = {
    "created": "made a draft",
    "draft seen": "looked into the draft",
    "confirmed": "confirmed it",
    "changed": "changed it",
    "closed early": "closed it early",
    "handed over": "handed it over",
    "cancelled": "cancelled it",
    "posted again": "had it posted again",
    "exported": "exported its tries while it ran",
    "template saved": "saved a template",
    "template deleted": "deleted a template",
    "template repeats": "let a template repeat",
    "template changed": "changed a date",
    "template stopped": "stopped a template",
    "season started": "started a season",
    "season cut short": "ended a season early",
    "season deleted": "deleted a season",
    "season changed": "changed a season",
    "settings": "changed the settings",
    "daily set up": "set up daily puzzles",
    "daily off": "turned off daily puzzles",
    "daily posted now": "had the daily puzzle posted",
    "left words": "took words back",
}


async def export_page(interaction: Interaction, contest: Contest) -> Page:
    """Return every try of a contest as a file for spreadsheets, for an organiser."""
    queries = interaction.client.services.contests.queries
    users = await queries.users(contest.id)
    names = await _names(interaction.guild, users) if interaction.guild else {}
    content, snakes = await queries.export(contest.id, contest.guild_id, act_of(interaction), names)
    return present_export(contest, content, snakes)


async def audit_page(interaction: Interaction, about: Contest | None = None) -> Page:
    """Return, for an organiser, who did what: to a contest, or in the whole server."""
    guild_id = guild_of(interaction)
    queries = interaction.client.services.contests.queries
    entries = await queries.audit(guild_id, about.id if about else None)
    contests = await queries.named({e.contest_id for e in entries if e.contest_id is not None})
    titles = {one.id: one.title for one in contests}
    scope = scope_of(interaction, organiser=True)
    hidden = {one.id for one in contests if not scope.has(one)}  # drafts, too
    entries = [one for one in entries if one.contest_id not in hidden and scope.reaches(one)]
    people = await queries.people([e.entrant_id for e in entries if e.entrant_id is not None])
    equal = [] if about is None else await queries.equal_snakes(about.id, guild_id)
    return present_audit(entries, titles, people, about, equal)


async def _names(guild: Guild, users: list[int]) -> dict[int, str]:
    """Return people's names in a server; people who have left are missing."""
    names: dict[int, str] = {}
    for start in range(0, len(users), NAMED_AT_ONCE):
        some = users[start : start + NAMED_AT_ONCE]
        try:
            members = await guild.query_members(user_ids=some, limit=len(some), cache=False)
        except TimeoutError:
            log.warning("Discord did not send the names of a contest's entrants in time")
            break
        names |= {member.id: member.display_name for member in members}
    return names


def present_export(contest: Contest, content: bytes, tries: int) -> Page:
    """Return a contest's submissions as a file, and say how it was played."""
    name = re.sub(r"[^a-z0-9]+", "-", contest.title.lower()).strip("-") or "contest"
    file = Attachment(f"{name}.csv", content)
    text = f"**{title(contest)}**: {many(tries, 'try', 'tries')}, one per line. Times are UTC."
    how = f"{rule_of(contest)}\n{options_of(contest)}"
    buttons = [button("Back", ManageId("open", contest.id))]
    return Page(card(Tone.NOTE, [text, how], buttons, (attached(file),)), (file,))


def present_audit(
    entries: Sequence[AuditEntry],
    titles: Mapping[str, str],
    people: Mapping[int, int | None],
    about: Contest | None = None,
    equal: Sequence[EqualSnakes] = (),
) -> Page:
    """Return who sent in `equal` snakes, and then who did what, newest first.

    `titles` are the contests' titles, `people` the users by entrant.
    """
    heading = f"## Who did what: {title(about)}" if about else "## Who did what"
    suspects, buttons = _equals(equal), []
    if about is not None:
        buttons.append(button("Back", ManageId("open", about.id)))
        buttons.append(button("In all contests", ManageId("everything", about.id)))
    if not entries:
        return Page(card(Tone.NOTE, [heading, suspects, "Nothing yet."], buttons))
    lines: list[str] = []
    room = TEXT_LIMIT - len(heading) - len(suspects or "") - SPARE
    for number, entry in enumerate(entries):
        line = _line(entry, titles if about is None else {}, people)
        room -= len(line) + 1
        if room < 0:
            lines.append(f"-# {and_more(len(entries) - number, 'older ones')}")
            break
        lines.append(line)
    return Page(card(Tone.NOTE, [heading, suspects, "\n".join(lines)], buttons))


def _equals(equal: Sequence[EqualSnakes]) -> str | None:
    if not equal:
        return None
    lines = [
        f"- {who(one.first)}, then {who(one.second)} {short_length(one.apart // MS)} later"
        for one in equal[:EQUAL_SHOWN]
    ]
    if more := and_more(len(equal) - EQUAL_SHOWN):
        lines.append(f"- {more}")
    return "\n".join(["**Equal snakes**", *lines, EQUAL])


def _line(entry: AuditEntry, titles: Mapping[str, str], people: Mapping[int, int | None]) -> str:
    ours = OURS.get(entry.action) if entry.actor_id is None else None
    did = ours or f"{who(entry.actor_id)} {VERBS.get(entry.action, entry.action)}"
    parts = [f"- {on(entry.at)} {did}"]
    if entry.entrant_id is not None:
        parts.append(who(people.get(entry.entrant_id)))
    if entry.contest_id is not None and entry.contest_id in titles:
        parts.append(f"· **{escape(titles[entry.contest_id])}**")
    if entry.detail:
        parts.append(f"· {escape(shorten(entry.detail, DETAIL))}")
    return " ".join(parts)

"""/contest export and audit: every snake that was sent in, and who did what."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

from discord import Guild, app_commands

from bot.contests import (
    FEWEST_WORDS,
    PLAYED,
    STATES,
    WITHIN,
    AuditEntry,
    Contest,
    EqualSnakes,
)
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.contest.ids import group
from bot.ui.contest.picker import chosen, offering
from bot.ui.contest.text import format_duration, options_of, rule_of, title
from bot.ui.layout import (
    TEXT_LIMIT,
    Attachment,
    Page,
    Tone,
    and_more,
    attached,
    card,
    escape,
    on,
    shorten,
    who,
)
from bot.ui.permissions import act_of, require_organiser, scope_of
from solvers.text import many

log = logging.getLogger(__name__)

EXPORTED = (*PLAYED, "cancelled")
NAMED_AT_ONCE = 100
"""Members that Discord names in one answer."""
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
    "season ended": "a season ended",
    "open": "it opened",
    "closed": "it closed",
    "revealed": "its results came out",
}
"""What the bot did by itself."""
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
    "settings": "changed the settings",
    "daily set up": "set up daily puzzles",
    "daily off": "turned off daily puzzles",
    "daily posted now": "had the daily puzzle posted",
    "left words": "took words back",
}


@group.command()
@app_commands.describe(contest="which contest")
@app_commands.autocomplete(contest=offering(*EXPORTED))
async def export(interaction: Interaction, contest: app_commands.Range[str, 1, 100]) -> None:
    """Get every try of a contest as a file for spreadsheets."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    found = await chosen(interaction, contest, *EXPORTED)
    queries = interaction.client.services.contests.queries
    names = (
        await _names(interaction.guild, await queries.users(found.id)) if interaction.guild else {}
    )
    content, snakes = await queries.export(found.id, guild_id, act_of(interaction), names)
    await replies.edit(interaction, present_export(found, content, snakes))


@group.command()
@app_commands.describe(contest="only this contest (default: all)")
@app_commands.autocomplete(contest=offering(*STATES))
async def audit(
    interaction: Interaction, contest: app_commands.Range[str, 1, 100] | None = None
) -> None:
    """See who did what in contests, and equal snakes that came close together."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    queries = interaction.client.services.contests.queries
    about = None if contest is None else await chosen(interaction, contest, *STATES)
    entries = await queries.audit(guild_id, about.id if about else None)
    contests = await queries.named({e.contest_id for e in entries if e.contest_id is not None})
    titles = {one.id: one.title for one in contests}
    scope = scope_of(interaction, organiser=True)
    hidden = {one.id for one in contests if not scope.has(one)}  # drafts, too
    entries = [one for one in entries if one.contest_id not in hidden and scope.reaches(one)]
    people = await queries.people([e.entrant_id for e in entries if e.entrant_id is not None])
    equal = [] if about is None else await queries.equal_snakes(about.id, guild_id)
    await replies.edit(interaction, present_audit(entries, titles, people, about, equal))


async def _names(guild: Guild, users: list[int]) -> dict[int, str]:
    """Return what people are called in a server; those who have left are not among them."""
    names: dict[int, str] = {}
    for start in range(0, len(users), NAMED_AT_ONCE):
        some = users[start : start + NAMED_AT_ONCE]
        try:
            members = await guild.query_members(user_ids=some, limit=len(some), cache=False)
        except TimeoutError:
            log.warning("the names of a contest's entrants did not come in time")
            break
        names |= {member.id: member.display_name for member in members}
    return names


def present_export(contest: Contest, content: bytes, tries: int) -> Page:
    """Return a contest's submissions as a file, and say how it was played."""
    name = re.sub(r"[^a-z0-9]+", "-", contest.title.lower()).strip("-") or "contest"
    file = Attachment(f"{name}.csv", content)
    text = f"**{title(contest)}**: {many(tries, 'try', 'tries')}, one per line. Times are UTC."
    how = f"{rule_of(contest)}\n{options_of(contest)}"
    return Page(card(Tone.NOTE, [text, how], media=(attached(file),)), (file,))


def present_audit(
    entries: Sequence[AuditEntry],
    titles: Mapping[str, str],
    people: Mapping[int, int | None],
    about: Contest | None = None,
    equal: Sequence[EqualSnakes] = (),
) -> Page:
    """Return who did what, the newest first; `titles` of contests, `people` by entrant.

    Before that, who sent in `equal` snakes.
    """
    heading = f"## Who did what: {title(about)}" if about else "## Who did what"
    suspects = _equals(equal)
    if not entries:
        return Page(card(Tone.NOTE, [heading, suspects, "Nothing yet."]))
    lines: list[str] = []
    room = TEXT_LIMIT - len(heading) - len(suspects or "") - SPARE
    for number, entry in enumerate(entries):
        line = _line(entry, titles if about is None else {}, people)
        room -= len(line) + 1
        if room < 0:
            lines.append(f"-# {and_more(len(entries) - number, 'older ones')}")
            break
        lines.append(line)
    return Page(card(Tone.NOTE, [heading, suspects, "\n".join(lines)]))


def _equals(equal: Sequence[EqualSnakes]) -> str | None:
    if not equal:
        return None
    lines = [
        f"- {who(one.first)}, then {who(one.second)} {format_duration(one.apart // MS)} later"
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

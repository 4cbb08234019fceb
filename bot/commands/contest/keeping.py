"""/contest export and audit: every snake that was sent in, and who did what."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.commands.contest.choosing import chosen, offering
from bot.commands.contest.group import contest as group
from bot.organisers import require_organiser
from bot.present.contest_records import present_audit, present_export

if TYPE_CHECKING:
    from discord import Guild

    from bot.client import Ask
    from bot.store.records import State

log = logging.getLogger(__name__)

PLAYED: tuple[State, ...] = ("open", "closed", "revealed", "cancelled")
ANNOUNCED: tuple[State, ...] = ("draft", *PLAYED)
LOOKED_THROUGH = 200
"""Contests of a server, the newest, whose titles the audit tells."""
NAMED_AT_ONCE = 100
"""Members that Discord names in one answer."""


@group.command()
@app_commands.describe(contest="which contest")
@app_commands.autocomplete(contest=offering(*PLAYED))
async def export(ask: Ask, contest: app_commands.Range[str, 1, 100]) -> None:
    """Get every snake that was sent to a contest, as CSV for spreadsheets."""
    await answers.defer(ask, private=True)
    guild_id = await require_organiser(ask)
    found = await chosen(ask, contest, *PLAYED)
    read = ask.client.kit.contests.read
    names = await _names(ask.guild, await read.users(found.id)) if ask.guild else {}
    text = await read.export(found.id, guild_id, names)
    await answers.edit(ask, present_export(found, text))


@group.command()
@app_commands.describe(contest="only what was done about this contest")
@app_commands.autocomplete(contest=offering(*ANNOUNCED))
async def audit(ask: Ask, contest: app_commands.Range[str, 1, 100] | None = None) -> None:
    """Show who created, changed, closed, cancelled or disqualified, and when."""
    await answers.defer(ask, private=True)
    guild_id = await require_organiser(ask)
    read = ask.client.kit.contests.read
    about = None if contest is None else await chosen(ask, contest, *ANNOUNCED)
    entries = await read.audit(guild_id, about.id if about else None)
    contests = await read.of_guild(guild_id, limit=LOOKED_THROUGH)
    titles = {one.id: one.title for one in contests}
    drafts = {one.id for one in contests if one.confirmed_at is None}  # their creators' business
    entries = [entry for entry in entries if entry.contest_id not in drafts]
    people = await read.people([e.entrant_id for e in entries if e.entrant_id is not None])
    await answers.edit(ask, present_audit(entries, titles, people, about))


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

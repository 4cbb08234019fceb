"""/contest change: a contest that has been announced, mended while it is still to be played."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from discord import app_commands

from bot import answers
from bot.commands.contest.choosing import chosen, offering
from bot.commands.contest.group import contest as group
from bot.contests import read_closing, read_opening
from bot.errors import BadOption
from bot.organisers import act_of, require_organiser
from bot.present.contest_decisions import present_changed
from bot.store.records import BoardMode  # noqa: TC001 - Discord's choices are read from it

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.contests import Changes, Contest
    from bot.store.records import State

CHANGEABLE: tuple[State, ...] = ("draft", "open")
LONGEST_TITLE = 100
LONGEST_TIME = 60


@group.command()
@app_commands.describe(
    contest="which contest",
    title="another title",
    closes="another end: “in 2 hours”, “friday 18:30” or “2030-05-04 18:30”",
    opens="another beginning, if it has not begun; it then lasts as long as before",
    board="what the board shows while it runs",
)
@app_commands.autocomplete(contest=offering(*CHANGEABLE))
async def change(  # noqa: PLR0917 - Discord passes options by name
    ask: Ask,
    contest: app_commands.Range[str, 1, 100],
    title: app_commands.Range[str, 1, LONGEST_TITLE] | None = None,
    closes: app_commands.Range[str, 1, LONGEST_TIME] | None = None,
    opens: app_commands.Range[str, 1, LONGEST_TIME] | None = None,
    board: BoardMode | None = None,
) -> None:
    """Change the title, times or board of a contest that is not over yet."""
    await answers.defer(ask, private=True)
    guild_id = await require_organiser(ask)
    found = await chosen(ask, contest, *CHANGEABLE)
    changes = await _times(ask, found, opens, closes)
    if title is not None:
        changes["title"] = title
    if board is not None:
        changes["board"] = board
    if not changes:
        raise BadOption("Say what to change: `title`, `closes`, `opens` or `board`.")
    organise = ask.client.kit.contests.organise
    changed = await organise.change(guild_id, found.id, act_of(ask), **changes)
    ask.client.nudge()
    await answers.edit(ask, present_changed(changed))


async def _times(ask: Ask, found: Contest, opens: str | None, closes: str | None) -> Changes:
    """Read the times by the clocks of the server's zone."""
    changes: Changes = {}
    now = ask.created_at
    settings = await ask.client.kit.store.guilds.settings(found.guild_id)
    zone = ZoneInfo(settings.time_zone)
    begins = found.opens_at or now
    if opens is not None:
        changes["opens"] = read_opening(opens, zone, now)
        begins = changes["opens"] or now
    if closes is not None:
        lasts = read_closing(closes, zone, now) - begins
        changes["lasts"] = timedelta(seconds=round(lasts.total_seconds()))
    return changes

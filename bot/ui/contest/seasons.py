"""/contest season and /contest rounds: contests counted together, which end with a champion."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands

from bot.contests import (
    LONGEST_SEASON_NAME,
    MOST_LISTS,
    SEASON_OPTIONS,
    Plan,
    Season,
    SeasonPlan,
    read_lasting,
    read_length,
    read_opening,
    rising,
    split_lists,
)
from bot.errors import NoSuchContest
from bot.store.schema import Scoring
from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.contest.create import draft_lists, show_draft, zone_of
from bot.ui.contest.ids import RoundsId, SeasonId, group
from bot.ui.contest.season_view import (
    ROWS,
    present_cut_short,
    present_season_deleted,
    present_seasons,
    present_standings,
    present_started,
)
from bot.ui.contest.templates import choose_template, offer_templates
from bot.ui.layout import Page
from bot.ui.options import CHOICES
from bot.ui.permissions import (
    act_of,
    guild_of,
    is_organiser,
    parent_of,
    require_organiser,
    require_posting,
    require_public,
    scope_of,
)
from bot.ui.roles import require_giver
from bot.zones import stored_zone

log = logging.getLogger(__name__)

LASTS = "8 weeks"
MOST = 50
season = app_commands.Group(
    name="season", description="Contests counted together, with a champion", parent=group
)

SEASON_ABOUT = {option.name: option.field.about for option in SEASON_OPTIONS}


async def offer_seasons(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """Offer the seasons that somebody sees."""
    try:
        found = await _seen(interaction)
        named = [one for one in found if typed.strip().lower() in one.name.lower()]
        return [app_commands.Choice(name=one.name, value=one.id) for one in named][:CHOICES]
    except Exception:
        log.exception("no season to complete an option with")
        return []


@season.command()
@app_commands.describe(
    name="what to call it",
    lasts=f"how long, such as “8 weeks” (default: {LASTS})",
    starts="when, such as “monday 0:00” (default: now)",
    best=SEASON_ABOUT["best"],
    drop=SEASON_ABOUT["dropped"],
    template="only the contests of this template (default: all in this channel)",
    role=SEASON_ABOUT["role_id"],
    scoring=SEASON_ABOUT["scoring"],
)
@app_commands.autocomplete(template=offer_templates)
async def start(  # noqa: PLR0917 - the options of a command
    interaction: Interaction,
    name: app_commands.Range[str, 1, LONGEST_SEASON_NAME],
    lasts: app_commands.Range[str, 1, 50] = LASTS,
    starts: app_commands.Range[str, 1, 50] | None = None,
    best: app_commands.Range[int, 1, MOST] | None = None,
    drop: app_commands.Range[int, 1, MOST] | None = None,
    template: app_commands.Range[str, 1, 100] | None = None,
    role: discord.Role | None = None,
    scoring: Scoring = "percent",
) -> None:
    """Start a season of the contests in this channel."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    require_posting(interaction)
    if role is not None:
        require_giver(interaction, role.guild, role)
    act = act_of(interaction)
    of = None if template is None else await choose_template(interaction, guild_id, template)
    zone = stored_zone(await zone_of(interaction))
    plan = SeasonPlan(
        name=name,
        lasts=read_length(lasts),
        starts=None if starts is None else read_opening(starts, zone, act.at),
        template_id=None if of is None else of.id,
        best=best,
        dropped=drop,
        role_id=None if role is None else role.id,
        scoring=scoring,
    )
    assert interaction.channel_id is not None
    service = interaction.client.services.contests.seasons
    started = await service.start(
        guild_id, plan, interaction.channel_id, act, parent_id=parent_of(interaction)
    )
    await replies.edit(interaction, present_started(started, None if of is None else of.name))


@group.command()
@app_commands.describe(
    title="what to call it",
    lists=f"how many lists, 1 to {MOST_LISTS}, from gentle to hard (default: 3)",
    lasts="how long, such as “30 min” or “2 days” (default: 1 hour)",
    opens="when, such as “friday 20:00” (default: now)",
    minutes="minutes for each list, from when a player first sees it (default: no limit)",
    tries="how many tries each player has at each list (default: no limit)",
    scoring=SEASON_ABOUT["scoring"],
)
async def rounds(  # noqa: PLR0917 - the options of a command
    interaction: Interaction,
    title: app_commands.Range[str, 1, LONGEST_SEASON_NAME],
    lists: app_commands.Range[int, 1, MOST_LISTS] = 3,
    lasts: app_commands.Range[str, 1, 50] = "1 hour",
    opens: app_commands.Range[str, 1, 50] | None = None,
    minutes: app_commands.Range[int, 1, 1440] | None = None,
    tries: app_commands.Range[int, 1, 1000] | None = None,
    scoring: Scoring = "percent",
) -> None:
    """Draft a contest of several lists, gentle to hard; who does best in all of them wins."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    require_posting(interaction)
    act, zone = act_of(interaction), stored_zone(await zone_of(interaction))
    plan = Plan(
        title,
        (),
        read_lasting(lasts),
        opens=None if opens is None else read_opening(opens, zone, act.at),
        sealed_minutes=minutes,
        most_tries=tries,
        event=True,
    )
    texts = split_lists(rising(lists))
    draft = await draft_lists(interaction, guild_id, plan, texts, scoring=scoring)
    await show_draft(interaction, draft)


@season.command(name="list")
async def list_(interaction: Interaction) -> None:
    """See the seasons of this server."""
    await replies.defer(interaction, private=True)
    await replies.edit(interaction, present_seasons(await _seen(interaction)))


@season.command()
@app_commands.rename(name="season")
@app_commands.describe(
    name="which season (default: the newest)", private="only you see the answer (default: yes)"
)
@app_commands.autocomplete(name=offer_seasons)
async def show(
    interaction: Interaction,
    name: app_commands.Range[str, 1, 100] | None = None,
    private: bool = True,
) -> None:
    """See who’s ahead in a season, or how it ended."""
    await replies.defer(interaction, private=private)
    found = await _chosen(interaction, name)
    require_public(interaction, found, private=private)
    await replies.edit(interaction, await _standings(interaction, found.id, public=not private))


@season.command()
@app_commands.rename(name="season")
@app_commands.describe(name="which season")
@app_commands.autocomplete(name=offer_seasons)
async def end(interaction: Interaction, name: app_commands.Range[str, 1, 100]) -> None:
    """End a season now; contests that are still open don’t count."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    found = await _chosen(interaction, name)
    service = interaction.client.services.contests.seasons
    ended = await service.end(guild_id, found.id, act_of(interaction))
    await replies.edit(interaction, present_cut_short(ended))


@season.command()
@app_commands.rename(name="season")
@app_commands.describe(name="which season")
@app_commands.autocomplete(name=offer_seasons)
async def delete(interaction: Interaction, name: app_commands.Range[str, 1, 100]) -> None:
    """Delete a season that isn’t over; its contests stay."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    found = await _chosen(interaction, name)
    service = interaction.client.services.contests.seasons
    gone = await service.delete(guild_id, found.id, act_of(interaction))
    await replies.edit(interaction, present_season_deleted(gone))


class SeasonButton(PersistentButton[SeasonId], ids=SeasonId):
    """Standings, under the post at a season's end."""

    async def press(self, interaction: Interaction) -> None:
        """Show them to the person who pressed."""
        await replies.defer(interaction, private=True)
        await replies.edit(interaction, await _standings(interaction, self.params.season))


class RoundsButton(PersistentButton[RoundsId], ids=RoundsId):
    """Standings, under the post of rounds."""

    async def press(self, interaction: Interaction) -> None:
        """Show them to the person who pressed."""
        await replies.defer(interaction, private=True)
        await replies.edit(interaction, await _standings(interaction, self.params.season))


async def _standings(interaction: Interaction, season_id: str, *, public: bool = False) -> Page:
    scope = scope_of(interaction, organiser=await is_organiser(interaction), public=public)
    found = await interaction.client.services.contests.seasons.standings(
        season_id, scope, viewer=interaction.user.id, limit=ROWS
    )
    return present_standings(found)


async def _seen(interaction: Interaction) -> list[Season]:
    """Return the seasons of channels that somebody sees, those that are not over first."""
    guild_of(interaction)
    scope = scope_of(interaction, organiser=await is_organiser(interaction))
    return await interaction.client.services.contests.seasons.of_guild(scope)


async def _chosen(interaction: Interaction, typed: str | None) -> Season:
    """Return the season that was chosen, or typed by its name; raises NoSuchContest."""
    found = await _seen(interaction)
    if not found:
        raise NoSuchContest("No seasons yet. An organiser starts one with /contest season start.")
    for one in found:
        name = (typed or one.id).strip()
        if name == one.id or name.casefold() == one.name.casefold():
            return one
    raise NoSuchContest("I can’t find that season. See them all with /contest season list.")

"""/contest seasons: contests counted together, which end with a champion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.contests import (
    LONGEST_SEASON_NAME,
    SEASON_OPTIONS,
    Season,
    SeasonPlan,
    read_length,
    read_opening,
)
from bot.errors import NoSuchContest
from bot.options import Choice, Option, Said
from bot.ui import replies
from bot.ui.buttons import PersistentButton, PersistentMenu
from bot.ui.client import Interaction
from bot.ui.contest.asks import Ask, Fields, line
from bot.ui.contest.ids import (
    RoundsId,
    SeasonCardId,
    SeasonId,
    SeasonsId,
    SeasonsMenuId,
    organisers,
)
from bot.ui.contest.picker import seen_templates, zone_of
from bot.ui.contest.season_view import (
    ROWS,
    present_cut_short,
    present_season,
    present_season_deleted,
    present_season_deleting,
    present_season_ending,
    present_seasons,
    present_standings,
)
from bot.ui.layout import OPTIONS, Page
from bot.ui.permissions import (
    act_of,
    guild_of,
    is_organiser,
    parent_of,
    require_organiser,
    require_posting,
    scope_of,
)
from bot.ui.roles import require_giver
from bot.zones import stored_zone

LASTS = "8 weeks"
ALL = "all"
MISSING_SEASON = "I can’t find that season. See them all with /contest seasons."


@organisers.command(name="seasons")
async def seasons_(interaction: Interaction) -> None:
    """Contests counted together, with a champion at the end: start a season, or end it."""
    await replies.defer(interaction, private=True)
    await replies.edit(interaction, await _all(interaction))


async def _all(interaction: Interaction) -> Page:
    await require_organiser(interaction)
    return present_seasons(await seen_seasons(interaction))


class SeasonsButton(PersistentButton[SeasonsId], ids=SeasonsId):
    """Back, to all seasons."""

    async def press(self, interaction: Interaction) -> None:
        """Show them."""
        await replies.defer_edit(interaction)
        await replies.edit(interaction, await _all(interaction))


class SeasonsMenu(PersistentMenu[SeasonsMenuId], ids=SeasonsMenuId):
    """The seasons, by name."""

    async def press(self, interaction: Interaction) -> None:
        """Show the season that was chosen."""
        await replies.defer_edit(interaction)
        await replies.edit(
            interaction, await _page(interaction, await _found(interaction, self.chosen))
        )


class SeasonCardButton(PersistentButton[SeasonCardId], ids=SeasonCardId):
    """Back, End it now, Delete it, asked once more."""

    async def press(self, interaction: Interaction) -> None:
        """Show the page, or do it, if an organiser pressed."""
        await replies.defer_edit(interaction)
        found = await _found(interaction, self.params.season)
        service, act = interaction.client.services.contests.seasons, act_of(interaction)
        match self.params.action:
            case "open":
                page = await _page(interaction, found)
            case "end":
                page = present_season_ending(found)
            case "ended":
                page = present_cut_short(await service.end(found.guild_id, found.id, act))
            case "delete":
                page = present_season_deleting(found)
            case "deleted":
                page = present_season_deleted(await service.delete(found.guild_id, found.id, act))
        await replies.edit(interaction, page)


async def _page(interaction: Interaction, season: Season) -> Page:
    named = {one.id: one.name for one in await seen_templates(interaction)}
    return present_season(season, named.get(season.template_id or ""))


async def _found(interaction: Interaction, season_id: str | None) -> Season:
    """Return a season to an organiser who sees its channel; raises NoSuchContest."""
    await require_organiser(interaction)
    for one in await seen_seasons(interaction):
        if one.id == season_id:
            return one
    raise NoSuchContest(MISSING_SEASON)


# Forms: start a season, choose how it is counted


async def _start_fields(interaction: Interaction, _: str | None) -> Fields:
    """Ask for a new season's name and time, and what belongs to it."""
    await require_organiser(interaction)
    contests = {ALL: Said("all contests in this channel", "those that end in its time")} | {
        one.id: Said(one.name, "the contests of this template")
        for one in (await seen_templates(interaction))[: OPTIONS - 1]
    }
    scoring = next(option for option in SEASON_OPTIONS if option.name == "scoring")
    return [
        (line("name", "Name", most=LONGEST_SEASON_NAME), ""),
        (line("lasts", "Lasts", "such as “8 weeks”"), LASTS),
        (line("starts", "Starts", "“now”, “monday 0:00” or “1 June 12:00”"), "now"),
        (Option(name="contests", label="Its contests", field=Choice(contests)), ALL),
        (scoring, "percent"),
    ]


async def _start(interaction: Interaction, _: str | None, values: Mapping[str, Any]) -> Page:
    guild_id = await require_organiser(interaction)
    require_posting(interaction)
    act, zone = act_of(interaction), stored_zone(await zone_of(interaction))
    plan = SeasonPlan(
        name=values["name"],
        lasts=read_length(values["lasts"]),
        starts=read_opening(values["starts"], zone, act.at),
        template_id=None if values["contests"] == ALL else values["contests"],
        scoring=values["scoring"],
    )
    assert interaction.channel_id is not None
    service = interaction.client.services.contests.seasons
    started = await service.start(
        guild_id, plan, interaction.channel_id, act, parent_id=parent_of(interaction)
    )
    return await _page(interaction, started)


async def _counting_fields(interaction: Interaction, season_id: str | None) -> Fields:
    """Ask how a season is counted, with the present choices."""
    season = await _found(interaction, season_id)
    return [(option, option.written(season)) for option in SEASON_OPTIONS]


async def _count(
    interaction: Interaction, season_id: str | None, values: Mapping[str, Any]
) -> Page:
    season = await _found(interaction, season_id)
    role_id = values["role_id"]
    if role_id is not None and role_id != season.role_id:
        assert interaction.guild is not None
        role = interaction.guild.get_role(role_id)
        if role is None:
            raise NoSuchContest("That role is gone. Choose another one.")
        require_giver(interaction, interaction.guild, role)
    service = interaction.client.services.contests.seasons
    changed = await service.change(season.guild_id, season.id, act_of(interaction), values)
    return await _page(interaction, changed)


START = Ask("Start a season", _start_fields, _start)
COUNTING = Ask("How it’s counted", _counting_fields, _count)


class SeasonButton(PersistentButton[SeasonId], ids=SeasonId):
    """Standings, under the post at a season's end."""

    async def press(self, interaction: Interaction) -> None:
        """Show them to the person who pressed."""
        await replies.defer(interaction, private=True)
        await replies.edit(interaction, await standings_page(interaction, self.params.season))


class RoundsButton(PersistentButton[RoundsId], ids=RoundsId):
    """Standings, under the post of rounds."""

    async def press(self, interaction: Interaction) -> None:
        """Show them to the person who pressed."""
        await replies.defer(interaction, private=True)
        await replies.edit(interaction, await standings_page(interaction, self.params.season))


async def standings_page(interaction: Interaction, season_id: str, *, public: bool = False) -> Page:
    """Return the standings of a season, or of rounds, that the person who asks may see."""
    scope = scope_of(interaction, organiser=await is_organiser(interaction), public=public)
    found = await interaction.client.services.contests.seasons.standings(
        season_id, scope, viewer=interaction.user.id, limit=ROWS
    )
    return present_standings(found)


async def seen_seasons(interaction: Interaction, *, of_lists: bool = False) -> list[Season]:
    """Return the seasons of channels that somebody sees, unfinished ones first.

    `of_lists`: return the contests of several lists instead.
    """
    guild_of(interaction)
    scope = scope_of(interaction, organiser=await is_organiser(interaction))
    return await interaction.client.services.contests.seasons.of_guild(scope, of_lists=of_lists)

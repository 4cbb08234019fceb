"""Finds what people choose: a contest by its title, a template; and the server's zone."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Any

import discord
from discord import app_commands

from bot.contests import MISSING, MISSING_TEMPLATE, STATES, Contest, ContestTemplate
from bot.errors import NoSuchContest
from bot.store.schema import ContestTitle, State
from bot.ui.client import Interaction
from bot.ui.contest.text import STATE_NAMES
from bot.ui.layout import shorten
from bot.ui.options import CHOICE_LENGTH, CHOICES, Completer
from bot.ui.permissions import guild_of, is_organiser, require_organiser, scope_of
from solvers.text import series

log = logging.getLogger(__name__)

LOOKED_THROUGH = 200
"""How many of a server's contests, the newest, can be chosen by title."""


def offering(*states: State) -> Completer:
    """Return a completer for an option that takes a contest in one of the given states."""

    async def complete(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            return [
                app_commands.Choice(name=_label(found), value=found.id)
                for found in await _announced(interaction, states)
                if typed.strip().lower() in found.title.lower()
            ][:CHOICES]
        except Exception:
            log.exception("could not look up contests to complete an option")
            return []

    return complete


async def chosen(interaction: Interaction, typed: str | None, *states: State) -> Contest:
    """Return the contest that was chosen or typed by title; None: the newest in these states.

    A typed one may be in any state. Contests that the person may not look at are not found.
    Raises NoSuchContest.
    """
    if typed is None:
        found = await _announced(interaction, states)
        if found:
            return await _whole(interaction, found[0])
        if not await _announced(interaction, STATES):
            raise NoSuchContest(
                "There are no contests here yet. Organisers start one with /contest create."
            )
        which = series((STATE_NAMES[state] for state in states), "or")
        raise NoSuchContest(f"No contest here is {which}. See them all with /contests list.")
    name = typed.strip()
    every = await _announced(interaction, STATES)
    matching = [one for one in every if name == one.id or _same(name, one.title)]
    # Several contests may have one title: prefer one in a state that was asked for.
    contest = min(matching, key=lambda one: one.state not in states, default=None)
    if contest is None:
        raise NoSuchContest(MISSING)
    return await _whole(interaction, contest)


async def organised(interaction: Interaction, contest_id: str) -> Contest:
    """Return a contest, or a draft, to an organiser who sees its channel.

    Raises NotAllowed or NoSuchContest.
    """
    guild_id = await require_organiser(interaction)
    contest = await interaction.client.services.contests.queries.get(contest_id, guild_id)
    if not scope_of(interaction, organiser=True).reaches(contest):
        raise NoSuchContest(MISSING)
    return contest


async def _whole(interaction: Interaction, named: ContestTitle) -> Contest:
    return await interaction.client.services.contests.queries.get(named.id, named.guild_id)


async def _announced(interaction: Interaction, states: Collection[State]) -> list[ContestTitle]:
    scope = scope_of(interaction, organiser=await is_organiser(interaction))
    found = await interaction.client.services.contests.queries.titles(
        guild_of(interaction), states, LOOKED_THROUGH
    )
    return [contest for contest in found if scope.has(contest)]


def _same(typed: str, title: str) -> bool:
    return typed.casefold() == title.casefold()


def _label(contest: ContestTitle) -> str:
    about = f" ({STATE_NAMES[contest.state]})"
    return shorten(contest.title, CHOICE_LENGTH - len(about)) + about


async def seen_templates(interaction: Interaction) -> list[ContestTemplate]:
    """Return, to an organiser, the templates of contests in channels that they see."""
    guild_id = await require_organiser(interaction)
    scope = scope_of(interaction, organiser=True)
    found = await interaction.client.services.contests.templates.of_guild(guild_id)
    return [one for one in found if scope.reaches(one)]


async def fetch_template(interaction: Interaction, template_id: str | None) -> ContestTemplate:
    """Return a template to an organiser who sees its channel; raises NoSuchContest."""
    for one in await seen_templates(interaction):
        if one.id == template_id:
            return one
    raise NoSuchContest(MISSING_TEMPLATE)


async def zone_of(interaction: Interaction) -> str:
    """Return the name of the zone whose clocks a server goes by."""
    settings = await interaction.client.services.store.guilds.settings(
        await require_organiser(interaction)
    )
    return settings.time_zone

"""/settings: what holds in a server: its tier, zone, organisers, and its own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

import discord
from discord import app_commands

from bot import answers
from bot.commands.options import quietly
from bot.errors import BadOption
from bot.games.word_lists import split_words
from bot.organisers import act_of, require_manager
from bot.present.settings import present_settings
from bot.zones import find_zones, read_zone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.client import Ask
    from bot.store.guilds import Wanted

settings = app_commands.Group(
    name="settings",
    description="What holds in this server",
    # What is left out here, the library takes from the tree, which allows it.
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    default_permissions=discord.Permissions(manage_guild=True),
)
MOST_OWN = 500
"""Words that a server may allow and deny in all."""
TYPED = 3000
LONGEST_WORD = 50


@settings.command()
async def show(ask: Ask) -> None:
    """Show what is set in this server."""
    await answers.defer(ask, private=True)
    await _show(ask, require_manager(ask))


@settings.command()
@app_commands.describe(tier="the words that contests, and games that name no tier, accept")
async def tier(ask: Ask, tier: Literal["common", "standard", "full"]) -> None:
    """Choose which words count here."""
    await _change(ask, f"tier: {tier}", tier=tier)


@settings.command(name="contest-role")
@app_commands.describe(role="who may organise besides those with Manage Events (usually: nobody)")
async def contest_role(ask: Ask, role: discord.Role | None = None) -> None:
    """Choose a role whose members may organise contests, or take that away again."""
    if role is not None and role.is_default():
        raise BadOption("@everyone cannot be the contest role: everybody would organise.")
    what = "contest role: none" if role is None else f"contest role: @{role.name}"
    await _change(ask, what, contest_role_id=None if role is None else role.id)


@settings.command()
@app_commands.describe(zone="a place whose clocks the times that you type go by: Europe/London")
async def zone(ask: Ask, zone: app_commands.Range[str, 1, 60]) -> None:
    """Choose the time zone in which organisers type times."""
    name = read_zone(zone).key
    await _change(ask, f"time zone: {name}", time_zone=name)


@zone.autocomplete("zone")
@quietly
def _zones(_ask: Ask, typed: str) -> Iterable[str]:
    return find_zones(typed)


@settings.command()
@app_commands.describe(
    words="the words, with blanks or commas between them",
    undo="leave them to the word list again",
)
async def allow(ask: Ask, words: app_commands.Range[str, 1, TYPED], undo: bool = False) -> None:
    """Allow words in this server's contests that the word list does not have."""
    await _rule(ask, words, allowed=None if undo else True)


@settings.command()
@app_commands.describe(
    words="the words, with blanks or commas between them",
    undo="leave them to the word list again",
)
async def deny(ask: Ask, words: app_commands.Range[str, 1, TYPED], undo: bool = False) -> None:
    """Keep words out of this server's contests and games."""
    await _rule(ask, words, allowed=None if undo else False)


async def _show(ask: Ask, guild_id: int, what: str | None = None) -> None:
    guilds = ask.client.kit.store.guilds
    now, own = await guilds.settings(guild_id), await guilds.words(guild_id)
    await answers.edit(ask, present_settings(now, own, ask.created_at, what))


async def _change(ask: Ask, what: str, **wanted: Unpack[Wanted]) -> None:
    await answers.defer(ask, private=True)
    guild_id = require_manager(ask)
    await ask.client.kit.store.guilds.change(guild_id, what, act_of(ask), **wanted)
    await _show(ask, guild_id, f"Changed: {what}.")


async def _rule(ask: Ask, typed: str, *, allowed: bool | None) -> None:
    await answers.defer(ask, private=True)
    guild_id = require_manager(ask)
    some = dict.fromkeys(word.lower() for word in split_words(typed))
    _check(some)
    guilds = ask.client.kit.store.guilds
    own = await guilds.words(guild_id)
    if allowed is not None and len(own.keys() | some.keys()) > MOST_OWN:
        raise BadOption(
            f"A server may allow and deny {MOST_OWN} words in all; it has {len(own)} already. "
            "Take some back with `undo`."
        )
    await guilds.rule_on(guild_id, list(some), allowed, act_of(ask))
    did = {True: "Allowed", False: "Denied", None: "Left to the word list"}[allowed]
    await _show(ask, guild_id, f"{did}: {', '.join(some)}.")


def _check(words: Iterable[str]) -> None:
    """Raise BadOption unless these are words, at least one."""
    none = True
    for word in words:
        none = False
        if not (word.isascii() and word.isalpha() and 2 <= len(word) <= LONGEST_WORD):
            raise BadOption(
                f"“{word[:LONGEST_WORD]}” cannot be a word here: 2 to {LONGEST_WORD} letters a "
                "to z, nothing else."
            )
    if none:
        raise BadOption("Give at least one word.")

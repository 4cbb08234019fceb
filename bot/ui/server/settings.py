"""/settings: a server's tier, filter, duels, time zone, contest role, and its own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

import discord
from discord import app_commands

from bot.errors import BadOption
from bot.names import tidy
from bot.options import Choice, Line, Option, Role, Said
from bot.store.schema import DailySetup, GuildSettings
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.layout import Page, Tone, card, escape, shorten
from bot.ui.options import complete_zone
from bot.ui.permissions import act_of, require_manager
from bot.ui.roles import require_giver, unheard
from bot.zones import read_zone, stored_zone
from solvers.lexicon import Policy
from solvers.reading import read_words
from solvers.text import many

settings = app_commands.Group(
    name="settings",
    description="How I play in this server",
    # A context that is None here is taken from the tree, which allows commands everywhere.
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    default_permissions=discord.Permissions(manage_guild=True),
)
Tier = Literal["common", "standard", "full"]
MOST_OWN = 500
"""Words that a server may allow and deny in total."""
TYPED = 3000
LONGEST_WORD = 50
WORDS_LENGTH = 1200
CHANGED_LENGTH = 500
TIERS: Mapping[Tier, Said] = {
    "common": Said("common", "common words only"),
    "standard": Said("standard", "common and less common words"),
    "full": Said("full", "all words, even the rarest"),
}
FILTERS: Mapping[Policy, Said] = {
    "family": Said("family", "I never bring up a rude word, not even a mild one"),
    "standard": Said(
        "standard",
        "I bring up no slurs or obscenities, and milder words only where nothing else fits",
    ),
    "all": Said("all", "nothing is filtered"),
}
DUELS: Mapping[bool, Said] = {
    True: Said("on", "members can challenge one another"),
    False: Said("off", "nobody can challenge anybody here; races are for all"),
}


def _say(label: str, said: Said) -> str:
    return f"**{label}** {said.short}: {said.hint}"


def _organisers(now: GuildSettings) -> str:
    role = "" if now.contest_role_id is None else f" and <@&{now.contest_role_id}>"
    return f"**Contests are organised by** people with Manage Events{role}"


TIER = Option(
    name="tier",
    label="Tier",
    field=Choice(TIERS),
    says=lambda now: _say("Words that count", TIERS[now.tier]),
)
FILTER = Option(
    name="policy",
    label="Filter",
    field=Choice(FILTERS),
    says=lambda now: _say("Filter", FILTERS[now.policy]),
)
ZONE = Option(
    name="time_zone",
    label="Time zone",
    field=Line(
        "the nearest big city, such as Europe/London", lambda text: read_zone(text).key, str
    ),
    says=lambda now: f"**Time zone** {now.time_zone}",
)
DUEL = Option(
    name="duels",
    label="Duels",
    field=Choice(DUELS),
    says=lambda now: _say("Duels", DUELS[now.duels]),
)
CONTEST_ROLE = Option(
    name="contest_role_id",
    label="Contest role",
    field=Role("who may organise, besides those with Manage Events (default: nobody)"),
    says=_organisers,
)
CONTEST_PING = Option(
    name="ping_role_id",
    label="Contest ping",
    field=Role("whom to ping; members switch it on and off themselves (default: nobody)"),
    says=lambda now: (
        "**Pinged for contests** " + (f"<@&{now.ping_role_id}>" if now.ping_role_id else "nobody")
    ),
)
SETTINGS: tuple[Option[Any], ...] = (TIER, FILTER, ZONE, DUEL, CONTEST_ROLE, CONTEST_PING)
"""Everything that a server sets except its words, in the order that `show` has."""


@settings.command()
async def show(interaction: Interaction) -> None:
    """Show this server’s settings."""
    await replies.defer(interaction, private=True)
    await _show(interaction, require_manager(interaction))


@settings.command()
@app_commands.describe(tier="the words that count here, unless a game asks for others")
async def tier(interaction: Interaction, tier: Tier) -> None:
    """Choose which words count here."""
    now = f"From now on I play here with {TIERS[tier].hint}."
    await _change(interaction, TIER, tier, now)


@settings.command(name="filter")
@app_commands.describe(words="family: no rude words · standard: no slurs or obscenities · all")
async def filter_words(
    interaction: Interaction, words: Literal["family", "standard", "all"]
) -> None:
    """Choose which rude words I may bring up; what people type themselves always works."""
    await _change(interaction, FILTER, words, f"From now on {FILTERS[words].hint}.")


@settings.command(name="contest-role")
@app_commands.describe(role=CONTEST_ROLE.field.about)
async def contest_role(interaction: Interaction, role: discord.Role | None = None) -> None:
    """Let the members of a role organise contests, or stop that."""
    if role is not None and role.is_default():
        raise BadOption("@everyone can’t be the contest role: then everybody could organise.")
    now = "Contests are for people with Manage Events to organise."
    if role is not None:
        now = (
            f"Members of {_called(role)} can organise contests now. To show them /contest, let "
            "the role use it under Server Settings → Integrations."
        )
    await _change(interaction, CONTEST_ROLE, role, now)


@settings.command(name="contest-ping")
@app_commands.describe(role=CONTEST_PING.field.about)
async def contest_ping(interaction: Interaction, role: discord.Role | None = None) -> None:
    """Ping a role when a contest opens, or stop that."""
    if role is None or role.is_default():
        role, now = None, "Nobody is pinged for contests now."
    else:
        require_manager(interaction)
        require_giver(interaction, role.guild, role)
        now = f"{_called(role)} is pinged when a contest opens. Members join with “Ping me”."
        # A contest can be in any channel, so what a single channel allows does not count.
        if warning := unheard(role, role.guild.me.guild_permissions):
            now = f"{now}\n⚠️ {warning}"
    await _change(interaction, CONTEST_PING, role, now)


@settings.command()
@app_commands.describe(allow="let members challenge one another")
async def duels(interaction: Interaction, allow: bool) -> None:
    """Let members challenge one another to duels here, or not."""
    await _change(interaction, DUEL, allow, f"From now on {DUELS[allow].hint}.")


@settings.command()
@app_commands.describe(zone=ZONE.field.about)
@app_commands.autocomplete(zone=complete_zone)
async def zone(interaction: Interaction, zone: app_commands.Range[str, 1, 60]) -> None:
    """Choose the time zone that organisers type times in."""
    name = ZONE.field.read(zone)
    now = f"Times that organisers type are in {name} now."
    if interaction.guild_id is not None:
        daily = await interaction.client.services.dailies.queries.setup(interaction.guild_id)
        if daily is not None and daily.time_zone != name:
            now += (
                f" Daily puzzles stay at {daily.hour:02}:00 in {daily.time_zone}; choose another "
                "zone for them with /daily setup."
            )
    await _change(interaction, ZONE, name, now)


@settings.command()
@app_commands.describe(
    words="the words, with spaces or commas between them",
    undo="go back to what the word list says (default: no)",
)
async def allow(
    interaction: Interaction, words: app_commands.Range[str, 1, TYPED], undo: bool = False
) -> None:
    """Allow words in this server’s contests that the word list doesn’t have."""
    await _rule(interaction, words, allowed=None if undo else True)


@settings.command()
@app_commands.describe(
    words="the words, with spaces or commas between them",
    undo="go back to what the word list says (default: no)",
)
async def deny(
    interaction: Interaction, words: app_commands.Range[str, 1, TYPED], undo: bool = False
) -> None:
    """Keep words out of this server’s contests and games."""
    await _rule(interaction, words, allowed=None if undo else False)


async def _show(interaction: Interaction, guild_id: int, changed: str | None = None) -> None:
    guilds = interaction.client.services.store.guilds
    now, own = await guilds.settings(guild_id), await guilds.words(guild_id)
    daily = await interaction.client.services.dailies.queries.setup(guild_id)
    guild = interaction.client.get_guild(guild_id)
    warnings = []
    if guild is not None:
        warnings = list(_gone(guild, now, daily))
        here = {None, *(role.id for role in guild.roles)}
        now = replace(
            now,
            ping_role_id=now.ping_role_id if now.ping_role_id in here else None,
            contest_role_id=now.contest_role_id if now.contest_role_id in here else None,
        )
    at = interaction.created_at
    await replies.edit(interaction, present_settings(now, own, at, changed, warnings))


def _gone(guild: discord.Guild, settings: GuildSettings, daily: DailySetup | None) -> Iterator[str]:
    """Yield a sentence for each chosen thing that can no longer be used."""
    running = daily if daily is not None and daily.running else None
    pinged = (
        (settings.ping_role_id, "pinged for contests", "/settings contest-ping"),
        (running and running.role_id, "pinged for daily puzzles", "/daily setup"),
    )
    for role_id, what, mend in pinged:
        if not role_id:
            continue
        role = guild.get_role(role_id)
        if role is None:
            yield f"The role {what} was deleted. Choose another with {mend}."
        elif (trouble := unheard(role, guild.me.guild_permissions)) is not None:
            yield trouble
    if settings.contest_role_id is not None and guild.get_role(settings.contest_role_id) is None:
        yield "The role of organisers was deleted. Choose another with /settings contest-role."
    if running is not None and guild.get_channel(running.channel_id) is None:
        yield "The channel of daily puzzles is gone. Choose another with /daily setup."
    chosen = {settings.time_zone, *([] if running is None else [running.time_zone])}
    for name in sorted(chosen):
        if stored_zone(name).key != name:
            yield f"There is no time zone {name} any more, so I go by UTC. Choose another."


def _called(role: discord.Role) -> str:
    return f"@{tidy(role.name)}"


async def _change(interaction: Interaction, option: Option[Any], chosen: Any, now: str) -> None:
    """Keep what was chosen, and show all settings; `now` says what that means."""
    await replies.defer(interaction, private=True)
    guild_id = require_manager(interaction)
    role = chosen if isinstance(chosen, discord.Role) else None
    value: Any = chosen if role is None else role.id
    if isinstance(option.field, Choice):
        written = option.field.said[value].short
    else:
        written = option.field.write(value) if role is None else _called(role)
    await interaction.client.services.store.guilds.change(
        guild_id,
        f"{option.label.lower()}: {written or 'none'}",
        act_of(interaction),
        lambda before: replace(before, **{option.name: value}),
    )
    await _show(interaction, guild_id, now)


async def _rule(interaction: Interaction, typed: str, *, allowed: bool | None) -> None:
    await replies.defer(interaction, private=True)
    guild_id = require_manager(interaction)
    some = dict.fromkeys(read_words(typed))
    _check(some)
    guilds = interaction.client.services.store.guilds
    own = await guilds.words(guild_id)
    if allowed is not None and len(own.keys() | some.keys()) > MOST_OWN:
        raise BadOption(
            f"A server can allow and deny up to {MOST_OWN} words, and this one has {len(own)} "
            "already. Take some back with `undo`."
        )
    await guilds.rule_on(guild_id, list(some), allowed, act_of(interaction))
    did = {True: "Allowed now", False: "Denied now", None: "The word list decides again"}[allowed]
    await _show(interaction, guild_id, f"{did}: {', '.join(some)}.")


def _check(words: Iterable[str]) -> None:
    """Raise BadOption unless these are words, at least one."""
    none = True
    for word in words:
        none = False
        if not (word.isascii() and word.isalpha() and 2 <= len(word) <= LONGEST_WORD):
            raise BadOption(
                f"“{word[:LONGEST_WORD]}” can’t be a word here: use 2 to {LONGEST_WORD} letters "
                "a to z and nothing else."
            )
    if none:
        raise BadOption("Give at least one word.")


def present_settings(
    settings: GuildSettings,
    own: Mapping[str, bool],
    now: datetime,
    changed: str | None = None,
    warnings: Sequence[str] = (),
) -> Page:
    """Return a server's settings and its own words.

    `changed`: what has just been done; `warnings`: what to change.
    """
    clock = f", where it is {now.astimezone(stored_zone(settings.time_zone)):%H:%M}"
    said = [
        f"{line}{clock if one is ZONE else ''}"
        for one in SETTINGS
        if (line := one.says(settings)) is not None
    ]
    blocks = ["## Server settings", "\n".join(said)]
    for heading, allowed in (("Also allowed", True), ("Denied", False)):
        words = [word for word in own if own[word] is allowed]
        if words:
            blocks.append(f"**{heading}** {_listed(words)}")
    blocks += [f"⚠️ {sentence}" for sentence in warnings]
    if changed:
        blocks.insert(0, shorten(escape(changed), CHANGED_LENGTH))
    return Page(card(Tone.ANSWER if changed else Tone.NOTE, blocks))


def _listed(words: Sequence[str]) -> str:
    return f"{many(len(words), 'word')}: {shorten(', '.join(words), WORDS_LENGTH)}"

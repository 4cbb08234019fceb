"""/contest disqualify and reinstate: who is on the board, for a reason that is kept."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands

from bot.contests import PLAYED, Contest, Entrant, Forgotten
from bot.errors import BadOption, NoSuchContest
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.contest.ids import group
from bot.ui.contest.picker import chosen, offering
from bot.ui.contest.text import amount_of, title
from bot.ui.layout import Page, Tone, card, escape, who
from bot.ui.options import CHOICES
from bot.ui.permissions import act_of, is_organiser, require_organiser
from solvers.text import many

log = logging.getLogger(__name__)

LONGEST_REASON = 200
ABOUT = {
    "contest": "which contest",
    "reason": "why (organisers can read it in /contest audit)",
    "who": "the player",
    "forgotten": "or a player who asked to be forgotten",
}


async def offer_forgotten(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """Offer those in the contest who had themselves forgotten, to its organisers."""
    try:
        if not await is_organiser(interaction):
            return []
        found = await chosen(interaction, str(interaction.namespace.contest or ""), *PLAYED)
        listed = await interaction.client.services.contests.moderation.forgotten(
            found.guild_id, found.id
        )
        offered = [(name_forgotten(entrant, found), str(entrant.id)) for entrant in listed]
        return [
            app_commands.Choice(name=name, value=value)
            for name, value in offered
            if typed.strip().lower() in name
        ][:CHOICES]
    except NoSuchContest:  # not chosen yet
        return []
    except Exception:
        log.exception("no entrant to complete an option with")
        return []


@group.command()
@app_commands.describe(**ABOUT)
@app_commands.autocomplete(contest=offering(*PLAYED), forgotten=offer_forgotten)
async def disqualify(
    interaction: Interaction,
    contest: app_commands.Range[str, 1, 100],
    reason: app_commands.Range[str, 1, LONGEST_REASON],
    who: discord.User | None = None,
    forgotten: app_commands.Range[str, 1, 20] | None = None,
) -> None:
    """Take somebody off the board of a contest."""
    guild_id, found, person = await _asked(interaction, contest, who, forgotten)
    moderation = interaction.client.services.contests.moderation
    entrant = await moderation.disqualify(guild_id, found.id, person, reason, act_of(interaction))
    interaction.client.services.scheduler.wake()
    await replies.edit(interaction, present_disqualified(found, entrant.user_id, reason))


@group.command()
@app_commands.describe(**ABOUT)
@app_commands.autocomplete(contest=offering(*PLAYED), forgotten=offer_forgotten)
async def reinstate(
    interaction: Interaction,
    contest: app_commands.Range[str, 1, 100],
    reason: app_commands.Range[str, 1, LONGEST_REASON],
    who: discord.User | None = None,
    forgotten: app_commands.Range[str, 1, 20] | None = None,
) -> None:
    """Put somebody back on the board of a contest."""
    guild_id, found, person = await _asked(interaction, contest, who, forgotten)
    moderation = interaction.client.services.contests.moderation
    entrant = await moderation.reinstate(guild_id, found.id, person, reason, act_of(interaction))
    interaction.client.services.scheduler.wake()
    await replies.edit(interaction, present_reinstated(found, entrant.user_id, reason))


async def _asked(
    interaction: Interaction, contest: str, who: discord.User | None, forgotten: str | None
) -> tuple[int, Contest, int | Forgotten]:
    """Acknowledge; return the server, the contest, and who in it is meant."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    found = await chosen(interaction, contest, *PLAYED)
    if (who is None) == (forgotten is None):
        raise BadOption("Choose somebody with `who` or with `forgotten` – one of the two.")
    if who is not None:
        return guild_id, found, who.id
    assert forgotten is not None
    # An entrant's number is small; any other cannot be one.
    if not (forgotten.isascii() and forgotten.isdecimal() and len(forgotten) < 10):
        raise BadOption("Pick the player for `forgotten` from the list that shows as you type.")
    return guild_id, found, Forgotten(int(forgotten))


def present_disqualified(contest: Contest, user_id: int | None, reason: str) -> Page:
    """Say that somebody is off the board."""
    text = f"{_subject(user_id)} is disqualified from **{title(contest)}**: {escape(reason)}"
    back = "-# `/contest audit` keeps the reason. `/contest reinstate` puts them back."
    return Page(card(Tone.ANSWER, [text, back]))


def present_reinstated(contest: Contest, user_id: int | None, reason: str) -> Page:
    """Say that somebody is back on the board."""
    text = f"{_subject(user_id)} is back on the board of **{title(contest)}**: {escape(reason)}"
    return Page(card(Tone.ANSWER, [text]))


def name_forgotten(entrant: Entrant, contest: Contest) -> str:
    """Name somebody forgotten by what the board shows of them; their score once it is over."""
    if entrant.best_score is None:
        return f"player {entrant.id}, no try"
    score = f"{amount_of(contest, entrant.best_score)} in " if contest.state == "revealed" else ""
    return f"player {entrant.id}, {score}{many(entrant.tries, 'try', 'tries')}"


def _subject(user_id: int | None) -> str:
    named = who(user_id)
    return named[0].upper() + named[1:]

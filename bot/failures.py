"""The one error handler: every failure becomes words for people and a line in the log."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import answers
from bot.errors import BotError, LiveEdition, SolverFailed, WorkerCrashed
from bot.logs import begin_request
from bot.present.failure import present_failure
from bot.present.layout import Tone
from solvers.errors import PuzzleError

if TYPE_CHECKING:
    from datetime import datetime

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
UNKNOWN_WEBHOOK = 10015
INVALID_WEBHOOK_TOKEN = 50027
TOO_LATE = {UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_WEBHOOK_TOKEN}


@dataclass(frozen=True, slots=True)
class _Told:
    words: str
    ours: bool  # our fault: logged with its trace, and the id is shown
    until: datetime | None = None  # when asking again helps


async def answer(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Tell the person who asked, and nobody else, what went wrong. Raises nothing."""
    name = begin_request(interaction.id)
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
        log.warning("too late to answer: %s", error.text)
        return
    told = _told(error)
    if told.ours:
        log.error("failed: %s", error, exc_info=error)
        if isinstance(error, SolverFailed):
            log.error("in the solver: %s", error.trace)
    else:
        log.info("refused: %s", error)
    tone = Tone.TROUBLE if told.ours else Tone.HINT
    page = present_failure(told.words, name if told.ours else None, tone, told.until)
    try:
        await answers.whisper(interaction, page)
    except (discord.HTTPException, discord.InteractionResponded) as second:
        log.warning("the failure could not be told either: %s", second)


def _told(error: Exception) -> _Told:
    match error:
        case PuzzleError():
            return _Told(error.message, ours=False)
        case SolverFailed() | WorkerCrashed():
            return _Told(error.message, ours=True)
        case BotError():
            until = error.until if isinstance(error, LiveEdition) else None
            return _Told(error.message, ours=False, until=until)
        case app_commands.BotMissingPermissions():
            needed = ", ".join(p.replace("_", " ") for p in error.missing_permissions)
            return _Told(f"I lack the permission to do that here: {needed}.", ours=False)
        case app_commands.MissingPermissions():
            needed = ", ".join(p.replace("_", " ") for p in error.missing_permissions)
            return _Told(f"You need this permission for that: {needed}.", ours=False)
        case app_commands.CommandOnCooldown():
            return _Told(f"Slow down: try again in {error.retry_after:.0f} seconds.", ours=False)
        case app_commands.TransformerError() | app_commands.CommandSignatureMismatch():
            return _Told(
                "That option's value cannot be used here; Discord may still know an older version "
                "of this command. Reload Discord and try again.",
                ours=True,
            )
        case app_commands.CommandNotFound():
            return _Told(
                "This command is no longer there; see /help for those there are.", ours=True
            )
        case app_commands.CheckFailure():
            return _Told("You may not do that here.", ours=False)
        case discord.Forbidden():
            return _Told(
                "Discord does not let me do that here; ask an organiser to check my permissions "
                "in this channel.",
                ours=True,
            )
        case discord.HTTPException():
            return _Told("Discord did not take my answer; try again in a minute.", ours=True)
        case _:
            return _Told("Something went wrong that should not have.", ours=True)

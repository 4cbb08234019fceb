"""/contest create: a form, a draft with its par, and then an announcement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import forms
from bot.commands.contest.group import contest
from bot.organisers import require_organiser, require_posting
from bot.present.contest_form import PlanForm, PlanTyped

if TYPE_CHECKING:
    from bot.client import Ask


@contest.command()
async def create(ask: Ask) -> None:
    """Make a contest for this channel: words, a rule, a time."""
    guild_id = await require_organiser(ask)
    require_posting(ask)
    settings = await ask.client.kit.store.guilds.settings(guild_id)
    await forms.show(ask, PlanForm(PlanTyped(), settings.time_zone))

"""/privacy: what the bot keeps about you, all of it, and having it forgotten."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from discord import ButtonStyle, app_commands

from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.custom_ids import CustomId
from bot.ui.layout import Attachment, Page, Tone, attached, button, card

privacy = app_commands.Group(name="privacy", description="What I keep about you")
FILE = "what-i-keep-about-you.json"
NOTHING = "I keep nothing about you."
NEVER = """\
-# Puzzles you ask for are kept without who asked. I read no messages, and keep no names: only \
your Discord id, with what you played and organised."""


@privacy.command()
async def show(interaction: Interaction) -> None:
    """Show how much is kept about you."""
    await replies.defer(interaction, private=True)
    kept = await interaction.client.services.store.privacy.show(interaction.user.id)
    await replies.edit(interaction, present_kept(kept))


@privacy.command()
async def export(interaction: Interaction) -> None:
    """Get everything that is kept about you, as a JSON file."""
    await replies.defer(interaction, private=True)
    kept = await interaction.client.services.store.privacy.export(interaction.user.id)
    await replies.edit(interaction, present_export(kept))


@privacy.command()
async def forget(interaction: Interaction) -> None:
    """Have everything about you forgotten; you are asked once more."""
    await replies.defer(interaction, private=True)
    kept = await interaction.client.services.store.privacy.show(interaction.user.id)
    await replies.edit(interaction, present_asking(kept))


class ForgetId(CustomId, prefix="privacy"):
    """Forget me, No."""

    action: Literal["forget", "keep"]


class ForgetButton(PersistentButton[ForgetId], ids=ForgetId):
    """Forget me, No."""

    async def press(self, interaction: Interaction) -> None:
        """Forget the person who pressed, and say so once it is done."""
        await replies.defer_edit(interaction)
        if self.params.action == "keep":
            await replies.edit(interaction, present_unchanged())
            return
        await interaction.client.services.store.privacy.forget(interaction.user.id)
        interaction.client.services.scheduler.wake()
        await replies.edit(interaction, present_forgotten())


def present_kept(kept: Mapping[str, int]) -> Page:
    """Return how much is kept about somebody, by what it is."""
    if not kept:
        return Page(card(Tone.NOTE, ["## What I keep about you", NOTHING, NEVER]))
    lines = "\n".join(f"- {what}: **{number:,}**" for what, number in kept.items())
    more = "`/privacy export` gives you all of it; `/privacy forget` removes it."
    return Page(card(Tone.NOTE, ["## What I keep about you", lines, more, NEVER]))


def present_export(kept: Mapping[str, list[dict[str, Any]]]) -> Page:
    """Return everything that is kept about somebody, as a JSON file."""
    content = json.dumps(kept, indent=2, ensure_ascii=False) + "\n"
    file = Attachment(FILE, content.encode())
    text = "All that I keep about you is in the file." if kept else NOTHING
    return Page(card(Tone.NOTE, [text], media=(attached(file),)), (file,))


def present_asking(kept: Mapping[str, int]) -> Page:
    """Ask whether somebody means it."""
    if not kept:
        return Page(card(Tone.NOTE, [f"{NOTHING} There is nothing to forget."]))
    text = """\
Your id goes from everything I keep, at once and for good:
- The snakes you sent in stay on their boards as nobody's, so that others keep their places.
- Where a contest still runs, you are out of it and cannot enter it again.
- Daily puzzles you solved stay on their day's boards as nobody's. Your streak and stats are gone, \
and one that is still open is not yours a second time.
- Your practices are deleted. There is no way back."""
    yes = button("Forget me", ForgetId("forget"), style=ButtonStyle.danger)
    blocks = ["## Shall I forget you?", text, "-# To keep a copy, use `/privacy export` first."]
    return Page(card(Tone.HINT, blocks, [yes, button("No", ForgetId("keep"))]))


def present_forgotten() -> Page:
    """Say that it is done."""
    return Page(card(Tone.ANSWER, ["It is done: I no longer keep anything about you."]))


def present_unchanged() -> Page:
    """Say that nothing was done."""
    return Page(card(Tone.NOTE, ["Nothing was changed."]))

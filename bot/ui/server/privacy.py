"""/privacy: what the bot keeps about you, all of it, and having it forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from discord import ButtonStyle, app_commands

from bot.store.privacy import Export
from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.custom_ids import CustomId
from bot.ui.layout import Attachment, Page, Tone, attached, button, card

privacy = app_commands.Group(name="privacy", description="What I keep about you")
FILE = "what-i-keep-about-you"
MOST_BYTES = 10 * 1024**2
"""What Discord takes in one file."""
TRACES = (
    "-# My database is being read just now, so old copies are still in its files. I try again "
    "every few seconds until they are gone."
)
NOTHING = "I keep nothing about you."
NEVER = """\
-# I keep your Discord id with what you play and organise: contests and daily puzzles for three \
years, single tries and practices for half a year, what you did as an organiser for one. Puzzles \
you ask for go after 30 days and never say who asked. I read no messages and keep no names.
-# The person who runs me may have backups, which I can’t reach; they are asked to delete those \
after 30 days."""


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
    privacy = interaction.client.services.store.privacy
    kept = await privacy.export(interaction.user.id, MOST_BYTES)
    await replies.edit(interaction, present_export(kept))


@privacy.command()
async def forget(interaction: Interaction) -> None:
    """Have everything about you forgotten; you are asked once more."""
    await replies.defer(interaction, private=True)
    store = interaction.client.services.store
    kept = await store.privacy.show(interaction.user.id)
    erased = bool(kept) or await store.database.finish_erasing()
    await replies.edit(interaction, present_asking(kept, erased=erased))


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
        services = interaction.client.services
        erased = await services.store.privacy.forget(interaction.user.id)
        services.contests.guard.forget(interaction.user.id)
        interaction.client.members.forget(interaction.user.id)
        services.scheduler.wake()
        await replies.edit(interaction, present_forgotten(erased=erased))


def present_kept(kept: Mapping[str, int]) -> Page:
    """Return how much is kept about somebody, by what it is."""
    if not kept:
        return Page(card(Tone.NOTE, ["## What I keep about you", NOTHING, NEVER]))
    lines = "\n".join(f"- {what}: **{number:,}**" for what, number in kept.items())
    more = (
        "`/privacy export` gives you all of it; `/privacy forget` removes it from all but backups."
    )
    return Page(card(Tone.NOTE, ["## What I keep about you", lines, more, NEVER]))


def present_export(kept: Export) -> Page:
    """Return everything that is kept about somebody, as a JSON file."""
    file = Attachment(f"{FILE}.zip" if kept.packed else f"{FILE}.json", kept.content)
    if not kept.complete:
        text = (
            "I keep more about you than Discord takes in one file, so some of your tries are "
            "missing from it. The person who runs me can give you the rest."
        )
    else:
        text = "All that I keep about you is in the file." if kept.content != b"{}\n" else NOTHING
    return Page(card(Tone.NOTE, [text], media=(attached(file),)), (file,))


def present_asking(kept: Mapping[str, int], *, erased: bool = True) -> Page:
    """Ask whether somebody means it; not `erased`: what was forgotten has left traces yet."""
    if not kept:
        nothing = [f"{NOTHING} There is nothing to forget."]
        return Page(card(Tone.NOTE, nothing if erased else [*nothing, TRACES]))
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


def present_forgotten(*, erased: bool = True) -> Page:
    """Say that it is done; not `erased`: for the most part."""
    done = "It is done: I no longer keep anything about you."
    backups = "-# Backups of the person who runs me may have it until they are deleted."
    return Page(card(Tone.ANSWER, [done, backups] if erased else [done, TRACES, backups]))


def present_unchanged() -> Page:
    """Say that nothing was done."""
    return Page(card(Tone.NOTE, ["Nothing was changed."]))

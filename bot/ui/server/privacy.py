"""/privacy: what the bot keeps about you, an export of it all, and having it forgotten."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Literal

from discord import ButtonStyle, app_commands

from bot.errors import Unsaved
from bot.store.privacy import Export
from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.custom_ids import CustomId
from bot.ui.layout import Attachment, Page, Tone, attached, button, card
from bot.ui.rate_limit import COST

privacy = app_commands.Group(name="privacy", description="What I keep about you")
FILE = "what-i-keep-about-you"
MOST_BYTES = 10 * 1024**2
"""Most bytes that Discord takes in one file."""
TRACES = (
    "-# My database is busy just now, so old copies are still in its files. I’ll keep trying every "
    "few seconds until they’re gone."
)
NOTHING = "I keep nothing about you."
NEVER = """\
-# I keep your Discord id with what you play and organise: contests, daily puzzles and ratings \
for three years, races, training and what you did as an organiser for one, single tries and \
practices for half a year. Puzzles you ask for go after 30 days and never say who asked. I don’t \
read messages or keep names.
-# The host of this bot may have backups that I can’t reach, and is asked to delete them after 30 \
days."""


@privacy.command(extras={COST: 3})
async def show(interaction: Interaction) -> None:
    """See what I keep about you."""
    await replies.defer(interaction, private=True)
    kept = await interaction.client.services.store.privacy.show(interaction.user.id)
    await replies.edit(interaction, present_kept(kept))


@privacy.command(extras={COST: 3})
async def export(interaction: Interaction) -> None:
    """Get everything I keep about you as a file."""
    await replies.defer(interaction, private=True)
    privacy = interaction.client.services.store.privacy
    kept = await privacy.export(interaction.user.id, MOST_BYTES)
    await replies.edit(interaction, present_export(kept))


@privacy.command(extras={COST: 3})
async def forget(interaction: Interaction) -> None:
    """Delete everything I keep about you. I’ll ask first."""
    await replies.defer(interaction, private=True)
    store = interaction.client.services.store
    kept = await store.privacy.show(interaction.user.id)
    erased = bool(kept) or await store.database.finish_erasing()
    await replies.edit(interaction, present_asking(kept, erased=erased))


class ForgetId(CustomId, prefix="privacy"):
    """Forget me, Keep everything."""

    action: Literal["forget", "keep"]


class ForgetButton(PersistentButton[ForgetId], ids=ForgetId):
    """Forget me, Keep everything."""

    async def press(self, interaction: Interaction) -> None:
        """Forget the person who pressed, and say so once it is done."""
        await replies.defer_edit(interaction)
        if self.params.action == "keep":
            await replies.edit(interaction, present_unchanged())
            return
        services = interaction.client.services
        with contextlib.suppress(Unsaved):  # a card may name the person
            await services.store.cards.store_held()
        erased = await services.store.privacy.forget(interaction.user.id)
        services.forget(interaction.user.id)
        interaction.client.forget(interaction.user.id)
        services.scheduler.wake()
        await replies.edit(interaction, present_forgotten(erased=erased))


def present_kept(kept: Mapping[str, int]) -> Page:
    """Return how much is kept about a person, by kind."""
    if not kept:
        return Page(card(Tone.NOTE, ["## What I keep about you", NOTHING, NEVER]))
    lines = "\n".join(f"- {what}: **{number:,}**" for what, number in kept.items())
    more = (
        "`/privacy export` gives you all of it. `/privacy forget` deletes it, except from backups."
    )
    return Page(card(Tone.NOTE, ["## What I keep about you", lines, more, NEVER]))


def present_export(kept: Export) -> Page:
    """Return everything that is kept about a person, as a JSON file."""
    file = Attachment(f"{FILE}.zip" if kept.packed else f"{FILE}.json", kept.content)
    if not kept.complete:
        text = (
            "I keep more about you than fits in one Discord file, so some of your tries are "
            "missing. Ask the host of this bot for the rest."
        )
    else:
        text = "Here’s everything I keep about you." if kept.content != b"{}\n" else NOTHING
    return Page(card(Tone.NOTE, [text], media=(attached(file),)), (file,))


def present_asking(kept: Mapping[str, int], *, erased: bool = True) -> Page:
    """Ask for confirmation; not `erased`: forgotten data has still left traces."""
    if not kept:
        nothing = [f"{NOTHING[:-1]}, so there’s nothing to forget."]
        return Page(card(Tone.NOTE, nothing if erased else [*nothing, TRACES]))
    text = """\
I delete your id from everything, right away and for good:
- What you sent in stays on its boards without your name, so that others keep their places.
- Contests that still run go on without you, and you can’t enter them again.
- Daily puzzles you solved stay on their day’s boards without your name. Your streak and stats are \
gone, and you can’t play today’s puzzle a second time.
- Races stay as they ended, without your name. Your ratings and your blocks are gone.
- Your practices are deleted.
- Titles and notes that name you stay, with “(somebody)” instead.

There’s no way back."""
    yes = button("Forget me", ForgetId("forget"), style=ButtonStyle.danger)
    blocks = ["## Forget you?", text, "-# Want a copy first? Use `/privacy export`."]
    return Page(card(Tone.HINT, blocks, [yes, button("Keep everything", ForgetId("keep"))]))


def present_forgotten(*, erased: bool = True) -> Page:
    """Say that everything is forgotten; not `erased`: most of it."""
    done = "Done! I no longer keep anything about you."
    backups = "-# The host of this bot may still have it in backups, until those are deleted."
    return Page(card(Tone.ANSWER, [done, backups] if erased else [done, TRACES, backups]))


def present_unchanged() -> Page:
    """Say that nothing was done."""
    return Page(card(Tone.NOTE, ["Okay, I haven’t changed anything."]))

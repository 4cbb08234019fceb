"""/pictures: whether answers have pictures or words."""

from __future__ import annotations

from discord import app_commands

from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.layout import Page, Tone, card


@app_commands.command()
@app_commands.describe(show="yes: words as tiles and snakes · no: words as text")
async def pictures(interaction: Interaction, show: bool) -> None:
    """Choose pictures or words for the answers you get."""
    await replies.defer(interaction, private=True)
    people = interaction.client.services.store.people
    await people.set_pictures(interaction.user.id, wanted=show)
    await replies.edit(interaction, present_chosen(show=show))


def present_chosen(*, show: bool) -> Page:
    """Say whether a person's answers have pictures or words from now on."""
    said = (
        "You get pictures again."
        if show
        else "You get words from now on, no pictures. `/pictures show:yes` brings them back."
    )
    return Page(card(Tone.ANSWER, [f"{said}\n-# Posts for everybody keep theirs."]))

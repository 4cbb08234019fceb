"""A plain discord.py bot: `/ladder` acknowledged, then edited to a message like the bot's.

Its cost is the library's cost. It solves nothing, stores nothing and gives everybody the same
answer; its message has the parts of a ladder's card, and a file as large as the card's picture.
"""

from __future__ import annotations

import io
import os

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

GLOSSES = "**ladder** steps consisting of two parallel members\n" * 4
PICTURE, SIZE = "ladder.png", 8_000


def answer(start: str, target: str) -> ui.LayoutView:
    """Build the message."""
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=0x3BA55D)
    for text in (f"## {start} → {target}", "**Shortest: 12 steps** · 15 ways"):
        container.add_item(ui.TextDisplay(text)).add_item(ui.Separator(visible=False))
    shown = discord.MediaGalleryItem(f"attachment://{PICTURE}", description=f"A ladder: {target}")
    container.add_item(ui.MediaGallery(shown)).add_item(ui.TextDisplay(GLOSSES))
    container.add_item(
        ui.ActionRow(
            ui.Button(label="Another", custom_id="another"),
            ui.Button(label="Definitions", custom_id="definitions"),
        )
    )
    view = ui.LayoutView(timeout=None).add_item(container)
    view.stop()  # otherwise the library would keep it in memory
    return view


class BareBot(discord.Client):
    """The library with one command."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(ladder)

    async def setup_hook(self) -> None:
        """Register the command with Discord."""
        await self.tree.sync()


@app_commands.command()
async def ladder(interaction: discord.Interaction[BareBot], start: str, target: str) -> None:
    """Acknowledge, then answer."""
    await interaction.response.defer(thinking=True)
    picture = discord.File(io.BytesIO(bytes(SIZE)), PICTURE)
    await interaction.edit_original_response(view=answer(start, target), attachments=[picture])


if __name__ == "__main__":
    Route.BASE = os.environ["DISCORD_API_URL"]
    gateway = Route.BASE.partition("/api")[0].replace("http", "ws", 1) + "/gateway"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    BareBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)

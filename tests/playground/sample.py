"""The tests' small discord.py bot, and how to point it at a playground."""

from __future__ import annotations

import asyncio
import contextlib
import io

import discord
import yarl
from discord import app_commands, ui
from PIL import Image

import playground
from tests.patience import PATIENCE


class Layout(ui.LayoutView):
    def __init__(self, text: str) -> None:
        super().__init__(timeout=None)
        row: ui.ActionRow[Layout] = ui.ActionRow()
        row.add_item(ui.Button(label="Again", custom_id="again"))
        parts = (ui.TextDisplay(text), ui.Separator(), row)
        self.add_item(ui.Container(*parts, accent_color=0x2E8B57))


class Bot(discord.Client):
    """Answers a handful of commands, each for one thing that the playground must do."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        intents = intents or discord.Intents(guilds=True)
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.05,
        )
        self.tree = app_commands.CommandTree(self)
        self.seen: list[discord.Interaction] = []
        self.events: list[str] = []
        add_commands(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify again at once: the library would wait five seconds."""

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_socket_event_type(self, kind: str) -> None:
        self.events.append(kind)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.seen.append(interaction)
        if interaction.type is not discord.InteractionType.component:
            return
        custom_id = interaction.data["custom_id"]
        if custom_id == "again":
            await interaction.response.edit_message(view=Layout("pressed"))
        elif custom_id == "slow":
            await interaction.response.defer()
            await interaction.edit_original_response(content="slowly changed", view=None)
        elif custom_id == "form":
            await interaction.response.send_modal(Form())
        elif custom_id == "colour":
            await interaction.response.send_message(f"chose {interaction.data['values']}")


class Form(ui.Modal, title="A form"):
    name = ui.Label(text="Your name", component=ui.TextInput(custom_id="name", max_length=20))
    colour = ui.Label(
        text="Colour",
        component=ui.Select(
            custom_id="colour",
            options=[discord.SelectOption(label="Red"), discord.SelectOption(label="Blue")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        answer = f"{self.name.component.value} likes {self.colour.component.values[0]}"
        await interaction.response.send_message(answer)


def add_commands(bot: Bot) -> None:
    tree = bot.tree

    @tree.command(description="Answers at once")
    async def ping(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("pong")

    @tree.command(description="Thinks, then shows a layout")
    async def think(interaction: discord.Interaction, text: str, private: bool = False) -> None:
        await interaction.response.defer(thinking=True, ephemeral=private)
        await interaction.edit_original_response(view=Layout(text))


async def start(server: playground.Playground, bot: Bot) -> asyncio.Task[None]:
    """Point discord.py at the playground, as playground/README.md says, and log the bot in."""
    discord.http.Route.BASE = server.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
    discord.asset.Asset.BASE = server.cdn_url
    return asyncio.create_task(bot.start(server.token, reconnect=True))


async def stop(bot: Bot, running: asyncio.Task[None]) -> None:
    await bot.close()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait_for(running, PATIENCE)


WORDS = "document.getElementById('announcer').textContent"


def png():
    data = io.BytesIO()
    Image.new("RGB", (120, 60), "green").save(data, "PNG")
    return data.getvalue()


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000020000000308020000001636f5f2"
    "0000000c49444154789c63f80f0001010100c4b1c39b0000000049454e44ae426082"
)

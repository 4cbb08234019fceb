"""/daily remind and its buttons: switch the message before a streak ends on and off."""

from __future__ import annotations

from bot.errors import NotAllowed
from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.daily.ids import DailyRemindId, group
from bot.ui.daily.remind_view import present_reminders, present_unreachable
from bot.ui.permissions import act_of
from bot.ui.roles import existing


@group.command()
async def remind(interaction: Interaction) -> None:
    """Get a message before your streak ends, or a ping for every new puzzle."""
    await replies.defer(interaction, private=True)
    await _show(interaction, None)


class DailyRemindButton(PersistentButton[DailyRemindId], ids=DailyRemindId):
    """Show the reminders; switch the message on or off."""

    async def press(self, interaction: Interaction) -> None:
        """Switch them if asked to, and show them to the person who pressed."""
        action, number = self.params.action, self.params.number
        if action == "show":
            await replies.defer(interaction, private=True)
        else:
            await replies.defer_edit(interaction)
            await _switch(interaction, on=action == "on")
        await _show(interaction, number)


async def tell_if_unreachable(interaction: Interaction) -> None:
    """Tell a person once, beside a card, that their reminders could not be delivered."""
    if await interaction.client.services.dailies.reminders.take_failure(interaction.user.id):
        await replies.reply_ephemeral(interaction, present_unreachable())


async def _switch(interaction: Interaction, *, on: bool) -> None:
    reminders, act = interaction.client.services.dailies.reminders, act_of(interaction)
    if not on:
        await reminders.stop(act)
    elif interaction.guild_id is None:
        raise NotAllowed(
            "Switch reminders on in the server where you play: use /daily remind there."
        )
    else:
        await reminders.start(interaction.guild_id, act)
        interaction.client.services.scheduler.wake()
        await interaction.client.open_conversation(interaction.user.id)


async def _show(interaction: Interaction, number: int | None) -> None:
    dailies, guild_id = interaction.client.services.dailies, interaction.guild_id
    if number is None:
        number = await dailies.queries.current(guild_id, interaction.created_at)
    setup = None if guild_id is None else await dailies.queries.setup(guild_id)
    on = await dailies.reminders.is_on(interaction.user.id)
    guild = interaction.client.get_guild(guild_id or 0)
    role_id = existing(guild, None if setup is None else setup.role_id)
    page = present_reminders(number, role_id, on=on)
    await replies.edit(interaction, page)

"""The buttons by which an organiser says that they mean it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers
from bot.components.base import KEY, CardButton
from bot.organisers import act_of, require_organiser
from bot.present.contest_decisions import present_cancelled, present_closed

if TYPE_CHECKING:
    from bot.client import Ask


class DecideButton(CardButton, template=rf"organise:(?P<action>close|cancel):{KEY}"):
    """Close it now, Cancel the contest; `key` is the contest's."""

    async def press(self, ask: Ask) -> None:
        """Do it, if whoever presses may still organise."""
        guild_id = await require_organiser(ask)
        await answers.defer_edit(ask)
        organise = ask.client.kit.contests.organise
        if self.action == "close":
            page = present_closed(await organise.close(guild_id, self.key, act_of(ask)))
        else:
            page = present_cancelled(await organise.cancel(guild_id, self.key, act_of(ask)))
        ask.client.nudge()
        await answers.edit(ask, page)

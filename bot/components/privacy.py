"""The buttons that ask whether somebody wants to be forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers
from bot.components.base import CardButton
from bot.present.privacy import present_forgotten, present_unchanged

if TYPE_CHECKING:
    from bot.client import Ask


class ForgetButton(CardButton, template=r"privacy:(?P<action>forget|keep):(?P<key>me)"):
    """Forget me, No."""

    async def press(self, ask: Ask) -> None:
        """Forget whoever pressed, and say so once it is done."""
        await answers.defer_edit(ask)
        if self.action == "keep":
            await answers.edit(ask, present_unchanged())
            return
        await ask.client.kit.store.privacy.forget(ask.user.id)
        ask.client.nudge()
        await answers.edit(ask, present_forgotten())

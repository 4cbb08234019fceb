"""The buttons of daily puzzles: under their posts, under a play, and the form of a try."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, cast

from bot import answers, forms
from bot.components.base import CardButton
from bot.daily_desk import plays
from bot.organisers import act_of
from bot.present.daily_play import WORDS, DailyEntry, present_asking
from bot.present.daily_rules import present_rules

if TYPE_CHECKING:
    import re

    from discord import Interaction, ui

    from bot.client import Ask
    from bot.dailies import HintKind, Period

NUMBER = r"(?P<key>\d{1,6})"
"""The key of an edition: its number."""
SEEN = r"(?P<seen>\d{1,3})"
"""How many hints its player had when a button was shown."""
PERIOD = r"(?P<action>(?:to)?(?:day|week|month|all)\d{1,4})"
"""A board's period and page; with “to”, a page may be the one that the period's button leads to."""


class EditionButton(CardButton, template=rf"daily:(?P<action>play|rules|board):{NUMBER}"):
    """Play, Rules, Board: under a post for all, so each has an answer of their own."""

    async def press(self, ask: Ask) -> None:
        """Show it to the one who asks alone."""
        await answers.defer(ask, private=True)
        number = int(self.key)
        if self.action == "play":
            page = await plays.play(ask, number)
        elif self.action == "rules":
            page = present_rules(number)
        else:
            page = await plays.board(ask, number=number)
        await answers.edit(ask, page)


class TryButton(CardButton, template=rf"daily:(?P<action>write):{NUMBER}"):
    """Write it."""

    async def press(self, ask: Ask) -> None:
        """Open the form; it can only be the first answer, so nothing is written before."""
        read = ask.client.kit.dailies.read
        desk = await read.desk(ask.user.id, ask.guild_id, int(self.key), ask.created_at)
        await forms.show(ask, DailyEntry(desk))


class HintButton(CardButton, template=rf"daily:(?P<action>letter|word):{NUMBER}:{SEEN}"):
    """Letter, Word. A button that is pressed twice is paid once: it says which hint it gives."""

    seen: int

    @classmethod
    async def from_custom_id(
        cls, ask: Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make the button of what was pressed."""
        made = await super().from_custom_id(ask, item, match)
        made.seen = int(match["seen"])
        return made

    async def press(self, ask: Ask) -> None:
        """Note the hint and tell it."""
        await answers.defer_edit(ask)
        kind = cast("HintKind", self.action)
        await answers.edit(ask, await plays.hint(ask, int(self.key), kind, self.seen))


class EndButton(CardButton, template=rf"daily:(?P<action>ask|quit|back):{NUMBER}"):
    """Give up, Solution; Show it; Play on, Back."""

    async def press(self, ask: Ask) -> None:
        """Ask whether they mean it, end it, or go on."""
        await answers.defer_edit(ask)
        play, number = ask.client.kit.dailies.play, int(self.key)
        if self.action == "quit":
            position = await play.give_up(ask.guild_id, number, act_of(ask))
        else:
            position = await play.begin(ask.guild_id, act_of(ask), number)
        if self.action == "ask" and position.play.given_up_at is None:
            await answers.edit(ask, present_asking(position))
        else:
            await answers.edit(ask, await plays.page(ask, position))


class ShareButton(CardButton, template=rf"daily:(?P<action>share):{NUMBER}"):
    """Share."""

    async def press(self, ask: Ask) -> None:
        """Put a line without spoilers in the channel, once."""
        await answers.defer_edit(ask)
        await plays.share(ask, int(self.key))


class PeriodButton(CardButton, template=rf"daily:{PERIOD}:{NUMBER}"):
    """Day, Week, Month, All; Back, Next."""

    async def press(self, ask: Ask) -> None:
        """Show that page of that board."""
        await answers.defer_edit(ask)
        wanted = self.action.removeprefix("to")
        period = cast("Period", wanted.rstrip("0123456789"))
        page = int(wanted.removeprefix(period))
        await answers.edit(ask, await plays.board(ask, period, int(self.key), page))


class ShelfButton(CardButton, template=rf"daily:(?P<action>shelf):{NUMBER}"):
    """Newer, Older. Its key is how many newer ones are left out."""

    async def press(self, ask: Ask) -> None:
        """Show that page of the archive."""
        await answers.defer_edit(ask)
        await answers.edit(ask, await plays.archive(ask, int(self.key)))


class TryForm(forms.Form):
    """The form that a try is written into."""

    template = rf"daily:form:{NUMBER}"

    async def submit(self, ask: Ask, values: forms.Values) -> None:
        """Judge the try, and show what it came to in place of the card it was written from."""
        await answers.defer_edit(ask)
        await plays.send(ask, int(self.match["key"]), values[WORDS])

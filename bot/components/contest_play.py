"""The buttons under a contest's announcement and results, and the form that snakes come in."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bot import answers, forms
from bot.components.base import KEY, CardButton, take_turn
from bot.contest_desk import plays
from bot.organisers import act_of, guild_of, require_organiser, require_posting
from bot.present.contest_play import SNAKE, Kind, Seat, SnakeEntry, as_typed, present_turn
from bot.present.contest_review import present_review
from bot.present.contest_rules import present_rules
from bot.present.contest_show import present_reposted
from bot.present.contest_tap import present_tapping

if TYPE_CHECKING:
    from bot.client import Ask

PRACTICE = r"(?P<key>\d{1,20})"
"""The key of a practice: the interaction's that began it."""


class PlayButton(CardButton, template=rf"contest:(?P<action>start|submit|tap):{KEY}"):
    """Start, Submit, Tap."""

    async def press(self, ask: Ask) -> None:
        """Show the words to the player alone, or let them send in a snake."""
        seat = Seat("contest", self.key)
        if self.action == "start":
            await answers.defer(ask, private=True)
            turn = await ask.client.kit.contests.play.start(self.key, act_of(ask))
            await answers.edit(ask, present_turn(turn, seat))
        else:
            await _begin(ask, seat, self.action)


class PracticeButton(CardButton, template=rf"practice:(?P<action>submit|tap):{PRACTICE}"):
    """Write it, Tap it."""

    async def press(self, ask: Ask) -> None:
        """Let the player send in a snake."""
        await _begin(ask, Seat("practice", self.key), self.action)


class LookButton(CardButton, template=rf"contest:(?P<action>rules|review|practice):{KEY}"):
    """Rules, My review, Practice."""

    async def press(self, ask: Ask) -> None:
        """Show it to the one who asks alone."""
        await answers.defer(ask, private=True)
        contests = ask.client.kit.contests
        if self.action == "rules":
            page = present_rules(await contests.read.get(self.key))
        elif self.action == "review":
            page = present_review(await contests.read.review(self.key, ask.user.id))
        else:
            page = await plays.practise(ask, guild_of(ask), self.key)
        await answers.edit(ask, page)


class BoardButton(CardButton, template=rf"contest:(?P<action>board):{KEY}"):
    """Board."""

    async def press(self, ask: Ask) -> None:
        """Show the first page of the board."""
        await answers.defer(ask, private=True)
        await answers.edit(ask, await plays.board(ask, self.key))


class PageButton(CardButton, template=rf"contest:(?P<action>page\d{{1,5}}):{KEY}"):
    """Back, Next, Look again."""

    async def press(self, ask: Ask) -> None:
        """Show that page of the board."""
        await take_turn(ask)
        number = int(self.action.removeprefix("page"))
        await answers.edit(ask, await plays.board(ask, self.key, number))


class RepostButton(CardButton, template=rf"contest:(?P<action>repost):{KEY}"):
    """Post it here."""

    async def press(self, ask: Ask) -> None:
        """Post what was lost anew, where the button was pressed."""
        await answers.defer(ask, private=True)
        guild_id = await require_organiser(ask)
        require_posting(ask)
        assert ask.channel_id is not None
        contests = ask.client.kit.contests
        count = await contests.referee.repost(guild_id, self.key, ask.channel_id, act_of(ask))
        ask.client.nudge()
        await answers.edit(ask, present_reposted(count))


class MendButton(CardButton, template=rf"contest:(?P<action>mend):{KEY}"):
    """Mend it."""

    async def press(self, ask: Ask) -> None:
        """Open the form again, with what was written in it."""
        draft = await plays.DRAFTS.fetch(ask.client.kit, self.key)
        turn = await plays.turn(ask, draft.seat)
        await forms.show(ask, SnakeEntry(turn, draft.seat, draft.text))


class SnakeForm(forms.Form):
    """The form that a snake is written into."""

    template = r"(?P<kind>contest|practice):form:(?P<key>[\w-]{1,20})"

    async def submit(self, ask: Ask, values: forms.Values) -> None:
        """Count the snake and answer with its receipt."""
        await answers.defer(ask, private=True)
        seat = Seat(cast("Kind", self.match["kind"]), self.match["key"])
        await plays.send(ask, seat, values[SNAKE])


async def _begin(ask: Ask, seat: Seat, action: str) -> None:
    """Open the form, or the words to be tapped; a form can only be the first answer."""
    if action == "submit":
        turn = await plays.turn(ask, seat)
        await forms.show(ask, SnakeEntry(turn, seat, as_typed(turn)))
        return
    await answers.defer(ask, private=True)
    await answers.edit(ask, present_tapping(await plays.turn(ask, seat), seat, ()))

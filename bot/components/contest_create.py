"""Making a contest: the forms that it is planned in, and the buttons of its draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers, forms
from bot.components.base import KEY, CardButton
from bot.contest_desk import drafts
from bot.organisers import act_of, require_organiser, require_posting
from bot.present.contest_form import OptionsForm, OptionsTyped, PlanForm, PlanTyped
from bot.present.contest_options import BOARDS
from bot.present.contest_preview import present_confirmed, present_discarded
from solvers.wordsnake import RULES

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.contests import Contest


class DraftButton(
    CardButton, template=rf"draft:(?P<action>confirm|options|edit|discard|open):{KEY}"
):
    """Any of the buttons of a draft; `key` is the contest's."""

    async def press(self, ask: Ask) -> None:
        """Do it, if whoever presses may still organise."""
        contest = await drafts.fetch(ask, self.key)
        match self.action:
            case "options":
                await forms.show(ask, OptionsForm(OptionsTyped.of(contest)))
            case "edit":
                zone = await zone_of(ask)
                await forms.show(ask, PlanForm(PlanTyped.of(contest, zone), zone))
            case "open":
                await answers.defer_edit(ask)
                await drafts.show(ask, contest)
            case "confirm":
                await _confirm(ask, contest)
            case "discard":
                await answers.defer_edit(ask)
                await ask.client.kit.contests.organise.discard(contest.guild_id, contest.id)
                await answers.edit(ask, present_discarded(contest))


class MendButton(CardButton, template=rf"draft:(?P<action>replan|reoptions):{KEY}"):
    """Open a form again that could not be taken; `key` is that of what was typed."""

    async def press(self, ask: Ask) -> None:
        """Show the form, filled in."""
        await require_organiser(ask)
        kit = ask.client.kit
        if self.action == "replan":
            plan = await drafts.PLANS.fetch(kit, self.key)
            await forms.show(ask, PlanForm(plan, await zone_of(ask)))
        else:
            options = await drafts.OPTIONS.fetch(kit, self.key)
            await forms.show(ask, OptionsForm(options))


class PlanSent(forms.Form):
    """The plan of a new contest, or of a draft."""

    template = r"draft:plan:(?P<draft>new|[\w-]{12})"

    async def submit(self, ask: Ask, values: forms.Values) -> None:
        """Make the draft, or say what is wrong."""
        await _acknowledge(ask)
        await require_organiser(ask)
        draft = self.match["draft"]
        typed = PlanTyped(
            values["title"],
            values["words"],
            next(rule for rule in RULES if rule in values["rule"]),
            values["opens"],
            values["lasts"],
            None if draft == "new" else draft,
        )
        await drafts.plan(ask, typed)


class OptionsSent(forms.Form):
    """How a contest is played."""

    template = r"draft:options:(?P<draft>[\w-]{12})"

    async def submit(self, ask: Ask, values: forms.Values) -> None:
        """Change the draft, or say what is wrong."""
        await _acknowledge(ask)
        board = next(mode for mode in BOARDS if mode in values["board"])
        given = (values["sealed"] or "", values["tries"] or "", values["cooldown"] or "")
        await drafts.settle(ask, OptionsTyped(self.match["draft"], board, *given))


async def zone_of(ask: Ask) -> str:
    """Return the name of the zone whose clocks a server goes by."""
    settings = await ask.client.kit.store.guilds.settings(await require_organiser(ask))
    return settings.time_zone


async def _confirm(ask: Ask, contest: Contest) -> None:
    if ask.channel_id == contest.channel_id:
        require_posting(ask)
    await answers.defer_edit(ask)
    organise = ask.client.kit.contests.organise
    contest = await organise.confirm(contest.guild_id, contest.id, act_of(ask))
    ask.client.nudge()
    await answers.edit(ask, present_confirmed(contest))


async def _acknowledge(ask: Ask) -> None:
    """Acknowledge a form: one that a button opened is answered in place of that button's card."""
    if ask.message is None:
        await answers.defer(ask, private=True)
    else:
        await answers.defer_edit(ask)

"""/contest create: a form, a draft with its par, and then an announcement."""

from __future__ import annotations

from bot.contests import Contest
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.contest import drafts
from bot.ui.contest.announcement_view import present_confirmed, present_discarded
from bot.ui.contest.cards import OptionsTyped, PlanTyped
from bot.ui.contest.forms import OptionsForm, PlanForm
from bot.ui.contest.ids import DraftEditId, DraftId, OptionsFormId, PlanFormId
from bot.ui.contest.picker import contest
from bot.ui.contest.text import BOARDS
from bot.ui.permissions import act_of, require_organiser, require_posting
from solvers.wordsnake import RULES


@contest.command()
async def create(interaction: Interaction) -> None:
    """Make a contest for this channel: words, a rule, a time."""
    guild_id = await require_organiser(interaction)
    require_posting(interaction)
    settings = await interaction.client.services.store.guilds.settings(guild_id)
    await forms.show(interaction, PlanForm(PlanTyped(), settings.time_zone))


class DraftButton(PersistentButton[DraftId], ids=DraftId):
    """Confirm, Options, Edit, Discard; Work out par, Go on, Back to the draft."""

    async def press(self, interaction: Interaction) -> None:
        """Do it, if the person who pressed may still organise."""
        contest = await drafts.fetch(interaction, self.params.contest)
        match self.params.action:
            case "options":
                await forms.show(interaction, OptionsForm(OptionsTyped.of(contest)))
            case "edit":
                zone = await zone_of(interaction)
                await forms.show(interaction, PlanForm(PlanTyped.of(contest, zone), zone))
            case "open":
                await replies.defer_edit(interaction)
                await drafts.show(interaction, contest)
            case "confirm":
                await _confirm(interaction, contest)
            case "discard":
                await replies.defer_edit(interaction)
                await interaction.client.services.contests.admin.discard(
                    contest.guild_id, contest.id
                )
                await replies.edit(interaction, present_discarded(contest))


class EditAgainButton(PersistentButton[DraftEditId], ids=DraftEditId):
    """Try again: opens a form again that could not be taken."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form, filled in."""
        await require_organiser(interaction)
        services = interaction.client.services
        if self.params.form == "plan":
            plan = await drafts.PLANS.fetch(services, self.params.key)
            await forms.show(interaction, PlanForm(plan, await zone_of(interaction)))
        else:
            options = await drafts.OPTIONS.fetch(services, self.params.key)
            await forms.show(interaction, OptionsForm(options))


class PlanSent(forms.Form[PlanFormId], ids=PlanFormId):
    """The plan of a new contest, or of a draft."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Make the draft, or say what is wrong."""
        await _acknowledge(interaction)
        await require_organiser(interaction)
        typed = PlanTyped(
            values["title"],
            values["words"],
            next(rule for rule in RULES if rule in values["rule"]),
            values["opens"],
            values["lasts"],
            self.params.draft,
        )
        await drafts.make_draft(interaction, typed)


class OptionsSent(forms.Form[OptionsFormId], ids=OptionsFormId):
    """How a contest is played."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Change the draft, or say what is wrong."""
        await _acknowledge(interaction)
        board = next(mode for mode in BOARDS if mode in values["board"])
        given = (values["sealed"] or "", values["tries"] or "", values["cooldown"] or "")
        await drafts.set_options(interaction, OptionsTyped(self.params.draft, board, *given))


async def zone_of(interaction: Interaction) -> str:
    """Return the name of the zone whose clocks a server goes by."""
    settings = await interaction.client.services.store.guilds.settings(
        await require_organiser(interaction)
    )
    return settings.time_zone


async def _confirm(interaction: Interaction, contest: Contest) -> None:
    if interaction.channel_id == contest.channel_id:
        require_posting(interaction)
    await replies.defer_edit(interaction)
    admin = interaction.client.services.contests.admin
    contest = await admin.confirm(contest.guild_id, contest.id, act_of(interaction))
    interaction.client.services.scheduler.wake()
    await replies.edit(interaction, present_confirmed(contest))


async def _acknowledge(interaction: Interaction) -> None:
    """Acknowledge a form: one that a button opened is answered in place of that button's card."""
    if interaction.message is None:
        await replies.defer(interaction, private=True)
    else:
        await replies.defer_edit(interaction)

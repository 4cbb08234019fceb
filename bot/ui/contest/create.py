"""/contest create: a form, a draft with its par, its buttons, and then an announcement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar, get_args

import discord
from discord import app_commands

from bot.contests import (
    BETWEEN_LISTS,
    MOST_WORDS,
    OPTION_FORMS,
    READY,
    Asked,
    Contest,
    ContestTemplate,
    Plan,
    is_pointless,
    plan_from,
    plan_of,
    plan_of_all,
    read_asked,
    read_lasting,
    read_opening,
    split_lists,
    suited_to,
    typed_words,
    usual_options,
)
from bot.errors import (
    BadOption,
    BadPlan,
    BadTime,
    BeingPlayed,
    BotError,
    ContestError,
    NoSuchContest,
    SolvingError,
)
from bot.puzzles import GAMES
from bot.store.schema import Scoring
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton, PersistentMenu
from bot.ui.cards import CardType, draw_guarded
from bot.ui.client import Interaction, requester_of
from bot.ui.contest.asks import read
from bot.ui.contest.cards import OptionsTyped, PlanTyped, day_title
from bot.ui.contest.draft_view import (
    asked_again,
    present_confirmed,
    present_discarded,
    present_drawing,
    present_pointless,
    present_preview,
    present_ready,
    present_without_par,
)
from bot.ui.contest.forms import (
    PlanModal,
    draft_options,
    present_options,
    present_plan,
    read_texts,
)
from bot.ui.contest.ids import (
    AgainId,
    DraftEditId,
    DraftId,
    DraftOptionsId,
    OptionsFormId,
    PlanFormId,
    ReadyId,
    ReadyMenuId,
    organisers,
)
from bot.ui.contest.picker import fetch_template, organised, seen_templates, zone_of
from bot.ui.contest.text import arranges, size_of
from bot.ui.layout import FIELD_LENGTH
from bot.ui.options import read_file
from bot.ui.permissions import (
    act_of,
    guard_of,
    no_thread,
    parent_of,
    require_files,
    require_organiser,
    require_posting,
    scope_of,
)
from bot.ui.progress import showing_progress
from bot.zones import stored_zone
from solvers.errors import PuzzleError
from solvers.reading import read_tokens
from solvers.wordsnake import Rule

Read = TypeVar("Read")

PLANS = CardType("contest-plan", PlanTyped, present_plan, typed=True)
OPTIONS = CardType("contest-options", OptionsTyped, present_options, typed=True)


@organisers.command()
@app_commands.describe(
    file=f"your words as plain text, up to {MOST_WORDS} a list; an empty line begins the next list"
)
async def create(interaction: Interaction, file: discord.Attachment | None = None) -> None:
    """Start a contest in this channel: one that’s ready, of a template, or your own."""
    await replies.defer(interaction, private=True)
    await require_organiser(interaction)
    require_posting(interaction)
    if file is not None:
        typed = PlanTyped.new(interaction.created_at, await zone_of(interaction))
        await make_draft(interaction, typed, file)
        return
    await replies.edit(interaction, present_ready(await seen_templates(interaction)))


class ReadyButton(PersistentButton[ReadyId], ids=ReadyId):
    """Tonight's snake, Three rounds, Ladder sprint: a draft. My own: the form."""

    async def press(self, interaction: Interaction) -> None:
        """Show the draft, or the form."""
        if self.params.which == "own":
            await _ask_for_plan(interaction)
            return
        await replies.defer_edit(interaction)
        await require_organiser(interaction)
        require_posting(interaction)
        zone = await zone_of(interaction)
        typed = PlanTyped.of_ready(self.params.which, interaction.created_at, zone)
        await make_draft(interaction, typed)


class ReadyMenu(PersistentMenu[ReadyMenuId], ids=ReadyMenuId):
    """The templates: a draft of the one that was chosen."""

    async def press(self, interaction: Interaction) -> None:
        """Show the draft."""
        await replies.defer_edit(interaction)
        await draft_of(interaction, await fetch_template(interaction, self.chosen))


async def draft_of(interaction: Interaction, template: ContestTemplate) -> None:
    """Make a draft of a template, and show it."""
    require_posting(interaction)
    await make_draft(interaction, PlanTyped.from_template(template))


async def _ask_for_plan(interaction: Interaction, like: str | None = None) -> None:
    """Show an organiser the form of a new contest, which may be played `like` another one."""
    await require_organiser(interaction)
    require_posting(interaction)
    zone = await zone_of(interaction)
    if like is None:
        typed = PlanTyped.new(interaction.created_at, zone)
    else:
        queries = interaction.client.services.contests.queries
        lists = await queries.rounds(await organised(interaction, like))
        typed = PlanTyped.again(lists, interaction.created_at, zone)
    await forms.show(interaction, PlanModal(typed, zone))


class DraftButton(PersistentButton[DraftId], ids=DraftId):
    """The buttons of a draft: Confirm, Options, Find the best snake, Continue and the others."""

    async def press(self, interaction: Interaction) -> None:
        """Do it, if the person who pressed may still organise."""
        contest = await fetch_draft(interaction, self.params.contest)
        match self.params.action:
            case "edit":
                zone = await zone_of(interaction)
                lists = await interaction.client.services.contests.queries.rounds(contest)
                await forms.show(interaction, PlanModal(PlanTyped.of(lists, zone), zone))
            case "open":
                await replies.defer_edit(interaction)
                await show_draft(interaction, contest)
            case "percent" | "points" as scoring:
                await replies.defer_edit(interaction)
                if contest.season_id is not None:
                    seasons = interaction.client.services.contests.seasons
                    await seasons.score(contest.guild_id, contest.season_id, scoring)
                await show_draft(interaction, contest)
            case "confirm":
                await _confirm(interaction, contest)
            case "discard":
                await replies.defer_edit(interaction)
                await interaction.client.services.contests.admin.discard(
                    contest.guild_id, contest.id
                )
                await replies.edit(interaction, present_discarded(contest))


class DraftOptionsButton(PersistentButton[DraftOptionsId], ids=DraftOptionsId):
    """Options, More, People: opens one of the forms."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form, filled in."""
        contest = await fetch_draft(interaction, self.params.contest)
        lists = await interaction.client.services.contests.queries.rounds(contest)
        await forms.show(interaction, draft_options(OptionsTyped.of(self.params.form, lists)))


class AgainButton(PersistentButton[AgainId], ids=AgainId):
    """Hold it again; Start a contest."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form."""
        await _ask_for_plan(interaction, self.params.contest)


class DraftEditButton(PersistentButton[DraftEditId], ids=DraftEditId):
    """Fix it: opens a refused form again."""

    async def press(self, interaction: Interaction) -> None:
        """Show the form, filled in."""
        await require_organiser(interaction)
        services = interaction.client.services
        if self.params.form == "plan":
            plan = await PLANS.fetch(services, self.params.key)
            await forms.show(interaction, PlanModal(plan, await zone_of(interaction)))
        else:
            options = await OPTIONS.fetch(services, self.params.key)
            await forms.show(interaction, draft_options(options))


class PlanForm(forms.Form[PlanFormId], ids=PlanFormId):
    """The plan of a new contest, or of a draft."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Make the draft, or say what is wrong."""
        await replies.defer_edit(interaction)
        await require_organiser(interaction)
        typed = PlanTyped(
            title=values.text("title"),
            words=values.text("words"),
            opens=values.text("opens"),
            lasts=values.text("lasts"),
            rule=values.choice("rule", get_args(Rule)),
            draft=self.params.draft,
            like=self.params.like,
            template=self.params.saved,
            ready=self.params.ready,
        )
        await make_draft(interaction, typed)


class OptionsForm(forms.Form[OptionsFormId], ids=OptionsFormId):
    """One of the forms of a draft's options."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Change the draft, or say what is wrong."""
        await replies.defer_edit(interaction)
        contest = await fetch_draft(interaction, self.params.draft)
        form = self.params.form
        options = OPTION_FORMS[form].options
        texts = read_texts(options, values, everybody=str(contest.guild_id))
        await set_options(interaction, OptionsTyped(contest.id, form, texts))


async def make_draft(
    interaction: Interaction, typed: PlanTyped, file: discord.Attachment | None = None
) -> None:
    """Make a draft of what was typed, or change one, and show it with its par.

    If it is refused, the answer says why, and what was typed is stored for another try.
    """
    try:
        if file is not None:
            typed = replace(typed, words=await _words_in(file))
        contest = await _planned(interaction, typed)
    except (BadOption, BeingPlayed, ContestError, SolvingError, PuzzleError) as error:
        await replies.edit(interaction, await PLANS.refuse(interaction, typed, error))
    else:
        await show_draft(interaction, contest)


async def set_options(interaction: Interaction, typed: OptionsTyped) -> None:
    """Change how a draft is played, and show it; a refused form is stored as in `make_draft`."""
    await fetch_draft(interaction, typed.draft)
    try:
        contest = await _options_set(interaction, typed)
    except (ContestError, SolvingError, PuzzleError) as error:
        await replies.edit(interaction, await OPTIONS.refuse(interaction, typed, error))
    else:
        await show_draft(interaction, contest)


async def fetch_draft(interaction: Interaction, contest_id: str) -> Contest:
    """Return a draft to an organiser; raises NotAllowed, NoSuchContest or WrongState."""
    found = await organised(interaction, contest_id)
    admin = interaction.client.services.contests.admin
    return await admin.draft(found.guild_id, found.id, act_of(interaction))


async def show_draft(interaction: Interaction, contest: Contest) -> None:
    """Show a draft with its rounds, after finding every par that is not known yet."""
    service = interaction.client.services.contests
    lists = await service.queries.rounds(contest)
    for number, one in enumerate(lists):
        if one.par is not None:
            continue
        which = f"list {one.round} of {len(lists)}, " if one.round else ""
        of = f" of {which}{size_of(one)}" if arranges(one) else ""
        heading = f"Looking for the best {one.game}{of}"
        try:
            async with showing_progress(interaction, heading) as watched:
                lists[number] = await service.puzzles.find_par(
                    one.id, requester=requester_of(interaction), watch=watched.watch
                )
        except (BotError, PuzzleError) as error:
            await replies.edit(interaction, present_without_par(contest, error.message))
            return
    if pointless := next(filter(is_pointless, lists), None):
        await replies.edit(interaction, present_pointless(pointless))
        return
    season = contest.season_id and await service.seasons.get(contest.season_id)
    talks = any(one.talk for one in lists)
    warnings = [
        no_thread(interaction.guild, contest.channel_id) if talks else None,
        asked_again(await service.admin.filtered(lists)),
    ]
    scoring = season.scoring if season else "percent"
    await replies.edit(interaction, present_preview(lists, scoring, [*filter(None, warnings)]))


async def _confirm(interaction: Interaction, contest: Contest) -> None:
    if interaction.channel_id == contest.channel_id:
        require_posting(interaction)
        lists = await interaction.client.services.contests.queries.rounds(contest)
        if any(present_preview([one]).files for one in lists):
            require_files(interaction)
    await replies.defer_edit(interaction)
    admin = interaction.client.services.contests.admin
    planned = contest.opens_at
    contest = await admin.confirm(contest.guild_id, contest.id, act_of(interaction))
    interaction.client.services.scheduler.wake()
    lists = await interaction.client.services.contests.queries.rounds(contest)
    await replies.edit(interaction, present_confirmed(lists, planned))


async def _planned(interaction: Interaction, typed: PlanTyped) -> Contest:
    guild_id = await require_organiser(interaction)
    before = None if typed.draft is None else await fetch_draft(interaction, typed.draft)
    contests = interaction.client.services.contests
    settings = await interaction.client.services.store.guilds.settings(guild_id)
    act = act_of(interaction)
    problems: list[str] = []
    zone = stored_zone(settings.time_zone)
    opens = _read(lambda: read_opening(typed.opens, zone, act.at), problems)
    lasts = _read(lambda: read_lasting(typed.lasts), problems)
    if problems or lasts is None:
        raise BadPlan(tuple(problems))
    texts = split_lists(typed.words)
    former = [] if before is None else await contests.queries.rounds(before)
    base, scoring = Plan("", (), lasts, event=True, **usual_options(texts)), None
    if before is not None:
        base = plan_of_all(former)
        base = suited_to(base, [typed_words(one) for one in former], texts)
    if before is not None and base.rule == typed.rule and _unchanged(former, texts):

        def edit(plan: Plan) -> Plan:
            return replace(plan, opens=opens, lasts=lasts)

        return await contests.admin.change(guild_id, before.id, act, edit, title=typed.title)
    if typed.like is not None:
        like = await organised(interaction, typed.like)
        base = plan_of_all(await contests.queries.rounds(like))
        if like.season_id is not None:
            scoring = (await contests.seasons.get(like.season_id)).scoring
    elif typed.template is not None:
        template = await contests.templates.get(guild_id, typed.template)
        if not scope_of(interaction, organiser=True).reaches(template):
            raise NoSuchContest("I can’t find that template.")
        base, scoring = plan_from(template), template.options.get("scoring")
    elif typed.ready is not None:
        base = replace(base, **READY[typed.ready].options)
    name = _titled(typed.title, texts, act.at, settings.time_zone)
    base = replace(base, title=name, opens=opens, lasts=lasts, rule=typed.rule)
    return await draft_lists(interaction, guild_id, base, texts, before=before, scoring=scoring)


def _titled(title: str, texts: Sequence[str], at: datetime, zone: str) -> str:
    """Return a title; one made from the day names the game asked for. Raises BadPlan."""
    games = {read_asked(text).game for text in texts}
    if len(games) == 1 and title in {day_title(at, zone, game) for game in GAMES}:
        return day_title(at, zone, games.pop())
    return title


async def draft_lists(
    interaction: Interaction,
    guild_id: int,
    base: Plan,
    texts: Sequence[str],
    *,
    before: Contest | None = None,
    scoring: Scoring | None = None,
) -> Contest:
    """Make a draft of the typed lists, all played by one plan."""
    plans: list[Plan] = []
    for text in texts:
        asked = read_asked(text)
        if asked.drawn is not None:
            await replies.edit_progress(interaction, present_drawing())
            drawn = [one.words for one in plans]
            words = await _drawn(interaction, guild_id, asked, base.rule, avoid=drawn)
        else:
            words = asked.words
            # Its results would give the answer away, as /snake and the others would.
            guard = guard_of(interaction, planning=True)
            await guard.refuse_given(asked.game, interaction.created_at, words)
        plans.append(replace(base, game=asked.game, words=words, drawn=asked.drawn))
    return await _drafted(interaction, guild_id, plans, before, scoring)


async def _drawn(
    interaction: Interaction,
    guild_id: int,
    asked: Asked,
    rule: Rule,
    *,
    avoid: Sequence[tuple[str, ...]],
) -> tuple[str, ...]:
    """Draw words that give away no puzzle being played and repeat none of the lists to `avoid`."""
    services, at = interaction.client.services, interaction.created_at
    guard = guard_of(interaction, planning=True)
    requester = requester_of(interaction)
    return await draw_guarded(
        lambda: services.contests.puzzles.words_for(
            guild_id, asked, rule, requester=requester, avoid=avoid
        ),
        lambda words: guard.refuse_given(asked.game, at, words),
    )


async def _drafted(
    interaction: Interaction,
    guild_id: int,
    plans: Sequence[Plan],
    before: Contest | None,
    scoring: Scoring | None = None,
) -> Contest:
    """Make a draft for this channel, in place of the one `before`."""
    admin = interaction.client.services.contests.admin
    assert interaction.channel_id is not None
    return await admin.create(
        plans[0],
        guild_id,
        interaction.channel_id,
        act_of(interaction),
        further=plans[1:],
        scoring=scoring,
        parent_id=parent_of(interaction),
        before=before,
    )


async def _options_set(interaction: Interaction, typed: OptionsTyped) -> Contest:
    options = [one for one in OPTION_FORMS[typed.form].options if one.name in typed.texts]
    chosen = read(options, typed.texts)

    def edit(plan: Plan) -> Plan:
        return replace(plan, **chosen)

    guild_id = await require_organiser(interaction)
    contest = await fetch_draft(interaction, typed.draft)
    lists = await interaction.client.services.contests.queries.rounds(contest)
    before = plan_of_all(lists)
    if any(one.decides_best and chosen[one.name] != one.of(before) for one in options):
        plans = [edit(plan_of(one)) for one in lists]  # the best has to be found again
        return await _drafted(interaction, guild_id, plans, contest)
    return await interaction.client.services.contests.admin.change(
        guild_id, typed.draft, act_of(interaction), edit
    )


async def _words_in(file: discord.Attachment) -> str:
    """Return the words of a file as they would be typed; raises BadOption or BadPlan."""
    lists = [read_tokens(one) for one in split_lists(await read_file(file))]
    for words in lists:
        count = sum(not word.isdecimal() for word in words)
        if count > MOST_WORDS:
            raise BadPlan(
                (f"{file.filename} has {count:,} words, and a contest takes {MOST_WORDS}.",)
            )
    text = BETWEEN_LISTS.join(map(" ".join, lists))
    if len(text) > FIELD_LENGTH:
        raise BadPlan((f"{file.filename} is too long: I take up to {FIELD_LENGTH:,} letters.",))
    return text


def _unchanged(before: Sequence[Contest], texts: Sequence[str]) -> bool:
    """Return whether the words, and so par, are unchanged; a list's order makes no difference."""

    def words(text: str) -> list[str]:
        asked = read_asked(text)
        return sorted(asked.words) if GAMES[asked.game].arranges else read_tokens(text)

    try:
        return list(map(words, texts)) == [words(typed_words(one)) for one in before]
    except BadPlan:
        return False


def _read(read: Callable[[], Read], problems: list[str]) -> Read | None:
    try:
        return read()
    except BadTime as error:
        problems.append(error.message)
        return None

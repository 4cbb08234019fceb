"""/contest template: contests held again by hand, or on days of the week by themselves."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import discord
from discord import ButtonStyle, app_commands

from bot.contests import (
    LONGEST_NAME,
    MOST_TEMPLATES,
    OPTIONS,
    STATES,
    ContestTemplate,
    length,
    next_days,
    played_by,
    read_asked,
    recurrence_of,
    split_lists,
)
from bot.errors import NoSuchContest
from bot.puzzles import GAMES
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.contest.cards import PlanTyped
from bot.ui.contest.create import zone_of
from bot.ui.contest.forms import PlanModal
from bot.ui.contest.ids import RepeatId, group
from bot.ui.contest.picker import chosen, offering
from bot.ui.layout import (
    TEXT_LIMIT,
    Page,
    Tone,
    and_more,
    button,
    card,
    escape,
    on,
    relative,
    shorten,
)
from bot.ui.options import CHOICES, complete_zone
from bot.ui.permissions import (
    act_of,
    guild_of,
    is_organiser,
    parent_of,
    require_organiser,
    require_posting,
    scope_of,
)
from bot.zones import read_zone, stored_zone

log = logging.getLogger(__name__)

WORDS_SHOWN = 60
BEFORE = "I announce it an hour before."
SPARE = 200
"""Characters that headings and last lines need."""
LINE_LENGTH = 150
"""Characters of a template's line in the list, its dates aside."""
template = app_commands.Group(
    name="template", description="Contests to hold again, even by themselves", parent=group
)


async def offer_templates(
    interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """Offer a server's templates to its organisers."""
    try:
        if not await is_organiser(interaction):
            return []
        found = await _seen(interaction, guild_of(interaction))
        named = [one for one in found if typed.strip().lower() in one.name.lower()]
        return [app_commands.Choice(name=one.name, value=one.id) for one in named][:CHOICES]
    except Exception:
        log.exception("no template to complete an option with")
        return []


@template.command()
@app_commands.describe(
    name="what to call it; its contests get this title, too",
    contest="which contest’s rule, words, times and options to save (default: the newest)",
)
@app_commands.autocomplete(contest=offering(*STATES))
async def save(
    interaction: Interaction,
    name: app_commands.Range[str, 1, LONGEST_NAME],
    contest: app_commands.Range[str, 1, 100] | None = None,
) -> None:
    """Save a contest as a template, to hold it again."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    found = await chosen(interaction, contest, *STATES)
    service = interaction.client.services.contests.templates
    saved = await service.save(guild_id, name, found.id, act_of(interaction))
    await replies.edit(interaction, present_saved(saved))


@template.command(name="list")
async def list_(interaction: Interaction) -> None:
    """See the templates, and when those that repeat are held next."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    await replies.edit(interaction, present_templates(await _seen(interaction, guild_id)))


@template.command()
@app_commands.rename(name="template")
@app_commands.describe(name="which template")
@app_commands.autocomplete(name=offer_templates)
async def use(interaction: Interaction, name: app_commands.Range[str, 1, 100]) -> None:
    """Start a contest from a template, in this channel."""
    guild_id = await require_organiser(interaction)
    require_posting(interaction)
    found = await choose_template(interaction, guild_id, name)
    await forms.show(
        interaction, PlanModal(PlanTyped.from_template(found), await zone_of(interaction))
    )


@template.command()
@app_commands.rename(name="template")
@app_commands.describe(name="which template")
@app_commands.autocomplete(name=offer_templates)
async def delete(interaction: Interaction, name: app_commands.Range[str, 1, 100]) -> None:
    """Delete a template; its contest is no longer held."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    found = await choose_template(interaction, guild_id, name)
    service = interaction.client.services.contests.templates
    await replies.edit(
        interaction, present_deleted(await service.delete(guild_id, found.id, act_of(interaction)))
    )


@template.command()
@app_commands.rename(name="template")
@app_commands.describe(
    name="which template",
    when="days and a time: “every friday 20:00”, “monday and thursday 18:30”",
    zone="whose clock: a place such as Europe/London (default: as in /settings)",
)
@app_commands.autocomplete(name=offer_templates, zone=complete_zone)
async def repeat(
    interaction: Interaction,
    name: app_commands.Range[str, 1, 100],
    when: app_commands.Range[str, 1, 100],
    zone: app_commands.Range[str, 1, 60] | None = None,
) -> None:
    """Hold a template’s contest in this channel automatically, on days of the week."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    require_posting(interaction)
    found = await choose_template(interaction, guild_id, name)
    clock = stored_zone(await zone_of(interaction)) if zone is None else read_zone(zone)
    assert interaction.channel_id is not None
    repeated = await interaction.client.services.contests.templates.repeat(
        guild_id,
        found.id,
        when,
        clock,
        act_of(interaction),
        channel_id=interaction.channel_id,
        parent_id=parent_of(interaction),
    )
    interaction.client.services.scheduler.wake()
    await replies.edit(interaction, present_dates(repeated))


@template.command()
@app_commands.rename(name="template")
@app_commands.describe(name="which template")
@app_commands.autocomplete(name=offer_templates)
async def dates(interaction: Interaction, name: app_commands.Range[str, 1, 100]) -> None:
    """See when a template is held next; skip or move a date."""
    await replies.defer(interaction, private=True)
    guild_id = await require_organiser(interaction)
    await replies.edit(
        interaction, present_dates(await choose_template(interaction, guild_id, name))
    )


class RepeatButton(PersistentButton[RepeatId], ids=RepeatId):
    """Skip, Hold it after all, A day earlier, A day later, Next date, Stop."""

    async def press(self, interaction: Interaction) -> None:
        """Do it, if the person who pressed may organise, and show the dates."""
        await replies.defer_edit(interaction)
        guild_id = await require_organiser(interaction)
        service, act = interaction.client.services.contests.templates, act_of(interaction)
        found = await choose_template(interaction, guild_id, self.params.key)
        key, day = found.id, self.params.day
        match self.params.action:
            case "skip":
                found = await service.skip(guild_id, key, day, act)
            case "hold" | "earlier" | "later":
                found = await service.move(guild_id, key, day, self.params.to, act)
            case "next":
                coming = [one for one, _ in next_days(found)]
                day = next((one for one in coming if one > day), coming[0] if coming else day)
            case "stop":
                found = await service.stop(guild_id, key, act)
        interaction.client.services.scheduler.wake()
        await replies.edit(interaction, present_dates(found, day))


async def _seen(interaction: Interaction, guild_id: int) -> list[ContestTemplate]:
    """Return the templates of contests in channels that an organiser sees."""
    scope = scope_of(interaction, organiser=True)
    found = await interaction.client.services.contests.templates.of_guild(guild_id)
    return [one for one in found if scope.reaches(one)]


async def choose_template(interaction: Interaction, guild_id: int, typed: str) -> ContestTemplate:
    """Return the template that was chosen, or typed by its name; raises NoSuchContest."""
    for one in await _seen(interaction, guild_id):
        if typed.strip() == one.id or typed.strip().casefold() == one.name.casefold():
            return one
    raise NoSuchContest("I can’t find that template. See them all with /contest template list.")


def present_saved(saved: ContestTemplate) -> Page:
    """Say what was saved, and what can be done with it."""
    blocks = [
        f"Saved: **{escape(saved.name)}** – {_about(saved)}.",
        "-# `/contest template use` starts one, `/contest template repeat` holds it by itself.",
    ]
    return Page(card(Tone.ANSWER, blocks))


def present_deleted(gone: ContestTemplate) -> Page:
    """Say that a template is gone."""
    text = f"The template **{escape(gone.name)}** is gone. Contests you’ve announced stay."
    return Page(card(Tone.NOTE, [text]))


def present_templates(found: Sequence[ContestTemplate]) -> Page:
    """Return a server's templates."""
    if not found:
        text = "No templates yet. Save a contest you like with `/contest template save`."
        return Page(card(Tone.NOTE, [text]))
    lines: list[str] = []
    room = TEXT_LIMIT - SPARE
    for number, line in enumerate(map(_line, found)):
        room -= len(line) + 3
        if room < 0:
            lines.append(
                f"-# {and_more(len(found) - number)}; `/contest template dates` finds them"
            )
            break
        lines.append(f"- {line}")
    full = len(found) == MOST_TEMPLATES
    more = f"-# {MOST_TEMPLATES} is all I keep – delete one to save more." if full else None
    return Page(card(Tone.NOTE, ["## Templates", "\n".join(lines), more]))


def _line(one: ContestTemplate) -> str:
    name = f"**{escape(one.name)}**"
    if one.days is None:
        return f"{name}: {shorten(_about(one), LINE_LENGTH)}"
    coming = next((moment for _, moment in next_days(one) if moment), None)
    when = f", next {on(coming)}" if coming else ""
    return f"{name}: {recurrence_of(one)}{when}" + (
        " – the last one couldn’t be held so far" if one.problem else ""
    )


def _about(one: ContestTemplate) -> str:
    """Return what a template's contests are like, in few words."""
    return ", ".join(_facts(one))


def _facts(one: ContestTemplate) -> Iterator[str]:
    yield f"“{shorten(one.words, WORDS_SHOWN, whole_words=True)}”"
    yield length(one.options["lasts_seconds"])
    games = {GAMES[read_asked(text).game] for text in split_lists(one.words)}
    options, fitting = played_by(one), [one for one in OPTIONS if any(map(one.suits, games))]
    yield from dict.fromkeys(fact for one in fitting if (fact := one.brief(options)))


def present_dates(one: ContestTemplate, day: date | None = None) -> Page:
    """Return when a template is held next, with buttons for one of its days."""
    heading = f"## {escape(one.name)}"
    days = next_days(one)
    if not days:
        text = "It isn’t held by itself. `/contest template repeat` changes that."
        return Page(card(Tone.NOTE, [heading, _about(one), text]))
    chosen_day, _ = next((pair for pair in days if pair[0] == day), days[0])
    recurrence = recurrence_of(one)
    held_on = recurrence.held_on(chosen_day)
    lines = [
        f"{'▸' if one_day == chosen_day else '·'} "
        + (_moment(at, first=one_day == days[0][0]) if at else f"~~{_named(one_day)}~~ skipped")
        for one_day, at in days
    ]
    blocks = [
        heading,
        f"It’s held {recurrence} in <#{one.channel_id}>: {_about(one)}. {BEFORE}",
        "\n".join(["**Next**", *lines]),
        f"The last one couldn’t be held so far: {escape(one.problem)}" if one.problem else None,
    ]

    def act(action: Any, to: date = chosen_day) -> RepeatId:
        return RepeatId(action, one.id, chosen_day, to)

    def moving(label: str, action: Any, days: int) -> Any:
        to = (held_on or chosen_day) + timedelta(days=days)
        fits = held_on is not None and recurrence.fits(chosen_day, to)
        return button(label, act(action, to), disabled=not fits)

    name = _named(held_on or chosen_day)
    free = held_on is not None or recurrence.fits(chosen_day, chosen_day)
    buttons = [
        button(f"Skip {name}", act("skip"))
        if held_on
        else button(f"Hold {name} after all", act("hold"), disabled=not free),
        moving("A day earlier", "earlier", -1),
        moving("A day later", "later", 1),
        button("Next date", act("next")),
        button("Stop", act("stop"), style=ButtonStyle.danger),
    ]
    return Page(card(Tone.NOTE, blocks, buttons))


def _moment(at: datetime, *, first: bool) -> str:
    return f"{on(at)}, {relative(at)}" if first else on(at)


def _named(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"

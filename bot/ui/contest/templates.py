"""/contest templates: contests held again by hand, or automatically on days of the week."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from discord import ButtonStyle, ui

from bot.contests import (
    LONGEST_NAME,
    MOST_TEMPLATES,
    OPTIONS,
    UNFINISHED,
    Contest,
    ContestTemplate,
    SeasonPlan,
    can_repeat,
    next_days,
    played_by,
    read_asked,
    read_recurrence,
    recurrence_of,
    split_lists,
)
from bot.durations import length
from bot.errors import ContestError
from bot.options import Choice, Option, Said
from bot.puzzles import GAMES
from bot.ui import replies
from bot.ui.buttons import PersistentButton, PersistentMenu, defer_for_redraw
from bot.ui.client import Interaction
from bot.ui.contest.asks import Ask, Fields, line
from bot.ui.contest.create import draft_of
from bot.ui.contest.ids import (
    AgainId,
    AskId,
    RepeatId,
    TemplateId,
    TemplatesId,
    TemplatesMenuId,
    organisers,
)
from bot.ui.contest.picker import fetch_template, organised, seen_templates, zone_of
from bot.ui.contest.text import words_of
from bot.ui.layout import (
    TEXT_LIMIT,
    Page,
    Tone,
    and_more,
    button,
    card,
    escape,
    menu,
    on,
    relative,
    shorten,
)
from bot.ui.permissions import (
    act_of,
    guild_of,
    parent_of,
    require_posting,
)
from bot.zones import read_zone, stored_zone

WORDS_SHOWN = 60
BEFORE = "I announce it an hour before."
SPARE = 200
"""Characters reserved for headings and last lines."""
LINE_LENGTH = 150
"""Characters of a template's line in the list, without its dates."""
NUMBERED = re.compile(r"( #\d+|, \d{1,2} [A-Z][a-z]+)$")
"""The end of a title that tells contests of one kind apart."""
SEASONS = {"no": 0} | {f"{weeks} weeks": weeks for weeks in (4, 8, 12)}
"""The choices for how many weeks of a repeating contest count together."""
SEASON: Option[str] = Option(
    name="season",
    label="A season?",
    field=Choice(
        {
            name: Said(name, "counted together, with a champion at the end")
            if weeks
            else Said("no", "each stands for itself")
            for name, weeks in SEASONS.items()
        }
    ),
)


@organisers.command(name="templates")
async def templates_(interaction: Interaction) -> None:
    """Contests to hold again: start one, or let it repeat on some days."""
    await replies.defer(interaction, private=True)
    await replies.edit(interaction, await _all(interaction))


async def _all(interaction: Interaction) -> Page:
    return present_templates(await seen_templates(interaction))


class TemplatesButton(PersistentButton[TemplatesId], ids=TemplatesId):
    """Back, to all templates."""

    async def press(self, interaction: Interaction) -> None:
        """Show them."""
        await replies.defer_edit(interaction)
        await replies.edit(interaction, await _all(interaction))


class TemplatesMenu(PersistentMenu[TemplatesMenuId], ids=TemplatesMenuId):
    """The templates, by name."""

    async def press(self, interaction: Interaction) -> None:
        """Show the one that was chosen."""
        await replies.defer_edit(interaction)
        await replies.edit(
            interaction,
            present_dates(
                await fetch_template(interaction, self.chosen), here=interaction.channel_id
            ),
        )


class TemplateButton(PersistentButton[TemplateId], ids=TemplateId):
    """Start one now, Delete, Delete it, Back; Manage, under a missed contest; Continue here."""

    async def press(self, interaction: Interaction) -> None:
        """Show a draft or the page, or delete the template, if an organiser pressed."""
        found = await fetch_template(interaction, self.params.key)
        service = interaction.client.services.contests.templates
        match self.params.action:
            case "use":
                await replies.defer_edit(interaction)
                await draft_of(interaction, found)
                return
            case "open":
                page = present_dates(found, here=interaction.channel_id)
            case "move":
                page = present_dates(await _moved(interaction, found))
            case "delete":
                page = present_deleting(found)
            case "deleted":
                act = act_of(interaction)
                page = present_deleted(await service.delete(found.guild_id, found.id, act))
        await defer_for_redraw(interaction)
        await replies.edit(interaction, page)


class RepeatButton(PersistentButton[RepeatId], ids=RepeatId):
    """Skip, Hold it after all, A day earlier, A day later, Next date, Stop."""

    async def press(self, interaction: Interaction) -> None:
        """Do it, if the person who pressed may organise, and show the dates."""
        await replies.defer_edit(interaction)
        found = await fetch_template(interaction, self.params.key)
        service, act = interaction.client.services.contests.templates, act_of(interaction)
        guild_id, key, day = found.guild_id, found.id, self.params.day
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
        await replies.edit(interaction, present_dates(found, day, here=interaction.channel_id))


# Forms: save a contest, repeat it


async def _name_fields(interaction: Interaction, contest_id: str | None) -> Fields:
    """Ask what to call the template of a contest."""
    contest = await organised(interaction, contest_id or "")
    about = "Its contests get this title, too."
    return [(line("name", "Name", about, most=LONGEST_NAME), await _name_of(interaction, contest))]


async def _name_of(interaction: Interaction, contest: Contest) -> str:
    """Return a contest's name without its day or number."""
    lists = await interaction.client.services.contests.queries.rounds(contest)
    name = contest.title
    if len(lists) > 1 and contest.confirmed_at is not None:
        name = name.removesuffix(f", list {contest.round} of {len(lists)}")
    return shorten(NUMBERED.sub("", name), LONGEST_NAME)


async def _save(
    interaction: Interaction, contest_id: str | None, values: Mapping[str, Any]
) -> Page:
    contest = await organised(interaction, contest_id or "")
    service = interaction.client.services.contests.templates
    act = act_of(interaction)
    saved = await service.save(contest.guild_id, values["name"], contest.id, act)
    secret = contest.drawn is None and contest.state in UNFINISHED
    return present_dates(saved, saved=SAVED_FRESH if secret else SAVED)


def _when(given: str) -> Fields:
    about = "“friday 20:00 and sunday 18:00”, “every 2 weeks on friday 20:00”, “first monday 19:00”"
    return [(line("when", "When", about), given)]


def _zone_field(zone: str) -> tuple[Option[str], str]:
    return line("zone", "Whose clock", "a place, such as Europe/London"), zone


async def _repeat_fields(interaction: Interaction, contest_id: str | None) -> Fields:
    """Ask what to call a repeating contest, when it is held, and whether it counts in a season."""
    contest = await organised(interaction, contest_id or "")
    zone = await zone_of(interaction)
    opens = (contest.opens_at or interaction.created_at).astimezone(stored_zone(zone))
    return [
        *await _name_fields(interaction, contest_id),
        *_when(f"every {opens:%A %H:%M}".lower()),
        _zone_field(zone),
        (SEASON, "no"),
    ]


async def _repeat_contest(
    interaction: Interaction, contest_id: str | None, values: Mapping[str, Any]
) -> Page:
    contest = await organised(interaction, contest_id or "")
    require_posting(interaction)
    services, act, name = interaction.client.services, act_of(interaction), values["name"]
    zone = read_zone(values["zone"])
    read_recurrence(values["when"], zone, act.at)  # nothing is saved if it makes no sense
    service = services.contests.templates
    saved = await service.save(contest.guild_id, name, contest.id, act, fresh=True)
    repeated = await _repeated(interaction, saved, values["when"], zone, like=contest.id)
    notes: list[str] = []
    if contest.confirmed_at is None:
        notes.append("The draft comes first: confirm it, or its day has no contest.")
    weeks = SEASONS[values["season"]]
    if weeks:
        plan = SeasonPlan(name=saved.name, lasts=timedelta(weeks=weeks), template_id=saved.id)
        assert repeated.channel_id is not None
        try:
            await services.contests.seasons.start(
                contest.guild_id, plan, repeated.channel_id, act, parent_id=repeated.parent_id
            )
        except ContestError as error:  # the contest still repeats
            notes.append(f"It isn’t counted as a season: {error.message}")
    return present_dates(repeated, notes=notes)


async def _dates_fields(interaction: Interaction, template_id: str | None) -> Fields:
    """Ask when a template is held."""
    found = await fetch_template(interaction, template_id)
    if found.repeats is None:
        return [*_when(""), _zone_field(await zone_of(interaction))]
    recurrence = recurrence_of(found)
    return [*_when(recurrence.text), _zone_field(recurrence.zone.key)]


async def _repeat(
    interaction: Interaction, template_id: str | None, values: Mapping[str, Any]
) -> Page:
    found = await fetch_template(interaction, template_id)
    require_posting(interaction)
    zone = read_zone(values["zone"])
    return present_dates(await _repeated(interaction, found, values["when"], zone))


async def _repeated(
    interaction: Interaction,
    found: ContestTemplate,
    when: str,
    zone: ZoneInfo,
    *,
    like: str | None = None,
) -> ContestTemplate:
    """Hold a template's contest in its channel from now on; `like`: a contest that is the first."""
    services = interaction.client.services
    assert interaction.channel_id is not None
    place = found.channel_id, found.parent_id
    if found.channel_id is None or found.paused:
        place = interaction.channel_id, parent_of(interaction)
    repeated = await services.contests.templates.repeat(
        guild_of(interaction),
        found.id,
        when,
        zone,
        act_of(interaction),
        channel_id=place[0] or interaction.channel_id,
        parent_id=place[1],
        like=like,
    )
    services.scheduler.wake()
    return repeated


async def _moved(interaction: Interaction, found: ContestTemplate) -> ContestTemplate:
    """Hold a template's contest in this channel from now on."""
    require_posting(interaction)
    services = interaction.client.services
    assert interaction.channel_id is not None
    continued = await services.contests.templates.move_to(
        found.guild_id,
        found.id,
        act_of(interaction),
        channel_id=interaction.channel_id,
        parent_id=parent_of(interaction),
    )
    services.scheduler.wake()
    return continued


SAVED = "Saved"
SAVED_FRESH = "Saved with fresh words each time, as its own are secret until it’s over"
SAVE = Ask("Save as a template", _name_fields, _save, beside=True)
REPEAT_CONTEST = Ask("Hold it again and again", _repeat_fields, _repeat_contest, beside=True)
REPEAT = Ask("When it’s held", _dates_fields, _repeat)


def present_deleting(found: ContestTemplate) -> Page:
    """Ask whether to delete a template."""
    held = "" if found.repeats is None else " It won’t repeat any more."
    text = f"Delete the template **{escape(found.name)}**?{held} Contests you’ve announced stay."
    buttons = [
        button("Delete it", TemplateId("deleted", found.id), style=ButtonStyle.danger),
        button("Back", TemplateId("open", found.id)),
    ]
    return Page(card(Tone.HINT, [text], buttons))


def present_deleted(gone: ContestTemplate) -> Page:
    """Say that a template is gone."""
    text = f"The template **{escape(gone.name)}** is gone. Contests you’ve announced stay."
    return Page(card(Tone.NOTE, [text], [_all_button()]))


def present_templates(found: Sequence[ContestTemplate]) -> Page:
    """Return a server's templates, with a menu to choose one."""
    if not found:
        text = (
            "No templates yet. *Save as template* and *Repeat weekly* are below every contest you "
            "manage, and below drafts and results."
        )
        begin = button("Start a contest", AgainId(None), style=ButtonStyle.primary)
        return Page(card(Tone.NOTE, [text], [begin]))
    lines: list[str] = []
    room = TEXT_LIMIT - SPARE
    for number, said in enumerate(map(_line, found)):
        room -= len(said) + 3
        if room < 0:
            lines.append(f"-# {and_more(len(found) - number)} in the menu")
            break
        lines.append(f"- {said}")
    full = len(found) == MOST_TEMPLATES
    more = f"-# {MOST_TEMPLATES} is all I keep – delete one to save more." if full else None
    offered = [(one.id, one.name, _about(one)) for one in found]
    chooser = menu("Choose one to start, repeat or delete", TemplatesMenuId(), offered)
    return Page(card(Tone.NOTE, ["## Templates", "\n".join(lines), more], [chooser]))


def _line(one: ContestTemplate) -> str:
    name = f"**{escape(one.name)}**"
    if one.repeats is None:
        return f"{name}: {shorten(_about(one), LINE_LENGTH)}"
    if one.paused:
        return f"{name}: {recurrence_of(one)} – stopped, as its channel was deleted"
    coming = next((moment for _, moment in next_days(one) if moment), None)
    when = f", next {on(coming)}" if coming else ""
    return f"{name}: {recurrence_of(one)}{when}" + (
        " – the last one couldn’t be held" if one.problem else ""
    )


def _about(one: ContestTemplate) -> str:
    """Return a short description of a template's contests."""
    return ", ".join(_facts(one))


def _facts(one: ContestTemplate) -> Iterator[str]:
    yield f"“{shorten(words_of(one), WORDS_SHOWN, whole_words=True)}”"
    yield length(one.options["lasts_seconds"])
    games = {GAMES[read_asked(text).game] for text in split_lists(one.words)}
    options, fitting = played_by(one), [one for one in OPTIONS if any(map(one.suits, games))]
    yield from dict.fromkeys(fact for one in fitting if (fact := one.brief(options)))


def present_dates(
    one: ContestTemplate,
    day: date | None = None,
    *,
    saved: str = "",
    notes: Sequence[str] = (),
    here: int | None = None,
) -> Page:
    """Return a template's next dates, with buttons for one of its days and for the template.

    `saved`: what to say after saving it; `notes`: what else its organiser must know; `here`: the
    channel in which the page is shown.
    """
    heading = f"## {escape(one.name)}"
    days = next_days(one)
    if not days:
        text = (
            "It doesn’t repeat yet. *Repeat* changes that."
            if can_repeat(one)
            else "Its words are always the same, so it doesn’t repeat."
        )
        said = f"{saved}: {_about(one)}" if saved else _about(one)
        return Page(card(Tone.NOTE, [heading, said, text], _template_buttons(one)))
    if one.paused:
        text = (
            f"It was held {recurrence_of(one)}, until its channel was deleted. *Continue here* "
            "holds it in this channel from now on."
        )
        go_on = button("Continue here", TemplateId("move", one.id), style=ButtonStyle.primary)
        stop = button("Stop", RepeatId("stop", one.id, days[0][0], days[0][0]))
        return Page(
            card(Tone.HINT, [heading, _about(one), text], [go_on, stop, *_template_buttons(one)])
        )
    chosen_day, _ = next((pair for pair in days if pair[0] == day), days[0])
    recurrence = recurrence_of(one)
    held_on = recurrence.held_on(chosen_day)
    lines = [
        f"{'▸' if one_day == chosen_day else '·'} "
        + (_moment(at, first=one_day == days[0][0]) if at else f"~~{_named(one_day)}~~ skipped")
        for one_day, at in days
    ]
    elsewhere = here not in {None, one.channel_id}
    blocks = [
        heading,
        f"It’s held {recurrence} in <#{one.channel_id}>: {_about(one)}. {BEFORE}",
        "\n".join(["**Next**", *lines]),
        f"The last one couldn’t be held: {escape(one.problem)}" if one.problem else None,
        "\n".join(f"⚠️ {escape(note)}" for note in notes) or None,
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
        *([button("Hold it in this channel", TemplateId("move", one.id))] if elsewhere else []),
        *_template_buttons(one),
    ]
    return Page(card(Tone.NOTE, blocks, buttons))


def _template_buttons(one: ContestTemplate) -> list[ui.Button[ui.LayoutView]]:
    days = button("Repeat" if one.repeats is None else "Other days", AskId("dates", one.id))
    return [
        button("Start one now", TemplateId("use", one.id)),
        *([days] if can_repeat(one) else []),
        button("Delete", TemplateId("delete", one.id)),
        _all_button(),
    ]


def _all_button() -> ui.Button[ui.LayoutView]:
    return button("All templates", TemplatesId())


def _moment(at: datetime, *, first: bool) -> str:
    return f"{on(at)}, {relative(at)}" if first else on(at)


def _named(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"

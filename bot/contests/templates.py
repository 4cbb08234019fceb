"""Templates: contests to be held again, by hand or automatically on some days.

Each day has one turn: its contest is drafted, its par is found, and then it is announced in the
transaction that notes the turn. If the bot dies in between, it finds the draft again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from bot.contests.admin import (
    ContestAdmin,
    announce_all,
    check_room,
    drop_drafts,
    scoring_of,
)
from bot.contests.gone import follow
from bot.contests.life import UNFINISHED
from bot.contests.options import fitted, options_of
from bot.contests.plan import (
    Plan,
    drawn_again,
    plan_of_all,
    read_asked,
    typed_words,
)
from bot.contests.posting import NOTIFY_AFTER
from bot.contests.puzzles import ContestPuzzles
from bot.contests.queries import fetch, rounds_of
from bot.contests.recurrence import (
    FARTHEST_TURNS,
    Occurrence,
    Recurrence,
    first_day,
    held_until,
    moved,
    next_occurrence,
    read_recurrence,
    stored_recurrence,
)
from bot.contests.rounds import BETWEEN_LISTS, split_lists
from bot.errors import (
    BadPlan,
    BotError,
    ContestError,
    NoSuchContest,
    ShuttingDown,
    Unread,
    Unsaved,
    WrongState,
)
from bot.names import tidy
from bot.retries import Retries
from bot.solving import Requester
from bot.store import Database, Transaction, audit, guilds, outbox, rows, seasons, templates
from bot.store.schema import Act, Contest, ContestOptions, ContestTemplate
from bot.zones import stored_zone
from solvers.errors import PuzzleError

log = logging.getLogger(__name__)

MOST_TEMPLATES = 25
"""The most templates of a server: as many as a Discord list holds."""
LONGEST_NAME = 50
TEMPLATES_A_STEP = 100
SERVERS_AT_ONCE = 8
"""How many servers get a contest made at a time; each has only its share of the solvers."""
FRESH = (
    "A contest that repeats needs fresh words each time. Save a template of one whose words I "
    "picked, such as “generate 20 hard”."
)
DATES_SHOWN = 8
UNFORESEEN = "Something went wrong on my side."
MISSING_TEMPLATE = "I can’t find that template. See them all with /contest templates."


class ContestTemplates:
    """Saves, uses and repeats templates. The caller checks that the person is an organiser."""

    def __init__(self, database: Database, puzzles: ContestPuzzles, admin: ContestAdmin) -> None:
        self._database = database
        self._puzzles = puzzles
        self._admin = admin
        self._retries = Retries()

    async def save(
        self, guild_id: int, name: str, contest_id: str, act: Act, *, fresh: bool = False
    ) -> ContestTemplate:
        """Save how a contest is played under a name; raises BadPlan.

        An existing template of that name is changed only if it made the contest, or if it was saved
        in the same channel and is held by hand. `fresh`: draw as many words each time, even if
        these were given. Words that are still secret are always replaced so, because every
        organiser can read a template.
        """
        name = tidy(name)
        if not 1 <= len(name) <= LONGEST_NAME:
            raise BadPlan((f"A template’s name can have 1 to {LONGEST_NAME} characters.",))
        async with self._database.write() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            played_in = await rounds_of(tx, contest)
            plan = plan_of_all(played_in)
            words = BETWEEN_LISTS.join(
                drawn_again(one)
                if fresh or one.state in UNFINISHED
                else one.drawn or typed_words(one)
                for one in played_in
            )
            lasts = {"lasts_seconds": round(plan.lasts.total_seconds())}
            options = options_of(plan) | lasts | {"scoring": await scoring_of(tx, contest)}
            known = await templates.of_guild(tx, guild_id)
            before = next((one for one in known if one.name.lower() == name.lower()), None)
            if before is not None:
                _check_own(before, contest)
                if before.repeats is not None:
                    _check_drawn(words)
                template = await rows.change(
                    tx, before, replace(before, words=words, options=options, set_by=act.user)
                )
            elif len(known) >= MOST_TEMPLATES:
                raise BadPlan((f"A server can have {MOST_TEMPLATES} templates. Delete one first.",))
            else:
                template = ContestTemplate(
                    id=secrets.token_urlsafe(9),
                    guild_id=guild_id,
                    name=name,
                    words=words,
                    options=options,
                    set_by=act.user,
                    channel_id=contest.channel_id,
                    parent_id=contest.parent_id,
                    exceptions={},
                )
                await rows.add(tx, template)
            await audit.note(tx, contest, act, "template saved", detail=name)
            return template

    async def of_guild(self, guild_id: int) -> list[ContestTemplate]:
        """Return a server's templates, repeating ones first."""
        async with self._database.read() as tx:
            return await templates.of_guild(tx, guild_id)

    async def get(self, guild_id: int, template_id: str) -> ContestTemplate:
        """Return a template; raises NoSuchContest."""
        async with self._database.read() as tx:
            return await _fetch(tx, guild_id, template_id)

    async def delete(self, guild_id: int, template_id: str, act: Act) -> ContestTemplate:
        """Delete a template and stop its repeats; raises NoSuchContest or WrongState."""
        async with self._database.write() as tx:
            template = await _fetch(tx, guild_id, template_id)
            for season in await seasons.running(tx, guild_id, template_id=template_id):
                raise WrongState(
                    f"The season “{season.name}” is made of its contests. End or delete it first."
                )
            await templates.drop(tx, template_id)
            await audit.note(tx, template, act, "template deleted", detail=template.name)
            return template

    async def repeat(
        self,
        guild_id: int,
        template_id: str,
        when: str,
        zone: ZoneInfo,
        act: Act,
        *,
        channel_id: int,
        parent_id: int | None = None,
        like: str | None = None,
    ) -> ContestTemplate:
        """Hold a template's contest in a channel, as in “every friday 20:00”, from now on.

        `like`: a contest that counts as its first if it is not over, so that its day has no other.
        Raises BadTime, or BadPlan if its words are always the same.
        """
        recurrence = read_recurrence(when, zone, act.at)
        async with self._database.write() as tx:
            template = await _fetch(tx, guild_id, template_id)
            _check_drawn(template.words)
            held = None
            for one in [] if like is None else await rounds_of(tx, await fetch(tx, like, guild_id)):
                if one.state in UNFINISHED and one.template_id is None:
                    held = recurrence.day_of(one.opens_at or act.at)
                    await rows.change(tx, one, replace(one, template_id=template.id))
            moved = replace(template, channel_id=channel_id, parent_id=parent_id)
            return await _hold(tx, template, moved, recurrence, act, held=held)

    async def move_to(
        self,
        guild_id: int,
        template_id: str,
        act: Act,
        *,
        channel_id: int,
        parent_id: int | None = None,
    ) -> ContestTemplate:
        """Hold a template's contest in another channel from now on, on the same days.

        A paused template resumes. Nothing happens if it is held there already or does not repeat.
        Raises NoSuchContest.
        """
        async with self._database.write() as tx:
            template = await _fetch(tx, guild_id, template_id)
            here = template.channel_id == channel_id and not template.paused
            if template.repeats is None or here:
                return template
            moved = replace(template, channel_id=channel_id, parent_id=parent_id)
            return await _hold(tx, template, moved, recurrence_of(template), act)

    async def stop(self, guild_id: int, template_id: str, act: Act) -> ContestTemplate:
        """Stop repeating a template; it stays, and so does an announced contest."""
        async with self._database.write() as tx:
            template = await _fetch(tx, guild_id, template_id)
            if template.repeats is None:
                return template
            await audit.note(tx, template, act, "template stopped", detail=template.name)
            await _works(tx, template)
            # Keep the last day, so that a restart on the same day does not hold it twice.
            stopped = replace(
                template,
                repeats=None,
                time_zone=None,
                exceptions={},
                next_due_at=None,
                problem=None,
            )
            return await rows.change(tx, template, stopped)

    async def skip(self, guild_id: int, template_id: str, day: date, act: Act) -> ContestTemplate:
        """Skip a day; raises WrongState once its turn has come."""
        return await self._except(
            guild_id, template_id, day, act, lambda recurrence: {**recurrence.exceptions, day: None}
        )

    async def move(
        self, guild_id: int, template_id: str, day: date, to: date, act: Act
    ) -> ContestTemplate:
        """Move a day's contest to another day, or back; raises WrongState or BadTime."""
        return await self._except(
            guild_id, template_id, day, act, lambda recurrence: moved(recurrence, day, to)
        )

    async def _except(
        self, guild_id: int, template_id: str, day: date, act: Act, change: Any
    ) -> ContestTemplate:
        async with self._database.write() as tx:
            template = await _fetch(tx, guild_id, template_id)
            if template.last_day is None or template.repeats is None:
                raise WrongState("This template doesn’t repeat any more.")
            if day <= template.last_day:
                raise WrongState("That one is announced already. Change it with /contest manage.")
            before = recurrence_of(template)
            if day not in islice(before.days_after(template.last_day), FARTHEST_TURNS):
                raise WrongState("That isn’t one of its days. See /contest templates.")
            after = replace(before, exceptions=change(before))
            moment = after.moment(day)
            if moment is not None and moment <= act.at:
                raise WrongState("That would be in the past.")
            occurrence = next_occurrence(after, template.last_day, _lasts(template), act.at)
            await outbox.unsay_missed(tx, template_id)
            detail = f"{template.name}: {day:%Y-%m-%d} → {after.held_on(day) or 'none'}"
            await audit.note(tx, template, act, "template changed", detail=detail)
            return await rows.change(
                tx,
                template,
                replace(
                    template,
                    exceptions=_written(after.exceptions),
                    next_due_at=None if template.paused else _due(occurrence, act.at),
                ),
            )

    async def advance(self, now: datetime) -> int:
        """Hold due contests, one per server; return how many turns were taken.

        A slow or failing server does not delay the others.
        """
        async with self._database.read() as tx:
            due = await templates.due(tx, now, TEMPLATES_A_STEP + len(self._retries))
        ready = self._retries.ready(due, now)
        first = {due[template_id]: template_id for template_id in reversed(ready)}
        some = asyncio.Semaphore(SERVERS_AT_ONCE)

        async def take(template_id: str) -> bool:
            async with some:
                return await self._try_turn(template_id, now)

        return sum(await asyncio.gather(*map(take, first.values())))

    async def _try_turn(self, template_id: str, now: datetime) -> bool:
        try:
            taken = await self._take_turn(template_id, now)
        except ShuttingDown:
            return False
        except Exception as error:
            self._retries.failed(template_id, now)
            if not isinstance(error, BotError | PuzzleError):
                log.exception("template %s: its contest is not held yet", template_id)
            try:
                await self._note_problem(template_id, error, now)
            except (Unread, Unsaved) as silent:
                log.warning("template %s: could not note (%s): %s", template_id, error, silent)
            return False
        self._retries.passed(template_id)
        return taken

    async def _note_problem(self, template_id: str, error: Exception, now: datetime) -> None:
        """Note why a contest is not held yet, and tell players and organisers in time."""
        foreseen = isinstance(error, BotError | PuzzleError)
        problem = error.message if isinstance(error, BotError | PuzzleError) else UNFORESEEN
        stays = isinstance(error, ContestError | PuzzleError)
        async with self._database.write() as tx:
            template = await rows.get(tx, ContestTemplate, template_id)
            occurrence = None if template is None else _next_of(template, now)
            if template is None or occurrence is None or occurrence.opens is None:
                return  # it was changed meanwhile
            if problem != template.problem:
                template = await rows.change(tx, template, replace(template, problem=problem))
                if foreseen:
                    log.warning("template %s: its contest is not held yet: %s", template_id, error)
            until = held_until(occurrence.opens, _lasts(template))
            await outbox.say_missed(tx, template, occurrence.opens, until, _why(error))
            if stays or self._retries.failures(template_id) >= NOTIFY_AFTER:
                text = _failure(template, occurrence.opens, until)
                await outbox.tell_of_template(tx, template, now, text)

    async def _take_turn(self, template_id: str, now: datetime) -> bool:
        """Announce the due contest, and note missed ones."""
        async with self._database.read() as tx:
            template = await rows.get(tx, ContestTemplate, template_id)
        if template is None or (occurrence := _next_of(template, now)) is None:
            return False
        lists = [] if occurrence.day is None else await self._prepare(template, occurrence.day, now)
        async with self._database.write() as tx:
            latest = await rows.get(tx, ContestTemplate, template_id)
            if latest is None or _next_of(latest, now) != occurrence:  # it was changed meanwhile
                if lists:
                    await drop_drafts(tx, lists)
                return False
            if lists:
                assert occurrence.opens is not None
                # Read again: organisers may have changed them during the search for the best
                # answer.
                lists = await rounds_of(tx, await fetch(tx, lists[0].id))
                opens, ends = max(occurrence.opens, now), occurrence.opens + _lasts(template)
                lists = [await _shortened(tx, one, opens, ends) for one in lists]
                await announce_all(tx, lists, now, opens, ends)
                await _works(tx, template, held=occurrence.opens)
            if occurrence.missed:
                detail = f"{template.name}: {occurrence.missed}"
                await audit.note(tx, template, now, "template missed", detail=detail)
            # Keep the last day's exception, so that later days cannot move before it.
            kept = {
                day: to for day, to in latest.exceptions.items() if day >= f"{occurrence.last_day}"
            }
            await rows.change(
                tx,
                latest,
                replace(
                    latest,
                    last_day=occurrence.last_day,
                    next_due_at=occurrence.next_at,
                    exceptions=kept,
                    held=latest.held + bool(lists),
                    problem=None if lists else latest.problem,
                ),
            )
            return True

    async def _prepare(self, template: ContestTemplate, day: date, now: datetime) -> list[Contest]:
        """Return a day's draft, or its rounds, with par known; make it if needed."""
        async with self._database.read() as tx:
            await check_room(tx, template.guild_id, len(split_lists(template.words)))
            contest_id = await templates.contest_of(tx, template.id, day)
        if contest_id is None:
            plans = await self._plans(template)
            async with self._database.write() as tx:
                await guilds.ensure(tx, template.guild_id)
                first, *_ = await self._admin.add_all(
                    tx,
                    plans,
                    now,
                    template.options.get("scoring", "percent"),
                    guild_id=template.guild_id,
                    channel_id=template.channel_id,
                    parent_id=template.parent_id,
                    created_by=template.set_by,
                    template_id=template.id,
                    day=day,
                )
            contest_id = first.id
        async with self._database.read() as tx:
            drafts = await rounds_of(tx, await fetch(tx, contest_id))
        return [
            await self._puzzles.find_par(one.id, requester=Requester(None, template.guild_id))
            for one in drafts
        ]

    async def _plans(self, template: ContestTemplate) -> list[Plan]:
        """Return the plans of a template's next contest or rounds, with words drawn."""
        base = plan_from(template)
        plans: list[Plan] = []
        number = f" #{template.held + 1}"
        title = f"{template.name[: LONGEST_NAME - len(number)]}{number}"
        for text in split_lists(template.words):
            asked = read_asked(text)
            words = await self._puzzles.words_for(
                template.guild_id,
                asked,
                base.rule,
                requester=Requester(None, template.guild_id),
                avoid=[one.words for one in plans],
            )
            plans.append(
                replace(base, game=asked.game, words=words, drawn=asked.drawn, title=title)
            )
        return plans


def recurrence_of(template: ContestTemplate) -> Recurrence:
    """Return the recurrence of a repeating template."""
    assert template.repeats is not None
    assert template.time_zone is not None
    exceptions = {
        date.fromisoformat(day): None if to is None else date.fromisoformat(to)
        for day, to in template.exceptions.items()
    }
    recurrence = stored_recurrence(template.repeats, stored_zone(template.time_zone))
    return replace(recurrence, exceptions=exceptions)


def next_days(template: ContestTemplate) -> list[tuple[date, datetime | None]]:
    """Return a repeating template's next days, each with its moment; None: skipped."""
    if template.repeats is None or template.last_day is None:
        return []
    recurrence = recurrence_of(template)
    days = islice(recurrence.days_after(template.last_day), DATES_SHOWN)
    return [(day, recurrence.moment(day)) for day in days]


def _due(occurrence: Occurrence, now: datetime) -> datetime:
    return occurrence.next_at if occurrence.day is None else now


async def _hold(
    tx: Transaction,
    before: ContestTemplate,
    after: ContestTemplate,
    recurrence: Recurrence,
    act: Act,
    *,
    held: date | None = None,
) -> ContestTemplate:
    """Make a template repeat where `after` says, from now on or after the day `held`.

    `held` has its contest already. No day has two turns.
    """
    last_day = max(filter(None, (first_day(recurrence, act.at), before.last_day, held)))
    occurrence = next_occurrence(recurrence, last_day, _lasts(before), act.at)
    repeating = replace(
        after,
        repeats=recurrence.text,
        time_zone=recurrence.zone.key,
        exceptions=_written(recurrence.exceptions),
        set_by=act.user,
        last_day=last_day,
        next_due_at=_due(occurrence, act.at),
        problem=None,
    )
    await _works(tx, before)
    if before.channel_id != repeating.channel_id:
        await follow(tx, repeating, act)
    detail = f"{repeating.name}: {recurrence}"
    await audit.note(tx, repeating, act, "template repeats", detail=detail)
    return await rows.change(tx, before, repeating)


async def _works(
    tx: Transaction, template: ContestTemplate, *, held: datetime | None = None
) -> None:
    """Withdraw messages about a contest not held: one is `held` now, or is no longer wanted."""
    await outbox.unsay_missed(tx, template.id, held)
    await outbox.forget_template_notice(tx, template.id)


def _why(error: Exception) -> str:
    """Return why a contest is not held, for players."""
    if isinstance(error, WrongState):
        return "there are as many contests here as there can be."
    if isinstance(error, PuzzleError):
        return "I found no new puzzle for it."
    return "I couldn’t get it ready."


def _failure(template: ContestTemplate, opens: datetime, until: datetime) -> str:
    """Return the notice to a template's organiser, sent once until a contest is held again."""
    zone = recurrence_of(template).zone
    begins, ends = opens.astimezone(zone), until.astimezone(zone)
    day = f"{begins:%A} {begins.day} {begins:%B}"
    last = f"{ends:%H:%M}" if ends.date() == begins.date() else f"{ends:%A %H:%M}"
    return (
        f"I can’t hold “{template.name}” of {day}, {begins:%H:%M} ({zone.key}) so far. "
        f"{template.problem} I’ll keep trying until {last}. In /contest templates you see how it "
        "stands, and can leave that day out. I won’t write about it again until one is held."
    )


def plan_from(template: ContestTemplate) -> Plan:
    """Return a template's plan, without words."""
    return Plan(template.name, (), _lasts(template), **options_of(played_by(template)))


def played_by(template: ContestTemplate) -> ContestOptions:
    """Return a template's options; options newer than the template have their defaults."""
    names = {field.name for field in fields(ContestOptions)} & template.options.keys()
    known = {name: template.options[name] for name in names}
    return ContestOptions(**known)


def can_repeat(template: ContestTemplate) -> bool:
    """Whether a template has fresh words each time."""
    return _is_drawn(template.words)


def _is_drawn(words: str) -> bool:
    return all(read_asked(one).drawn is not None for one in split_lists(words))


def _check_own(template: ContestTemplate, contest: Contest) -> None:
    by_hand = template.repeats is None and template.channel_id == contest.channel_id
    if contest.template_id != template.id and not by_hand:
        taken = f"There is a template “{template.name}” already, and this contest isn’t its own. "
        raise BadPlan((taken + "Choose another name, or delete that template first.",))


def _check_drawn(words: str) -> None:
    if not _is_drawn(words):
        raise BadPlan((FRESH,))


def _lasts(template: ContestTemplate) -> timedelta:
    return timedelta(seconds=template.options["lasts_seconds"])


def _next_of(template: ContestTemplate, now: datetime) -> Occurrence | None:
    if template.repeats is None or template.paused or template.last_day is None:
        return None
    occurrence = next_occurrence(recurrence_of(template), template.last_day, _lasts(template), now)
    return occurrence if occurrence.last_day > template.last_day else None


async def _shortened(tx: Transaction, contest: Contest, opens: datetime, ends: datetime) -> Contest:
    """Drop options that a late contest has no time left for."""
    return await rows.change(tx, contest, fitted(contest, ends - opens))


def _written(exceptions: Mapping[date, date | None]) -> dict[str, str | None]:
    return {f"{day}": None if to is None else f"{to}" for day, to in exceptions.items()}


async def _fetch(tx: Transaction, guild_id: int, template_id: str) -> ContestTemplate:
    template = await rows.get(tx, ContestTemplate, template_id)
    if template is None or template.guild_id != guild_id:
        raise NoSuchContest(MISSING_TEMPLATE)
    return template

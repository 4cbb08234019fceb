"""Seasons: contests of a period that count together and end with a champion.

A season has the contests that end in its period, announced in its channel or held by its template.
Its end is settled once the last of them is revealed: the places are stored, and the post and the
champion's role become due, all in one transaction.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from bot.contests import life
from bot.contests.options import SEASON_OPTIONS
from bot.contests.queries import (
    NAMED_COMING,
    NOBODY,
    Coming,
    Scope,
    Standings,
    evenings,
    standings_over,
)
from bot.contests.ranking import Standing, result_of, shown
from bot.contests.times import this_second
from bot.errors import BadPlan, NoSuchContest, WrongState
from bot.names import tidy
from bot.options import columns_in, differences, problems
from bot.retries import Retries
from bot.store import (
    Database,
    Transaction,
    audit,
    contests,
    entrants,
    guilds,
    outbox,
    rows,
    seasons,
)
from bot.store.schema import (
    Act,
    Contest,
    ContestTemplate,
    ContestTitle,
    Scoring,
    Season,
    SeasonOptions,
    SeasonPlace,
    State,
)

log = logging.getLogger(__name__)

MOST_RUNNING = 10
"""Most unfinished seasons of a server."""
LISTED = 25
"""How many seasons are listed: as many as a Discord list holds."""
LONGEST_SEASON_NAME = 50
SHORTEST_SEASON, LONGEST_SEASON = timedelta(hours=1), timedelta(days=400)
LEADERS = 3
"""How many rows of the sum so far the post of rounds shows."""
SEASONS_A_STEP = 100
SHOWN_AFTER = timedelta(seconds=10)
"""How long the post of a season's end waits, so that the last results come first."""
_MISSING = "I can’t find that season. See them all with /contests list."


@dataclass(frozen=True, slots=True)
class SeasonPlan(SeasonOptions):
    """A season as an organiser asks for it.

    starts       None: now
    template_id  the template whose contests it has; None: the contests in its channel
    """

    name: str
    lasts: timedelta
    starts: datetime | None = None
    template_id: str | None = None


@dataclass(frozen=True, slots=True)
class Handover:
    """Who gets the champion's role, and who loses it."""

    role_id: int
    give: tuple[SeasonPlace, ...]
    take: tuple[SeasonPlace, ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds and their state: all lists in their order, and the number of players.

    standings  their sum so far; None while a board hides it
    announced  channel and message of each list's announcement, by contest id
    coming     who signed up before they open
    """

    season: Season
    lists: tuple[Contest, ...]
    standings: Standings | None
    players: int
    announced: Mapping[str, tuple[int, int]]
    coming: Coming = NOBODY


_FIRST: tuple[State, ...] = ("open", "draft", "closed", "revealed")
"""The state of rounds is the first state here that any list has."""


def as_one(season: Season, lists: Sequence[Contest]) -> Contest:
    """Return rounds as one contest, for their event and their pings."""
    states = {one.state for one in lists}
    return replace(
        lists[0],
        id=season.id,
        title=season.name,
        state=next((one for one in _FIRST if one in states), "cancelled"),
        opens_at=min((one.opens_at for one in lists if one.opens_at is not None), default=None),
        closes_at=max((one.closes_at for one in lists if one.closes_at is not None), default=None),
    )


class ContestSeasons:
    """Holds seasons. The caller checks that only organisers change one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._retries = Retries()

    async def lost(self, before: Contest, after: Contest) -> list[str]:
        """Return the names of seasons that a contest no longer counts for, given its new end."""
        async with self._database.read() as tx:
            running = await seasons.running(tx, after.guild_id)
        return [
            one.name for one in running if counts_for(before, one) and not counts_for(after, one)
        ]

    async def start(
        self,
        guild_id: int,
        plan: SeasonPlan,
        channel_id: int,
        act: Act,
        *,
        parent_id: int | None = None,
    ) -> Season:
        """Begin a season, now or at its planned start; raises BadPlan, NoSuchContest."""
        name = tidy(plan.name)
        starts = this_second(plan.starts or act.at)
        ends = starts + timedelta(seconds=round(plan.lasts.total_seconds()))
        if wrong := _problems(plan, name):
            raise BadPlan(wrong)
        season = Season(
            id=secrets.token_urlsafe(9),
            guild_id=guild_id,
            channel_id=channel_id,
            parent_id=parent_id,
            template_id=plan.template_id,
            name=name,
            created_by=act.user,
            starts_at=starts,
            ends_at=ends,
            due_at=_settled_at(ends),
            held=None,
            **columns_in(plan, SeasonOptions),
        )
        async with self._database.write() as tx:
            await guilds.ensure(tx, guild_id)
            if plan.template_id is not None:
                template = await rows.get(tx, ContestTemplate, plan.template_id)
                if template is None or template.guild_id != guild_id:
                    raise NoSuchContest("I can’t find that template.")
            if len(await seasons.running(tx, guild_id)) >= MOST_RUNNING:
                full = f"A server can have {MOST_RUNNING} seasons at a time. End one first."
                raise BadPlan((full,))
            await rows.add(tx, season)
            detail = "; ".join([name, *differences(SEASON_OPTIONS, SeasonOptions(), season)])
            await audit.note(tx, season, act, "season started", detail=detail)
        return season

    async def of_guild(self, scope: Scope, *, of_lists: bool = False) -> list[Season]:
        """Return the seasons in scope, unfinished ones first; see `seasons.of_guild`."""
        assert scope.guild_id is not None
        async with self._database.read() as tx:
            found = await seasons.of_guild(tx, scope.guild_id, LISTED, of_lists=of_lists)
        return list(filter(scope.shows, found))

    async def get(self, season_id: str) -> Season:
        """Return a season; raises NoSuchContest."""
        async with self._database.read() as tx:
            return await _fetch(tx, season_id)

    async def standings(
        self, season_id: str, scope: Scope, *, viewer: int | None = None, limit: int | None = None
    ) -> Standings:
        """Return the current or final standings of a season in scope; raises NoSuchContest.

        They are the first `limit` rows, or all, and the viewer's own.
        """
        async with self._database.read() as tx:
            season = await _fetch(tx, season_id)
            if not scope.shows(season):
                raise NoSuchContest(_MISSING)
            if season.held is not None:
                return await _ended(tx, season, viewer, limit)
            found = await _so_far(tx, season, viewer, limit)
        return replace(found, contests=tuple(filter(scope.has, found.contests)))

    async def rounds(self, season_id: str) -> Rounds:
        """Return rounds and their state, as everybody may see it; raises NoSuchContest."""
        async with self._database.read() as tx:
            season = await _fetch(tx, season_id)
            lists = await contests.of_season(tx, season_id)
            shown = all(map(season.shows, lists))
            found = await _so_far(tx, season, None, LEADERS) if shown else None
            players = await entrants.count_users(tx, [one.id for one in lists])
            announced = {}
            for one in lists:
                post = await outbox.find(tx, "announcement", contest_id=one.id)
                if post is not None and post.message_id is not None and post.stands:
                    announced[one.id] = (post.channel_id, post.message_id)
            coming = Coming(*await outbox.coming(tx, season, NAMED_COMING))
        return Rounds(season, tuple(lists), found, players, announced, coming=coming)

    async def end(self, guild_id: int, season_id: str, act: Act) -> Season:
        """End a season now; contests that are still open do not count. Raises WrongState."""
        async with self._database.write() as tx:
            season = await _fetch(tx, season_id, guild_id)
            if season.due_at is None:
                raise WrongState("This season is over already.")
            if season.rounds is not None:
                raise WrongState("It ends with its lists. Close them with /contest manage.")
            if act.at <= season.starts_at:
                raise WrongState("This season hasn’t begun. “Delete” takes it away.")
            ends = min(this_second(act.at), season.ends_at)
            await audit.note(tx, season, act, "season cut short", detail=season.name)
            return await rows.change(
                tx, season, replace(season, ends_at=ends, due_at=_settled_at(ends))
            )

    async def change(
        self, guild_id: int, season_id: str, act: Act, options: Mapping[str, Any]
    ) -> Season:
        """Change how a season counts, from its beginning on; raises WrongState, BadPlan."""
        async with self._database.write() as tx:
            season = await _fetch(tx, season_id, guild_id)
            if season.due_at is None:
                raise WrongState("This season is over. Its standings stay.")
            if season.rounds is not None:
                raise WrongState("Its lists count together as they were announced.")
            after = replace(season, **options)
            if wrong := problems(SEASON_OPTIONS, after):
                raise BadPlan(wrong)
            if detail := "; ".join(differences(SEASON_OPTIONS, season, after)):
                detail = f"{season.name}: {detail}"
                await audit.note(tx, season, act, "season changed", detail=detail)
            return await rows.change(tx, season, after)

    async def delete(self, guild_id: int, season_id: str, act: Act) -> Season:
        """Delete a season that is not over; its contests stay. Raises WrongState."""
        async with self._database.write() as tx:
            season = await _fetch(tx, season_id, guild_id)
            if season.due_at is None:
                raise WrongState("This season is over. Its standings stay.")
            if season.rounds is not None:
                raise WrongState("It’s made of its lists. Call them off with /contest manage.")
            await seasons.drop(tx, season_id)
            await audit.note(tx, season, act, "season deleted", detail=season.name)
            return season

    async def score(self, guild_id: int, season_id: str, scoring: Scoring) -> Season:
        """Choose what is summed over rounds that are drafts; raises WrongState."""
        async with self._database.write() as tx:
            season = await _fetch(tx, season_id, guild_id)
            if not season.is_draft:
                raise WrongState("It’s announced, so what is summed can’t change any more.")
            return await rows.change(tx, season, replace(season, scoring=scoring))

    async def advance(self, now: datetime) -> int:
        """Settle the ends that are due, each in its own transaction; return how many."""
        async with self._database.read() as tx:
            due = await seasons.due(tx, now, SEASONS_A_STEP + len(self._retries))
        settled = 0
        for season_id in self._retries.ready(due, now):
            try:
                async with self._database.write() as tx:
                    settled += await _settle(tx, season_id, now)
            except Exception:
                self._retries.failed(season_id, now)
                log.exception("season %s: its end could not be settled yet", season_id)
            else:
                self._retries.passed(season_id)
        return settled

    async def handover(self, season_id: str) -> Handover | None:
        """Return who gets and who loses the champion's role; None: a later season has decided."""
        async with self._database.read() as tx:
            season = await _fetch(tx, season_id)
            if season.role_id is None or not await seasons.is_latest(tx, season):
                return None
            champions = await seasons.champions(tx, season_id)
            again = {one.user_id for one in champions}
            former = await seasons.holders(tx, season)
        return Handover(
            season.role_id,
            tuple(one for one in champions if not one.has_role),
            tuple(one for one in former if one.user_id not in again),
        )

    async def note_role(self, place: SeasonPlace, now: datetime, *, has_role: bool) -> None:
        """Note who has the champion's role now; the post of the season's end shows it."""
        async with self._database.write() as tx:
            await seasons.note_role(tx, place.id, has_role=has_role)
            if has_role:
                await outbox.enqueue(tx, await _fetch(tx, place.season_id), "season", now)


async def begin_rounds(
    tx: Transaction,
    season_id: str,
    name: str,
    *,
    opens: datetime,
    closes: datetime,
    act: Act | datetime,
) -> None:
    """Begin the season of rounds that were drafts."""
    season = await _fetch(tx, season_id)
    opens, closes = this_second(opens), this_second(closes)
    due_at = _settled_at(closes)
    begun = replace(season, name=name, starts_at=opens, ends_at=closes, due_at=due_at)
    season = await rows.change(tx, season, begun)
    await audit.note(tx, season, act, "season started", detail=season.name)


async def follow_rounds(tx: Transaction, season_id: str) -> None:
    """Make rounds end with the last of their lists, after a list's end has changed."""
    season = await _fetch(tx, season_id)
    lists = [one for one in await contests.of_season(tx, season_id) if one.state != "cancelled"]
    if season.due_at is not None and lists:
        ends = max(one.closes_at for one in lists if one.closes_at is not None)
        await rows.change(tx, season, replace(season, ends_at=ends, due_at=_settled_at(ends)))


async def rename_rounds(tx: Transaction, contest: Contest, name: str) -> None:
    """Rename rounds; raises BadPlan if the name is too long."""
    if len(name) > LONGEST_SEASON_NAME:
        raise BadPlan(
            (f"With several lists, the title can have {LONGEST_SEASON_NAME} characters.",)
        )
    if contest.season_id is not None:
        season = await _fetch(tx, contest.season_id)
        await rows.change(tx, season, replace(season, name=tidy(name)))


async def _settle(tx: Transaction, season_id: str, now: datetime) -> bool:
    """Store how a season ended, once all its contests are over."""
    season = await rows.get(tx, Season, season_id)
    if season is None or season.due_at is None or season.due_at > now:
        return False
    if not await seasons.is_settled(tx, season):
        return False  # it will be tried again
    held = await seasons.titles(tx, season)
    if season.rounds is not None:
        await outbox.enqueue(tx, season, "rounds", now)
    number = _number(season, held)
    best, ids, apart = counting(season, number), [one.id for one in held], season.rounds is not None
    places = [
        SeasonPlace(
            season_id=season_id,
            user_id=entry.user_id,
            place=entry.place,
            result=result_of(entry, best, season.scoring),
            won=entry.won,
            played=entry.played,
            has_role=False,
        )
        for entry in await entrants.standings(
            tx, ids, best, None, scoring=season.scoring, apart=apart
        )
    ]
    await rows.add_all(tx, places)
    season = await rows.change(tx, season, replace(season, due_at=None, held=number))
    await audit.note(tx, season, now, "season ended", detail=season.name)
    at = now + SHOWN_AFTER
    if held or season.rounds is None:
        await outbox.enqueue(tx, season, "season", at)
    if season.role_id is not None and places:
        await outbox.enqueue(tx, season, "champion", at)
    return True


async def _so_far(
    tx: Transaction, season: Season, viewer: int | None, limit: int | None
) -> Standings:
    shown = season.rounds is not None and all(
        map(season.shows, await contests.of_season(tx, season.id))
    )
    held = await seasons.titles(tx, season, life.PLAYED if shown else ("revealed",))
    found = await standings_over(
        tx,
        held,
        counting(season, _number(season, held)),
        viewer=viewer,
        limit=limit,
        scoring=season.scoring,
        apart=season.rounds is not None,
    )
    template = await rows.get(tx, ContestTemplate, season.template_id)
    return replace(found, season=season, template=template.name if template else None)


def _number(season: Season, held: Sequence[ContestTitle]) -> int:
    """Return how many contests a season counts; lists held together are one, except in rounds."""
    return len(held) if season.rounds is not None else len(evenings(held))


async def _ended(
    tx: Transaction, season: Season, viewer: int | None, limit: int | None
) -> Standings:
    """Return the stored final standings of a season."""
    found = await seasons.places(tx, season.id, limit, viewer)
    ranked = [
        Standing(
            place=one.place,
            user_id=one.user_id,
            result=shown(one.result, season.scoring),
            counted=(),
            played=one.played,
            won=one.won,
            has_role=one.has_role,
        )
        for one in found
    ]
    own = ranked.pop() if limit is not None and len(ranked) > limit else None
    count, held = await seasons.count_places(tx, season.id), season.held or 0
    best = counting(season, held)
    return Standings(
        contests=(),
        held=held,
        best=best,
        ranked=count,
        rows=tuple(ranked),
        own=own,
        season=season,
        scoring=season.scoring,
    )


def counts_for(contest: Contest, season: Season) -> bool:
    """Whether a contest belongs to a season not made for it, by the same rules as in the store."""
    if season.rounds is not None or contest.closes_at is None:
        return False
    if season.template_id is not None:
        belongs = contest.template_id == season.template_id
    else:
        belongs = season.channel_id in {contest.channel_id, contest.parent_id}
    return belongs and season.starts_at < contest.closes_at <= season.ends_at


def counting(season: Season, held: int) -> int:
    """Return how many of each player's contests count, if `held` contests were held."""
    if season.dropped is not None:
        return max(1, held - season.dropped)
    return max(1, min(season.best or held, held))


def _settled_at(ends: datetime) -> datetime:
    """Return the earliest time to settle an end, as timely answers may still arrive."""
    return ends + life.REVEAL_AFTER


def _problems(plan: SeasonPlan, name: str) -> tuple[str, ...]:
    found = list(problems(SEASON_OPTIONS, plan))
    if not 1 <= len(name) <= LONGEST_SEASON_NAME:
        found.append(f"A season’s name can have 1 to {LONGEST_SEASON_NAME} characters.")
    if not SHORTEST_SEASON <= plan.lasts <= LONGEST_SEASON:
        found.append(f"A season can last from 1 hour to {LONGEST_SEASON.days} days.")
    return tuple(found)


async def find_rounds(
    tx: Transaction, scope: Scope, season_id: str
) -> tuple[Season, list[Contest]]:
    """Return rounds within a person's scope, with their lists; raises NoSuchContest."""
    season = await _fetch(tx, season_id, scope.guild_id)
    lists = await contests.of_season(tx, season_id)
    if not lists or not all(map(scope.has, lists)):
        raise NoSuchContest(_MISSING)
    return season, lists


async def _fetch(tx: Transaction, season_id: str, guild_id: int | None = None) -> Season:
    season = await rows.get(tx, Season, season_id)
    if season is None or guild_id not in {None, season.guild_id}:
        raise NoSuchContest(_MISSING)
    return season

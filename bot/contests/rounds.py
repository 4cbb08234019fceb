"""Rounds: two to five contests at once, of lists that rise in difficulty, and their sum.

Each list is a contest of its own, with its clock, tries, board, review and proof. They are the
contests of a season made for them, which ends with who did best in all: the mean % of best.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta

from bot.contests.admin import ContestAdmin, announce
from bot.contests.plan import Plan, check_options, tidy_title
from bot.contests.queries import CREATED, fetch
from bot.contests.seasons import LONGEST_SEASON_NAME, begin
from bot.contests.times import this_second
from bot.errors import BadPlan, WrongState
from bot.solving import Requester
from bot.store import Database, audit, contests, guilds
from bot.store.records import Act, Contest, Season
from solvers.wordsnake import LEVELS

MOST_LISTS = 5
RISING: dict[int, tuple[str, ...]] = {
    2: ("gentle", "hard"),
    3: ("gentle", "medium", "hard"),
    4: ("gentle", "easy", "medium", "hard"),
    5: ("gentle", "easy", "medium", "hard", "fierce"),
}
"""How hard the lists are, by their number."""


class ContestRounds:
    """Holding rounds. The caller checks that the person is an organiser."""

    def __init__(self, database: Database, admin: ContestAdmin) -> None:
        self._database = database
        self._admin = admin

    async def hold(
        self,
        guild_id: int,
        plan: Plan,
        lists: int,
        channel_id: int,
        act: Act,
        *,
        parent_id: int | None = None,
    ) -> Season:
        """Draw so many lists and announce their contests, all with the plan's times and options.

        Either all are announced or none. Raises BadPlan, WrongState, SolvingError.
        """
        name = tidy_title(plan.title)
        problems = list(check_options(plan, act.at))
        if len(name) > LONGEST_SEASON_NAME:
            problems.append(f"The title can have {LONGEST_SEASON_NAME} characters.")
        if problems:
            raise BadPlan(tuple(problems))
        drafts = [
            await self._draft(guild_id, plan, name, number, lists, channel_id, act, parent_id)
            for number in range(1, lists + 1)
        ]
        opens = this_second(max(plan.opens or act.at, act.at))
        closes = opens + timedelta(seconds=round(plan.lasts.total_seconds()))
        season = Season(
            id=secrets.token_urlsafe(9),
            guild_id=guild_id,
            channel_id=channel_id,
            parent_id=parent_id,
            template_id=None,
            name=name,
            created_by=act.user,
            starts_at=opens,
            ends_at=closes,
            due_at=None,
            best=None,
            dropped=None,
            role_id=None,
            held=None,
            rounds=lists,
        )
        async with self._database.write() as tx:
            season = await begin(tx, season, act)
            for draft in drafts:
                contest = await fetch(tx, draft.id)
                if contest.confirmed_at is not None:
                    raise WrongState("One of its lists was announced by itself. Start again.")
                contest = await contests.change(tx, contest, season_id=season.id)
                await announce(tx, contest, act, opens, closes)
        return season

    async def _draft(  # noqa: PLR0917 - each is needed
        self,
        guild_id: int,
        plan: Plan,
        name: str,
        number: int,
        lists: int,
        channel_id: int,
        act: Act,
        parent_id: int | None,
    ) -> Contest:
        """Store one of the contests as a draft whose par is known."""
        level = RISING[lists][number - 1]
        requester = Requester(act.user, guild_id)
        drawn = await self._admin.generate(
            guild_id, None, LEVELS[level], plan.rule, requester=requester
        )
        title = f"{name}, list {number} of {lists}"
        plan = replace(plan, title=title, words=drawn.words, drawn=f"generate {level}")
        async with self._database.write() as tx:
            await guilds.ensure(tx, guild_id)
            draft = await self._admin.add(
                tx,
                plan,
                act.at,
                guild_id=guild_id,
                channel_id=channel_id,
                parent_id=parent_id,
                created_by=act.user,
            )
            await audit.note(tx, draft, act, CREATED)
        return await self._admin.find_par(draft.id, requester=requester)

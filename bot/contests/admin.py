"""The actions of organisers: create, confirm, change, close and cancel contests.

The caller checks that the person is an organiser.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

from bot.contests import life, rounds
from bot.contests.insiders import CREATED, KNOWING, SEEN
from bot.contests.options import OPTIONS, fitted, options_of, suited
from bot.contests.plan import (
    DRAFTS_OF_GUILD,
    DRAFTS_OF_PERSON,
    UNFINISHED_AT_ONCE,
    Plan,
    changes,
    check_options,
    filtered_words,
    following,
    freeze_of,
    plan_of,
    refuse_filtered,
    timed,
    validate,
)
from bot.contests.puzzles import ContestPuzzles, store_best
from bot.contests.queries import fetch, rounds_of
from bot.contests.seasons import begin_rounds, follow_rounds, rename_rounds
from bot.contests.submissions import refreeze
from bot.contests.times import next_second, this_second
from bot.contests.transitions import DRAFT_KEPT, catch_up
from bot.errors import BadPlan, WrongState
from bot.names import tidy
from bot.puzzles import GAMES
from bot.solving import Requester
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
from bot.store.budget import size_of
from bot.store.schema import Act, Contest, Scoring, Season, State
from solvers.lexicon import Lexicon, Policy
from solvers.reading import read_words
from solvers.text import many

POINTLESS = (
    "No two of these words share letters, end to start, so no snake of them scores. Change "
    "them, or write “generate 20 hard” to let me pick some."
)
DRAFT_BYTES = 4_000
"""About how many bytes a draft takes besides its words, including rows that it leads to later."""
Decision = Literal["close", "cancel"]
DECIDED: Mapping[Decision, tuple[State, ...]] = {"close": ("open",), "cancel": life.UNFINISHED}
"""The states in which a contest can be closed or cancelled."""


Edit: TypeAlias = Callable[[Plan], Plan]
"""Returns a plan with other times or options, except options that decide the best answer."""


def unchanged(plan: Plan) -> Plan:
    """Change nothing."""
    return plan


class ContestAdmin:
    """Creating, changing and ending contests."""

    def __init__(
        self,
        database: Database,
        puzzles: ContestPuzzles,
        lexicons: Mapping[str, Lexicon],
    ) -> None:
        self._database = database
        self._puzzles = puzzles
        self._lexicons = lexicons

    async def create(
        self,
        plan: Plan,
        guild_id: int,
        channel_id: int,
        act: Act,
        *,
        further: Sequence[Plan] = (),
        scoring: Scoring | None = None,
        parent_id: int | None = None,
        before: Contest | None = None,
    ) -> Contest:
        """Store a draft, still without par, that only organisers see. Raises BadPlan, NotKept.

        `further`: plans of the rounds after it, which belong to the same draft; `scoring`: what is
        summed over the rounds, if it changes. `parent_id`: the channel of a public thread.
        `before`: the draft that it replaces.
        """
        plans = (plan, *further)
        if further and (problems := rounds.problems(plans)):
            raise BadPlan(problems)
        requester = Requester(act.user, guild_id)
        close = [await self._puzzles.close_words(one, guild_id, requester) for one in plans]
        best = [await self._puzzles.best_at_once(one, guild_id, requester) for one in plans]
        columns: dict[str, Any] = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "parent_id": parent_id,
            "created_by": act.user,
            "template_id": before and before.template_id,
        }
        async with self._database.write() as tx:
            await guilds.ensure(tx, guild_id)
            former = [] if before is None else await rounds_of(tx, before)
            knowing = {act.user: CREATED}
            for one in former:
                knowing = dict.fromkeys(await audit.actors(tx, one.id, KNOWING), SEEN) | knowing
            sums = scoring or await scoring_of(tx, before)
            drafts = await self.add_all(tx, plans, act.at, sums, close, **columns)
            for number, draft in enumerate(drafts):
                if (found := best[number]) is not None:
                    lexicon = self._lexicons[draft.tier]
                    drafts[number] = await store_best(tx, draft, found, lexicon)
                if number < len(former):
                    await audit.carry_over(tx, former[number].id, draft.id)
                known = await audit.actors(tx, draft.id, KNOWING)
                for user, action in knowing.items():
                    if user not in known:
                        await audit.note(tx, draft, replace(act, user=user), action)
            if before is not None:
                await _discard(tx, guild_id, before.id)
            await _check_drafts(tx, guild_id, act)
            size = sum(DRAFT_BYTES + 2 * size_of(one.words) for one in drafts)
            self._database.organising.spend(act.user, size, act.at)
        return drafts[0]

    async def draft(self, guild_id: int, contest_id: str, act: Act) -> Contest:
        """Return a draft to an organiser, who then counts as knowing its words; raises WrongState.

        A par is dropped if the words that count have changed since it was found.
        """
        async with self._database.write() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            if contest.confirmed_at is not None or contest.state != "draft":
                raise WrongState(
                    "This contest has been announced. See how it’s going with /contests list."
                )
            for one in await rounds_of(tx, contest):
                if act.user not in await audit.actors(tx, one.id, KNOWING):
                    await audit.note(tx, one, act, SEEN)
                if await self._puzzles.is_outdated(tx, one):
                    await rows.change(tx, one, replace(one, par=None))
            return await fetch(tx, contest_id)

    async def add_all(
        self,
        tx: Transaction,
        plans: Sequence[Plan],
        at: datetime,
        scoring: Scoring,
        close: Sequence[Mapping[str, tuple[str, ...]]] = (),
        **columns: Any,
    ) -> list[Contest]:
        """Store drafts within a transaction; several drafts are rounds. Raises BadPlan, like `add`.

        Only the first one gets a template's `day`, if there is one.
        """
        if len(plans) == 1:
            return [await self.add(tx, plans[0], at, next(iter(close), None), **columns)]
        where = {name: columns[name] for name in rounds.PLACE}
        season = rounds.drafted(plans[0].title, at, len(plans), scoring, **where)
        await rows.add(tx, season)
        columns["season_id"] = season.id
        drafts = []
        for number, plan in enumerate(plans):
            columns["round"] = number + 1
            known = close[number] if close else None
            drafts.append(await self.add(tx, plan, at, known, **columns))
            columns.pop("day", None)
        return drafts

    async def add(
        self,
        tx: Transaction,
        plan: Plan,
        at: datetime,
        close: Mapping[str, tuple[str, ...]] | None = None,
        **columns: Any,
    ) -> Contest:
        """Store a draft within a transaction; raises BadPlan, which suggests `close` words."""
        plan = suited(plan, plan.game)
        guild_id = columns["guild_id"]
        settings = await guilds.settings(tx, guild_id)
        lexicon = self._lexicons[settings.tier].showing(settings.policy)
        words = validate(plan, lexicon, await guilds.words(tx, guild_id), at, close or {})
        contest = Contest(
            id=secrets.token_urlsafe(9),
            created_at=at,
            state="draft",
            title=tidy(plan.title),
            game=plan.game,
            drawn=plan.drawn,
            tier=settings.tier,
            lexicon=lexicon.fingerprint,
            words=words,
            confirmed_at=None,
            opens_at=plan.opens and this_second(plan.opens),
            lasts_seconds=round(plan.lasts.total_seconds()),
            closes_at=None,
            due_at=None,
            **options_of(plan),
            par=None,
            bound=None,
            proven=False,
            par_order=None,
            salt=secrets.token_urlsafe(16),
            **columns,
        )
        await rows.add(tx, contest)
        return contest

    async def confirm(self, guild_id: int, contest_id: str, act: Act) -> Contest:
        """Announce a draft whose par is known; it opens now or at its planned time.

        Confirming twice has no further effect. Raises WrongState.
        """
        async with self._database.write() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            if contest.confirmed_at is not None and contest.state != "cancelled":
                return contest
            if contest.state != "draft":
                raise WrongState(
                    "This contest was cancelled. Start a new one with /contest create."
                )
            drafts = await rounds_of(tx, contest)
            if any([one.par is None or await self._puzzles.is_outdated(tx, one) for one in drafts]):
                raise WrongState(
                    "I don’t know the best answer yet, or the server’s words have changed. Open "
                    "the draft in /contests list, and I’ll find it."
                )
            if any(map(life.is_pointless, drafts)):
                raise WrongState(POINTLESS)
            filtered, policy = await self._filtered(tx, drafts)
            if filtered and policy == "family":
                raise WrongState(refuse_filtered(filtered))
            opens = max(contest.opens_at or act.at, act.at)
            closes = this_second(opens) + timedelta(seconds=contest.lasts_seconds)
            announced = await announce_all(tx, drafts, act, opens, closes)
            return next(one for one in announced if one.id == contest_id)

    async def filtered(self, lists: Sequence[Contest]) -> list[str]:
        """Return the words of a draft that its server's filter would hide."""
        async with self._database.read() as tx:
            return (await self._filtered(tx, lists))[0]

    async def _filtered(
        self, tx: Transaction, lists: Sequence[Contest]
    ) -> tuple[list[str], Policy]:
        guild_id = lists[0].guild_id
        policy = (await guilds.settings(tx, guild_id)).policy
        known = await guilds.words(tx, guild_id)
        found: list[str] = []
        for one in lists:
            words = [*read_words(one.title), *(one.words if GAMES[one.game].gives_words else ())]
            found += filtered_words(words, self._lexicons[one.tier].showing(policy), known)
        return list(dict.fromkeys(found)), policy

    async def discard(self, guild_id: int, contest_id: str) -> None:
        """Delete a draft; raises WrongState once it was confirmed."""
        async with self._database.write() as tx:
            await _discard(tx, guild_id, contest_id)

    async def change(
        self,
        guild_id: int,
        contest_id: str,
        act: Act,
        edit: Edit = unchanged,
        *,
        title: str | None = None,
        host: int | None = None,
        all_lists: bool = False,
    ) -> Contest:
        """Change a contest; once it is open, only some options, its title and end can change.

        For rounds, all lists change if they are drafts, or with `all_lists`; finished ones stay as
        they are. `host`: the new organiser. Raises WrongState or BadPlan.
        """
        async with self._database.write() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            together = contest.season_id is not None and (all_lists or contest.confirmed_at is None)
            lists = await rounds_of(tx, contest) if together else [contest]
            changed = {}
            for one in lists:
                latest = await catch_up(tx, one, act.at)
                if one.id != contest_id and latest.state not in life.CHANGEABLE:
                    continue
                plan = edit(plan_of(latest))
                if title is not None:
                    numbered = together and contest.confirmed_at is not None
                    named = rounds.title(title, one, len(lists)) if numbered else title
                    plan = replace(plan, title=named)
                changed[one.id] = await _change(tx, latest, act, host, plan)
            if title is not None and together:
                await rename_rounds(tx, contest, title)
            return changed[contest_id]

    async def decide(
        self, guild_id: int, contest_id: str, act: Act, action: Decision, *, all_lists: bool = False
    ) -> Contest:
        """Close or cancel a contest, or all its lists that allow it; raises as those methods do."""
        decide = self.close if action == "close" else self.cancel
        contest = await decide(guild_id, contest_id, act)
        if all_lists:
            async with self._database.read() as tx:
                lists = await rounds_of(tx, contest)
            for one in lists:
                if one.id != contest_id and one.state in DECIDED[action]:
                    await decide(guild_id, one.id, act)
        return contest

    async def close(self, guild_id: int, contest_id: str, act: Act) -> Contest:
        """Close an open contest now; its results follow as usual. Raises WrongState."""
        async with self._database.write() as tx:
            contest = await catch_up(tx, await fetch(tx, contest_id, guild_id), act.at)
            if contest.state != "open":
                raise WrongState("This contest isn’t open, so there’s nothing to close.")
            latest = await entrants.latest(tx, contest_id)
            # A stored snake counts, even if it was sent a little after this moment.
            closes = max(act.at, latest + timedelta(milliseconds=1)) if latest else act.at
            closes = next_second(closes)
            contest = await rows.change(
                tx, contest, replace(contest, closes_at=closes, due_at=closes)
            )
            await audit.note(tx, contest, act, "closed early")
            await outbox.correct(tx, contest_id, act.at)
            if contest.season_id is not None:
                await follow_rounds(tx, contest.season_id)
            return await catch_up(tx, contest, closes)

    async def cancel(self, guild_id: int, contest_id: str, act: Act) -> Contest:
        """Cancel a contest, so that it has no results. Raises WrongState once it has them."""
        async with self._database.write() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            if contest.state == "cancelled":
                return contest
            if contest.state == "revealed":
                raise WrongState(
                    "This contest is over and its results are out, so it can’t be cancelled."
                )
            contest = await rows.change(
                tx, contest, replace(contest, state="cancelled", due_at=None, salt=None)
            )
            await contests.release(tx, contest_id)
            await entrants.drop_tombstones(tx, contest_id)
            await audit.note(tx, contest, act, "cancelled")
            await outbox.mark_stale(tx, contest_id, act.at)
            await outbox.correct(tx, contest_id, act.at)
            if contest.season_id is not None:
                await follow_rounds(tx, contest.season_id)
            return contest


async def _change(
    tx: Transaction, contest: Contest, act: Act, host: int | None, plan: Plan
) -> Contest:
    if contest.state not in life.CHANGEABLE:
        raise WrongState("This contest is over, so it can’t be changed any more.")
    before, plan = plan_of(contest), suited(plan, plan.game)
    changed = {option for option in OPTIONS if option.of(plan) != option.of(before)}
    assert not any(option.decides_best for option in changed), "what is best has to be found anew"
    opens = plan.opens != before.opens
    if contest.state == "open" and (opens or not all(option.while_open for option in changed)):
        raise WrongState("While a contest is open, only its title, board and end can change.")
    if _frozen_at(contest, act.at) is not None:
        plan = replace(plan, freeze_minutes=None)  # it stays frozen: see `_while_open`
    if contest.confirmed_at is not None and plan.lasts != before.lasts:
        plan = fitted(plan, plan.lasts)
    problems = check_options(plan, act.at if opens else None)
    if contest.confirmed_at is None and contest.round is not None:
        problems += rounds.problems((plan,))
    if problems:
        raise BadPlan(problems)
    after = timed(following(contest, plan), plan, act.at)
    if contest.state == "open":
        after = await _while_open(tx, contest, after, act.at)
    contest = await _follow(tx, contest, await rows.change(tx, contest, after), act.at)
    if host is not None:
        contest = await rows.change(tx, contest, replace(contest, created_by=host))
        await audit.note(tx, contest, act, "handed over")
    if detail := "; ".join(changes(before, plan_of(contest))):
        await audit.note(tx, contest, act, "changed", detail=detail)
    await outbox.mark_stale(tx, contest.id, act.at)
    return contest


def _frozen_at(contest: Contest, at: datetime) -> datetime | None:
    """Return since when a contest's board is frozen, or None."""
    since = contest.freezes_at
    return since if contest.state == "open" and since is not None and since <= at else None


async def _while_open(tx: Transaction, contest: Contest, after: Contest, at: datetime) -> Contest:
    """Return an open contest with the freeze and clock that fit its new end; raises BadPlan.

    A frozen board stays frozen, so that everything since then stays secret; and a freeze never
    begins in the past, so that nothing shown is hidden again.
    """
    latest = await entrants.latest(tx, contest.id)
    # The clock stays as players know it; the new end cuts it short.
    after = replace(after, sealed_minutes=contest.sealed_minutes)
    closes, freezes = after.closes_at, after.freezes_at
    assert closes is not None
    if closes <= max(at, latest or at):
        raise BadPlan(("That end is already past. To end it now, choose “Close it now”.",))
    if (since := _frozen_at(contest, at)) is not None:
        minutes = -(-(closes - since) // timedelta(minutes=1))
        return replace(after, freezes_at=since, freeze_minutes=minutes)
    return replace(after, freezes_at=freezes and max(freezes, this_second(at)))


async def _follow(tx: Transaction, before: Contest, contest: Contest, at: datetime) -> Contest:
    """Update everything that depends on a contest's end; return the contest."""
    if contest.freezes_at != before.freezes_at:
        await refreeze(tx, contest)
    if contest.confirmed_at is not None and contest.closes_at != before.closes_at:
        await outbox.reschedule(tx, contest, "ending", life.reminds_at(contest))
        await outbox.correct(tx, contest.id, at)
        if contest.season_id is not None:
            await follow_rounds(tx, contest.season_id)
    return contest


async def _discard(tx: Transaction, guild_id: int, contest_id: str) -> None:
    contest = await fetch(tx, contest_id, guild_id)
    if contest.confirmed_at is not None:
        raise WrongState("This contest has been announced. Call it off with /contest manage.")
    await drop_drafts(tx, await rounds_of(tx, contest))


async def drop_drafts(tx: Transaction, drafts: Sequence[Contest]) -> None:
    """Delete a draft; for rounds, all of them and their season."""
    for one in drafts:
        await contests.drop(tx, one.id)
    if drafts[0].season_id is not None:
        await seasons.drop(tx, drafts[0].season_id)


async def _check_drafts(tx: Transaction, guild_id: int, act: Act) -> None:
    """Raise WrongState if a person or a server has too many drafts."""
    since = act.at - DRAFT_KEPT
    if await contests.count_drafts(tx, since, created_by=act.user) > DRAFTS_OF_PERSON:
        raise WrongState(
            f"You have {DRAFTS_OF_PERSON} drafts already. Confirm or discard one first: "
            "/contests list shows them."
        )
    if await contests.count_drafts(tx, since, guild_id=guild_id) > DRAFTS_OF_GUILD:
        raise WrongState(
            f"This server has {DRAFTS_OF_GUILD} drafts already. Confirm or discard one first: "
            "/contests list shows them."
        )


async def scoring_of(tx: Transaction, contest: Contest | None) -> Scoring:
    """Return what is summed over the rounds that a contest belongs to."""
    if contest is None or contest.season_id is None:
        return "percent"
    season = await rows.get(tx, Season, contest.season_id)
    return "percent" if season is None else season.scoring


async def announce_all(
    tx: Transaction,
    drafts: Sequence[Contest],
    act: Act | datetime,
    opens: datetime,
    closes: datetime,
) -> list[Contest]:
    """Announce a draft or rounds whose par is known, within a transaction.

    `act`: only a moment if the bot itself does it. Raises WrongState if too many contests would be
    announced.
    """
    await check_room(tx, drafts[0].guild_id, len(drafts))
    season_id, name = drafts[0].season_id, drafts[0].title
    if season_id is not None:
        await begin_rounds(tx, season_id, name, opens=opens, closes=closes, act=act)
        drafts = [
            await rows.change(tx, one, replace(one, title=rounds.title(name, one, len(drafts))))
            for one in drafts
        ]
    return [await _announce(tx, one, act, opens, closes) for one in drafts]


async def check_room(tx: Transaction, guild_id: int, more: int = 1) -> None:
    """Raise WrongState if announcing more contests would make too many."""
    known = await contests.count_unfinished(tx, guild_id)
    if known + more > UNFINISHED_AT_ONCE:
        counted = "" if more == 1 else f" This one counts as {more}, one for each list."
        raise WrongState(
            f"This server has {many(known, 'contest')} announced or running, and can have "
            f"{UNFINISHED_AT_ONCE}.{counted} Close or cancel one first."
        )


async def _announce(
    tx: Transaction, contest: Contest, act: Act | datetime, opens: datetime, closes: datetime
) -> Contest:
    at = act.at if isinstance(act, Act) else act
    opens, closes = this_second(opens), this_second(closes)
    contest = await rows.change(
        tx,
        contest,
        replace(
            contest,
            confirmed_at=at,
            opens_at=opens,
            lasts_seconds=round((closes - opens).total_seconds()),
            closes_at=closes,
            freezes_at=freeze_of(closes, contest.freeze_minutes),
            due_at=opens,
        ),
    )
    await contests.protect(tx, contest)
    await audit.note(tx, contest, act, "confirmed")
    await outbox.enqueue(tx, contest, "announcement", at)
    return await catch_up(tx, contest, at)

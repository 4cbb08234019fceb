"""What tests of contests share: moments, acts, a server, a channel that survives a kill."""

from __future__ import annotations

import contextlib
import inspect
import itertools
import json
import os
from datetime import UTC, datetime, timedelta
from functools import cache

from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from bot.clock import EPOCH
from bot.contests import (
    Act,
    Contests,
    LineKey,
    Plan,
    Scope,
    read_asked,
    read_try,
    rising,
    split_lists,
)
from bot.guard import Guard
from bot.store import Guilds, Privacy, contests, rows
from bot.store.schema import Contest, Season
from bot.store.store import upgrade
from solvers.daily import make
from solvers.deadline import Deadline

T0 = datetime(2026, 5, 4, 12, tzinfo=UTC)
FIRST_ID = (T0 - EPOCH) // timedelta(milliseconds=1) << 22
"""Of the messages in Discord, as if all were sent then."""
GUILD, CHANNEL, HOST = 900_001, 900_002, 900_003
SCOPE = Scope(GUILD)
WORDS = ("street", "test", "nausea", "seasick", "stone", "tone")


def url(path):
    return make_url(f"sqlite+aiosqlite:///{path}")


@cache
def empty_database():
    """Return the file of a database that is up to date, with nothing in it: made once for all."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        upgrade(connection)
    with contextlib.closing(engine.raw_connection()) as connection:
        return connection.driver_connection.serialize()


def after(**length):
    return T0 + timedelta(**length)


@cache
def made(request, lexicon):
    """Return an edition, which is always the same: made once for all."""
    return make(request, lexicon, Deadline.after(60))


class Inline:
    """Solves in the test's process, with the same results as a worker pool."""

    def __init__(self, lexicons):
        self.lexicons = lexicons

    async def run(
        self, solve, request, *, requester, tier="full", seconds=None, quick=False, watch=None
    ):
        if solve is make:
            return made(request, self.lexicons["full"])
        extra = {}
        if watch is not None and "report" in inspect.signature(solve).parameters:
            extra["report"] = lambda best, bound: None
        return solve(request, self.lexicons[tier], Deadline.after(seconds or 10), **extra)


class World:
    """A server with contests in it."""

    def __init__(self, database, lexicons, solving=None):
        self.database, self.lexicons = database, lexicons
        self.guilds, self.privacy = Guilds(database), Privacy(database)
        self.guard = Guard(database)
        self.contests = Contests.over(database, solving or Inline(lexicons), lexicons)
        self._numbers = itertools.count(1_000_000)

    def act(self, user=HOST, at=T0, interaction=None):
        return Act(user, at, next(self._numbers) if interaction is None else interaction)

    async def draft(
        self, words=WORDS, guild=GUILD, at=T0, lasts=None, *, by=HOST, channel=CHANNEL, **options
    ):
        plan = Plan(options.pop("title", "Spring"), words, lasts or timedelta(hours=1), **options)
        contest = await self.contests.admin.create(plan, guild, channel, self.act(by, at))
        return await self.contests.puzzles.find_par(contest.id, requester=None)

    async def announced(self, at=T0, **options):
        """Return a contest that its organiser has confirmed; open unless `opens` is given."""
        draft = await self.draft(at=at, **options)
        return await self.contests.admin.confirm(draft.guild_id, draft.id, self.act(at=at))

    async def refuse(self, user, words, at=T0, scope=SCOPE):
        """`scope`: of the person, who is in its server alone."""

        async def scope_in(guild_id):
            return scope if guild_id == scope.guild_id else None

        await self.guard.of(user, scope_in).refuse("snake", at, *words)

    async def send(self, contest, user, at, order=WORDS, **more):
        if contest.game != "snake":
            key = LineKey(Scope(contest.guild_id), contest.id)
            sent = await self.contests.lines.submit_words(key, self.act(user, at, **more), order)
            if not sent.state.sends:
                seen = len(sent.state.progress.words)
                sent = await self.contests.lines.send(key, self.act(user, at, **more), seen)
            return sent.state.receipt
        return await self.contests.play.submit(
            Scope(contest.guild_id),
            contest.id,
            self.act(user, at, **more),
            read_try("\n".join(order)),
        )

    async def finished(self, sent=(), **options):
        """Return a contest that is revealed; `sent`: (user, minutes after the opening, order)."""
        contest = await self.announced(**options)
        for user, minutes, order in sent:
            await self.send(contest, user, contest.opens_at + timedelta(minutes=minutes), order)
        await self.contests.transitions.advance(contest.closes_at + timedelta(minutes=1))
        return await self.contests.queries.get(contest.id)


class Channel:
    """Discord, as far as posting goes: messages in a file, there at once and for good.

    Each line is an event. `fails` maps a kind of post to the exception its sending raises.
    """

    def __init__(self, path, database, hurdle=None):
        self.path = path
        self.database = database
        self.fails = {}
        self.hang = None
        self.hanging = 0  # how many are waiting
        self._hurdle = hurdle or (lambda what: None)

    @property
    def events(self):
        return (
            [json.loads(line) for line in self.path.read_text().splitlines()]
            if self.path.exists()
            else []
        )

    def sent(self, kind):
        return [event for event in self.events if event["do"] == "send" and event["kind"] == kind]

    def shown(self, kind):
        """The state of the contest that the latest message of this kind shows."""
        return [event["state"] for event in self.events if event["kind"] == kind][-1]

    async def find(self, post):
        about = post.contest_id or post.season_id or post.template_id
        found = [e for e in self.sent(post.kind) if e["contest"] == about]
        return found[0]["id"] if found else None

    async def send(self, post):
        await self._trip(post)
        self._hurdle("before send")
        number = FIRST_ID + len(self.events)
        await self._write("send", post, number)
        self._hurdle("after send")
        return number

    async def edit(self, post):
        await self._trip(post)
        self._hurdle("before edit")
        await self._write("edit", post, post.message_id)
        self._hurdle("after edit")

    async def _trip(self, post):
        if self.hang is not None:
            self.hanging += 1
            await self.hang.wait()
        if post.kind in self.fails:
            raise self.fails[post.kind]

    async def _write(self, do, post, number):
        async with self.database.read() as tx:
            state = code = None
            if post.template_id:
                pass
            elif post.season_id:
                state = (await rows.get(tx, Season, post.season_id)).held
            else:
                contest = await rows.get(tx, Contest, post.contest_id)
                state, code = contest.state, contest.commitment
        event = {
            "do": do,
            "kind": post.kind,
            "contest": post.contest_id or post.season_id or post.template_id,
            "id": number,
            "state": state,
            "code": code,
            "nonce": post.nonce,
            "text": post.text,
        }
        line = (json.dumps(event) + "\n").encode()
        out = os.open(self.path, os.O_APPEND | os.O_CREAT | os.O_WRONLY)
        os.write(out, line)
        os.close(out)


TWENTY = (*(f"{letter}at" for letter in "bcfhmtprsv"), *(f"{letter}ay" for letter in "bdfhjlmnpr"))


NOISE = (
    *(f"{letter}one" for letter in "bcdghlnptz"),
    *(f"{letter}ake" for letter in "bcfhlmrstw"),
    *(f"{letter}old" for letter in "bcfghmst"),
    *(f"{letter}ice" for letter in "mrdlvn"),
)


async def draft(world, lists=3, at=T0, before=None, scoring=None, **options):
    """Drafts of rounds whose best snakes are known."""
    plans = []
    for text in split_lists(rising(lists)):
        words = await world.contests.puzzles.words_for(
            GUILD, read_asked(text), "pairs", requester=None
        )
        options = {"title": "Friday", "lasts": timedelta(hours=1), **options}
        plans.append(Plan(words=words, drawn=text, **options))
    first, *further = plans
    admin, act = world.contests.admin, world.act(at=at)
    contest = await admin.create(
        first, GUILD, CHANNEL, act, further=further, before=before, scoring=scoring
    )
    found = await world.contests.queries.rounds(contest)
    return [await world.contests.puzzles.find_par(one.id, requester=None) for one in found]


async def rounds(world, lists=3, at=T0, **options):
    first, *_ = await draft(world, lists, at, **options)
    contest = await world.contests.admin.confirm(GUILD, first.id, world.act(at=at))
    return await world.contests.seasons.get(contest.season_id)


async def lists_of(world, season):
    async with world.database.read() as tx:
        return await contests.of_season(tx, season.id)


async def run(world, channel, *moments):
    for moment in moments:
        await world.contests.transitions.advance(moment)
        while await channel.posting.deliver(moment):
            pass

"""A bot without Discord: its services over a database, and a channel that survives kills."""

import contextlib
import inspect
import itertools
import json
import os
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from string import ascii_lowercase

from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from bot.clock import EPOCH
from bot.contests import Act, Contests, LineKey, Plan, Scope, read_try
from bot.dailies import Dailies, EditionKey, SetupRequest
from bot.errors import MessageGone
from bot.guard import Guard
from bot.races import Place, RacePlan, Races, RoundKey
from bot.store import Guilds, Privacy, rows
from bot.store.schema import Contest, Season
from bot.store.store import upgrade
from bot.training import Trainer
from bot.ui.daily.text import share
from bot.ui.race.post_view import present_post
from solvers.daily import make
from solvers.deadline import Deadline
from tests.bot.pages import text_of

T0 = datetime(2026, 5, 4, 12, tzinfo=UTC)
FIRST_ID = (T0 - EPOCH) // timedelta(milliseconds=1) << 22
"""The first id of a message in Discord, as if all were sent at T0."""
GUILD, OTHER, CHANNEL, HOST = 900_001, 900_011, 900_002, 900_003
ANNA, BEN, CARL = 111_222_333_444, 222_333_444_555, 333_444_555_666
SCOPE = Scope(GUILD)
HERE = Place(GUILD, CHANNEL)
ELSEWHERE = Place(None, 900_009, "a token")
WORDS = ("street", "test", "nausea", "seasick", "stone", "tone")
GOOD = ("nausea", "seasick", "street", "test", "stone", "tone")
POOR = ("test", "street", "nausea", "seasick", "tone", "stone")
RACE = RacePlan("ladder", 2)


def url(path):
    return make_url(f"sqlite+aiosqlite:///{path}")


@cache
def empty_database():
    """Return the file of an empty, up-to-date database; it is made once for all."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        upgrade(connection)
    with contextlib.closing(engine.raw_connection()) as connection:
        return connection.driver_connection.serialize()


def after(**length):
    return T0 + timedelta(**length)


@cache
def made(request, lexicon):
    """Return an edition, which is always the same; it is made once for all."""
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
    """The services over a database; puzzles are solved in the test's own process.

    `at` is when people act, unless a test says otherwise; `secret` belongs to the daily puzzles,
    by default the public ones.
    """

    def __init__(self, database, lexicons, solving=None, *, secret="", at=T0):
        self.database, self.lexicons, self.lexicon = database, lexicons, lexicons.get("full")
        self.solving = solving = solving or Inline(lexicons)
        self.guilds, self.privacy = Guilds(database), Privacy(database)
        self.guard = Guard(database)
        self.contests = Contests.over(database, solving, lexicons)
        self.dailies = Dailies.over(database, solving, lexicons, secret, clock=lambda: self.now)
        self.races = Races.over(database, solving, lexicons)
        self.train = Trainer(database, solving, lexicons, self.guard)
        self.at = self.now = at
        self._numbers = itertools.count(1_000_000)

    def act(self, user=HOST, at=None, interaction=None, place=HERE):
        self.now = at or self.at
        number = next(self._numbers) if interaction is None else interaction
        return Act(user, self.now, number, place.channel_id)

    async def read(self, ask, *args, **options):
        """Ask something of the store in a transaction of its own."""
        async with self.database.read() as tx:
            return await ask(tx, *args, **options)

    async def write(self, change, *args, **options):
        """Change something in the store in a transaction of its own."""
        async with self.database.write() as tx:
            return await change(tx, *args, **options)

    # Contests

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

    async def change(self, contest, *plan, at=None, by=HOST, **more):
        """Change a contest of GUILD; `plan` is a change of its plan."""
        act = self.act(by, at)
        return await self.contests.admin.change(GUILD, contest.id, act, *plan, **more)

    async def refuse(self, user, words, at=T0, scope=SCOPE):
        """Have the guard judge a question; `scope` is the person's, who is only in its server."""

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
        """Return a revealed contest; `sent` has (user, minutes after the opening, order)."""
        contest = await self.announced(**options)
        for user, minutes, order in sent:
            await self.send(contest, user, contest.opens_at + timedelta(minutes=minutes), order)
        await self.contests.transitions.advance(contest.closes_at + timedelta(minutes=1))
        return await self.contests.queries.get(contest.id)

    # Daily puzzles

    async def set_up(self, guild=GUILD, at=None, hour=9, zone="Europe/London", **more):
        wish = SetupRequest(more.pop("channel", CHANNEL), hour, zone, **more)
        return (await self.dailies.hosting.set_up(guild, self.act(at=at), wish)).setup

    def in_edition(self, number, user, at=None, interaction=None, guild=GUILD):
        """Return what each gesture in an edition begins with."""
        return EditionKey(guild, number), self.act(user, at, interaction)

    async def solve_edition(self, number, user, at, guild=GUILD, words=None, begun=None):
        """Play an edition to its solution; return the receipt."""
        key, play = EditionKey(guild, number), self.dailies.play
        edition = await self.dailies.queries.edition(number, requester=None)
        await play.open(key, self.act(user, begun or at))
        words = words or edition.puzzle.solution
        return await play.submit_words(key, self.act(user, at), words)

    async def share(self, number, act):
        """Claim the sharing of a result; return the text."""
        return share(await self.dailies.share.claim(GUILD, number, act, CHANNEL))

    def longer(self, puzzle):
        """Return a ladder with one step too many: two steps change the same letter."""
        words = puzzle.solution
        for step, (a, b) in enumerate(pairwise(words), 1):
            place = next(n for n, letter in enumerate(a) if b[n] != letter)
            for letter in ascii_lowercase:
                between = a[:place] + letter + a[place + 1 :]
                if between in self.lexicon and between not in words:
                    return (*words[:step], between, *words[step:])
        raise AssertionError

    # Races

    async def look(self, at):
        """Do all work due by a moment; return the races that moved."""
        moved = await self.races.transitions.advance(at)
        await self.races.transitions.drawn()
        return moved + await self.races.transitions.advance(at)

    async def race_at(self, race_id, at):
        """Do all work due by a moment; return how a race stands then."""
        await self.look(at)
        return await self.races.queries.status(race_id)

    def in_round(self, race_id, user, at=None, number=1, **more):
        """Return what each gesture in a round begins with."""
        return RoundKey(None, race_id, number), self.act(user, at, **more)

    async def running(self, *people, plan=RACE, at=T0, place=HERE, look=True):
        """Return a race that has started, and when; without `look` nobody has noticed yet."""
        lobby, queries = self.races.lobby, self.races.queries
        race = await lobby.create(plan, place, self.act(people[0], at, place=place))
        for user in people[1:]:
            await lobby.join(race.id, self.act(user, at, place=place))
        await lobby.start(race.id, self.act(people[0], at, place=place))
        await self.look(at)
        status = await queries.status(race.id)
        assert status.race.state == "countdown"
        if look:
            await self.look(status.round.starts_at)
        return await queries.status(race.id), status.round.starts_at

    async def solve_round(self, status, user, at, number=1, words=None, interaction=None):
        """Let somebody send in a best answer."""
        puzzle = status.puzzle
        if words is None:
            words = puzzle.solution[puzzle.game in {"ladder", "truncate", "resize"} :]
        key = RoundKey(None, status.race.id, number)
        return await self.races.play.submit_words(key, self.act(user, at, interaction), words)

    async def shown(self, post):
        """Return what a message shows now, for a `Channel` to keep."""
        if post.race_id:
            status = await self.races.queries.status(post.race_id)
            race, places = status.race, [play.place for play in status.plays]
            about = {"race": race.id, "end": race.end, "round": race.round, "places": places}
            return about | {"state": race.state, "text": text_of(present_post(status))}
        about = post.contest_id or post.season_id or post.template_id
        state = code = None
        async with self.database.read() as tx:
            if post.season_id:
                state = (await rows.get(tx, Season, post.season_id)).held
            elif post.contest_id:
                contest = await rows.get(tx, Contest, post.contest_id)
                state, code = contest.state, contest.commitment
        return {"contest": about, "state": state, "code": code}


class Channel:
    """Discord, as far as posting goes: messages in a file, written at once and for good.

    Each line is an event. `fails` maps a kind of message, or a server, to the error that sending
    and editing raise; notices always arrive. `hurdle` is called before and after each event.
    """

    def __init__(self, path, world, hurdle=None):
        self.path = path
        self.world = world
        self.fails = {}
        self.deleted = set()  # ids of deleted messages
        self.hang = None
        self.hanging = 0  # how many calls are waiting
        self.place = None  # the current look, where tests note it
        self._hurdle = hurdle or (lambda what: None)

    @property
    def events(self):
        if not self.path.exists():
            return []
        return [json.loads(line) for line in self.path.read_text().splitlines()]

    def sent(self, kind="edition", guild=None):
        return [
            event
            for event in self.events
            if (event["do"], event.get("kind")) == ("send", kind)
            and guild in {None, event["guild"]}
        ]

    def closed(self, guild=None):
        """Return the editions whose posts were edited to show that they are over, oldest first."""
        return [
            event["number"]
            for event in self.events
            if event["do"] == "edit" and event["closed"] and guild in {None, event["guild"]}
        ]

    def shown(self, kind):
        """Return the state that the latest message of a kind shows."""
        return [event["state"] for event in self.events if event["kind"] == kind][-1]

    async def find(self, post):
        found = [e["id"] for e in self.sent(post.kind) if e["nonce"] == post.nonce]
        return found[0] if found else None

    async def send(self, post):
        await self._trip(post)
        return await self._write("send", post, FIRST_ID + len(self.events))

    async def edit(self, post):
        await self._trip(post)
        if post.message_id in self.deleted:
            raise MessageGone("The message has been deleted.")
        await self._write("edit", post, post.message_id)

    async def _trip(self, post):
        if self.hang is not None:
            self.hanging += 1
            await self.hang.wait()
        if failing := self.fails.get(post.kind) or self.fails.get(
            not post.is_notice and post.guild_id
        ):
            raise failing

    async def _write(self, do, post, number):
        self._hurdle(f"before {do}")
        event = {"do": do, "kind": post.kind, "guild": post.guild_id, "number": post.number}
        event |= {"user": post.user_id, "id": number, "closed": post.closed, "nonce": post.nonce}
        event |= {"text": post.text, "place": self.place}
        self._append(event | await self.world.shown(post))
        self._hurdle(f"after {do}")
        return number

    def note(self, do, now, place):
        """Write down what the bot does at a look, and make that the current look."""
        self.place = place
        self._append({"do": do, "now": now.isoformat(), "place": place})

    def _append(self, event):
        out = os.open(self.path, os.O_APPEND | os.O_CREAT | os.O_WRONLY)
        os.write(out, (json.dumps(event) + "\n").encode())
        os.close(out)

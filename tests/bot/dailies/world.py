"""What tests of daily puzzles share: servers, people, moments, a channel that survives a kill."""

from __future__ import annotations

import itertools
import json
import os
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from string import ascii_lowercase

from bot.dailies import Act, Dailies, EditionKey, SetupRequest
from bot.errors import MessageGone
from bot.guard import Guard
from bot.store import Guilds, Privacy, dailies
from bot.ui.daily.text import share
from solvers.daily import Puzzle, planned_game
from tests.bot.contests.world import Inline, url

__all__ = ["Channel", "Inline", "World", "after", "number_with", "url"]

MONDAY = datetime(2026, 5, 4, tzinfo=UTC)
LADDER, SNAKE, ANIGRAM, TRUNCATE = 124, 125, 126, 127  # of that Monday and the days after
PUBLIC = ""  # the secret of the public editions
GUILD, OTHER, CHANNEL, HOST = 900_001, 900_011, 900_002, 900_003
ANNA, BEN, CARL = 111_222_333_444, 222_333_444_555, 333_444_555_666


def after(**length):
    return MONDAY + timedelta(**length)


def on(number, **length):
    """A moment counted from an edition's day, by UTC; noon unless hours are given."""
    return after(days=number - LADDER) + timedelta(**({"hours": 12} | length))


def number_with(game, start=LADDER):
    return next(n for n in itertools.count(start) if planned_game(n) == game)


class World:
    """A bot with daily puzzles, without Discord."""

    def __init__(self, database, lexicons, secret=PUBLIC):
        self.database, self.lexicon = database, lexicons["full"]
        self.guilds, self.privacy = Guilds(database), Privacy(database)
        self.guard = Guard(database)
        self.now = MONDAY
        self.dailies = Dailies.over(
            database, Inline(lexicons), lexicons, secret, clock=lambda: self.now
        )
        self.play, self.queries = self.dailies.play, self.dailies.queries
        self._numbers = itertools.count(1_000_000)

    def act(self, user=HOST, at=MONDAY, interaction=None):
        self.now = at
        return Act(user, at, next(self._numbers) if interaction is None else interaction)

    async def set_up(self, guild=GUILD, at=MONDAY, hour=9, zone="Europe/London", **more):
        wish = SetupRequest(more.pop("channel", CHANNEL), hour, zone, **more)
        return (await self.dailies.hosting.set_up(guild, self.act(at=at), wish)).setup

    async def solve(self, number, user, at, guild=GUILD, words=None, begun=None):
        """Play an edition to its solution; return the receipt."""
        edition = await self.queries.edition(number, requester=None)
        await self.play.open(EditionKey(guild, number), self.act(user, begun or at))
        return await self.play.submit_words(
            EditionKey(guild, number), self.act(user, at), words or edition.puzzle.solution
        )

    async def share(self, number, act):
        """Claim the sharing of a result; return the text."""
        return share(await self.dailies.share.claim(GUILD, number, act, CHANNEL))

    def longer(self, puzzle):
        """A ladder with a step more than it takes: two of them change the same letter."""
        words = puzzle.solution
        for step, (a, b) in enumerate(pairwise(words), 1):
            place = next(n for n, letter in enumerate(a) if b[n] != letter)
            for letter in ascii_lowercase:
                between = a[:place] + letter + a[place + 1 :]
                if between in self.lexicon and between not in words:
                    return (*words[:step], between, *words[step:])
        raise AssertionError


class Channel:
    """Discord, as far as posting goes: messages in a file, there at once and for good.

    `fails` maps a server to the exception that its sending raises.
    """

    def __init__(self, path, hurdle=None):
        self.path = path
        self.fails = {}
        self.deleted = set()  # ids of messages that somebody deleted
        self.place = None  # the look at which things are sent, where one is noted
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
            if event["do"] == "send"
            and event["kind"] == kind
            and (guild is None or event["guild"] == guild)
        ]

    def closed(self, guild=None):
        """Return the editions whose posts were edited to show that they are over, in order."""
        return [
            event["number"]
            for event in self.events
            if event["do"] == "edit" and event["closed"] and guild in {None, event["guild"]}
        ]

    async def find(self, post):
        found = [
            e
            for e in self.sent(post.kind, post.guild_id)
            if (e["number"], e["nonce"]) == (post.number, post.nonce)
        ]
        return found[0]["id"] if found else None

    async def send(self, post):
        if post.guild_id in self.fails and post.text is None:
            raise self.fails[post.guild_id]
        self._hurdle("before send")
        number = 5_000 + (self.path.stat().st_size if self.path.exists() else 0)
        self._write("send", post, number)
        self._hurdle("after send")
        return number

    async def edit(self, post):
        if post.guild_id in self.fails:
            raise self.fails[post.guild_id]
        if post.message_id in self.deleted:
            raise MessageGone("The message has been deleted.")
        self._hurdle("before edit")
        self._write("edit", post, post.message_id)
        self._hurdle("after edit")

    def _write(self, do, post, number):
        event = {
            "do": do,
            "kind": post.kind,
            "guild": post.guild_id,
            "number": post.number,
            "user": post.user_id,
            "id": number,
            "closed": post.closed,
            "nonce": post.nonce,
            "text": post.text,
            "place": self.place,
        }
        self._append(event)

    def note(self, do, now, place):
        """Write down what the bot does at a look, and that it is the look at which things are."""
        self.place = place
        self._append({"do": do, "now": now.isoformat(), "place": place})

    def _append(self, event):
        out = os.open(self.path, os.O_APPEND | os.O_CREAT | os.O_WRONLY)
        os.write(out, (json.dumps(event) + "\n").encode())
        os.close(out)


async def run(world, channel, *moments):
    for moment in moments:
        world.now = moment
        await world.dailies.transitions.advance(moment)
        while await channel.posting.deliver(moment):
            pass


async def stock(world, first, last):
    """Store editions without making them: their content does not matter here."""
    async with world.database.write() as tx:
        for number in range(first, last):
            puzzle = Puzzle(planned_game(number), 1, 1.0, ("a", "b"), 1, 0, ("a", "b"), 1)
            await dailies.add_edition(tx, number, asdict(puzzle), "test", on(LADDER))

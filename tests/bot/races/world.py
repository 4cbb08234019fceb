"""What tests of races share: people, moments, a bot without Discord, a channel in a file."""

from __future__ import annotations

import itertools
import json
import os
from datetime import UTC, datetime, timedelta

from bot.contests import Contests
from bot.dailies import Act, Dailies
from bot.errors import MessageGone
from bot.guard import Guard
from bot.races import Place, RacePlan, Races, RoundKey
from bot.store import Guilds, Privacy
from bot.training import Trainer
from bot.ui.race.post_view import present_post
from tests.bot.contests.world import Inline
from tests.bot.pages import text_of

T0 = datetime(2026, 5, 4, 12, tzinfo=UTC)
GUILD, CHANNEL = 900_001, 900_002
HERE = Place(GUILD, CHANNEL)
ELSEWHERE = Place(None, 900_009, "a token")
ANNA, BEN, CARL = 111_222_333_444, 222_333_444_555, 333_444_555_666
LADDER = RacePlan("ladder", 2)


def after(**length):
    return T0 + timedelta(**length)


class World:
    """A bot with races, without Discord."""

    def __init__(self, database, lexicons):
        self.database, self.lexicons = database, lexicons
        self.guilds, self.privacy = Guilds(database), Privacy(database)
        self.solving = solving = Inline(lexicons)
        self.contests = Contests.over(database, solving, lexicons)
        self.dailies = Dailies.over(database, solving, lexicons, "")
        self.races = Races.over(database, solving, lexicons)
        self.guard = Guard(database)
        self.lobby, self.play = self.races.lobby, self.races.play
        self.consent, self.queries = self.races.consent, self.races.queries
        self.train = Trainer(database, solving, lexicons, self.guard)
        self._numbers = itertools.count(1_000_000)

    def act(self, user=ANNA, at=T0, interaction=None, place=HERE):
        number = next(self._numbers) if interaction is None else interaction
        return Act(user, at, number, place.channel_id)

    async def look(self, at):
        """Let everything happen that is due by some moment; return the races that moved."""
        moved = await self.races.transitions.advance(at)
        await self.races.transitions.drawn()
        return moved + await self.races.transitions.advance(at)

    async def running(self, *people, plan=LADDER, at=T0, place=HERE, look=True):
        """Return a race that has started, and when; without `look` nothing has noticed that yet."""
        race = await self.lobby.create(plan, place, self.act(people[0], at, place=place))
        for user in people[1:]:
            await self.lobby.join(race.id, self.act(user, at, place=place))
        await self.lobby.start(race.id, self.act(people[0], at, place=place))
        await self.look(at)
        status = await self.queries.status(race.id)
        assert status.race.state == "countdown"
        if look:
            await self.look(status.round.starts_at)
        return await self.queries.status(race.id), status.round.starts_at

    async def solve(self, status, user, at, number=1, words=None, interaction=None):
        """Let somebody send in a best answer."""
        puzzle = status.puzzle
        if words is None:
            words = puzzle.solution[puzzle.game in {"ladder", "truncate", "resize"} :]
        return await self.play.submit_words(
            RoundKey(None, status.race.id, number), self.act(user, at, interaction), words
        )


class Channel:
    """Discord, as far as posting goes: messages in a file, there at once and for good."""

    def __init__(self, path, queries, hurdle=None):
        self.path = path
        self.deleted = set()
        self.fails = None  # what sending and editing raise
        self._queries = queries
        self._hurdle = hurdle or (lambda what: None)

    @property
    def events(self):
        if not self.path.exists():
            return []
        return [json.loads(line) for line in self.path.read_text().splitlines()]

    async def find(self, post):
        found = [e for e in self.events if e["do"] == "send" and e["nonce"] == post.nonce]
        return found[0]["id"] if found else None

    async def send(self, post):
        if self.fails:
            raise self.fails
        self._hurdle("before send")
        number = 5_000 + (self.path.stat().st_size if self.path.exists() else 0)
        await self._write("send", post, number)
        self._hurdle("after send")
        return number

    async def edit(self, post):
        if self.fails:
            raise self.fails
        if post.message_id in self.deleted:
            raise MessageGone("The message has been deleted.")
        self._hurdle("before edit")
        await self._write("edit", post, post.message_id)
        self._hurdle("after edit")

    async def _write(self, do, post, number):
        status = await self._queries.status(post.race_id)
        event = {
            "do": do,
            "race": post.race_id,
            "id": number,
            "nonce": post.nonce,
            "state": status.race.state,
            "end": status.race.end,
            "round": status.race.round,
            "places": [play.place for play in status.plays],
            "text": text_of(present_post(status)),
        }
        out = os.open(self.path, os.O_APPEND | os.O_CREAT | os.O_WRONLY)
        os.write(out, (json.dumps(event) + "\n").encode())
        os.close(out)

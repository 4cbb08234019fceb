"""Forty races at once with eight players each, through the playground."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import playground
from bench.frame import Report, Table
from bench.running import points, running

if TYPE_CHECKING:
    from playground import Exchange, Person
    from playground.exchange import Post
    from playground.model import Guild

RACES = 40
PLAYERS = 8
GUILDS = 4
SECONDS = 60
PAUSE = 10.0
"""Seconds between a player's words: they think and type."""
WRONG = "zzz"
PATIENCE = 60.0


@dataclass(slots=True)
class Load:
    """The result, in seconds: to acknowledgements, and how far the posts lagged behind."""

    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    changed: dict[int, list[float]] = field(default_factory=dict)  # by race: times of right words
    edited: dict[int, list[float]] = field(default_factory=dict)

    def behind(self) -> list[float]:
        """Return how long after each right word its post was edited."""
        return [
            next((edit for edit in self.edited[race] if edit >= at), at + PATIENCE) - at
            for race, moments in self.changed.items()
            for at in moments
        ]

    def note(self, exchange: Exchange) -> None:
        """Record how fast an interaction was answered."""
        self.acknowledged.append(exchange.time_to_acknowledge)
        with contextlib.suppress(AssertionError):  # a form has no other answer
            self.answered.append(exchange.time_to_answer)


def run(quick: bool) -> Report:
    """Measure."""
    load = asyncio.run(_measure(SECONDS // 3 if quick else SECONDS))
    behind = load.behind()
    rows = [
        [what, len(times), *points(times)]
        for what, times in (
            ("acknowledged", load.acknowledged),
            ("answered", load.answered),
            ("post shows it", behind),
        )
    ]
    note = (
        f"{RACES} races of {PLAYERS} players, each of whom sends a word every {PAUSE:g} s; a file"
        " database with synchronous=FULL; players and playground share a process."
    )
    table = Table("Races at once, ms", ("", "count", "p50", "p99", "most"), rows, note)
    figures = {"races": RACES, "players": PLAYERS, "ms": {str(row[0]): row[2:] for row in rows}}
    return Report((table,), figures)


async def _measure(seconds: int) -> Load:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "bot.sqlite3"
        async with await playground.serve() as server:
            harness = playground.Harness(server)
            harness.no_limits()
            async with running(server, DATABASE_URL=f"sqlite:///{database}"):
                await harness.bot_ready("race", timeout=PATIENCE)
                load = Load()
                owner = harness.create_person("owner").user
                guilds = [harness.world.create_guild(f"House {n}", owner) for n in range(GUILDS)]
                tables = [
                    _Table(harness, number, guilds[number % GUILDS], load)
                    for number in range(RACES)
                ]
                await asyncio.gather(
                    *(table.begin(number / 4) for number, table in enumerate(tables))
                )
                await asyncio.gather(*(table.play(database, seconds) for table in tables))
                return load


class _Table:
    """A race and its players."""

    def __init__(self, harness: playground.Harness, number: int, guild: Guild, load: Load) -> None:
        self._room = harness.world.create_channel(guild, f"race-{number}")
        self._people = [harness.create_person(f"racer{number}-{n}", guild) for n in range(PLAYERS)]
        self._number = number
        self._load = load
        load.changed[number], load.edited[number] = [], []
        self._post: Post

    async def begin(self, wait: float) -> None:
        """Start the race, once all have joined."""
        await asyncio.sleep(wait)
        first, *others = self._people
        asked = await first.run("/race", self._room, level="Fiendish", minutes="10")
        self._post = await asked.reply(PATIENCE)
        for person in others:
            joined = await person.press(self._post, "Join")
            await joined.reply(PATIENCE)
            self._load.note(joined)
        started = await first.press(self._post, "Start now")
        await started.reply(PATIENCE)
        self._load.note(started)
        await self._post.says("Ends", PATIENCE)

    async def play(self, database: Path, seconds: int) -> None:
        """Let everybody send a word again and again."""
        watching = asyncio.create_task(self._watch())
        path = _puzzle(database, self._post.message.id)
        await asyncio.gather(
            *(self._climb(person, path, n, seconds) for n, person in enumerate(self._people))
        )
        await asyncio.sleep(4)
        watching.cancel()

    async def _watch(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await self._post.changes(PATIENCE)
                self._load.edited[self._number].append(time.monotonic())

    async def _climb(self, person: Person, path: list[str], place: int, seconds: int) -> None:
        """Send a wrong word, then the next right one, by turns."""
        begun = time.monotonic()
        await asyncio.sleep(PAUSE * (place / PLAYERS + self._number / RACES / PLAYERS))
        opened = await person.press(self._post, "Play")
        card = await opened.reply(PATIENCE)
        self._load.note(opened)
        for turn, word in enumerate(word for right in path[1:-1] for word in (WRONG, right)):
            if time.monotonic() - begun > seconds:
                return
            form = await person.press(card, "Next word")
            await form.form(PATIENCE)
            sent = await person.submit(form, words=word)
            card = await sent.reply(PATIENCE)
            self._load.note(form)
            self._load.note(sent)
            if turn % 2:
                self._load.changed[self._number].append(time.monotonic())
            await asyncio.sleep(PAUSE)


def _puzzle(database: Path, message_id: int) -> list[str]:
    """Return the best answer to the race that a message shows."""
    query = (
        "SELECT content FROM race_rounds r JOIN messages m ON m.race_id = r.race_id "
        "WHERE m.message_id = ?"
    )
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (content,) = connection.execute(query, (message_id,)).fetchone()
    solution: list[str] = json.loads(content)["solution"]
    return solution

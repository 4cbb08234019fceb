"""What crowds and single people can do to others: attacks, and a victim's times beside each."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert
from sqlalchemy.engine import make_url

import playground
from bench.frame import Report, Table
from bench.running import points, running, settled
from bot.contests import Act
from bot.races import Place, RacePlan, Races
from bot.store import open_store, outbox, rows
from bot.store.guilds import ensure
from bot.store.schema import Contest, audit, entrants
from playground import posting
from solvers.library import TIERS, open_lexicon

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from playground import Exchange, Person
    from playground.model import Channel

SECONDS = 12.0
PAUSE = 0.4
"""Seconds between a victim's questions."""
PATIENCE = 70.0
CROWD = 1_000
RACES = 800
ENTRANTS = 200_000
FEW = 10
TURNS = 2
"""How often the rates are gone through in both orders, so that the machine's other work affects all
alike."""
TOO_LATE = 4.0
NEVER = float("nan")


def hard_words() -> bytes:
    """Return as many words as a command in chat takes, on which no search finishes by itself."""
    words = (a * "a" + "b" + z * "a" for a in range(50) for z in range(50) if 0 < a + z < 50)
    return "\n".join(itertools.islice(words, 250)).encode()


LINES: dict[str, tuple[str, dict[str, Any]]] = {
    "about": ("/about", {}),
    "anigram": ("/anigram", {}),
    "contest": ("/contest seasons", {}),
    "contests": ("/contests list", {}),
    "daily": ("/daily play", {}),
    "duel": ("/duel", {"user": "the first"}),
    "help": ("/help", {}),
    "ladder": ("/ladder blooming clothing", {"steps": 40}),
    "leaderboard": ("/leaderboard", {"scope": "all"}),
    "pictures": ("/pictures", {"show": True}),
    "privacy": ("/privacy show", {}),
    "profile": ("/profile", {}),
    "race": ("/race", {"game": "anigram", "level": "Fiendish"}),
    "settings": ("/settings show", {}),
    "snake": ("/snake", {"file": ("words.txt", hard_words()), "rule": "containment"}),
    "train": ("/train", {"game": "anigram"}),
    "truncate": ("/truncate", {}),
    "word": ("/word cat", {}),
}
"""The most costly request of each command that anybody may use. A new command adds its line."""
PASSING: tuple[str, dict[str, Any]] = (
    "/ladder cold warm",
    {"via": "agoraphobics", "moves": "change, insert, delete, swap, anagram"},
)
"""A ladder that starts as a quick job but turns out slow."""


@dataclass(slots=True)
class Field:
    """A playground with a bot: attackers are in one server, victims in another."""

    harness: playground.Harness
    database: Path
    people: list[Person] = field(default_factory=list)
    room: Channel = field(init=False)
    there: Channel = field(init=False)

    def __post_init__(self) -> None:
        owner = self.harness.create_person("owner").user
        crowded, calm = (self.harness.world.create_guild(name, owner) for name in ("Crowd", "Calm"))
        self.room = self.harness.channel("general", crowded)
        self.there = self.harness.channel("general", calm)

    def crowd(self, people: int) -> list[Person]:
        """Return this number of attackers."""
        guild = self.harness.world.guilds[self.room.guild_id or 0]
        while len(self.people) < people:
            name = f"attacker{len(self.people)}"
            self.people.append(self.harness.create_person(name, guild))
        return self.people[:people]

    def victim(self, name: str) -> Person:
        """Return a person in the other server."""
        return self.harness.create_person(name, self.harness.world.guilds[self.there.guild_id or 0])


@dataclass(frozen=True, slots=True)
class Attack:
    """What attackers do until they are stopped, and what their victims measure meanwhile.

    aims  seconds that a victim's action may take at most, where that was promised
    """

    name: str
    attack: Callable[[Field], Awaitable[object]]
    measure: Callable[[Field, float], Awaitable[dict[str, Measured]]]
    aims: dict[str, float] = field(default_factory=dict)
    workers: int = 1
    prepare: Callable[[Field], Awaitable[object]] | None = None


@dataclass(slots=True)
class Measured:
    """A victim's times in seconds, and how often the bot only answered that it is busy."""

    times: list[float] = field(default_factory=list)
    refused: int = 0


# Attackers


async def nothing(_field: Field) -> None:
    """Attack nobody: the times without an attack."""


def asking(
    people: int, line: str, options: dict[str, Any], *, private: bool = False
) -> Callable[[Field], Any]:
    """Return an attack: each person asks again as soon as they are answered."""

    async def attack(ground: Field) -> None:
        crowd = ground.crowd(people)
        given = {
            name: crowd[0].user if value == "the first" else value
            for name, value in options.items()
        }

        async def one(person: Person) -> None:
            while True:
                place = person.dm if private else ground.room
                with contextlib.suppress(TimeoutError, playground.NoAnswerError):
                    await settled(await person.run(line, place, **given), PATIENCE)
                await asyncio.sleep(0.05)

        await asyncio.gather(*map(one, crowd))

    return attack


def flooding(command: str, rate: int) -> Callable[[Field], Any]:
    """Return an attack: a thousand in one server ask `rate` times a second, answered or not."""

    async def attack(ground: Field) -> None:
        line, options = LINES[command] if command != "ladder" else ("/ladder cold warm", {})
        crowd, began = ground.crowd(CROWD), time.perf_counter()
        for number in itertools.count():
            wait = began + number / rate - time.perf_counter()
            if wait > 0 or number % 50 == 0:
                await asyncio.sleep(max(0.0, wait))
            await crowd[number % CROWD].run(line, ground.room, **options)

    return attack


async def forgetting(ground: Field) -> None:
    """Have the bot forget a person who has started and cancelled hundreds of races."""
    (person,) = ground.crowd(1)
    asked = await (await person.run("/privacy forget", ground.room)).reply(PATIENCE)
    await (await person.press(asked, "Forget me")).reply(PATIENCE)


# Before an attack


async def begin_races(ground: Field) -> None:
    """Have a person start and cancel hundreds of races, whose posts remain."""
    (person,), world = ground.crowd(1), ground.harness.world
    store = await open_store(make_url(f"sqlite+aiosqlite:///{ground.database}"))
    try:
        lexicons = {tier: open_lexicon(tier) for tier in TIERS}
        lobby = Races.over(store.database, None, lexicons).lobby  # type: ignore[arg-type]
        for number in range(RACES):
            message = posting.build(world, ground.room, world.bot, {"content": "a race"}, {})
            posting.post(world, message)
            at = datetime.now(UTC) - timedelta(days=1) + timedelta(seconds=number)
            act = Act(person.id, at, number + 1, ground.room.id)
            place = Place(ground.room.guild_id, ground.room.id)
            race = await lobby.create(RacePlan("ladder", 2), place, act)
            await lobby.cancel(race.id, act, organiser=False)
            async with store.database.write() as tx:
                post = await outbox.find(tx, "race", race_id=race.id)
                assert post is not None
                await outbox.mark_delivered(tx, post, message.id, post.version)
    finally:
        await store.close()


async def grow(ground: Field) -> None:
    """Fill the database with the records of hundreds of thousands of people."""
    guild, at = ground.room.guild_id or 0, datetime.now(UTC)
    contest = Contest(
        id="crowdedcontest",
        guild_id=guild,
        channel_id=ground.room.id,
        parent_id=None,
        created_by=None,
        created_at=at,
        title="A crowd",
        state="cancelled",
        rule="pairs",
        tier="full",
        lexicon="",
        words=(),
        confirmed_at=None,
        opens_at=None,
        lasts_seconds=0,
        closes_at=None,
        due_at=None,
        sealed_minutes=None,
        most_tries=None,
        cooldown_seconds=0,
        board="hidden",
        par=None,
        bound=None,
        proven=False,
        par_order=None,
        salt=None,
    )
    here = {"contest_id": contest.id}
    note = here | {"guild_id": guild, "action": "options", "at": at, "detail": "a longer time"}
    store = await open_store(make_url(f"sqlite+aiosqlite:///{ground.database}"))
    try:
        async with store.database.write() as tx:
            await ensure(tx, guild)
            await rows.add(tx, contest)
        for start in range(0, ENTRANTS, 5_000):
            entered = [
                here | {"user_id": 10**17 + number, "joined_at": at, "tries": 0}
                for number in range(start, start + 5_000)
            ]
            async with store.database.write() as tx:
                await tx.execute(insert(entrants), entered)
                await tx.execute(insert(audit), [note] * len(entered))
    finally:
        await store.close()


# Victims


async def puzzles(ground: Field, seconds: float) -> dict[str, Measured]:
    """Ask for an everyday ladder, an exact one, a puzzle to train with, and for help."""
    asked = {
        "everyday ladder": ("/ladder cold warm", {}),
        "exact ladder": ("/ladder cold warm", {"steps": 6}),
        "/train": ("/train", {}),
        "/help": ("/help", {}),
    }
    found = {name: Measured() for name in asked}
    until = time.monotonic() + seconds

    async def one(name: str, person: Person) -> None:
        line, options = asked[name]
        while time.monotonic() < until:
            exchange = await person.run(line, ground.there, **options)
            await _note(exchange, found[name])
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one(name, ground.victim(f"victim{n}")) for n, name in enumerate(asked)))
    return found


async def acknowledgements(ground: Field, seconds: float) -> dict[str, Measured]:
    """See how soon commands are acknowledged, the crowd's included."""
    victim, found, until = ground.victim("victim"), Measured(), time.monotonic() + seconds
    before = len(ground.harness.world.interactions)
    while time.monotonic() < until:
        exchange = await victim.run("/help", ground.there)
        try:
            await exchange.acknowledged(PATIENCE)
            found.times.append(exchange.time_to_acknowledge)
        except (TimeoutError, playground.NoAnswerError):
            found.refused += 1
        await asyncio.sleep(PAUSE)
    return {"acknowledged": found, "the crowd’s own": _answers(ground, before)}


def in_turns(command: str, *rates: int) -> Callable[[Field, float], Any]:
    """Return a measure that floods a server at each rate in turn, and counts the answers."""

    async def measure(ground: Field, seconds: float) -> dict[str, Measured]:
        found = {rate: Measured() for rate in rates}
        for rate in (*rates, *reversed(rates)) * TURNS:
            before = len(ground.harness.world.interactions)
            flood = asyncio.ensure_future(flooding(command, rate)(ground))
            await asyncio.sleep(seconds / (2 * TURNS))
            one = _answers(ground, before)
            found[rate].times += one.times
            found[rate].refused += one.refused
            flood.cancel()
            await asyncio.gather(flood, return_exceptions=True)
            await asyncio.sleep(TOO_LATE)  # until nobody is waiting for an answer
        return {f"answered at {rate}": one for rate, one in found.items()}

    return measure


def _answers(ground: Field, before: int) -> Measured:
    """Return how long the answers so far took, leaving out the first `before` requests."""
    asked = list(ground.harness.world.interactions.values())[before:]
    times = [one.answered - one.started for one in asked if one.answered is not None]
    return Measured(times, len(asked) - len(times))


async def racing(ground: Field, seconds: float) -> dict[str, Measured]:
    """See how soon a race's post shows who has joined, with each race in its own channel.

    Edits in one channel wait for one another.
    """
    world = ground.harness.world
    guild = world.guilds[ground.there.guild_id or 0]
    found, until = Measured(), time.monotonic() + seconds
    for number in itertools.count():
        if time.monotonic() >= until:
            return {"a race shows who joined": found}
        starter, other = (ground.victim(f"racer{number}{which}") for which in "ab")
        channel = world.create_channel(guild, f"race{number}")
        post = await (await starter.run("/race", channel)).reply(PATIENCE)
        began = time.monotonic()
        await (await other.press(post, "Join")).acknowledged(PATIENCE)
        await post.says(f"<@{other.id}>", PATIENCE)
        found.times.append(time.monotonic() - began)
        await (await starter.press(post, "Cancel")).acknowledged(PATIENCE)
    raise AssertionError


async def _note(exchange: Exchange, found: Measured) -> None:
    began = time.monotonic()
    try:
        await settled(exchange, PATIENCE)
    except (TimeoutError, playground.NoAnswerError):
        found.refused += 1
        return
    if exchange.interaction.follow_ups and exchange.interaction.answered is None:
        found.refused += 1
    else:
        found.times.append(time.monotonic() - began)


SOON = {"everyday ladder": 3.0, "exact ladder": 15.0, "/train": 15.0}
QUICK = {"everyday ladder": 1.0, "/help": 1.0}


def attacks() -> Iterable[Attack]:
    """Yield every attack, starting with none."""
    yield Attack("nobody", nothing, puzzles)
    for workers, people in itertools.product((1, 2), (4, 10, 30)):
        for what, asked in (("a snake of 30 s", LINES["snake"]), ("a ladder of 5 s", PASSING)):
            name = f"{people} in direct messages, {what} each"
            yield Attack(name, asking(people, *asked, private=True), puzzles, SOON, workers)
    yield Attack(
        f"1,000 /about a second from {CROWD:,} of one server",
        flooding("about", 1_000),
        acknowledgements,
        {"acknowledged": 1.0},
        workers=2,
    )
    name = "300 and 400 /ladder a second of one server, in turns"
    yield Attack(name, nothing, in_turns("ladder", 300, 400), workers=2)
    yield Attack(
        f"somebody with {RACES} races is forgotten",
        forgetting,
        racing,
        {"a race shows who joined": 3.0},
        prepare=begin_races,
    )
    yield Attack(
        f"{FEW} ask what is kept of them, of {ENTRANTS:,} entrants",
        asking(FEW, *LINES["privacy"]),
        puzzles,
        QUICK,
        prepare=grow,
    )
    for line, options in LINES.values():
        yield Attack(f"{FEW} of one server ask for {line}", asking(FEW, line, options), puzzles)


def run(quick: bool) -> Report:
    """Measure."""
    rows, seconds = [], SECONDS / 3 if quick else SECONDS
    for attack in attacks():
        found = asyncio.run(_measure(attack, seconds))
        for what, measured in found.items():
            times = points(measured.times) if len(measured.times) > 1 else [NEVER] * 3
            aim = attack.aims.get(what)
            missed = aim is not None and not max(measured.times, default=aim + 1) <= aim
            aimed = "" if aim is None else f"{1000 * aim:,.0f}{' missed' * missed}"
            counts = [len(measured.times), measured.refused]
            rows.append([attack.name, attack.workers, what, *counts, *times, aimed])
    columns = ("attack", "workers", "a victim’s", "answers", "refused", "p50", "p99", "most", "aim")
    note = (
        f"{seconds:g} s each, with a bot and a file database of its own; victims are in another"
        " server. “Refused” are answers that it is busy, and none at all. Attackers, victims and"
        " the playground share a process."
    )
    figures = {"rows": [dict(zip(columns, row, strict=True)) for row in rows]}
    return Report((Table("Attacks, ms", columns, rows, note),), figures)


async def _measure(attack: Attack, seconds: float) -> dict[str, Measured]:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "bot.sqlite3"
        async with await playground.serve() as server:
            harness = playground.Harness(server)
            harness.no_limits()
            ground = Field(harness, database)
            if attack.prepare is not None:
                await attack.prepare(ground)
            about = {"DATABASE_URL": f"sqlite:///{database}", "SOLVER_WORKERS": str(attack.workers)}
            async with running(server, **about):
                await harness.bot_ready("ladder", timeout=PATIENCE)
                await asyncio.sleep(2)  # the daily puzzles are made meanwhile
                attacking = asyncio.ensure_future(attack.attack(ground))
                await asyncio.sleep(1)
                try:
                    return await attack.measure(ground, seconds)
                finally:
                    attacking.cancel()
                    await asyncio.gather(attacking, return_exceptions=True)

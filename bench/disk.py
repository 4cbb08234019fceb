"""Disk: what the greediest person stores in a day, at the pace that one may have."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.engine import make_url

from bench.contests import Here
from bench.frame import Report, Table
from bot.contests import Act, Contests, Plan, Scope, read_try
from bot.dailies import Dailies
from bot.guard import Guard
from bot.races import Place, RacePlan, Races, RoundKey
from bot.store import open_store, rows
from bot.store.budget import BYTES_A_DAY
from bot.store.cards import UNIT, UNITS_A_DAY
from bot.training import Trainer, TrainingKey
from solvers.library import TIERS, open_lexicon

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from bot.store import Store

NOW = datetime(2026, 5, 4, tzinfo=UTC)
ME, FRIEND = 1, 2
GUILD, CHANNEL = 1, 2
TRIES = 150
"""Tries per puzzle or round; more are allowed."""
DAY = 24 * 3600
FORM = DAY // 2
"""Forms a day, at one interaction a second: a press that opens it, and the form."""
WALK = 58
"""Words of a long try; training and races read few more."""
NONSENSE = ("q" * 2_000,), ("qqqq",) * 400
RULED = ("nausea", "run", "seasick")
WORDS = 100
"""Words of the contest that is practised."""


@dataclass(frozen=True, slots=True)
class Greed:
    """An action repeated all day, and how often the pace and its own limit allow it."""

    name: str
    a_day: int
    play: Callable[[Player, int], AsyncIterator[None]]


def run(quick: bool) -> Report:
    """Measure."""
    table, figures = [], {}
    for greed in GREEDY:
        size, counted = asyncio.run(_measure(greed, 300 if quick else 1_500))
        pace = greed.a_day * size / 1e6
        acts = min(greed.a_day, BYTES_A_DAY // counted)
        kept = acts * size / 1e6
        table.append([greed.name, round(size), round(counted), pace, acts, kept])
        figures[greed.name] = {"bytes": round(size), "mb_a_day": round(kept, 1)}
    columns = ("", "bytes each", "counted", "MB a day by pace", "let in a day", "MB a day")
    note = (
        f"The file without its log; one budget of {BYTES_A_DAY / 1e6:g} MB for all that is played,"
        " and one for organising."
    )
    return Report((Table("What one person stores", columns, table, note),), figures)


async def _measure(greed: Greed, many: int) -> tuple[float, float]:
    """Return how many bytes the file grows by per action, and how many the bot counts."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bot.sqlite3"
        store = await open_store(make_url(f"sqlite+aiosqlite:///{file}"))
        playing = greed.play(Player(store), many)
        await anext(playing)  # the set-up it needs
        before, counted, done = await _size(store), _counted(store), 0
        async for _ in playing:
            done += 1
        size = await _size(store) - before
        counted = _counted(store) - counted
        await store.close()
        return size / done, counted / done


def _counted(store: Store) -> int:
    return store.database.budget.spent(ME) + store.database.organising.spent(ME)


async def _size(store: Store) -> int:
    """Return the size of the file with its log merged in."""
    async with store.database.read() as tx:
        pages = (await tx.execute(text("PRAGMA page_count"))).scalar_one()
        return int(pages) * int((await tx.execute(text("PRAGMA page_size"))).scalar_one())


class Player:
    """A player with everything the bot has, except Discord."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lexicons = {tier: open_lexicon(tier) for tier in TIERS}
        here = Here()
        self.contests = Contests.over(store.database, here, self.lexicons)
        self.dailies = Dailies.over(store.database, here, self.lexicons, "")
        self.races = Races.over(store.database, here, self.lexicons)
        self.training = Trainer(store.database, here, self.lexicons, Guard(store.database))
        self._numbers = count(1_000_000)

    def act(self, user: int = ME, at: datetime = NOW) -> Act:
        """Return an interaction."""
        return Act(user, at, next(self._numbers), CHANNEL)

    def walk(self, start: str, target: str) -> list[str]:
        """Return a walk from a word, changing a letter each time, with a wrong word at the end."""
        lexicon, rng, best = self.lexicons["full"], Random(1), list[int]()
        end = lexicon.require(target)
        close = {end, *lexicon.neighbours(end)}  # a ladder arrives from these
        for _ in range(200):
            walked = [lexicon.require(start)]
            while len(walked) < WALK and (
                free := sorted(set(lexicon.neighbours(walked[-1])) - {*walked, *close})
            ):
                walked.append(rng.choice(free))
            best = max(best, walked, key=len)
        return [*map(lexicon.word, best[1:]), "q" * 2_000]


async def _train(player: Player, many: int, tries: Sequence[Sequence[str]]) -> AsyncIterator[None]:
    train, number = player.training, 1
    state = await train.begin("ladder", None, player.act())
    yield
    for done in range(many):
        if done % TRIES == TRIES - 1:
            await train.play.give_up(TrainingKey(None, "ladder", number), player.act())
            state = await train.next("ladder", number, None, player.act())
            number = state.drawn.number
        typed = tries[done % len(tries)] if tries else player.walk(*state.puzzle.given)
        await train.play.submit_words(TrainingKey(None, "ladder", number), player.act(), typed)
        yield


async def _nonsense(player: Player, many: int) -> AsyncIterator[None]:
    async for _ in _train(player, many, NONSENSE):
        yield


async def _long(player: Player, many: int) -> AsyncIterator[None]:
    async for _ in _train(player, min(many, TRIES // 2), ()):
        yield


async def _puzzles(player: Player, many: int) -> AsyncIterator[None]:
    train = player.training
    state = await train.begin("ladder", None, player.act())
    yield
    for _ in range(many // 5):
        await train.play.give_up(TrainingKey(None, "ladder", state.drawn.number), player.act())
        state = await train.next("ladder", state.drawn.number, None, player.act())
        yield


async def _race(player: Player, many: int) -> AsyncIterator[None]:
    races, at = player.races, NOW
    yield
    for done in range(many):
        if done % TRIES == 0:
            if done:
                at += timedelta(hours=1)
                await races.transitions.advance(at)
            race = await races.lobby.create(
                RacePlan("ladder", 2), Place(None, CHANNEL, "token"), player.act(at=at)
            )
            await races.lobby.join(race.id, player.act(FRIEND, at))
            await races.lobby.start(race.id, player.act(at=at))
            await races.transitions.advance(at)
            await races.transitions.drawn()
            await races.transitions.advance(at)
            status = await races.queries.status(race.id)
            assert status.round is not None
            assert status.round.starts_at is not None
            at = status.round.starts_at
            await races.transitions.advance(at)
        typed = NONSENSE[done % len(NONSENSE)]
        await races.play.submit_words(RoundKey(None, race.id, 1), player.act(at=at), typed)
        yield


async def _practice(player: Player, many: int) -> AsyncIterator[None]:
    rng, database = Random(1), player.store.database
    words = tuple(rng.sample([word for word in player.lexicons["full"] if len(word) > 9], WORDS))
    admin, practice = player.contests.admin, player.contests.practice
    draft = await admin.create(Plan("Bench", words, timedelta(hours=1)), GUILD, 1, player.act(9))
    async with database.write() as tx:
        over = replace(draft, confirmed_at=NOW, opens_at=NOW, closes_at=NOW, state="revealed")
        await rows.change(tx, draft, replace(over, par=99, bound=99, proven=True))
    scope = Scope(GUILD)
    _, begun = await practice.begin(scope, draft.id, player.act())
    yield
    for _ in range(min(many, 900)):
        order = rng.sample(words, WORDS)
        await practice.submit(scope, begun.id, player.act(), read_try(" ".join(order)))
        yield


async def _rulings(player: Player, many: int) -> AsyncIterator[None]:
    admin, moderation = player.contests.admin, player.contests.moderation
    draft = await admin.create(Plan("Bench", RULED, timedelta(days=2)), GUILD, 1, player.act(9))
    async with player.store.database.write() as tx:
        await rows.change(tx, draft, replace(draft, par=9, bound=9, proven=True))
    await admin.confirm(GUILD, draft.id, player.act(9))
    play = read_try(" ".join(RULED))
    await player.contests.play.submit(Scope(GUILD), draft.id, player.act(FRIEND), play)
    yield
    for done in range(many):
        rule = moderation.reinstate if done % 2 else moderation.disqualify
        await rule(GUILD, draft.id, FRIEND, "字" * 200, player.act())
        yield


async def _cards(player: Player, many: int) -> AsyncIterator[None]:
    yield
    for _ in range(min(many, 300)):
        await player.store.cards.add("bench", {"x": "x" * (UNIT - 100)}, NOW, user=ME)
        yield


GREEDY = (
    Greed("training: nonsense of 2,000 letters", FORM, _nonsense),
    Greed("training: 57 right words, then nonsense", FORM, _long),
    Greed("training: puzzles given up", FORM, _puzzles),
    Greed("races: nonsense of 2,000 letters", FORM, _race),
    Greed(f"practices: a snake of {WORDS} words", FORM, _practice),
    Greed("cards of 4 KB", UNITS_A_DAY, _cards),
    Greed("organising: long reasons", DAY, _rulings),
)

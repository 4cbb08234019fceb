"""The services that commands, buttons and background jobs use, opened and closed in order."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.clock import DiscordClock
from bot.config import Settings
from bot.contests import Contests
from bot.dailies import Dailies
from bot.errors import BadSettings
from bot.guard import Guard
from bot.pace import RATE, Pacer
from bot.races import Races
from bot.running import in_thread
from bot.scheduler import Scheduler
from bot.solving import Kept, Solving, WorkerPool
from bot.store import Store, open_store
from bot.training import Trainer
from bot.worker import give_back
from solvers.lexicon import Lexicon
from solvers.library import TIERS, open_lexicon

if TYPE_CHECKING:
    from bot.solving.cluster import Cluster

PICTURES = 100
"""Pictures kept; each takes about 20 KB."""
SECRET = "editions"  # noqa: S105 - the name of a fact
"""The name of the fact with the installation's secret, which daily puzzles depend on."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything below the user interface.

    `lexicons` (one per tier) are for look-ups; puzzles go to `solving`. Code that makes something
    due calls `scheduler.wake()`. `pacer` is paused when Discord makes the whole bot wait.
    `pictures` runs jobs that draw.
    """

    settings: Settings
    clock: DiscordClock
    store: Store
    solving: Solving
    lexicons: Mapping[str, Lexicon]
    contests: Contests
    dailies: Dailies
    races: Races
    training: Trainer
    guard: Guard
    scheduler: Scheduler
    pacer: Pacer
    pictures: Kept

    def forget(self, user_id: int) -> None:
        """Forget everything about a person that is in this process's memory."""
        self.guard.forget(user_id)
        self.store.people.forget()
        contests = self.contests
        for playing in (
            self.dailies.play,
            self.training.play,
            self.races.play,
            contests.lines,
            contests.practice_lines,
        ):
            playing.forget(user_id)


def new_secret() -> str:
    """Return a secret that nobody can guess."""
    return secrets.token_hex(16)


def make_solving(settings: Settings, lexicons: Mapping[str, Lexicon]) -> WorkerPool | Cluster:
    """Return the solving service; raises BadSettings if it lacks a package."""
    pool = WorkerPool(
        settings.solver_workers,
        settings.solver_timeout,
        memory=settings.solver_memory,
        log_format=settings.log_format,
    )
    if settings.solver_url is None:
        return pool
    try:
        from bot.solving.cluster import Cluster  # noqa: PLC0415 - part of an extra
    except ImportError:
        raise BadSettings(
            "SOLVER_URL needs an extra: pip install --require-hashes -r requirements/cluster.lock"
        ) from None
    return Cluster(pool, settings.solver_url, lexicons.values())


def _open_lexicons() -> dict[str, Lexicon]:
    lexicons = {tier: open_lexicon(tier) for tier in TIERS}
    give_back()  # some 90 MiB if an index had to be built
    return lexicons


@contextlib.asynccontextmanager
async def open_services(
    settings: Settings, clock: DiscordClock, at: Callable[[str], None] = lambda _step: None
) -> AsyncIterator[Services]:
    """Open the store and the word lists and start the worker processes; raises StartError.

    `at` is called with each step that begins.
    """
    at("database")
    store = await open_store(settings.database, clock)
    try:
        at("word lists")
        # Open them here first, so that a missing index is built once, not by every process.
        lexicons = await in_thread(_open_lexicons)
        secret = await store.facts.settle(SECRET, new_secret())
        solving = make_solving(settings, lexicons)
        at("solvers")
        await solving.start()
        dailies = Dailies.over(store.database, solving, lexicons, secret, clock)
        contests = Contests.over(store.database, solving, lexicons)
        races = Races.over(store.database, solving, lexicons)
        guard = Guard(store.database)
        try:
            yield Services(
                settings=settings,
                clock=clock,
                store=store,
                solving=solving,
                lexicons=lexicons,
                contests=contests,
                dailies=dailies,
                races=races,
                training=Trainer(store.database, solving, lexicons, guard),
                guard=guard,
                scheduler=Scheduler(clock),
                pacer=Pacer(RATE * settings.share_of_shards),
                pictures=Kept(solving, PICTURES),
            )
        finally:
            await races.transitions.close()
            await solving.stop()
    finally:
        await store.close()

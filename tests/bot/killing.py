"""Work that is repeated, killed at another step each time, and then carried on."""

import asyncio
import contextlib
import itertools
import json
import os
import shutil
import signal
import sqlite3
import sys
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import make_url

from bot.store import Database, open_store
from solvers.library import open_lexicon
from tests.bot.postgres import TEMPLATE, Server
from tests.bot.running import python
from tests.bot.world import GUILD, T0, World
from tests.bot.world import url as sqlite_in
from tests.sweeps import every

LANES = 4  # processes mostly wait for the disk
ENOUGH = 100  # statements, commits and messages; each is a place to die
EVERY = [("sqlite", every(97)), pytest.param(("postgresql", every(89)), marks=pytest.mark.slow)]
"""By database: the first hurdle at which to kill, and the distance to the next."""
SERVER = "CRASHING_SERVER"
"""The environment variable with the folder of a PostgreSQL to work on."""
LEXICONS = {}
"""Opened once by `kill_everywhere`, for all children."""


class Hurdles:
    """Counts events and kills the process at a given one."""

    def __init__(self, kill_at):
        self.left = kill_at

    def __call__(self, *_):
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self, engine):
        event.listen(engine, "before_cursor_execute", self)
        event.listen(engine, "commit", self)


def begin_child(job):
    """Run a coroutine in a forked process; return its id."""
    pid = os.fork()
    if pid == 0:
        try:
            asyncio.run(job)
        except BaseException:  # noqa: BLE001 - whatever it is, the parent is to know
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)
    job.close()
    return pid


def end_child(pid):
    """Return the exit code of a process, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def database_in(folder):
    """Return the URL of the database that belongs to a folder."""
    said = folder / "database"
    return make_url(said.read_text()) if said.exists() else sqlite_in(folder / "bot.sqlite3")


def asked(folder, query):
    """Run a statement on the database of a folder, even one in use; return its rows."""
    url = database_in(folder)
    if url.get_backend_name() == "postgresql":
        return Server(url.query["host"]).ask(url.database, query)
    with contextlib.closing(sqlite3.connect(url.database)) as connection, connection:
        return connection.execute(query).fetchall()


def before(folder, moment, length):
    """Return the SQL of a moment before another one ("now" or a column) in a folder's database.

    SQLite's has the form, to the microsecond, in which the bot keeps moments.
    """
    if database_in(folder).get_backend_name() == "postgresql":
        moment = "now() at time zone 'utc'" if moment == "now" else moment
        return f"{moment} - interval '{length}'"
    moment = "'now'" if moment == "now" else moment
    return f"strftime('%Y-%m-%d %H:%M:%f', {moment}, '-{length}') || '000'"


async def world_in(folder, hurdle=None, **options):
    """Return the world in which a child works; only the work itself counts as hurdles."""
    if not hurdle:
        return World((await open_store(database_in(folder))).database, LEXICONS, **options)
    database = Database(database_in(folder))
    hurdle.watch(database._engine.sync_engine)
    return World(database, LEXICONS, **options)


async def with_a_server(folder):
    """Prepare a world in which the bot is in a server."""
    world = await world_in(folder)
    await world.guilds.present([GUILD], T0)
    await world.database.close()


def make_database(folder, ready=None):
    """Make the database of a folder, as a copy of the one in the folder `ready` if given.

    A file needs no copy here: it lies in the folder, and was copied with it.
    """
    if SERVER in os.environ:
        template = TEMPLATE if ready is None else database_in(ready).database
        url = Server(os.environ[SERVER]).make(f"crash_{os.getpid()}_{folder.name}", template)
        (folder / "database").write_text(str(url))


def kill_everywhere(work, prepare=with_a_server):
    """For each STEP-th k from FIRST on, copy what `prepare` made to FOLDER/k; work in it twice.

    These are the program's arguments. The first child kills itself with -9 at its k-th hurdle; a
    second child then starts and carries on. Prints all k, ending with those whose first child lived
    to the end, and then the largest k whose first child was killed.
    """
    folder, (first, step) = Path(sys.argv[1]), map(int, sys.argv[2:4])
    LEXICONS["full"] = open_lexicon("full")
    ready = folder / "ready"
    ready.mkdir()
    make_database(ready)
    assert end_child(begin_child(prepare(ready))) == 0
    hurdles = itertools.count(first, step)
    codes = {}
    while all(codes.values()):  # until one child lives to the end
        places = [folder / str(next(hurdles)) for _ in range(LANES)]
        for place in places:
            shutil.copytree(ready, place)
            make_database(place, ready)
        killed = [begin_child(work(p, Hurdles(int(p.name)))) for p in places]
        codes |= zip(
            map(int, (place.name for place in places)), map(end_child, killed), strict=True
        )
        carried_on = [begin_child(work(place)) for place in places]
        assert [end_child(pid) for pid in carried_on] == [0] * LANES
        print(*(place.name for place in places))  # noqa: T201 - for `run_killing` to read
    assert set(codes.values()) == {0, -signal.SIGKILL}
    print(max(k for k, code in codes.items() if code))  # noqa: T201


def run_killing(request, module, folder, kind, taken, *arguments, enough=ENOUGH):
    """Run a module that kills everywhere, on a kind of database; return the folders of all runs.

    `taken` has the first place to die and the distance to the next; at least `enough` places exist.
    """
    server = request.getfixturevalue("durable_cluster") if kind == "postgresql" else None
    first, step = map(str, taken)
    env = os.environ | ({SERVER: str(server.folder)} if server else {})
    run = python("-m", module, str(folder), first, step, *arguments, timeout=None, env=env)
    assert run.returncode == 0, run.stderr[-3000:]
    *names, last = run.stdout.split()
    assert int(last) + taken[1] > enough, f"the last place to die was {last}, at each {step}"
    return [folder / name for name in names]


def record(folder, *what):
    """Note what somebody saw confirmed."""
    with (folder / "confirmed").open("a") as reply:
        reply.write(json.dumps(what) + "\n")


def lines(path):
    """Return the notes in a file, one JSON value a line."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

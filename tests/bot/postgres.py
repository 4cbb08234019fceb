"""A real PostgreSQL that tests start, kill and start again; a database for each test."""

import contextlib
import fcntl
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psutil
import psycopg
import pytest
from sqlalchemy import create_engine, select, text, type_coerce
from sqlalchemy.engine import make_url
from sqlalchemy.types import NullType

from bot.store.schema import metadata
from bot.store.store import upgrade
from tests.patience import PATIENCE

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)
TEMPLATE = "template_bot"

on_both = pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class Server:
    """A PostgreSQL that listens on a socket in a folder, and on no network."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def url(self, name):
        return make_url(f"postgresql+psycopg://bot@/{name}?host={self.folder}")

    def ask(self, name, query, *values, port=5432):
        """Run a test's statement in a database, and return its rows."""
        reached = {"dbname": name, "user": "bot", "host": str(self.folder), "port": port}
        with psycopg.connect(**reached) as connection:
            connection.autocommit = True
            found = connection.execute(query, values or None)
            return found.fetchall() if found.description else []

    def make(self, name, template):
        """Make a database as a copy of another; return its URL."""
        # Copies by pages: needs no checkpoint, which would write everything.
        self.ask("postgres", f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY wal_log")
        return self.url(name)


class Cluster(Server):
    """A PostgreSQL that a test starts and ends, with a folder of its own in /tmp."""

    def __init__(self, run_folder, *, fsync=False):
        """Start it; the first one of a test run leaves its data for the others in `run_folder`."""
        if PROGRAMS is None:
            stop = pytest.fail if os.environ.get("CI") else pytest.skip
            stop("PostgreSQL is not installed; on Debian: sudo apt install postgresql")
        super().__init__(tempfile.mkdtemp(prefix="postgres-"))
        self._as = ["setpriv", "--pdeathsig", "QUIT"]
        if os.geteuid() == 0:  # PostgreSQL refuses root
            user = pwd.getpwnam("nobody")
            self._as += [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self._names = (f"bot{n}" for n in itertools.count())
        self._settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            "fsync": "on" if fsync else "off",
            "max_connections": 200,
            "shared_buffers": "32MB",
        }
        data, ready = self.folder / "data", run_folder / "postgres"
        with (run_folder / "postgres.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not ready.exists():  # it takes 1.5 s of processor time
                self._run("initdb", "-D", data, "-U", "bot", "-A", "trust", "-E", "UTF8", "-N")
                self.start()
                self.make(TEMPLATE, "template0")
                self._upgrade(TEMPLATE)
                self.kill(signal.SIGINT)
                new = run_folder / "postgres.new"
                subprocess.run(["mv", data, new], check=True)  # keeps their owner
                new.rename(ready)
        subprocess.run(["cp", "-a", ready, data], check=True)
        self.start()

    def _upgrade(self, name):
        engine = create_engine(self.url(name))
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()

    def _run(self, program, *arguments):
        done = subprocess.run(
            [*self._as, PROGRAMS / program, *arguments],
            capture_output=True,
            check=False,
            cwd=self.folder,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def dump(self, name, file):
        """Back up a database, as docs/hosting.md says."""
        self._run("pg_dump", "-h", self.folder, "-U", "bot", "-Fc", "-f", file, name)

    def restore(self, name, file):
        self._run("pg_restore", "-h", self.folder, "-U", "bot", "--no-owner", "-d", name, file)

    @contextlib.contextmanager
    def pooled(self, name, connections=2):
        """Run a PgBouncer that gives each transaction any of a few connections; yield a URL."""
        program = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
        if not Path(program).exists():
            stop = pytest.fail if os.environ.get("CI") else pytest.skip
            stop("PgBouncer is not installed; on Debian: sudo apt install pgbouncer")
        port = 6432
        settings = self.folder / "pgbouncer.ini"
        settings.write_text(f"""[databases]
* = host={self.folder} user=bot
[pgbouncer]
listen_port = {port}
unix_socket_dir = {self.folder}
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
""")
        with subprocess.Popen(
            [*self._as, program, "-q", settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                self._answers(process, name, port)
                yield self.url(name).update_query_dict({"port": str(port)})
            finally:
                process.kill()

    def start(self):
        """Start it; it ends with the calling thread, however that ends."""
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                [*self._as, PROGRAMS / "postgres", "-D", self.folder / "data", *settings],
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the tests
            )
        self._answers(self._process, "postgres")

    def _answers(self, process, name, port=5432):
        """Wait until a new server answers: its socket exists earlier."""
        while True:
            with contextlib.suppress(psycopg.OperationalError):
                return self.ask(name, "SELECT 1", port=port)
            assert process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.02)

    def kill(self, how=signal.SIGQUIT):
        """End all its processes at once, without writing anything more.

        With SIGINT it shuts down cleanly, but does not wait for clients.
        """
        self._process.send_signal(how)
        self._process.wait()

    @contextlib.contextmanager
    def hung(self):
        """Make it accept what comes, without an answer."""
        main = psutil.Process(self._process.pid)
        main.suspend()  # first, so that it has no new children
        children = main.children()
        for child in children:
            child.suspend()
        try:
            yield
        finally:
            for process in (*children, main):
                process.resume()

    def remove(self):
        self.kill()
        shutil.rmtree(self.folder)

    @contextlib.contextmanager
    def database(self, template=TEMPLATE):
        """Make a database; yield its URL."""
        name = next(self._names)
        try:
            yield self.make(name, template)
        finally:
            self.ask("postgres", f"DROP DATABASE {name} WITH (FORCE)")


async def ask(database, query, **values):
    """Run a test's statement on a database of either kind; return its rows."""
    async with database._engine.begin() as connection:
        found = await connection.execute(text(query), values)
        return found.all() if found.returns_rows else []


async def dump(database):
    """Return the contents of all tables as text."""
    async with database.read() as tx:
        rows = [
            (table.name, *row)
            for table in metadata.sorted_tables
            for row in await tx.execute(select(*(type_coerce(c, NullType()) for c in table.c)))
        ]
    return "\n".join(map(str, rows))

"""The database's files: private, used by one bot at a time, checked for damage at each start."""

import errno
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import insert

from bot.store import open_store, sqlite
from bot.store.schema import facts
from tests.bot.store.refusals import refused
from tests.bot.world import url
from tests.programs import ran

HOLDS = """
import asyncio, sys
from sqlalchemy.engine import make_url
from bot.store import open_store
async def main():
    await open_store(make_url(sys.argv[1]))
    print("open", flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


def modes(folder):
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


@pytest.fixture
def open_umask():
    before = os.umask(0)
    yield
    os.umask(before)


async def test_files_are_private_whatever_the_umask(tmp_path, open_umask):
    folder = tmp_path / "new" / "folder"
    store = await open_store(url(folder / "bot.sqlite3"))
    assert modes(folder) == dict.fromkeys(
        ("bot.sqlite3", "bot.sqlite3-wal", "bot.sqlite3-shm", "bot.sqlite3-lock"), 0o600
    )
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    await store.close()


async def test_files_that_were_there_become_private_and_a_folder_stays(tmp_path, open_umask):
    tmp_path.chmod(0o755)
    path = tmp_path / "bot.sqlite3"
    other = sqlite3.connect(path)
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("CREATE TABLE mine (x)")
    assert set(modes(tmp_path).values()) == {0o644}
    store = await open_store(url(path))
    assert set(modes(tmp_path).values()) == {0o600}
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    await store.close()
    other.close()


@pytest.fixture
def bot_on_it(tmp_path):
    """Another bot, which runs on the database of the test."""
    line = [sys.executable, "-c", HOLDS, str(url(tmp_path / "bot.sqlite3"))]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout.readline() == "open\n"
        yield first
        first.kill()


async def test_a_second_bot_is_refused_until_the_first_is_gone_even_by_a_kill(tmp_path, bot_on_it):
    path = tmp_path / "bot.sqlite3"
    assert "Another bot is running" in await refused(path)
    assert "Another bot is running" in await refused(path)  # a refusal releases no lock
    with sqlite3.connect(path) as backup, sqlite3.connect(tmp_path / "copy") as copy:
        backup.backup(copy)
        assert copy.execute("SELECT count(*) FROM facts").fetchone() == (1,)
    backup.close()
    copy.close()
    bot_on_it.kill()
    assert bot_on_it.wait() == -9
    await (await open_store(url(path))).close()
    await (await open_store(url(path))).close()


async def test_a_damaged_database_is_found_at_the_start(tmp_path):
    path = tmp_path / "bot.sqlite3"
    store = await open_store(url(path))
    async with store.database.write() as tx:
        rows = [{"name": f"n{n}", "value": "x" * 500} for n in range(400)]
        await tx.execute(insert(facts), rows)
    await store.close()
    assert sqlite.check(url(path)) is None
    whole = path.read_bytes()
    for damage in (b"\0" * 4096, os.urandom(4096)):
        for page in (len(whole) // 4096 - 5, len(whole) // 4096 // 2):
            path.write_bytes(whole[: page * 4096] + damage + whole[(page + 1) * 4096 :])
            assert "is damaged; restore a backup" in await refused(path)
    path.write_bytes(whole)
    await (await open_store(url(path))).close()


@pytest.mark.slow
async def test_the_bot_says_so_in_one_line_and_ends_with_status_1(tmp_path):
    path = tmp_path / "bot.sqlite3"
    store = await open_store(url(path))
    run = [sys.executable, "-m", "bot"]
    env = os.environ | {"DATABASE_URL": f"sqlite:///{path}", "DISCORD_TOKEN": "x.y.z"}
    second = ran(*run, env=env)
    await store.close()
    assert (second.returncode, second.stderr.splitlines()) == (
        1,  # it may go later
        [f"snakes-and-ladders: Another bot is running on the database {path}; stop it first."],
    )


async def test_a_large_database_is_not_looked_through_for_ever(tmp_path, monkeypatch):
    path = tmp_path / "bot.sqlite3"
    await (await open_store(url(path))).close()
    monkeypatch.setattr(sqlite, "CHECK_SECONDS", 0)
    monkeypatch.setattr(sqlite, "INSTRUCTIONS", 1)
    assert sqlite.check(url(path)) is None
    await (await open_store(url(path))).close()


async def test_links_to_one_database_have_one_lock(tmp_path):
    store = await open_store(url(tmp_path / "bot.sqlite3"))
    link = tmp_path / "other" / "link.sqlite3"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "bot.sqlite3")
    assert "Another bot is running" in await refused(link)
    assert sorted(file.name for file in link.parent.iterdir()) == ["link.sqlite3"]
    await store.close()
    await (await open_store(url(link))).close()


@pytest.mark.usefixtures("bot_on_it")
async def test_other_names_of_one_file_have_one_lock(tmp_path):
    """A folder or file that is mounted at two places has two names."""
    other = tmp_path / "other.sqlite3"
    other.hardlink_to(tmp_path / "bot.sqlite3")
    assert "Another bot is running" in await refused(other)


async def test_a_file_system_without_locks_is_refused(tmp_path, monkeypatch):
    def flock(*_):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", flock)
    assert "cannot be locked: No locks available; put it on a disk of this machine" in (
        await refused(tmp_path / "bot.sqlite3")
    )


async def test_a_sqlite_without_what_we_ask_of_it_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    assert "the bot needs 3.35 or later" in await refused(tmp_path / "bot.sqlite3")
    assert not [*tmp_path.iterdir()]


async def test_what_is_no_file_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")  # opening it would block for ever
    for path in (tmp_path, tmp_path / "pipe", "/dev/null"):
        assert "is no file; name one in DATABASE_URL" in await refused(path)


async def test_a_path_that_leads_nowhere_is_said(tmp_path):
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert "Too many levels of symbolic links" in await refused(tmp_path / "circle")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere" / "bot.sqlite3")
    assert "No such file or directory" in await refused(tmp_path / "dangling")
    assert "File name too long" in await refused(tmp_path / ("x" * 300))
    (tmp_path / "file").touch()
    assert "cannot be made: Not a directory" in await refused(tmp_path / "file" / "a" / "b")


async def test_a_new_database_is_logged(tmp_path, caplog):
    with caplog.at_level("INFO"):
        await (await open_store(url(tmp_path / "bot.sqlite3"))).close()
        assert caplog.text.count(f"there was no database {tmp_path}/bot.sqlite3: made one") == 1
        await (await open_store(url(tmp_path / "bot.sqlite3"))).close()
    assert caplog.text.count("there was no database") == 1


AS_NOBODY = """
import asyncio, os, sys
from sqlalchemy.engine import make_url
from bot.errors import StoreUnusable
from bot.store import open_store
async def main():
    for path in sys.argv[1:]:
        try:
            await (await open_store(make_url(f"sqlite+aiosqlite:///{path}"))).close()
        except StoreUnusable as error:
            print(error.message)
        else:
            print("opened")
        if os.getuid() == 0:  # the first is opened as root, which loads what is needed
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
asyncio.run(main())
"""


@pytest.mark.root
async def test_files_of_other_users_are_refused_by_name_or_work(tmp_path):
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        root.chmod(0o755)
        new = {kind: root / kind for kind in ("root", "wal", "lock", "own", "read", "folder")}
        for kind, folder in new.items():
            folder.mkdir()
            await (await open_store(url(folder / "b"))).close()
            for file in (folder, *folder.iterdir()):
                os.chown(file, 65534, 65534)
            if kind == "root":
                os.chown(folder / "b", 0, 0)
            elif kind in {"wal", "lock", "read"}:  # a backup's or another start's
                file = folder / {"wal": "b-wal", "lock": "b-lock", "read": "b-lock"}[kind]
                file.touch()
                os.chown(file, 0, 0)
                file.chmod(0o644 if kind == "read" else 0o600)
            elif kind == "folder":
                os.chown(folder, 0, 0)
        files = [folder / "b" for folder in (*new.values(), root / "new")]
        run = ran(sys.executable, "-c", AS_NOBODY, tmp_path / "first", *files, check=True)
        first, *said = run.stdout.splitlines()
        assert first == "opened"
        told = dict(zip([*new, "new"], said, strict=True))
        for kind, file in {"root": "b", "wal": "b-wal", "folder": ""}.items():
            assert f"{(new[kind] / file)} is read-only, or another user’s" in told[kind]
        assert f"{new['lock']}/b-lock cannot be locked: Permission denied" in told["lock"]
        assert told["read"] == told["own"] == "opened"
        assert "cannot be made: Permission denied; let the bot's user have it" in told["new"]

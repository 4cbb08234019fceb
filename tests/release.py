"""Writes the database of this version, with a row in each table, into tests/golden/releases.

`python -m tests.release` does so for the version in pyproject.toml. The file of a released version
never changes; before the release, write it again when the baseline changes.
"""

import asyncio
import sqlite3
import tempfile
import tomllib
from contextlib import closing
from pathlib import Path

from sqlalchemy import insert
from sqlalchemy.engine import make_url

from bot.store.guilds import ensure
from bot.store.schema import metadata
from bot.store.store import open_store
from tests.moment import MOMENT
from tests.paths import ROOT

RELEASES = ROOT / "tests" / "golden" / "releases"
GUILD = 123456789012345678
VALUES = {"Boolean": True, "Integer": 1, "BigInteger": 1, "Float": 1.5}
VALUES |= {"String": "é", "Text": "é", "JSON": [1, "é"]}
VALUES |= {"Date": MOMENT.date(), "DateTime": MOMENT.replace(tzinfo=None), "Moment": MOMENT}
"""Values by column type; they are the same in each table, so that references match."""


def version():
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


async def fill(path):
    """Make a database with a server's settings, a fact and a row in each table."""
    store = await open_store(make_url(f"sqlite+aiosqlite:///{path}"), lambda: MOMENT)
    async with store.database.write() as tx:
        await ensure(tx, GUILD)
        for table in metadata.sorted_tables:
            row = {column.key: VALUES[type(column.type).__name__] for column in table.columns}
            await tx.execute(insert(table).values(row))
    await store.facts.put("editions", "secret")
    await store.close()


def dump():
    """Return a new database as SQL."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bot.sqlite3"
        asyncio.run(fill(path))
        with closing(sqlite3.connect(path)) as connection:
            return "\n".join(connection.iterdump()) + "\n"


if __name__ == "__main__":
    RELEASES.mkdir(exist_ok=True)
    (RELEASES / f"{version()}.sql").write_text(dump(), "utf-8")

"""Columns: each is declared once, and mypy checks what is written to them."""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

import pytest
from sqlalchemy import BigInteger, String

from bot.store import rows
from bot.store.guilds import ensure
from bot.store.schema import Race, RacePlayer, Rating, metadata
from bot.store.schema.columns import column, table_of
from bot.store.schema.columns import table as make
from tests.bot.examples.races import race
from tests.bot.statements import noted
from tests.moment import MOMENT
from tests.paths import ROOT
from tests.programs import ran

GUILD = 7
MISTAKES = """
from dataclasses import replace

from bot.store import Transaction, rows
from bot.store.schema import Act, Race, RacePlayer


async def six(tx: Transaction, race: Race, player: RacePlayer, act: Act) -> None:
    race = await rows.change(tx, race, replace(race, state="over", due_at=None))
    await rows.change(tx, race, replace(race, stat="over"))  # no such column
    await rows.change(tx, race, replace(race, due_at="tomorrow"))  # another type
    await rows.change(tx, race, replace(race, state="finished"))  # none of its values
    await rows.change(tx, race, replace(race, level=None))  # never null
    await rows.change(tx, player, replace(player, user_id=race.host))  # read of no column
    await rows.add(tx, RacePlayer(race_id=race.id, user_id=act.user))  # a column is missing
    await rows.add(tx, RacePlayer(race_id=race.id, user_id=act.user, joined_at=act.at))
"""
ANY_NUMBER = {"select", "union", "table", "Table", "json_array", "op.create_table"}
"""SQL functions that take any number of like arguments; below, functions of libraries."""
ANY_NUMBER |= {"TypeVar", "table.add_row", "self._highs.addCol", "self._anneal"}


@pytest.mark.slow
def test_mypy_sees_a_wrong_column_and_a_wrong_type(tmp_path):
    wrong = tmp_path / "six.py"
    wrong.write_text(MISTAKES, "utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", wrong]
    run = ran(*command, cwd=ROOT, timeout=600)
    found = [int(line) for line in re.findall(r"six\.py:(\d+): error", run.stdout)]
    lines = enumerate(MISTAKES.splitlines(), 1)
    assert found == [number for number, line in lines if "  # " in line], run.stdout


def test_no_call_has_more_than_five_positional_arguments():
    many, folders = [], (ROOT / name for name in ("bot", "solvers", "playground"))
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) <= 5:
                continue
            name = ast.unparse(node.func)
            if name not in ANY_NUMBER:
                many.append(f"{path.relative_to(ROOT)}:{node.lineno}: {name}")
    assert not many


def test_what_a_field_says_becomes_a_column():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Example:
        id: Annotated[int, column(primary_key=True)] = 0
        race_id: Annotated[str | None, column(references="races.id", ondelete="SET NULL")]
        user_id: Annotated[Annotated[int, column(BigInteger)] | None, column(index=True)]
        name: Annotated[str, column(String(5))]
        at: datetime
        words: tuple[str, ...]
        more: tuple[str, ...] | None

    try:
        example = make("example", Example)
        columns = example.c
        nullable = {one.name for one in columns if one.nullable}
        assert nullable == {"race_id", "user_id", "more"}
        kinds = {one.name: type(one.type).__name__ for one in columns}
        assert kinds["user_id"] == "BigInteger"
        assert kinds["at"] == "Moment"
        assert kinds["words"] == "JSON"
        assert not columns.words.type.none_as_null
        assert columns.more.type.none_as_null
        assert columns.user_id.index
        (key,) = columns.race_id.foreign_keys
        assert (key.target_fullname, key.ondelete) == ("races.id", "SET NULL")
        assert columns.name.type.length == 5
        assert example.autoincrement_column is columns.id
        assert table_of(Example) is example
    finally:
        metadata.remove(metadata.tables["example"])


async def test_a_record_is_kept_found_and_changed(store):
    async with store.database.write() as tx:
        await ensure(tx, GUILD)
        new = race(id="abc", guild_id=GUILD, words=("cat", "dog"))
        assert await rows.add(tx, new) == new
        player = RacePlayer(race_id="abc", user_id=5, joined_at=MOMENT)
        added = await rows.add(tx, player)
        assert added == replace(player, id=added.id)
        assert added.id
        more = [replace(player, user_id=user) for user in (9, 8, 7)]
        await rows.add_all(tx, more)
        await rows.add_all(tx, [])
        stored = await rows.every(tx, RacePlayer, rows.chosen(RacePlayer).order_by("id"))
        assert [one.user_id for one in stored] == [5, 9, 8, 7]
        assert len({one.id for one in stored}) == 4
    async with store.database.write() as tx:
        before = await rows.get(tx, Race, "abc")
        assert before == new
        after = await rows.change(tx, before, replace(before, words=(), next_id="def"))
        assert after == await rows.get(tx, Race, "abc")
        assert await rows.get(tx, Race, "xyz") is None
        assert await rows.get(tx, Race, None) is None
        with pytest.raises(AssertionError, match="another row"):
            await rows.change(tx, after, replace(after, id="xyz"))


async def test_only_what_differs_is_written(store):
    with noted(store.database) as statements:
        async with store.database.write() as tx:
            await ensure(tx, GUILD)
            one = await rows.add(tx, race(id="abc", guild_id=GUILD))
            statements.clear()
            assert await rows.change(tx, one, one) == one
            assert statements == []
            await rows.change(tx, one, replace(one, next_id="def"))
            (statement,) = statements
            assert re.search(r"UPDATE races SET next_id=\S+ WHERE", statement)


async def test_thousands_of_records_are_one_statement(store):
    with noted(store.database) as statements:
        async with store.database.write() as tx:
            await ensure(tx, GUILD)
            await rows.add(tx, race(id="abc", guild_id=GUILD))
            statements.clear()
            people = [RacePlayer(race_id="abc", user_id=n, joined_at=MOMENT) for n in range(3000)]
            await rows.add_all(tx, people)
            assert len(statements) == 1
            stored = await rows.every(tx, RacePlayer, rows.chosen(RacePlayer))
            assert {one.user_id for one in stored} == {*range(3000)}
            await rows.put_all(tx, [replace(one, points=1) for one in stored])
            assert len(statements) == 3


async def test_a_record_is_put_whether_or_not_there_is_one(store):
    async with store.database.write() as tx:
        await ensure(tx, GUILD)
        values = {"guild_id": GUILD, "game": "ladder", "sigma": 2.0, "last_at": MOMENT}
        first = Rating(id=7, user_id=5, mu=25.0, **values)
        await rows.put(tx, first)
        await rows.put(tx, second := replace(first, mu=26.0, wins=1))
        assert await rows.get(tx, Rating, 7) == second
        other = await rows.add(tx, Rating(user_id=6, mu=20.0, **values))
        await rows.put_all(tx, changed := [replace(first, games=3), replace(other, games=4)])
        assert await rows.every(tx, Rating, rows.chosen(Rating).order_by("user_id")) == changed

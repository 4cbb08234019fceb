"""Cards have limits: for one card, for one person, and for all."""

import contextlib
import shutil
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy import func, insert, select

from bot.errors import CardExpired, NotKept, Unsaved
from bot.store import budget, database, retention
from bot.store import cards as limits
from bot.store.schema import cards
from tests.bot.postgres import on_sqlite

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


async def count(store):
    async with store.database.read() as tx:
        return (await tx.execute(select(func.count()).select_from(cards))).scalar_one()


async def test_a_card_has_a_largest_size(store):
    frame = len('{"words":""}')
    for letter in ("x", "é"):
        most = (limits.MOST_BYTES - frame) // len(letter.encode())
        key = await store.cards.add("snake", {"words": letter * most})
        assert await store.cards.get("snake", key) == {"words": letter * most}
        with pytest.raises(NotKept, match="too long"):
            await store.cards.add("snake", {"words": letter * (most + 1)})
    assert await count(store) == 2


async def test_a_person_has_a_limited_number_an_hour_and_others_are_not_harmed(store, monkeypatch):
    monkeypatch.setattr(limits, "UNITS_AN_HOUR", 10)
    for _ in range(10):
        await store.cards.add("ladder", {}, NOON, user=1)
    with pytest.raises(NotKept, match="last hour"):
        await store.cards.add("ladder", {}, NOON, user=1)
    await store.cards.add("ladder", {}, NOON, user=2)
    await store.cards.add("ladder", {}, NOON + timedelta(hours=1), user=1)
    assert await count(store) == 12


async def test_a_large_card_counts_as_several(store, monkeypatch):
    monkeypatch.setattr(limits, "UNITS_AN_HOUR", 10)
    large = {"words": "x" * 9 * limits.UNIT}
    await store.cards.add("snake", large, NOON, user=1)
    with pytest.raises(NotKept, match="last hour"):
        await store.cards.add("ladder", {}, NOON, user=1)


async def test_an_hour_of_one_person_is_little(store):
    """Whatever somebody sends in adds up to little more than a megabyte."""
    for size in (1, 200, 3 * limits.UNIT, limits.MOST_BYTES - 100):
        store.cards._units.clear()
        store.cards._units_of_day.clear()
        kept = 0
        with contextlib.suppress(NotKept):
            while kept < 10**7:
                store.cards._count(1, size, NOON)
                kept += size
        assert 0 < kept <= limits.UNITS_AN_HOUR * limits.UNIT


async def test_a_day_of_one_person_pushes_nobodys_buttons_out(store):
    """Thirty such days are a small part of everything stored; others have their own limit."""
    for size in (limits.MOST_BYTES - 100, 3 * limits.UNIT, 200, 1):
        store.cards._units_of_day.clear()
        kept = 0
        for hour in range(12):
            with contextlib.suppress(NotKept):
                while True:
                    store.cards._count(1, size, NOON + timedelta(hours=hour))
                    kept += size
        assert 0 < kept <= limits.UNITS_A_DAY * limits.UNIT
    assert limits.CARD_DAYS * limits.UNITS_A_DAY * limits.UNIT < limits.MOST_BYTES_IN_ALL / 15
    late = NOON + timedelta(hours=11, minutes=30)
    with pytest.raises(NotKept, match=r"no buttons\. They’ll be back in 1 hour\."):
        await store.cards.add("ladder", {}, late, user=1)
    await store.cards.add("ladder", {}, late, user=2)
    await store.cards.add("ladder", {}, NOON + timedelta(hours=12), user=1)
    assert await count(store) == 2


async def test_cards_come_out_of_what_a_person_may_have_stored_in_a_day(store):
    store.database.budget.note(1, budget.BYTES_A_DAY - 1000, NOON)
    await store.cards.add("ladder", {}, NOON, user=1)
    with pytest.raises(NotKept, match="be back in 12 hours"):
        await store.cards.add("ladder", {"words": "x" * 1000}, NOON, user=1)
    await store.cards.add("ladder", {"words": "x" * 1000}, NOON, user=2)


async def test_cards_that_cannot_be_stored_are_held_and_stored_in_portions(store, monkeypatch):
    monkeypatch.setattr(limits, "LARGEST_BATCH", 3)
    writing = store.database._writing
    writing.silent = True
    some = [await store.cards.add("ladder", {"n": n}) for n in range(10)]
    room = store.cards._held_size
    monkeypatch.setattr(limits, "MOST_HELD", room)
    with pytest.raises(Unsaved):
        await store.cards.add("ladder", {})
    with pytest.raises(Unsaved):
        await store.cards.store_held()
    for n, key in enumerate(some):
        assert await store.cards.get("ladder", key) == {"n": n}
        with pytest.raises(CardExpired):
            await store.cards.get("snake", key)
    assert await count(store) == 0
    writing.silent = False
    async with store.database.write() as tx:  # one was stored without an answer
        await tx.execute(insert(cards), [store.cards._held[some[4]]])
    await store.cards.store_held()
    assert (await count(store), store.cards._held, store.cards._held_size) == (10, {}, 0)
    for n, key in enumerate(some):
        assert await store.cards.get("ladder", key) == {"n": n}


async def test_nobody_waits_long_for_a_card_to_be_stored(store, monkeypatch):
    monkeypatch.setattr(limits, "BRIEF_SECONDS", 0.05)
    async with store.database._writer:
        if store.database.shared:
            monkeypatch.setattr(store.cards._batches, "_alongside", False)
        key = await store.cards.add("ladder", {"n": 1})
        assert await store.cards.get("ladder", key) == {"n": 1}
    await store.cards.store_held()
    assert await count(store) == 1


@on_sqlite
async def test_cards_stop_on_a_disk_that_is_nearly_full_and_come_back(store, monkeypatch, caplog):
    free = database.LEAST_FREE - 1_000_000
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    for _ in range(3):
        with pytest.raises(NotKept, match="disk space"):
            await store.cards.add("ladder", {})
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    await store.facts.put("contests", "go on")
    assert await store.facts.get("contests") == "go on"
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=database.LEAST_FREE))
    with pytest.raises(NotKept):
        await store.cards.add("ladder", {})  # the check is remembered for a moment
    store.database._look_at = 0
    key = await store.cards.add("ladder", {"n": 1})
    assert await store.cards.get("ladder", key) == {"n": 1}


@on_sqlite
async def test_room_within_the_file_counts_as_room(store, monkeypatch):
    before = await store.database.space()
    monkeypatch.setattr(database, "LEAST_FREE", 200_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    with pytest.raises(NotKept, match="disk space"):
        await store.cards.add("ladder", {})
    async with store.database.write() as tx:
        row = {"kind": "k", "size": 1, "typed": False, "created_at": datetime(2020, 1, 1)}  # noqa: DTZ001
        rows = [row | {"id": str(n), "content": "x" * 20_000} for n in range(50)]
        await tx.execute(insert(cards), rows)
    assert await store.cards.prune(NOON) == 50
    assert await store.database.erase()
    after = await store.database.space()
    assert after.size > before.size + 500_000
    assert after.free > 500_000
    store.database._look_at = 0
    assert await store.cards.add("ladder", {})


async def test_the_oldest_go_when_all_are_too_large(store, monkeypatch):
    monkeypatch.setattr(retention, "ROWS_A_BATCH", 3)
    moments = [NOON + timedelta(minutes=n) for n in range(20)]
    keys = [await store.cards.add("ladder", {"n": "x" * 90}, moment) for moment in moments]
    assert await store.cards.prune(NOON + timedelta(hours=1)) == 0
    monkeypatch.setattr(limits, "MOST_BYTES_IN_ALL", 850)  # eight of 98 bytes each
    assert await store.cards.prune(NOON + timedelta(hours=1)) == 12
    for number, key in enumerate(keys):
        if number < 12:
            with pytest.raises(CardExpired):
                await store.cards.get("ladder", key)
        else:
            assert await store.cards.get("ladder", key)

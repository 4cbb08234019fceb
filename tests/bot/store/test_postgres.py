"""PostgreSQL only: what it refuses, restarts, PgBouncer, cut-off processes, backups."""

import asyncio
import contextlib
import itertools

import pytest
from sqlalchemy import insert

from bot.errors import Unsaved, Unsure
from bot.store import Database, open_store, postgres
from bot.store.move import content
from bot.store.schema import facts
from bot.ui import health
from bot.ui.jobs import housekeeping
from bot.watchdog import Watchdog
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.postgres import ask
from tests.bot.store.everything import ANNA
from tests.bot.store.refusals import refused
from tests.bot.world import SCOPE, T0, WORDS, World, after

on_postgresql = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
ORDERS = [WORDS[n:] + WORDS[:n] for n in range(len(WORDS))]

WRONG = {
    "1": "cannot be used: Connection refused; check DATABASE_URL, and whether its server runs",
    "?host=/nowhere": "cannot be used: No such file or directory; check DATABASE_URL",
    "?options=-csearch_path%3Dmine": "has no such schema",
    "?options=-cmine%3D1": 'cannot be used: unrecognized configuration parameter "mine"',
    "?options=geheim": "invalid command-line argument for server process: …",
    "?sslmode=geheim": 'cannot be used: invalid sslmode value: "…"',
    "?sslmode=verify-full&sslrootcert=/nowhere&host=localhost&port=1": "Connection refused",
    "?pasword=geheim": 'cannot be used: invalid connection option "pasword"',
    "?connect_timeout=geheim": "cannot be used: bad value for connect_timeout",
    "?service=geheim": "cannot be used: definition of service",
    "?host=no.such.invalid": "cannot be used: failed to resolve host",
}
"""The messages for a URL with another port, or with options."""


@pytest.mark.slow
async def test_what_is_wrong_with_a_database_is_said_in_one_sentence(cluster):
    with cluster.database() as url:
        name = url.database
        assert "does not exist; make it" in await refused(url.set(database="nowhere"))
        for options, sentence in WRONG.items():
            port, _, query = options.partition("?")
            wrong = url if query else url.set(host="127.0.0.1", port=port, query={})
            wrong = wrong.set(password="geheim").update_query_string(query)
            said = await refused(wrong)
            assert sentence in said
            assert said.startswith(f"The database {name} on ")
            assert "geheim" not in said
        assert "does not let the user in" in await refused(url.set(username="stranger"))
        cluster.ask("postgres", "CREATE ROLE guest LOGIN")
        assert "is not ours to write to" in await refused(url.set(username="guest"))
        cluster.ask(name, "UPDATE alembic_version SET version_num = '9999'")
        assert "newer version" in await refused(url)
        cluster.ask(name, "UPDATE alembic_version SET version_num = '0001'")
        cluster.ask("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        assert "is read-only" in await refused(url)
    latin = "CREATE DATABASE latin ENCODING SQL_ASCII LOCALE 'C' TEMPLATE template0"
    cluster.ask("postgres", latin)
    assert "encoding is SQL_ASCII" in await refused(cluster.url("latin"))


@on_postgresql
async def test_the_bots_of_several_processes_may_start_at_once(database_url, cluster):
    with cluster.database("template0") as url:
        stores = await asyncio.gather(*(open_store(url) for _ in range(3)))
        secrets = {await store.facts.settle("secret", str(n)) for n, store in enumerate(stores)}
        assert secrets == {"0"}
        for store in stores:
            await store.close()


@on_postgresql
async def test_new_cards_wait_for_nobody_who_writes(database_url, store):
    other = await open_store(database_url)
    writing, done = asyncio.Event(), asyncio.Event()

    async def write():
        async with store.database.write():
            writing.set()
            await done.wait()

    slow = asyncio.create_task(write())
    await writing.wait()
    putting = asyncio.create_task(other.facts.put("b", ""))
    card = await other.cards.add("ladder", {})
    assert await other.cards.get("ladder", card) == {}
    assert not putting.done()
    done.set()
    await asyncio.gather(slow, putting)
    await other.close()


@on_postgresql
async def test_a_commit_whose_connection_breaks_is_not_called_lost(store, cluster):
    async def write(*, last):
        async with store.database.write() as tx:
            own = (await tx.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one()
            if not last:
                cluster.ask("postgres", "SELECT pg_terminate_backend(%s, 5000)", own)
            await tx.execute(insert(facts).values(name="a", value=""))
            if last:
                cluster.ask("postgres", "SELECT pg_terminate_backend(%s, 5000)", own)

    with pytest.raises(Unsure):
        await write(last=True)
    with pytest.raises(Unsaved) as told:
        await write(last=False)
    assert not isinstance(told.value, Unsure)


@pytest.mark.slow
@on_postgresql
async def test_a_process_that_is_cut_off_while_it_writes_holds_up_others_for_seconds_only(
    database_url, store, monkeypatch
):
    for kind in ("WRITING", "ALONGSIDE"):
        (option,) = getattr(postgres, kind).items()
        sooner = option[1].replace("session_timeout', '10s'", "session_timeout', '1s'")
        assert sooner != option[1]
        monkeypatch.setattr(postgres, kind, {option[0]: sooner})
    one = Database(database_url)

    async def cut_off():
        async with one.write() as tx:
            await tx.execute(insert(facts).values(name="lost", value=""))
            writing.set()
            await done.wait()

    writing, done = asyncio.Event(), asyncio.Event()
    cut = asyncio.create_task(cut_off())
    await writing.wait()
    await store.facts.put("kept", "")
    assert not cut.done()
    done.set()
    with pytest.raises(Unsaved):
        await cut
    assert await store.facts.get("lost") is None
    await one.close()


@pytest.mark.slow
async def test_a_server_that_is_killed_loses_nothing_confirmed_and_is_found_again(
    durable_cluster, lexicons
):
    with durable_cluster.database() as url:
        store = await open_store(url)
        world = World(store.database, lexicons)
        contest = await world.announced()
        confirmed, over = {}, asyncio.Event()

        async def play(user):
            for interaction in itertools.count(user * 10_000):
                if over.is_set():
                    return
                with contextlib.suppress(Unsaved):
                    receipt = await world.send(
                        contest, user, after(minutes=1), ORDERS[user % 6], interaction=interaction
                    )
                    confirmed[interaction] = receipt.answer.score

        playing = [asyncio.create_task(play(user)) for user in range(1, 9)]
        for _ in range(3):
            enough = len(confirmed) + 40
            while len(confirmed) < enough:
                await asyncio.sleep(0.01)
            durable_cluster.kill()
            durable_cluster.start()
        over.set()
        await asyncio.gather(*playing)
        tries = await ask(store.database, "SELECT id, score FROM submissions")
        entrants = await ask(store.database, "SELECT sum(tries) FROM entrants")
        assert confirmed.items() <= {row.id: row.score for row in tries}.items()
        assert [tuple(row) for row in entrants] == [(len(tries),)]
        await store.close()


@pytest.mark.slow
async def test_transactions_may_each_go_by_another_connection_of_a_pgbouncer(cluster, lexicons):
    with cluster.database("template0") as url, cluster.pooled(url.database) as pooled:
        stores = [await open_store(pooled) for _ in range(2)]
        worlds = [World(store.database, lexicons) for store in stores]
        contest = await worlds[0].announced()

        async def play(n):
            world = worlds[n % 2]
            await world.send(contest, n, after(minutes=1), ORDERS[n % 6], interaction=n)
            await world.contests.queries.board(contest.id)
            await world.guilds.rules(n)

        await asyncio.gather(*(play(n) for n in range(1, 61)))
        assert (await worlds[0].privacy.export(5)).complete
        for world in worlds:
            await world.contests.transitions.advance(after(days=1))
        board = await worlds[1].contests.queries.board(contest.id)
        assert (board.contest.state, len(board.rows)) == ("revealed", 60)
        assert await stores[0].privacy.forget(5)
        season = await worlds[0].contests.queries.standings(SCOPE, best=1)
        assert 5 not in {row.user_id for row in season.rows}
        for store in stores:
            await store.close()


@pytest.mark.slow
@on_postgresql
async def test_a_backup_that_was_restored_has_everything(world, all_over, cluster):
    async with world.database.read() as tx:
        before = await content(tx)
    file = cluster.folder / "backup"
    cluster.dump(world.database.url.database, file)
    await world.privacy.forget(ANNA)
    with cluster.database("template0") as url:
        cluster.restore(url.database, file)
        store = await open_store(url)
        async with store.database.read() as tx:
            after_it = await content(tx)
        assert {name for name in before if before[name] != after_it[name]} <= {"facts"}
        assert await store.privacy.show(ANNA)
        assert await store.privacy.forget(ANNA)  # the host has to repeat it
        await store.close()


@on_postgresql
async def test_rows_that_somebody_left_are_given_up_once_they_are_forgotten(world, all_over, store):
    """It happens once a night, in some tables; docs/hosting.md says which bytes may be left."""

    async def vacuumed():
        done = "SELECT relname FROM pg_stat_user_tables WHERE last_vacuum IS NOT NULL"
        return {row.relname for row in await ask(world.database, done)}

    await world.privacy.forget(ANNA)
    (clean,) = [job for job in housekeeping(store) if job.name.startswith("giving up")]
    await clean.run(T0.replace(hour=2))
    assert await vacuumed() == set()
    await clean.run(T0.replace(hour=3))
    assert {"entrants", "messages", "daily_plays"} <= await vacuumed()
    assert not {"facts", "cards", "guilds"} & await vacuumed()
    assert not await ask(world.database, "SELECT name FROM facts WHERE name LIKE 'emptied%'")


@pytest.mark.slow
@on_postgresql
async def test_a_whole_bot_answers_measures_and_forgets(database_url, tmp_path):
    async with BotOnPlayground(tmp_path, database_url=str(database_url)) as app:
        pia = app.person("pia")
        reply = await (await pia.run("/ladder cat dog")).reply()
        assert "cat → dog" in reply.text
        assert (await (await pia.press(reply, reply.buttons[0])).reply()).text
        healthy, found = await health.report(app.client, Watchdog())
        assert (healthy, found["disk"]["free"]) == (True, None)
        assert b"bot_database_free_bytes NaN" in await health.measure(app.client, Watchdog())
        asked = await (await pia.run("/privacy forget")).reply()
        assert asked.text

"""What is kept about a person: all of it shown, all of it forgotten, nobody else harmed."""

import asyncio
import contextlib
import io
import json
import re
import sqlite3
import zipfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import JSON, BigInteger, String, event, insert

from bot.errors import Refused
from bot.solving import Requester
from bot.store import audit, database, open_store, outbox, privacy, sqlite
from bot.store.cards import Cards
from bot.store.privacy import BELONGINGS, FREE_TEXTS, HOLDINGS
from bot.store.schema import daily_shares, metadata
from bot.ui.jobs import housekeeping
from tests.bot.contests.lists import NOISE, TWENTY
from tests.bot.organising import until
from tests.bot.postgres import ask, dump, on_both, on_sqlite
from tests.bot.statements import noted
from tests.bot.store.everything import ANNA, BEN, CARL, GOOD, SNOWFLAKE
from tests.bot.world import GUILD, HOST, SCOPE, World, after, url
from tests.security import crowd

# Discord's ids that belong to no person, and ids of interactions.
OF_NO_PERSON = {
    "bot_id",
    "guild_id",
    "channel_id",
    "parent_id",
    "message_id",
    "contest_role_id",
    "role_id",
    "ping_role_id",
}
OF_INTERACTIONS = {
    "submissions.id",
    "practices.id",
    "practice_tries.id",
    "practice_tries.practice_id",
    "entrants.best_submission",
    "daily_tries.id",
    "race_moves.id",
    "training_tries.id",
}
# Texts and JSON with only what the bot makes, checks or takes from a choice.
OF_OUR_MAKING = {
    "audit.action",
    "audit.contest_id",
    "cards.id",
    "cards.kind",
    "contest_templates.exceptions",
    "contest_templates.id",
    "contest_templates.options",
    "contest_templates.problem",
    "contest_templates.repeats",  # normalised, not as typed
    "contest_templates.time_zone",
    "contest_templates.words",  # letters, or the number to draw
    "contests.board",
    "contests.certificate",
    "contests.commitment",
    "contests.commitment_text",
    "contests.denied",
    "contests.drawn",
    "contests.id",
    "contests.lexicon",
    "contests.par_order",
    "contests.game",
    "contests.rule",
    "contests.salt",
    "contests.season_id",
    "contests.state",
    "contests.ties",
    "contests.template_id",
    "contests.tier",
    "contests.words",  # letters a to z only, as everywhere
    "daily_editions.commitment",
    "daily_editions.commitment_text",
    "daily_editions.content",
    "daily_editions.lexicon",
    "daily_editions.salt",
    "daily_plays.best",
    "daily_plays.hints",
    "daily_plays.progress",
    "entrants.progress",
    "practices.progress",
    "daily_plays.tombstone",
    "daily_setups.games",
    "daily_setups.time_zone",
    "daily_tries.words",  # letters as typed, and ? for whatever is none
    "entrants.contest_id",
    "entrants.tombstone",
    "facts.name",
    "facts.value",
    "guild_words.word",
    "guilds.policy",
    "guilds.tier",
    "guilds.time_zone",
    "live_words.contest_id",
    "live_words.word",
    "messages.contest_id",
    "messages.kind",
    "messages.last_error",  # an error's message
    "messages.nonce",
    "messages.race_id",
    "practice_tries.positions",
    "practice_tries.words",
    "practices.contest_id",
    "puzzle_ratings.game",
    "puzzle_ratings.puzzle",
    "race_moves.words",  # letters as typed, and ? for whatever is none
    "race_players.race_id",
    "race_plays.best",
    "race_plays.progress",
    "race_rounds.commitment",
    "race_rounds.commitment_text",
    "race_rounds.content",
    "race_rounds.progress",
    "race_rounds.puzzle",
    "race_rounds.race_id",
    "season_places.season_id",
    "seasons.id",
    "seasons.scoring",
    "seasons.template_id",
    "messages.season_id",
    "messages.template_id",
    "ratings.game",
    "races.end",
    "races.game",
    "races.id",
    "races.mode",
    "races.next_id",
    "races.state",
    "races.tier",
    "races.token",  # Discord's
    "races.words",  # letters a to z only
    "submissions.contest_id",
    "submissions.explanation",
    "submissions.positions",
    "submissions.words",
    "training_puzzles.content",
    "training_puzzles.end",
    "training_puzzles.hints",
    "training_puzzles.progress",
    "training_puzzles.puzzle",
    "training_tries.words",  # letters as typed, and ? for whatever is none
    "trainings.game",
}
UNUSED = SimpleNamespace(prune=None, purge=None, store_held=None)
JOBS = {"cards": UNUSED, "retention": UNUSED, "guilds": UNUSED}
NUMBERS = {
    "contests.bound",
    "contests.par",
    "entrants.best_score",
    "entrants.reached_ms",
    "entrants.shown_ms",
    "entrants.shown_score",
    "practice_tries.score",
    "submissions.score",
}


def test_every_column_that_can_hold_a_persons_id_is_listed():
    """Each 64-bit number is listed as a person's, or named here as something else."""
    listed = {str(holding.column) for holding in HOLDINGS}
    unknown = {
        str(column)
        for table in metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, BigInteger)
        and column.name not in OF_NO_PERSON
        and str(column) not in OF_INTERACTIONS | NUMBERS | listed
    }
    assert unknown == set()
    assert all(isinstance(holding.column.type, BigInteger) for holding in HOLDINGS)


def test_a_column_that_is_named_for_a_person_is_listed_whatever_its_type():
    listed = {str(holding.column) for holding in HOLDINGS}
    named = {
        str(column)
        for table in metadata.tables.values()
        for column in table.columns
        if re.search(r"user|member|person|actor|author|owner|_by$", column.name)
    }
    assert named == listed


def test_rows_that_belong_to_a_persons_rows_are_listed():
    """Tables that refer to one with a person's id are theirs, too, and in their export."""
    owned = {holding.table.name for holding in HOLDINGS if holding.column.name == "user_id"}
    belong = {
        f"{table.name}.{key.parent.name}"
        for table in metadata.tables.values()
        for key in table.foreign_keys
        if key.column.table.name in owned
    }
    assert belong - {"audit.entrant_id"} == {str(column) for _, column, _ in BELONGINGS}


def test_columns_of_free_text_are_known():
    texts = {
        str(column)
        for table in metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, String | JSON)  # Text is a String
    }
    assert texts == {str(column) for column in FREE_TEXTS} | OF_OUR_MAKING


@on_both
async def test_the_export_has_everything_and_nobody_else(world, full):
    review = await world.contests.queries.review(full[0].id, Requester(ANNA, GUILD))
    assert await world.privacy.show(ANNA) == {
        "contests you entered": 2,
        "entrants you disqualified": 1,
        "contests you created": 1,
        "templates of contests you saved": 1,
        "seasons of contests you started": 1,
        "seasons of contests you have a place in": 1,
        "how well you race and play contests": 2,
        "contests you practised": 1,
        "what you did as an organiser": 6,
        "tries you sent in": 2,
        "tries you practised": 1,
        "daily puzzles you played": 1,
        "tries at daily puzzles": 1,
        "servers where your daily puzzles count": 1,
        "texts that name you": 8,
    }
    text = (await world.privacy.export(ANNA)).content.decode()
    export = json.loads(text)
    assert str(ANNA) in text
    assert not re.search(f"{BEN}|{CARL}|{HOST}", text)
    assert [row["words"] for row in export["tries you sent in"]] == [list(GOOD)] * 2
    (tried,) = export["tries at daily puzzles"]
    assert tried["words"] == ["c?t", "…"]
    explained = [row["explanation"] for row in export["tries you sent in"]]
    assert [one and one["sentence"] for one in explained] == [review.explanation.sentence, None]
    assert not {"salt", "tombstone", "par_order"} & {
        key for rows in export.values() for row in rows for key in row
    }
    assert json.loads((await world.privacy.export(999)).content) == {}
    assert await world.privacy.show(999) == {}


@on_both
async def test_forgetting_removes_the_id_from_the_whole_database(world, full):
    assert str(ANNA) in await dump(world.database)
    await world.privacy.forget(ANNA)
    assert str(ANNA) not in await dump(world.database)
    assert str(BEN) in await dump(world.database)
    assert await world.privacy.show(ANNA) == {}
    await world.privacy.forget(ANNA)


async def test_others_keep_their_places_and_their_tries(world, full):
    finished, running, _ = full
    boards = [await world.contests.queries.board(contest.id) for contest in (finished, running)]
    await world.privacy.forget(ANNA)
    for board in boards:
        now = await world.contests.queries.board(board.contest.id)
        assert len(now.rows) == len(board.rows)
        for before, line in zip(board.rows, now.rows, strict=True):
            assert (line.place, line.score) == (before.place, before.score)
            assert line.user_id == (None if before.user_id == ANNA else before.user_id)
    exported, _ = await world.contests.queries.export(finished.id, GUILD, world.act())
    rows = exported.decode().splitlines()
    assert sum("(forgotten)" in row for row in rows) == 1
    season = await world.contests.queries.standings(SCOPE, best=3)
    assert [(line.place, line.user_id) for line in season.rows] == [(1, BEN)]


async def test_somebody_forgotten_in_a_running_contest_cannot_begin_it_again(world, full):
    _, running, _ = full
    await world.privacy.forget(ANNA)
    at = after(days=1, minutes=1)
    for call in (
        world.contests.play.start(SCOPE, running.id, world.act(ANNA, at)),
        world.contests.play.entry(SCOPE, running.id, world.act(ANNA, at)),
        world.send(running, ANNA, at, GOOD),
    ):
        with pytest.raises(Refused) as refused:
            await call
        assert refused.value.reason == "left"
    await world.contests.transitions.advance(after(days=2))
    text = await dump(world.database)
    query = "SELECT 1 FROM entrants WHERE tombstone IS NOT NULL"
    assert await ask(world.database, query) == []
    assert str(ANNA) not in text


async def test_a_retried_snake_of_somebody_forgotten_is_nobodys(world):
    contest = await world.announced()
    await world.send(contest, ANNA, after(minutes=1), interaction=5)
    await world.privacy.forget(ANNA)
    with pytest.raises(Exception, match="forgotten"):
        await world.send(contest, ANNA, after(minutes=1), interaction=5)


async def test_somebody_who_is_only_named_learns_so_and_can_be_forgotten(world):
    contest = await world.announced(title=f"For <@{ANNA}> and <@{BEN}>")
    words = f"{SNOWFLAKE} {ANNA} {'secret ' * 100}"
    await Cards(world.database).add("contest-plan", {"words": [words]}, typed=True)
    assert await world.privacy.show(ANNA) == {"texts that name you": 2}
    (export,) = json.loads((await world.privacy.export(ANNA)).content).values()
    assert export[0] == {"where": "contests.title", "text": f"For <@{ANNA}> and (somebody)"}
    assert export[1]["text"].startswith(f"(somebody) {ANNA} secret")
    assert len(export[1]["text"]) < 130
    await world.privacy.forget(ANNA)
    assert await world.privacy.show(ANNA) == {}
    assert (await world.contests.queries.get(contest.id)).title == f"For (somebody) and <@{BEN}>"


async def test_a_number_that_only_contains_the_id_stays(world):
    contest = await world.announced(title=f"Number 9{ANNA}9, {ANNA}, <@!{ANNA}>")
    await world.privacy.forget(ANNA)
    title = (await world.contests.queries.get(contest.id)).title
    assert title == f"Number 9{ANNA}9, (somebody), (somebody)"


async def test_a_title_with_the_id_goes_from_what_was_posted_and_reported_too(world):
    contest = await world.announced(title=f"For <@{ANNA}>")
    async with world.database.write() as tx:
        text = f"The announcement of “{contest.title}” is gone from the channel."
        message = await outbox.find(tx, "announcement", contest_id=contest.id)
        await outbox.enqueue_failure_notice(tx, message, after(), text)
    version = (await world.contests.queries.post(contest.id, "announcement")).version
    await world.privacy.forget(ANNA)
    assert str(ANNA) not in await dump(world.database)
    assert (await world.contests.queries.post(contest.id, "announcement")).version == version + 1
    assert (
        "“For (somebody)” is gone" in (await world.contests.queries.failure_notices(contest.id))[0]
    )


async def test_an_id_that_was_typed_into_a_form_goes_from_what_was_kept_of_it(world):
    kept_cards = Cards(world.database)
    typed = {"title": f"For <@{ANNA}>", "words": ["a", f"{ANNA}"], "draft": None, "tries": 3}
    kept = await kept_cards.add("contest-plan", typed, typed=True)
    other = await kept_cards.add("contest-plan", {"title": f"9{ANNA}9"}, typed=True)
    await world.privacy.forget(ANNA)
    assert await kept_cards.get("contest-plan", kept) == {
        "title": "For (somebody)",
        "words": ["a", "(somebody)"],
        "draft": None,
        "tries": 3,
    }
    assert await kept_cards.get("contest-plan", other) == {"title": f"9{ANNA}9"}


def encodings(number):
    """Return a number as SQLite may write it: as text, as an integer of a record, as a varint."""
    septets = [number >> shift & 0x7F for shift in range(0, number.bit_length(), 7)]
    varint = bytes([*(septet | 0x80 for septet in reversed(septets[1:])), septets[0]])
    sizes = [size for size in (4, 6, 8) if number.bit_length() < 8 * size]
    return {str(number).encode(), varint, number.to_bytes(sizes[0]), number.to_bytes(8)}


def traces(world, number):
    """Return how often a number occurs in the database's files."""
    path = world.database.url.database
    files = [Path(path + end) for end in ("", "-wal")]
    content = b"".join(file.read_bytes() for file in files if file.exists())
    return sum(content.count(code) for code in encodings(number))


@on_sqlite
async def test_forgetting_leaves_no_byte_of_the_id(world, all_over):
    for somebody in (ANNA, SNOWFLAKE):
        assert traces(world, somebody) > 4
        await world.privacy.forget(somebody)
        assert traces(world, somebody) == 0
    assert traces(world, BEN) > 4


async def test_that_is_not_left_to_how_sqlite_was_compiled(tmp_path, lexicons, monkeypatch):
    """Without our pragma copies stay, and the test above would see them."""
    pragmas = [one for one in sqlite.PRAGMAS if "secure_delete" not in one]
    left = {}
    for name, chosen in (("off", [*pragmas, "secure_delete=OFF"]), ("ours", sqlite.PRAGMAS)):
        monkeypatch.setattr(sqlite, "PRAGMAS", chosen)
        store = await open_store(url(tmp_path / name))
        world = World(store.database, lexicons)
        share = {"user_id": SNOWFLAKE, "claimed_at": after(), "sent": True, "channel_id": 1}
        async with store.database.write() as tx:
            await tx.execute(insert(daily_shares), [share | {"number": n} for n in range(99)])
        await world.privacy.forget(SNOWFLAKE)
        left[name] = traces(world, SNOWFLAKE)
        await store.close()
    assert left["ours"] == 0 < left["off"]


@on_sqlite
async def test_it_waits_for_those_who_read_and_then_leaves_nothing(world, full, monkeypatch):
    monkeypatch.setattr("bot.store.database.ERASE_PAUSES", (0.01,) * 100_000)  # until it can
    reader = sqlite3.connect(world.database.url.database, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM entrants").fetchall()
    with noted(world.database) as statements:
        forgetting = asyncio.create_task(world.privacy.forget(ANNA))
        await until(lambda: len([one for one in statements if "wal_checkpoint" in one]) > 2)
    assert not await world.privacy.show(ANNA)
    # Others are held up neither until the end nor by an attempt, which waits for nobody.
    await world.guilds.change(
        GUILD, "x", world.act(BEN, after(days=2)), lambda now: replace(now, tier="common")
    )
    assert statements[statements.index("PRAGMA wal_checkpoint(TRUNCATE)") - 1].endswith("timeout=0")
    assert not forgetting.done()
    reader.execute("COMMIT")
    reader.close()
    await forgetting
    assert traces(world, ANNA) == 0


async def test_a_server_that_is_purged_leaves_no_byte_of_its_id(world, full):
    await world.guilds.present([GUILD + 1], after(days=2))
    assert str(GUILD) in await dump(world.database)
    assert await world.guilds.purge(after(days=33)) == 1
    text = await dump(world.database)
    assert not re.search(rf"\b{GUILD}\b", text)
    assert str(GUILD + 1) in text
    assert str(ANNA) in text  # the other server's
    if not world.database.shared:
        assert str(GUILD).encode() not in Path(world.database.url.database).read_bytes()


async def test_somebody_is_forgotten_once_at_a_time(world, full):
    written = []
    event.listen(
        world.database._engine.sync_engine,
        "before_cursor_execute",
        lambda *about: written.append(about[2]),
    )
    await asyncio.gather(*(world.privacy.forget(ANNA) for _ in range(10)))
    begun = "pg_advisory_xact_lock" if world.database.shared else "BEGIN IMMEDIATE"
    assert sum(begun in statement for statement in written) == 1
    assert len(world.privacy._forgetting) == 0
    assert str(ANNA) not in await dump(world.database)


@on_sqlite
async def test_no_table_is_looked_through_for_a_person(world, full):
    """Indexes find rows; for texts an index has those that contain anybody's id."""
    seen, engine = [], world.database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", lambda *about: seen.append(about[2:4]))
    await Cards(world.database).add("contest-plan", {"title": f"<@{ANNA}>"}, typed=True)
    await world.privacy.show(ANNA)
    await world.privacy.forget(ANNA)
    connection = sqlite3.connect(world.database.url.database)
    for query, values in seen:
        if query.startswith(("SELECT", "UPDATE", "DELETE")):
            for *_, plan in connection.execute(f"EXPLAIN QUERY PLAN {query}", values):
                scans = re.match(r"SCAN (?!\(|CONSTANT|\w+ USING INDEX ix_\w+_ids)", plan)
                assert not scans, (plan, query)
    connection.close()
    assert len(seen) >= 20


async def test_what_is_kept_is_read_by_one_at_a_time(world, full, monkeypatch):
    """However many people ask, connections are left for others."""
    read, open_, most = world.database.read, 0, 0

    @contextlib.asynccontextmanager
    async def counting(**options):
        nonlocal open_, most
        async with read(**options) as tx:
            open_ += 1
            most = max(most, open_)
            await asyncio.sleep(0)
            yield tx
            open_ -= 1

    monkeypatch.setattr(world.database, "read", counting)
    people = [ANNA, BEN, CARL] * 3
    await asyncio.gather(*map(world.privacy.show, people), *map(world.privacy.export, people))
    assert most == 1


async def test_what_is_written_between_the_look_and_the_lock_is_found_too(world, full, monkeypatch):
    write, late = world.database.write, [1]

    @contextlib.asynccontextmanager
    async def written_before(**options):
        if late:
            late.clear()
            async with write() as tx:
                await audit.note(tx, GUILD, world.act(ANNA), "x", detail=f"of <@{ANNA}>")
            await Cards(world.database).add("plan", {"title": f"<@{ANNA}>"}, typed=True)
            await world.announced(title=f"For {ANNA}", words=("run", "nausea"))
        async with write(**options) as tx:
            yield tx

    monkeypatch.setattr(world.database, "write", written_before)
    assert await world.privacy.forget(ANNA)
    assert not late
    assert str(ANNA) not in await dump(world.database)


@on_sqlite
async def test_what_cannot_be_erased_for_a_reader_is_erased_later(world, full, monkeypatch):
    monkeypatch.setattr(database, "ERASE_PAUSES", (0.01, 0.01))
    (again,) = [
        job
        for job in housekeeping(SimpleNamespace(database=world.database, **JOBS))
        if job.name == "erasing what could not be before"
    ]
    for pay in (lambda: world.privacy.forget(ANNA), lambda: again.run(after())):
        async with world.database.write() as tx:
            await audit.note(tx, GUILD, world.act(ANNA), "x", detail=f"of <@{ANNA}>")
        reader = sqlite3.connect(world.database.url.database, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM entrants").fetchall()
        assert not await world.privacy.forget(ANNA)
        assert not await world.privacy.forget(ANNA)  # although no row is left
        await again.run(after())
        assert await world.privacy.show(ANNA) == {}
        assert traces(world, ANNA) > 0
        reader.execute("COMMIT")
        reader.close()
        await pay()
        assert traces(world, ANNA) == 0
        assert await world.database.finish_erasing()


@on_sqlite
async def test_a_large_export_is_packed_and_one_too_large_is_cut(world, full, monkeypatch):
    whole = await world.privacy.export(ANNA)
    assert (whole.packed, whole.complete) == (False, True)
    monkeypatch.setattr(privacy, "LONGEST_TEXT", 100)
    monkeypatch.setattr(privacy, "ROWS_A_BATCH", 3)
    packed = await world.privacy.export(ANNA)
    assert (packed.packed, packed.complete) == (True, True)
    assert unpacked(packed) == json.loads(whole.content)
    reserve = privacy.RESERVE
    monkeypatch.setattr(privacy, "RESERVE", 0)
    path = world.database.url.database
    contest = full[0].id
    await asyncio.to_thread(crowd.busy, path, contest, ANNA, 800)
    with crowd.closing(path) as db:  # the part that does not shrink
        db.execute("UPDATE submissions SET words = json_array(hex(randomblob(500)))")
    monkeypatch.setattr(privacy, "ROWS_A_BATCH", 100)
    most = 60_000
    cut = await world.privacy.export(ANNA, most)
    assert not cut.complete
    assert len(cut.content) < most + reserve
    shown, some = await world.privacy.show(ANNA), unpacked(cut)
    assert shown["tries you practised"] == 801
    assert 0 < sum(map(len, some.values())) < sum(shown.values())
    assert {"id", "words"} < set(some["tries you sent in"][0])


def unpacked(export):
    with zipfile.ZipFile(io.BytesIO(export.content)) as archive:
        return json.loads(archive.read("what-i-keep-about-you.json"))


async def test_who_asked_about_a_contest_is_forgotten_too(world):
    guard = world.guard
    contest = await world.draft(words=TWENTY)
    await world.contests.admin.confirm(GUILD, contest.id, world.act())
    for user in (ANNA, BEN):
        await world.refuse(user, [*TWENTY[:4], *NOISE])
    assert guard.told.people == {ANNA, BEN}
    guard.forget(ANNA)
    assert guard.told.people == {BEN}

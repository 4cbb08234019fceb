"""What is kept about a person: all of it shown, all of it forgotten, nobody else harmed."""

from __future__ import annotations

import json
import re
import sqlite3
from datetime import timedelta

import pytest
from sqlalchemy import BigInteger

from bot.contests import Plan, read_try
from bot.errors import Refused
from bot.store import outbox
from bot.store.cards import Cards
from bot.store.privacy import BELONGINGS, FREE_TEXTS, HOLDINGS
from bot.store.schema import metadata
from tests.bot.contests.world import GUILD, HOST, after

ANNA, BEN, CARL = 111_222_333_444, 222_333_444_555, 333_444_555_666
GOOD = ("nausea", "seasick", "street", "test", "stone", "tone")
POOR = ("test", "street", "nausea", "seasick", "tone", "stone")

# Ids of Discord's that are no person's, and ids of interactions.
OF_NO_PERSON = {"guild_id", "channel_id", "message_id", "contest_role_id", "role_id"}
OF_INTERACTIONS = {
    "submissions.id",
    "practices.id",
    "practice_tries.id",
    "practice_tries.practice_id",
    "entrants.best_submission",
    "daily_tries.id",
}
NUMBERS = {"entrants.reached_ms"}


def test_every_column_that_can_hold_a_persons_id_is_listed():
    """Each 64-bit number is a person's and listed, or is named here as something else."""
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
    """Whatever refers to a table with a person's own id is theirs too, and in their export."""
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
        if type(column.type).__name__ == "Text"
    }
    # Of our own making, or what an error said; none of them is anybody's writing.
    ours = {"facts.value", "messages.last_error"}
    assert texts - ours <= {str(column) for column in FREE_TEXTS}


@pytest.fixture
async def full(world):
    """Anna has done everything that leaves a trace; so has Ben."""
    finished = await world.finished([(ANNA, 1, GOOD), (BEN, 2, POOR), (CARL, 3, POOR)])
    guild, moderation, act = finished.guild_id, world.contests.moderation, world.act
    later = after(days=1)
    await moderation.disqualify(guild, finished.id, BEN, f"told by <@{ANNA}>", act(ANNA, later))
    await moderation.reinstate(guild, finished.id, BEN, f"{ANNA} was wrong", act(ANNA, later))
    await moderation.disqualify(guild, finished.id, CARL, "x", act(ANNA, later))
    for user in (ANNA, BEN):
        _, practice = await world.contests.practice.begin(guild, finished.id, act(user, later))
        await world.contests.practice.submit(
            practice.id, act(user, later), read_try(" ".join(GOOD))
        )
    running = await world.announced(at=later, sealed_minutes=10, title=f"By {ANNA} for all")
    for user in (ANNA, BEN):
        await world.contests.play.start(running.id, act(user, later))
        await world.send(running, user, later, GOOD)
    plan = Plan("Hers", ("run", "nausea"), timedelta(hours=1))
    organised = await world.contests.admin.create(plan, GUILD + 1, 5, act(ANNA, later))
    return finished, running, organised


def dump(world):
    connection = sqlite3.connect(world.database.url.database)
    text = "\n".join(connection.iterdump())
    connection.close()
    return text


async def test_the_export_has_everything_and_nobody_else(world, full):
    assert await world.privacy.show(ANNA) == {
        "contests you entered": 2,
        "entrants you disqualified": 1,
        "contests you created": 1,
        "contests you practised": 1,
        "what you did as an organiser": 4,
        "snakes you sent in": 2,
        "snakes you practised": 1,
    }
    export = await world.privacy.export(ANNA)
    text = json.dumps(export)
    assert str(ANNA) in text
    assert not re.search(f"{BEN}|{CARL}|{HOST}", text)
    assert [row["words"] for row in export["snakes you sent in"]] == [list(GOOD)] * 2
    assert not {"salt", "tombstone", "par_order"} & {
        key for rows in export.values() for row in rows for key in row
    }
    assert await world.privacy.export(999) == await world.privacy.show(999) == {}


async def test_forgetting_removes_the_id_from_the_whole_database(world, full):
    assert str(ANNA) in dump(world)
    await world.privacy.forget(ANNA)
    assert str(ANNA) not in dump(world)
    assert str(BEN) in dump(world)
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
    rows = (await world.contests.queries.export(finished.id, GUILD)).splitlines()
    assert sum("(forgotten)" in row for row in rows) == 1
    season = await world.contests.queries.season(GUILD, best=3)
    assert [(line.place, line.user_id) for line in season.rows] == [(1, BEN)]


async def test_forgotten_in_a_running_contest_one_cannot_begin_it_anew(world, full):
    _, running, _ = full
    await world.privacy.forget(ANNA)
    at = after(days=1, minutes=1)
    for call in (
        world.contests.play.start(running.id, world.act(ANNA, at)),
        world.contests.play.turn(running.id, world.act(ANNA, at)),
        world.send(running, ANNA, at, GOOD),
    ):
        with pytest.raises(Refused) as refused:
            await call
        assert refused.value.reason == "left"
    await world.contests.transitions.advance(after(days=2))
    text = dump(world)
    connection = sqlite3.connect(world.database.url.database)
    (tombstones,) = connection.execute(
        "SELECT count(*) FROM entrants WHERE tombstone IS NOT NULL"
    ).fetchone()
    connection.close()
    assert tombstones == 0
    assert str(ANNA) not in text


async def test_a_retried_snake_of_somebody_forgotten_is_nobodys(world):
    contest = await world.announced()
    await world.send(contest, ANNA, after(minutes=1), interaction=5)
    await world.privacy.forget(ANNA)
    with pytest.raises(Exception, match="forgotten"):
        await world.send(contest, ANNA, after(minutes=1), interaction=5)


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
    assert str(ANNA) not in dump(world)
    assert (await world.contests.queries.post(contest.id, "announcement")).version == version + 1
    assert (
        "“For (somebody)” is gone" in (await world.contests.queries.failure_notices(contest.id))[0]
    )


async def test_an_id_that_was_typed_into_a_form_goes_from_what_was_kept_of_it(world):
    cards = Cards(world.database)
    typed = {"title": f"For <@{ANNA}>", "words": ["a", f"{ANNA}"], "draft": None, "tries": 3}
    kept = await cards.add("contest-plan", typed)
    other = await cards.add("contest-plan", {"title": f"9{ANNA}9"})
    await world.privacy.forget(ANNA)
    assert await cards.get("contest-plan", kept) == {
        "title": "For (somebody)",
        "words": ["a", "(somebody)"],
        "draft": None,
        "tries": 3,
    }
    assert await cards.get("contest-plan", other) == {"title": f"9{ANNA}9"}

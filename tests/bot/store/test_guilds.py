"""Servers: their settings, their own words, and what happens once the bot has left one."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.errors import BadPlan, NoSuchContest, Unsaved
from bot.store import KEPT_DAYS
from bot.store.guilds import Guilds, words
from bot.store.schema import GuildSettings, metadata
from tests.bot.postgres import ask, on_sqlite
from tests.bot.world import GUILD, HOST, SCOPE, T0, WORDS, after

KEPT = timedelta(days=KEPT_DAYS)


async def test_a_server_that_set_nothing_has_defaults(world):
    assert await world.guilds.settings(7) == GuildSettings(
        guild_id=7, contest_role_id=None, time_zone="UTC", tier="full"
    )
    assert await world.guilds.words(7) == {}


async def test_settings_are_kept_and_the_audit_knows_who(world):
    some = {"contest_role_id": 5, "time_zone": "Asia/Kathmandu"}
    expected = GuildSettings(guild_id=GUILD, tier="common", **some)  # earlier settings stay
    for what, more in (("role, zone", some), ("tier: full → common", {"tier": "common"})):
        changed = await world.guilds.change(
            GUILD, what, world.act(), lambda now, more=more: replace(now, **more)
        )
    assert changed == expected
    assert await world.guilds.settings(GUILD) == expected
    assert await world.guilds.settings(GUILD + 1) == GuildSettings(guild_id=GUILD + 1)
    entry, _ = await world.contests.queries.audit(GUILD)
    assert (entry.actor_id, entry.action, entry.detail) == (HOST, "settings", "tier: full → common")


async def test_words_are_allowed_denied_and_left_to_the_lexicon_again(world):
    rule_on = world.guilds.rule_on
    await rule_on(GUILD, ["qwzzk", "tone"], True, world.act())
    await rule_on(GUILD, ["tone", "street"], False, world.act())
    assert await world.guilds.words(GUILD) == {"qwzzk": True, "street": False, "tone": False}
    with pytest.raises(BadPlan, match="doesn’t allow “street”, “tone”"):
        await world.draft()
    await rule_on(GUILD, ["tone", "street"], None, world.act())
    assert (await world.draft(words=(*WORDS, "qwzzk"))).par is not None
    actions = [entry.action for entry in await world.contests.queries.audit(GUILD)]
    assert actions == ["created", "left words", "denied words", "allowed words"]


async def test_rules_are_read_once_and_again_after_each_change(world):
    rules = world.guilds.rules
    assert await rules(GUILD) == ("full", frozenset(), "standard")
    await world.guilds.change(GUILD, "tier", world.act(), lambda now: replace(now, tier="common"))
    await world.guilds.rule_on(GUILD, ["tone", "street"], False, world.act())
    await world.guilds.rule_on(GUILD, ["qwzzk"], True, world.act())
    assert await rules(GUILD) == ("common", {"tone", "street"}, "standard")
    await ask(world.database, "UPDATE guilds SET tier = 'standard'")
    assert await rules(GUILD) == ("common", {"tone", "street"}, "standard")
    await world.guilds.rule_on(GUILD, ["tone"], None, world.act())
    assert await rules(GUILD) == ("standard", {"street"}, "standard")
    await world.guilds.present([], T0)
    await world.guilds.purge(T0 + KEPT)
    assert await rules(GUILD) == ("full", frozenset(), "standard")


@on_sqlite
async def test_a_change_that_fails_leaves_the_rules_as_they_are_stored(world):
    await world.guilds.rule_on(GUILD, ["street"], False, world.act())
    await world.guilds.rules(GUILD)
    fails = "BEGIN SELECT RAISE(ABORT, 'full'); END"
    await ask(world.database, f"CREATE TRIGGER full BEFORE INSERT ON guild_words {fails}")
    with pytest.raises(Unsaved):
        await world.guilds.rule_on(GUILD, ["tone"], False, world.act())
    assert await world.guilds.rules(GUILD) == ("full", {"street"}, "standard")
    # The rules were read above, after the failure.
    await ask(world.database, "UPDATE guilds SET tier = 'common'")
    assert (await world.guilds.rules(GUILD))[0] == "full"


async def test_rules_that_are_read_during_a_change_are_not_remembered(world, monkeypatch):
    has_read, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(tx, guild):
        found = await words(tx, guild)
        has_read.set()
        await go_on.wait()
        return found

    with monkeypatch.context() as patch:
        patch.setattr("bot.store.guilds.words", slowly)
        reading = asyncio.create_task(world.guilds.rules(GUILD))
        await has_read.wait()
    await world.guilds.rule_on(GUILD, ["street"], False, world.act())
    go_on.set()
    assert await reading == ("full", frozenset(), "standard")
    assert await world.guilds.rules(GUILD) == ("full", {"street"}, "standard")


async def test_the_rules_that_were_asked_for_last_are_remembered(world, monkeypatch):
    monkeypatch.setattr("bot.store.guilds.REMEMBERED", 2)
    guilds = Guilds(world.database)
    for guild in (1, 2, 1, 3):
        await guilds.rules(guild)
    for guild in (1, 2):
        columns = "guild_id, time_zone, tier, policy, duels"
        row = f"{guild}, 'UTC', 'common', 'all', true"
        await ask(world.database, f"INSERT INTO guilds ({columns}) VALUES ({row})")
    assert [(await guilds.rules(guild))[0] for guild in (1, 2)] == ["full", "common"]


async def test_the_servers_tier_is_the_contests(world):
    await world.guilds.change(GUILD, "tier", world.act(), lambda now: replace(now, tier="common"))
    with pytest.raises(BadPlan, match="don’t know"):
        await world.draft(words=(*WORDS, "xylyl"))
    contest = await world.draft()
    assert (contest.tier, contest.lexicon) == ("common", world.lexicons["common"].fingerprint)


async def test_a_servers_data_goes_thirty_days_after_the_bot_and_not_before(world):
    contest = await world.finished([(1, 1, WORDS)])
    other = await world.finished([(1, 1, WORDS)], guild=GUILD + 1)
    await world.guilds.rule_on(GUILD, ["qwzzk"], True, world.act())
    await world.contests.practice.begin(SCOPE, contest.id, world.act(1, after(days=1)))
    await world.guilds.present([GUILD + 1], T0)
    await world.guilds.present([GUILD + 1], T0 + KEPT)  # the first one counts
    assert await world.guilds.purge(T0 + KEPT - timedelta(seconds=1)) == 0
    assert (await world.contests.queries.get(contest.id)).state == "revealed"
    assert await world.guilds.purge(T0 + KEPT) == 1
    with pytest.raises(NoSuchContest):
        await world.contests.queries.get(contest.id)
    assert len((await world.contests.queries.board(other.id)).rows) == 1
    for table in metadata.tables.values():
        names = {"guild_id", "contest_id"} & set(table.columns.keys())
        for name in names:
            value = GUILD if name == "guild_id" else contest.id
            query = f"SELECT 1 FROM {table.name} WHERE {name} = :value"
            assert await ask(world.database, query, value=value) == [], table.name


async def test_coming_back_in_time_keeps_it(world):
    contest = await world.finished()
    await world.guilds.present([], T0)
    await world.guilds.present([GUILD], T0 + KEPT)
    assert await world.guilds.purge(T0 + 2 * KEPT) == 0
    assert (await world.contests.queries.get(contest.id)).title == "Spring"


async def test_what_changed_while_the_bot_was_away_is_found_at_the_start(world):
    for guild in (GUILD, GUILD + 1, GUILD + 2):
        await world.draft(guild=guild)
    await world.guilds.present([GUILD, GUILD + 1], T0)
    await world.guilds.present([GUILD, GUILD + 2, GUILD + 3], T0 + KEPT)
    assert await world.guilds.purge(T0 + KEPT) == 0
    assert await world.guilds.purge(T0 + 2 * KEPT) == 1
    assert len(await world.contests.queries.of_guild(GUILD)) == 1
    assert len(await world.contests.queries.of_guild(GUILD + 1)) == 0
    assert len(await world.contests.queries.of_guild(GUILD + 2)) == 1


def test_every_table_of_a_server_goes_with_it():
    """Each table belongs to a server by a chain of cascading keys, or to no server."""
    # Plays belong to people across servers; daily_guild_scores says where they count. People's own
    # settings and training belong to no server, nor do direct messages.
    general = {"people", "conversations", "blocks", "cards", "facts", "puzzle_ratings"}
    general |= {"daily_editions", "daily_plays", "daily_tries", "daily_shares"}
    general |= {"trainings", "training_puzzles", "training_tries"}

    def goes_along(table):
        return table.name == "guilds" or any(
            key.ondelete == "CASCADE" and goes_along(key.column.table)
            for key in table.foreign_keys
            if key.column.table is not table
        )

    assert {t.name for t in metadata.tables.values() if not goes_along(t)} == general

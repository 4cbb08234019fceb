"""A contest in the server's list of events: created, moved, started and ended with it, once."""

from datetime import UTC, datetime, timedelta

import pytest

from playground.model import EventStatus
from tests.bot.changing import to
from tests.bot.hosting import act, announced
from tests.bot.organising import creating_events, hide, settled, until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_an_event_goes_along_with_its_contest_though_answers_are_lost(app):
    with creating_events(app) as guild:
        app.harness.fail("/guilds/*/scheduled-events", 500, after=True, times=2)
        opens = app.now().replace(microsecond=0) + timedelta(hours=2)
        contest, post = await announced(app, opens=opens, event=True)
        await settled(app)
        (event,) = guild.events.values()
        link = f"{contest.guild_id}/{contest.channel_id}/{post.message.id}"
        assert event.location.endswith(link)
        assert (event.name, moment(event.starts)) == (contest.title, opens)
        assert moment(event.ends) == contest.closes_at
        admin, wake = app.services.contests.admin, app.client.services.scheduler.wake
        later = opens + timedelta(hours=1)
        changed = {"opens": later, "title": "Moved"}
        await admin.change(contest.guild_id, contest.id, act(app), to(**changed))
        wake()
        await until(lambda: event.name == "Moved")
        assert moment(event.starts) == later
        app.advance(seconds=(later - app.now()).total_seconds() + 1)
        await until(lambda: event.status is EventStatus.ACTIVE)
        await admin.change(contest.guild_id, contest.id, act(app), to(lasts=timedelta(hours=2)))
        wake()
        await until(lambda: moment(event.ends) == later + timedelta(hours=2))
        app.advance(hours=2)
        await until(lambda: event.status is EventStatus.COMPLETED)
        assert len(guild.events) == 1


async def test_an_event_whose_second_try_comes_too_late_is_found(app):
    with creating_events(app) as guild:
        events = "/guilds/*/scheduled-events"
        app.harness.fail(events, 500, method="POST", after=True)
        app.harness.fail(events, 400, method="POST")  # as if it had begun by now
        contest, post = await announced(app, opens=app.now() + timedelta(hours=2), event=True)
        await settled(app)
        (event,) = guild.events.values()
        app.advance(hours=2, seconds=1)
        await post.says("**Closes**")
        await until(lambda: event.status is EventStatus.ACTIVE)
        app.advance(hours=1)
        await until(lambda: event.status is EventStatus.COMPLETED)
        assert (await app.services.contests.queries.post(contest.id, "event")).given_up_at is None
        assert len(guild.events) == 1


async def test_a_cancelled_one_is_cancelled_and_a_deleted_one_stays_deleted(app):
    with creating_events(app) as guild:
        opens = app.now() + timedelta(hours=2)
        contest, _ = await announced(app, opens=opens, event=True)
        await settled(app)
        (event,) = guild.events.values()
        await app.services.contests.admin.cancel(contest.guild_id, contest.id, act(app))
        app.client.services.scheduler.wake()
        await until(lambda: event.status is EventStatus.CANCELED)
        guild.events.clear()
        contest, post = await announced(app, opens=opens, event=True)
        await settled(app)
        guild.events.clear()
        app.advance(hours=2, seconds=1)
        await post.says("**Closes**")
        await settled(app)
        assert not guild.events


async def test_a_channel_that_not_everybody_sees_has_no_event_or_no_longer(app):
    with creating_events(app) as guild:
        opens, admin = app.now() + timedelta(hours=2), app.services.contests.admin
        contest, post = await announced(app, opens=opens, event=True)
        await settled(app)
        assert guild.events
        channel = post.message.channel
        await hide(app, channel)
        await admin.change(contest.guild_id, contest.id, act(app), title="A secret")
        app.client.services.scheduler.wake()
        await until(lambda: not guild.events)
        contest, _ = await announced(app, channel=channel, opens=opens, event=True)
        await settled(app)
        assert not guild.events
        assert await app.services.contests.queries.failure_notices(contest.id) == []
        event = await app.services.contests.queries.post(contest.id, "event")
        assert event.given_up_at is not None


async def test_where_it_may_create_none_there_is_none_and_nobody_is_bothered(app):
    guild = app.harness.guild("Word House")
    contest, _ = await announced(app, opens=app.now() + timedelta(hours=2), event=True)
    await settled(app)
    assert not guild.events
    assert await app.services.contests.queries.failure_notices(contest.id) == []
    event = await app.services.contests.queries.post(contest.id, "event")
    assert "Create Events" in event.last_error


def moment(seconds):
    return datetime.fromtimestamp(seconds, UTC)

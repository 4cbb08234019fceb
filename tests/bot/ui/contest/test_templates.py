"""Templates and repeating contests, end to end: commands, buttons, moving clocks, kills."""

import asyncio
import contextlib
import json
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

import playground
from bot.contests import SeasonPlan
from bot.store.schema import Act
from tests.bot.bot_on_playground import MANY_DRAFTS
from tests.bot.clocked import Clocked, Dial
from tests.bot.hosting import announced, finished, sent
from tests.bot.hosting_dailies import answer as command
from tests.bot.killing import asked
from tests.bot.organising import (
    audit,
    drafted,
    filled,
    managed,
    press_until,
    saved,
    season_of,
    season_started,
    seen,
    settled,
    template_of,
    until,
    written,
)
from tests.bot.pages import check_says
from tests.bot.process import kill

pytestmark = pytest.mark.asyncio(loop_scope="module")
LIMITS = MANY_DRAFTS

HOUR = timedelta(hours=1)


async def test_hold_it_again_opens_the_form_as_it_was_played(app):
    olive = app.person()
    contest, _ = await announced(app, sealed_minutes=10, most_tries=3)
    await finished(app, contest)
    again = await olive.press(await managed(olive, contest.title), "Hold it again")
    held = await written(olive, again)
    assert (held["words"], held["lasts"]) == ("generate 6 medium", "1 hour")
    assert "’s snake, " in held["title"]
    preview = await (await olive.submit(again)).reply()
    await preview.says("Only organisers see this draft")
    check_says(preview.text, "**6 words**", "**Your time** 10 minutes", "**Tries** 3 each")


async def test_a_draft_repeats_weekly_in_one_form_and_is_counted_as_a_season(app):
    olive = app.person()
    preview = await drafted(olive, Title="Friday’s snake, 4 May", Opens="in 1 hour")
    asked = await olive.press(preview, "Repeat weekly")
    held = await written(olive, asked)
    assert (held["name"], held["zone"]) == ("Friday’s snake", "UTC")
    assert held["when"].startswith("every ")
    fault = await (await olive.submit(asked, when="sometimes")).reply()
    assert "I can’t read “sometimes”" in fault.plain
    card = await filled(olive, fault, "Fix it", when="monday 9:00", season=["4 weeks"])
    check_says(card.text, "every Monday at 09:00", "The draft comes first: confirm it")
    assert "“generate 6 medium”" in card.text  # fresh words, though its own were given
    page = await season_of(olive, "Friday’s snake")
    assert "from **Friday’s snake**, if they end" in page.text
    sure = await (await olive.press(page, "Delete")).reply()
    await (await olive.press(sure, "Delete it")).reply()
    page = await template_of(olive, "Friday’s snake")
    await press_until(olive, page, "Delete", "won’t repeat any more")
    await press_until(olive, page, "Delete it", "is gone")
    assert "No templates yet" in (await command(olive, "/contest templates", "contests")).text


async def test_it_repeats_though_there_are_too_many_seasons_for_one_more(app):
    olive, service = app.person(), app.services.contests.seasons
    guild, room = app.harness.guild("Word House").id, app.harness.channel("contests").id
    act = Act(olive.id, app.now(), 99)
    running = [
        await service.start(guild, SeasonPlan(f"Number {n}", timedelta(days=1)), room, act)
        for n in range(10)
    ]
    preview = await drafted(olive, Title="Crowded", Opens="in 1 hour")
    card = await filled(olive, preview, "Repeat weekly", when="monday 9:00", season=["4 weeks"])
    assert "every Monday at 09:00" in card.text
    assert "It isn’t counted as a season: A server can have 10 seasons" in card.plain
    for one in running:
        await service.delete(guild, one.id, act)
    page = await template_of(olive, "Crowded")
    await press_until(olive, page, "Delete", "won’t repeat any more")
    await press_until(olive, page, "Delete it", "is gone")


async def test_a_template_is_saved_used_repeated_skipped_and_deleted(app):
    olive, pia = app.person(), app.person("pia")
    assert "No templates yet" in (await command(olive, "/contest templates", "contests")).text
    page = await saved(olive)
    check_says(page.text, "## Weekly", "Saved: “generate 5 gentle”, 30 minutes, pairs")
    with pytest.raises(playground.Refused):
        await pia.run("/contest templates", "contests")
    preview = await template_of(olive, "Weekly")
    await press_until(olive, preview, "Start one now", "Only organisers see this draft")
    changing = await olive.press(preview, "Change")
    assert len((await written(olive, changing))["words"].split()) == 5
    await olive.submit(changing, Title="Used")
    await preview.says("## Used")
    offered = await command(olive, "/contest create", "contests")
    menu = next(one for one in offered.components if one.get("options"))
    (weekly,) = menu["options"]
    assert (weekly["label"], weekly["description"]) == ("Weekly", "generate 5 gentle")
    await olive.choose(offered, menu["custom_id"], weekly["value"])
    await offered.says("## Weekly")

    page = await template_of(olive, "Weekly")
    fault = await filled(olive, page, "Repeat", when="now and then")
    assert "Write “every friday 20:00”" in fault.plain
    fault = await filled(olive, fault, "Fix it", when="every other friday 20:00 and first monday")
    assert "Write “every friday 20:00”" in fault.plain
    card = await filled(olive, fault, "Fix it", when="friday noon and sunday 18:00")
    assert "every Friday at 12:00 and Sunday at 18:00 (UTC) in" in card.text
    friday = int(datetime(2040, 6, 15, 12, tzinfo=UTC).timestamp())
    assert f"▸ <t:{friday}:f>, <t:{friday}:R>\n· <t:{friday + 54 * 3600}:f>" in card.text
    changing = {"when": "every thursday 20:00", "zone": "Nowhere"}
    fault = await filled(olive, card, "Other days", **changing)
    assert "Nowhere" in fault.plain
    card = await filled(olive, fault, "Fix it", zone="Europe/London")
    assert "every Thursday at 20:00 (Europe/London) in" in card.text
    assert card.buttons == [
        *("Skip Thu 14 Jun", "A day earlier", "A day later", "Next date", "Stop"),
        *("Start one now", "Other days", "Delete", "All templates"),
    ]
    first = int(datetime(2040, 6, 14, 19, tzinfo=UTC).timestamp())
    assert f"▸ <t:{first}:f>" in card.text
    await press_until(olive, card, "Skip Thu 14 Jun", "~~Thu 14 Jun~~ skipped")
    await press_until(olive, card, "Hold Thu 14 Jun after all", f"▸ <t:{first}:f>")
    await press_until(olive, card, "Next date", f"· <t:{first}:f>")
    await press_until(olive, card, "A day earlier", f"▸ <t:{first + 6 * 86_400}:f>")
    assert card.buttons[0] == "Skip Wed 20 Jun"
    assert "next <t:" in (await command(olive, "/contest templates", "contests")).text

    app.advance(seconds=first - app.now().timestamp() - 3600)
    post = await olive.sees("## Weekly \\#1\n", "contests")
    assert "**Opens**" in post.text
    app.advance(hours=1)
    await post.says("**5 words**")
    app.advance(hours=1)
    await olive.sees("Weekly \\#1: the results", "contests")
    assert "it was announced as planned" in (await audit(olive)).text
    card = await template_of(olive, "Weekly")
    asked = await olive.press(card, "Other days")
    assert (await written(olive, asked))["when"] == "every Thursday at 20:00"
    await press_until(olive, card, "Stop", "It doesn’t repeat yet")
    await press_until(olive, card, "Delete", "Delete the template **Weekly**?")
    await press_until(olive, card, "Delete it", "is gone")
    app.advance(days=7)
    await settled(app)
    assert len(seen(olive, "## Weekly \\#")) == 2  # the announcement and the results


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


# In eight weeks of March and April 2040 all three zones' clocks change, on different days.
ZONES = ("America/New_York", "Europe/London", "Australia/Lord_Howe")
PREPARED = "SELECT 1 FROM contests WHERE day IS NOT NULL AND confirmed_at IS NULL"
UNSENT = "SELECT 1 FROM messages WHERE delivered_version < version AND given_up_at IS NULL"
NEWEST = "SELECT id FROM contest_templates ORDER BY rowid DESC"
ENDING = "SELECT 1 FROM messages WHERE kind = 'season'"


@pytest.mark.slow
@pytest.mark.long
async def test_weekly_contests_in_three_zones_through_clock_changes_kills_and_downtime(
    tmp_path, monkeypatch
):
    """A season of eight weeks: two kills at openings, one at the end, a week without the bot.

    Each contest and each post comes once.
    """
    monkeypatch.setenv("INTERACTION_BURST", "1000")
    start = utc("2040-02-29T12:00")  # a Wednesday
    async with await playground.serve(moment=start) as server:
        harness = playground.Harness(server)
        harness.no_limits()
        dial = Dial(tmp_path, server, start)
        olive = harness.person("olive")
        running = contextlib.AsyncExitStack()

        async def begin():
            bot = await running.enter_async_context(Clocked(tmp_path, server, dial))
            await harness.bot_ready("contest")
            return bot

        async def end(bot):
            await kill(bot)
            await running.aclose()
            await harness.bot_gone()

        channels = {}
        try:
            bot = await begin()
            for zone in ZONES:
                guild = harness.world.create_guild(zone, olive.user)
                channels[zone] = channel = harness.channel("general", guild)
                page = await saved(olive, channel)
                card = await filled(olive, page, "Repeat", when="friday 20:00", zone=zone)
                assert "every Friday at 20:00" in card.text
                weekly = next(iter(asked(tmp_path, NEWEST)))[0]
                card = await season_started(olive, "Eight weeks", channel, contests=[weekly])
                assert "from **Weekly**, if they end" in card.text
            openings = sorted(
                (opens, zone) for zone in ZONES for opens in fridays(zone, start, weeks=8)
            )
            down = range(12, 15)  # the fifth week
            for number, (opens, zone) in enumerate(openings):
                if number in down:
                    if number == down[0]:
                        await end(bot)
                    dial.set(opens + 2 * HOUR)
                    if number == down[-1]:
                        bot = await begin()
                        await dial.seen()
                    continue
                week = number // len(ZONES) + 1
                title = f"## Weekly \\#{week - (number > down[0])}\n"
                dial.set(opens - HOUR)
                if number in {4, 20}:  # while being prepared, or just announced
                    await until(lambda: asked(tmp_path, PREPARED) or asked(tmp_path, UNSENT))
                    await end(bot)
                    bot = await begin()
                post = await moving(dial, olive.sees(title, channels[zone]))
                assert f"<t:{int(opens.timestamp())}:f>" in post.text
                dial.set(opens)
                await moving(dial, post.says("**Closes**"))
                if week == 1:
                    await sent(olive, post, words_of(tmp_path, channels[zone]))
                dial.set(opens + HOUR)
                results = f"{title.strip()}: the results"
                await moving(dial, olive.sees(results, channels[zone]))
            await moving(dial, until(lambda: not asked(tmp_path, UNSENT)))
            dial.set(start + timedelta(weeks=8, minutes=1))
            await until(lambda: asked(tmp_path, ENDING))
            dial.set(start + timedelta(weeks=8, minutes=2))
            await end(bot)
            bot = await begin()
            await until(lambda: len(asked(tmp_path, ENDING)) == len(ZONES))
            dial.set(start + timedelta(weeks=8, minutes=3))
            for channel in channels.values():
                post = await olive.sees("🏆 Eight weeks: the end", channel)
                check_says(post.text, f"**<@{olive.id}>** is the champion", "All 7 contests count.")
                assert "1 played, 1 won" in post.text
            await moving(dial, until(lambda: not asked(tmp_path, UNSENT)))
            await dial.seen()
            for channel in channels.values():
                assert len(seen(olive, "🏆", channel)) == 1
                posts = [p.text.partition("\n")[0] for p in seen(olive, "## Weekly \\#", channel)]
                expected = [
                    f"## Weekly \\#{n}{end}" for n in range(1, 8) for end in ("", ": the results")
                ]
                assert sorted(posts) == sorted(expected)
        finally:
            await running.aclose()


async def moving(dial, waiting):
    """Wait for something while the clock moves on, so that rests end."""
    task = asyncio.ensure_future(waiting)
    while not (await asyncio.wait({task}, timeout=1))[0]:
        dial.set(dial.moment + timedelta(seconds=15))
    return task.result()


def words_of(folder, channel):
    """Return the words of the contest that is open in a channel."""
    query = f"SELECT words FROM contests WHERE state = 'open' AND channel_id = {channel.id}"
    ((words,),) = asked(folder, query)
    return json.loads(words)


def fridays(zone, start, weeks):
    """Return the moments, by UTC, at which a zone's clocks show 20:00 on Fridays."""
    moment = datetime(2040, 3, 2, 20, tzinfo=ZoneInfo(zone))
    return [(moment + timedelta(weeks=week)).astimezone(UTC) for week in range(weeks)]


async def test_what_a_draft_is_asked_stands_beside_it_and_the_draft_stays(app):
    olive = app.person()
    preview = await drafted(olive, Title="Friday’s snake", Opens="in 1 hour")
    fault = await filled(olive, preview, "Repeat weekly", when="sometimes")
    card = await filled(olive, fault, "Fix it", when="every monday 9:00")
    assert "every Monday at 09:00" in card.text
    saved = await filled(olive, preview, "Save as template", Name="Like it")
    assert "Saved with fresh words each time" in saved.text
    await press_until(olive, preview, "Confirm and announce", "announced in")


async def test_a_template_stays_in_its_channel_until_it_is_moved(app):
    olive = app.person()
    page = await saved(olive)
    card = await filled(olive, page, "Repeat", when="every monday 9:00")
    assert "Hold it in this channel" not in card.buttons
    here, there = (app.harness.channel(name).id for name in ("contests", "daily"))
    chosen = await template_of(olive, "Weekly", "daily")
    card = await filled(olive, chosen, "Other days", when="every tuesday 9:00")
    assert f"every Tuesday at 09:00 (UTC) in <#{here}>" in card.text
    chosen = await template_of(olive, "Weekly", "daily")
    await olive.press(chosen, "Hold it in this channel")
    await chosen.says(f"every Tuesday at 09:00 (UTC) in <#{there}>")
    assert "Hold it in this channel" not in chosen.buttons


async def test_words_that_are_always_the_same_are_not_offered_to_repeat(app):
    olive = app.person()
    contest, _ = await announced(app)
    await finished(app, contest)
    page = await filled(
        olive, await managed(olive, contest.title), "Save as template", Name="Classic"
    )
    assert "Its words are always the same, so it doesn’t repeat." in page.text
    assert "Repeat" not in page.buttons

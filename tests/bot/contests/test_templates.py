"""Contests that repeat: once on each day, by a zone's clocks, whatever happens to the bot."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.contests import ContestPosting, SeasonPlan, next_days, recurrence_of
from bot.contests.recurrence import AHEAD, first_day, moved, next_occurrence, read_recurrence
from bot.errors import BadPlan, BadTime, ChannelGone, NoSuchContest, QueueFull, WrongState
from bot.solving import Requester
from bot.store import rows
from solvers import wordsnake
from solvers.errors import BadInput
from tests.bot.changing import to
from tests.bot.contests.lists import run
from tests.bot.refusing import check_refused
from tests.bot.world import CHANNEL, GUILD, HOST, SCOPE, WORDS, Channel, Inline, World, after

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LONDON = ZoneInfo("Europe/London")


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def plan(text="every friday 20:00", zone="Europe/London"):
    return read_recurrence(text, ZoneInfo(zone), utc("2026-05-04T12:00"))


@pytest.mark.parametrize(
    ("zone", "text", "days"),
    [
        (  # there is no half past one on the second day
            "Europe/London",
            "every day 1:30",
            ["2027-03-27T01:30", "2027-03-28T01:00", "2027-03-29T00:30"],
        ),
        (  # half past one comes twice on the second day: the first counts
            "Europe/London",
            "every day 1:30",
            ["2027-10-30T00:30", "2027-10-31T00:30", "2027-11-01T01:30"],
        ),
        (
            "Australia/Lord_Howe",
            "sundays 2:10",
            ["2027-09-25T15:40", "2027-10-02T15:30", "2027-10-09T15:10"],
        ),
        ("America/New_York", "every sunday 20:00", ["2027-03-08T01:00", "2027-03-15T00:00"]),
    ],
)
def test_clock_changes_move_nothing_that_people_see(zone, text, days):
    recurrence, now = plan(text, zone), utc(days[0]) - timedelta(hours=2)
    last = first_day(recurrence, now)
    for moment in map(utc, days):
        turn = next_occurrence(recurrence, last, HOUR, now)
        assert (turn.day, turn.next_at) == (None, moment - AHEAD)
        now = turn.next_at
        turn = next_occurrence(recurrence, last, HOUR, now)
        assert (turn.opens, turn.missed) == (moment, 0)
        last = turn.last_day


def test_only_the_newest_missed_contest_is_held_if_it_is_in_time():
    recurrence, last = plan(), date(2027, 1, 1)
    last_friday = utc("2027-01-22T20:00")
    for late, day, missed in (
        (timedelta(), date(2027, 1, 22), 2),
        (HOUR / 2, date(2027, 1, 22), 2),
        (HOUR / 2 + timedelta(seconds=1), None, 3),
    ):
        turn = next_occurrence(recurrence, last, HOUR, last_friday + late)
        assert (turn.day, turn.missed, turn.last_day) == (day, missed, date(2027, 1, 22))
        assert turn.next_at == utc("2027-01-29T19:00")


def test_a_day_is_left_out_or_moved_but_past_no_other():
    recurrence = plan("tuesday and friday 20:00")
    friday = date(2026, 12, 25)
    moved_to = moved(recurrence, friday, date(2026, 12, 26))
    assert moved_to == {friday: date(2026, 12, 26)}
    assert moved(replace(recurrence, exceptions=moved_to), friday, friday) == {}
    for taken in (date(2026, 12, 29), date(2026, 12, 22)):
        with pytest.raises(BadTime, match="Another one"):
            moved(recurrence, friday, taken)


def test_a_day_moves_onto_one_that_is_left_out_which_then_stays_out():
    christmas, eve = date(2026, 12, 25), date(2026, 12, 24)
    daily = replace(plan("every day 20:00"), exceptions={christmas: None})
    assert not daily.fits(eve, date(2026, 12, 23))
    exceptions = moved(daily, eve, christmas)
    assert exceptions == {eve: christmas, christmas: None}
    daily = replace(daily, exceptions=exceptions)
    assert not daily.fits(eve, date(2026, 12, 26))
    with pytest.raises(BadTime, match="Another one"):
        moved(daily, christmas, christmas)


class Unlucky(Inline):
    """Fails `failures` times."""

    failures = 0
    error = BadInput("It is not a good day.")

    def __init__(self, lexicons):
        super().__init__(lexicons)
        self.requesters = []

    async def run(self, solve, request, **more):
        self.requesters.append(more["requester"])
        if self.failures and solve is wordsnake.solve:
            self.failures -= 1
            raise self.error
        return await super().run(solve, request, **more)


@pytest.fixture
def unlucky(world, lexicons):
    return World(world.database, lexicons, Unlucky(lexicons))


def posting(world, tmp_path):
    """Discord, as far as posting goes, for a bot that has just started."""
    channel = Channel(tmp_path / "channel", world)
    channel.posting = ContestPosting(world.database, channel)
    return channel


async def look(world, channel, *moments):
    for moment in moments:
        await world.contests.templates.advance(moment)
        await run(world, channel, moment)


async def repeating(
    world,
    when="every tuesday 20:00",
    at=None,
    lasts=HOUR,
    zone=LONDON,
    guild=GUILD,
    name="Weekly",
    lists="generate 6 gentle",
    **options,
):
    """A template that repeats; T0 is a Monday noon."""
    draft = await world.draft(drawn="generate 6 gentle", lasts=lasts, guild=guild, **options)
    saved = await world.contests.templates.save(guild, name, draft.id, world.act())
    await world.contests.admin.discard(guild, draft.id)
    saved = await world.write(rows.change, saved, replace(saved, words=lists))
    return await world.contests.templates.repeat(
        guild, saved.id, when, zone, world.act(at=at or after()), channel_id=CHANNEL
    )


async def held(world):
    found = await world.contests.queries.of_guild(GUILD)
    return [one for one in reversed(found) if one.confirmed_at is not None]


async def advance(world, now):
    taken = await world.contests.templates.advance(now)
    await world.contests.transitions.advance(now)
    return taken


async def test_each_is_announced_an_hour_before_and_held_as_the_template_says(world):
    template = await repeating(world, sealed_minutes=10, board="hidden", most_tries=3)
    assert template.next_due_at == after(days=1, hours=6)  # 19:00 in London's summer
    assert await advance(world, after(days=1, hours=6, seconds=-1)) == 0
    assert await advance(world, after(days=1, hours=6)) == 1
    assert await advance(world, after(days=1, hours=6)) == 0
    (contest,) = await held(world)
    assert (contest.title, contest.state, contest.created_by) == ("Weekly #1", "draft", HOST)
    assert (contest.opens_at, contest.closes_at) == (after(days=1, hours=7), after(days=1, hours=8))
    assert (contest.sealed_minutes, contest.board, contest.most_tries) == (10, "hidden", 3)
    assert len(contest.words) == 6
    assert contest.proven
    assert await world.contests.queries.post(contest.id, "announcement") is not None
    for week in range(1, 8):
        assert await advance(world, after(days=1 + 7 * week, hours=6)) == 1
    contests = await held(world)
    assert [one.title for one in contests] == [f"Weekly #{number}" for number in range(1, 9)]
    assert len({one.words for one in contests}) == 8


@pytest.mark.parametrize(
    ("when", "opens"),
    [
        ("tuesday 20:00 and thursday 18:00", [(1, 19), (3, 17), (8, 19), (10, 17)]),
        ("every 2 weeks on tuesday 20:00", [(1, 19), (15, 19), (29, 19)]),
        ("last friday and first friday of the month 20:00", [(25, 19), (32, 19), (53, 19)]),
    ],
)
async def test_each_day_is_held_at_its_own_hour_and_as_often_as_was_asked(world, when, opens):
    template = await repeating(world, when)
    assert recurrence_of(template) == read_recurrence(when, LONDON, after())
    for days, hours in opens:
        moment = after(days=days, hours=hours - 12)
        template = await world.contests.templates.get(GUILD, template.id)
        assert template.next_due_at == moment - AHEAD
        assert await advance(world, moment - AHEAD) == 1
    assert [one.opens_at for one in await held(world)] == [
        after(days=days, hours=hours - 12) for days, hours in opens
    ]


async def test_a_day_a_year_off_is_left_out_though_there_are_few_till_then(world):
    template = await repeating(world, "every 8 weeks on tuesday 20:00")
    last, _ = next_days(template)[-1]
    assert last == date(2026, 5, 5) + 7 * 56 * DAY
    template = await world.contests.templates.skip(GUILD, template.id, last, world.act())
    assert next_days(template)[-1] == (last, None)


async def test_a_ladder_repeats_with_another_one_each_time(world):
    draft = await world.draft(words=("cold", "warm"), game="ladder", drawn="ladder easy")
    saved = await world.contests.templates.save(GUILD, "Climb", draft.id, world.act())
    act = world.act(at=after())
    repeat = world.contests.templates.repeat
    await repeat(GUILD, saved.id, "every tuesday 20:00", LONDON, act, channel_id=CHANNEL)
    for week in range(3):
        assert await advance(world, after(days=1 + 7 * week, hours=6)) == 1
    found = await held(world)
    assert [(one.game, one.drawn, one.proven) for one in found] == [
        ("ladder", "ladder easy", True)
    ] * 3
    assert len({one.words for one in found} | {draft.words}) == 4


async def test_what_was_missed_is_noted_and_the_newest_ends_when_it_would_have(world):
    await repeating(world)
    back = after(days=22, hours=7, minutes=20)
    assert await advance(world, back) == 1
    (contest,) = await held(world)
    assert (contest.state, contest.opens_at) == ("open", back)
    assert contest.closes_at == after(days=22, hours=8)
    (missed,) = [e for e in await world.contests.queries.audit(GUILD) if "missed" in e.action]
    assert missed.detail == "Weekly: 3"
    assert await advance(world, after(days=29, hours=7, minutes=40)) == 1
    assert len(await held(world)) == 1


@pytest.mark.parametrize(("minutes_late", "frozen"), [(14, True), (15, False)])
async def test_held_late_it_has_no_freeze_and_no_reminder_from_before_it_opens(
    world, minutes_late, frozen
):
    await repeating(world, freeze_minutes=45, remind_minutes=50)
    assert await advance(world, after(days=1, hours=7, minutes=minutes_late)) == 1
    (contest,) = await held(world)
    assert contest.remind_minutes is None
    assert (contest.freeze_minutes, contest.freezes_at) == (
        (45, after(days=1, hours=7, minutes=15)) if frozen else (None, None)
    )


async def test_one_press_leaves_a_day_out_or_moves_it(world):
    service = world.contests.templates
    template = await repeating(world)
    days = [day for day, _ in next_days(template)][:4]
    expected = ["2026-05-05", "2026-05-12", "2026-05-19", "2026-05-26"]
    assert [day.isoformat() for day in days] == expected
    for _ in range(2):  # two organisers may press at the same time
        template = await service.skip(GUILD, template.id, days[0], world.act())
        assert next_days(template)[0] == (days[0], None)
        assert template.next_due_at == after(days=8, hours=6)
    template = await service.move(GUILD, template.id, days[0], days[0], world.act())
    assert template.next_due_at == after(days=1, hours=6)
    await service.skip(GUILD, template.id, days[0], world.act())
    for _ in range(2):
        template = await service.move(
            GUILD, template.id, days[1], days[1] + timedelta(days=1), world.act()
        )
    assert next_days(template)[1] == (days[1], after(days=9, hours=7))
    assert await advance(world, after(days=9, hours=6)) == 1
    (contest,) = await held(world)
    assert contest.opens_at == after(days=9, hours=7)
    template = await service.get(GUILD, template.id)
    assert template.exceptions == {"2026-05-12": "2026-05-13"}
    with pytest.raises(WrongState, match="announced already"):
        await service.skip(GUILD, template.id, days[1], world.act(at=after(days=9, hours=6)))
    with pytest.raises(WrongState, match="past"):
        await service.move(
            GUILD, template.id, days[2], date(2026, 5, 14), world.act(at=after(days=14))
        )
    for day in (date.max, date(9999, 12, 28), days[3] + DAY):  # a Friday, a Tuesday, a Wednesday
        with pytest.raises(WrongState, match="isn’t one of its days"):
            await service.skip(GUILD, template.id, day, world.act())
        with pytest.raises(WrongState, match="isn’t one of its days"):
            await service.move(GUILD, template.id, day, date.max, world.act())


async def test_changed_or_stopped_and_restarted_no_day_is_held_twice(world):
    service = world.contests.templates
    template = await repeating(world)
    assert await advance(world, after(days=1, hours=6)) == 1
    at = after(days=1, hours=6, minutes=5)
    await service.stop(GUILD, template.id, world.act(at=at))
    assert await advance(world, after(days=8, hours=6)) == 0
    again = await service.repeat(
        GUILD, template.id, "every day 20:00", LONDON, world.act(at=at), channel_id=CHANNEL
    )
    assert next_days(again)[0][0] == date(2026, 5, 6)
    assert len(await held(world)) == 1


async def test_what_goes_wrong_is_said_and_tried_again_while_there_is_time(unlucky):
    template = await repeating(unlucky)
    unlucky.contests.puzzles._solving.failures = 2
    now = after(days=1, hours=6)
    for _ in range(2):
        assert await unlucky.contests.templates.advance(now) == 0
        now += timedelta(minutes=1)
    assert await held(unlucky) == []
    assert await unlucky.contests.templates.advance(now) == 1
    (contest,) = await held(unlucky)
    assert contest.opens_at == after(days=1, hours=7)
    assert (await unlucky.contests.templates.get(GUILD, template.id)).problem is None


TUESDAY = after(days=1, hours=7)
WEEK = 7 * DAY


async def test_what_is_not_held_is_said_once_to_its_organiser_and_at_each_hour_to_players(
    unlucky, tmp_path, caplog
):
    world, channel = unlucky, posting(unlucky, tmp_path)
    template = await repeating(world)
    solving = world.contests.puzzles._solving
    solving.failures = 10**6
    await look(world, channel, TUESDAY - AHEAD)
    (notice,) = channel.sent("template_failure")
    assert notice["text"].startswith(
        "I can’t hold “Weekly” of Tuesday 5 May, 20:00 (Europe/London) so far. It is not a good "
        "day. I’ll keep trying until 20:30. "
    )
    await look(world, channel, TUESDAY - timedelta(seconds=1))
    assert channel.sent("missed") == []
    for week in range(2):
        world = World(world.database, world.lexicons, solving)  # the bot restarts
        channel = posting(world, tmp_path)
        for minutes in (-60, -1, 0, 1, 20, 31, 60):
            await look(world, channel, TUESDAY + week * WEEK + timedelta(minutes=minutes))
        said = channel.sent("missed")
        assert [one["text"] for one in said] == ["I found no new puzzle for it."] * (week + 1)
    assert len(channel.sent("template_failure")) == 1
    records = [one for one in caplog.records if template.id in one.message]
    assert [(one.levelname, one.exc_info) for one in records] == [("WARNING", None)]
    solving.failures = 0
    await look(world, channel, TUESDAY + 2 * WEEK - AHEAD, TUESDAY + 2 * WEEK)
    assert len(await held(world)) == 1
    solving.failures = 10**6
    await look(world, channel, TUESDAY + 3 * WEEK - AHEAD)
    assert len(channel.sent("template_failure")) == 2
    solving.failures = 0
    await look(world, channel, TUESDAY + 3 * WEEK - timedelta(minutes=1), TUESDAY + 3 * WEEK)
    assert len(await held(world)) == 2
    assert len(channel.sent("missed")) == 2  # none for contests held in time
    assert not [one for one in channel.events if one["kind"] == "missed" and one["do"] == "edit"]


async def test_held_late_it_is_said_that_it_is_after_all(unlucky, tmp_path):
    world, channel = unlucky, posting(unlucky, tmp_path)
    await repeating(world)
    world.contests.puzzles._solving.failures = 10**6
    await look(world, channel, TUESDAY - AHEAD, TUESDAY)
    assert len(channel.sent("missed")) == 1
    world.contests.puzzles._solving.failures = 0
    await look(world, channel, *(TUESDAY + timedelta(minutes=minute) for minute in (25, 26)))
    (contest,) = await held(world)
    assert contest.opens_at == TUESDAY + timedelta(minutes=25)
    first, second = [one for one in channel.events if one["kind"] == "missed"]
    assert (first["do"], second["do"], second["text"]) == ("send", "edit", None)


async def test_what_may_pass_by_itself_is_no_organisers_business_at_first(unlucky, tmp_path):
    world, channel = unlucky, posting(unlucky, tmp_path)
    template = await repeating(world)
    world.contests.puzzles._solving.error = QueueFull("Too much to do.")
    world.contests.puzzles._solving.failures = 10**6
    for times in range(5):
        assert channel.sent("template_failure") == []
        await look(world, channel, TUESDAY - AHEAD + timedelta(minutes=10 * times))
    (notice,) = channel.sent("template_failure")
    assert "Too much to do." in notice["text"]
    await world.contests.templates.skip(GUILD, template.id, TUESDAY.date(), world.act())
    await look(world, channel, TUESDAY, TUESDAY + HOUR)
    assert channel.sent("missed") == []  # its organiser has left it out


@pytest.mark.parametrize("lists", ["generate 6 gentle", "generate 5 gentle\n\ngenerate 6 gentle"])
async def test_a_channel_that_is_gone_stops_what_repeats_until_it_goes_on_elsewhere(
    world, tmp_path, lists
):
    channel, service = posting(world, tmp_path), world.contests.templates
    template = await repeating(world, "every day 20:00", lists=lists)
    plan = SeasonPlan(name="All", lasts=WEEK, template_id=template.id)
    season = await world.contests.seasons.start(GUILD, plan, CHANNEL, world.act())
    evening = after(hours=7)
    channel.fails = dict.fromkeys(("announcement", "results", "rounds"), ChannelGone())
    for day in range(3):
        await look(world, channel, *(evening + day * DAY + hour * HOUR for hour in (-1, 0, 1, 2)))
    (notice,) = [one for one in channel.events if one["kind"].endswith("_failure")]
    assert notice["text"].startswith("The channel of “Weekly” was deleted, so it’s not held")
    paused = await service.get(GUILD, template.id)
    assert (paused.paused, paused.repeats) == (True, "every day at 20:00")
    assert paused.problem == "Its channel was deleted."
    (entry,) = [e for e in await world.contests.queries.audit(GUILD) if "stopped" in e.action]
    assert entry.detail == "Weekly: its channel was deleted"
    assert (await world.contests.seasons.standings(season.id, SCOPE)).held == 0
    assert (await world.contests.queries.standings(SCOPE, 10)).held == 0

    channel.fails = {}
    act = world.act(at=evening + 3 * DAY)  # that evening is over
    for _ in range(2):
        found = await service.move_to(GUILD, template.id, act, channel_id=CHANNEL + 1)
        assert (found.channel_id, found.problem) == (CHANNEL + 1, None)
        assert next_days(found)[0][1] == evening + 4 * DAY
    assert (await world.contests.seasons.get(season.id)).channel_id == CHANNEL + 1
    await look(world, channel, *(evening + 4 * DAY + hour * HOUR for hour in (-1, 0, 1, 2)))
    together = len(lists.split("\n\n"))
    assert len(channel.sent("announcement")) == len(channel.sent("results")) == together
    assert (await world.contests.seasons.standings(season.id, SCOPE)).held == 1
    assert len([one for one in channel.events if one["kind"].endswith("_failure")]) == 1


async def test_what_was_announced_nowhere_is_announced_where_it_goes_on(world, tmp_path):
    channel, service = posting(world, tmp_path), world.contests.templates
    template = await repeating(world)
    channel.fails = {"announcement": ChannelGone()}
    await look(world, channel, TUESDAY - AHEAD)
    channel.fails = {}
    act = world.act(at=TUESDAY - HOUR / 2)
    await service.move_to(GUILD, template.id, act, channel_id=CHANNEL + 1)
    await look(world, channel, act.at, TUESDAY)
    (contest,) = await held(world)
    assert (contest.channel_id, contest.state) == (CHANNEL + 1, "open")
    assert channel.shown("announcement") == "open"


async def test_discord_says_that_a_channel_is_gone(world, tmp_path):
    channel = posting(world, tmp_path)
    template = await repeating(world)
    running = await world.announced(lasts=DAY)
    plan = SeasonPlan(name="All", lasts=WEEK)
    season = await world.contests.seasons.start(GUILD, plan, CHANNEL, world.act())
    await look(world, channel, after(minutes=1))
    hidden = replace(SCOPE, sees=lambda *_: False)
    assert await world.contests.seasons.of_guild(hidden) == []
    channel.fails = {"announcement": ChannelGone()}
    for at in (after(minutes=2), after(minutes=3)):
        await world.contests.gone.note(GUILD, CHANNEL, at, public=True)
        await look(world, channel, at)
    told = {one["kind"]: one["text"] for one in channel.events if one["kind"].endswith("_failure")}
    assert "“Weekly” was deleted" in told.pop("template_failure")
    assert f"couldn’t update the announcement of “{running.title}”" in told.pop(
        "announcement_failure"
    )
    assert not told
    assert (await world.contests.templates.get(GUILD, template.id)).paused
    assert await world.contests.seasons.of_guild(hidden) == [replace(season, seen_by_all=True)]
    assert (await world.contests.seasons.standings(season.id, hidden)).season.id == season.id


async def test_what_is_changed_while_the_best_is_looked_for_counts(world, monkeypatch):
    await repeating(world)
    find, late = world.contests.puzzles.find_par, after(days=1, hours=6)

    async def find_and_change(contest_id, **more):
        found = await find(contest_id, **more)
        changed = to(sealed_minutes=10, freeze_minutes=15, lasts=2 * HOUR)
        await world.contests.admin.change(GUILD, contest_id, world.act(at=late), changed)
        return found

    monkeypatch.setattr(world.contests.puzzles, "find_par", find_and_change)
    assert await advance(world, late) == 1
    (contest,) = await held(world)
    assert contest.closes_at - contest.opens_at == HOUR  # its turn decides how long it lasts
    assert contest.lasts_seconds == HOUR.total_seconds()
    assert (contest.sealed_minutes, contest.freeze_minutes) == (10, 15)
    assert contest.freezes_at == contest.closes_at - timedelta(minutes=15)


async def test_servers_take_turns_and_what_is_solved_is_theirs(unlucky):
    for guild, names in ((GUILD, "abc"), (GUILD + 1, "d")):
        for name in names:
            await repeating(unlucky, guild=guild, name=name)
    unlucky.contests.puzzles._solving.requesters = asked = []
    now = after(days=1, hours=6)
    for turns, servers in ((2, {GUILD, GUILD + 1}), (1, {GUILD}), (1, {GUILD}), (0, set())):
        assert await unlucky.contests.templates.advance(now) == turns
        assert {*asked} == {Requester(None, guild) for guild in servers}
        asked.clear()


async def test_too_many_contests_are_a_problem_that_organisers_read(unlucky):
    world, template = unlucky, await repeating(unlucky)
    for number in range(10):
        await world.announced(title=f"Contest {number}", lasts=9 * DAY)
    world.contests.puzzles._solving.requesters = asked = []
    assert await world.contests.templates.advance(after(days=1, hours=6)) == 0
    assert asked == []  # no words are drawn for a contest that cannot be held
    found = await world.contests.templates.get(GUILD, template.id)
    assert "has 10 contests announced or running" in found.problem


async def test_templates_are_a_servers_own_and_those_that_repeat_draw_their_words(world):
    service = world.contests.templates
    contest = await world.finished(words=WORDS)
    saved = await service.save(GUILD, "Same words", contest.id, world.act())
    assert saved.words == " ".join(sorted(WORDS))
    with pytest.raises(BadPlan, match="fresh words"):
        await service.repeat(
            GUILD, saved.id, "friday 20:00", LONDON, world.act(), channel_id=CHANNEL
        )
    assert (await service.save(GUILD, "same WORDS", contest.id, world.act())).id == saved.id
    for call in (
        service.get(GUILD + 1, saved.id),
        service.delete(GUILD + 1, saved.id, world.act()),
    ):
        await check_refused(call, NoSuchContest)
    await service.delete(GUILD, saved.id, world.act())
    assert await service.of_guild(GUILD) == []
    for number in range(25):
        await service.save(GUILD, f"Number {number}", contest.id, world.act())
    with pytest.raises(BadPlan, match="25 templates"):
        await service.save(GUILD, "One more", contest.id, world.act())


async def test_a_schedule_goes_on_when_who_made_it_is_forgotten(world):
    template = await repeating(world)
    await world.privacy.forget(HOST)
    assert await advance(world, after(days=1, hours=6)) == 1
    (contest,) = await held(world)
    assert contest.created_by is None
    assert str(recurrence_of(await world.contests.templates.get(GUILD, template.id)))


async def test_a_template_that_is_not_a_contests_own_keeps_its_name(world):
    service, act = world.contests.templates, world.act()
    template = await repeating(world)
    other = await world.announced(drawn="generate 6 gentle")
    with pytest.raises(BadPlan, match="a template “Weekly” already"):
        await service.save(GUILD, "weekly", other.id, act, fresh=True)
    assert (await service.of_guild(GUILD)) == [template]
    await advance(world, TUESDAY)
    own = (await held(world))[-1]
    assert (await service.save(GUILD, "weekly", own.id, act, fresh=True)).id == template.id


@pytest.mark.parametrize("later", [0, 1])
@pytest.mark.parametrize("opens", [TUESDAY, None])
async def test_a_contest_that_is_repeated_is_the_first_and_has_no_other_on_its_day(
    world, tmp_path, opens, later
):
    service, season = world.contests.templates, world.contests.seasons
    at = after() if opens else TUESDAY
    contest = await world.announced(at=at, opens=opens, drawn="generate 6 gentle")
    saved = await service.save(GUILD, "Weekly", contest.id, world.act(at=at), fresh=True)
    days = f"every tuesday {20 + later}:00"
    template = await service.repeat(
        GUILD, saved.id, days, LONDON, world.act(at=at), channel_id=CHANNEL, like=contest.id
    )
    assert next_days(template)[0][1] == TUESDAY + timedelta(weeks=1, hours=later)
    plan = SeasonPlan("Spring", timedelta(weeks=3), template_id=template.id)
    counted = await season.start(GUILD, plan, CHANNEL, world.act(at=at))
    channel = posting(world, tmp_path)
    await look(world, channel, *(TUESDAY + hour * HOUR for hour in (0, 1, 2)))
    assert [one.id for one in (await season.standings(counted.id, SCOPE)).contests] == [contest.id]


async def test_words_that_are_secret_still_are_in_no_template(world):
    service, words = world.contests.templates, "nausea seasick stone street test tone"
    contest = await world.announced()
    saved = await service.save(GUILD, "Weekly", contest.id, world.act())
    assert saved.words == "generate 6 medium"
    await world.contests.transitions.advance(contest.closes_at + HOUR)
    saved = await service.save(GUILD, "Weekly", contest.id, world.act())
    assert saved.words == words

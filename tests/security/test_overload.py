"""Too many interactions at once: most are handled, and other servers notice nothing."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot import metrics
from bot.clock import EPOCH, DiscordClock
from bot.store.answering import BRIEF_SECONDS, before_acknowledgement
from bot.ui import admission
from bot.ui.admission import Admission
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.organising import until

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
CROWD = 400


class Line:
    """An admission, the interactions that it has handed on, and a clock that a test sets."""

    def __init__(self):
        self.elapsed = 1_000.0
        self.clock = DiscordClock(lambda: NOW, lambda: self.elapsed)
        self.handled = []
        self.admission = Admission(self.clock, self.handled.append)
        self._numbers = iter(range(1, 10**6))
        for _ in range(2):
            self.clock.hear_moment(NOW)

    def comes(self, guild, age=0.0, kind=2):
        """Take an interaction of a given age, and return its number."""
        number = next(self._numbers)
        made = NOW + timedelta(seconds=self.elapsed - 1_000 - age) - EPOCH
        key = (made // timedelta(milliseconds=1)) << 22
        data = {"id": str(key), "number": number, "type": kind}
        self.admission.add(data | ({} if guild is None else {"guild_id": str(guild)}))
        return number

    async def order(self):
        """Return the numbers in the order in which they were handed on, once all were."""
        while self.admission._resting:
            await asyncio.sleep(0)
        return [one["number"] for one in self.handled]


def dropped():
    return metrics.DROPPED._value.get()


async def test_one_is_handled_at_once_and_then_one_in_each_turn_of_the_loop():
    line = Line()
    for _ in range(3):
        line.comes(1)
    assert len(line.handled) == 1
    await asyncio.sleep(0)
    assert len(line.handled) == 2
    await asyncio.sleep(0)
    assert len(line.handled) == 3
    assert await line.order() == [1, 2, 3]


async def test_who_hands_one_in_waits_for_no_acknowledgement():
    """The first is handled in the context of the task that listens to Discord."""
    left = []
    admission = Admission(Line().clock, lambda _data: left.append(before_acknowledgement()))
    admission.add({"id": "1", "type": 2})
    assert 0 < left[0] <= BRIEF_SECONDS
    assert before_acknowledgement() is None


async def test_servers_take_turns_and_direct_messages_are_one():
    line = Line()
    for guild in (1, 1, 1, 1, 2, None, None, 3):
        line.comes(guild)
    assert await line.order() == [1, 2, 5, 6, 8, 3, 7, 4]


async def test_the_newest_go_first_where_a_server_is_behind_and_who_is_too_late_costs_nothing():
    line, before = Line(), dropped()
    line.comes(1)
    for age in (2.6, 2.5, 1.0, 0.6, 0.1):
        line.comes(2, age)
    assert await line.order() == [1, 6, 5, 4]
    assert dropped() - before == 2


async def test_a_servers_jobs_under_way_are_limited_and_others_do_not_wait(monkeypatch):
    monkeypatch.setattr(admission, "MOST_UNDER_WAY", 2)
    line, ends = Line(), []
    line.admission._handle = lambda it: (line.handled.append(it), ends.append(metrics.over.get()))
    for _ in range(4):
        line.comes(1)
    line.comes(2)
    assert await line.order() == [1, 2, 5]
    ends[0]()
    await asyncio.sleep(0)
    assert await line.order() == [1, 2, 5, 3]
    monkeypatch.setattr(admission, "BRIEF", 0.0)  # longer handling does not count
    line.comes(2)
    assert await line.order() == [1, 2, 5, 3, 4, 6]
    assert line.admission._under_way.keys() == {"1", "2"}
    for end in ends:
        end()
        end()
    assert not line.admission._under_way


async def test_who_waits_for_others_of_a_server_begins_once_these_take_long(monkeypatch):
    monkeypatch.setattr(admission, "MOST_UNDER_WAY", 2)
    monkeypatch.setattr(admission, "BRIEF", 0.2)
    line = Line()
    for _ in range(3):
        line.comes(1)
    assert await line.order() == [1, 2]
    await until(lambda: len(line.handled) == 3)  # although nothing comes and none is done


async def test_what_is_over_late_counts_for_none_that_began_since(monkeypatch):
    monkeypatch.setattr(admission, "MOST_UNDER_WAY", 1)
    monkeypatch.setattr(admission, "BRIEF", 0.0)
    line, ends = Line(), []
    line.admission._handle = lambda _: ends.append(metrics.over.get())
    line.comes(1)
    line.comes(1)
    await line.order()
    ends[1]()  # the earlier one took long, so it is forgotten
    line.comes(1)
    ends[0]()
    assert line.admission._under_way.keys() == {"1"}
    ends[2]()
    assert not line.admission._under_way


async def test_what_is_only_suggested_is_not_under_way(monkeypatch):
    monkeypatch.setattr(admission, "MOST_UNDER_WAY", 1)
    line = Line()
    for _ in range(3):
        line.comes(1, kind=admission.AUTOCOMPLETE)
    assert await line.order() == [1, 2, 3]


async def test_what_comes_alone_is_tried_however_late():
    line = Line()
    line.comes(1, age=60)
    assert await line.order() == [1]


async def test_a_servers_waiting_jobs_are_limited(monkeypatch):
    monkeypatch.setattr(admission, "MOST_WAITING", 3)
    line, before = Line(), dropped()
    for _ in range(9):
        line.comes(1)
    assert await line.order() == [1, 7, 8, 9]
    assert dropped() - before == 5


@pytest.mark.slow
async def test_a_crowd_in_one_server_lets_another_one_through(tmp_path):
    """It counts how many of the crowd come first, however slow the machine."""
    async with BotOnPlayground(tmp_path, solver_workers=1, interaction_burst=100) as app:
        await app.at_leisure()
        world, olive = app.harness.world, app.person()
        crowded = world.create_guild("Crowd", olive.user)
        crowd = [app.harness.create_person(f"crowd{n}", crowded) for n in range(CROWD)]
        place = app.harness.channel("general", crowded)
        sent = [await one.run("/help", place) for one in crowd]
        mine = await app.person("pia").run("/help", "contests")
        await mine.acknowledged()
        first = sum(one.interaction.acknowledged is not None for one in sent)
        assert first < CROWD / 2
        assert "Let’s play!" in (await mine.reply()).text
        await asyncio.gather(*(one.reply() for one in sent))

"""Discord's clock as the bot infers it, with a simulated Discord, network and bad days."""

import logging
from datetime import UTC, datetime, timedelta
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import DiscordClock, elapsed_seconds
from tests.moment import MOMENT

BEGIN = MOMENT.timestamp()
SLOWEST = 3.0
"""The most seconds that an answer is on its way."""


class Discord:
    """What a bot hears; its machine's clock is `wrong` and has `stood` still, both in seconds."""

    def __init__(self, wrong=0.0, drift=0.0):
        self.time = BEGIN  # the true time
        self.wrong, self.drift, self.stood = wrong, drift, 0.0
        self.clock = DiscordClock(self.machine, self.elapsed)

    def machine(self):
        return datetime.fromtimestamp(self.time + self.wrong, UTC)

    def elapsed(self):
        """Return seconds as the machine counts them: a little too fast or too slowly."""
        return 12_345.678 + (self.time - BEGIN) * (1 + self.drift) - self.stood

    def late(self):
        """Return by how many seconds the clock is late; negative if it is early."""
        return self.time - self.clock().timestamp()

    def answer(self, there=0.0, back=0.0, wrong=0.0):
        asked_at = self.elapsed()
        self.time += there
        date = formatdate(self.time + wrong, usegmt=True)
        self.time += back
        self.clock.hear_date(date, asked_at)

    def interact(self, wrong=0.0, back=0.0):
        moment = datetime.fromtimestamp(self.time + wrong, UTC)
        self.time += back
        self.clock.hear_moment(moment)


delays = st.floats(0, SLOWEST / 2)
pauses = st.floats(0, 1000)
heard = st.one_of(
    st.tuples(st.just("answer"), pauses, delays, delays),
    st.tuples(st.just("interact"), pauses, st.just(0.0), delays),
)


def hear(discord, events):
    for kind, pause, there, back in events:
        discord.time += pause
        if kind == "answer":
            discord.answer(there, back)
        else:
            discord.interact(back=back)


@given(st.floats(-4000, 4000), st.lists(heard, min_size=1, max_size=30))
def test_it_is_never_early_and_hardly_late_whatever_the_machine_shows(wrong, events):
    discord = Discord(wrong)
    discord.answer()
    assert not discord.clock.heard
    discord.answer(0.1, 0.1)
    assert discord.clock.heard
    for event in events:
        hear(discord, [event])
        assert -1e-5 < discord.late() < 1.2 + 1e-5
        ahead = discord.clock.machine_ahead
        assert abs(ahead) <= abs(wrong) + 1e-5
        assert abs(ahead - wrong) < 1.2 + 1e-5


@pytest.mark.slow
@given(st.lists(heard, max_size=12), st.floats(-1e9, 1e9), st.lists(heard, max_size=12))
def test_a_single_wrong_date_changes_nothing(before, wrong, after):
    discord = Discord()
    discord.answer()
    discord.answer()
    hear(discord, before)
    shown = discord.late()
    discord.answer(wrong=wrong)
    assert discord.late() <= max(shown, 1.0) + 1e-5
    assert discord.late() > -1.0 - 1e-5  # within what other answers allow: dates have whole seconds
    hear(discord, after)
    assert -1.0 - 1e-5 < discord.late() < 1.0 + 1e-5


@pytest.mark.parametrize("drift", [-2e-4, 2e-4])  # ten times a real machine's drift
def test_a_machine_that_counts_wrongly_is_followed(drift):
    discord = Discord(drift=drift)
    for _ in range(3 * 24 * 6):
        discord.answer(0.1, 0.1)
        discord.time += 600
        assert abs(discord.late()) < 1.5


@pytest.mark.parametrize("kind", ["answer", "interact"])
def test_a_machine_that_stood_still_is_caught_up_with(kind):
    discord = Discord()
    hear(discord, [("answer", 0, 0.1, 0.1)] * 9)
    discord.time += 1800
    discord.stood += 1800
    assert discord.late() > 1799
    hear(discord, [(kind, 1, 0.0, 0.1)])
    assert discord.clock.silence == float("inf")  # so that Discord is asked again
    hear(discord, [(kind, 1, 0.0, 0.1)])
    assert -1e-5 < discord.late() < 1.2
    assert discord.clock.silence == 0


def test_until_discord_was_heard_it_is_the_machines_clock():
    discord = Discord(wrong=77.0)
    assert not discord.clock.heard
    assert discord.late() == pytest.approx(-77)
    for header in (
        "",
        "soon",
        "Wed, 99 Jun 2040 25:61:61 GMT",
        "Wed, 13 Jun 99999999999 0:0:0 GMT",
    ):
        discord.clock.hear_date(header, discord.elapsed())
        discord.clock.hear_date(header, discord.elapsed())
    assert not discord.clock.heard
    assert discord.clock.machine_ahead == 0


def test_a_wrong_machine_is_logged_once_for_each_change(caplog):
    discord = Discord(wrong=20.0)
    with caplog.at_level(logging.WARNING, "bot.clock"):
        for wrong in (20, 20, 20.5, -3600, -3600, 1.5, 0, 0):
            discord.wrong = wrong
            discord.answer(0.1, 0.1)
            discord.answer(0.1, 0.1)
            discord.interact()
    assert [record.getMessage() for record in caplog.records] == [
        "the machine's clock is about 19 seconds ahead of Discord's, which counts",
        "the machine's clock is about 3600 seconds behind Discord's, which counts",
        "the machine's clock agrees with Discord's again",
    ]


def test_a_right_machine_on_a_slow_network_is_not_called_wrong(caplog):
    discord = Discord()
    for _ in range(10):
        discord.answer(0.0, 20.0)
        discord.answer(20.0, 0.0)
        assert discord.clock.machine_ahead == 0
    assert not caplog.records


def test_elapsed_seconds_go_on():
    before = elapsed_seconds()
    assert before < elapsed_seconds() < before + timedelta(minutes=1).total_seconds()

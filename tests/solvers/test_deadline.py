"""Deadlines, with a clock that the test sets."""

import time

import pytest

from solvers.deadline import Deadline, EarlyDeadline


@pytest.fixture
def clock(monkeypatch):
    class Clock:
        now = 1000.0

    monkeypatch.setattr(time, "monotonic", lambda: Clock.now)
    return Clock


def test_a_deadline_passes_at_its_moment(clock):
    deadline = Deadline.after(3)
    clock.now += 2
    assert deadline.remaining() == 1
    assert not deadline.passed()
    clock.now += 1
    assert deadline.passed()


@pytest.mark.parametrize(
    ("seconds", "step", "stops_at"),
    [(4, 0.5, 3.5), (4, 1.5, 3), (4, 3, 3), (30, 0.5, 29.5), (30, 9, 27), (30, 0.0625, 29.9375)],
)
def test_an_early_deadline_leaves_time_for_the_longest_step_so_far(clock, seconds, step, stops_at):
    deadline = EarlyDeadline.after(seconds)
    began = clock.now
    while not deadline.passed():
        clock.now += step
    assert clock.now - began == stops_at
    assert deadline.remaining() == 0

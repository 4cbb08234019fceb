"""How much one person may have stored in a day."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.errors import NotKept
from bot.store import budget
from bot.store.budget import BYTES_A_DAY, REMEMBERED, ROW, Budget

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_a_day_has_room_for_a_number_of_bytes_and_the_next_one_again():
    spent = Budget()
    spent.spend(1, BYTES_A_DAY - 2 * ROW, NOON)
    spent.spend(1, 0, NOON)
    said = r"all I can save for you today. You can go on in 12 hours\.$"
    with pytest.raises(NotKept, match=said):
        spent.spend(1, 0, NOON)
    spent.spend(2, 0, NOON)
    with pytest.raises(NotKept, match="in 1 hour"):
        spent.spend(1, 0, NOON + timedelta(hours=11, minutes=59))
    midnight = NOON + timedelta(hours=12)
    spent.spend(1, BYTES_A_DAY - ROW, midnight)
    with pytest.raises(NotKept):  # late acts begin no new day
        spent.spend(1, 0, midnight - timedelta(seconds=1))


def test_what_is_stored_in_any_case_counts():
    spent = Budget()
    for _ in range(3):
        spent.note(1, BYTES_A_DAY, NOON)
    assert not spent.fits(1, 0, NOON)


def test_so_many_people_are_remembered():
    spent = Budget()
    for user in range(REMEMBERED + 5):
        spent.note(user, 1, NOON)
    assert len(spent._spent) == REMEMBERED
    spent.note(10, BYTES_A_DAY, NOON)
    for user in range(REMEMBERED - 1):
        spent.note(-1 - user, 1, NOON)
        assert not spent.fits(10, 0, NOON)


def test_what_it_takes_is_the_same_for_a_greedy_try_and_its_row():
    assert budget.size_of(["é" * 10]) == 25

"""What the bot does not solve while a contest is live, and whom it does not hinder."""

from __future__ import annotations

from functools import partial

import pytest

from bot.contests import guard
from bot.errors import BadPlan, LiveContest
from bot.overlap import overlaps_enough
from tests.bot.contests.world import GUILD, WORDS, after

TWENTY = (*(f"{letter}at" for letter in "bcfhmoprsv"), *(f"{letter}ay" for letter in "bdfhjlmnpr"))
NOISE = (
    *(f"{letter}one" for letter in "bcdghlnptz"),
    *(f"{letter}ake" for letter in "bcfhlmrstw"),
    *(f"{letter}old" for letter in "bcfghmst"),
    *(f"{letter}ice" for letter in "mrdlvn"),
)


@pytest.mark.parametrize(
    ("shared", "asked", "contest", "before", "mostly"),
    [
        (20, 20, 20, 0, True),
        (20, 500, 20, 0, True),  # padded with other words
        (10, 10, 20, 0, True),  # half of it
        (4, 6, 20, 0, True),  # a piece of it
        (4, 9, 20, 0, False),
        (3, 3, 20, 0, False),  # too little to tell
        (2, 2, 2, 0, True),
        (1, 2, 2, 0, False),
        (9, 40, 20, 0, False),
        (0, 5, 20, 0, False),
        (5, 40, 20, 4, False),
        (5, 40, 20, 5, True),  # the other half, asked before
        (3, 40, 20, 9, False),  # too little to add anything
    ],
)
def test_what_is_mostly_the_words_of_a_contest(shared, asked, contest, before, mostly):
    assert overlaps_enough(shared, asked, contest, before) is mostly


async def test_a_live_contests_words_are_not_solved_in_any_server(world):
    refuse = partial(world.contests.guard.refuse, 1)
    contest = await world.draft(words=WORDS)
    await refuse(WORDS)  # a draft is nobody's contest yet
    contest = await world.contests.admin.confirm(GUILD, contest.id, world.act())
    with pytest.raises(LiveContest, match="until it ends"):
        await refuse(word.upper() for word in WORDS)
    padding = [f"{a}{b}{c}" for a in "abcdefghij" for b in "aeiou" for c in "bcdfghjklmnpqrst"]
    with pytest.raises(LiveContest):
        await refuse([*padding, *WORDS[:4]])
    await refuse([*padding, *WORDS[:2]])
    await refuse(WORDS[:3])
    await world.contests.transitions.advance(contest.closes_at)
    await refuse(WORDS)


async def test_an_announced_contest_is_guarded_before_it_opens_a_cancelled_one_not(world):
    contest = await world.announced(opens=after(hours=5))
    with pytest.raises(LiveContest):
        await world.contests.guard.refuse(1, WORDS)
    await world.contests.admin.cancel(GUILD, contest.id, world.act())
    await world.contests.guard.refuse(1, WORDS)


async def test_what_one_person_asks_adds_up_to_half_a_contest_and_no_further(world):
    contest = await world.announced(words=TWENTY)
    refuse = world.contests.guard.refuse
    await refuse(1, [*TWENTY[:5], *NOISE])
    await refuse(1, [*TWENTY[:5], *NOISE])  # the same again tells nothing new
    await refuse(1, [*TWENTY[3:9], *NOISE])
    with pytest.raises(LiveContest, match="belong to a contest that is still running"):
        await refuse(1, [*TWENTY[9:13], *NOISE])
    await refuse(1, [*TWENTY[9:12], *NOISE])  # three words tell little
    await refuse(1, NOISE)
    await refuse(2, [*TWENTY[9:13], *NOISE])  # somebody else
    await world.contests.transitions.advance(contest.closes_at)
    await refuse(1, TWENTY)


async def test_what_was_refused_does_not_count(world):
    await world.announced(words=TWENTY)
    refuse = world.contests.guard.refuse
    with pytest.raises(LiveContest):
        await refuse(1, TWENTY)
    await refuse(1, [*TWENTY[:9], *NOISE])


async def test_questions_count_for_each_contest_by_itself(world):
    await world.announced(words=TWENTY)
    await world.announced(words=NOISE[:20])
    refuse = world.contests.guard.refuse
    for start in (0, 4):
        await refuse(1, [*TWENTY[start : start + 4], *NOISE[start : start + 4], *WORDS])
    with pytest.raises(LiveContest):
        await refuse(1, [*TWENTY[8:12], *NOISE[:4], *WORDS])


async def test_a_contest_made_of_a_live_ones_pieces_is_refused_too(world):
    await world.announced(words=TWENTY)
    await world.draft(words=(*TWENTY[:9], *NOISE), guild=GUILD + 1)
    with pytest.raises(BadPlan, match="another server is playing"):
        await world.draft(words=(*TWENTY[9:14], *NOISE), guild=GUILD + 1)
    await world.draft(words=TWENTY)  # their own


async def test_no_more_is_remembered_than_there_is_room_for(world, monkeypatch):
    monkeypatch.setattr(guard, "REMEMBERED", 2)
    await world.announced(words=TWENTY)
    refuse = world.contests.guard.refuse
    for user in (1, 2, 3):
        await refuse(user, [*TWENTY[:9], *NOISE])
    await refuse(1, [*TWENTY[9:14], *NOISE])  # forgotten: the longest ago
    with pytest.raises(LiveContest):
        await refuse(3, [*TWENTY[9:14], *NOISE])

"""What the bot refuses to solve while a contest is live, and whom it still helps."""

from datetime import timedelta
from functools import partial

import pytest

from bot.contests import Scope
from bot.errors import BeingPlayed, Unread
from bot.guard import Guard, told
from bot.puzzles.games.overlap import overlaps_enough
from tests.bot.contests.lists import NOISE, TWENTY
from tests.bot.refusing import check_refused
from tests.bot.statements import unreadable
from tests.bot.world import GUILD, HOST, SCOPE, WORDS, after

ELSEWHERE, NOWHERE = Scope(GUILD + 1), Scope(None)


@pytest.mark.parametrize(
    ("shared", "asked", "contest", "mostly"),
    [
        (20, 20, 20, True),
        (20, 500, 20, True),  # padded with other words
        (10, 10, 20, True),  # half of it
        (4, 6, 20, True),  # a piece of it
        (4, 9, 20, False),
        (3, 3, 20, False),  # too few
        (2, 2, 2, True),
        (1, 2, 2, False),
        (9, 40, 20, False),
        (0, 5, 20, False),
    ],
)
def test_what_is_mostly_the_words_of_a_contest(shared, asked, contest, mostly):
    assert overlaps_enough(shared, asked, contest) is mostly


async def test_a_live_contests_words_are_not_solved_where_it_is_played(world):
    refuse = partial(world.refuse, 1)
    contest = await world.draft(words=WORDS)
    await refuse(WORDS)  # a draft is not live
    contest = await world.contests.admin.confirm(GUILD, contest.id, world.act())
    await check_refused(refuse(WORDS), BeingPlayed, "when it’s over")
    padding = [f"{a}{b}{c}" for a in "abcdefghij" for b in "aeiou" for c in "bcdfghjklmnpqrst"]
    await check_refused(refuse([*padding, *WORDS[:4]]), BeingPlayed)
    await refuse([*padding, *WORDS[:2]])
    await refuse(WORDS[:3])
    await world.contests.transitions.advance(contest.closes_at)
    await refuse(WORDS)


async def test_an_announced_contest_is_guarded_before_it_opens_a_cancelled_one_not(world):
    contest = await world.announced(opens=after(hours=5))
    await check_refused(world.refuse(1, WORDS), BeingPlayed)
    await world.contests.admin.cancel(GUILD, contest.id, world.act())
    await world.refuse(1, WORDS)


async def test_what_was_live_is_refused_while_nothing_can_be_read_and_nothing_else(world):
    guard = world.guard
    contest = await world.announced()
    with unreadable(world.database), pytest.raises(Unread):  # nobody knows what is live
        await world.refuse(1, NOISE)
    await guard.remember(after())
    with unreadable(world.database):
        for at in (after(minutes=1), after(minutes=11)):
            await check_refused(world.refuse(1, WORDS, at), BeingPlayed)
            await world.refuse(1, NOISE, at)
            with pytest.raises(BeingPlayed):  # nobody knows who entered and left
                await world.refuse(1, WORDS, at, NOWHERE)
    await world.contests.transitions.advance(contest.closes_at)
    await guard.remember(after())
    with unreadable(world.database):
        await world.refuse(1, WORDS)


async def test_what_one_person_asks_adds_up_to_half_a_contest_and_no_further(world):
    contest = await world.announced(words=TWENTY)
    refuse = world.refuse
    await refuse(1, [*TWENTY[:5], *NOISE])
    await refuse(1, [*TWENTY[:5], *NOISE])  # a repeat reveals nothing new
    await refuse(1, [*TWENTY[3:9], *NOISE])
    with pytest.raises(BeingPlayed, match="of a contest that’s still running"):
        await refuse(1, [*TWENTY[9:13], *NOISE])
    await refuse(1, [*TWENTY[9:12], *NOISE])  # three words reveal little
    await refuse(1, NOISE)
    await refuse(2, [*TWENTY[9:13], *NOISE])  # somebody else
    await world.contests.transitions.advance(contest.closes_at)
    await refuse(1, TWENTY)


async def test_what_was_refused_does_not_count(world):
    await world.announced(words=TWENTY)
    await check_refused(world.refuse(1, TWENTY), BeingPlayed)
    await world.refuse(1, [*TWENTY[:9], *NOISE])


async def test_questions_count_for_each_contest_by_itself(world):
    await world.announced(words=TWENTY)
    await world.announced(words=(*NOISE[:19], "eye"))  # some of them overlap
    for start in (0, 4):
        await world.refuse(1, [*TWENTY[start : start + 4], *NOISE[start : start + 4], *WORDS])
    await check_refused(world.refuse(1, [*TWENTY[8:12], *NOISE[:4], *WORDS]), BeingPlayed)


@pytest.mark.parametrize("scope", [SCOPE, ELSEWHERE, NOWHERE], ids=["here", "elsewhere", "dm"])
async def test_an_entrant_and_the_creator_are_refused_anywhere(world, scope):
    contest = await world.announced(words=TWENTY, lasts=timedelta(days=30))
    await world.send(contest, 1, after(minutes=1), TWENTY)
    for user in (1, HOST):
        await check_refused(world.refuse(user, TWENTY[:10], after(days=20), scope), BeingPlayed)


async def test_nobody_learns_which_words_of_a_sealed_contest_they_guessed(world):
    contest = await world.announced(words=TWENTY, sealed_minutes=10)
    for start in range(0, 12, 4):
        await world.refuse(1, TWENTY[start : start + 4])  # all guesses are right
    with pytest.raises(BeingPlayed):
        await world.refuse(1, TWENTY[12:16])  # three in four are no guesses
    await world.contests.play.start(SCOPE, contest.id, world.act(2))
    await check_refused(world.refuse(2, TWENTY[:4]), BeingPlayed)


async def test_who_may_not_look_at_a_contest_learns_no_word_of_it_either(world):
    await world.announced(words=TWENTY)
    scope = Scope(GUILD, lambda *_: False)
    await world.refuse(1, TWENTY[:10], after(minutes=1), scope)
    await check_refused(world.refuse(1, TWENTY, after(minutes=1), scope), BeingPlayed)


@pytest.mark.parametrize("scope", [ELSEWHERE, NOWHERE], ids=["elsewhere", "dm"])
async def test_nobody_keeps_lists_from_people_of_other_servers(world, scope):
    contest = await world.announced(words=TWENTY, lasts=timedelta(days=60))
    minute = after(minutes=1)
    await world.refuse(1, TWENTY, minute, scope)
    await check_refused(world.refuse(1, TWENTY[:4], minute), BeingPlayed)  # they joined since
    await world.send(contest, 2, minute, TWENTY)
    await check_refused(world.refuse(2, TWENTY, minute, scope), BeingPlayed)  # they left since


async def test_who_is_in_a_server_is_asked_only_about_lists_that_would_solve(world):
    asked = []

    async def scope_in(guild_id):
        async with world.database.write():  # works only while no transaction is open
            asked.append(guild_id)

    await world.announced(words=TWENTY)

    async def refuse(user, words):
        await world.guard.of(user, scope_in).refuse("snake", after(), *words)

    for words in (WORDS, TWENTY[:3], [*TWENTY[:4], *NOISE]):
        await refuse(1, words)
    assert asked == []
    await refuse(1, TWENTY[:4])
    assert asked == [GUILD]
    await check_refused(refuse(HOST, TWENTY), BeingPlayed)  # the creator needs no look-up
    assert asked == [GUILD]


async def test_another_server_may_hold_a_contest_of_the_same_words(world):
    await world.announced(words=TWENTY)
    other = await world.announced(words=TWENTY, guild=GUILD + 1)
    assert other.state == "open"
    assert (await world.draft(words=TWENTY)).par == other.par  # so may the same server


async def test_memory_holds_no_more_than_its_room(world, monkeypatch):
    monkeypatch.setattr(told, "REMEMBERED", 2)
    world.guard = Guard(world.database)
    await world.announced(words=TWENTY)
    for user in (1, 2, 3):
        await world.refuse(user, [*TWENTY[:9], *NOISE])
    await world.refuse(1, [*TWENTY[9:14], *NOISE])  # the oldest is forgotten
    await check_refused(world.refuse(3, [*TWENTY[9:14], *NOISE]), BeingPlayed)

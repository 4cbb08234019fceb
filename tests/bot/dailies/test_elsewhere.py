"""An edition that is over in one place and open in another, where what people saw of it counts.

In GUILD it is open until nine in the morning local time, eight by UTC; in direct messages it is
over at midnight.
"""

import pytest

from bot.dailies import EditionKey
from bot.errors import NoSuchEdition, NotPlayable
from tests.bot.dailies.days import ANIGRAM, LADDER, SNAKE, on
from tests.bot.refusing import check_refused
from tests.bot.world import ANNA, BEN, GUILD, OTHER

NIGHT, MORNING = {"days": 1, "hours": 1}, {"days": 1, "hours": 7}


@pytest.fixture
async def night(world):
    """A bot in GUILD, on London's clocks, and OTHER, on Honolulu's, eleven hours behind."""
    await world.set_up(GUILD, hour=9, zone="Europe/London", at=on(LADDER, days=-9))
    await world.set_up(OTHER, hour=9, zone="Pacific/Honolulu", at=on(LADDER, days=-9))
    return world


async def board(world, guild, number=LADDER):
    rows = (await world.dailies.queries.board(guild, on(number), "day", number)).rows
    return [(row.user_id, row.points) for row in rows]


async def stats(world, user, number=LADDER):
    seen = await world.dailies.queries.stats(user, None, on(number, days=3))
    return seen.played, seen.solved


async def check_refused_at_home(night, said="gave up on this one", at=MORNING):
    """Check that Anna can no longer solve it in GUILD."""
    puzzle = (await night.dailies.queries.edition(LADDER, requester=None)).puzzle
    turn = night.in_edition(LADDER, ANNA, on(LADDER, **at))
    await check_refused(night.dailies.play.submit_words(*turn, puzzle.solution), NotPlayable, said)


async def test_who_gave_up_in_the_archive_cannot_play_for_points_elsewhere(night):
    act = night.act(ANNA, on(LADDER, **NIGHT))
    shown = (await night.dailies.play.give_up(EditionKey(None, LADDER), act)).state
    assert (shown.live, shown.elsewhere) == (False, True)
    act = night.act(ANNA, on(LADDER, **MORNING))
    here = await night.dailies.play.open(EditionKey(GUILD, LADDER), act)
    assert (here.live, here.play.given_up_at) == (True, on(LADDER, **NIGHT))
    await check_refused_at_home(night)
    assert await board(night, GUILD) == []
    assert await stats(night, ANNA) == (1, 0)


async def test_who_gave_up_before_the_servers_hour_has_given_up_there(night):
    early = night.act(ANNA, on(LADDER, hours=1))  # by UTC it is open
    assert (await night.dailies.play.give_up(EditionKey(None, LADDER), early)).state.live
    with pytest.raises(NoSuchEdition, match="isn’t open yet"):
        await night.dailies.play.open(*night.in_edition(LADDER, ANNA, on(LADDER, hours=1)))
    await check_refused_at_home(night, at={"hours": 9})
    assert await board(night, GUILD) == []


async def test_who_gave_up_in_the_archive_in_the_middle_of_it_has_given_up(night):
    await night.dailies.play.open(EditionKey(GUILD, LADDER), night.act(ANNA, on(LADDER)))
    await night.dailies.play.give_up(EditionKey(None, LADDER), night.act(ANNA, on(LADDER, **NIGHT)))
    await check_refused_at_home(night)
    assert await board(night, GUILD) == []


async def test_hints_from_the_archive_cost_where_it_counts_and_each_once(night):
    at = on(LADDER)
    await night.dailies.play.hint(EditionKey(GUILD, LADDER), night.act(ANNA, at), "letter")
    late = night.act(ANNA, on(LADDER, **NIGHT))
    hint = await night.dailies.play.hint(EditionKey(None, LADDER), late, "word")
    assert len(hint.state.play.hints) == 2  # the earlier hint came along
    solved = await night.solve_edition(LADDER, ANNA, on(LADDER, **MORNING))
    assert (solved.state.live, solved.points) == (True, 80)
    assert len(solved.state.play.hints) == 2


async def test_the_clock_runs_from_the_first_look_in_the_archive(night):
    await night.dailies.play.open(EditionKey(None, LADDER), night.act(ANNA, on(LADDER, **NIGHT)))
    solved = await night.solve_edition(LADDER, ANNA, on(LADDER, **MORNING))
    assert solved.state.play.best_ms == 6 * 3_600_000
    assert solved.state.play.tries == 1


async def test_who_solved_it_in_the_archive_need_not_find_it_again(night):
    at = on(LADDER, **NIGHT)
    puzzle = (await night.dailies.queries.edition(LADDER, requester=None)).puzzle
    await night.dailies.play.open(EditionKey(None, LADDER), night.act(ANNA, at))
    await night.dailies.play.submit_words(
        EditionKey(None, LADDER), night.act(ANNA, at), puzzle.solution
    )
    assert await stats(night, ANNA) == (0, 0)  # nothing counts yet
    await night.dailies.play.open(EditionKey(GUILD, LADDER), night.act(ANNA, on(LADDER, **MORNING)))
    assert await board(night, GUILD) == [(ANNA, 100)]
    assert await stats(night, ANNA) == (1, 1)


async def test_stages_done_in_the_archive_stay_done_and_tries_are_added(night):
    puzzle = (await night.dailies.queries.edition(ANIGRAM, requester=None)).puzzle
    first, *rest = puzzle.solution
    for guild, at, words in (
        (GUILD, on(ANIGRAM), [first]),
        (None, on(ANIGRAM, **NIGHT), rest[:2]),
        (GUILD, on(ANIGRAM, **MORNING), rest[2:]),
    ):
        act = night.act(ANNA, at)
        receipt = await night.dailies.play.submit_words(EditionKey(guild, ANIGRAM), act, words)
    assert (receipt.points, receipt.state.play.tries, receipt.state.live) == (100, 3, True)
    async with night.database.read() as tx:
        tries = await tx.exec_driver_sql(
            "SELECT count(*), count(DISTINCT play_id) FROM daily_tries"
        )
        assert tuple(tries.one()) == (3, 1)


async def test_what_was_solved_stays_and_a_solution_seen_improves_nothing(night):
    puzzle = (await night.dailies.queries.edition(LADDER, requester=None)).puzzle
    longer = night.longer(puzzle)
    first = await night.solve_edition(LADDER, ANNA, on(LADDER), words=longer)
    at = on(LADDER, **NIGHT)
    fresh = await night.dailies.play.open(EditionKey(None, LADDER), night.act(ANNA, at))
    assert fresh.play.points is None  # unofficially, from the beginning
    await night.dailies.play.submit_words(
        EditionKey(None, LADDER), night.act(ANNA, at), puzzle.solution
    )
    await night.dailies.play.give_up(EditionKey(None, LADDER), night.act(ANNA, at))
    await check_refused_at_home(night)
    assert await board(night, GUILD) == [(ANNA, first.points)]
    assert await board(night, OTHER) == []


async def test_a_server_where_it_is_over_takes_nothing_of_what_comes_later(night):
    """London's board is closed once its solution is out; Honolulu still plays."""
    at = on(LADDER, days=1, hours=10)
    over = await night.dailies.play.open(EditionKey(GUILD, LADDER), night.act(ANNA, at))
    assert (over.live, over.elsewhere) == (False, True)
    await night.dailies.play.hint(EditionKey(GUILD, LADDER), night.act(ANNA, at), "word")
    solved = await night.solve_edition(LADDER, ANNA, on(LADDER, days=1, hours=11), guild=OTHER)
    assert solved.points == 85
    assert await board(night, OTHER) == [(ANNA, 85)]
    assert await board(night, GUILD) == []


async def test_what_is_over_everywhere_is_played_for_oneself_alone(night):
    at = on(LADDER, days=3)
    position = (
        await night.dailies.play.give_up(EditionKey(None, LADDER), night.act(BEN, at))
    ).state
    assert (position.live, position.elsewhere) == (False, False)
    assert await stats(night, BEN) == (0, 0)


async def test_a_streak_is_not_lost_where_the_day_is_over_sooner(night):
    """A puzzle open until nine in a player's server is not missed at midnight by UTC."""
    for number in (LADDER, SNAKE):
        await night.solve_edition(number, ANNA, on(number, days=1, hours=7), guild=GUILD)
        await night.solve_edition(number, BEN, on(number), guild=None)
    for place in (None, GUILD, OTHER):
        seen = await night.dailies.queries.stats(ANNA, place, on(ANIGRAM, **NIGHT))
        assert seen.streak.current == 2, place
    seen = await night.dailies.queries.stats(BEN, None, on(ANIGRAM, **NIGHT))
    assert seen.streak.current == 0  # he plays in direct messages, where he missed one
    seen = await night.dailies.queries.stats(ANNA, None, on(ANIGRAM, days=1, hours=9))
    assert seen.streak.current == 0
    await night.solve_edition(ANIGRAM, ANNA, on(ANIGRAM, **MORNING), guild=GUILD)
    seen = await night.dailies.queries.stats(ANNA, None, on(ANIGRAM, days=1, hours=9))
    assert seen.streak.current == 3


async def test_a_streak_outlives_a_newer_puzzle_solved_before_the_older_one_is_over(night):
    """London has opened the next one; Honolulu's unsolved one is still open."""
    await night.solve_edition(LADDER, ANNA, on(LADDER, hours=20), guild=OTHER)
    ahead = await night.solve_edition(ANIGRAM, ANNA, on(ANIGRAM, hours=10), guild=GUILD)
    assert ahead.state.live
    for place in (GUILD, OTHER):
        seen = await night.dailies.queries.stats(ANNA, place, on(ANIGRAM, hours=11))
        assert (seen.streak.current, seen.streak.done) == (2, False), place
    await night.solve_edition(SNAKE, ANNA, on(ANIGRAM, hours=18), guild=OTHER)
    seen = await night.dailies.queries.stats(ANNA, GUILD, on(ANIGRAM, hours=18))
    assert (seen.streak.current, seen.streak.done) == (3, True)
    seen = await night.dailies.queries.stats(BEN, GUILD, on(ANIGRAM, hours=18))
    assert seen.streak.current == 0


async def test_a_streak_of_direct_messages_is_not_lost_in_a_server_that_is_ahead(night):
    """The next one opens at 20:00 UTC in Apia, at midnight in direct messages."""
    apia = OTHER + 10
    await night.set_up(apia, hour=9, zone="Pacific/Apia", at=on(LADDER, days=-9))
    await night.solve_edition(LADDER, BEN, on(LADDER), guild=None)
    await night.solve_edition(LADDER, ANNA, on(LADDER), guild=apia)
    evening = on(SNAKE, hours=21)
    seen = await night.dailies.queries.stats(BEN, apia, evening)
    assert (seen.streak.current, seen.streak.done) == (1, False)
    assert (await night.dailies.queries.stats(ANNA, apia, evening)).streak.current == 0
    await night.solve_edition(SNAKE, BEN, evening, guild=None)
    assert (await night.dailies.queries.stats(BEN, apia, evening)).streak.current == 2
    late = on(ANIGRAM, days=1, hours=1)
    assert (await night.dailies.queries.stats(BEN, apia, late)).streak.current == 0


async def test_to_be_forgotten_between_the_two_does_not_help(night):
    await night.dailies.play.give_up(EditionKey(None, LADDER), night.act(ANNA, on(LADDER, **NIGHT)))
    await night.privacy.forget(ANNA)
    again = night.act(ANNA, on(LADDER, **NIGHT))
    assert not (
        await night.dailies.play.open(EditionKey(None, LADDER), again)
    ).live  # unofficially she may
    await check_refused_at_home(night, "asked to be forgotten")
    assert await board(night, GUILD) == []
    assert await stats(night, ANNA) == (0, 0)

"""Playing, store only: what counts where, best tries, hints, streaks, the archive."""

import asyncio
import json
from dataclasses import asdict, replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.dailies import EditionKey, Streak, play
from bot.dailies.hours import live_somewhere
from bot.errors import BadSetup, BeingPlayed, NoSuchEdition, NotPlayable, Unread
from bot.puzzles import MORE, judge
from bot.puzzles.judging import LONGEST_JUDGED
from bot.store import dailies
from bot.store.budget import BYTES_A_DAY
from bot.store.schema import daily_tries
from solvers.daily import GAMES, EditionRequest, make
from solvers.deadline import Deadline
from tests.bot.dailies.days import ANIGRAM, LADDER, SNAKE, TRUNCATE, on
from tests.bot.refusing import check_refused
from tests.bot.statements import unreadable
from tests.bot.world import ANNA, BEN, CARL, GUILD, OTHER


async def test_the_time_belongs_to_the_answer_that_counts(world):
    puzzle = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle
    await world.dailies.play.open(EditionKey(GUILD), world.act(ANNA, on(LADDER)))
    detour = world.longer(puzzle)
    first = await world.solve_edition(LADDER, ANNA, on(LADDER, minutes=2), words=detour)
    assert first.state.play.best_ms == 2 * 60_000
    solved_at = first.state.play.solved_at
    await world.dailies.play.undo(EditionKey(GUILD), world.act(ANNA, on(LADDER, minutes=3)), 0)
    best = await world.solve_edition(LADDER, ANNA, on(LADDER, minutes=60))
    assert best.points > first.points
    assert best.state.play.best_ms == 60 * 60_000
    assert best.state.play.solved_at == solved_at
    await world.dailies.play.undo(EditionKey(GUILD), world.act(ANNA, on(LADDER, minutes=61)), 0)
    again = await world.solve_edition(LADDER, ANNA, on(LADDER, minutes=62))
    assert again.state.play.best_ms == 60 * 60_000  # no better, so the time stays


async def test_the_best_try_counts_and_is_timed(world):
    edition = await world.dailies.queries.edition(SNAKE, requester=None)
    poor = tuple(sorted(edition.puzzle.solution))
    began = await world.dailies.play.open(EditionKey(GUILD), world.act(ANNA, on(SNAKE)))
    assert (began.edition.number, began.live, began.play.tries) == (SNAKE, True, 0)
    first = await world.solve_edition(SNAKE, ANNA, on(SNAKE, minutes=5), words=poor)
    assert (first.points, first.first) == (None, False)
    assert await world.dailies.queries.standing(ANNA, GUILD, SNAKE, on(SNAKE)) is None
    best = await world.solve_edition(SNAKE, ANNA, on(SNAKE, minutes=7))
    assert (best.points, best.is_best, best.first) == (100, True, True)
    standing = await world.dailies.queries.standing(ANNA, GUILD, SNAKE, on(SNAKE))
    assert (standing.place, standing.ranked, best.state.play.tries) == (1, 1, 2)
    assert standing.better_than is None
    assert best.state.play.best_ms == 7 * 60_000
    assert best.state.play.at_par
    again = await world.solve_edition(SNAKE, ANNA, on(SNAKE, minutes=9), words=poor)
    assert (again.is_best, again.state.play.points, again.state.play.tries) == (False, 100, 3)
    assert again.state.play.best_ms == 7 * 60_000


async def test_a_try_counts_once_an_interaction(world):
    puzzle = (await world.dailies.queries.edition(ANIGRAM, requester=None)).puzzle
    act = world.act(ANNA, on(ANIGRAM))
    one = await world.dailies.play.submit(EditionKey(GUILD, ANIGRAM), act, puzzle.solution[0])
    two = await world.dailies.play.submit(EditionKey(GUILD, ANIGRAM), act, puzzle.solution[0])
    assert (one.verdict, one.state) == (two.verdict, two.state)
    then = await world.dailies.play.submit(*world.in_edition(ANIGRAM, ANNA, on(ANIGRAM)), "zzz")
    assert then.verdict.words == puzzle.solution[:1]
    late = await world.dailies.play.submit(EditionKey(GUILD, ANIGRAM), act, puzzle.solution[0])
    assert (late.verdict.words, late.verdict.mistake) == (one.verdict.words, None)


async def test_a_misspelled_word_is_answered_with_the_one_meant(world, lexicons):
    start = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle.given[0]
    typed = next(word for x in "qxzv" if (word := start[:-1] + x) not in lexicons["full"])
    act = world.act(ANNA, on(LADDER))
    receipts = [
        await world.dailies.play.submit(EditionKey(GUILD, LADDER), act, typed) for _ in range(2)
    ]
    meant = lexicons["full"].close_words(typed)[0]
    for receipt in receipts:
        assert receipt.verdict.mistake.message == (
            f"“{typed}” isn’t in my word list. Did you mean “{meant}”?"
        )


async def test_only_typed_letters_are_stored_and_judging_does_not_change(world):
    start = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle.given[0]
    typed, act = f"{start[:-1]}1", world.act(ANNA, on(LADDER))
    first, again = [
        await world.dailies.play.submit(EditionKey(GUILD, LADDER), act, f"{typed} ж")
        for _ in range(2)
    ]
    assert f"letters a to z. Please change “{typed}”" in first.verdict.mistake.message
    assert again.verdict.mistake.message == first.verdict.mistake.message.replace("1”", "?”")
    assert first.verdict.progress.missed == 0
    assert again.verdict.words == first.verdict.words
    state = await world.dailies.play.edit(EditionKey(GUILD, LADDER), world.act(ANNA, on(LADDER)))
    assert state.rest == (f"{start[:-1]}?", "?")


async def test_two_tries_at_the_same_moment_are_both_stored(world):
    puzzle = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle
    await world.dailies.play.open(EditionKey(GUILD), world.act(ANNA, on(LADDER)))
    longer = world.longer(puzzle)
    receipts = await asyncio.gather(
        *(
            world.dailies.play.submit_words(*world.in_edition(LADDER, ANNA, on(LADDER)), words)
            for words in (puzzle.solution, longer) * 3
        )
    )
    assert sorted(r.state.play.tries for r in receipts) == [1, 2, 3, 4, 5, 6]
    assert sum(r.first for r in receipts) == 1
    assert (
        await world.dailies.play.open(EditionKey(GUILD), world.act(ANNA, on(LADDER)))
    ).play.points == 100


async def test_hints_cost_what_follows_and_not_what_was_earned(world):
    puzzle = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle
    longer = world.longer(puzzle)
    before = await world.solve_edition(LADDER, ANNA, on(LADDER), words=longer)
    assert before.points == 100 * puzzle.par // (puzzle.par + 1)
    await world.dailies.play.undo(EditionKey(GUILD, LADDER), world.act(ANNA, on(LADDER)), 0)
    act = world.act(ANNA, on(LADDER))
    hint = await world.dailies.play.hint(EditionKey(GUILD, LADDER), act, "word")
    assert hint.hint.reveals == puzzle.solution[1]
    same = await world.dailies.play.hint(EditionKey(GUILD, LADDER), act, "word")
    assert same.hint == hint.hint
    assert len(same.state.play.hints) == 1
    after = await world.solve_edition(LADDER, ANNA, on(LADDER))
    assert after.points == 85
    assert not after.state.play.at_par
    assert after.state.play.points == max(85, before.points)


async def test_giving_up_ends_it_and_keeps_what_was_solved(world):
    puzzle = (await world.dailies.queries.edition(TRUNCATE, requester=None)).puzzle
    enough = puzzle.solution[: puzzle.goal]
    await world.solve_edition(TRUNCATE, ANNA, on(TRUNCATE), words=enough)
    position = (
        await world.dailies.play.give_up(EditionKey(GUILD, TRUNCATE), world.act(ANNA, on(TRUNCATE)))
    ).state
    assert position.play.given_up_at == on(TRUNCATE)
    assert position.play.points
    for refused in (
        world.dailies.play.submit(EditionKey(GUILD, TRUNCATE), world.act(ANNA, on(TRUNCATE)), "x"),
        world.dailies.play.hint(EditionKey(GUILD, TRUNCATE), world.act(ANNA, on(TRUNCATE)), "word"),
    ):
        await check_refused(refused, NotPlayable, "gave up on this one")


async def test_what_has_not_opened_cannot_be_played(world):
    with pytest.raises(NoSuchEdition, match="isn’t open yet"):
        await world.dailies.play.open(EditionKey(None, SNAKE), world.act(ANNA, on(LADDER)))
    with pytest.raises(NoSuchEdition):
        await world.dailies.play.open(EditionKey(None, 0), world.act(ANNA, on(LADDER)))


async def test_a_servers_hour_decides_and_its_boards_are_its_own(world):
    await world.set_up(GUILD, hour=9, zone="Pacific/Apia", at=on(LADDER, days=-9))
    dawn = on(SNAKE, hours=-3)  # 21:00 UTC of the day before, 10:00 in Apia
    assert await world.dailies.queries.current(GUILD, dawn) == SNAKE
    assert await world.dailies.queries.current(OTHER, dawn) == LADDER
    assert await world.dailies.queries.current(None, dawn) == LADDER
    await world.solve_edition(SNAKE, ANNA, dawn, guild=GUILD)
    assert (await world.dailies.queries.board(OTHER, on(SNAKE))).rows == ()
    other = await world.dailies.play.open(EditionKey(OTHER), world.act(ANNA, on(SNAKE)))
    assert other.play.points == 100  # she has them already; this board shows them too
    for guild in (GUILD, OTHER):
        board = await world.dailies.queries.board(guild, on(SNAKE))
        assert [row.user_id for row in board.rows] == [ANNA]
        assert board.open
    closed = await world.solve_edition(SNAKE, BEN, on(SNAKE, hours=21), guild=GUILD)
    assert not closed.state.live
    assert await world.dailies.queries.standing(BEN, GUILD, SNAKE, on(SNAKE, hours=21)) is None
    assert len((await world.dailies.queries.board(GUILD, on(SNAKE), number=SNAKE)).rows) == 1


async def test_a_board_that_has_closed_stays_though_the_edition_is_open_elsewhere(world):
    await world.set_up(GUILD, hour=9, zone="Pacific/Apia", at=on(LADDER, days=-9))
    puzzle = (await world.dailies.queries.edition(SNAKE, requester=None)).puzzle
    poor = next(
        (*puzzle.solution[k:], *puzzle.solution[:k])
        for k in range(1, len(puzzle.solution))
        if puzzle.goal
        <= judge(puzzle, (*puzzle.solution[k:], *puzzle.solution[:k]), ()).result
        < puzzle.par
    )
    first = await world.solve_edition(SNAKE, ANNA, on(SNAKE), guild=GUILD, words=poor)
    await world.dailies.play.open(EditionKey(OTHER), world.act(ANNA, on(SNAKE)))
    late = await world.solve_edition(SNAKE, ANNA, on(SNAKE, hours=21), guild=OTHER)
    assert (late.state.live, late.points) == (True, 100)
    boards = [
        await world.dailies.queries.board(g, on(SNAKE, hours=22), number=SNAKE)
        for g in (GUILD, OTHER)
    ]
    assert [board.rows[0].points for board in boards] == [first.points, 100]
    assert [board.open for board in boards] == [False, True]


async def test_a_play_in_the_middle_when_it_closes_goes_on_from_the_archive(world):
    puzzle = (await world.dailies.queries.edition(ANIGRAM, requester=None)).puzzle
    await world.dailies.play.submit(
        EditionKey(GUILD, ANIGRAM), world.act(ANNA, on(ANIGRAM)), puzzle.solution[0]
    )
    await world.dailies.play.hint(*world.in_edition(ANIGRAM, ANNA, on(ANIGRAM)), "letter")
    late = on(ANIGRAM, days=1)
    receipt = await world.dailies.play.submit_words(
        EditionKey(GUILD, ANIGRAM), world.act(ANNA, late), puzzle.solution[1:]
    )
    assert (receipt.points, receipt.state.live) == (95, False)
    stats = await world.dailies.queries.stats(ANNA, GUILD, late)
    assert (stats.played, stats.solved) == (1, 0)
    again = await world.dailies.play.open(EditionKey(GUILD, ANIGRAM), world.act(ANNA, late))
    assert again.play.points == 95
    archive = await world.dailies.queries.archive(ANNA, GUILD, late, limit=3)
    assert [entry.number for entry in archive] == [ANIGRAM, SNAKE, LADDER]
    assert (archive[0].live.points, archive[0].archived.points) == (None, 95)
    assert archive[1].live is archive[1].archived is None


async def test_streaks_are_a_persons_across_servers_and_the_archive_adds_nothing(world):
    for number, guild in ((LADDER, GUILD), (SNAKE, OTHER), (ANIGRAM, None)):
        await world.solve_edition(number, ANNA, on(number), guild=guild)
    today = on(ANIGRAM, hours=13)
    assert (await world.dailies.queries.stats(ANNA, OTHER, today)).streak == Streak(
        3, 3, 0, done=True
    )
    await world.solve_edition(LADDER, BEN, on(SNAKE))  # late
    await world.solve_edition(SNAKE, BEN, on(SNAKE))
    assert (await world.dailies.queries.stats(BEN, None, today)).streak.current == 1
    week = await world.dailies.queries.board(GUILD, today, "week")
    assert [(row.user_id, row.solved) for row in week.rows] == [(ANNA, 1), (BEN, 1)]
    assert (await world.dailies.queries.board(GUILD, today, "month")).rows == week.rows
    assert (await world.dailies.queries.board(GUILD, today, "all")).rows == week.rows


async def test_an_edition_stays_as_it_was_made(world, monkeypatch):
    made = await world.dailies.queries.edition(LADDER, requester=None)

    async def never(*args, **kwargs):
        raise AssertionError

    monkeypatch.setattr("tests.bot.world.Inline.run", never)
    assert await world.dailies.queries.edition(LADDER, requester=None) == made


@pytest.mark.parametrize(("number", "more", "points"), [(LADDER, 1, 100), (TRUNCATE, -1, 105)])
async def test_an_edition_of_an_older_word_list_keeps_its_par(world, number, more, points):
    puzzle = make(EditionRequest(number), world.lexicon, Deadline.never()).puzzle
    shown = puzzle.solution[:-1] if more < 0 else world.longer(puzzle)
    old = replace(puzzle, par=puzzle.par + more, goal=min(puzzle.goal, 2), solution=shown)
    await world.write(dailies.add_edition, number, asdict(old), "of an older list", on(number))
    assert (await world.dailies.queries.edition(number, requester=None)).puzzle == old
    best_then = await world.solve_edition(number, ANNA, on(number, minutes=1))
    assert (best_then.points, best_then.is_best) == (100, True)
    best_now = await world.solve_edition(number, BEN, on(number, minutes=2), words=puzzle.solution)
    assert best_now.points == points
    board = await world.dailies.queries.board(GUILD, on(number, minutes=3), "day")
    assert {row.user_id for row in board.rows} == {ANNA, BEN}


async def test_a_result_is_compared_with_all_who_finished_from_five_others_on(world):
    puzzle = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle
    longer, at = world.longer(puzzle), on(LADDER)
    assert await world.dailies.queries.standing(ANNA, GUILD, LADDER, at) is None
    await world.solve_edition(LADDER, ANNA, at)
    for person in range(1, 8):
        standing = await world.dailies.queries.standing(ANNA, GUILD, LADDER, at)
        assert (standing.others, standing.behind) == (person - 1, max(0, person - 4))
        ours = None if person <= 5 else 100 * (person - 4) // (person - 1)
        assert standing.better_than == ours
        if person <= 3:  # equal, so not behind
            await world.solve_edition(LADDER, person, at, guild=OTHER if person == 1 else GUILD)
        elif person == 4:  # given up
            await world.dailies.play.give_up(EditionKey(GUILD, LADDER), world.act(person, at))
        else:
            await world.solve_edition(LADDER, person, at, words=longer)
    await world.dailies.play.open(
        EditionKey(GUILD), world.act(BEN, at)
    )  # unfinished plays do not count
    standing = await world.dailies.queries.standing(1, OTHER, LADDER, at)
    assert (standing.place, standing.ranked, standing.others, standing.behind) == (1, 1, 7, 4)
    assert standing.better_than == 57


# The guard


async def test_the_questions_of_live_editions_are_refused_everywhere(world):
    guard = world.guard.of(ANNA)
    ladder, snake, anigram, truncate = [
        (await world.dailies.queries.edition(number, requester=None)).puzzle
        for number in (LADDER, SNAKE, ANIGRAM, TRUNCATE)
    ]
    start, target = ladder.given
    asked = [
        (LADDER, lambda at: guard.refuse("ladder", at, start, target)),
        (LADDER, lambda at: guard.refuse("ladder", at, target, start)),
        (LADDER, lambda at: guard.refuse("ladder", at, ladder.solution[1], target)),
        (LADDER, lambda at: guard.refuse("ladder", at, ladder.solution[-2], start)),
        (LADDER, lambda at: guard.refuse("ladder", at, ladder.solution[1], ladder.solution[-2])),
        (SNAKE, lambda at: guard.refuse("snake", at, *snake.given[:5], "other", "words")),
        (ANIGRAM, lambda at: guard.refuse("anigram", at, anigram.solution[0], None)),
        (ANIGRAM, lambda at: guard.refuse("anigram", at, None, anigram.solution[-1][::-1])),
        (TRUNCATE, lambda at: guard.refuse("truncate", at, None, truncate.given[0])),
        (TRUNCATE, lambda at: guard.refuse("truncate", at, truncate.solution[-1])),
        (TRUNCATE, lambda at: guard.refuse("truncate", at, f"x{truncate.given[0]}")),
    ]
    for number, ask in asked:
        with pytest.raises(BeingPlayed, match="Ask again when it’s over") as refused:
            await ask(on(number))
        until = refused.value.until
        await ask(until)  # from then on the bot answers again
        await ask(on(number, days=-2))
        with pytest.raises(BeingPlayed):
            await ask(on(number, days=-1, hours=11))  # open in Kiritimati
    await guard.refuse("ladder", on(LADDER), start, start)
    await guard.refuse("ladder", on(LADDER), start, ladder.solution[1])
    await guard.refuse("snake", on(SNAKE), *snake.given[:3])
    await guard.refuse("anigram", on(ANIGRAM), "stop")
    await guard.refuse("truncate", on(TRUNCATE), "zebra")


async def test_an_edition_that_is_made_late_is_guarded_from_then_on(world):
    guard = world.guard.of(ANNA)
    await guard.refuse("truncate", on(TRUNCATE), "zebra")  # not made yet
    for number in (LADDER, TRUNCATE, LADDER + 7):
        puzzle = (await world.dailies.queries.edition(number, requester=None)).puzzle
        for _ in range(2):  # first read, then remembered
            await check_refused(guard.refuse(puzzle.game, on(number), *puzzle.given), BeingPlayed)


def live_from(number):
    """Return the first hour at which an edition may be open somewhere."""
    hours = (on(number, hours=n) for n in range(-48, 24))
    return next(hour for hour in hours if number in live_somewhere(hour))


async def test_what_is_live_is_refused_while_nothing_can_be_read_and_what_comes_next(world):
    guard, database = world.guard.of(ANNA), world.database
    editions = [
        await world.dailies.queries.edition(n, requester=None) for n in (LADDER, LADDER + 1)
    ]
    opens = live_from(LADDER + 1)
    before = opens - timedelta(minutes=61)

    def ask(edition, at):
        return guard.refuse_given(edition.puzzle.game, at, edition.puzzle.given)

    with unreadable(database), pytest.raises(Unread):
        await ask(editions[0], before)
    await world.guard.remember(before)
    with unreadable(database):
        await ask(editions[1], before)
        for at in (opens, opens + timedelta(minutes=5)):
            for edition in editions:
                await check_refused(ask(edition, at), BeingPlayed)
        with pytest.raises(Unread):  # days later nobody knows
            await guard.refuse("truncate", opens + timedelta(days=3), "zebra")


async def test_what_was_not_made_yet_when_it_was_looked_for_is_not_taken_for_nothing(world):
    guard, opens = world.guard.of(ANNA), live_from(LADDER + 1)
    await world.guard.remember(opens - timedelta(minutes=61))
    with unreadable(world.database), pytest.raises(Unread):
        await guard.refuse("truncate", opens, "zebra")


async def test_a_puzzle_is_tried_so_often_and_no_more(world, monkeypatch):
    monkeypatch.setattr(play, "MOST_TRIES", 3)
    submit, act = world.dailies.play.submit, world.act(ANNA, on(LADDER))
    key = EditionKey(GUILD, LADDER)
    await submit(key, act, "zzz")
    await world.solve_edition(LADDER, ANNA, on(LADDER, minutes=5))
    later = on(LADDER, days=9)
    await submit(key, world.act(ANNA, later), "zzz")  # from the archive
    with pytest.raises(NotPlayable, match="3 times, and I can’t keep more") as refused:
        await submit(key, world.act(ANNA, later), "zzz")
    assert refused.value.reason == "no tries left"
    assert (await submit(key, act, "zzz")).state.play.tries == 3  # the first one repeated
    await submit(key, world.act(BEN, on(LADDER)), "zzz")


# People's rights


async def test_somebody_forgotten_leaves_a_nameless_row_and_cannot_begin_again(world, monkeypatch):
    await world.solve_edition(LADDER, ANNA, on(LADDER))
    await world.solve_edition(LADDER, BEN, on(LADDER, minutes=9), begun=on(LADDER))
    await world.dailies.play.hint(EditionKey(GUILD, LADDER), world.act(CARL, on(LADDER)), "letter")
    exported = json.loads((await world.privacy.export(ANNA)).content)
    assert set(exported) == {
        "daily puzzles you played",
        "tries at daily puzzles",
        "servers where your daily puzzles count",
    }
    assert "tombstone" not in exported["daily puzzles you played"][0]
    await world.privacy.forget(ANNA)
    assert await world.privacy.show(ANNA) == {}
    rows = (await world.dailies.queries.board(GUILD, on(LADDER))).rows
    assert [(row.place, row.user_id) for row in rows] == [(1, None), (2, BEN)]
    with pytest.raises(NotPlayable, match="asked to be forgotten"):
        await world.dailies.play.open(EditionKey(GUILD), world.act(ANNA, on(LADDER)))
    await world.dailies.transitions.tidy(on(LADDER))
    with pytest.raises(NotPlayable):
        await world.dailies.play.open(EditionKey(GUILD), world.act(ANNA, on(LADDER)))
    assert await world.dailies.transitions.tidy(on(LADDER, days=3)) == 1
    with monkeypatch.context() as patch:  # nothing is left to write
        patch.setattr(world.database, "write", None)
        assert await world.dailies.transitions.tidy(on(LADDER, days=3)) == 0
    async with world.database.read() as tx:
        found = await tx.exec_driver_sql(
            "SELECT count(*) FROM daily_plays WHERE tombstone IS NOT NULL"
        )
        assert found.scalar_one() == 0
    assert (await world.dailies.play.open(EditionKey(GUILD), world.act(ANNA, on(SNAKE)))).live


async def test_a_server_that_goes_takes_its_own_and_leaves_people_theirs(world):
    await world.set_up(GUILD)
    await world.solve_edition(LADDER, ANNA, on(LADDER))
    await world.dailies.hosting.post_now(GUILD, world.act(at=on(LADDER)))
    await world.guilds.present([], on(LADDER))
    assert await world.guilds.purge(on(LADDER, days=31)) == 1
    async with world.database.read() as tx:
        for table in ("daily_setups", "messages", "daily_guild_scores"):
            found = await tx.exec_driver_sql(f"SELECT count(*) FROM {table}")
            assert found.scalar_one() == 0, table
    assert (await world.dailies.queries.stats(ANNA, None, on(LADDER))).solved == 1


# Setting up


@pytest.mark.parametrize(
    ("wish", "says"),
    [({"hour": 24}, "from 0 to 23"), ({"games": ()}, "at least one"), ({"games": ("x",)}, "one")],
)
async def test_setups_that_cannot_be(world, wish, says):
    await check_refused(world.set_up(**wish), BadSetup, says)


async def test_a_setup_is_audited_and_forgets_who_made_it(world):
    setup = await world.set_up(zone="europe/london", games=("anigram", "ladder"))
    assert (setup.time_zone, setup.games) == ("Europe/London", ("ladder", "anigram"))
    assert "daily puzzles you set up for servers" in await world.privacy.show(setup.set_by)
    await world.privacy.forget(setup.set_by)
    assert (await world.dailies.queries.setup(GUILD)).set_by is None
    await check_refused(world.dailies.hosting.off(OTHER, world.act()), BadSetup, "aren’t set up")


async def test_who_chose_a_game_has_the_one_that_took_its_place(world):
    setup = replace(await world.set_up(), games=("anigram", "truncate"))
    assert [game for game in GAMES if setup.has(game)] == ["anigram", "truncate", "resize"]
    setup = replace(setup, games=("resize",))  # chosen before its first day
    assert [game for game in GAMES if setup.has(game)] == ["truncate", "resize"]
    with pytest.raises(BadSetup, match="ladder, snake, anigram, resize"):
        await world.set_up(games=("truncate",))


async def test_words_that_a_server_allows_count_in_its_daily_puzzles(world):
    puzzle = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle
    start = puzzle.given[0]
    own = start[:-1] + next(c for c in "zxqjvk" if start[:-1] + c not in world.lexicon)
    await world.guilds.rule_on(GUILD, [own], allowed=True, act=world.act())
    there = await world.dailies.play.submit(*world.in_edition(LADDER, ANNA, on(LADDER)), own)
    assert there.verdict.mistake is None
    assert there.state.progress.words == (own,)
    elsewhere = await world.dailies.play.submit(
        EditionKey(OTHER, LADDER), world.act(BEN, on(LADDER)), own
    )
    assert elsewhere.verdict.mistake.kind == "unknown"


async def test_a_try_just_after_the_end_is_refused_as_late(world):
    puzzle = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle
    await world.dailies.play.open(EditionKey(None, LADDER), world.act(ANNA, on(LADDER)))
    for seconds, late in ((30, on(SNAKE, hours=0)), (3600, None)):
        at = on(SNAKE, hours=0, seconds=seconds)
        receipt = await world.dailies.play.submit_words(
            EditionKey(None, LADDER), world.act(ANNA, at), puzzle.solution
        )
        assert (receipt.state.live, receipt.state.late) == (False, late)


async def test_a_wrong_try_is_stored_up_to_its_mistake(world):
    """Until a restart, the form still offers the words after the mistake."""
    puzzle = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle
    right = puzzle.solution[1]
    typed = [right, "q" * 2000, *puzzle.solution[3:], *["q"] * 400]
    act = world.act(ANNA, on(LADDER))
    first, again = [
        await world.dailies.play.submit_words(EditionKey(GUILD, LADDER), act, typed)
        for _ in range(2)
    ]
    expected = (again.verdict.mistake, again.verdict.words)
    assert (first.verdict.mistake, first.verdict.words) == expected
    async with world.database.read() as tx:
        (words,) = (await tx.execute(select(daily_tries.c.words))).scalars()
    assert (words[0], words[2:], len(words[1])) == (right, [MORE], LONGEST_JUDGED)
    state = await world.dailies.play.edit(EditionKey(GUILD, LADDER), world.act(ANNA, on(LADDER)))
    assert state.rest[1:] == (*typed[2:],)
    world.dailies.play._typed._words.clear()
    state = await world.dailies.play.edit(EditionKey(GUILD, LADDER), world.act(ANNA, on(LADDER)))
    assert state.rest == ()


async def test_a_daily_try_counts_and_is_never_refused_for_what_else_somebody_stored(world):
    puzzle = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle
    world.database.budget.note(ANNA, BYTES_A_DAY, on(LADDER))
    before = world.database.budget._spent[ANNA]
    await world.dailies.play.submit_words(
        EditionKey(GUILD, LADDER), world.act(ANNA, on(LADDER)), puzzle.solution[1:2]
    )
    assert world.database.budget._spent[ANNA] > before
    assert (await world.solve_edition(LADDER, ANNA, on(LADDER, minutes=1))).points

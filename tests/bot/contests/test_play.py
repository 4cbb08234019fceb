"""Sending in snakes: the sending time counts; each is stored before its receipt, counted once."""

import asyncio
import csv
import io
import random
import shutil
from datetime import timedelta
from types import SimpleNamespace

import pytest

from bot.contests import life, read_try
from bot.contests import practice as practising
from bot.errors import BadTry, NotKept, Refused, Unsaved
from bot.store import entrants, open_store
from bot.store.budget import BYTES_A_DAY, ROW
from solvers.errors import BadInput
from tests.bot.postgres import on_sqlite
from tests.bot.refusing import check_refused
from tests.bot.world import GOOD, GUILD, POOR, SCOPE, T0, WORDS, World, after, url


async def refused(call):
    with pytest.raises(Refused) as error:
        await call
    return error.value.reason


async def test_a_receipt_shows_score_joins_share_and_place(world):
    contest = await world.announced()
    first = await world.send(contest, 1, after(minutes=1), POOR)
    assert (first.number, first.place, first.ranked, first.is_best) == (1, 1, 1, True)
    assert (first.answer.words, first.answer.score) == (POOR, 13)
    assert first.percent == 1300 * 100 // contest.par / 100
    second = await world.send(contest, 2, after(minutes=2), GOOD)
    assert second.answer.score == 9 + 1 + 4 + 16
    assert (second.place, second.ranked) == (1, 2)
    third = await world.send(contest, 1, after(minutes=3), POOR)
    assert (third.number, third.place, third.is_best, third.best_score) == (2, 2, False, 13)


async def test_the_closing_instant_is_late_and_the_one_before_is_not(world):
    contest = await world.announced(opens=after(minutes=10))
    opens, closes = contest.opens_at, contest.closes_at
    tick = timedelta(milliseconds=1)
    assert await refused(world.send(contest, 1, opens - tick)) == "not open yet"
    await world.send(contest, 1, opens)
    await world.send(contest, 2, closes - tick)
    assert await refused(world.send(contest, 3, closes)) == "over"


async def test_a_snake_sent_in_time_counts_until_the_results_are_out(world):
    contest = await world.announced()
    late = contest.closes_at - timedelta(milliseconds=1)
    await world.contests.transitions.advance(contest.closes_at + timedelta(seconds=1))
    await world.send(contest, 1, late)
    await world.contests.transitions.advance(contest.closes_at + timedelta(minutes=1))
    assert await refused(world.send(contest, 2, late)) == "over"
    assert [row.user_id for row in (await world.contests.queries.board(contest.id)).rows] == [1]


async def test_the_same_interaction_counts_once(world):
    contest = await world.announced(most_tries=2)
    first = await world.send(contest, 1, after(minutes=1), interaction=77)
    again = await world.send(contest, 1, after(minutes=1), interaction=77)
    assert (first.repeated, again.repeated) == (False, True)
    assert again.answer == first.answer
    assert (again.number, again.tries_left, again.place) == (1, 1, 1)
    both = await asyncio.gather(
        *(world.send(contest, 1, after(minutes=2), interaction=78) for _ in range(5))
    )
    assert sorted(receipt.repeated for receipt in both) == [False, True, True, True, True]
    assert len(await world.read(entrants.tries, contest.id)) == 2


async def test_two_at_once_of_one_player_take_two_tries_and_no_third(world):
    contest = await world.announced(most_tries=2)
    results = await asyncio.gather(
        *(world.send(contest, 1, after(minutes=1), order) for order in (GOOD, POOR, GOOD)),
        return_exceptions=True,
    )
    kinds = sorted(type(result).__name__ for result in results)
    assert kinds == ["Receipt", "Receipt", "Refused"]
    async with world.database.read() as tx:
        (entrant,) = await entrants.of_contest(tx, contest.id)
        tries = await entrants.tries(tx, contest.id)
    assert entrant.tries == len(tries) == 2
    assert {tried.number for tried in tries} == {1, 2}
    assert entrant.best_score == max(tried.score for tried in tries)


async def test_a_cooldown_runs_from_the_last_valid_try(world):
    contest = await world.announced(cooldown_seconds=30)
    receipt = await world.send(contest, 1, after(minutes=1))
    assert receipt.again_at == after(minutes=1, seconds=30)
    await check_refused(world.send(contest, 1, after(minutes=1, seconds=5), ["street"]), BadTry)
    with pytest.raises(Refused, match=r"in 1 second\.") as error:
        await world.send(contest, 1, after(minutes=1, seconds=29, milliseconds=999))
    assert (error.value.reason, error.value.until) == ("cooling down", receipt.again_at)
    await world.send(contest, 2, after(minutes=1, seconds=2))
    await world.send(contest, 1, receipt.again_at)


async def test_under_a_sealed_clock_everybody_has_the_same_minutes(world):
    contest = await world.announced(sealed_minutes=10)
    play = world.contests.play
    assert (
        await refused(play.entry(SCOPE, contest.id, world.act(1, after(minutes=1))))
        == "not started"
    )
    assert await refused(world.send(contest, 1, after(minutes=1))) == "not started"
    turn = await play.start(SCOPE, contest.id, world.act(1, after(minutes=5)))
    assert (turn.words, turn.deadline) == (tuple(sorted(WORDS)), after(minutes=15))
    again = await play.start(SCOPE, contest.id, world.act(1, after(minutes=8)))
    assert again.deadline == turn.deadline
    await world.send(contest, 1, after(minutes=14, seconds=59))
    assert await refused(world.send(contest, 1, after(minutes=15))) == "time is up"
    last = await play.start(SCOPE, contest.id, world.act(2, after(minutes=55)))
    assert last.deadline == contest.closes_at
    late = await play.start(SCOPE, contest.id, world.act(3, after(minutes=40)))
    assert late.deadline == after(minutes=50)
    await world.send(contest, 3, after(minutes=41))
    board = await world.contests.queries.board(contest.id)
    # One minute after the player's start beats ten, however late in the day.
    assert [(row.user_id, row.reached_ms) for row in board.rows] == [(3, 60_000), (1, 599_000)]
    assert board.entered == 3


async def test_start_before_the_opening_starts_no_clock(world):
    contest = await world.announced(opens=after(hours=1), sealed_minutes=10)
    early = world.contests.play.start(SCOPE, contest.id, world.act(1, after(minutes=59)))
    assert await refused(early) == "not open yet"
    turn = await world.contests.play.start(SCOPE, contest.id, world.act(1, after(hours=1)))
    assert turn.deadline == after(hours=1, minutes=10)


async def test_wrong_words_are_named_with_the_closest_guess(world):
    contest = await world.announced()
    with pytest.raises(BadTry) as error:
        await world.send(
            contest, 1, after(minutes=1), ["street", "tset", "nausea", "cat", "street"]
        )
    assert error.value.message == (
        "Not words I know: “tset” (did you mean “test”?). Not in this contest: “cat”. "
        "More than once: “street”. Missing: “seasick”, “stone”, “tone”."
    )
    board = await world.contests.queries.board(contest.id)
    assert board.entered == 0


async def test_places_count_under_containment_and_only_there(world):
    contest = await world.announced(words=("wombat", "bats", "tam"), rule="containment")
    play = world.contests.play
    text = "wombat 0\nbats 3\ntam 9"
    with pytest.raises(BadInput, match="gap"):
        await play.submit(SCOPE, contest.id, world.act(1, after(minutes=1)), read_try(text))
    with pytest.raises(BadInput, match="disagrees"):
        await play.submit(
            SCOPE, contest.id, world.act(1, after(minutes=1)), read_try("wombat 0\nbats 2\ntam 5")
        )
    poor = await play.submit(
        SCOPE, contest.id, world.act(1, after(minutes=1)), read_try("wombat 0\nbats 6\ntam 10")
    )
    assert poor.answer.score == 0
    good = await play.submit(
        SCOPE, contest.id, world.act(1, after(minutes=2)), read_try("1. wombat\n2. bats\n3. tam")
    )
    assert (good.answer.score, good.is_best) == (9, True)
    pairs = await world.announced()
    with pytest.raises(BadInput, match="Positions belong to the containment rule"):
        await play.submit(
            SCOPE,
            pairs.id,
            world.act(1, after(minutes=1)),
            read_try(" ".join(f"{word} 0" for word in WORDS)),
        )


@pytest.mark.parametrize("mode", ["scores", "places", "hidden"])
async def test_the_board_shows_what_its_mode_lets_it_until_the_end(world, mode):
    contest = await world.announced(board=mode)
    receipt = await world.send(contest, 1, after(minutes=1))
    assert (receipt.place is None) == (mode == "hidden")
    board = await world.contests.queries.board(contest.id)
    if mode == "hidden":
        assert board.rows == ()
    else:
        (row,) = board.rows
        assert (row.place, row.user_id) == (1, 1)
        assert ((row.score, row.percent) == (None, None)) == (mode == "places")
    await world.contests.transitions.advance(after(days=1))
    (row,) = (await world.contests.queries.board(contest.id)).rows
    assert row.score == receipt.best_score


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        ("shared", {1: 1, 2: 1, 3: 1, 4: 4}),
        ("look", {3: 1, 1: 2, 2: 3, 4: 4}),
        ("opening", {1: 1, 2: 2, 3: 3, 4: 4}),
    ],
)
async def test_equal_scores_are_ranked_as_was_chosen(world, ties, expected):
    contest = await world.announced(ties=ties)
    looked = {1: 0, 2: 1, 3: 20, 4: 0}
    if ties == "look":
        await check_refused(world.send(contest, 1, after(minutes=1)), Refused, "Press Start first")
    for user, minutes in looked.items():
        await world.contests.play.start(SCOPE, contest.id, world.act(user, after(minutes=minutes)))
    last = None
    for user, minutes in ((1, 10), (2, 15), (3, 25)):
        last = await world.send(contest, user, after(minutes=minutes), GOOD)
    assert (last.place, last.ranked) == (expected[3], 3)
    await world.send(contest, 4, after(minutes=1), POOR)
    board = await world.contests.queries.board(contest.id)
    assert {row.user_id: row.place for row in board.rows} == expected
    exported, _ = await world.contests.queries.export(contest.id, GUILD, world.act(at=after()))
    rows = list(csv.DictReader(io.StringIO(exported.decode("utf-8-sig"))))
    assert {int(row["user_id"]): int(row["place"]) for row in rows} == expected
    since = 20 if ties == "look" else 0
    assert rows[-1]["seconds_to_best"] == str(float(60 * (25 - since)))


@pytest.mark.slow
async def test_five_hundred_players_in_the_last_minute(world):
    contest = await world.announced(ties="opening")
    rng = random.Random(5)
    acts = []
    for user in range(1, 501):
        for _ in range(rng.choice((1, 1, 2))):
            order = rng.sample(WORDS, len(WORDS))
            acts.append((user, after(minutes=59, milliseconds=rng.randrange(60_000)), order))
    receipts = await asyncio.gather(
        *(world.send(contest, user, at, order) for user, at, order in acts)
    )
    await world.contests.transitions.advance(after(hours=2))
    board = await world.contests.queries.board(contest.id)
    best = {}
    for (user, at, _), receipt in zip(acts, receipts, strict=True):
        key = (-receipt.answer.score, at)
        best[user] = min(best.get(user, key), key)
    tries = {user: sum(act[0] == user for act in acts) for user in best}
    keys = {user: (*key, tries[user]) for user, key in best.items()}
    places = {user: 1 + sum(other < key for other in keys.values()) for user, key in keys.items()}
    assert {row.user_id: row.place for row in board.rows} == places
    assert board.entered == 500
    assert len(await world.read(entrants.tries, contest.id)) == len(acts)


@on_sqlite
async def test_a_full_disk_refuses_the_snake_and_forgets_it_wholly(world):
    contest = await world.announced(most_tries=2)
    await world.send(contest, 1, after(minutes=1))
    async with world.database.write() as tx:
        pages = (await tx.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await tx.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    async def until_it_is_full():
        for user in range(2, 400):
            await world.send(contest, user, after(minutes=2))
            served.append(user)

    served = [1]
    await check_refused(until_it_is_full(), Unsaved, "right now")
    async with world.database.read() as tx:
        playing = await entrants.of_contest(tx, contest.id)
        tries = await entrants.tries(tx, contest.id)
    assert len(playing) == len(tries) == len(served)


async def test_a_read_only_database_takes_nothing_and_still_shows_the_board(tmp_path, lexicons):
    path = tmp_path / "bot.sqlite3"
    store = await open_store(url(path))
    world = World(store.database, lexicons)
    contest = await world.announced()
    await world.send(contest, 1, T0 + timedelta(minutes=1))
    async with store.database.read() as tx:
        await tx.exec_driver_sql("PRAGMA query_only=ON")
    await check_refused(world.send(contest, 2, T0 + timedelta(minutes=1)), Unsaved)
    assert len((await world.contests.queries.board(contest.id)).rows) == 1
    await store.close()


async def test_what_is_wrong_with_a_snake_shows_no_sealed_words(world):
    contest = await world.announced(sealed_minutes=10)
    assert await refused(world.send(contest, 1, after(minutes=1), ("guess",))) == "not started"
    await world.contests.play.start(SCOPE, contest.id, world.act(1, after(minutes=1)))
    await check_refused(world.send(contest, 1, after(minutes=2), ("guess",)), BadTry, "nausea")
    assert await refused(world.send(contest, 1, after(minutes=11), ("guess",))) == "time is up"


async def test_what_is_wrong_with_a_snake_is_served_during_a_cooldown_too(world):
    contest = await world.announced(cooldown_seconds=300)
    await world.send(contest, 1, after(minutes=1))
    await check_refused(world.send(contest, 1, after(minutes=2), ("guess",)), BadTry, "nausea")


async def test_there_is_a_most_where_the_organiser_sets_none(world, monkeypatch):
    monkeypatch.setattr(life, "MOST_SUBMISSIONS", 4)
    monkeypatch.setattr(life, "NEARLY_NONE", 2)
    contest = await world.announced()
    receipts = [await world.send(contest, 1, after(minutes=n)) for n in range(4)]
    assert [receipt.tries_left for receipt in receipts] == [None, 2, 1, 0]
    with pytest.raises(Refused, match="tried 4 times, and I can’t keep more") as refusal:
        await world.send(contest, 1, after(minutes=5))
    assert refusal.value.reason == "no tries left"
    assert (await world.send(contest, 2, after(minutes=5))).number == 1


async def test_a_contest_is_practised_so_often_and_no_more(world, monkeypatch):
    monkeypatch.setattr(practising, "MOST_SUBMISSIONS", 4)
    contest = await world.finished()
    practice, begun = world.contests.practice, contest.closes_at + timedelta(minutes=2)
    _, first = await practice.begin(SCOPE, contest.id, world.act(1, begun), 1)
    sent = []
    for second, order in enumerate((POOR, GOOD, POOR)):
        act = world.act(1, begun + timedelta(seconds=second))
        sent.append((act, await practice.submit(SCOPE, first.id, act, read_try(" ".join(order)))))
    receipts = [receipt for _, receipt in sent]
    assert [receipt.number for receipt in receipts] == [1, 2, 3]
    assert [receipt.is_best for receipt in receipts] == [True, True, False]
    act, receipt = sent[1]
    assert await practice.submit(SCOPE, first.id, act, read_try(" ".join(GOOD))) == receipt
    turn = await practice.entry(SCOPE, first.id, world.act(1, begun))
    assert turn.best.order == tuple(GOOD)
    later = begun + timedelta(minutes=5)
    _, second = await practice.begin(SCOPE, contest.id, world.act(1, later))
    assert (await practice.entry(SCOPE, second.id, world.act(1, later))).best is None
    tried = read_try(" ".join(GOOD))
    assert (await practice.submit(SCOPE, second.id, world.act(1, later), tried)).number == 1
    much_later = later + timedelta(days=1)
    for refused_now in (
        practice.submit(SCOPE, second.id, world.act(1, later), tried),
        practice.entry(SCOPE, second.id, world.act(1, later)),
        practice.begin(SCOPE, contest.id, world.act(1, much_later)),
    ):
        await check_refused(refused_now, Refused, "4 times, and I can’t keep more")
    await practice.begin(SCOPE, contest.id, world.act(2, much_later))


@on_sqlite
async def test_practices_leave_what_the_disk_has_to_contests(world, monkeypatch):
    contest, running = await world.finished(), await world.announced(words=("run", "nausea"))
    practice, at = world.contests.practice, contest.closes_at + timedelta(minutes=2)
    _, begun = await practice.begin(SCOPE, contest.id, world.act(1, at))
    world.database._look_at = 0
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    tried = read_try(" ".join(GOOD))
    for refused_now in (
        practice.begin(SCOPE, contest.id, world.act(2, at)),
        practice.submit(SCOPE, begun.id, world.act(1, at), tried),
    ):
        await check_refused(refused_now, NotKept, "disk space")
    await world.send(running, 1, after(minutes=1), ("run", "nausea"))


async def test_answers_to_a_contest_count_in_the_day_of_a_person_and_are_never_refused(world):
    finished, running = await world.finished(), await world.announced(words=("run", "nausea"))
    practice, at = world.contests.practice, finished.closes_at + timedelta(minutes=2)
    _, begun = await practice.begin(SCOPE, finished.id, world.act(1, at))
    budget = world.database.budget
    await world.send(running, 1, after(minutes=1), ("run", "nausea"))
    assert not budget.fits(1, BYTES_A_DAY - 2 * ROW, after(minutes=1))
    budget.note(1, BYTES_A_DAY, at)
    tried = read_try(" ".join(GOOD))
    for refused_now in (
        practice.begin(SCOPE, finished.id, world.act(1, at + timedelta(hours=1))),
        practice.submit(SCOPE, begun.id, world.act(1, at), tried),
    ):
        await check_refused(refused_now, NotKept, "all I can save for you today")
    await world.send(running, 1, after(minutes=2), ("nausea", "run"))
    await practice.begin(SCOPE, finished.id, world.act(2, at))

"""Seasons: their contests, what counts, an end that comes once, the champion's role."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.contests import Scope, SeasonPlan, rising
from bot.contests.transitions import RATED_TOGETHER
from bot.errors import BadPlan, NoSuchContest, WrongState
from bot.races.queries import RaceQueries
from bot.ratings import rating
from bot.store import contests, entrants, outbox, rows, seasons
from bot.store.schema import Season
from solvers.wordsnake import ScoreRequest, score
from tests.bot.changing import to
from tests.bot.contests.lists import draft, lists_of, rounds
from tests.bot.refusing import check_refused
from tests.bot.world import CHANNEL, GUILD, HOST, SCOPE, T0, after

ANNA, BEN, CARL = 1, 2, 3
GREAT = ("nausea", "seasick", "stone", "tone", "street", "test")
POOR = tuple(sorted(GREAT))
DAY, WEEK = timedelta(days=1), timedelta(weeks=1)
ROLE = 77


async def started(world, at=T0, channel=CHANNEL, **options):
    plan = SeasonPlan(options.pop("name", "Spring"), options.pop("lasts", WEEK), **options)
    return await world.contests.seasons.start(GUILD, plan, channel, world.act(at=at))


async def held(world, orders, day=0, **options):
    """A revealed contest, to which people sent orders a minute apart."""
    sent = [(user, n, order) for n, (user, order) in enumerate(orders.items(), 1)]
    return await world.finished(sent, at=T0 + day * DAY, **options)


async def ended(world, season):
    """Settle a season's end; return how it ended."""
    assert await world.contests.seasons.advance(season.due_at) == 1
    return await standing(world, season)


async def standing(world, season, viewer=None, limit=None):
    return await world.contests.seasons.standings(season.id, SCOPE, viewer=viewer, limit=limit)


def places(found):
    return [(row.place, row.user_id) for row in found.rows]


async def kinds(world, season):
    async with world.database.read() as tx:
        found = [
            await outbox.find(tx, kind, season_id=season.id) for kind in ("season", "champion")
        ]
    return [one and one.version for one in found]


async def test_it_has_the_contests_that_end_in_its_time_in_its_channel(world):
    before = await held(world, {BEN: GREAT}, day=-1)
    season = await started(world, lasts=2 * DAY)
    elsewhere = await started(world, channel=CHANNEL + 1, name="Elsewhere")
    first = await held(world, {ANNA: GREAT, BEN: POOR})
    last = await held(world, {ANNA: POOR}, day=1, lasts=DAY)  # ends when the season does
    late = await held(world, {BEN: GREAT}, day=1, lasts=DAY + timedelta(seconds=1))
    found = await standing(world, season)
    assert [one.id for one in found.contests] == [last.id, first.id]
    assert (found.held, places(found)) == (2, [(1, ANNA), (2, BEN)])
    assert {before.id, late.id}.isdisjoint(one.id for one in found.contests)
    assert (await standing(world, elsewhere)).held == 0


@pytest.mark.parametrize(
    ("options", "best"),
    [({}, 3), ({"best": 2}, 2), ({"dropped": 1}, 2), ({"best": 9}, 3), ({"dropped": 9}, 1)],
)
async def test_a_number_counts_or_a_number_is_dropped(world, options, best):
    season = await started(world, **options)
    for day, order in enumerate((GREAT, POOR, GREAT)):
        await held(world, {ANNA: order}, day=day)
    so_far, end = await standing(world, season), await ended(world, season)
    assert so_far.best == end.best == best
    assert len(so_far.rows[0].counted) == best
    assert (
        so_far.rows[0].result
        == end.rows[0].result
        == pytest.approx(sum(so_far.rows[0].counted) / best, abs=0.01)
    )


async def test_its_end_waits_for_the_last_results_and_is_settled_once(world):
    service = world.contests.seasons
    season = await started(world, lasts=DAY, role_id=ROLE)
    contest = await world.announced(at=T0, lasts=DAY)
    await world.send(contest, ANNA, after(minutes=1), GREAT)
    assert season.due_at == contest.closes_at + timedelta(seconds=15)
    for now in (season.ends_at, season.due_at, season.due_at + DAY):
        assert await service.advance(now) == 0  # the bot was away: the contest is still open
    back = season.due_at + 2 * DAY
    await world.contests.transitions.advance(back)
    assert [await service.advance(back) for _ in range(3)] == [1, 0, 0]
    assert await kinds(world, season) == [1, 1]
    found = await standing(world, season)
    assert (found.season.held, places(found)) == (1, [(1, ANNA)])
    with pytest.raises(WrongState, match="over already"):
        await service.end(GUILD, season.id, world.act(at=back))


async def test_without_a_snake_it_ends_without_a_champion(world):
    season = await started(world, role_id=ROLE)
    await held(world, {})
    assert (await ended(world, season)).rows == ()
    assert await kinds(world, season) == [1, None]


async def test_an_end_stays_as_it_was_whatever_becomes_of_contests_and_people(world):
    season = await started(world)
    contest = await held(world, {ANNA: GREAT, BEN: POOR, CARL: POOR})
    before = await ended(world, season)
    later = world.act(at=after(days=9))
    await world.contests.moderation.disqualify(GUILD, contest.id, ANNA, "late", later)
    assert await standing(world, season) == before
    assert await kinds(world, season) == [1, None]
    await world.privacy.forget(ANNA)
    assert places(await standing(world, season)) == [(1, None), (2, BEN), (2, CARL)]
    assert await kinds(world, season) == [2, None]  # it is edited
    cut = await standing(world, season, viewer=CARL, limit=1)
    assert (places(cut), cut.ranked, cut.own.user_id) == ([(1, None)], 3, CARL)


async def test_a_templates_season_has_the_contests_held_automatically(world):
    draft = await world.draft(drawn="generate 5 gentle")
    service = world.contests.templates
    saved = await service.save(GUILD, "Weekly", draft.id, world.act())
    season = await started(world, template_id=saved.id, channel=CHANNEL + 1, lasts=DAY)
    await held(world, {BEN: GREAT})
    assert (await standing(world, season)).held == 0
    with pytest.raises(WrongState, match="“Spring” is made of its contests"):
        await service.delete(GUILD, saved.id, world.act())
    await check_refused(started(world, template_id="elsewhere"), NoSuchContest)
    await ended(world, season)
    await service.delete(GUILD, saved.id, world.act())


async def test_what_is_no_season_is_refused_with_what_to_do(world):
    service = world.contests.seasons
    for options, said in (
        ({"name": " "}, "name"),
        ({"lasts": timedelta(minutes=5)}, "1 hour to 400 days"),
        ({"best": 1, "dropped": 1}, "either"),
    ):
        await check_refused(started(world, **options), BadPlan, said)
    coming = await started(world, starts=after(days=1))
    await check_refused(service.end(GUILD, coming.id, world.act()), WrongState, "hasn’t begun")
    for call in (
        service.delete(GUILD + 1, coming.id, world.act()),
        service.standings(coming.id, Scope(GUILD + 1)),
        service.standings(coming.id, Scope(None)),
        service.standings(coming.id, Scope(GUILD, lambda *_: False)),
    ):
        await check_refused(call, NoSuchContest)
    await service.delete(GUILD, coming.id, world.act())
    assert await service.of_guild(SCOPE) == []
    for number in range(10):
        await started(world, name=f"Season {number}")
    await check_refused(started(world), BadPlan, "10 seasons")


async def test_ended_early_it_counts_what_was_over(world):
    season = await started(world)
    await held(world, {ANNA: GREAT})
    await held(world, {BEN: GREAT}, day=2)
    cut = await world.contests.seasons.end(GUILD, season.id, world.act(at=after(days=1)))
    assert places(await ended(world, cut)) == [(1, ANNA)]


async def handed(world, season):
    """Hand over the role as the poster does; return who got it, and who had it."""
    service = world.contests.seasons
    found = await service.handover(season.id)
    if found is None:
        return None
    for one in found.give:
        await service.note_role(one, after(), has_role=True)
    for one in found.take:
        await service.note_role(one, after(), has_role=False)
    return [one.user_id for one in found.give], [one.user_id for one in found.take]


async def test_the_champions_role_goes_from_season_to_season(world):
    found = []
    for week, winner in enumerate((ANNA, BEN, BEN, CARL)):
        at = T0 + week * WEEK
        season = await started(world, at=at, lasts=DAY, role_id=ROLE, name=f"Week {week}")
        await held(world, {winner: GREAT}, day=7 * week)
        await ended(world, season)
        found.append(season)
        if week != 1:
            expected = {0: ([ANNA], []), 2: ([BEN], [ANNA]), 3: ([CARL], [BEN])}[week]
            assert await handed(world, season) == expected
            assert await handed(world, season) == ([], [])  # an attempt after everything was noted
    assert await handed(world, found[1]) is None  # too late: later seasons have decided
    assert [row.has_role for row in (await standing(world, found[3])).rows] == [True]
    other = await started(world, at=after(days=40), lasts=DAY, role_id=ROLE + 1)
    await held(world, {ANNA: GREAT}, day=40)
    await ended(world, other)
    assert await handed(world, other) == ([ANNA], [])


async def test_all_who_share_the_first_place_are_champions(world):
    season = await started(world, role_id=ROLE)
    await held(world, {ANNA: GREAT, BEN: POOR})
    await held(world, {BEN: GREAT, ANNA: POOR}, day=1)
    await ended(world, season)
    assert sorted((await handed(world, season))[0]) == [ANNA, BEN]


async def test_places_of_a_contest_are_rated_once_in_the_server_and_in_all(world):
    contest = await held(world, {ANNA: GREAT, BEN: POOR, CARL: POOR})
    queries = RaceQueries(world.database)
    own = await queries.profile(ANNA, GUILD, viewer=ANNA)
    assert set(own.here) == set(own.everywhere) == {rating.CONTEST}
    assert own.favourite is None
    won = own.here[rating.CONTEST]
    assert (won.games, won.wins, won.podiums) == (1, 1, 1)
    await world.contests.transitions.advance(after(days=1))
    later = world.act(at=after(days=1))
    await world.contests.moderation.disqualify(GUILD, contest.id, ANNA, "late", later)
    assert (await queries.profile(ANNA, GUILD, viewer=ANNA)).here == own.here
    others = [await queries.profile(user, GUILD, viewer=user) for user in (BEN, CARL)]
    skills = [one.here[rating.CONTEST].mu for one in (own, *others)]
    assert skills == sorted(skills, reverse=True)
    alone = await held(world, {9: GREAT}, day=1)
    assert alone.state == "revealed"
    assert not (await queries.profile(9, GUILD, viewer=9)).here
    kept = await world.privacy.show(BEN)
    assert kept["how well you race and play contests"] == 2


async def test_in_a_large_contest_each_is_rated_among_some_from_all_over_the_board(world):
    count = 2 * RATED_TOGETHER + 1
    contest = await world.announced(ties="opening")
    await world.send(contest, 1, after(minutes=1), GREAT)
    async with world.database.write() as tx:
        acts = [(contest.id, world.act(user, after(minutes=1))) for user in range(2, count + 1)]
        (first,) = await entrants.some(tx, [contest.id], [1])
        joined = await entrants.join(tx, acts, start=False)
        await entrants.score(
            tx,
            [
                replace(one, tries=1, best_score=10, best_submission=1, reached_ms=1000 * n)
                for n, one in enumerate(joined, 100)
            ],
        )
    await world.contests.transitions.advance(contest.closes_at + timedelta(minutes=1))
    board = await world.read(entrants.board, contest.id, 0, None)
    best = (await RaceQueries(world.database).profile(1, GUILD, 1)).here[rating.CONTEST]
    assert (board[0].entrant_id, best.wins, best.games) == (first.id, 1, 1)
    shown = []
    for row in (board[0], board[count // 2], board[-1]):
        profile = await RaceQueries(world.database).profile(row.user_id, GUILD, row.user_id)
        shown.append(profile.here[rating.CONTEST].mu)
    assert shown == sorted(shown, reverse=True)
    assert len({round(one) for one in shown}) == 3


async def test_seasons_are_listed_those_that_run_first(world):
    over = await started(world, lasts=DAY, name="Over")
    await ended(world, over)
    await started(world, name="Running")
    found = await world.contests.seasons.of_guild(SCOPE)
    assert [one.name for one in found] == ["Running", "Over"]
    assert await world.read(seasons.due, after(days=300), 9) == [found[0].id]
    assert found[0].created_by == HOST


def poor(words):
    """An order that scores little: drawn words may already be in the best order."""
    draw = Random(0).sample
    orders = (tuple(draw(words, len(words))) for _ in range(50))
    return min(orders, key=lambda order: score(ScoreRequest(order)).score)


async def test_lists_rise_in_difficulty_and_who_does_best_in_all_is_champion(world):
    """Each list is a contest of its own; a list that somebody left out counts nothing."""
    await started(world, name="All of May", lasts=4 * WEEK)
    season = await rounds(world, sealed_minutes=10, most_tries=2)
    held = await lists_of(world, season)
    assert [one.title for one in held] == [f"Friday, list {n} of 3" for n in (1, 2, 3)]
    assert [one.drawn for one in held] == ["generate gentle", "generate medium", "generate hard"]
    assert {(one.state, one.opens_at, one.closes_at) for one in held} == {
        ("open", T0, after(hours=1))
    }
    assert {(one.sealed_minutes, one.most_tries) for one in held} == {(10, 2)}
    for n, contest in enumerate(held):
        for user in (ANNA, BEN) if n else (ANNA,):
            await world.contests.play.start(SCOPE, contest.id, world.act(user, after(minutes=1)))
            best = [word for word, _ in contest.par_order]
            order = best if user == ANNA else sorted(best)
            await world.send(contest, user, after(minutes=2), order)
    end = held[0].closes_at + timedelta(seconds=15)
    assert season.due_at == end
    await world.contests.transitions.advance(end)
    await world.contests.transitions.advance(end + timedelta(seconds=15))
    found = await ended(world, season)
    assert (found.held, found.best, places(found)) == (3, 3, [(1, ANNA), (2, BEN)])
    assert found.rows[0].result == 100
    assert [row.played for row in found.rows] == [3, 2]


async def test_closed_early_the_sum_comes_with_the_last_results(world):
    season = await rounds(world, lists=2)
    first, second = await lists_of(world, season)
    at = after(minutes=10)
    await world.contests.admin.close(GUILD, first.id, world.act(at=at))
    await world.contests.transitions.advance(at + timedelta(minutes=1))
    assert await world.contests.seasons.advance(at + timedelta(minutes=1)) == 0
    await world.contests.admin.cancel(GUILD, second.id, world.act(at=at))
    with pytest.raises(WrongState, match="Close them"):
        await world.contests.seasons.end(GUILD, season.id, world.act(at=at))
    assert (await ended(world, season)).held == 1
    season = await rounds(world, lists=2, at=after(days=1))
    at = after(days=1, minutes=10)
    for contest in await lists_of(world, season):
        await world.contests.admin.close(GUILD, contest.id, world.act(at=at))
    at += timedelta(minutes=1)
    await world.contests.transitions.advance(at)
    assert await world.contests.seasons.advance(at) == 1


async def test_who_saw_the_words_of_a_contest_has_none_of_it_in_a_season(world):
    season = await started(world, lasts=3 * DAY, role_id=ROLE)
    await held(world, {ANNA: POOR, HOST: GREAT})
    running = await world.announced(at=T0 + DAY, by=ANNA)
    moment = running.opens_at + timedelta(minutes=1)
    for user in (ANNA, BEN, CARL, HOST):
        await world.send(running, user, moment, GREAT)
    await world.contests.queries.export(running.id, GUILD, world.act(CARL, moment))
    board = await world.contests.queries.board(running.id, viewer=CARL)
    assert [row.user_id for row in board.rows] == [BEN, HOST]
    assert [row.user_id for row in board.insiders] == [ANNA, CARL]
    assert board.own is not None
    assert board.own.insider
    receipt = await world.send(running, ANNA, moment + timedelta(minutes=1), GREAT)
    assert (receipt.insider, receipt.place) == (True, None)
    await world.contests.transitions.advance(running.closes_at + timedelta(minutes=1))
    for found in (await standing(world, season), await ended(world, season)):
        assert {row.user_id: row.played for row in found.rows} == {ANNA: 1, BEN: 1, HOST: 1}


async def test_a_template_s_organiser_competes_since_nobody_saw_its_words(world):
    service = world.contests.templates
    draft = await world.draft(drawn="generate 6 gentle")
    saved = await service.save(GUILD, "Weekly", draft.id, world.act())
    await service.repeat(
        GUILD, saved.id, "every day 20:00", ZoneInfo("UTC"), world.act(), channel_id=CHANNEL
    )
    await service.advance(after(hours=8))
    (contest,) = await world.contests.queries.of_guild(GUILD, ["open"])
    await world.send(contest, HOST, after(hours=8, minutes=30), contest.words)
    board = await world.contests.queries.board(contest.id)
    assert [row.user_id for row in board.rows] == [HOST]


async def test_lists_of_one_evening_are_one_contest_of_a_season(world):
    season = await started(world, lasts=5 * DAY, dropped=1)
    evening = await rounds(world, lists=3, at=T0)
    first, second, third = await lists_of(world, evening)
    best = {one.id: [word for word, _ in one.par_order] for one in (first, second, third)}
    for contest, user in ((first, ANNA), (second, ANNA), (third, BEN)):
        await world.send(contest, user, after(minutes=1), best[contest.id])
    await world.send(first, BEN, after(minutes=1), poor(first.words))
    await world.contests.transitions.advance(first.closes_at + timedelta(minutes=1))
    assert await world.contests.seasons.advance(first.closes_at + timedelta(minutes=2)) == 1
    assert (await standing(world, evening)).held == 3  # the evening's own standings
    await held(world, {BEN: GREAT, CARL: POOR}, day=1)
    so_far = await standing(world, season)
    assert (so_far.held, so_far.best) == (2, 1)
    played = {row.user_id: row.played for row in so_far.rows}
    assert played == {ANNA: 1, BEN: 2, CARL: 1}
    assert {row.user_id: row.counted for row in so_far.rows}[ANNA] == (66.66,)  # two of three
    last = await world.contests.queries.standings(SCOPE, 2, scoring="points")
    assert last.held == 2
    assert {row.user_id: row.result for row in last.rows} == {ANNA: 10, BEN: 8 + 10, CARL: 8}
    over = await ended(world, season)
    assert over.held == 2
    assert {row.user_id: row.result for row in over.rows} == {
        row.user_id: row.result for row in so_far.rows
    }


async def test_points_for_places_are_summed_and_equals_get_the_same(world):
    season = await started(world, lasts=3 * DAY, scoring="points", best=2)
    await held(world, {ANNA: GREAT, BEN: GREAT, CARL: POOR})
    await held(world, {BEN: POOR, CARL: GREAT}, day=1)
    await held(world, {CARL: GREAT}, day=2)
    so_far, end = await standing(world, season), await ended(world, season)
    for found in (so_far, end):
        rows = [(row.place, row.user_id, row.result) for row in found.rows]
        assert rows == [(1, CARL, 20), (2, BEN, 18), (3, ANNA, 10)]
        assert found.scoring == "points"
    assert [row.counted for row in so_far.rows] == [(10, 10), (10, 8), (10,)]
    first, *_ = await draft(world, lists=2, title="Friday", scoring="points")
    service = world.contests.seasons
    await service.score(GUILD, first.season_id, "percent")
    await world.contests.admin.confirm(GUILD, first.id, world.act())
    await check_refused(service.score(GUILD, first.season_id, "points"), WrongState, "announced")


async def test_lists_that_are_drafts_are_changed_replaced_and_discarded_together(world):
    admin, queries = world.contests.admin, world.contests.queries
    first, *_ = before = await draft(world, lists=2)
    assert [one.title for one in before] == ["Friday", "Friday"]
    assert await world.contests.seasons.of_guild(SCOPE) == []
    await check_refused(world.contests.seasons.standings(first.season_id, SCOPE), NoSuchContest)
    await admin.draft(GUILD, first.id, world.act(BEN))
    await world.change(first, to(freeze_minutes=5), title="Saturday")
    found = await queries.rounds(first)
    assert {(one.title, one.freeze_minutes) for one in found} == {("Saturday", 5)}

    lists = await draft(world, lists=3, before=first)
    assert [one.round for one in lists] == [1, 2, 3]
    assert {one.id for one in await queries.of_guild(GUILD)} == {one.id for one in lists}
    await admin.confirm(GUILD, lists[1].id, world.act())
    for one in lists:  # anyone who saw one draft knew all
        for user in (ANNA, BEN):
            await world.send(one, user, after(minutes=1), one.words)
        board = await queries.board(one.id)
        assert {row.user_id for row in board.insiders} == {BEN}
    assert (await admin.confirm(GUILD, lists[0].id, world.act())).state == "open"

    template = await world.contests.templates.save(GUILD, "Three", lists[1].id, world.act())
    assert template.words == rising(3)

    gone = await draft(world, lists=2)
    await admin.discard(GUILD, gone[1].id)
    late = await draft(world, lists=2)
    await world.contests.transitions.tidy(after(days=2))
    async with world.database.read() as tx:
        assert [await rows.get(tx, Season, one.season_id) for one in (first, gone[0], late[0])] == [
            None
        ] * 3
        assert await contests.some(tx, [one.id for one in (first, *gone, *late)]) == []


async def test_all_lists_are_changed_closed_and_cancelled_at_once_or_one_alone(world):
    season = await rounds(world, lists=3)
    admin, act = world.contests.admin, world.act(at=after(minutes=5))
    first, second, _third = await lists_of(world, season)
    with pytest.raises(WrongState, match="Call them off"):
        await world.contests.seasons.delete(GUILD, season.id, act)
    await admin.decide(GUILD, second.id, act, "cancel")
    await admin.change(GUILD, first.id, act, title="Monday", all_lists=True)
    await admin.change(GUILD, first.id, act, to(lasts=2 * timedelta(hours=1)), all_lists=True)
    titles = [one.title for one in await lists_of(world, season)]
    assert titles == ["Monday, list 1 of 3", "Friday, list 2 of 3", "Monday, list 3 of 3"]
    assert (await world.contests.seasons.get(season.id)).name == "Monday"
    with pytest.raises(BadPlan, match="50 characters"):
        await admin.change(GUILD, first.id, act, title="M" * 51, all_lists=True)
    await admin.change(GUILD, first.id, act, title="Alone")
    lists = await lists_of(world, season)
    assert [one.closes_at for one in lists] == [after(hours=n) for n in (2, 1, 2)]
    assert lists[0].title == "Alone"
    await admin.change(GUILD, first.id, act, title="Alone", all_lists=True)
    assert (await lists_of(world, season))[0].title == "Alone, list 1 of 3"
    assert (await world.contests.seasons.get(season.id)).name == "Alone"
    await admin.decide(GUILD, first.id, act, "close", all_lists=True)
    states = [one.state for one in await lists_of(world, season)]
    assert states == ["closed", "cancelled", "closed"]


async def test_the_sum_so_far_is_what_the_boards_show(world):
    season = await rounds(world, lists=2, freeze_minutes=30)
    lists, service = await lists_of(world, season), world.contests.seasons

    async def sums():
        found = await service.rounds(season.id)
        return found.standings and [(row.user_id, row.played) for row in found.standings.rows]

    assert await sums() == []
    for one in lists:
        await world.send(one, ANNA, after(minutes=5), poor(one.words))
    await world.send(lists[0], BEN, after(minutes=45), [word for word, _ in lists[0].par_order])
    assert await sums() == [(ANNA, 2)]  # the board is frozen
    assert (await service.rounds(season.id)).players == 2
    await world.contests.admin.change(
        GUILD, lists[1].id, world.act(at=after(minutes=46)), to(board="places")
    )
    assert await sums() is None
    assert (await standing(world, season)).held == 0
    for minutes in range(61, 68):
        await world.contests.transitions.advance(after(minutes=minutes))
    assert await sums() == [(BEN, 1), (ANNA, 2)]

    await world.write(outbox.enqueue, season, "rounds", after(minutes=70))
    await world.privacy.forget(ANNA)
    assert (await world.read(outbox.find, "rounds", season_id=season.id)).version == 2


async def test_several_lists_repeat_as_one_contest_does(world):
    first, *_ = await draft(world, lists=2, scoring="points")
    service = world.contests.templates
    template = await service.save(GUILD, "Friday", first.id, world.act())
    await world.contests.admin.discard(GUILD, first.id)
    when, zone = "every friday 20:00", ZoneInfo("UTC")
    await service.repeat(GUILD, template.id, when, zone, world.act(), channel_id=CHANNEL)
    moment = after(days=4, hours=8)
    opened = 0
    for hour in (-2, 0, 1, 24 * 7, 24 * 7 + 1):
        opened += await service.advance(moment + timedelta(hours=hour))
        opened += await service.advance(moment + timedelta(hours=hour))
        await world.contests.transitions.advance(moment + timedelta(hours=hour))
    assert opened == 2
    held = await world.contests.queries.of_guild(GUILD)
    assert sorted(one.title for one in held) == [
        f"Friday #{week}, list {n} of 2" for week in (1, 2) for n in (1, 2)
    ]
    assert {one.template_id for one in held} == {template.id}
    assert await world.contests.seasons.of_guild(SCOPE) == []
    sums = await world.contests.seasons.of_guild(SCOPE, of_lists=True)
    assert [(one.name, one.rounds, one.scoring) for one in sums] == [
        ("Friday #2", 2, "points"),
        ("Friday #1", 2, "points"),
    ]


async def test_all_lists_are_announced_or_none(world):
    await check_refused(rounds(world, lasts=timedelta(0)), BadPlan, "1 minute to 60 days")
    await check_refused(rounds(world, title="F" * 51), BadPlan, "can have 50 characters")
    for number in range(9):
        await world.announced(title=f"Contest {number}", lasts=9 * DAY)
    with pytest.raises(WrongState, match=r"has 9 contests .* counts as 2, one for each list"):
        await rounds(world, lists=2)
    assert await world.contests.seasons.of_guild(SCOPE, of_lists=True) == []
    found = await world.contests.queries.of_guild(GUILD, ["draft", "open"])
    assert sum(one.confirmed_at is not None for one in found) == 9

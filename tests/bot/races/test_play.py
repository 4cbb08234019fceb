"""A race's life through its services: what counts when, once, and for whom."""

import itertools
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.dailies import EditionKey
from bot.errors import OneAtATime, RaceError
from bot.races import RacePlan, RoundKey
from bot.races.lobby import MOST_CREATED, MOST_IN_CHANNEL, Place
from bot.races.play import Accepted
from bot.solving import Requester
from bot.store import races, rows
from bot.store.schema import RaceRound
from bot.ui.race.post_view import present_post
from solvers.daily import FreshRequest, make_fresh, planned_game, puzzle_key
from solvers.deadline import Deadline
from solvers.errors import BadInput
from tests.bot.pages import buttons_of, check_says, text_of
from tests.bot.postgres import on_both
from tests.bot.refusing import check_refused
from tests.bot.world import ANNA, BEN, CARL, CHANNEL, ELSEWHERE, GUILD, HERE, T0, after
from tests.bot.world import RACE as LADDER

MS = timedelta(milliseconds=1)


async def test_times_are_the_interactions_to_the_millisecond(world):
    status, start = await world.running(ANNA, BEN, CARL)
    ends = status.round.ends_at
    with pytest.raises(RaceError, match="hasn’t started"):
        await world.races.play.open(RoundKey(None, status.race.id, 1), world.act(ANNA, start - MS))
    await world.races.play.open(RoundKey(None, status.race.id, 1), world.act(ANNA, start))
    late = await world.solve_round(status, ANNA, start + timedelta(seconds=9, milliseconds=7))
    assert late.state.play.solved_ms == 9007
    await world.look(ends + timedelta(seconds=2))  # still waiting for answers sent in time
    assert (await world.solve_round(status, BEN, ends - MS)).state.play.solved_ms == 299_999
    await check_refused(world.solve_round(status, CARL, ends), RaceError, "Time’s up")
    over = await world.race_at(status.race.id, ends + timedelta(seconds=3))
    assert over.race.state == "over"
    assert [play.place for play in over.plays] == [1, 2, None]
    await check_refused(world.solve_round(status, CARL, ends - MS), RaceError, "Time’s up")


async def test_a_card_of_before_the_start_shows_what_was_played_since(world):
    """The background refreshes it by the press on Join, seconds before the clock started."""
    status, start = await world.running(ANNA, BEN)
    key, joined = RoundKey(None, status.race.id, 1), world.act(ANNA, start - timedelta(seconds=9))
    before = await world.races.play.open(key, world.act(ANNA, start))
    word = status.puzzle.solution[1]
    await world.races.play.submit(key, world.act(ANNA, start + timedelta(seconds=5)), word)
    assert (await world.races.play.again(before, joined)).progress.words == (word,)


async def test_a_round_that_has_ended_is_over_for_who_has_nothing_new(world):
    status, start = await world.running(ANNA, BEN)
    key, act = RoundKey(None, status.race.id, 1), world.act(BEN, start + timedelta(seconds=5))
    before = await world.races.play.open(key, act)
    await world.solve_round(status, ANNA, start + timedelta(seconds=9))
    await world.look(status.round.ends_at + timedelta(seconds=3))
    assert (await world.races.queries.status(status.race.id)).race.state == "over"
    now = await world.races.play.again(before, act)
    assert (before.over, now.over, now.version != before.version) == (False, True, True)


async def test_what_arrives_in_another_order_counts_as_it_was_sent(world):
    plan = RacePlan("ladder", 2, challenged=BEN)
    race = await world.races.lobby.create(plan, HERE, world.act(ANNA))
    await world.races.lobby.accept(race.id, world.act(BEN, after(seconds=1)))
    status = await world.race_at(race.id, after(seconds=1))
    start = status.round.starts_at
    await world.look(start)
    await world.solve_round(status, ANNA, start + timedelta(seconds=5))
    await world.look(start + timedelta(seconds=6))
    await world.solve_round(status, BEN, start + timedelta(seconds=5) - MS)
    over = await world.race_at(race.id, start + timedelta(seconds=8))
    assert over.race.state == "over"
    expected = [(over.players[0].id, 2), (over.players[1].id, 1)]
    assert [(play.player_id, play.place) for play in over.plays] == expected


@pytest.mark.parametrize("mode", ["first", pytest.param("best", marks=pytest.mark.slow)])
async def test_places_are_by_the_moment_of_sending_in_whatever_order_it_arrives(world, mode):
    people = [ANNA, BEN, CARL, 4, 5]
    sent = [250, 40, 41, 250, 40]  # milliseconds
    expected = [4, 1, 3, 4, 1]
    for number, order in enumerate(([0, 1, 2, 3, 4], [3, 4, 0, 2, 1])):
        at = after(hours=number)
        plan = replace(LADDER, mode=mode)
        status, start = await world.running(*people, plan=plan, at=at)
        for one in order:
            await world.solve_round(status, people[one], start + sent[one] * MS)
        over = await world.race_at(status.race.id, start + timedelta(minutes=6))
        assert over.race.state == "over"
        assert [play.place for play in over.plays] == expected


@on_both
async def test_each_interaction_counts_once(world):
    act = world.act(ANNA, interaction=7)
    created = [await world.races.lobby.create(LADDER, HERE, act) for _ in range(2)]
    assert created[0] == created[1]
    await world.races.lobby.cancel(created[0].id, world.act(ANNA), organiser=False)
    status, start = await world.running(ANNA, BEN)
    words = status.puzzle.solution[1:2]
    receipts = [
        await world.solve_round(status, ANNA, start, words=words, interaction=8) for _ in range(2)
    ]
    assert [receipt.state.play.tries for receipt in receipts] == [1, 1]
    assert receipts[0].verdict.words == receipts[1].verdict.words
    shown = [
        await world.races.play.undo(RoundKey(None, status.race.id, 1), world.act(ANNA, start), 0, 1)
        for _ in range(2)
    ]
    assert [own.progress.words for own in shown] == [(), ()]


async def test_a_sealed_clock_runs_from_the_first_look(world):
    status, start = await world.running(ANNA, BEN, plan=replace(LADDER, sealed=True))
    race_id, late = status.race.id, start + timedelta(minutes=8)
    assert status.round.ends_at == start + timedelta(minutes=15)
    await check_refused(world.solve_round(status, ANNA, start), RaceError, "Press Play first")
    await world.races.play.open(*world.in_round(race_id, ANNA, start + timedelta(minutes=1)))
    await world.solve_round(status, ANNA, start + timedelta(minutes=1), words=("zzzz",))
    own = await world.races.play.open(RoundKey(None, race_id, 1), world.act(BEN, late))
    assert own.ends_at == late + timedelta(minutes=5)
    await world.solve_round(status, BEN, late + timedelta(seconds=2))
    ends = start + timedelta(minutes=6)
    await check_refused(world.solve_round(status, ANNA, ends), RaceError, "Time’s up")
    await world.solve_round(status, ANNA, ends - MS)
    plays = (await world.races.queries.status(race_id)).plays
    assert [play.solved_ms for play in plays] == [299_999, 2000]


async def test_a_round_that_all_leave_or_end_while_it_counts_down_ends(world):
    for leaving in (True, False):
        at = after(hours=int(leaving))
        race = await world.races.lobby.create(LADDER, HERE, world.act(ANNA, at))
        await world.races.lobby.join(race.id, world.act(BEN, at))
        await world.races.lobby.start(race.id, world.act(ANNA, at))
        await world.look(at)
        start = (await world.races.queries.status(race.id)).round.starts_at
        for user in (ANNA, BEN):
            if leaving:
                await world.races.lobby.leave(
                    race.id, world.act(user, start - timedelta(seconds=2))
                )
            else:  # sent after the start, but before the step to running
                await world.races.play.give_up(*world.in_round(race.id, user, start + 200 * MS))
        if leaving:
            assert (await world.races.queries.status(race.id)).race.end == "too few"
            continue
        await world.look(start + 300 * MS)
        assert (await world.race_at(race.id, start + 400 * MS)).race.state == "over"


async def test_a_sealed_round_ends_when_the_last_clock_does(world):
    status, start = await world.running(ANNA, BEN, plan=replace(LADDER, sealed=True))
    race_id = status.race.id
    for minutes, user in enumerate((ANNA, BEN)):
        await world.races.play.open(
            RoundKey(None, race_id, 1), world.act(user, start + timedelta(minutes=minutes))
        )
    due_at = (await world.races.queries.status(race_id)).race.due_at
    assert due_at == start + timedelta(minutes=6, seconds=3)
    await world.races.play.give_up(*world.in_round(race_id, BEN, start + timedelta(minutes=2)))
    due_at = (await world.races.queries.status(race_id)).race.due_at
    assert due_at == start + timedelta(minutes=5, seconds=3)
    assert (await world.race_at(race_id, due_at)).race.state == "over"


async def test_what_was_played_stays_seen_when_nobody_is_left_for_the_next_round(world):
    status, start = await world.running(ANNA, BEN, plan=replace(LADDER, rounds=3))
    race_id = status.race.id
    await world.solve_round(status, ANNA, start + timedelta(seconds=3))
    await world.races.lobby.leave(race_id, world.act(BEN, start + timedelta(seconds=4)))
    await world.look(start + timedelta(seconds=5))
    await world.races.lobby.next_round(race_id, 2, world.act(ANNA, start + timedelta(seconds=6)))
    shown = await world.race_at(race_id, start + timedelta(seconds=7))
    assert (shown.race.state, shown.race.end, shown.round.number) == ("over", "too few", 1)
    said = text_of(present_post(shown))
    check_says(said, f"<@{ANNA}> was ahead when it ended", "Nobody else was left")
    assert f"🥇 <@{ANNA}> · solved" in said
    assert "round 1 of 3" in said.replace("\N{NO-BREAK SPACE}", " ")


async def test_the_most_points_win_a_race_of_several_rounds(world):
    status, start = await world.running(ANNA, BEN, CARL, plan=replace(LADDER, rounds=2))
    race_id = status.race.id
    for number, order in ((1, (ANNA, BEN)), (2, (CARL, ANNA))):
        for seconds, user in enumerate(order, 2):
            at = start + timedelta(seconds=seconds)
            await world.solve_round(status, user, at, number=number)
        over = start + timedelta(minutes=6)
        await world.look(over)
        if number == 1:
            await world.races.lobby.next_round(race_id, 2, world.act(ANNA, over))
            status = await world.race_at(race_id, over)
            start = status.round.starts_at
            await world.look(start)
    said = text_of(present_post(await world.races.queries.status(race_id)))
    assert f"<@{ANNA}> wins the race!" in said


async def test_who_has_not_solved_it_is_not_first_and_on_no_podium(world):
    status, start = await world.running(ANNA, BEN)
    for user in (ANNA, BEN):
        await world.solve_round(status, user, start, words=status.puzzle.solution[1:2])
    over = await world.race_at(status.race.id, start + timedelta(minutes=6))
    assert [play.place for play in over.plays] == [None, None]
    assert max(play.share for play in over.plays) > 0
    profile = await world.races.queries.profile(ANNA, GUILD, ANNA)
    total = profile.everywhere["all"]
    assert (total.podiums, total.best_place) == (0, None)


async def test_a_rematch_names_who_played_last_time_until_they_are_in(world):
    status, start = await world.running(ANNA, BEN, CARL)
    await world.races.lobby.leave(status.race.id, world.act(CARL, start))
    await world.look(start + timedelta(minutes=6))
    at = start + timedelta(minutes=7)
    new = await world.races.lobby.rematch(status.race.id, HERE, world.act(BEN, at))
    assert f"**Last time:** <@{ANNA}>\n" in text_of(
        present_post(await world.races.queries.status(new.id))
    )
    again = await world.races.lobby.rematch(status.race.id, HERE, world.act(ANNA, at))
    assert again.id == new.id
    assert "Last time" not in text_of(present_post(await world.races.queries.status(new.id)))


async def test_a_server_can_do_without_duels(world):
    await world.guilds.change(
        GUILD, "duels: off", world.act(ANNA), lambda now: replace(now, duels=False)
    )
    duel = replace(LADDER, challenged=BEN)
    with pytest.raises(RaceError, match="off in this server"):
        await world.races.lobby.create(duel, HERE, world.act(ANNA))
    assert await world.races.lobby.create(duel, ELSEWHERE, world.act(ANNA))
    assert await world.races.lobby.create(LADDER, HERE, world.act(ANNA))
    await world.guilds.change(
        GUILD, "duels: on", world.act(ANNA), lambda now: replace(now, duels=True)
    )
    assert await world.races.lobby.create(replace(duel, challenged=ANNA), HERE, world.act(BEN))


async def test_a_rematch_takes_over_the_message_that_a_token_shows(world, channel):
    status, start = await world.running(ANNA, BEN, place=ELSEWHERE)
    old = status.race.id
    for user in (ANNA, BEN):
        await world.races.play.give_up(*world.in_round(old, user, start, place=ELSEWHERE))
    await world.look(start)
    await channel.posting.deliver(start)
    act = world.act(BEN, start, place=ELSEWHERE)
    await world.races.lobby.renew_token(old, act, "second")
    new = await world.races.lobby.rematch(old, replace(ELSEWHERE, token="second"), act)
    channel.now = start + timedelta(seconds=5)
    await world.races.lobby.renew_token(old, world.act(ANNA, start, place=ELSEWHERE), "third")
    before = len(channel.events)
    await channel.posting.deliver(channel.now)
    assert [event["race"] for event in channel.events[before:]] == [new.id]
    assert (await world.races.queries.status(old)).race.token is None
    assert (await world.races.queries.status(new.id)).race.token == "third"


@pytest.mark.slow
async def test_no_puzzle_comes_back_for_these_people(world):
    met = set()
    for number in range(4):
        at = after(hours=number)
        status, start = await world.running(ANNA, BEN, at=at, plan=RacePlan("truncate", 2))
        key = puzzle_key(status.puzzle)
        assert key not in met
        met.add(key)
        for user in (ANNA, BEN):
            await world.races.play.give_up(*world.in_round(status.race.id, user, start))
        await world.look(start + timedelta(minutes=6))


async def test_each_is_drawn_for_its_server_in_turn_with_others_whatever_its_people_ask(world):
    """In direct messages it is drawn for the person who started it, after their other jobs."""
    asked, busy, run = [], {ANNA, BEN}, world.solving.run

    async def noting(solve, request, *, requester, **options):
        asked.append(requester)
        if requester.user_id in busy:
            raise OneAtATime("One at a time.")
        return await run(solve, request, requester=requester, **options)

    world.solving.run = noting
    first, second = [
        await world.races.lobby.create(LADDER, place, world.act(ANNA))
        for place in (HERE, Place(GUILD, CHANNEL + 1))
    ]
    other = await world.races.lobby.create(LADDER, ELSEWHERE, world.act(BEN, after(seconds=1)))
    async with world.database.read() as tx:
        waiting = [race.id for race in await races.without_puzzle(tx, 9)]
    assert waiting[0] == first.id
    assert waiting[1:] == [other.id, second.id]
    await world.look(T0)
    assert set(asked) == {Requester(None, GUILD), Requester(BEN, None)}
    assert (await world.races.queries.status(first.id)).round is not None
    assert (await world.races.queries.status(other.id)).round is None
    busy.clear()
    assert (await world.race_at(other.id, after(seconds=2))).round is not None


async def test_another_process_draws_only_where_a_server_s_own_does_not(world):
    places = [Place(GUILD + n, CHANNEL + n) for n in range(10, 15)]
    theirs = [
        await world.races.lobby.create(LADDER, place, world.act(place.channel_id))
        for place in places
    ]
    other = await world.races.lobby.create(LADDER, ELSEWHERE, world.act(BEN, after(seconds=1)))
    transitions = world.races.transitions

    async def drawn(at):
        await transitions.advance(at, lambda guild_id: guild_id == 0)
        await transitions.drawn()
        states = [await world.races.queries.status(race.id) for race in (*theirs, other)]
        return [status.race.id for status in states if status.round is not None]

    assert await drawn(after(seconds=1)) == [other.id]  # though others' wait before it
    assert await drawn(after(seconds=8)) == [other.id]
    assert len(await drawn(after(seconds=9))) > 1


async def test_a_puzzle_that_somebody_who_joins_knows_is_drawn_again(world):
    seen, start = await world.running(BEN, CARL)
    await world.look(start + timedelta(minutes=6))
    race = await world.races.lobby.create(LADDER, HERE, world.act(ANNA, after(hours=1)))
    await world.look(after(hours=1))
    async with world.database.write() as tx:  # as if it had been drawn by chance
        drawn = await rows.get(tx, RaceRound, race.id, 1)
        await rows.change(tx, drawn, replace(drawn, puzzle=seen.round.puzzle))
    await world.races.lobby.join(race.id, world.act(BEN, after(hours=1)))
    await world.races.lobby.start(race.id, world.act(ANNA, after(hours=1)))
    await world.look(after(hours=1, seconds=1))
    status = await world.race_at(race.id, after(hours=1, seconds=2))
    assert status.race.state == "countdown"
    assert status.round.puzzle == puzzle_key(status.puzzle) != seen.round.puzzle


async def test_a_daily_puzzle_that_somebody_played_is_not_raced_for(world):
    asked, run = [], world.solving.run

    async def noting(solve, request, **options):
        asked.append(request)
        return await run(solve, request, **options)

    number = next(one for one in itertools.count(1) if planned_game(one) == "ladder")
    state = await world.dailies.play.open(EditionKey(None, number), world.act(BEN))
    race = await world.races.lobby.create(LADDER, HERE, world.act(ANNA, after(days=30)))
    await world.races.lobby.join(race.id, world.act(BEN, after(days=30)))
    world.solving.run = noting
    await world.look(after(days=30))
    assert puzzle_key(state.puzzle) in asked[-1].avoid


async def test_nobody_waits_for_those_who_left_or_were_forgotten(world):
    status, start = await world.running(ANNA, BEN, CARL)
    await world.races.lobby.leave(status.race.id, world.act(BEN, start))
    await world.privacy.forget(CARL)
    await world.solve_round(status, ANNA, start + timedelta(seconds=3))
    over = await world.race_at(status.race.id, start + timedelta(seconds=3))
    assert over.race.state == "over"
    assert [play.place for play in over.plays] == [1, None, None]
    with pytest.raises(RaceError, match="started already"):
        await world.races.lobby.join((await world.running(ANNA, BEN, at=after(hours=1)))[0].race.id,
                              world.act(CARL, after(hours=2)))  # fmt: skip


async def test_one_can_be_in_a_few_races_at_a_time_and_a_channel_holds_two(world):
    for number in range(MOST_IN_CHANNEL):
        race = await world.races.lobby.create(LADDER, HERE, world.act(20 + number))
        await world.races.lobby.join(race.id, world.act(CARL))
    with pytest.raises(RaceError, match="in this channel"):
        await world.races.lobby.create(LADDER, HERE, world.act(BEN))
    for number in range(MOST_CREATED):
        await world.races.lobby.create(LADDER, Place(GUILD, CHANNEL + 10 + number), world.act(ANNA))
    with pytest.raises(RaceError, match="aren’t over"):
        await world.races.lobby.create(LADDER, Place(GUILD, CHANNEL + 1), world.act(ANNA))


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (RacePlan("snake", 2, mode="together"), "Together you can play"),
        (RacePlan("ladder", 2, words=("cat", "dog", "cow", "owl")), "makes a snake"),
        (RacePlan("snake", 2, words=("cat", "dog")), "4 to 15"),
        (RacePlan("snake", 2, rounds=2, words=("cat", "dog", "cow", "owl")), "one round"),
        (RacePlan("ladder", 2, challenged=ANNA), "duel yourself"),
        (RacePlan("ladder", 2, mode="together", sealed=True), "Leave `sealed` out"),
    ],
)
async def test_what_cannot_be_played_is_refused_with_a_reason(world, plan, why):
    await check_refused(world.races.lobby.create(plan, HERE, world.act(ANNA)), RaceError, why)


async def test_a_list_that_no_snake_is_made_of_is_refused_at_once(world):
    words = ("nausea", "run", "seasick", "a" * 51)
    with pytest.raises(BadInput, match="up to 50 letters"):
        await world.races.lobby.create(RacePlan("snake", 2, words=words), HERE, world.act(ANNA))


async def test_a_list_of_ones_own_is_raced_once(world):
    words = ("nausea", "run", "seasick", "tone")
    status, start = await world.running(ANNA, BEN, plan=RacePlan("snake", 2, words=words))
    assert status.puzzle.given == words
    receipt = await world.solve_round(status, BEN, start)
    assert receipt.state.play.result == status.puzzle.par
    over = await world.race_at(status.race.id, start + timedelta(minutes=6))
    assert "Rematch" not in buttons_of(present_post(over)).values()
    with pytest.raises(RaceError, match="all seen this list"):
        await world.races.lobby.rematch(status.race.id, HERE, world.act(ANNA, after(hours=1)))


async def test_together_each_adds_a_word_at_a_time_and_all_may_undo_or_give_up(world):
    plan = RacePlan("ladder", 3, mode="together")
    status, start = await world.running(ANNA, BEN, CARL, plan=plan)
    race_id, line = status.race.id, status.puzzle.solution
    assert len(line) > 3
    receipt = await world.solve_round(status, ANNA, start, words=line)
    assert receipt.state.progress.words == line[1:2]
    with pytest.raises(RaceError, match="somebody else’s turn"):
        await world.solve_round(status, ANNA, start + timedelta(seconds=20) - MS, words=line[2:3])
    await world.solve_round(status, ANNA, start + timedelta(seconds=20), words=line[2:3])
    own = await world.races.play.undo(
        RoundKey(None, race_id, 1), world.act(ANNA, start + timedelta(seconds=20)), 1, 2
    )
    receipt = await world.solve_round(status, BEN, start + timedelta(seconds=21), words=line[2:3])
    assert receipt.state.progress.words == line[1:3]
    at = start + timedelta(seconds=21)
    for user, words in ((BEN, line[1:2]), (ANNA, ())):
        with pytest.raises(RaceError, match="somebody else’s"):
            await world.races.play.undo(
                RoundKey(None, race_id, 1), world.act(CARL, at), len(words), len(words) + 1
            )
        for _ in range(2):
            own = await world.races.play.undo(
                RoundKey(None, race_id, 1), world.act(user, at), len(words), len(words) + 1
            )
            assert own.progress.words == words
    await world.races.play.give_up(RoundKey(None, race_id, 1), world.act(BEN, at))
    assert (await world.race_at(race_id, at)).race.state == "running"
    await world.races.lobby.leave(race_id, world.act(ANNA, at))
    await world.races.play.give_up(RoundKey(None, race_id, 1), world.act(CARL, at))
    assert (await world.race_at(race_id, at)).race.state == "over"


async def test_whoever_began_it_removes_somebody_who_spoils_it_and_all_undo_their_words(world):
    plan = RacePlan("ladder", 3, mode="together")
    status, start = await world.running(ANNA, BEN, CARL, plan=plan)
    race_id, line = status.race.id, status.puzzle.solution
    await world.solve_round(status, BEN, start, words=line)
    with pytest.raises(RaceError, match="Only the player who started"):
        await world.races.lobby.remove(race_id, world.act(CARL, start), BEN)
    with pytest.raises(RaceError, match="That’s you"):
        await world.races.lobby.remove(race_id, world.act(ANNA, start), ANNA)
    with pytest.raises(RaceError, match="not in this race"):
        await world.races.lobby.remove(race_id, world.act(ANNA, start), 77)
    await world.races.lobby.remove(race_id, world.act(ANNA, start), BEN)
    races, act, key = world.races, world.act(BEN, start), RoundKey(None, race_id, 1)
    for again in (races.lobby.join(race_id, act), races.play.open(key, act)):
        await check_refused(again, RaceError, "You were removed")
    own = await world.races.play.undo(RoundKey(None, race_id, 1), world.act(CARL, start), 0, 1)
    assert own.progress.words == ()


@pytest.mark.parametrize("plan", [LADDER, replace(LADDER, rounds=3), replace(LADDER, mode="best")])
@pytest.mark.parametrize("when", ["solved", "ten seconds"])
@on_both
async def test_whoever_calls_a_race_off_that_counts_ends_it_with_its_places(world, plan, when):
    status, start = await world.running(ANNA, BEN, plan=plan)
    race_id, at = status.race.id, start + timedelta(milliseconds=500)
    before = await world.races.queries.profile(BEN, GUILD, viewer=BEN)
    if when == "solved":
        await world.solve_round(status, BEN, at)
        await world.solve_round(status, ANNA, at, words=("zzzz",))
    else:
        at = start + timedelta(seconds=10)
        await world.solve_round(status, BEN, at - MS, words=status.puzzle.solution[1:2])
    await world.races.lobby.cancel(race_id, world.act(ANNA, at + MS), organiser=False)
    await check_refused(world.solve_round(status, ANNA, at + 2 * MS), RaceError, "was ended")
    if when == "ten seconds":  # answers sent before still count
        await world.solve_round(status, BEN, at)
        await world.solve_round(status, ANNA, at, words=("zzzz",))
    over = await world.race_at(race_id, at + timedelta(seconds=4))
    assert (over.race.state, over.race.end, over.race.round) == ("over", "cancelled", 1)
    assert [play.place for play in over.plays] == [None, 1]
    shown = text_of(present_post(over))
    check_says(shown, f"<@{BEN}>", "called off in this round, which counts as it stood")
    after_it = await world.races.queries.profile(BEN, GUILD, viewer=BEN)
    assert not before.everywhere
    assert after_it.everywhere["all"].wins == 1
    again = await world.races.lobby.cancel(race_id, world.act(ANNA, at + timedelta(seconds=9)),
                                     organiser=True)  # fmt: skip
    assert again.race.state == "over"


@pytest.mark.parametrize("how", ["the next one", "cancel"])
async def test_a_win_stays_though_the_winner_left_or_nobody_has_looked_yet(world, how):
    status, start = await world.running(ANNA, BEN, look=how != "cancel")
    race_id, at = status.race.id, start + timedelta(milliseconds=300)
    await world.solve_round(status, BEN, at)
    await world.solve_round(status, ANNA, at, words=("zzzz",))
    act = world.act(ANNA, at + timedelta(milliseconds=300))
    if how == "cancel":  # the countdown has not moved on to running yet
        await world.races.lobby.cancel(race_id, act, organiser=False)
    else:  # the winner leaves, so its starter is alone
        await world.races.lobby.leave(race_id, world.act(BEN, at + MS))
        await world.races.lobby.create(LADDER, HERE, act)
    over = await world.race_at(race_id, at + timedelta(seconds=4))
    assert (over.race.state, over.race.end) == ("over", "cancelled")
    assert [play.place for play in over.plays] == [None, 1]
    assert (await world.races.queries.profile(BEN, GUILD, viewer=BEN)).everywhere["all"].wins == 1


async def test_all_who_leave_just_as_it_starts_end_a_race_as_it_stands(world):
    status, start = await world.running(ANNA, BEN, look=False)
    await world.solve_round(status, BEN, start + MS)
    await world.solve_round(status, ANNA, start + MS, words=("zzzz",))
    for user in (ANNA, BEN):
        await world.races.lobby.leave(status.race.id, world.act(user, start + 2 * MS))
    over = await world.race_at(status.race.id, start + timedelta(seconds=4))
    assert [play.place for play in over.plays] == [None, 1]


async def test_a_race_that_has_just_begun_is_called_off_without_places(world):
    status, start = await world.running(ANNA, BEN)
    at = start + timedelta(seconds=9)
    await world.solve_round(status, BEN, at, words=status.puzzle.solution[1:2])
    over = await world.races.lobby.cancel(status.race.id, world.act(ANNA, at), organiser=False)
    assert (over.race.state, over.cut_short) == ("over", True)
    assert "Called off." in text_of(present_post(over))
    assert not (await world.races.queries.profile(BEN, GUILD, viewer=BEN)).everywhere


async def test_what_only_its_starter_is_in_and_open_challenges_take_no_place_in_a_channel(world):
    together = RacePlan("ladder", 2, 30, mode="together")
    lone = [(await world.running(user, plan=together))[0].race for user in (ANNA, BEN)]
    for user in (11, 12):
        await world.races.lobby.create(replace(LADDER, challenged=CARL), HERE, world.act(user))
    mine = await world.races.lobby.create(LADDER, HERE, world.act(CARL))
    # A person's own race that nobody joined gives way to their next; other people's does not.
    second = await world.races.lobby.create(LADDER, HERE, world.act(CARL))
    assert (await world.races.queries.status(mine.id)).race.end == "cancelled"
    await world.races.lobby.create(replace(LADDER, challenged=ANNA), HERE, world.act(CARL))
    ids = (second.id, *(race.id for race in lone))
    expected = {"lobby", "running"}
    assert {(await world.races.queries.status(one)).race.state for one in ids} == expected


async def test_a_channel_holds_two_races_even_if_they_are_joined_or_accepted_later(world):
    lone = [await world.races.lobby.create(LADDER, HERE, world.act(user)) for user in (11, 12, 13)]
    asked = await world.races.lobby.create(replace(LADDER, challenged=CARL), HERE, world.act(14))
    for race in lone[:MOST_IN_CHANNEL]:
        await world.races.lobby.join(race.id, world.act(BEN))
    with pytest.raises(RaceError, match="races on in this channel"):
        await world.races.lobby.join(lone[2].id, world.act(BEN))
    with pytest.raises(RaceError, match="races on in this channel"):
        await world.races.lobby.accept(asked.id, world.act(CARL))
    await world.races.lobby.join(lone[0].id, world.act(ANNA))  # it has its place already
    await world.races.lobby.leave(lone[1].id, world.act(BEN))
    await world.races.lobby.accept(asked.id, world.act(CARL))
    expected = {14, CARL}
    assert {one.user_id for one in (await world.races.queries.status(asked.id)).playing} == expected


async def test_who_spoils_and_leaves_does_not_return_once_removed(world):
    status, start = await world.running(ANNA, BEN, plan=RacePlan("ladder", 2, mode="together"))
    race_id = status.race.id
    await world.races.lobby.leave(race_id, world.act(BEN, start))
    await world.races.lobby.remove(race_id, world.act(ANNA, start), BEN)
    with pytest.raises(RaceError, match="You were removed"):
        await world.races.lobby.join(race_id, world.act(BEN, start))
    with pytest.raises(RaceError, match="not in this race"):
        await world.races.lobby.remove(race_id, world.act(ANNA, start), BEN)


async def test_a_person_is_notified_by_the_same_one_every_five_minutes_at_most(world):
    duel = replace(LADDER, challenged=BEN)

    async def challenge(user, plan=duel, **length):
        act = world.act(user, after(**length))
        race = await world.races.lobby.create(plan, HERE, act)
        await world.races.lobby.cancel(race.id, act, organiser=False)
        return race.notifies

    assert [await challenge(ANNA, seconds=30 * n) for n in range(10)] == [True] + 9 * [False]
    assert await challenge(CARL, seconds=200)
    assert await challenge(ANNA, replace(LADDER, challenged=CARL), seconds=210)
    assert await challenge(ANNA, minutes=5)  # challenges that notified count, others do not


async def test_whoever_pressed_in_time_is_in_though_it_arrives_later(world):
    race = await world.races.lobby.create(LADDER, HERE, world.act(ANNA))
    await world.races.lobby.join(race.id, world.act(BEN))
    await world.look(race.due_at + timedelta(seconds=2))
    await world.races.lobby.join(race.id, world.act(CARL, race.due_at - MS))
    with pytest.raises(RaceError, match="started already"):
        await world.races.lobby.join(race.id, world.act(4, race.due_at))
    status = await world.race_at(race.id, race.due_at + timedelta(seconds=3))
    assert (status.race.state, len(status.playing)) == ("countdown", 3)
    duel = await world.races.lobby.create(replace(LADDER, challenged=BEN), HERE, world.act(ANNA))
    await world.look(duel.due_at + timedelta(seconds=2))
    await world.races.lobby.accept(duel.id, world.act(BEN, duel.due_at - MS))
    await world.look(duel.due_at + timedelta(seconds=2))
    assert (await world.races.queries.status(duel.id)).race.state == "countdown"


async def test_a_list_has_no_word_that_the_server_is_not_shown(world):
    words = ("nausea", "run", "seasick")
    for place, refused in ((HERE, "fuck"), (ELSEWHERE, "fuck")):
        plan = RacePlan("snake", 2, words=(*words, refused))
        with pytest.raises(RaceError, match=refused):
            await world.races.lobby.create(plan, place, world.act(ANNA))
    mild = RacePlan("snake", 2, words=(*words, "damn"))
    await world.guilds.change(
        GUILD, "words", world.act(ANNA), lambda now: replace(now, policy="family")
    )
    await check_refused(world.races.lobby.create(mild, HERE, world.act(ANNA)), RaceError, "damn")
    await world.guilds.change(
        GUILD, "words", world.act(ANNA), lambda now: replace(now, policy="all")
    )
    assert await world.races.lobby.create(
        replace(mild, words=("fuck", *words)), HERE, world.act(ANNA)
    )


async def test_words_that_a_server_denies_are_neither_taken_nor_needed(world, lexicons):
    drawn = FreshRequest("ladder", 2, "seed")
    first = make_fresh(drawn, lexicons["full"], Deadline.after(20))
    other = make_fresh(
        replace(drawn, denied=frozenset(first.solution)), lexicons["full"], Deadline.after(20)
    )
    assert not {*other.given, *other.solution} & set(first.solution)
    accepted = Accepted(lexicons["full"], {"cot": False})
    assert "dog" in accepted
    assert "cot" not in accepted

"""Races and duels to their end, by several people: a real client, real HTTP, a file database."""

import asyncio
from itertools import permutations

import pytest

from bot.guard.fresh import FRESH_SECONDS
from bot.scheduler import HOUR
from bot.store import outbox
from bot.ui.jobs import BackgroundJobs
from playground.permissions import VIEW_CHANNEL
from solvers.wordsnake import ScoreRequest, score
from tests.bot.organising import filled, until
from tests.bot.pages import check_private, check_says
from tests.bot.racing import (
    PATIENCE,
    begun,
    challenged,
    counted_down,
    joined,
    line,
    pressed,
    puzzle_of,
    race_of,
    racer,
    room,
    shows,
    spoils,
    started,
    tapped,
    two_in,
    wrote,
)
from tests.security import forging

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_what_anybody_may_press_runs_no_hourly_job(app):
    jobs = BackgroundJobs(app.client).all()
    assert [job.name for job in jobs if job.on_wake and job.every >= HOUR] == []


async def test_a_laid_word_is_taken_out_or_another_put_before_it(app):
    _, anna, _ben, post, puzzle = await two_in(app, game="snake", mode="best", level="Easy")
    card = await started(app, anna, post)
    worst = min(permutations(puzzle.given), key=lambda order: score(ScoreRequest(order)).score)
    card = await tapped(anna, card, worst)
    first, second, *rest = puzzle.solution
    card = await pressed(anna, card, "Start over")
    for word in (rest[0], second):
        card = await pressed(anna, card, word)
    card = await pressed(anna, card, rest[0])
    assert "Undo" not in card.buttons
    await app.restart()
    card = await pressed(anna, card, first)
    assert f"The next goes before ▸{rest[0]}, or Take out." in card.plain
    card = await pressed(anna, card, "Take out")
    card = await tapped(anna, card, rest)
    check_says(card.plain, "🎉 Solved in", f"{puzzle.par} points")


async def test_whoever_waits_for_a_race_is_remembered_no_longer_than_needed(app):
    place, anna, ben = room(app), racer(app), racer(app)

    async def waiting(*users):
        await until(lambda: {user_id for user_id, _ in app.client.private_pages} == {*users})

    post = await begun(app, anna, place)
    await joined(ben, post)
    await waiting(ben.id)
    await pressed(anna, post, "Cancel")
    await waiting()

    post = await begun(app, anna, place)
    await joined(ben, post)
    await waiting(ben.id)
    asked = await (await ben.run("/privacy forget", place)).reply()
    await (await ben.press(asked, "Forget me")).reply()
    assert not app.client.private_pages


async def test_a_race_is_joined_and_won_by_the_first_to_solve_it(app):
    place, anna, ben, carl = room(app), racer(app), racer(app), racer(app)
    post = await begun(app, anna, place, level="Easy")
    assert post.buttons == ["Join", "Leave", "Start now", "Cancel"]
    waiting = await joined(ben, post)
    assert waiting.ephemeral
    await joined(carl, post)
    await shows(post, f"<@{carl.id}>")
    puzzle = await puzzle_of(app, post)
    first = await started(app, anna, post)
    await waiting.says("Ends")  # the puzzle appears automatically
    assert puzzle.given[0] in waiting.plain
    assert not spoils(puzzle, post.text)

    await asyncio.sleep(FRESH_SECONDS)  # the guard goes by its last read for this long
    asked = {"start": puzzle.given[1], "target": puzzle.given[0], "private": "yes"}
    refused = await (await ben.run("/ladder", place, **asked)).reply()
    assert "the puzzle of a race you’re in" in refused.plain
    assert "Shortest:" in (await (await racer(app).run("/ladder", place, **asked)).reply()).text

    wrong = await wrote(carl, await pressed(carl, post, "Play"), "zzz")
    assert not wrong.text.count("🎉")
    trying = await wrote(anna, first, *line(puzzle)[:1])
    solved = await wrote(ben, waiting, *line(puzzle))
    check_says(solved.plain, "🎉 Solved in", "You’re 1st so far")
    assert solved.buttons == ["Result"]
    assert "**1 of 3** are done" in (await pressed(ben, solved, "Result")).text
    await shows(post, f"<@{ben.id}> · solved in")
    assert post.plain.index("🥇") < post.plain.index(f"<@{ben.id}>")
    assert post.plain.index(f"<@{ben.id}>") < post.plain.index(f"<@{anna.id}>")
    assert not spoils(puzzle, post.text)
    assert "wins" not in post.text

    trying = await wrote(anna, trying, *line(puzzle))
    assert "You’re 2nd so far" in trying.plain
    await pressed(carl, wrong, "Give up")
    await shows(post, f"<@{ben.id}> wins! 🎉")
    check_says(post.plain, f"🥇 <@{ben.id}> · solved in", f"🥈 <@{anna.id}> · solved in")
    assert f"<@{carl.id}> · not solved" in post.plain
    assert post.buttons == ["Rematch", "Review", "Proof"]
    assert len(post.pictures) == 1
    mine = await pressed(ben, solved, "Result")
    check_private(mine, mine.plain, f"<@{ben.id}> wins! 🎉")
    assert mine.buttons == ["Review", "Proof"]
    assert len(mine.pictures) == 1
    review = await pressed(carl, post, "Review")
    check_private(review, review.plain, "❌ zzz")
    assert not [one for one in anna.transcript(place) if one is not post and not one.ephemeral][1:]


async def test_a_card_that_play_has_filled_never_goes_back(app, monkeypatch):
    """The test holds the background's read of a race until one more word is written."""
    queries, transitions = app.services.races.queries, app.services.races.transitions
    begun_ones, advance = queries.begun, transitions.advance
    looks, written = [], asyncio.Event()

    async def held(race_ids):
        found = await begun_ones(race_ids)
        looks.append("held")
        await written.wait()
        return found

    async def counted(*arguments):
        looks.append("look")
        return await advance(*arguments)

    async def looked():
        """Wait until the background has begun two more looks, or is held."""
        enough = looks.count("look") + 2
        async with asyncio.timeout(PATIENCE):
            while looks.count("look") < enough and (written.is_set() or "held" not in looks):
                await asyncio.sleep(0.02)

    _, anna, _ben, post, puzzle = await two_in(app, game="ladder", level="Easy")
    await started(app, anna, post)
    monkeypatch.setattr(queries, "begun", held)
    monkeypatch.setattr(transitions, "advance", counted)
    try:
        card = await pressed(anna, post, "Play")
        await looked()
        first = line(puzzle)[0]
        card = await wrote(anna, card, first)
        assert first in card.plain
    finally:
        written.set()  # otherwise the shared bot would be held for ever
    await looked()
    await looked()
    assert first in card.plain


async def test_the_best_in_time_wins_and_time_is_over_to_the_millisecond(app):
    _, anna, ben, post, puzzle = await two_in(
        app, game="ladder", level="Easy", mode="best", minutes=1
    )
    mine = await started(app, anna, post)
    yours = await pressed(ben, post, "Play")
    solved = await wrote(ben, yours, *line(puzzle))
    assert "Your best:" in solved.plain
    status = await app.services.races.queries.status(await race_of(app, post))
    form = await anna.press(mine, "Next word")
    late = await anna.press(mine, "Next word")
    await form.form()
    await late.form()
    with app.clock_stopped():
        seconds = (status.round.ends_at - app.now()).total_seconds()
        app.harness.advance(seconds - 0.001)
        in_time = await anna.submit(form, **{"Next word": " ".join(line(puzzle))})
        assert "Solved" in (await in_time.reply()).plain
    await shows(post, "A tie" if await same_time(app, post) else f"<@{ben.id}> wins!")


async def has(app, race_id, **values):
    """Return whether a race is in some state."""
    race = (await app.services.races.queries.status(race_id)).race
    return all(getattr(race, name) == value for name, value in values.items())


async def same_time(app, post):
    status = await app.services.races.queries.status(await race_of(app, post))
    return len({play.reached_ms for play in status.plays}) == 1


@pytest.mark.slow
async def test_where_a_race_cannot_be_shown_any_more_each_sees_alone_how_it_went(app):
    place, anna, ben, post, puzzle = await two_in(app, level="Easy", mode="best")
    mine = await started(app, anna, post)
    yours = await pressed(ben, post, "Play")
    race_id = await race_of(app, post)
    app.harness.forbid_bot(place, VIEW_CHANNEL)
    mine = await wrote(anna, mine, *line(puzzle))
    assert mine.buttons == ["Result"]
    await until(lambda: has(app, race_id, end="lost"))
    refused = await (await ben.press(yours, "Next word")).reply()
    assert "This race was ended" in refused.plain
    app.advance(seconds=4)
    await until(lambda: has(app, race_id, state="over"))
    result = await pressed(anna, mine, "Result")
    assert result.ephemeral
    assert "I couldn’t go on with it, so this round counts as it stood." in result.plain
    assert f"<@{anna.id}> · {puzzle.par} steps in" in result.plain


@pytest.mark.slow
async def test_a_race_outlives_its_gateway_and_its_post_and_ends_with_its_channel(app):
    place, anna, ben, post, puzzle = await two_in(app, level="Easy", rounds=2)
    await started(app, anna, post)
    race_id = await race_of(app, post)
    app.harness.drop_gateway(closed_for=3)  # meanwhile its end is due, and shown
    app.advance(minutes=5, seconds=4)
    await shows(post, "Nobody solved it this time")
    await app.harness.bot_ready("race")
    await app.client.http.delete_message(place.id, post.message.id)
    async with app.services.store.database.write() as tx:  # any further change
        await outbox.mark_race_stale(tx, race_id)
    again = await anna.sees("Next round", place)
    assert again.message.id != post.message.id
    await pressed(ben, again, "Next round")
    other = await puzzle_of(app, again, 2)
    assert other.given != puzzle.given
    await counted_down(app, again)
    yours = await pressed(ben, again, "Play")
    app.harness.world.delete_channel(place)
    await wrote(ben, yours, *line(other)[:1])
    await until(lambda: has(app, race_id, end="lost"))


async def test_together_they_climb_by_turns(app):
    place, anna, ben = room(app), racer(app), racer(app)
    post = await begun(app, anna, place, game="ladder", level="Easy", mode="together")
    puzzle = await puzzle_of(app, post)
    mine = await started(app, anna, post)
    yours = await pressed(ben, post, "Play")  # anyone who comes is in
    first, *others = line(puzzle)
    mine = await wrote(anna, mine, first)
    await shows(post, f"Last word: <@{anna.id}>")
    assert f"{first} (" in post.pictures[0]["description"]
    assert "to go" in post.pictures[0]["description"]
    again = await anna.press(mine, "Next word")
    await again.form()
    refused = await (await anna.submit(again, **{"Next word": others[0]})).follow_up()
    assert "somebody else’s turn" in refused.plain
    for word in others:
        person, card = (ben, yours) if word == others[0] else (anna, mine)
        await wrote(person, card, word)
        if "You did it" in post.plain:
            break
    await shows(post, "You did it together!")
    assert f"<@{ben.id}> 1 word" in post.plain
    assert len(post.pictures) == 1


async def test_the_starter_removes_somebody_who_spoils_what_is_played_together(app):
    place, anna, ben = room(app), racer(app), racer(app)
    post = await begun(app, anna, place, game="ladder", level="Easy", mode="together")
    puzzle = await puzzle_of(app, post)
    mine = await started(app, anna, post)
    yours = await pressed(ben, post, "Play")
    assert "Remove somebody" not in yours.buttons
    word = line(puzzle)[0]
    mine = await wrote(anna, mine, word)
    yours = await pressed(ben, yours, "Refresh")
    assert "Undo" not in yours.buttons
    undo = mine.custom_id_of("Undo")
    told = await forging.press(app, ben, place, undo).follow_up()
    assert "That word is somebody else’s" in told.plain
    mine = await pressed(anna, mine, "Refresh")
    mine = await filled(anna, mine, "Remove somebody", Who=[str(ben.id)])
    assert f"I’ve removed <@{ben.id}>." in mine.plain
    assert "Remove somebody" not in mine.buttons
    assert "You were removed" in (await pressed(ben, post, "Play")).plain


async def test_a_race_that_somebody_has_solved_is_not_taken_back(app):
    place, anna, ben, post, puzzle = await two_in(app, level="Easy")
    mine = await started(app, anna, post)
    await wrote(anna, mine, "zzz")
    await wrote(ben, await pressed(ben, post, "Play"), *line(puzzle))
    told = await pressed(anna, post, "Cancel")
    assert "It ends here, and counts as it stands." in told.plain
    app.advance(seconds=4)
    await shows(post, f"<@{ben.id}> wins!")
    assert "called off in this round, which counts as it stood" in post.plain
    profile = await (await ben.run("/profile", place)).reply()
    assert "1 win" in profile.plain


async def test_a_pest_notifies_once_in_five_minutes(app):
    place, anna, ben = room(app), racer(app), racer(app)
    for number in range(3):
        post = await challenged(app, anna, ben, place)
        await pressed(ben, post, "Decline")
        await shows(post, "Declined.")
        if not number:
            call = await ben.sees("this challenge is for you", place)
            assert [one.id for one in call.message.mentions] == [ben.id]
    await app.at_leisure()
    assert sum(ben.user in post.message.mentions for post in ben.transcript(place)) == 1


async def test_a_challenge_that_was_deleted_comes_back_and_notifies_nobody(app):
    place, anna, ben = room(app), racer(app), racer(app)
    post = await challenged(app, anna, ben, place)
    await ben.sees("this challenge is for you", place)
    race_id = await race_of(app, post)
    await app.client.http.delete_message(place.id, post.message.id)
    async with app.services.store.database.write() as tx:
        await outbox.mark_race_stale(tx, race_id)
    app.services.scheduler.wake()
    app.advance(seconds=5)
    back = await ben.sees(f"<@{anna.id}> challenges <@{ben.id}>", place)
    assert back.message.id != post.message.id
    assert not back.message.mentions


async def test_a_duel_is_accepted_and_the_best_of_three_wins(app):
    place, anna, ben, carl = room(app), racer(app), racer(app), racer(app)
    post = await challenged(app, anna, ben, place, best_of="3", level="Easy")
    call = await ben.sees("this challenge is for you", place)
    assert [one.id for one in call.message.mentions] == [ben.id]
    refused = await pressed(carl, post, "Accept")
    assert "for somebody else" in refused.plain
    await pressed(ben, post, "Accept")
    for number in (1, 2):
        puzzle = await puzzle_of(app, post, number)
        await counted_down(app, post)
        solved = await wrote(ben, await pressed(ben, post, "Play"), *line(puzzle))
        assert "🎉 Solved" in solved.plain
        app.advance(seconds=4)
        if number == 1:
            await shows(post, f"<@{ben.id}> wins this round!")
            await pressed(anna, post, "Next round")
    await shows(post, f"<@{ben.id}> wins the duel!")
    assert f"<@{ben.id}> 2 wins" in post.plain
    assert post.buttons == ["Rematch", "Review", "Proof"]
    await pressed(ben, post, "Rematch")
    again = await anna.sees(f"<@{ben.id}> challenges <@{anna.id}>", place)
    assert [one.id for one in again.message.mentions] == [anna.id]
    await pressed(anna, again, "Decline")
    await shows(again, "Declined.")


async def test_a_challenge_expires_and_nobody_is_challenged_who_does_not_want_it(app):
    place, anna, ben = room(app), racer(app), racer(app)
    post = await challenged(app, anna, ben, place)
    app.advance(minutes=5, seconds=5)
    await shows(post, "No answer within five minutes")
    await (await ben.run("/privacy duels", place, allow="no")).reply()
    refused = await (await anna.run("/duel", place, user=ben.user)).follow_up()
    assert "don’t take challenges" in refused.plain
    assert refused.ephemeral
    await (await ben.run("/privacy duels", place, allow="yes")).reply()
    olive = app.person()
    shown = await (await olive.run("/settings duels", place, allow="no")).reply()
    assert "From now on nobody can challenge anybody here" in shown.plain
    refused = await (await anna.run("/duel", place, user=ben.user)).follow_up()
    assert "Duels are off in this server" in refused.plain
    await (await olive.run("/settings duels", place, allow="yes")).reply()
    await (await ben.run("/privacy block", place, user=anna.user)).reply()
    refused = await (await anna.run("/duel", place, user=ben.user)).follow_up()
    assert "don’t take challenges" in refused.plain


async def test_what_two_do_at_once_both_counts(app):
    place, anna, ben, carl = room(app), racer(app), racer(app), racer(app)
    post = await begun(app, anna, place)
    presses = [await one.press(post, "Join") for one in (ben, carl, ben)]
    await asyncio.gather(*(press.reply() for press in presses))
    await shows(post, f"<@{carl.id}>")
    assert post.plain.count(f"<@{ben.id}>") == 1
    await pressed(carl, post, "Leave")
    refused = await pressed(carl, post, "Start now")
    assert "Only the player who started" in refused.plain
    await pressed(anna, post, "Cancel")
    await shows(post, "Called off.")
    assert post.buttons == []


@pytest.mark.parametrize("server", [False, pytest.param(True, marks=pytest.mark.slow)])
async def test_a_duel_where_only_people_have_the_bot_is_live_on_edits_alone(app, server):
    anna, ben, carl = racer(app), racer(app), racer(app)
    place = anna.conversation(ben, carl)
    if server:  # also one without the bot
        world = app.harness.world
        guild = world.create_guild("Elsewhere", anna.user, with_bot=False)
        world.add_member(guild, ben.user)
        place = app.harness.channel("general", guild)
    post = await challenged(app, anna, ben, place, level="Easy", minutes=1)
    puzzle = await puzzle_of(app, post)
    waiting = await (await ben.press(post, "Accept")).follow_up()
    assert waiting.ephemeral
    await counted_down(app, post)
    mine = await (await anna.press(post, "Play")).follow_up()
    yours = await (await ben.press(post, "Play")).follow_up()
    assert puzzle.given[0] in yours.plain
    await wrote(anna, mine, *line(puzzle)[:1])
    await shows(post, f"<@{anna.id}> · {100 // puzzle.par} %")
    app.advance(minutes=16)  # no token is valid any more
    await app.services.races.transitions.advance(app.now())
    review = await (await ben.press(post, "Play")).follow_up()
    assert "over" in review.plain or "done" in review.plain
    await shows(post, "Nobody solved it this time.")
    assert post.buttons == ["Rematch", "Review", "Proof"]
    old = await race_of(app, post)
    await (await ben.press(post, "Rematch")).follow_up()
    await shows(post, f"<@{ben.id}> challenges <@{anna.id}>!")
    assert post.buttons == ["Accept", "Decline"]
    again = forging.press(app, ben, place, f"race:rematch:{old}")
    assert "A rematch is on" in (await again.follow_up()).plain
    pinged = [m for m in place.messages.values() if anna.user in m.mentions]
    assert len(pinged) == 1  # though Rematch was pressed twice

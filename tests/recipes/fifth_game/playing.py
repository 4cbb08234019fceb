"""A fifth game in a tree that has its three files and no other change: everything plays it.

`test_fifth_game.py` makes that tree and runs this module in it.
"""

import asyncio
import re

import pytest

from bot.contests import puzzle_of as puzzle_of_contest
from bot.errors import BeingPlayed
from bot.guard.fresh import FRESH_SECONDS
from solvers.daily import DAILY_GAMES, planned_game, rotations
from tests.bot.hosting import announced, answer, finished, helped, kept
from tests.bot.hosting_dailies import ROOM, set_up
from tests.bot.organising import planning
from tests.bot.playing_dailies import opened, over, player, playing, shared_by, written
from tests.bot.racing import (
    begun,
    challenged,
    counted_down,
    joined,
    pressed,
    puzzle_of,
    racer,
    room,
    shows,
    started,
    wrote,
)
from tests.bot.training.cards import puzzle_of as trained_by

pytestmark = pytest.mark.asyncio(loop_scope="module")
FOUR = ("ladder", "snake", "anigram", "resize")


async def test_it_joined_the_four_and_took_nothing_from_the_days_before():
    assert (*FOUR, "chain") == DAILY_GAMES
    since = rotations()[-1].since
    assert [planned_game(n) for n in range(since, since + 5)] == list(DAILY_GAMES)
    assert [planned_game(n) for n in range(since - 4, since)] == [
        FOUR[n % 4] for n in range(since - 4, since)
    ]


async def guarded(app, person, puzzle, why):
    """Make sure that the bot does not help somebody with a puzzle, but does with another."""
    guard = app.services.guard.of(person.id)
    await asyncio.sleep(FRESH_SECONDS)  # the guard may use reads that are this old
    with pytest.raises(BeingPlayed, match=why):
        await guard.refuse("chain", app.now(), puzzle.given[0])
    await guard.refuse("chain", app.now(), "zzzz")


async def test_people_find_it(app):
    anna = racer(app)
    for name in ("train", "race", "duel", "leaderboard"):
        command = anna.commands(ROOM)[name]
        game = next(option for option in command.options if option["name"] == "game")
        assert "chain" in [choice["value"] for choice in game["choices"]], name
    offered = await anna.complete("/daily setup", "games", "ch", ROOM)
    assert [one["value"] for one in offered] == ["chain"]
    reply = await (await anna.run("/help", ROOM)).reply()
    assert "chain – each word begins where the last one ends" in reply.plain
    contests = await answer(anna, reply, "Contests")
    assert "a truncate, a resize or a chain" in contests.plain


async def test_a_server_that_has_all_games_has_it_as_its_daily_puzzle(app):
    assert "🔗 chain" in (await set_up(app)).plain
    edition = await opened(app, "chain")
    puzzle, pia = edition.puzzle, player(app)
    title = f"🔗 Daily chain #{edition.number}"
    post = await pia.sees(title, ROOM)
    assert "Hang 3 links on a word" in post.plain
    assert len(post.pictures) == 1
    assert "Write words of four letters" in (await answer(pia, post, "Rules")).plain

    asked = await sent_in(app, f"chain {puzzle.given[0]}")
    assert "I can’t hold that yet: people are playing it" in asked.plain
    await guarded(app, pia, puzzle, "daily puzzle people are playing")

    card = await playing(app, pia)
    refused = await written(pia, card, "zzzz")
    assert "doesn’t begin with" in refused.plain
    hinted = await answer(pia, refused, "💡 Letter −5")
    assert f"a word that starts with “{puzzle.solution[1][0]}”" in hinted.plain
    solved = await written(pia, hinted, *puzzle.solution)
    assert "Solved!" in solved.plain
    assert "3 links, all of them · worth 95 of 100" in solved.plain
    assert len(solved.pictures) == 1
    shared = await shared_by(pia, solved)
    assert re.search(rf"Chain #{edition.number}( \d:\d\d)? 💡1\n", shared.plain)  # with the time
    assert "🟩⬛⬛❌💡\n🟩🟩⬛\n🟩🟩🟩" in shared.plain
    assert f"🥇 <@{pia.id}> 95 · " in (await answer(pia, post, "Board")).plain
    stats = await (await pia.run("/daily stats", ROOM)).reply()
    assert "🔗 1" in stats.plain
    await over(app)
    archive = await (await pia.run("/daily archive", ROOM)).reply()
    assert title in archive.plain
    assert "95 of 100 on the day" in archive.plain


async def sent_in(app, words):
    """The answer to an organiser who wants a contest about these words."""
    olive = app.person()
    asked = await planning(olive)
    given = {"Title": "A chain", "Words": words, "Lasts": "1 hour"}
    return await (await olive.submit(asked, **given)).reply()


async def test_it_is_trained(app):
    anna = racer(app)
    card = await (await anna.run("/train", room(app), game="chain")).reply()
    assert "🔗 Training: chain · Fair" in card.plain
    puzzle = await trained_by(app, anna, "chain")
    contest, _ = await announced(app, puzzle.given, game="chain")
    stuck = await helped(anna, card, "💡 Letter")
    kept_back = await (await anna.press(stuck, "💡 Letter")).follow_up()
    assert "contest that’s still running" in kept_back.plain
    await finished(app, contest)
    card = await pressed(anna, stuck, "Keep playing")
    card = await wrote(anna, card, *puzzle.solution)
    assert "🎉 Solved!" in card.plain
    assert "All links" in card.plain
    assert len(card.pictures) == 1


async def test_it_is_raced_and_the_bot_does_not_help(app):
    anna, ben, place = racer(app), racer(app), room(app)
    post = await begun(app, anna, place, game="chain")
    assert "🔗 Chain race" in post.plain
    await joined(ben, post)
    puzzle = await puzzle_of(app, post)
    mine = await started(app, anna, post)
    assert puzzle.given[0] in mine.plain
    await guarded(app, ben, puzzle, "race you’re in")
    mine = await wrote(anna, mine, puzzle.solution[1])
    assert "fits!" in mine.plain
    await wrote(ben, await pressed(ben, post, "Play"), *puzzle.solution)
    await wrote(anna, mine, *puzzle.solution[2:])
    await shows(post, f"<@{ben.id}> wins")
    assert "A word for each link" in post.plain


async def test_two_people_duel_with_it(app):
    anna, ben, place = racer(app), racer(app), room(app)
    post = await challenged(app, anna, ben, place, game="chain")
    assert "🔗 Chain duel" in post.plain
    await pressed(ben, post, "Accept")
    puzzle = await puzzle_of(app, post)
    await counted_down(app, post)
    await wrote(ben, await pressed(ben, post, "Play"), *puzzle.solution)
    await shows(post, f"<@{ben.id}> wins")


async def test_a_contest_is_about_it(app):
    contest, post = await announced(app, ("cold",), game="chain")
    assert (contest.par, contest.proven) == (3, True)
    assert "Begin each word with the last letter of the one before." in post.plain
    pia, quinn = app.person("pia"), app.person("quinn")
    await guarded(app, pia, puzzle_of_contest(contest), "contest that’s still running")
    card = await answer(pia, post, "Play")
    wrong = await wrote(pia, card, "ward")
    assert "“ward” doesn’t begin with d." in wrong.plain
    best = [word for word, _ in contest.par_order]
    whole = await answer(pia, await wrote(pia, card, *best), "Submit")
    assert "3 links · 100% of best" in whole.plain
    card = await wrote(quinn, await answer(quinn, post, "Play"), *best[:2])
    part = await answer(quinn, card, "Submit")
    assert "1 link · 33% of best" in part.plain
    assert [score for *_, score in await kept(app, contest)] == [3, 1]
    results = await finished(app, contest)
    assert "found the best chain!" in results.plain
    assert len(results.pictures) == 1
    review = await answer(quinn, results, "My review")
    assert "Up to here it was the best. It goes on." in review.plain
    proof = await answer(quinn, await answer(quinn, results, "Everyone’s answers"), "Proof")
    opened_up = (
        '"game":"chain","puzzle":["cold"],"best":{"result":3,"proven":true,"answer":["cold",'
    )
    assert opened_up in proof.plain


async def test_an_organiser_has_one_drawn(app):
    drawn = await sent_in(app, "chain hard")
    await drawn.says("The best has **3 links** – that’s proven.")

"""Each game in each mode, as a race and as a duel, to its end: a real client, real HTTP."""

import asyncio
import itertools

import discord
import pytest

from bot.races import MODES
from bot.ui.games.faces import face_of
from solvers.daily import GAMES
from solvers.wordsnake import ScoreRequest, score
from tests.bot.racing import (
    begun,
    challenged,
    counted_down,
    joined,
    line,
    pressed,
    puzzle_of,
    racer,
    room,
    shows,
    spoils,
    started,
    tapped,
    wrote,
)
from tests.patience import PATIENCE
from tests.sweeps import by_turns

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]
RACES = [case for case in itertools.product(GAMES, MODES) if case != ("snake", "together")]


async def solved(person, card, puzzle):
    """Find a best answer and stop there; return the card."""
    if puzzle.game == "snake":
        card = await tapped(person, card, puzzle.solution)
    else:
        card = await wrote(person, card, *line(puzzle))
    assert "🎉 Solved in" in card.plain
    return await given_up(person, card)


async def given_up(person, card):
    """Give up or stop; return the card."""
    for name in ("I’m done", "Give up"):
        if name in card.buttons:
            card = await pressed(person, card, name)
    assert card.buttons == ["Result"]
    return card


async def thread_in(app, place):
    """Create a thread once the bot knows the channel; return it."""
    async with asyncio.timeout(PATIENCE):
        while (channel := app.client.get_channel(place.id)) is None:
            await asyncio.sleep(0.02)
    thread = await channel.create_thread(name="Duels", type=discord.ChannelType.public_thread)
    return app.harness.world.channels[thread.id]


def short_of(puzzle):
    """Return correct words that do not solve the puzzle."""
    if puzzle.game != "snake":
        return line(puzzle)[:1]
    orders = itertools.permutations(puzzle.given)
    return next(one for one in orders if score(ScoreRequest(one)).score < puzzle.goal)


@pytest.mark.parametrize(("game", "mode"), RACES)
async def test_a_race_to_its_end(app, game, mode):
    place, people = room(app), [racer(app) for _ in range(3)]
    post = await begun(app, people[0], place, game=game, mode=mode, level="Easy")
    for person in people[1:]:
        await joined(person, post)
    puzzle = await puzzle_of(app, post)
    cards = [await started(app, people[0], post)]
    cards += [await pressed(person, post, "Play") for person in people[1:]]
    if mode == "together":
        await climbed(people, cards, puzzle, post)
        await shows(post, "You did it together!")
        assert sum(f"<@{person.id}>" in post.plain for person in people) >= 2
    else:
        await raced(people, cards, puzzle, post)
        await shows(post, f"<@{people[1].id}> wins! 🎉")
        rows = [row for row in post.plain.splitlines() if "<@" in row and "wins" not in row]
        assert rows[0].startswith(f"🥇 <@{people[1].id}> · ")
        assert rows[1].startswith(f"🥈 <@{people[0].id}> · ")
        assert f"<@{people[2].id}>" in rows[2]
    assert post.buttons == ["Rematch", "Review", "Proof"]
    assert len(post.pictures) == 1
    assert puzzle.solution[-1] in post.text + str(post.components)
    assert ("one unbroken snake" in post.plain) == (game == "snake")
    reviews = [await pressed(person, post, "Review") for person in people]
    assert all(face_of(puzzle).which_best(puzzle) in review.plain for review in reviews)


async def raced(people, cards, puzzle, post):
    """Let the second player find the answer first, then the first; the third does not."""
    cards[2] = await wrote(people[2], cards[2], *short_of(puzzle))
    cards[1] = await solved(people[1], cards[1], puzzle)
    assert not spoils(puzzle, post.text)
    await solved(people[0], cards[0], puzzle)
    assert not spoils(puzzle, post.text)
    await given_up(people[2], cards[2])


async def climbed(people, cards, puzzle, post):
    """Let the players add words in turn until the puzzle is solved."""
    for number, word in enumerate(line(puzzle)):
        turn = number % len(people)
        cards[turn] = await pressed(people[turn], cards[turn], "Refresh")
        cards[turn] = await wrote(people[turn], cards[turn], word)
        if "You did it together" in cards[turn].plain:
            return
        await shows(post, f"Last word: <@{people[turn].id}>")


@pytest.mark.parametrize("game", by_turns(*GAMES))
@pytest.mark.parametrize("mode", ["first", "best"])
async def test_a_duel_to_its_end(app, game, mode):
    place, anna, ben = room(app), racer(app), racer(app)
    if mode == "best":
        place = await thread_in(app, place)
    post = await challenged(app, anna, ben, place, game=game, mode=mode, level="Easy")
    await pressed(ben, post, "Accept")
    puzzle = await puzzle_of(app, post)
    await counted_down(app, post)
    mine, yours = [await pressed(person, post, "Play") for person in (anna, ben)]
    mine = await wrote(anna, mine, *short_of(puzzle))
    await solved(ben, yours, puzzle)
    if mode == "best":  # otherwise it ends once solved
        assert "wins" not in post.plain
        await given_up(anna, mine)
    app.advance(seconds=4)
    await shows(post, f"<@{ben.id}> wins! 🎉")
    assert f"🥇 <@{ben.id}> · " in post.plain
    assert post.buttons == ["Rematch", "Review", "Proof"]
    assert len(post.pictures) == 1

"""Shared by tests of races: races in their own channels, players, their cards."""

import asyncio
import itertools
import json

from bot.puzzles.games import FEWEST
from solvers.daily import Puzzle
from tests.bot.statements import rows_of
from tests.patience import PATIENCE

_numbers = itertools.count(1)
HOUSE = "Word House"


def room(app):
    """Create a channel in which nothing is going on."""
    guild = app.harness.guild(HOUSE)
    return app.harness.world.create_channel(guild, f"race-{next(_numbers)}")


def racer(app):
    """Create somebody who has raced nobody yet."""
    return app.harness.create_person(f"racer{next(_numbers)}", app.harness.guild(HOUSE))


def line(puzzle):
    """Return the words that a player has to write for a best answer."""
    if puzzle.game in {"ladder", "truncate", "resize"}:
        words = puzzle.solution[1:]
        return words[:-1] if puzzle.game in FEWEST else words
    return puzzle.solution


def spoils(puzzle, text):
    """Return whether a text has words that players have to find, or a snake's whole order."""
    if puzzle.game == "snake":
        return " → ".join(puzzle.solution) in text
    given = puzzle.given if puzzle.game != "anigram" else ()
    found = {word for word in puzzle.solution if word not in given} & set(text.lower().split())
    return len(found) > 1  # one may be the post's own, such as race


async def begun(app, person, place, **options):
    """Begin a race; return its post."""
    post = await first_of(await person.run("/race", place, **options))
    assert not post.ephemeral, post.plain
    return post


async def challenged(app, person, other, place, **options):
    """Challenge somebody to a duel; return its post."""
    return await (await person.run("/duel", place, user=other.user, **options)).reply()


HELP = "💡 Stuck?"


async def helped(person, post, button):
    """Return the post that has a button: the card, or the help that it opens."""
    there = any(label.startswith(button) for label in post.buttons)
    if there or HELP not in post.buttons:
        return post
    return await (await person.press(post, HELP)).reply()


async def pressed(person, post, button):
    """Press a button; return the answer: a message of its own, or the card itself."""
    exchange = await person.press(await helped(person, post, button), button)
    await exchange.acknowledged()
    if exchange.interaction.original is not None and exchange.interaction.callback is not None:
        return await first_of(exchange)
    return await exchange.follow_up()


async def first_of(exchange):
    """Return the answer, or the follow-up where the answer failed."""
    reply, after = (asyncio.ensure_future(one) for one in (exchange.reply(), exchange.follow_up()))
    done, waiting = await asyncio.wait({reply, after}, return_when=asyncio.FIRST_COMPLETED)
    for one in waiting:
        one.cancel()
    return (after if after in done else reply).result()


async def joined(person, post):
    """Join; return the player's own card."""
    return await pressed(person, post, "Join")


async def two_in(app, **options):
    """Begin a race of two; return its channel, both, its post and its puzzle."""
    place, anna, ben = room(app), racer(app), racer(app)
    post = await begun(app, anna, place, **options)
    await joined(ben, post)
    return place, anna, ben, post, await puzzle_of(app, post)


async def shows(post, text):
    """Wait until a post shows a text."""
    async with asyncio.timeout(PATIENCE):
        while text not in post.plain:
            await asyncio.sleep(0.02)
    return post


async def counted_down(app, post):
    """Wait for the countdown, and let it pass."""
    await shows(post, "Get ready!")
    app.advance(seconds=6)
    await shows(post, "Ends")


async def started(app, person, post):
    """Press Start now; return the person's card, once the puzzle is there."""
    await pressed(person, post, "Start now")
    await counted_down(app, post)
    return await pressed(person, post, "Play")


async def race_of(app, post):
    """Return the id of the race that a post shows."""
    query = "SELECT race_id FROM messages WHERE message_id = ?"
    ((race_id,),) = await rows_of(app, query, post.message.id)
    return race_id


async def puzzle_of(app, post, number=1):
    """Wait until a round's puzzle is drawn; return it."""
    query = (
        "SELECT content FROM race_rounds r JOIN messages m ON m.race_id = r.race_id "
        "WHERE m.message_id = ? AND r.number = ?"
    )
    async with asyncio.timeout(PATIENCE):
        while not (found := await rows_of(app, query, post.message.id, number)):
            await asyncio.sleep(0.05)
    return Puzzle.of(json.loads(found[0][0]))


async def wrote(person, card, *words):
    """Write words into a card's form; return the card."""
    exchange = await person.press(card, "Next word" if "Next word" in card.buttons else "Type")
    form = await exchange.form()
    label = form["components"][0]["label"]
    return await (await person.submit(exchange, **{label: " ".join(words)})).reply()


async def tapped(person, card, words):
    """Tap the words of a snake in order and send them in; return the card."""
    for word in words:
        card = await (await person.press(card, word)).reply()
    return await (await person.press(card, "Submit")).reply()

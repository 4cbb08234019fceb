"""Shared by tests of playing daily puzzles: a day of a given game, tries, plays."""

import itertools
from datetime import UTC, datetime, time, timedelta

from bot.dailies import day_of, number_of
from solvers.daily import planned_game
from tests.bot.hosting import ROOM, answer, helped
from tests.bot.statements import rows_of

_names = itertools.count(1)


def player(app):
    """Create somebody who has played nothing yet."""
    return app.harness.create_person(f"player{next(_names)}")


async def opened(app, game):
    """Move on to noon of the next day with this game; return its edition."""
    today = number_of(app.now().date())
    year = range(today + 1, today + 366)
    number = next(number for number in year if planned_game(number) == game)
    noon = datetime.combine(day_of(number), time(12), UTC)
    app.advance(seconds=(noon - app.now()).total_seconds())
    return await app.services.dailies.queries.edition(number, requester=None)


async def over(app):
    """Move on to the day after."""
    app.advance(seconds=timedelta(days=1).total_seconds())


async def playing(app, person):
    """Return the card of the open puzzle."""
    return await (await person.run("/daily play", ROOM)).reply()


async def written(person, card, *words):
    """Write a try; return the card after it."""
    if WRITE[0] not in card.buttons:
        card = await helped(person, card, WRITE[1])
    exchange = await person.press(card, WRITE[0] if WRITE[0] in card.buttons else WRITE[1])
    form = await exchange.form()
    label = form["components"][0]["label"]
    text = ("\n" if label == "Your snake" else " ").join(words)
    return await (await person.submit(exchange, **{label: text})).reply()


async def prefilled(person, card):
    """Return the text in the form that a card opens."""
    form = await (await person.press(card, "Next word")).form()
    return form["components"][0]["component"].get("value", "")


async def given_up(person, card):
    """Give up; return the card with the solution."""
    card = await helped(person, card, "Solution")
    asking = await answer(person, card, next(b for b in card.buttons if b in GIVING_UP))
    return await answer(person, asking, "Show it")


async def shared_by(person, card):
    """Press Share; return what everybody sees, or what this person alone sees."""
    return await (await person.press(card, "Share")).follow_up()


WRITE = ("Next word", "Type")
GIVING_UP = ("Give up", "Solution")


async def plays_of(app, person):
    """Return the stored plays: (number, live, tries, points, given up)."""
    query = (
        "SELECT number, live, tries, points, given_up_at IS NOT NULL FROM daily_plays "
        "WHERE user_id = ? ORDER BY id"
    )
    return await rows_of(app, query, person.id)

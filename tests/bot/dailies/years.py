"""Run by test_years: servers of one zone over days and years; their bot is killed often with -9.

    python -m tests.bot.dailies.years FOLDER ZONE SEED HOURS DAYS

A bot looks around the time of each server's turn, with a clock that is sometimes set back or forth,
until it kills itself at some statement, commit or message; the next bot begins there, or later.
FOLDER/channel has everything that Discord had to show, and the begin and end of each look. HOURS
and DAYS (counted from the first) are JSON lists.
"""

import itertools
import json
import signal
import sys
from datetime import timedelta
from pathlib import Path
from random import Random

from sqlalchemy import event

from bot.dailies import DailyPosting
from bot.store import Database, open_store
from solvers.library import open_lexicon
from tests.bot.dailies.days import MONDAY, stock
from tests.bot.dailies.strikes import DAY, DAYS, opening
from tests.bot.killing import Hurdles, begin_child, end_child
from tests.bot.world import Channel, World, url

LIFE = 600
"""The most statements, commits and messages in a bot's life."""
SECOND = timedelta(seconds=1)


def guild_of(hour):
    return 1 + hour


def looks(random, zone, hours, days):
    """Return what the bots' clock shows at each look."""
    turns = {opening(zone, hour, day + 1) for hour, day in itertools.product(hours, days)}
    shown, wrong, lasts = [], timedelta(0), 0
    for turn in sorted(turns):
        for moment in (turn - SECOND, turn, turn + 30 * SECOND):
            lasts -= 1
            if lasts <= 0:
                wrong, lasts = step(random)
            shown.append(moment + wrong)
    return shown


def step(random):
    """Return how wrong the clock is from now on, and for how many looks."""
    if random.random() < 0.9:
        return timedelta(0), 1
    return timedelta(minutes=random.randrange(-90, 90)), random.randrange(1, 5)


async def live(folder, shown, begin, hurdle):
    """Run a bot from one look on."""
    database = Database(url(folder / "bot.sqlite3"))
    # A killed process loses nothing that the system has; whether disks keep it is no matter here.
    event.listen(database._engine.sync_engine, "connect", hurry)
    hurdle.watch(database._engine.sync_engine)
    world = World(database, LEXICONS, at=MONDAY)
    channel = Channel(folder / "channel", world, hurdle)
    posting = DailyPosting(database, channel)
    for place in range(begin, len(shown)):
        now = shown[place]
        channel.note("look", now, place)
        if place == begin:
            await posting.resume(now)
        await world.dailies.transitions.advance(now)
        while await posting.deliver(now):
            pass
        channel.note("looked", now, place)
    await posting.close()
    await database.close()


def hurry(connection, _record):
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()


async def prepare(folder, zone, hours, since):
    store = await open_store(url(folder / "bot.sqlite3"))
    world = World(store.database, LEXICONS, at=MONDAY)
    await stock(world, 1, DAYS + 8)
    for hour in hours:
        await world.set_up(guild_of(hour), since, hour, zone, thread=hour % 2 == 1)
    await store.close()


def main(folder, zone, seed, hours, days):
    random = Random(seed)
    shown = looks(random, zone, hours, days)
    begin = min(shown) - 3 * DAY
    assert end_child(begin_child(prepare(folder, zone, hours, begin))) == 0
    place = deaths = 0
    while place < len(shown):
        hurdle = Hurdles(random.randrange(1, LIFE))
        code = end_child(begin_child(live(folder, shown, place, hurdle)))
        if code == 0:
            break
        assert code == -signal.SIGKILL, code
        deaths += 1
        place = json.loads((folder / "channel").read_text().splitlines()[-1])["place"]
        if random.random() < 0.15:  # down for a while
            place += random.randrange(1, 9)
    print(deaths, len(shown))  # noqa: T201 - for the test to read


if __name__ == "__main__":
    LEXICONS = {"full": open_lexicon("full")}
    main(Path(sys.argv[1]), sys.argv[2], *map(json.loads, sys.argv[3:]))

"""Run by test_crashes: a season of one contest, played once for each statement to kill it at.

    python -m tests.bot.contests.crashing FOLDER FIRST STEP [GAME]

k/confirmed has what players saw confirmed, k/channel what Discord showed, k/outcome the outcome.
"""

import json
import sys
from datetime import timedelta

from bot.contests import Act, ContestPosting, SeasonPlan
from bot.errors import Refused
from bot.puzzles.commitment import code_of
from bot.store import entrants, races, seasons
from tests.bot.killing import kill_everywhere, record, world_in
from tests.bot.world import CHANNEL, GUILD, SCOPE, WORDS, Channel, after

PLAYERS = (1, 2)
GAME = sys.argv[4] if len(sys.argv) > 4 else "snake"
GIVEN, BEST, WORSE = {
    "snake": (WORDS, WORDS, tuple(sorted(WORDS))),
    "ladder": (
        ("cold", "warm"),
        ("cold", "cord", "card", "ward", "warm"),
        ("cold", "colt", "coat", "goat", "goad", "woad", "word", "ward", "warm"),
    ),
}[GAME]
ORDERS = {1: BEST, 2: WORSE}


async def play(folder, hurdle=None):
    """Do what is left: send in every snake, let the contest open, close and be revealed."""
    world = await world_in(folder, hurdle)
    database = world.database
    channel = Channel(folder / "channel", world, hurdle)
    posting = ContestPosting(database, channel)
    contest = await world.contests.queries.get((folder / "contest").read_text())

    async def look(moment):
        await world.contests.transitions.advance(moment)
        await world.contests.seasons.advance(moment)
        while await posting.deliver(moment):
            pass

    if contest.state != "revealed":
        await look(after(minutes=5))
        await look(after(minutes=30))
    for user in PLAYERS:  # after a restart the same interactions come again
        number = 100 + user
        try:
            receipt = await world.send(
                contest, user, after(minutes=31), ORDERS[user], interaction=number
            )
        except Refused:
            assert not hurdle  # too late: never on the first run
            continue
        record(folder, number, receipt.answer.score)
    async with database.read() as tx:
        asked = await entrants.who_asked(tx, contest.id)
    if not asked and contest.state != "revealed":
        await world.contests.play.ask_results(SCOPE, contest.id, Act(1, after(minutes=32), 200))
    if hurdle:
        await look(after(hours=2))
        await look(after(hours=3))
    else:
        for hours in (3, 4, 5):  # by then an interrupted attempt has expired
            await look(after(hours=hours))
        outcome = {
            "state": (await world.contests.queries.get(contest.id)).state,
            "tries": {},
            "entrants": {},
            "audit": [e.action for e in await world.contests.queries.audit(GUILD, contest.id)],
        }
        opened = (await world.contests.queries.proof(contest.id)).opened
        outcome["locked"] = [opened.code, code_of(opened.text), opened.changed]
        async with database.read() as tx:
            (season,) = await seasons.of_guild(tx, GUILD, 9)
            places = await seasons.places(tx, season.id)
            outcome["season"] = [season.held, [[one.place, one.user_id] for one in places]]
            found = await races.ratings_of(tx, PLAYERS, [GUILD, None])
            outcome["rated"] = [one.games for one in found]
            for tried in await entrants.tries(tx, contest.id):
                outcome["tries"][tried.id] = tried.score
            for entrant in await entrants.of_contest(tx, contest.id):
                outcome["entrants"][entrant.user_id] = [entrant.tries, entrant.best_score]
        (folder / "outcome").write_text(json.dumps(outcome))
    await posting.close()
    await database.close()


async def prepare(folder):
    world = await world_in(folder)
    contest = await world.announced(words=GIVEN, game=GAME, opens=after(minutes=30), event=True)
    plan = SeasonPlan("Spring", timedelta(hours=2), role_id=77)
    await world.contests.seasons.start(GUILD, plan, CHANNEL, world.act())
    (folder / "contest").write_text(contest.id)
    await world.database.close()


if __name__ == "__main__":
    kill_everywhere(play, prepare)

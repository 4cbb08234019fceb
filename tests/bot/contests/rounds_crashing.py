"""Run by test_crashes: rounds of two lists, announced to summed up, killed at each statement.

    python -m tests.bot.contests.rounds_crashing FOLDER FIRST STEP

k/channel has what Discord showed, k/outcome the outcome.
"""

import json
from datetime import timedelta

from sqlalchemy import update

from bot.contests import Act, ContestPosting, Plan, read_try
from bot.errors import Refused
from bot.store import contests, outbox, rows, seasons
from bot.store.schema import Season, guilds
from tests.bot.killing import kill_everywhere, world_in
from tests.bot.world import CHANNEL, GUILD, HOST, SCOPE, WORDS, Channel, after

LISTS = (WORDS, ("run", "nausea", "seasick"))


async def play(folder, hurdle=None):
    """Do what is left: announce, open, send in a snake for each list, close, end."""
    world = await world_in(folder, hurdle)
    database = world.database
    channel = Channel(folder / "channel", world, hurdle)
    posting = ContestPosting(database, channel)
    first = (folder / "contest").read_text()

    async def look(moment):
        await world.contests.transitions.advance(moment)
        await world.contests.seasons.advance(moment)
        while await posting.deliver(moment):
            pass

    await world.contests.admin.confirm(GUILD, first, Act(HOST, after(minutes=1), 1))
    contest = await world.contests.queries.get(first)
    lists = await world.contests.queries.rounds(contest)
    later = 0 if hurdle else 4  # by then an interrupted attempt has expired
    if any(one.state == "draft" for one in lists):
        await look(after(minutes=5 + later))
        await look(after(minutes=10 + later))
    if any(one.state in {"draft", "open"} for one in lists):
        await look(after(minutes=30 + later))
        await look(after(minutes=31 + later))
    for number, one in enumerate(lists):
        try:
            await world.contests.play.submit(
                SCOPE,
                one.id,
                Act(1, after(minutes=40), 100 + number),
                read_try(" ".join(one.words)),
            )
        except Refused:
            assert not hurdle
    for hours in (2, 3) if hurdle else (3, 4, 5, 6):
        await look(after(hours=hours))
    if not hurdle:
        async with database.read() as tx:
            season = await rows.get(tx, Season, contest.season_id)
            states = [one.state for one in await contests.of_season(tx, season.id)]
            places = [[one.place, one.user_id] for one in await seasons.places(tx, season.id)]
        outcome = {"held": season.held, "states": states, "places": places}
        (folder / "outcome").write_text(json.dumps(outcome))
    await posting.close()
    await database.close()


async def prepare(folder):
    world = await world_in(folder)
    plans = [
        Plan("Friday", words, timedelta(hours=1), opens=after(minutes=30), event=True)
        for words in LISTS
    ]
    draft = await world.contests.admin.create(
        plans[0], GUILD, CHANNEL, world.act(), further=plans[1:]
    )
    for one in await world.contests.queries.rounds(draft):
        await world.contests.puzzles.find_par(one.id, requester=None)
    contest = await world.contests.queries.get(draft.id)
    async with world.database.write() as tx:
        season = await rows.get(tx, Season, contest.season_id)
        await outbox.ask_reminder(tx, season, 1, after(minutes=30, seconds=5))
        await tx.execute(update(guilds).values(ping_role_id=7))
    (folder / "contest").write_text(draft.id)
    await world.database.close()


if __name__ == "__main__":
    kill_everywhere(play, prepare)

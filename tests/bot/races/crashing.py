"""Run by test_crashes: a race of two rounds, killed at each statement in turn.

    python -m tests.bot.races.crashing FOLDER FIRST STEP

k/confirmed has what players saw confirmed, k/channel what Discord showed, k/outcome the rest.
"""

import json
from datetime import timedelta

from bot.pace import Pacer
from bot.puzzles.commitment import code_of
from bot.races import RacePlan, RacePosting, RoundKey
from tests.bot.killing import kill_everywhere, record, world_in
from tests.bot.world import ANNA, BEN, CARL, HERE, T0, Channel, after

PLAN = RacePlan("ladder", 2, rounds=2)


async def serve(folder, hurdle=None):
    """Do what is left in the race, by the same acts with the same interactions."""
    world = await world_in(folder, hurdle)
    database = world.database
    lobby, play, act = world.races.lobby, world.races.play, world.act
    channel = Channel(folder / "channel", world, hurdle)
    posting = RacePosting(database, channel, Pacer(1e9))
    posting.patience = 60  # it returns only when its work is done

    async def look(at):
        await world.look(at)
        await posting.deliver(at)

    async def begun():
        """Wait for the round to start; return its status."""
        status = await world.races.queries.status(race.id)
        for _ in range(9):
            if status.race.state not in {"lobby", "countdown"}:
                break
            await look(status.race.due_at)
            status = await world.races.queries.status(race.id)
        return status

    await posting.resume(T0)
    race = await lobby.create(PLAN, HERE, act(ANNA, T0, 101))
    record(folder, "created", 101, race.id)
    status = await world.races.queries.status(race.id)
    for interaction, user in ((102, BEN), (103, CARL)):
        if status.race.state == "lobby" and status.race.round == 1:
            await lobby.join(race.id, act(user, after(seconds=1), interaction))
            record(folder, "joined", interaction, user)
    await lobby.start(race.id, act(ANNA, after(seconds=2), 104))
    await look(after(seconds=2))
    for number in (1, 2):
        status = await begun()
        current = await world.races.queries.status(race.id, number)
        start, words = current.round.starts_at, current.puzzle.solution[1:]
        tries = ((ANNA, 5, words[:1]), (ANNA, 9, words), (BEN, 8, words), (CARL, 9, words))
        for place, (user, seconds, sent) in enumerate(tries):
            interaction = 1000 * number + place
            at = start + timedelta(seconds=seconds)
            receipt = await play.submit_words(
                RoundKey(None, race.id, number), act(user, at, interaction), sent
            )
            record(folder, "try", interaction, receipt.state.player.user_id)
        end = start + timedelta(seconds=10)
        await look(end)
        if number == 1:
            await lobby.next_round(race.id, 2, act(BEN, end, 105))
    await look(end + timedelta(seconds=120))  # by then an interrupted attempt has expired
    if not hurdle:
        (folder / "outcome").write_text(json.dumps(await outcome(world, race.id)))
    await posting.close()
    await world.races.transitions.close()
    await database.close()


async def outcome(world, race_id):
    """Return the outcome of the race."""
    rounds = [await world.races.queries.status(race_id, number) for number in (1, 2)]
    proofs = [
        await world.races.queries.proof(race_id, number, world.act(ANNA)) for number in (1, 2)
    ]
    async with world.database.read() as tx:
        moves = (await tx.exec_driver_sql("SELECT id FROM race_moves ORDER BY id")).scalars()
        return {
            "races": (await tx.exec_driver_sql("SELECT count(*) FROM races")).scalar_one(),
            "state": [rounds[1].race.state, rounds[1].race.end],
            "users": [player.user_id for player in rounds[0].players],
            "points": [player.points for player in rounds[1].players],
            "places": [[play.place for play in one.plays] for one in rounds],
            "times": [[play.solved_ms for play in one.plays] for one in rounds],
            "tries": [[play.tries for play in one.plays] for one in rounds],
            "moves": list(moves),
            "locked": [[one.code, code_of(one.text), one.changed] for one in proofs],
            "puzzles": len({one.round.puzzle for one in rounds}),
            "words": [one.puzzle.solution for one in rounds],
        }


if __name__ == "__main__":
    kill_everywhere(serve)

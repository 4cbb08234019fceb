"""Run by test_crashes: two days of a daily puzzle, killed at each statement in turn.

    python -m tests.bot.dailies.crashing FOLDER FIRST STEP MODE

MODE is `days` (posts, tries, hints, a closing), `people` (who come from the archive, give up,
share) or `words` (an answer sent word by word). k/confirmed has what players saw confirmed,
k/channel what Discord showed, k/outcome the rest.
"""

import json
import sys
from datetime import datetime, timedelta

from bot.dailies import DailyPosting, EditionKey
from bot.errors import NotPlayable
from bot.store import daily_plays, rows
from bot.store.schema import DailyTry
from tests.bot.dailies.days import ANIGRAM, LADDER, MONDAY, SNAKE, on
from tests.bot.killing import kill_everywhere, record, world_in
from tests.bot.world import ANNA, BEN, CARL, CHANNEL, GUILD, Channel


def order(words):
    """Return something that puts words in this order, whatever is given."""
    return lambda _given: words


async def meet(folder, hurdle=None):
    """Let Carl come from the archive of direct messages, Ben give up, and Carl share."""
    world = await world_in(folder, hurdle, at=MONDAY)
    play, share = world.dailies.play, world.dailies.share
    puzzle = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle
    night = on(SNAKE, hours=1)  # over by UTC; still open in the server until nine
    await play.open(EditionKey(GUILD, LADDER), world.act(CARL, on(LADDER), 201))
    hint = await play.hint(EditionKey(None, LADDER), world.act(CARL, night, 202), "word", 0)
    record(folder, "hint", 202, hint.hint.reveals)
    receipt = await play.submit_words(
        EditionKey(GUILD, LADDER), world.act(CARL, on(SNAKE, hours=2), 203), puzzle.solution
    )
    record(folder, "try", 203, receipt.points)
    position = await play.give_up(*world.in_edition(LADDER, BEN, on(SNAKE, hours=3), 204))
    record(folder, "given up", 204, position.state.play.given_up_at is not None)
    for minutes in (0,) if hurdle else (2, 4):  # by then an unmarked claim has expired
        act = world.act(CARL, on(SNAKE, hours=4, minutes=minutes), 205)
        try:
            record(folder, "share", 205, await world.share(LADDER, act))
        except NotPlayable:
            continue
        await share.mark_sent(LADDER, act, CHANNEL, sent=True)
        record(folder, "shared", 205, None)
    if not hurdle:
        async with world.database.read() as tx:
            plays = [await daily_plays.of_person(tx, CARL, live=live) for live in (True, False)]
            (gone,) = await daily_plays.of_person(tx, BEN)
            count = (await tx.exec_driver_sql("SELECT count(*) FROM daily_tries")).scalar_one()
        outcome = {
            "plays": [len(some) for some in plays],
            "points": [plays[0][0].points, gone.points],
            "hints": plays[0][0].hints,
            "tries": [plays[0][0].tries, count],
            "given up": [plays[0][0].given_up_at is None, gone.given_up_at is not None],
            "board": len((await world.dailies.queries.board(GUILD, night, number=LADDER)).rows),
        }
        (folder / "outcome").write_text(json.dumps(outcome))
    await world.database.close()


async def lay(folder, hurdle=None):
    """Do what is left of a ladder and a snake, word by word; note first what was kept."""
    world = await world_in(folder, hurdle, at=MONDAY)
    play, at = world.dailies.play, on(LADDER, hours=14)
    ladder = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle.solution
    snake = (await world.dailies.queries.edition(SNAKE, requester=None)).puzzle.solution
    steps = [
        ("send", LADDER, ladder[1]),
        ("undo", LADDER, 0),
        ("hint", LADDER, "word"),
        *(("send", LADDER, word) for word in ("zzzz", *ladder[2:-1])),
        *(("lay", SNAKE, snake[:count]) for count in range(1, 4)),
    ]
    path = folder / "confirmed"
    done = len(path.read_text().splitlines()) if path.exists() else 0
    for number, (what, edition, how) in enumerate(steps):
        act = world.act(ANNA, at if edition == LADDER else on(SNAKE), 300 + number)
        if number == done:  # the confirmed words, or one more if it died in between
            kept = await play.open(EditionKey(GUILD, edition), world.act(ANNA, act.at, 1))
            before = folder / "found"
            before.write_text(json.dumps([number, kept.progress.words]))
        if number < done:
            continue
        match what:
            case "send":
                state = (await play.submit_words(EditionKey(GUILD, edition), act, [how])).state
            case "undo":
                state = await play.undo(EditionKey(GUILD, edition), act, how)
            case "hint":
                state = (await play.hint(EditionKey(GUILD, edition), act, how)).state
            case "lay":
                key = EditionKey(GUILD, edition)
                state = await play.lay(
                    key, act, lambda _, how=how: how, lambda _, how=how: how[:-1]
                )
        record(folder, what, edition, state.progress.words)
    if not hurdle:
        async with world.database.read() as tx:
            plays = await daily_plays.of_person(tx, ANNA)
        outcome = [[one.progress, one.points, one.tries, len(one.hints)] for one in plays]
        (folder / "outcome").write_text(json.dumps(outcome))
    await world.database.close()


async def serve(folder, hurdle=None):
    """Do what is left on the two days, by the same acts with the same interactions."""
    world = await world_in(folder, hurdle, at=MONDAY)
    database = world.database
    channel = Channel(folder / "channel", world, hurdle)
    posting = DailyPosting(database, channel)
    puzzle = (await world.dailies.queries.edition(LADDER, requester=None)).puzzle
    poor = world.longer(puzzle)

    async def look(moment):
        channel.place = moment.isoformat()
        await world.dailies.transitions.advance(moment)
        while await posting.deliver(moment):
            pass

    restarted = timedelta(0) if hurdle else timedelta(seconds=20)  # after it was killed
    latest = [datetime.fromisoformat(event["place"]) for event in channel.events]
    await posting.resume(max([on(LADDER, hours=9), *latest]) + restarted)
    await look(on(LADDER, hours=9) + restarted)
    for interaction, words in ((101, poor), (102, puzzle.solution)):
        act = world.act(ANNA, on(LADDER, hours=10), interaction)
        receipt = await world.dailies.play.submit_words(EditionKey(GUILD, LADDER), act, words)
        record(folder, "try", interaction, receipt.points)
    for minutes in (0, 1, 2):
        await look(on(LADDER, hours=10, minutes=minutes) + restarted)
    await world.dailies.play.undo(*world.in_edition(LADDER, ANNA, on(LADDER, hours=11), 104), 0)
    act = world.act(ANNA, on(LADDER, hours=11), 103)
    hint = await world.dailies.play.hint(EditionKey(GUILD, LADDER), act, "word")
    record(folder, "hint", 103, hint.hint.reveals)
    await look(on(SNAKE, hours=9) + restarted)
    await look(
        on(SNAKE, hours=9, minutes=5) + restarted
    )  # by then an interrupted attempt has expired
    if not hurdle:
        async with database.read() as tx:
            (play,) = await daily_plays.of_person(tx, ANNA)
            tries = [await rows.get(tx, DailyTry, n) for n in (101, 102)]
            count = (await tx.exec_driver_sql("SELECT count(*) FROM daily_tries")).scalar_one()
        outcome = {
            "points": play.points,
            "tries": [play.tries, count],
            "hints": play.hints,
            "kept": {tried.id: tried.points for tried in tries},
            "board": len((await world.dailies.queries.board(GUILD, on(SNAKE), number=LADDER)).rows),
        }
        (folder / "outcome").write_text(json.dumps(outcome))
    await posting.close()
    await database.close()


async def prepare(folder):
    world = await world_in(folder, at=MONDAY)
    for number in range(LADDER - 2, ANIGRAM + 1):
        await world.dailies.queries.edition(number, requester=None)
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await world.database.close()


if __name__ == "__main__":
    works = {"days": serve, "people": meet, "words": lay}
    kill_everywhere(works[sys.argv[4]], prepare)

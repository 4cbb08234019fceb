"""Run by test_training: three puzzles, killed at each statement in turn.

    python -m tests.bot.training.crashing FOLDER FIRST STEP

k/confirmed has what the player saw confirmed, k/outcome the rest.
"""

import json
import sys
from pathlib import Path

from bot.ratings import levels
from bot.store import open_store
from bot.training import TrainingKey
from solvers.daily import Puzzle
from solvers.library import open_lexicon
from tests.bot.killing import database_in, kill_everywhere, world_in
from tests.bot.world import ANNA, GUILD, T0, World


async def serve(folder, hurdle=None):
    """Do what is left, by the same acts with the same interactions."""
    world = await world_in(folder, hurdle, LEXICONS)
    database = world.database
    train = world.train

    def act(interaction):
        return world.act(ANNA, T0, interaction)

    def record(what, state):
        with (folder / "confirmed").open("a") as reply:
            told = state.drawn.puzzle, state.progress, state.drawn.end, state.training.mu
            reply.write(json.dumps([what, told]) + "\n")

    state = await train.begin("ladder", GUILD, act(100))
    if state.drawn.number == 1:
        line = state.puzzle.solution
        first = await train.play.submit_words(TrainingKey(GUILD, "ladder", 1), act(101), line[1:2])
        record("first", first.state)
        done = await train.play.submit_words(TrainingKey(GUILD, "ladder", 1), act(102), line)
        record("solved", done.state)
        state = await train.next("ladder", 1, GUILD, act(103))
    if state.drawn.number == 2:
        if not state.ended:
            hinted = await train.play.hint(TrainingKey(GUILD, "ladder", 2), act(200), "word", 0)
            done = await train.play.submit_words(
                TrainingKey(GUILD, "ladder", 2), act(201), state.puzzle.solution
            )
            assert hinted.state.drawn.hints == done.state.drawn.hints
            record("helped", done.state)
        state = await train.next("ladder", 2, GUILD, act(202))
    if state.drawn.number == 3:
        given_up = await train.play.give_up(TrainingKey(None, "ladder", 3), act(300))
        record("given up", given_up.state)
        await train.next("ladder", 3, GUILD, act(301))
    if not hurdle:
        (folder / "outcome").write_text(json.dumps(await outcome(world)))
    await database.close()


async def outcome(world):
    """Return the outcome."""
    async with world.database.read() as tx:

        async def ask(query):
            return [list(row) for row in await tx.exec_driver_sql(query)]

        puzzles = await ask('SELECT "end", puzzle, content FROM training_puzzles ORDER BY number')
        ((mu, *counts),) = await ask("SELECT mu, solved, streak, longest FROM trainings")
        tries = await ask("SELECT id FROM training_tries ORDER BY id")
        rated = await ask("SELECT puzzle FROM puzzle_ratings WHERE games = 1")
    skill = levels.NEW
    for end, _, content in puzzles:
        if end in {"solved", "given up"}:
            puzzle = Puzzle.of(content if isinstance(content, dict) else json.loads(content))
            puzzle = levels.new_rating(puzzle, T0)
            skill, _ = levels.after_meeting(skill, puzzle, T0, solved=end == "solved")
    return {
        "ends": [end for end, *_ in puzzles],
        "counts": counts,
        "tries": [one for (one,) in tries],
        "rated": len(rated),
        "mu": mu,
        "expected": skill.mu,
        "puzzles": len({puzzle for _, puzzle, _ in puzzles}),
    }


async def prepare(folder):
    store = await open_store(database_in(folder))
    await World(store.database, LEXICONS).guilds.present([GUILD], T0)
    await store.close()


if __name__ == "__main__":
    LEXICONS = {"full": open_lexicon("full")}
    kill_everywhere(Path(sys.argv[1]), prepare, serve, *sys.argv[2:4])

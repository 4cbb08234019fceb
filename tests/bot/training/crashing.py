"""Run by test_training: three puzzles, killed at each statement in turn.

    python -m tests.bot.training.crashing FOLDER FIRST STEP

k/confirmed has what the player saw confirmed, k/outcome the rest.
"""

import json

from bot.ratings import levels
from bot.training import TrainingKey
from solvers.daily import Puzzle
from tests.bot.killing import kill_everywhere, record, world_in
from tests.bot.world import ANNA, GUILD, T0


async def serve(folder, hurdle=None):
    """Do what is left, by the same acts with the same interactions."""
    world = await world_in(folder, hurdle)
    database = world.database
    train = world.train

    def act(interaction):
        return world.act(ANNA, T0, interaction)

    def note(what, state):
        told = state.drawn.puzzle, state.progress, state.drawn.end, state.training.mu
        record(folder, what, told)

    state = await train.begin("ladder", GUILD, act(100))
    if state.drawn.number == 1:
        line = state.puzzle.solution
        first = await train.play.submit_words(TrainingKey(GUILD, "ladder", 1), act(101), line[1:2])
        note("first", first.state)
        done = await train.play.submit_words(TrainingKey(GUILD, "ladder", 1), act(102), line)
        note("solved", done.state)
        state = await train.next("ladder", 1, GUILD, act(103))
    if state.drawn.number == 2:
        if not state.ended:
            hinted = await train.play.hint(TrainingKey(GUILD, "ladder", 2), act(200), "word", 0)
            done = await train.play.submit_words(
                TrainingKey(GUILD, "ladder", 2), act(201), state.puzzle.solution
            )
            assert hinted.state.drawn.hints == done.state.drawn.hints
            note("helped", done.state)
        state = await train.next("ladder", 2, GUILD, act(202))
    if state.drawn.number == 3:
        given_up = await train.play.give_up(TrainingKey(None, "ladder", 3), act(300))
        note("given up", given_up.state)
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


if __name__ == "__main__":
    kill_everywhere(serve)

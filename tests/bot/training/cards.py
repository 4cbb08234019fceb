"""What a card of training shows."""

import json

from solvers.daily import Puzzle
from tests.bot.statements import rows_of


async def puzzle_of(app, person, game):
    """Return the puzzle that somebody is training with."""
    query = (
        "SELECT content FROM training_puzzles p JOIN trainings t ON t.id = p.training_id "
        "WHERE t.user_id = ? AND t.game = ? ORDER BY p.number DESC LIMIT 1"
    )
    return Puzzle.of(json.loads((await rows_of(app, query, person.id, game))[0][0]))

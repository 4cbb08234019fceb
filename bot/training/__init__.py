"""Training: one puzzle after the other by oneself, at a level that follows how one fares.

    trainer = Trainer(database, solving, lexicons, guard)
    state = await trainer.begin("ladder", guild_id, act)
    receipt = await trainer.play.submit(state.key(guild_id), act, "cord")

How puzzles and people are rated against each other: `bot.ratings.levels`.
"""

from bot.training.play import TrainingKey, TrainingState
from bot.training.trainer import Trainer

__all__ = ["Trainer", "TrainingKey", "TrainingState"]

"""Training: one puzzle after the other, alone, at a level that follows the player's success.

    trainer = Trainer(database, solving, lexicons, guard)
    state = await trainer.begin("ladder", guild_id, act)
    receipt = await trainer.play.submit(state.key(guild_id), act, "cord")

`bot.ratings.levels` rates puzzles and people against each other.
"""

from bot.training.play import TrainingKey, TrainingState
from bot.training.trainer import Trainer

__all__ = ["Trainer", "TrainingKey", "TrainingState"]

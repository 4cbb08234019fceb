"""Playing a puzzle, the same in every mode: open, submit, lay, undo, hint, send, give up.

    playing = Playing(database, solving, tier, mode)
    state = await playing.open(key, act)
    receipt = await playing.submit(key, act, "cord card")
    receipt.state.progress, receipt.verdict

A `Mode` says where puzzles come from, what is stored of a play, and what solving one leads to:
points, a place, a rating. `bot.dailies`, `bot.training`, `bot.races` and `bot.contests` have modes.
"""

from bot.play.mode import MOST_TRIES, KeyT, Known, Mode, Opener, StateT, Tried
from bot.play.playing import NO_WORD, EditorState, Playing, Receipt
from bot.play.state import PlayState, Taken, hints_of
from bot.play.suggestions import find_close_words

__all__ = [
    "MOST_TRIES",
    "NO_WORD",
    "EditorState",
    "KeyT",
    "Known",
    "Mode",
    "Opener",
    "PlayState",
    "Playing",
    "Receipt",
    "StateT",
    "Taken",
    "Tried",
    "find_close_words",
    "hints_of",
]

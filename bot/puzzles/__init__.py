"""Playing a puzzle word by word: pure rules, without Discord and store; `games` has the games.

    progress = EMPTY
    verdict = judge(puzzle, ["cord"], lexicon, progress)  # one word, several, or a whole answer
    progress = verdict.progress                           # what is right stays; a miss is counted
    progress = undo(progress)
    hint = find_hint(HintRequest(puzzle, "word", progress), lexicon)  # from here; in a worker
    points_of(puzzle, verdict.result, hints=["word"], misses=progress.missed)

A `Progress` is a pair of lists in JSON: `Progress.of(json)`. `next_move` says in a few words what
comes next, `Verdict.mistake` in a sentence why a word was refused. `shape` draws the story of a
finished puzzle in symbols, without its words. `find_in_message` reads a ladder or a snake that
somebody wrote. `commit` locks a puzzle in with a hash, and `opened` shows at the end that it held.

Only the lexicon judges what a player types; hints use words that people know.
"""

from bot.puzzles.commitment import (
    Best,
    Commitment,
    Opened,
    Terms,
    best_of,
    commit,
    opened,
)
from bot.puzzles.games import (
    ARRANGING,
    DONE,
    FEWEST,
    FULL_SHARE,
    GAMES,
    LIST_GAME,
    NEW,
    OPEN,
    STEP,
    Game,
    Way,
    game_of,
)
from bot.puzzles.hints import HintRequest, find_hint, has_hint, is_about
from bot.puzzles.judging import (
    MORE,
    MOST_WORDS,
    Accepted,
    Mistake,
    Verdict,
    denied_of,
    joined,
    judge,
    line_of,
    masked,
    next_move,
    points_of,
    reaches_par,
    share_of_par,
    shortened,
    undo,
    up_to_mistake,
    with_suggestion,
)
from bot.puzzles.message import Found, find_in_message, ladder_mistake
from bot.puzzles.progress import COST, EMPTY, FULL, Hint, HintKind, Progress
from bot.puzzles.shape import shape

__all__ = [
    "ARRANGING",
    "COST",
    "DONE",
    "EMPTY",
    "FEWEST",
    "FULL",
    "FULL_SHARE",
    "GAMES",
    "LIST_GAME",
    "MORE",
    "MOST_WORDS",
    "NEW",
    "OPEN",
    "STEP",
    "Accepted",
    "Best",
    "Commitment",
    "Found",
    "Game",
    "Hint",
    "HintKind",
    "HintRequest",
    "Mistake",
    "Opened",
    "Progress",
    "Terms",
    "Verdict",
    "Way",
    "best_of",
    "commit",
    "denied_of",
    "find_hint",
    "find_in_message",
    "game_of",
    "has_hint",
    "is_about",
    "joined",
    "judge",
    "ladder_mistake",
    "line_of",
    "masked",
    "next_move",
    "opened",
    "points_of",
    "reaches_par",
    "shape",
    "share_of_par",
    "shortened",
    "undo",
    "up_to_mistake",
    "with_suggestion",
]

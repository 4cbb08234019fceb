"""Playing a puzzle word by word: pure rules of all four games, without Discord and store.

    progress = EMPTY
    verdict = judge(puzzle, ["cord"], lexicon, progress)  # one word, several, or a whole answer
    progress = verdict.progress                            # what is right stays; a miss is counted
    progress = undo(progress)
    hint = find_hint(HintRequest(puzzle, "word", progress), lexicon)  # from here; in a worker
    points_of(puzzle, verdict.result, hints=["word"], misses=progress.missed)

A `Progress` is a pair of lists in JSON: `Progress.of(json)`. `next_move` says in a few words what
comes next, `Verdict.mistake` in a sentence why a word was not taken. `shape` draws the story of a
finished puzzle in symbols, without its words. `find_in_message` reads a ladder or a snake that
somebody wrote. `commit` fixes what is played by a hash, and `opened` shows at the end that it held.

What a player typed is judged by the lexicon alone; the words of hints are known ones.
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
from bot.puzzles.hints import (
    Hint,
    HintRequest,
    find_hint,
    has_hint,
    hint_sentence,
    is_about,
)
from bot.puzzles.judging import (
    BONUS,
    COST,
    EMPTY,
    FULL,
    MISS,
    MORE,
    MOST_WORDS,
    Accepted,
    HintKind,
    Mistake,
    Progress,
    Verdict,
    is_complete,
    is_solved,
    joined,
    judge,
    letters_of,
    line_of,
    masked,
    next_move,
    points_of,
    reaches_par,
    result_of,
    share_of_par,
    shortened,
    start_of,
    undo,
    up_to_mistake,
    with_suggestion,
)
from bot.puzzles.message import Found, find_in_message, ladder_mistake
from bot.puzzles.scoring import FULL_SHARE, STEP, hundredths, rareness_in, result_in, score_of
from bot.puzzles.shape import SYMBOLS, shape

__all__ = [
    "BONUS",
    "COST",
    "EMPTY",
    "FULL",
    "FULL_SHARE",
    "MISS",
    "MORE",
    "MOST_WORDS",
    "STEP",
    "SYMBOLS",
    "Accepted",
    "Best",
    "Commitment",
    "Found",
    "Hint",
    "HintKind",
    "HintRequest",
    "Mistake",
    "Opened",
    "Progress",
    "Terms",
    "Verdict",
    "best_of",
    "commit",
    "find_hint",
    "find_in_message",
    "has_hint",
    "hint_sentence",
    "hundredths",
    "is_about",
    "is_complete",
    "is_solved",
    "joined",
    "judge",
    "ladder_mistake",
    "letters_of",
    "line_of",
    "masked",
    "next_move",
    "opened",
    "points_of",
    "rareness_in",
    "reaches_par",
    "result_in",
    "result_of",
    "score_of",
    "shape",
    "share_of_par",
    "shortened",
    "start_of",
    "undo",
    "up_to_mistake",
    "with_suggestion",
]

"""Puzzles of somebody's own: the best answer there is, and where a line leaves every best one.

Unlike a daily puzzle's, the best is that of all words of a tier. A ladder's is the shortest, and of
these the one whose rareness is least in sum; a truncate's the longest. All are found exhaustively.
"""

from __future__ import annotations

import string

# All types here are there at run time, too: by them answers are read that come over a network.
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from solvers.anigram.request import AnigramRequest
from solvers.anigram.solver import solve as solve_anigram
from solvers.daily.edition import Game
from solvers.errors import BadInput, NoAnswer
from solvers.ladder.request import LadderRequest
from solvers.ladder.solver import ranked
from solvers.ladder.solver import solve as solve_ladder
from solvers.lexicon.tiers import Policy
from solvers.truncate.request import TruncateRequest
from solvers.truncate.solver import solve as solve_truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

APART = {"no_links", "different_groups"}
"""Why there is no ladder between two words, where adding and removing letters might help."""
RAREST = 2_000_001
"""The rareness of a word that the lexicon has not."""
ONLY_HIDDEN = "The best answer to that has words I don’t show here. Try another puzzle."


@dataclass(frozen=True, slots=True)
class OwnRequest:
    """A puzzle by what its players are given (`Puzzle.given`); no word to `avoid` counts.

    Words that `policy` hides count when they are played, but are in no answer that is shown.
    """

    game: Game
    given: tuple[str, ...]
    avoid: tuple[str, ...] = ()
    policy: Policy = "standard"


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A best answer, as `Puzzle.solution` has it; `result` in the unit of `Puzzle.par`.

    `rareness` is a ladder's, the sum over the words after the first; 0 in another game.
    """

    solution: tuple[str, ...]
    result: int
    rareness: int = 0


@dataclass(frozen=True, slots=True)
class LineRequest:
    """Right words of a player: a ladder's and a truncate's with the start, an anigram's stages."""

    game: Game
    given: tuple[str, ...]
    line: tuple[str, ...]
    avoid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Departure:
    """Which word of a line, from 0, no best answer goes on from; None: the line is a best one.

    A line that ends too early leaves the best with the word that is missing.
    """

    at: int | None


def solve_own(request: OwnRequest, lexicon: Lexicon, deadline: Deadline) -> OwnResult:
    """Return a best answer; not for snakes, which have a solver with a proof.

    Raises BadInput and NoAnswer, also where each best answer has a word that is not shown.

    >>> from solvers import Deadline, lexicon_of
    >>> words = lexicon_of({"cat": 1, "cot": 4, "cag": 20, "cog": 4})
    >>> solve_own(OwnRequest("ladder", ("cat", "cog")), words, Deadline.after(5))
    OwnResult(solution=('cat', 'cot', 'cog'), result=2, rareness=8)
    """
    match request.game:
        case "ladder":
            return _ladder(request, lexicon, deadline)
        case "truncate":
            return _truncate(request, lexicon, deadline)
        case _:
            return _anigram(request, lexicon, deadline)


def _ladder(request: OwnRequest, lexicon: Lexicon, deadline: Deadline) -> OwnResult:
    start, target = request.given
    if len(start) != len(target):
        raise BadInput(
            f"“{start}” has {len(start)} letters and “{target}” {len(target)}. Choose words of the"
            " same length.",
            code="different_lengths",
        )
    asked = LadderRequest(
        start, target, request.avoid, want=("shortest",), policy=request.policy, seed=0
    )
    try:
        (shown,) = ranked(asked, 1, lexicon, deadline).shortest
    except NoAnswer as error:
        if error.code not in APART:
            raise
        text = f"No ladder leads from “{start}” to “{target}”. Choose other words."
        raise NoAnswer(text, code=error.code) from None
    best = solve_ladder(replace(asked, policy="all"), lexicon, deadline).shortest
    if best is None or best.steps < shown.steps:
        raise NoAnswer(ONLY_HIDDEN, code="only_hidden")
    return OwnResult(shown.words, shown.steps, shown.rareness)


def _truncate(request: OwnRequest, lexicon: Lexicon, deadline: Deadline) -> OwnResult:
    (start,) = request.given
    asked = TruncateRequest(start, avoid=request.avoid, policy=request.policy, seed=0)
    shown = solve_truncate(asked, lexicon, deadline).sequence
    best = solve_truncate(replace(asked, policy="all"), lexicon, deadline).sequence
    if len(best) > len(shown):
        raise NoAnswer(ONLY_HIDDEN, code="only_hidden")
    if len(best) < 2:
        raise NoAnswer(f"No word grows from “{start}”. Try another start.")
    return OwnResult(shown, len(shown))


def _anigram(request: OwnRequest, lexicon: Lexicon, deadline: Deadline) -> OwnResult:
    first, *added = request.given
    asked = AnigramRequest(
        first, "".join(added), avoid=request.avoid, policy=request.policy, seed=0
    )
    chain = solve_anigram(asked, lexicon, deadline).chain[: len(request.given)]
    return OwnResult(tuple(stage.words[0] for stage in chain), len(chain))


def rareness_of(words: Iterable[str], lexicon: Lexicon) -> int:
    """Return the rareness of words in sum."""
    ids = map(lexicon.find, words)
    return sum(RAREST if id_ < 0 else lexicon.rareness[id_] for id_ in ids)


def find_departure(request: LineRequest, lexicon: Lexicon, _deadline: Deadline) -> Departure:
    """Return where a line leaves every best answer. Shaped like a solver, so a worker can run it.

    >>> from solvers import Deadline, lexicon_of
    >>> words = lexicon_of(["cat", "cot", "cog", "bat", "bot", "dog"])
    >>> line = ("cat", "cot", "bot", "bat", "cat")
    >>> find_departure(LineRequest("ladder", ("cat", "dog"), line), words, Deadline.never())
    Departure(at=2)
    """
    line = request.line
    if request.game == "anigram":
        return Departure(len(line) if len(line) < len(request.given) else None)
    if request.game == "truncate":
        left = _growth(lexicon, frozenset(request.avoid))
        best = left(line[0])
        still = [number + left(word) == best for number, word in enumerate(line)]
        still.append(len(line) > best)
    else:
        start, target = request.given
        far = _steps_between(target, start, lexicon, frozenset(request.avoid))
        best = far[start]
        still = [number + far.get(word, best + 1) == best for number, word in enumerate(line)]
    return Departure(None if all(still) else still.index(False))


def _growth(lexicon: Lexicon, avoid: frozenset[str]) -> Callable[[str], int]:
    """Return what tells how many words can follow a word."""

    @cache
    def left(word: str) -> int:
        letters = string.ascii_lowercase
        longer = {*(x + word for x in letters), *(word + x for x in letters)} - avoid
        return max((1 + left(one) for one in longer if one in lexicon), default=0)

    return left


def _steps_between(
    target: str, start: str, lexicon: Lexicon, avoid: frozenset[str]
) -> dict[str, int]:
    """Return how many steps words are from a target, of all that are no farther than the start."""
    far, layer = {target: 0}, [target]
    while layer and start not in far:
        near = {
            lexicon.word(id_) for word in layer for id_ in lexicon.neighbours(lexicon.find(word))
        }
        layer = [word for word in near if word not in far and word not in avoid]
        far.update(dict.fromkeys(layer, 1 + max(far.values())))
    return far

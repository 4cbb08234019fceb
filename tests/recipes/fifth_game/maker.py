"""A daily chain: words of four letters; each begins with the last letter of the one before.

Its difficulty is the requested level, since any word leads on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.daily.common import EVERYDAY, check, familiar
from solvers.daily.edition import Puzzle
from solvers.daily.makers import Maker, OwnResult
from solvers.errors import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from solvers.daily.draw import Draw
    from solvers.daily.makers import LineRequest, OwnRequest
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

LENGTH = 4
WORDS = 3
"""How many words follow the start."""


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield chains, the one whose turn it is first."""
    words = familiar(lexicon, [LENGTH], EVERYDAY)
    for start in draw.in_turn(words, str):
        check(deadline)
        chain = _chain(start, words)
        if len(chain) == WORDS + 1:
            yield Puzzle("chain", level, float(level), (start,), WORDS, WORDS, chain, 0)


def best(request: OwnRequest, lexicon: Lexicon, _deadline: Deadline) -> OwnResult:
    """Return a chain from a start that somebody chose."""
    (start,) = request.given
    words = [word for word in familiar(lexicon, [LENGTH]) if word not in request.avoid]
    chain = _chain(start, words)
    if len(chain) <= WORDS:
        raise NoAnswer(f"No chain starts with “{start}”. Try another word.")
    return OwnResult(chain, WORDS)


def departure(request: LineRequest, _lexicon: Lexicon, _deadline: Deadline) -> int | None:
    """Return where a chain ends too early."""
    return len(request.line) if len(request.line) <= WORDS else None


def _chain(start: str, words: Collection[str]) -> tuple[str, ...]:
    chain = [start]
    while len(chain) <= WORDS:
        fit = (word for word in words if word[0] == chain[-1][-1] and word not in chain)
        word = next(fit, None)
        if word is None:
            break
        chain.append(word)
    return tuple(chain)


MAKER = Maker("chain", SINCE, 0, in_turn, best=best, departure=departure)  # noqa: F821 - the test's

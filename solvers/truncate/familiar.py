"""Draws a short sequence of words that people know, a different one each time."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from solvers.errors import BadInput, NoAnswer
from solvers.growth.walk import check

if TYPE_CHECKING:
    from random import Random

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon
    from solvers.truncate.request import TruncateRequest
    from solvers.truncate.tables import GrowingWords

LENGTHS = range(5, 9)
"""Possible lengths of the last word."""
LEAST = 30
"""The least familiarity of each word."""
ENOUGH = 4
"""This many words make a good sequence; without one, the longest found is taken."""
TRIED = 500


def draw_familiar(
    request: TruncateRequest, words: GrowingWords, lexicon: Lexicon, rng: Random, deadline: Deadline
) -> list[int]:
    """Return the nodes of a sequence of familiar words that cannot begin earlier.

    The last word does not just put an s behind the word before.
    """
    if request.start or request.through or request.end:
        raise BadInput("A sequence of familiar words begins and ends with words of its own.")

    @cache
    def best(node: int) -> int:
        """Return the most familiar words in a sequence that ends here."""
        return 1 + max((best(below) for below in _below(node)), default=0)

    def _below(node: int) -> list[int]:
        return [n for n in words.graph.down(node) if _familiar(words.word(n), lexicon)]

    found: list[int] = []
    ends = [id_ for length in LENGTHS for id_ in lexicon.familiar_ids(length, LEAST)]
    for end in rng.sample(ends, min(TRIED, len(ends))):
        check(deadline)
        word = lexicon.word(end)
        if words.avoids(word):
            continue
        below = [node for node in _below(words.require(word)) if f"{words.word(node)}s" != word]
        if max(map(best, below), default=0) < len(found):
            continue
        found = [words.require(word)]
        while below:
            most = max(map(best, below))
            found.insert(0, rng.choice([node for node in below if best(node) == most]))
            below = _below(found[0])
        if len(found) >= ENOUGH:
            break
    if not found:
        raise NoAnswer("The word list has no familiar words to play with.")
    return found


def _familiar(word: str, lexicon: Lexicon) -> bool:
    return len(word) == 1 or lexicon.is_familiar(lexicon.find(word), LEAST)

"""Words that may have been meant, looked for in a worker: too long a search for the event loop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.errors import SolvingError
from bot.solving import SHORT_SECONDS, Requester, Solving
from solvers.deadline import Deadline
from solvers.lexicon import Lexicon


async def find_close_words(
    solving: Solving, words: Iterable[str], tier: str, requester: Requester
) -> Mapping[str, tuple[str, ...]]:
    """Return the close words of each of these few words, the closest first.

    They are a courtesy: there are none where the workers have no time, or the requester has a job.
    """
    try:
        found: dict[str, tuple[str, ...]] = await solving.run(
            _close_words, tuple(words), requester=requester, tier=tier, seconds=SHORT_SECONDS
        )
    except SolvingError:
        return {}
    return found


def _close_words(
    words: tuple[str, ...], lexicon: Lexicon, _deadline: Deadline
) -> dict[str, tuple[str, ...]]:
    return {word: lexicon.close_words(word) for word in words}

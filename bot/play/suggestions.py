"""Finds words that may have been meant, in a worker: the search would block the event loop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.errors import SolvingError
from bot.solving import SHORT_SECONDS, Requester, Solving
from solvers.lexicon import Policy, close_words


async def find_close_words(
    solving: Solving, words: Iterable[str], tier: str, policy: Policy, requester: Requester
) -> Mapping[str, tuple[str, ...]]:
    """Return, for each of a few words, the close words that a policy shows, closest first.

    They are a courtesy: there are none if the workers are busy, or the requester has a job.
    """
    try:
        found: dict[str, tuple[str, ...]] = await solving.run(
            close_words,
            (tuple(words), policy),
            requester=requester,
            tier=tier,
            seconds=SHORT_SECONDS,
            quick=True,
        )
    except SolvingError:
        return {}
    return found

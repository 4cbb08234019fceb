"""No cheating by asking the bot: it does not solve the words of contests that are live."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from bot.errors import LiveContest
from bot.overlap import is_suspicious, overlaps_enough
from bot.store import Database, contests
from bot.store.contests import Shared

REMEMBERED = 10_000
"""People in contests whose questions are remembered, at most."""


class ContestGuard:
    """Refuses lists that would solve a live contest, at once or in several questions.

    What somebody asked is remembered here alone, where a restart forgets it: the store keeps
    nothing of who asked what.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._told: OrderedDict[tuple[int, str], frozenset[str]] = OrderedDict()

    async def refuse(self, user: int, words: Iterable[str]) -> None:
        """Raise LiveContest when words, with those answered before, would solve a live contest."""
        asked = {word.strip().lower() for word in words}
        async with self._database.read() as tx:
            found = await contests.shared_with_live(tx, asked)
        if not self.allows(user, len(asked), found):
            raise LiveContest(
                "These words belong to a contest that is still running, so I won't solve them "
                "until it ends."
            )

    def allows(self, user: int, asked: int, found: Iterable[Shared]) -> bool:
        """Tell whether so many words, that share those `found`, may be solved; remember if so."""
        telling = [shared for shared in found if is_suspicious(len(shared.words), shared.of)]
        for shared in telling:
            before = self._told.get((user, shared.contest_id), frozenset())
            if overlaps_enough(len(shared.words), asked, shared.of, len(before - shared.words)):
                return False
        for shared in telling:
            key = user, shared.contest_id
            self._told[key] = self._told.pop(key, frozenset()) | shared.words
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        return True

"""No cheating by asking the bot: it does not solve the words of live contests."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from bot.errors import LiveContest
from bot.overlap import is_suspicious, overlaps_enough
from bot.store import Database, contests
from bot.store.contests import Shared

REMEMBERED = 10_000
"""How many pairs of a person and a contest are remembered at most."""


class ContestGuard:
    """Refuses lists that would solve a live contest, at once or in several questions.

    What somebody asked is remembered in memory only and lost at a restart: the store keeps nothing
    about who asked what.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._answered: OrderedDict[tuple[int, str], frozenset[str]] = OrderedDict()

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
        """Return whether a list of `asked` words, with `found` among them, may be solved.

        If so, it is remembered as answered.
        """
        suspicious = [shared for shared in found if is_suspicious(len(shared.words), shared.of)]
        for shared in suspicious:
            before = self._answered.get((user, shared.contest_id), frozenset())
            if overlaps_enough(len(shared.words), asked, shared.of, len(before - shared.words)):
                return False
        for shared in suspicious:
            key = user, shared.contest_id
            self._answered[key] = self._answered.pop(key, frozenset()) | shared.words
        while len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        return True

"""No cheating by asking the bot: which lists would solve a puzzle that is being played."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping

REMEMBERED = 10_000
"""How many pairs of a person and what is played are remembered at most."""
ENOUGH = 4
"""Fewer shared words than this reveal little, and may be a coincidence."""


class Told:
    """Which words each person was told of what is being played.

    In memory only, and lost at a restart: the store keeps nothing about who asked what.
    """

    def __init__(self) -> None:
        self._words: OrderedDict[tuple[int, Hashable], frozenset[str]] = OrderedDict()

    def __call__(self, user_id: int, played: Hashable) -> frozenset[str]:
        """Return what somebody was told of one that is played."""
        return self._words.get((user_id, played), frozenset())

    def add(self, user_id: int, told: Mapping[Hashable, frozenset[str]]) -> None:
        """Note what somebody is told; who was told something longest ago is forgotten first."""
        for played, words in told.items():
            self._words[user_id, played] = self(user_id, played) | words
            self._words.move_to_end((user_id, played))
        while len(self._words) > REMEMBERED:
            self._words.popitem(last=False)

    def forget(self, user_id: int, played: Hashable = None) -> None:
        """Forget what somebody was told, of one that is played or of all."""
        for key in [key for key in self._words if key[0] == user_id and played in {None, key[1]}]:
            del self._words[key]

    @property
    def people(self) -> set[int]:
        """Who was told anything."""
        return {user_id for user_id, _ in self._words}


def is_suspicious(shared: int, played: int) -> bool:
    """Return whether a list shares enough words with those `played` to reveal much of them."""
    return shared >= min(ENOUGH, played)


def has_most(shared: int, played: int) -> bool:
    """Return whether a list has so many of the words `played` that it was hardly guessed."""
    return 4 * shared >= 3 * played


def overlaps_enough(shared: int, asked: int, played: int, before: int = 0) -> bool:
    """Return whether a list of `asked` words that shares `shared` of those `played` would solve it.

    It would if at least half of it are shared words; or if it has half of the words `played`,
    whatever other words are added, counting `before`: further words of them that were in
    suspicious lists which the same person had solved earlier.
    """
    if not is_suspicious(shared, played):
        return False
    return 2 * (shared + before) >= played or 2 * shared >= asked

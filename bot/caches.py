"""Shared by `cachetools` caches whose keys begin with a person’s id."""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping
from typing import Any, TypeVar

Key = TypeVar("Key", bound=Hashable)


def forget_person(cache: MutableMapping[tuple[int, Key], Any], user_id: int) -> None:
    """Drop what a cache has about a person; its keys begin with the person's id."""
    for key in [key for key in cache if key[0] == user_id]:
        cache.pop(key, None)  # it may have expired since

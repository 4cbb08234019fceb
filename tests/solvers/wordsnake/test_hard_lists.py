"""The published hard lists: each file has the claimed snake, and the words from its seed."""

from __future__ import annotations

import pytest

from bench.hard.__main__ import LISTS, Known
from bench.hard.lists import FAMILIES, NUMBER, draw
from solvers.wordsnake.words import checked

DRAWN = dict(draw(seed) for seed in range(NUMBER))


def test_a_hundred_lists_are_drawn_by_seed() -> None:
    assert len(DRAWN) == NUMBER
    assert {name.rsplit("-", 2)[0] for name in DRAWN} == set(FAMILIES)
    for words in DRAWN.values():
        assert checked(words) == words


@pytest.mark.parametrize("path", sorted(LISTS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_file_has_the_snake_it_claims(path) -> None:
    known = Known.read(path)
    assert known.best <= known.bound
    assert tuple(sorted(known.order)) == DRAWN.get(path.stem, tuple(sorted(known.order)))
    assert "# rule: containment\n" in path.read_text()

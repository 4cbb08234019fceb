"""The lexicon of daily puzzles, in the solvers' form and as plain words."""

import pytest

from solvers.library import open_lexicon
from tests.solvers.daily.brute import Plain


@pytest.fixture(scope="session")
def full():
    return open_lexicon("full")


@pytest.fixture(scope="session")
def plain(full):
    return Plain(full)

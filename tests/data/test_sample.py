"""The sample of definitions to judge: fixed by its seed, of words that people know."""

from __future__ import annotations

import pytest

from data import sample
from solvers.library import open_lexicon


@pytest.mark.slow
@pytest.mark.skipif(not open_lexicon().has_definitions, reason="no definitions are set up")
def test_a_sample_is_drawn_again_by_its_seed() -> None:
    lines = sample.main("7").splitlines()
    assert lines == sample.main("7").splitlines()
    assert len(lines) == 1 + sample.DRAWN
    assert sum(line.endswith(": –") for line in lines) <= 2
    assert lines[1:] != sample.main("8").splitlines()[1:]

"""The solver finds the ladders in docs/ladder.md."""

from __future__ import annotations

from tests import ladders


def test_the_table_of_the_docs() -> None:
    section = ladders.section()
    assert ladders.written() == section, "run python -m tests.ladders"
    assert section.count("\n| ") >= ladders.SHOWN

"""What the tests of wordsnake share."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location(
    "wordsnake_brute", Path(__file__).parent / "brute.py"
)
_BRUTE = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_BRUTE)


@pytest.fixture(scope="session")
def brute():
    """The best score of a few words by a rule, by brute force."""
    return _BRUTE.BEST

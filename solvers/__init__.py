"""The games' solvers: pure functions over a lexicon, with frozen requests in and results out.

>>> from solvers import Deadline, ladder, lexicon_of
>>> words = lexicon_of(["cat", "cot", "cog", "dog"])
>>> ladder.solve(ladder.LadderRequest("cat", "dog"), words, Deadline.never()).shortest.words
('cat', 'cot', 'cog', 'dog')

`anigram`, `ladder`, `truncate` and `wordsnake` each have `solve`; `docs/library.md` shows more.
Names are loaded on first use, so that importing one module does not load the others.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvers import anigram, ladder, truncate, wordsnake
    from solvers.deadline import Deadline
    from solvers.errors import BadInput, GaveUp, NoAnswer, PuzzleError, UnknownWord
    from solvers.lexicon.lexicon import Lexicon
    from solvers.lexicon.tiers import TIERS
    from solvers.library import lexicon_of, open_lexicon, open_word_list

__all__ = [
    "TIERS",
    "BadInput",
    "Deadline",
    "GaveUp",
    "Lexicon",
    "NoAnswer",
    "PuzzleError",
    "UnknownWord",
    "anigram",
    "ladder",
    "lexicon_of",
    "open_lexicon",
    "open_word_list",
    "truncate",
    "wordsnake",
]

_MODULES = {
    "solvers.deadline": ("Deadline",),
    "solvers.errors": ("BadInput", "GaveUp", "NoAnswer", "PuzzleError", "UnknownWord"),
    "solvers.lexicon.lexicon": ("Lexicon",),
    "solvers.lexicon.tiers": ("TIERS",),
    "solvers.library": ("lexicon_of", "open_lexicon", "open_word_list"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}
_PACKAGES = ("anigram", "daily", "ladder", "truncate", "wordsnake")


def __getattr__(name: str) -> object:
    """Load a public name, or a game's package, on first use (PEP 562)."""
    if name in _PACKAGES:
        return import_module(f"solvers.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    """List the public names, including names not loaded yet."""
    return sorted({*globals(), *__all__})

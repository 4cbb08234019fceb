"""Commitments: a hash that all can see fixes what is played, and is checked at the end.

    kept = commit(Terms("daily puzzle 7", game, ("cold", "warm"), best, rules))
    kept.code  # shown with the puzzle
    kept.text  # kept secret until the puzzle is over: anyone with both can check that they fit

The text is one line of JSON. It begins with a salt: without it, people could guess answers to a
small puzzle until the hash fits. `docs/verify` checks it without any of our code.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from bot.puzzles.games import game_of
from solvers.daily import Puzzle

FORMAT = "snakes and ladders commitment 1"
SALT_BYTES = 16
CODE_LENGTH = 32
"""How many of the first hexadecimal digits of the SHA-256 are used: 128 bits."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best known answer; fields that do not apply to it are None.

    result     in the unit of the game, like `Puzzle.par`
    rareness   for ladders in contests, where it decides between equal ones
    positions  the places of a snake's words that are laid into one another
    """

    result: int
    proven: bool
    answer: tuple[str, ...]
    rareness: int | None = None
    positions: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What is fixed before anybody plays: the puzzle, its best, and the rules that decide.

    about  what the commitment is for, so that it cannot be used for something else
    rules  values by a few words each, both shown unchanged by `docs/verify`
    """

    about: str
    game: str
    puzzle: tuple[str, ...]
    best: Best
    rules: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Commitment:
    """The code that all can see, and the text that is published at the end."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Opened:
    """An opened commitment; `changed`: the parts whose stored value is now different.

    These may be the "puzzle", the "best", the "rules", or the "text" itself.
    """

    code: str
    text: str
    changed: tuple[str, ...]


def commit(terms: Terms) -> Commitment:
    """Return a new commitment, with a new salt.

    >>> kept = commit(Terms("x", "y", ("at",), Best(2, True, ("at", "cat")), {"tries": 3}))
    >>> kept.text[:44], kept.code == code_of(kept.text)
    ('{"format":"snakes and ladders commitment 1",', True)
    """
    content = {"format": FORMAT, "salt": secrets.token_hex(SALT_BYTES), **asdict(terms)}
    text = json.dumps(content, separators=(",", ":"))
    return Commitment(code_of(text), text)


def code_of(text: str) -> str:
    """Return the code of a text."""
    return sha256(text.encode()).hexdigest()[:CODE_LENGTH]


def opened(kept: Commitment, terms: Terms) -> Opened:
    """Open a commitment, and compare it with what is stored now: `terms`, with the stored rules.

    A best that was not proven may have been beaten meanwhile; that does not count as a change.
    """
    before, now = json.loads(kept.text), json.loads(json.dumps(asdict(terms)))
    best, rules = before["best"], before["rules"]
    beaten = not best["proven"] and now["best"]["result"] > best["result"]
    same = {
        "puzzle": (before["game"], before["puzzle"]) == (now["game"], now["puzzle"]),
        "best": best == now["best"] or beaten,
        "rules": all(rules.get(name, held) == held for name, held in now["rules"].items()),
        "text": code_of(kept.text) == kept.code,
    }
    return Opened(kept.code, kept.text, tuple(part for part, held in same.items() if not held))


def best_of(puzzle: Puzzle) -> Best:
    """Return the best of a drawn puzzle; if its game grows, the best with words people know."""
    return Best(puzzle.par, not game_of(puzzle).grows, puzzle.solution)

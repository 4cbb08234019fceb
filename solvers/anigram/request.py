"""Requests and results of the anigram solver: letters, words and numbers."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.lexicon.tiers import Policy

FIRST_SIZE = 4
"""A game starts from a word's four letters, unless the request has a longer start."""


@dataclass(frozen=True, slots=True)
class AnigramRequest:
    """The longest game, from `start`, to `end`, between both, or of `length`.

    start    the first letters, four or more, in any order; None: any four that spell a word
    added    letters already added to `start`, in order of play; these stages are kept
    end      the word, or its letters in any order, that the game ends with
    length   how many letters the last stage has; redundant with `end`
    avoid    words that do not count
    familiar ask for a short game of words that people know, instead of a longest one; then only
    `length`, `seed` and `avoid` may be given, and no flagged word is shown
    policy   which words are shown; hidden words count only as the start or the end
    """

    start: str | None = None
    added: str = ""
    end: str | None = None
    length: int | None = None
    seed: int | None = None
    avoid: tuple[str, ...] = ()
    policy: Policy = "standard"
    familiar: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """A letter set, the letter added last ("" at first), and its words.

    The commonest words come first, but flagged words last.
    """

    letters: str
    added: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnigramResult:
    """One game, drawn from the `games` that answer the request, each as likely as any other.

    With letters `added` in the request, `games` counts only the ways on from there. `reach` is the
    number of letters at the end of the longest game that begins with this whole chain.
    """

    chain: tuple[Stage, ...]
    games: int
    reach: int
    seed: int

    @property
    def start(self) -> str:
        """Return the letters of the first stage."""
        return self.chain[0].letters

    @property
    def added(self) -> str:
        """Return the added letters in order; with `start` they give the whole chain."""
        return "".join(stage.added for stage in self.chain)


@dataclass(frozen=True, slots=True)
class AnigramCountRequest:
    """Asks how many games lead from `first` letters to each number of letters up to `last`."""

    first: int = FIRST_SIZE
    last: int = 9
    policy: Policy = "standard"


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a longest game: the letter set, its words, and how many games lead there.

    `length` is its number of letters, `stages` the number of stages in such a game.
    """

    letters: str
    words: tuple[str, ...]
    length: int
    stages: int
    games: int


@dataclass(frozen=True, slots=True)
class AnigramCount:
    """The number of `starts`, the number of games by the letters they end with, and the longest.

    `games` has an entry for every length from `first` + 1 up to `last`, or to the longest game's
    length if that is less. `longest` is not limited by `last`, and has an entry for every letter
    set that a longest game ends with.
    """

    starts: int
    games: dict[int, int]
    longest: tuple[Ending, ...]

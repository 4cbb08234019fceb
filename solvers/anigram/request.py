"""What the anigram solver is asked and what it answers: letters, words and numbers."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.lexicon.tiers import Policy

FIRST_SIZE = 4
"""A game starts from the letters of a word of four, unless a longer start is asked for."""


@dataclass(frozen=True, slots=True)
class AnigramRequest:
    """The longest game, from `start`, to `end`, between both, or of `length`.

    start    the first letters, four or more, in any order; None: any four that spell a word
    added    letters already added to `start`, in the order of play: these stages are kept
    end      the word, or its letters in any order, that the game ends with
    length   how many letters the last stage has; with an `end` it says nothing new
    avoid    words that do not count
    familiar a short game of words that people know, instead of one of the longest; then only
             `length`, `seed` and `avoid` may be given, and no flagged word is shown
    policy   which words are shown; those it hides count only where they are the start or the end
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
    """A letter set, the letter that was added last ("" at first), its words.

    The commonest come first, but flagged words last.
    """

    letters: str
    added: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnigramResult:
    """One game, drawn from the `games` that answer the request, each as likely as any other.

    With letters `added` in the request, `games` counts the ways on from there. `reach` is the
    number of letters of the longest game that begins with this whole chain.
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
        """Return the letters that were added, in order: with `start`, the whole chain."""
        return "".join(stage.added for stage in self.chain)


@dataclass(frozen=True, slots=True)
class AnigramCountRequest:
    """How many games there are from `first` letters to each number of them up to `last`."""

    first: int = FIRST_SIZE
    last: int = 9
    policy: Policy = "standard"


@dataclass(frozen=True, slots=True)
class Ending:
    """Where a longest game ends: the letter set, its words, and how many games lead there.

    `length` is its number of letters, `stages` how many stages a game that ends here has.
    """

    letters: str
    words: tuple[str, ...]
    length: int
    stages: int
    games: int


@dataclass(frozen=True, slots=True)
class AnigramCount:
    """`starts` letter sets; how many games end with each number of letters; the longest there are.

    `games` has an entry for every length from the first plus one up to the last asked for, or up to
    that of the longest game if that comes sooner. `longest` does not stop at the last asked for,
    and has an entry for every letter set that a longest game ends with.
    """

    starts: int
    games: dict[int, int]
    longest: tuple[Ending, ...]

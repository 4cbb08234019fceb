"""Forms that the fourth daily game might have, each played by people who know 5,000 words or more.

A simulated person sees six in ten of the next words that they know, and writes down forty. If the
most words win, they go deep and come back; if an end is given, they prefer words like it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain, pairwise
from math import ceil, sqrt
from random import Random
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from bench.daily_quality import DAYS
from bench.frame import Report, Table
from solvers.daily.climb import Climber
from solvers.daily.common import EVERYDAY, familiar, is_plain, strangeness
from solvers.daily.edition import LEVELS
from solvers.daily.ladder import pairs
from solvers.daily.resize import listed
from solvers.library import open_lexicon

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from solvers.lexicon import Lexicon

VOCABULARIES = 5_000, 15_000, 40_000
MIDDLE = VOCABULARIES[1]
"""The vocabulary of the players whose decisions and first moves are counted."""
PUZZLES, QUICK = 200, 30
PLAYERS = 12
"""The number of people with each vocabulary who play a puzzle."""
SEEN = 0.6
EFFORT = 40
FEWEST = 5
"""The fewest words of a best answer."""
SOLVED = 0.6
"""The share of the growth that counts as solved."""
WORST = 99


class Play(NamedTuple):
    """A puzzle: its ends, a best answer, and its difficulty, to order puzzles of one form."""

    start: str
    target: str
    best: tuple[str, ...]
    difficulty: float


class Words:
    """The familiar words, and the words that the simulated people know, best known first."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        ids = chain.from_iterable(lexicon.ids_of_length(n) for n in range(2, 13))
        order = sorted(ids, key=lambda id_: (-lexicon.familiarity[id_], lexicon.word(id_)))
        ranked = [lexicon.word(id_) for id_ in order[: VOCABULARIES[-1]]]
        self.known = {most: frozenset(ranked[:most]) for most in VOCABULARIES}
        self.familiar = frozenset(familiar(lexicon, range(2, 13)))
        self.everyday = frozenset(familiar(lexicon, range(2, 13), EVERYDAY))
        self.all = self.familiar.union(ranked)

    def shorter(self, word: str, *, anywhere: bool) -> set[str]:
        """Return the words with one letter less: any letter, or only an outer one."""
        places = range(len(word)) if anywhere else (0, len(word) - 1)
        return {word[:place] + word[place + 1 :] for place in places} & self.all

    def strange(self, words: Collection[str]) -> float:
        """Return how strange words are on average."""
        return mean(strangeness(self.lexicon, word) for word in words)


class Form(ABC):
    """A form of the game.

    near   by word, the words that one move leads to
    plays  the puzzles
    """

    def __init__(self, words: Words, *, anywhere: bool, moves: Iterable[str]) -> None:
        self.words = words
        self.near: dict[str, set[str]] = {word: set() for word in words.all}
        for word in words.all:
            for short in words.shorter(word, anywhere=anywhere):
                if "grow" in moves:
                    self.near[short].add(word)
                if "shrink" in moves:
                    self.near[word].add(short)

    @cached_property
    @abstractmethod
    def plays(self) -> list[Play]:
        """The puzzles."""

    @abstractmethod
    def ahead(self, play: Play, known: frozenset[str]) -> Mapping[str, int]:
        """Return, by word, how good an answer can get from there; more is better."""

    @abstractmethod
    def is_enough(self, play: Play, result: int) -> bool:
        """Return whether a result solves the puzzle."""

    @abstractmethod
    def attempt(self, play: Play, known: frozenset[str], rng: Random) -> int:
        """Return the result that a person reaches; 0 means none."""

    def onward(self, play: Play, word: str) -> set[str]:  # noqa: ARG002 - of one form
        """Return the words that may follow a word."""
        return self.near[word]

    def seen(self, play: Play, word: str, known: frozenset[str], rng: Random) -> list[str]:
        """Return the next words that a person sees, in random order."""
        onward = sorted(self.onward(play, word) & known)
        found = [one for one in onward if rng.random() < SEEN]
        return rng.sample(found, len(found))

    def leads(self, play: Play, ahead: int) -> bool:
        """Return whether a first move with this value in `ahead` can still solve the puzzle."""
        return self.is_enough(play, ahead)


class Longest(Form):
    """From one word as far as possible; `both` says that the best answer grows at both ends."""

    def __init__(self, words: Words, *, anywhere: bool, down: bool, both: bool = False) -> None:
        super().__init__(words, anywhere=anywhere, moves=["shrink" if down else "grow"])
        self._down, self._both = down, both
        self._best: dict[str, tuple[str, ...]] = {}
        self._ways: dict[str, int] = {}
        for word in sorted(words.familiar, key=lambda one: (len(one) if down else -len(one), one)):
            onward = sorted(self.near[word] & words.familiar)
            most = max((len(self._best[one]) for one in onward), default=0)
            good = [one for one in onward if len(self._best[one]) == most]
            path = min(
                (self._best[one] for one in good),
                key=lambda path: len(path) > 1 and is_plain(*path[-2:]),
                default=(),
            )
            self._best[word] = (word, *path)
            self._ways[word] = sum(self._ways[one] for one in good) or 1

    @cached_property
    def plays(self) -> list[Play]:
        """Puzzles from everyday words whose best answer is long and does not end plainly."""
        lengths = range(5, 13) if self._down else range(2, 6)
        found = []
        for word in sorted(self.words.everyday):
            best = self._best[word]
            ends = best[:2] if self._down else best[-2:]
            if len(word) not in lengths or len(best) < FEWEST or is_plain(*ends):
                continue
            if not self._both or _at_both_ends(best):
                hard = 2.2 * len(best) + 3.5 / sqrt(self._ways[word])
                found.append(Play(word, "", best, hard + 3 * self.words.strange(best[1:])))
        return found

    def ahead(self, play: Play, known: frozenset[str]) -> Mapping[str, int]:
        """Return how many words can follow, counting the word itself."""
        most: dict[str, int] = {}
        for word in sorted(known | {play.start}, key=lambda one: len(one) * (2 * self._down - 1)):
            onward = (most.get(one, 0) for one in self.near[word] if one in known)
            most[word] = 1 + max(onward, default=0)
        return most

    def is_enough(self, play: Play, result: int) -> bool:
        """Return whether the result is long enough."""
        return result >= 1 + ceil((len(play.best) - 1) * SOLVED)

    def leads(self, play: Play, ahead: int) -> bool:
        """Return whether the start plus the words ahead are enough."""
        return self.is_enough(play, ahead + 1)

    def attempt(self, play: Play, known: frozenset[str], rng: Random) -> int:
        """Search depth first through the words that come to mind, then go back to the others."""
        most, open_ = 1, [(play.start, 1)]
        for _ in range(EFFORT):
            if not open_:
                break
            word, length = open_.pop()
            most = max(most, length)
            open_ += [(one, length + 1) for one in self.seen(play, word, known, rng)]
        return min(most, len(play.best))


class Middle(Form):
    """Both ends are given, and the words that grow from one to the other must be found."""

    def __init__(self, words: Words, *, anywhere: bool) -> None:
        super().__init__(words, anywhere=anywhere, moves=["grow"])
        self._anywhere = anywhere

    @cached_property
    def plays(self) -> list[Play]:
        """The same puzzles as down from a long word, with both ends given."""
        down = Longest(self.words, anywhere=self._anywhere, down=True, both=not self._anywhere)
        return [
            Play(play.best[-1], play.start, play.best[::-1], play.difficulty) for play in down.plays
        ]

    def onward(self, play: Play, word: str) -> set[str]:
        """Return the words whose letters the end has, in order."""
        return {one for one in self.near[word] if _within(one, play.target)}

    def ahead(self, play: Play, known: frozenset[str]) -> Mapping[str, int]:
        """Return the length of the answer for the words from which the end can be reached."""
        reach = layer = {play.target}
        while layer:
            shorter = (self.words.shorter(word, anywhere=self._anywhere) for word in layer)
            layer = set().union(*shorter) & known
            reach = reach | layer
        return dict.fromkeys(reach, len(play.best))

    def is_enough(self, play: Play, result: int) -> bool:
        """Return whether it arrives."""
        return result == len(play.best)

    def attempt(self, play: Play, known: frozenset[str], rng: Random) -> int:
        """Grow by words whose letters are all in the end, in that order."""
        open_ = [play.start]
        for _ in range(EFFORT):
            if not open_:
                break
            word = open_.pop()
            if play.target in self.near[word]:
                return len(play.best)
            open_ += self.seen(play, word, known, rng)
        return 0


class Resize(Form):
    """From one word to another, a letter more or less each step, as in `data/resizes.txt`."""

    def __init__(self, words: Words) -> None:
        super().__init__(words, anywhere=True, moves=["grow", "shrink"])

    @cached_property
    def plays(self) -> list[Play]:
        """The game's own puzzles."""
        return [
            Play(line.words[0], line.words[-1], line.words, line.level)
            for level in LEVELS
            for line in listed(level)
        ]

    def ahead(self, play: Play, known: frozenset[str]) -> Mapping[str, int]:
        """Return the steps from there to the target, negated."""
        steps, layer = {play.target: 0}, {play.target}
        while layer:
            onward = {one for word in layer for one in self.near[word]}
            layer = {one for one in onward & (known | {play.start}) if one not in steps}
            steps |= dict.fromkeys(layer, min(steps.values()) - 1)
        return steps

    def is_enough(self, play: Play, result: int) -> bool:  # noqa: ARG002 - of other forms
        """Return whether it arrives."""
        return result > 0

    def leads(self, play: Play, ahead: int) -> bool:  # noqa: ARG002 - of other forms
        """Return whether the target can be reached."""
        return ahead > -WORST

    def attempt(self, play: Play, known: frozenset[str], rng: Random) -> int:
        """Extend both ends by turns, from the word most like the other end."""
        ends = play.start, play.target
        steps = {play.start: 0}, {play.target: 0}
        open_ = [(0.0, play.start)], [(0.0, play.target)]
        for turn in range(EFFORT):
            here, there = steps[turn % 2], steps[1 - turn % 2]
            if not open_[turn % 2]:
                continue
            _, word = heappop(open_[turn % 2])
            if met := self.near[word] & there.keys():
                return here[word] + 1 + min(there[one] for one in met)
            for one in self.seen(play, word, known, rng):
                if one not in here:
                    here[one] = here[word] + 1
                    lacks = _unlike(one, ends[1 - turn % 2])
                    heappush(open_[turn % 2], (here[one] + lacks + rng.uniform(0, 3), one))
        return 0


class Ladder(Resize):
    """The daily ladders, measured in the same way."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        alike: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for word in words.all:
            for place in range(len(word)):
                alike[word[:place], word[place + 1 :]].add(word)
        for word in words.all:
            gaps = ((word[:place], word[place + 1 :]) for place in range(len(word)))
            self.near[word] = set().union(*(alike[gap] for gap in gaps)) - {word}

    @cached_property
    def plays(self) -> list[Play]:
        """The game's own pairs, with a best ladder of familiar words."""
        climbers = {length: Climber(self.words.lexicon, [length]) for length in range(3, 7)}
        found = []
        for level in LEVELS:
            for start, target in pairs(level):
                if ways := climbers[len(start)].ways(start, target):
                    found.append(Play(start, target, ways.path, level))
        return found


def run(quick: bool) -> Report:
    """Measure."""
    words, rng = Words(open_lexicon("full")), Random(1)
    number = QUICK if quick else PUZZLES
    forms: dict[str, Form] = {
        "grow at both ends": Longest(words, anywhere=False, down=False, both=True),
        "both ends given, grow at the ends": Middle(words, anywhere=False),
        "both ends given, grow anywhere": Middle(words, anywhere=True),
        "down by the ends": Longest(words, anywhere=False, down=True, both=True),
        "down, anywhere": Longest(words, anywhere=True, down=True),
        "grow anywhere": Longest(words, anywhere=True, down=False),
        "resize": Resize(words),
        "(daily ladders)": Ladder(words),
    }
    asked, rates = [], []
    for name, form in forms.items():
        supply = len(form.plays)
        plays = rng.sample(form.plays, min(number, len(form.plays)))
        plays.sort(key=lambda play: play.difficulty)
        asked.append([name, supply, mean(len(play.best) for play in plays), *_moves(form, plays)])
        results: list[set[int]] = [set() for _ in plays]
        for most in VOCABULARIES:
            solved: list[list[bool]] = [[] for _ in DAYS]
            for at, play in enumerate(plays):
                for _ in range(PLAYERS):
                    result = form.attempt(play, words.known[most], rng)
                    results[at].add(result)
                    solved[at * len(DAYS) // len(plays)].append(form.is_enough(play, result))
            rates.append([name, most, *(round(100 * mean(day)) if day else "" for day in solved)])
        asked[-1].append(mean(map(len, results)))
    heads = ("", "supply", "words of best", "decisions", "to goal, %", "to best, %", "results")
    note = (
        "Decisions: steps of the best at which some known words still lead to it and others do "
        f"not. Known first moves that lead to goal and best: to who knows {MIDDLE:,} words. "
        "Results: how many differ."
    )
    days = Table("Who solves it, %", ("", "words", *DAYS), rates)
    return Report([Table("Forms of a fourth game", heads, asked, note), days])


def _moves(form: Form, plays: Collection[Play]) -> tuple[float, float, float]:
    """Return decisions, and the per cent of known first moves that lead to goal and best."""
    decisions, goal, best = [], [], []
    known = form.words.known[MIDDLE]
    for play in plays:
        ahead, matters = form.ahead(play, known | set(play.best)), 0
        for step, (word, after) in enumerate(pairwise(play.best), 1):
            moves = (form.onward(play, word) & known | {after}) - {*play.best[:step]}
            worth = [ahead.get(one, -WORST) for one in moves]
            matters += len(set(worth)) > 1
            if step == 1:
                best.append(mean(one == max(worth) for one in worth))
                goal.append(mean(form.leads(play, one) for one in worth))
        decisions.append(matters)
    return mean(decisions), 100 * mean(goal), 100 * mean(best)


def _unlike(word: str, other: str) -> int:
    """Return how many letters are in only one of two words."""
    one, two = Counter(word), Counter(other)
    return (one - two).total() + (two - one).total()


def _at_both_ends(words: Collection[str]) -> bool:
    grown = sorted(words, key=len)
    return len({long[1:] == short for short, long in pairwise(grown)}) == 2


def _within(word: str, whole: str) -> bool:
    """Return whether a word's letters are in another in their order."""
    rest = iter(whole)
    return all(letter in rest for letter in word)

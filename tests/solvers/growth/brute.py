"""Both games by the book, listing every chain. For short lists; knows no solver."""

from __future__ import annotations

from collections.abc import Collection, Iterable

Chain = tuple[str, ...]


def anigram_games(words: Iterable[str], first: int) -> list[Chain]:
    """Return every game from `first` letters on, of any length, as sorted letters."""
    sets = {"".join(sorted(word)) for word in words}
    games = [(letters,) for letters in sets if len(letters) == first]
    for game in games:
        bigger = {"".join(sorted(game[-1] + letter)) for letter in "abcdefghijklmnopqrstuvwxyz"}
        games.extend((*game, letters) for letters in bigger & sets)
    return games


def truncate_sequences(words: Iterable[str], *, anywhere: bool) -> list[Chain]:
    """Return every sequence of one word or more."""
    known = {*words, "a", "i"}
    by_length: dict[int, list[str]] = {}
    for word in known:
        by_length.setdefault(len(word), []).append(word)
    sequences = [(word,) for word in known]
    for sequence in sequences:
        last = sequence[-1]
        sequences.extend(
            (*sequence, word)
            for word in by_length.get(len(last) + 1, ())
            if last in _smaller(word, anywhere=anywhere)
        )
    return sequences


def _smaller(word: str, *, anywhere: bool) -> Collection[str]:
    if anywhere:
        return [word[:i] + word[i + 1 :] for i in range(len(word))]
    return word[1:], word[:-1]


def longest(chains: Iterable[Chain]) -> list[Chain]:
    """Return the longest of some chains."""
    chains = list(chains)
    most = max(map(len, chains), default=0)
    return [chain for chain in chains if len(chain) == most]

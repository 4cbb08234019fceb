"""How many orders of some words have each score: counted by layers of sets, on arrays."""

from collections import Counter
from itertools import combinations

import numpy as np

from tests.solvers.daily.brute import share


def scores(words):
    """Return the number of orders for each score (Held and Karp, 1962)."""
    number = len(words)
    gain = [[share(a, b) ** 2 if a != b else 0 for b in words] for a in words]
    width = 1 + sum(map(max, gain))
    layer = {frozenset([i]): {i: np.eye(1, width, dtype=np.int64)[0]} for i in range(number)}
    for size in range(2, number + 1):
        longer = {}
        for chosen in combinations(range(number), size):
            by_last = {}
            for last in chosen:
                counts = np.zeros(width, np.int64)
                for before, some in layer[frozenset(chosen) - {last}].items():
                    more = gain[before][last]
                    counts[more:] += some[: width - more]
                by_last[last] = counts
            longer[frozenset(chosen)] = by_last
        layer = longer
    (ends,) = layer.values()
    total = sum(ends.values())
    return Counter({score: int(count) for score, count in enumerate(total) if count})

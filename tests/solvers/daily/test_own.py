"""The best answers to people's own puzzles, and where lines leave them, against plain searches."""

from itertools import product
from random import Random

import pytest

from solvers import Deadline, lexicon_of
from solvers.daily import (
    LineRequest,
    OwnRequest,
    find_departure,
    find_distances,
    rareness_of,
    solve_own,
)
from solvers.errors import NoAnswer
from tests.solvers.flagging import flagged_lexicon
from tests.solvers.ladder.lists import lexicon_of as measured_of

RARENESS = (1, 4, 20, 200)


def step(a, b):
    return len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1


def grows(a, b):
    return a in (b[1:], b[:-1]) and len(b) == len(a) + 1


def walks(words, line, follows, most):
    """Yield every line that begins with `line` and has no word twice."""
    yield line
    if len(line) <= most:
        for word in words:
            if word not in line and follows(line[-1], word):
                yield from walks(words, (*line, word), follows, most)


def some_words(rng, lengths):
    every = ["".join(letters) for n in lengths for letters in product("abc", repeat=n)]
    return {word: rng.choice(RARENESS) for word in rng.sample(every, min(len(every), 14))}


@pytest.mark.parametrize("seed", range(60))
def test_a_best_ladder_is_the_shortest_and_then_the_commonest(seed):
    rng = Random(seed)
    costs = some_words(rng, [3])
    start, target, avoided = rng.sample(sorted(costs), 3)
    words, lexicon = costs.keys() - {avoided}, lexicon_of(costs)
    found = [w for w in walks(words, (start,), step, 8) if w[-1] == target]
    request = OwnRequest("ladder", (start, target), (avoided,))
    if not found:
        with pytest.raises(NoAnswer):
            solve_own(request, lexicon, Deadline.after(5))
        return
    key = min((len(w), sum(costs[one] for one in w[1:])) for w in found)
    best = solve_own(request, lexicon, Deadline.after(5))
    assert (best.result + 1, rareness_of(best.solution[1:], lexicon)) == key
    assert best.solution in found
    bests = [w for w in found if (len(w), sum(costs[one] for one in w[1:])) == key]
    for line in rng.sample(found, min(len(found), 5)):
        begun = {w[:n] for w in bests for n in range(len(w) + 1)}
        left = next((n for n in range(len(line)) if line[: n + 1] not in begun), None)
        asked = LineRequest("ladder", (start, target), line, (avoided,))
        assert find_departure(asked, lexicon, Deadline.after(5)).at == left


def shorter(a, b):
    return b in {a[:n] + a[n + 1 :] for n in range(len(a))}


NEXT_TO = {"ladder": step, "resize": lambda a, b: shorter(a, b) or shorter(b, a)}


@pytest.mark.parametrize("game", NEXT_TO)
@pytest.mark.parametrize("seed", range(40))
def test_how_far_each_word_is_from_the_target(game, seed):
    rng = Random(seed)
    words = sorted(some_words(rng, [3] if game == "ladder" else [2, 3]))
    target, avoided, denied = rng.sample(words, 3)
    through = [word for word in words if word not in {avoided, denied}]
    steps = {(a, b): int(NEXT_TO[game](a, b)) or 99 for a in words for b in words}
    for middle, a, b in product(through, words, words):  # Floyd and Warshall
        steps[a, b] = min(steps[a, b], steps[a, middle] + steps[middle, b])
    line = (*words, "zzz")
    expected = [0 if word == target else steps[word, target] for word in words]
    also = tuple(rng.sample(words, rng.randrange(4)))  # words that a server allows in addition
    listed = lexicon_of({*words} - {*also})
    asked = LineRequest(game, (words[0], target), line, (avoided, denied), (*also, words[1]))
    found = find_distances(asked, listed, Deadline.after(5)).steps
    assert found == (*(n if n < 99 else None for n in expected), None)


def test_a_best_ladder_is_best_by_what_ranks_players_however_few_know_its_words():
    rareness = {"cat": 1, "cot": 4, "cag": 1, "cog": 1}
    lexicon = measured_of(rareness, {"cat": 50, "cot": 50, "cag": 0, "cog": 50})
    best = solve_own(OwnRequest("ladder", ("cat", "cog")), lexicon, Deadline.after(5))
    assert best.solution == ("cat", "cag", "cog")


@pytest.mark.parametrize("seed", range(60))
def test_a_best_truncate_is_the_longest(seed):
    rng = Random(seed)
    costs = some_words(rng, [2, 3, 4])
    start = min(costs, key=len)
    lexicon = lexicon_of(costs)
    found = list(walks(costs, (start,), grows, 9))
    longest = max(map(len, found))
    request = OwnRequest("truncate", (start,))
    if longest == 1:
        with pytest.raises(NoAnswer):
            solve_own(request, lexicon, Deadline.after(5))
        return
    best = solve_own(request, lexicon, Deadline.after(5))
    assert best.result == len(best.solution) == longest
    assert best.solution in found
    bests = [w for w in found if len(w) == longest]
    for line in found:
        ends = (*line, "")  # a line that is too short leaves at the missing word
        left = next((n for n, one in enumerate(ends) if not _goes_on(bests, ends[:n], one)), None)
        asked = LineRequest("truncate", (start,), line)
        assert find_departure(asked, lexicon, Deadline.after(5)).at == left


def _goes_on(bests, before, word):
    if not word:
        return any(len(w) == len(before) for w in bests)
    return any(w[len(before) : len(before) + 1] == (word,) for w in bests)


def test_an_anigram_has_a_word_a_stage():
    lexicon = lexicon_of(["team", "mate", "steam", "master", "stream", "maters"])
    best = solve_own(OwnRequest("anigram", ("aemt", "s", "r")), lexicon, Deadline.after(5))
    assert (best.result, [len(word) for word in best.solution]) == (3, [4, 5, 6])
    for line, left in ((("mate", "steam"), 2), (("team", "steam", "stream"), None)):
        asked = LineRequest("anigram", ("aemt", "s", "r"), line)
        assert find_departure(asked, lexicon, Deadline.after(5)).at == left


def test_no_answer_is_shown_with_a_word_that_is_hidden():
    lexicon = flagged_lexicon({"cat": 0, "cot": 2, "cog": 0, "cag": 2})
    best = solve_own(OwnRequest("ladder", ("cat", "cot")), lexicon, Deadline.after(5))
    assert best.solution == ("cat", "cot")
    with pytest.raises(NoAnswer):
        solve_own(OwnRequest("ladder", ("cat", "cog")), lexicon, Deadline.after(5))


def test_no_answer_is_shown_that_one_with_a_hidden_word_beats():
    asked, levels = OwnRequest("ladder", ("cat", "cog")), {"cat": 0, "cot": 0, "cog": 0, "cag": 2}
    as_good = flagged_lexicon(levels, {"cot": 4, "cag": 4})
    assert solve_own(asked, as_good, Deadline.after(5)).solution == ("cat", "cot", "cog")
    commoner = flagged_lexicon(levels, {"cot": 4, "cag": 1})
    with pytest.raises(NoAnswer, match="words I don’t show"):
        solve_own(asked, commoner, Deadline.after(5))

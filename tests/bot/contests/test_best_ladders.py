"""The best ladder of a contest: nobody is ahead of it, and only a player who has one learns so.

Compared with plain searches. The pairs are drawn as contests and daily puzzles draw them, or are
any two words of a tier that a ladder joins. Players have best ladders, other shortest ladders, and
longer ones.
"""

from dataclasses import replace
from itertools import cycle, product
from random import Random

import pytest

from bot.contests.answers import accepted_in, answer_of_line, puzzle_of
from bot.contests.ranking import order_of, place_among
from bot.puzzles import GAMES, judge
from bot.store.schema import Entrant
from bot.ui.contest.text import closeness
from solvers import Deadline
from solvers.daily import (
    LEVELS,
    FreshRequest,
    LineRequest,
    OwnRequest,
    find_departure,
    make_fresh,
    puzzle_key,
    solve_own,
)
from solvers.errors import NoAnswer
from tests.bot.contests.plain_ladders import (
    LARGEST,
    SHOWN,
    Ladders,
    measured,
    near,
    with_detour,
    words_of,
)
from tests.bot.examples import contests as contest_examples
from tests.bot.world import T0

BEST, SHORTEST, LONGER = 5, 6, 3
"""How many players have each kind of ladder."""


def drawn(lexicons):
    """Yield tiers and pairs as the bot draws them, at all levels, none twice."""
    known = set()
    for number, (tier, level) in enumerate(cycle(product(LARGEST, LEVELS))):
        asked = FreshRequest("ladder", level, str(number), frozenset(known))
        puzzle = make_fresh(asked, lexicons["full"], Deadline.after(60))
        known.add(puzzle_key(puzzle))
        if {*puzzle.given} <= {*words_of(tier)}:
            yield tier, puzzle.given


def joined(_lexicons):
    """Yield tiers and any two words that a ladder joins."""
    rng = Random(1)
    for tier in cycle(LARGEST):
        given = tuple(rng.sample(words_of(tier), 2))
        linked = all(any(near(word, tier)) for word in given)
        if linked and len({*map(len, given)}) == 1 and Ladders(*given, tier).least:
            yield tier, given


def check(given, tier, policy, lexicon):
    """Compare a contest with a plain search; return False where it is rightly refused."""
    plain, asked = Ladders(*given, tier), OwnRequest("ladder", given, (), policy)
    if Ladders(*given, tier, policy).least != plain.least:
        with pytest.raises(NoAnswer) as refused:
            solve_own(asked, lexicon, Deadline.never())
        assert refused.value.code == "only_hidden", given
        return False
    found = solve_own(asked, lexicon, Deadline.never())
    contest = contest_examples.contest(words=given, game="ladder", tier=tier)
    par = answer_of_line(contest, found.solution, lexicon)
    order = tuple((word, 0) for word in par.words)
    contest = replace(contest, par=par.score, bound=par.score, par_order=order)
    told = puzzle_of(contest).par, GAMES["ladder"].rareness_in(par.score)
    assert told == measured(par.words) == plain.least, given

    rng = Random(" ".join(given))
    lines = [*plain.best(BEST), *(plain.drawn(rng) for _ in range(SHORTEST))]
    detours = (with_detour(rng.choice(lines), tier, rng) for _ in range(LONGER))
    lines += [line for line in detours if line is not None]
    keys = [rank(par)]
    answers = []
    for line in lines:
        verdict = judge(puzzle_of(contest), line, accepted_in(contest, lexicon))
        answers.append(answer_of_line(contest, verdict.words, lexicon))
        keys.append(rank(answers[-1]))
    keys.sort()
    assert place_among(rank(par), keys) == 1
    for line, answer in zip(lines, answers, strict=True):
        assert answer.words == line
        place, said = place_among(rank(answer), keys), closeness(contest, answer.score)
        assert place == 1 + sum(measured(other) < measured(line) for other in (par.words, *lines))
        assert (place == 1) == (measured(line) == plain.least) == (said == "🎉 The best possible!")
        only_rarer = plain.least[0] == len(line) - 1 and place > 1
        assert said.startswith("🎉 As short as can be!") == only_rarer
        sent = LineRequest("ladder", given, line)
        assert find_departure(sent, lexicon, Deadline.never()).at == plain.departure(line), line
    return True


def rank(answer):
    entrant = Entrant(
        contest_id="c", user_id=1, joined_at=T0, best_score=answer.score, reached_ms=1, tries=1
    )
    return order_of(entrant, "shared")


@pytest.mark.parametrize("pairs", [drawn, joined])
@pytest.mark.parametrize(
    "number", [pytest.param(6, id="some"), pytest.param(200, id="many", marks=pytest.mark.slow)]
)
def test_nobody_is_ahead_of_the_best_and_who_has_it_learns_so(lexicons, pairs, number):
    held = 0
    for policy, (tier, given) in zip(cycle(SHOWN), pairs(lexicons), strict=False):
        held += check(given, tier, policy, lexicons[tier])
        if held == number:
            break

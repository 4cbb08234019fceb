"""The golden file's two years of editions: each is measured again, some or all are made again."""

from collections import defaultdict
from itertools import pairwise
from itertools import permutations as permute
from statistics import mean, median

import pytest

from data import wordnet
from data.familiarity import WORDNET
from data.pairs import read_chosen
from solvers.daily import DAILY_GAMES, LEVELS, day_of, level_of, planned_game
from solvers.daily.common import level_of_difficulty
from solvers.lexicon.choice import LEFT_OUT
from tests.solvers.daily import golden
from tests.solvers.daily.brute import greed
from tests.solvers.daily.making import ROUND, check, made
from tests.solvers.daily.measures import MEASURES
from tests.solvers.daily.orders import scores
from tests.sweeps import every

YEAR = 366
EVERYDAY, KNOWN, NO_NAME = 35, 30, 20


@pytest.fixture(scope="module")
def lines():
    return [golden.parse(text) for text in golden.read().values()]


def of(lines, game):
    return [line for line in lines if line.game == game]


def test_every_day_of_two_years_has_its_game_at_its_level(lines):
    assert [line.number for line in lines] == list(golden.NUMBERS)
    for line in lines:
        assert line.day == day_of(line.number).isoformat()
        assert (line.game, line.level) == (planned_game(line.number), level_of(line.number))
        assert level_of_difficulty(line.difficulty) == line.level


def test_everybody_knows_what_is_given_and_what_is_needed_and_none_of_it_is_flagged(lines, full):
    for line in lines:
        given = () if line.game == "anigram" else line.given
        for word in {*given, *line.solution}:
            id_ = full.find(word)
            assert not full.flagged[id_], line
            assert full.rareness[id_] <= NO_NAME, line
            everyday = line.game in {"ladder", "truncate", "resize"} and word in given
            least = EVERYDAY if everyday else KNOWN
            assert full.familiarity[id_] >= least, line
            assert word not in LEFT_OUT, line


def test_ladders_lead_between_base_forms_that_belong_together(lines, full):
    chosen = set(map(frozenset, read_chosen()))  # by hand; the puzzles come from another file
    for line in of(lines, "ladder"):
        assert frozenset(line.given) in chosen, line
        assert line.ways >= 2
        for word in line.given:
            stems = {word.removesuffix(end) for end in ("s", "ed", "ing")} - {word}
            inflected = any(len(stem) > 2 and stem in full for stem in stems)
            assert word.endswith("ss") or not inflected, line


@pytest.mark.slow
@pytest.mark.skipif(not WORDNET.exists(), reason="the package wordnet-base is not installed")
def test_half_of_the_ladders_join_words_that_wordnet_relates(lines):
    pairs = [line.given for line in of(lines, "ladder")]
    names = wordnet.read_relations(WORDNET, {word for pair in pairs for word in pair})
    ways = [permute(pair) for pair in pairs]
    related = [way for way in ways if any(other in names.get(one, {}) for one, other in way)]
    assert len(related) > 0.49 * len(pairs)
    crossed = [(one, other) for one, _ in pairs for _, other in pairs if (one, other) not in pairs]
    assert sum(other in names.get(one, {}) for one, other in crossed) < 0.05 * len(crossed)


def test_no_stage_of_an_anigram_adds_its_letter_at_the_end(lines):
    for line in of(lines, "anigram"):
        assert not any(b[:-1] == a for a, b in pairwise(line.solution)), line


def test_words_are_not_given_again_within_sixty_days(lines):
    last = {}
    for line in lines:
        for word in line.given if line.game in {"ladder", "snake", "truncate", "resize"} else ():
            assert line.number - last.get((line.game, word), -YEAR) > 60, (line, word)
            last[line.game, word] = line.number


def same(line):
    """Return a puzzle's identity, without direction and order."""
    if line.game == "anigram":
        return line.game, "".join(sorted("".join(line.given)))
    return line.game, frozenset(line.given)


def test_nothing_comes_back_within_a_year(lines):
    seen = {}
    for line in lines:
        assert line.number - seen.get(same(line), -YEAR) >= YEAR, line
        seen[same(line)] = line.number


def test_ever_fewer_orders_solve_a_snake_through_the_week(lines):
    parts = defaultdict(list)
    for line in of(lines, "snake"):
        if len(parts[line.level]) < 6:
            counts = scores(line.given)
            solved = sum(count for score, count in counts.items() if score >= line.goal)
            parts[line.level].append(solved / counts.total())
    assert all(median(parts[a]) > median(parts[b]) for a, b in pairwise(LEVELS[:6]))
    assert median(parts[7]) < median(parts[5])


@pytest.mark.slow
def test_from_friday_on_greed_stays_below_92_per_cent_and_below_the_goal(lines):
    for line in of(lines, "snake"):
        if line.level >= 5:
            assert greed(line.given) < min(line.goal, 0.92 * line.par), line


def check_figures(lines, plain):
    for line in lines:
        par, ways, difficulty = MEASURES[line.game](plain, line.given)
        assert (line.par, line.ways) == (par, ways), line
        assert line.difficulty == pytest.approx(difficulty, abs=0.006), line


@pytest.mark.slow
def test_par_ways_and_difficulty_are_as_the_plain_measure_has_them(lines, plain):
    first, step = every(19)
    check_figures(lines[first - 1 :: step], plain)  # every game, and every level of it


def figures(line, full):
    """Return what makes a puzzle hard for players, apart from the difficulty itself."""
    if line.game in {"ladder", "resize"}:
        return line.par
    if line.game == "snake":
        return len(line.given) + line.goal / line.par
    if line.game == "anigram":
        return -mean(full.familiarity[full.find(word)] for word in line.solution)
    return line.par + 1 / line.ways


@pytest.mark.parametrize("game", DAILY_GAMES)
def test_the_days_grow_harder_towards_sunday(lines, full, game):
    difficulty, hardness = defaultdict(list), defaultdict(list)
    for line in of(lines, game):
        difficulty[line.level].append(line.difficulty)
        hardness[line.level].append(figures(line, full))
    assert all(len(difficulty[level]) >= 26 for level in LEVELS)
    medians = [median(difficulty[level]) for level in LEVELS]
    assert all(b - a > 0.5 for a, b in pairwise(medians))
    # Figures that players feel rise, too: not on each day, but clearly over the week.
    monday, thursday, sunday = (mean(hardness[level]) for level in (1, 4, 7))
    assert monday < thursday < sunday


def remake(numbers, full, plain):
    lines = golden.read()
    for number in numbers:
        edition = made(number, full)
        assert golden.line(edition) == lines[number]
        check(edition, plain)


@pytest.mark.slow
def test_two_years_are_made_as_they_are_in_the_golden_file(full, plain):
    first, step = every(ROUND - 1)  # each edition has another game or level than the last
    remake(golden.NUMBERS[first - 1 :: step], full, plain)

"""Evaluates a try in each game: the words that count and their score, or what is wrong."""

from __future__ import annotations

from dataclasses import dataclass

from bot.contests import life
from bot.contests.tries import Try, is_order_of, wrong_words
from bot.errors import BadTry
from bot.puzzles import GAMES, Accepted, denied_of
from bot.store import Transaction, guilds
from bot.store.budget import size_of
from bot.store.schema import Contest
from solvers.daily import Puzzle, rareness_of
from solvers.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Answer:
    """A right answer: its words, including any start word, and a score as in `puzzles`."""

    words: tuple[str, ...]
    positions: tuple[int, ...] | None
    score: int


def answer_size(answer: Answer) -> int:
    """Return how many bytes an answer takes when stored."""
    return size_of(answer.words) + size_of([str(place) for place in answer.positions or ()])


def puzzle_of(contest: Contest) -> Puzzle:
    """Return the puzzle of a contest, with its best answer once that is known."""
    solution = tuple(word for word, _ in contest.par_order or ())
    par = GAMES[contest.game].result_in(contest.par or 0)
    return Puzzle(
        game=contest.game,
        level=0,
        difficulty=0.0,
        given=contest.words,
        par=par,
        goal=par,
        solution=solution,
        ways=0,
    )


def accepted_in(contest: Contest, lexicon: Lexicon) -> Accepted:
    """Return the words of a lexicon without words that were denied when par was found.

    Denied words do not count, even if the server allows them later.
    """
    return Accepted(lexicon, dict.fromkeys(contest.denied or (), False), contest.tier)


async def denied_in(tx: Transaction, guild_id: int, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the words of a lexicon that a server denies at present, sorted."""
    return denied_of(await guilds.denied(tx, guild_id), lexicon)


def answer_of_line(contest: Contest, words: tuple[str, ...], lexicon: Lexicon) -> Answer:
    """Return a right line of words that scores, a player's or the best, as an answer.

    `words` include the start word, if there is one.
    """
    game, puzzle = GAMES[contest.game], puzzle_of(contest)
    result = game.result(puzzle, words[len(game.start(puzzle)) :])
    assert result is not None
    return Answer(words, None, game.score(result, rareness_of(words[1:], lexicon)))


def answer_of(contest: Contest, tried: Try, lexicon: Lexicon) -> Answer:
    """Score a list of words; raises BadTry, or BadInput for impossible positions."""
    if not GAMES[contest.game].arranges:
        raise BadTry("This is played word by word. Press Play under the contest.")
    if not is_order_of(tried.order, contest.words):
        raise wrong_words(tried.order, contest.words, lexicon.__contains__)
    scored = life.score(contest, tried.order, tried.positions)
    return Answer(tried.order, tried.positions, scored.score)

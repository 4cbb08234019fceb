"""A puzzle of any game as its players see it: the task, the words found so far, a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.dailies import MISS, UNITS, Game, letters_of
from bot.puzzles import Mistake
from bot.ui.layout import escape, wrap_words
from bot.ui.picture import MOST_ROWS, LetterRow, RowSketch, Sketch
from bot.ui.words import PROPOSE, TALL, capital, ladder_block, mark_steps
from solvers.daily import Puzzle
from solvers.text import many
from solvers.wordsnake import ScoreRequest, score
from solvers.wordsnake.score import overlap

LATEST = 12
"""Words that are shown of a long try that is not done."""


def amount(game: Game, result: int) -> str:
    """Return a result in the unit of its game: "5 steps", "1 word"."""
    return many(result, UNITS[game].removesuffix("s"))


def task_in_short(puzzle: Puzzle, done: int) -> str:
    """Say what is to be done to somebody who is doing it and has so many words."""
    best = f"best: **{amount(puzzle.game, puzzle.par)}**"
    match puzzle.game:
        case "ladder":
            start, target = puzzle.given
            return f"From **{start}** to **{target}** · {best.replace('best', 'shortest')}"
        case "snake":
            return f"Score **{puzzle.goal}** to solve it · {best}"
        case "anigram":
            return f"Stage **{done + 1}** of {puzzle.par}: use all of its letters."
        case "truncate":
            goal = amount(puzzle.game, puzzle.goal)
            return f"Get to **{goal}** to solve it · {best}"


def task(puzzle: Puzzle, *, points: bool = True) -> str:
    """Say what is to be done, and how good the best is; `points`: whether misses cost any."""
    best = f"**{amount(puzzle.game, puzzle.par)}**"
    match puzzle.game:
        case "ladder":
            start, target = puzzle.given
            return (
                f"Climb from **{start}** to **{target}**. Change one letter at a time; every step "
                f"has to be a word. Any ladder that gets there solves it; the shortest takes "
                f"{best}."
            )
        case "snake":
            return (
                f"Put all {len(puzzle.given)} words in a row so that neighbours overlap. Sharing "
                "*EA* in naus**EA** + **EA**rn scores 2 × 2 = 4, three letters 3 × 3 = 9. Score "
                f"**{puzzle.goal}** to solve it; the best possible is {best}."
            )
        case "anigram":
            cost = f" Each word of the wrong letters costs {MISS} points." if points else ""
            return (
                "Each stage adds a letter. Use all of them, in any order, to make a word: team, "
                f"then steam, then master. Do all {best} to solve it.{cost}"
            )
        case "truncate":
            return (
                f"Grow **{puzzle.given[0]}** one letter at a time, at its front or its end; "
                f"every step has to be a word. Get to **{amount(puzzle.game, puzzle.goal)}**, "
                f"counting {puzzle.given[0]}, to solve it; with words people know, the best is "
                f"{best}."
            )


def mistake_in(mistake: Mistake) -> str:
    """Say what is wrong with a word; where it may be missing from the list, what to do then."""
    said = f"**{escape(mistake.message)}**"
    return f"{said}\n-# {PROPOSE}" if mistake.kind == "unknown" else said


def lines_of(puzzle: Puzzle, words: Sequence[str], *, done: bool) -> str | None:
    """Show the words of a try as far as they are right; `done`: they are all there.

    What is new in a word stands in capitals; in a snake, what a word shares with the one before.
    """
    if puzzle.game == "anigram":
        return _block(_stages(puzzle, words))
    if puzzle.game == "snake":
        listed = f"```\n{wrap_words(puzzle.given)}\n```"
        laid = _block(_joins(words)) if words else ""
        return laid if done else f"{listed}\n{laid}"
    if puzzle.game == "truncate":
        return _block(_grown(words or puzzle.given))
    if done:
        return ladder_block(words)
    return _block(_unfinished(words or puzzle.given[:1], puzzle.given[1]))


def snake_text(words: Sequence[str]) -> str:
    r"""Show a snake as it grows: its letters, those shared in capitals, and what each join scores.

    >>> print(snake_text(["nausea", "run"]), snake_text(["run", "nausea", "seasick"]), sep="\n")
    **nausearun**
    run +0 · **0 points**
    **ruNauSEAsick**
    nausea +1 · seasick +9 · **10 points**
    """
    shared = [overlap(a, b) for a, b in pairwise(words)]
    snake = words[0]
    for letters, word in zip(shared, words[1:], strict=True):
        kept = len(snake) - letters
        snake = snake[:kept] + snake[kept:].upper() + word[letters:]
    said = [f"{word} +{k * k}" for word, k in zip(words[1:], shared, strict=True)]
    if said:
        said.append(f"**{amount('snake', sum(k * k for k in shared))}**")
    return "\n".join([f"**{snake}**", " · ".join(said)]).strip()


def sketch_of(puzzle: Puzzle, words: Sequence[str]) -> Sketch | RowSketch | None:
    """Return what to draw: a snake, a ladder, a staircase, a pyramid; None where it is too tall."""
    caption = _caption(puzzle, words)
    if puzzle.game == "snake":
        return Sketch(score(ScoreRequest(tuple(words))), caption)
    if len(words) > MOST_ROWS:
        return None
    return RowSketch(tuple(_letter_rows(puzzle, words)), caption, rails=puzzle.game == "ladder")


def spoken(puzzle: Puzzle, words: Sequence[str]) -> str:
    """Say what a picture shows, for those who cannot see it."""
    if puzzle.game == "snake":
        return f"A snake of {', '.join(words)}: {_caption(puzzle, words)}"
    what = {"ladder": "A ladder", "truncate": "A staircase", "anigram": "A pyramid"}[puzzle.game]
    return f"{what} of words: {', '.join(words)}"


def _block(lines: Iterator[str]) -> str:
    return "```\n" + "\n".join(lines) + "\n```"


def _unfinished(words: Sequence[str], target: str) -> Iterator[str]:
    rungs = mark_steps(words)
    if len(rungs) > TALL:
        yield f" :  {len(rungs) - LATEST} words"
    for number, rung in list(enumerate(rungs))[-LATEST if len(rungs) > TALL else 0 :]:
        yield f"{number or '':>2}  {rung}"
    yield f" :  {'?' * len(target)}"
    yield f"    {target}"


def _grown(words: Sequence[str]) -> Iterator[str]:
    """Yield words over one another, each letter in its column."""
    fronts = [word[1:] == before for before, word in pairwise(words)]
    for number, word in enumerate(words):
        indent = " " * sum(fronts[number:])
        if number == 0:
            yield indent + word
        else:
            yield indent + capital(word, 0 if fronts[number - 1] else len(word) - 1)


def _joins(words: Sequence[str]) -> Iterator[str]:
    width = max(map(len, words))
    yield words[0]
    for before, word in pairwise(words):
        shared = overlap(before, word)
        yield f"{word[:shared].upper() + word[shared:]:<{width}}  +{shared * shared}"


def _stages(puzzle: Puzzle, words: Sequence[str]) -> Iterator[str]:
    for stage, word in enumerate(words):
        added = puzzle.given[stage]
        shown = capital(word, word.index(added)) if stage else word
        yield f"{len(word)}  {shown}"
    stage = len(words)
    if stage < len(puzzle.given):
        letters = letters_of(puzzle, stage)
        if stage:
            letters = capital(letters, letters.index(puzzle.given[stage]))
        yield f"{len(letters)}  {' '.join(letters)}  ?"


def _letter_rows(puzzle: Puzzle, words: Sequence[str]) -> Iterator[LetterRow]:
    """Yield the rows of a picture, and in each the letter that is new."""
    at = 0.0
    yield LetterRow(words[0], at)
    for step, (before, word) in enumerate(pairwise(words), 1):
        match puzzle.game:
            case "ladder":
                new = [i for i, letter in enumerate(word) if letter != before[i]]
            case "truncate":
                front = word[1:] == before
                at -= front
                new = [0 if front else len(word) - 1]
            case _:
                at -= 0.5
                new = [word.index(puzzle.given[step])]
        yield LetterRow(word, at, new[0] if new else None)


def _caption(puzzle: Puzzle, words: Sequence[str]) -> str:
    """Say in a plain line what a picture shows."""
    match puzzle.game:
        case "ladder":
            return f"{words[0]} to {words[-1]} in {amount('ladder', len(words) - 1)}"
        case "snake":
            scored = score(ScoreRequest(tuple(words))).score
            return f"{many(len(words), 'word')}, {many(scored, 'point')}"
        case "anigram":
            return f"from {words[0]} to {words[-1]}"
        case "truncate":
            return f"{words[0]} grown to {words[-1]}, {amount('truncate', len(words))}"

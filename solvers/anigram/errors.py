"""Errors of anigram requests; each sentence says how far a game gets instead."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING

from solvers.anigram.request import FIRST_SIZE
from solvers.errors import BadInput, NoAnswer, UnknownWord
from solvers.growth.typed import how_far, lack
from solvers.growth.walk import draw

if TYPE_CHECKING:
    from random import Random

    from solvers.anigram.tables import LetterSets, Named
    from solvers.deadline import Deadline


def nothing_to_add_to(added: str) -> BadInput:
    """Return the error for added letters without a start."""
    return BadInput(f"“{added}” can only be added to a start; give its letters too.")


def too_few(letters: str) -> BadInput:
    """Return the error for a start with too few letters."""
    return BadInput(
        f"An anigram game starts from {FIRST_SIZE} letters; “{letters}” has only {len(letters)}.",
        code="too_few_letters",
    )


def short_length(length: int) -> BadInput:
    """Return the error for a length shorter than any start."""
    return BadInput(
        f"A game starts from {FIRST_SIZE} letters, so it can’t end with {length}; "
        f"ask for a length of {FIRST_SIZE} or more.",
        code="too_few_letters",
    )


def other_length(end: str, length: int | None) -> BadInput:
    """Return the error for a length that differs from the end's."""
    return BadInput(f"“{end}” has {len(end)} letters, not {length}; leave the length out.")


def length_behind(start: Named, length: int) -> BadInput:
    """Return the error for a length that the start already exceeds."""
    size = len(start.name)
    return BadInput(
        f"“{start.name}” already has {size} letters; ask for a length of {size} or more, "
        f"not {length}."
    )


def unknown_letters(letters: str, sets: LetterSets) -> UnknownWord:
    """Return the error for letters that spell no word, with up to five words one letter away."""
    near: set[int] = set()
    for letter in set(letters):
        rest = letters.replace(letter, "", 1)
        near.update(sets.find(rest + other) for other in ascii_lowercase)
    words = tuple(sets.commonest(node for node in near if node >= 0)[:5])
    hint = f" With one letter changed: {', '.join(words)}." if words else ""
    said = f"The letters “{letters}” spell no word.{hint}"
    return UnknownWord(letters, words, said, code="unknown_letters")


def unknown_end(end: str, sets: LetterSets) -> UnknownWord:
    """Return the error for an end whose letters spell no word in any order."""
    return UnknownWord(end, sets.lexicon.close_words(end))


def unless_part(start: Named, end: Named) -> None:
    """Raise BadInput if the start has a letter that the end lacks."""
    why = lack(start.name, end.name)
    if why:
        raise BadInput(
            f"No game leads from “{start.name}” to “{end.name}”: letters are only ever added, and "
            f"{why}.",
            code="not_part",
        )


def no_way(low: Named, high: Named, sets: LetterSets, deadline: Deadline) -> NoAnswer:
    """Return the error for two ends that no game connects; it says how far a game gets."""
    start, end = low.name, high.name
    up = sets.graph.highest(low.node, lambda node: not lack(sets.letters(node), end), deadline)
    back = sets.graph.lowest(high.node, lambda node: not lack(start, sets.letters(node)), deadline)
    reached = how_far(start, sets.named(up, start).name, end, sets.named(back, end).name)
    return NoAnswer(f"No game leads from “{start}” to “{end}”: {reached}.")


def too_long_from(low: Named, length: int, sets: LetterSets, rng: Random) -> NoAnswer:
    """Return the error for a length that no game from a start reaches."""
    steps = sets.graph.paths_up.longest(low.node)
    if not steps:
        return NoAnswer(
            f"No letter can be added to “{low.name}”: there is no longer game from there."
        )
    top = sets.first_word(sets.graph.draw_up(low.node, steps, rng)[-1])
    return NoAnswer(
        f"No game from “{low.name}” gets to {length} letters: the longest from there ends with "
        f"{len(top)}, for example with “{top}”."
    )


def too_long(length: int, sets: LetterSets, rng: Random) -> NoAnswer:
    """Return the error for a length that no game reaches."""
    steps, lows, games = sets.graph.paths_up.among(sets.graph.nodes(FIRST_SIZE))
    if not lows:
        return NoAnswer(f"The word list has no words of {FIRST_SIZE} letters to start from.")
    path = sets.graph.draw_up(draw(lows, games, rng), steps, rng)
    first, top = sets.first_word(path[0]), sets.first_word(path[-1])
    return NoAnswer(
        f"No game gets to {length} letters: the longest ends with {len(top)}, for example "
        f"from “{first}” to “{top}”."
    )


def unreached(high: Named, sets: LetterSets, rng: Random) -> NoAnswer:
    """Return the error for an end that no game from four letters reaches."""
    steps = sets.graph.paths_down.longest(high.node)
    if not steps:
        return NoAnswer(
            f"No game leads to “{high.name}”: whichever letter is taken away, no word is left."
        )
    first = sets.first_word(sets.graph.draw_down(high.node, steps, rng)[0])
    return NoAnswer(
        f"No game leads from {FIRST_SIZE} letters to “{high.name}”: the longest that ends there "
        f"starts from {len(first)}, for example from “{first}”."
    )

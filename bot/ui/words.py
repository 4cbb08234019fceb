"""Words as the games show them: meanings, rareness, ladders, stairs, stacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from bot.ui.layout import (
    PHONE_WIDTH,
    Attachment,
    Page,
    Tone,
    attached,
    card,
    escape,
    fits,
    shorten,
)
from solvers.anigram import Stage
from solvers.lexicon import Definition, Lexicon
from solvers.text import many
from solvers.truncate import Row

NO_DEFINITIONS = (
    "This bot was set up without definitions; its host adds them with `python -m data.setup` once "
    "WordNet is installed."
)
SENSE_LENGTH = 160
GLOSS_LENGTH = 48
GRADES = (
    (4, "everyday"),
    (200, "common"),
    (20_000, "less common"),
    (200_000, "uncommon"),
    (2_000_000, "rare"),
)
"""Up to this rareness, a word is called so."""
TALL = 24
"""Ladders of more words than this run on in lines instead of one word a line."""
GAP = "·"


def defined(word: str, senses: tuple[Definition, ...]) -> str:
    """Return a line of markdown: the word and its senses, with their lemma where it differs."""
    if not senses:
        return f"**{word}** – no definition known"
    parts = []
    lemma = word
    for sense in senses:
        of = "" if sense.lemma == lemma else f"({sense.lemma}) "
        lemma = sense.lemma
        parts.append(f"{of}_{sense.part}_ {shorten(sense.text, SENSE_LENGTH)}")
    return f"**{word}** {'; '.join(parts)}"


def gloss(senses: tuple[Definition, ...]) -> str:
    """Return the first sense in few words: it stands next to a word and must stay short."""
    sense = senses[0].text
    first, *_ = sense.split(";")
    if len(first) > GLOSS_LENGTH:
        first = re.sub(r"\s*\([^)]*\)", "", first)
    return escape(shorten(first.strip(), GLOSS_LENGTH, whole_words=True))


@dataclass(frozen=True, slots=True)
class Meanings:
    """What some words mean; `known` unless the bot was set up without definitions."""

    senses: Mapping[str, tuple[Definition, ...]]
    known: bool


def present_meanings(title: str, meanings: Meanings, note: str = "") -> Page:
    """Return a page of what words mean, below a note; in a file if it is long."""
    head = f"### {title}"
    if not meanings.known:
        return Page(card(Tone.NOTE, (head, note, f"-# {NO_DEFINITIONS}")))
    body = "\n".join(defined(word, senses) for word, senses in meanings.senses.items())
    if fits((head, note, body)):
        return Page(card(Tone.NOTE, (head, note, body)))
    plain = body.replace("**", "").replace("_", "")
    where = f"{many(len(meanings.senses), 'word')}: what they mean is in the attached file."
    file = Attachment("definitions.txt", (plain + "\n").encode())
    return Page(card(Tone.NOTE, (head, note, where), media=(attached(file),)), (file,))


class Rarest(NamedTuple):
    """The rarest of some words."""

    word: str
    rareness: int


def grade(rareness: int) -> str:
    """Return what a word of this rareness is called."""
    return next((name for limit, name in GRADES if rareness <= limit), "not rated")


def in_words(rarest: Rarest) -> str:
    """Say how rare a ladder's words are by its rarest one."""
    name = grade(rarest.rareness)
    if name in {"everyday", "common"}:
        return f"all {name} words"
    return f"rarest: {rarest.word} ({name})"


def rarest_of(words: Iterable[str], lexicon: Lexicon) -> Rarest | None:
    """Return the first of the rarest of words that the lexicon has; None if there is none."""
    known = [
        Rarest(word, lexicon.rareness[found])
        for word in words
        if (found := lexicon.find(word)) >= 0
    ]
    return max(known, key=lambda rarest: rarest.rareness, default=None)


def mark_step(before: str, word: str) -> str:
    """Return the word with what is new in capitals, followed by what was removed or moved.

    `cat cot` gives cOt; `cat cart` caRt; `cart cat` "cat  −r"; `form from` fROm; an anagram is
    named as one.
    """
    if len(word) == len(before) + 1:
        place = next(i for i in range(len(word)) if word[:i] + word[i + 1 :] == before)
        return word[:place] + word[place].upper() + word[place + 1 :]
    if len(word) == len(before) - 1:
        place = next(i for i in range(len(before)) if before[:i] + before[i + 1 :] == word)
        return f"{word}  −{before[place]}"
    changed = [i for i in range(len(word)) if word[i] != before[i]]
    if len(changed) > 2:
        return f"{word}  anagram"
    return "".join(c.upper() if i in changed else c for i, c in enumerate(word))


def mark_steps(words: Sequence[str]) -> list[str]:
    """Return every word of a ladder as `mark_step` shows it; the first as it is."""
    return [words[0], *(mark_step(before, word) for before, word in pairwise(words))]


def ladder_block(words: Sequence[str], *, hidden: int = 0) -> str:
    """Return a ladder as a block of code: one rung a line, numbered by steps, if it is not tall.

    `hidden` words are not shown that come between the last two given.
    """
    rungs = [*mark_steps(words[:-1]), words[-1]] if hidden else mark_steps(words)
    if len(words) > TALL:
        return "```\n" + " → ".join(" ".join(rung.split()) for rung in rungs) + "\n```"
    width = len(str(len(words) + hidden - 1))
    lines = [
        f"{'' if number == 0 else number:>{width}}  {rung}" for number, rung in enumerate(rungs)
    ]
    if hidden:
        last = f"{len(words) + hidden - 1:>{width}}  {words[-1]}"
        lines[-1:] = [f"{':':>{width}}  {'?' * len(words[-1])}", last]
    return "```\n" + "\n".join(lines) + "\n```"


def ladder_lines(words: Sequence[str], glosses: Mapping[str, str]) -> str:
    """Return a ladder as a line a rung: the word, all of one width, and what it means if known."""
    rungs = mark_steps(words)
    width = max(map(len, rungs))
    return "\n".join(
        f"`{rung:<{width}}` {glosses.get(word, '')}".rstrip()
        for rung, word in zip(rungs, words, strict=True)
    )


def ladder_text(words: Sequence[str]) -> str:
    """Return a ladder as plain lines, for a file."""
    return "\n".join(words) + "\n"


def capital(word: str, place: int) -> str:
    """Return a word with the letter at a place in capitals."""
    return word[:place] + word[place].upper() + word[place + 1 :]


def marked_stage(stage: Stage, word: str) -> str:
    """Return a word of a stage with the letter that was added last in capitals."""
    return capital(word, word.index(stage.added)) if stage.added else word


def as_stairs(chain: Sequence[Stage]) -> str:
    """Return a chain as a block of code: a step for each stage, with as many words as fit.

    A step has its number of letters, the stage's first word, and what else its letters spell.
    """
    steps = (_step(stage) for stage in chain)
    return "```\n" + "\n".join(steps) + "\n```"


def _step(stage: Stage) -> str:
    first, *others = stage.words
    line = f"{len(stage.letters):>2}  {marked_stage(stage, first)}"
    if others:
        line += "  " + " ".join(_fitting(others, PHONE_WIDTH - len(line) - 2))
    return line


def _fitting(words: Sequence[str], space: int) -> Iterator[str]:
    """Yield the first of some words, and "+3" for those that find no space."""
    for number, word in enumerate(words):
        left = len(words) - number
        rest = f"+{left - 1}" if left > 1 else ""
        if len(word) + (len(rest) + 1 if rest else 0) > space:
            yield f"+{left}"
            return
        yield word
        space -= len(word) + 1


def as_stack(rows: Sequence[Row]) -> str:
    """Return a sequence as a block of code: words over one another, each letter in its column."""
    return "```\n" + "\n".join(map(_layer, rows)) + "\n```"


def _layer(row: Row) -> str:
    word = row.word if row.new is None else capital(row.word, row.new)
    line = [" "] * row.columns[0] + [GAP] * (row.columns[-1] - row.columns[0] + 1)
    for column, letter in zip(row.columns, word, strict=True):
        line[column] = letter
    return "".join(line)

"""Words as the games show them: meanings, rarity, ladders, stairs, stacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from bot.puzzles import Mistake
from bot.ui.layout import (
    PHONE_WIDTH,
    Attachment,
    Page,
    Tone,
    attached,
    card,
    escape,
    fits,
)
from solvers.anigram import Stage
from solvers.lexicon import FAMILIARITIES, Definition, Lexicon
from solvers.text import many
from solvers.truncate import Row

NO_DEFINITIONS = (
    "This bot was set up without definitions. Its host can add them: install WordNet and run "
    "`python -m data.setup`."
)
GLOSS_LENGTH = 40
"""Letters, of a word and its meaning, that fit a line of small print on a 360-pixel phone."""
MOST_GLOSSES = 4
TALL = 24
"""Ladders with more words than this are running text instead of one word a line."""
GAP = "·"


def defined(word: str, senses: tuple[Definition, ...]) -> str:
    """Return a line of markdown: the word and its senses, with their lemma if it differs."""
    if not senses:
        return f"**{word}** – no definition here"
    parts = []
    lemma = word
    for sense in senses:
        of = "" if sense.lemma == lemma else f"({sense.lemma}) "
        lemma = sense.lemma
        parts.append(f"{of}_{sense.part}_ {sense.text}")
    return f"**{word}** {'; '.join(parts)}"


def unfamiliar_glosses(words: Iterable[str], lexicon: Lexicon) -> dict[str, str]:
    """Return short meanings of the words that fewest people know, up to MOST_GLOSSES.

    Meanings about drugs or sex are left out.
    """
    known = lexicon.familiarity
    found = [(known[id_], word) for word in words if (id_ := lexicon.find(word)) >= 0]
    rare = [word for familiarity, word in sorted(found) if familiarity < FAMILIARITIES["known"]]
    glosses = lexicon.showing("family").glosses(rare[: 2 * MOST_GLOSSES])
    fitting = [word for word in glosses if len(word) + 1 + len(glosses[word]) <= GLOSS_LENGTH]
    return {word: glosses[word] for word in fitting[:MOST_GLOSSES]}


@dataclass(frozen=True, slots=True)
class Meanings:
    """What some words mean; `known` unless the bot was set up without definitions."""

    senses: Mapping[str, tuple[Definition, ...]]
    known: bool


def present_meanings(title: str, meanings: Meanings, note: str = "") -> Page:
    """Return a page of words' meanings below a note; long ones are in a file."""
    head = f"### {title}"
    if not meanings.known:
        return Page(card(Tone.NOTE, (head, note, f"-# {NO_DEFINITIONS}")))
    body = "\n".join(_in_lines(meanings.senses))
    if fits((head, note, body)):
        return Page(card(Tone.NOTE, (head, note, body)))
    plain = body.replace("**", "").replace("_", "")
    where = f"{many(len(meanings.senses), 'word')}: what they mean is in the file below."
    file = Attachment("definitions.txt", (plain + "\n").encode())
    return Page(card(Tone.NOTE, (head, note, where), media=(attached(file),)), (file,))


def _in_lines(meanings: Mapping[str, Sequence[Definition]]) -> Iterator[str]:
    """Yield a line for each word: what it usually means, or the word that means the same."""
    texts = {word: senses[0].short or senses[0].text for word, senses in meanings.items() if senses}
    said: dict[str, str] = {}  # the word that each text is shown for: its lemma if that is here
    for word, text in texts.items():
        lemma = meanings[word][0].lemma
        said.setdefault(text, lemma if texts.get(lemma) == text else word)
    for word, senses in meanings.items():
        if not senses:
            yield f"**{word}** – no definition here"
        elif word != (other := said[texts[word]]):
            yield f"**{word}** → {other}"
        else:
            of = "" if senses[0].lemma == word else f"({senses[0].lemma}) "
            yield f"**{word}** {of}{texts[word]}"


class Rarest(NamedTuple):
    """The least known of some words, and how well people know it: "everyday" to "very rare"."""

    word: str
    known: str


def in_words(rarest: Rarest) -> str:
    """Say how well people know a ladder's words, by the rarest one."""
    if rarest.known == "everyday":
        return "everyday words only"
    if rarest.known == "known":
        return "no rare words"
    return f"rarest: {rarest.word} ({rarest.known})"


def how_strange(rarest: Rarest | None) -> int:
    """Return how few people know the rarest word: 0 if people know it, or if that is unknown."""
    known = [*FAMILIARITIES]
    return 0 if rarest is None else max(0, known.index(rarest.known) - known.index("known"))


def rarest_of(words: Iterable[str], lexicon: Lexicon) -> Rarest | None:
    """Return the rarest word that the lexicon has; None if it has none, or cannot tell."""
    ids = (found for word in words if (found := lexicon.find(word)) >= 0)
    rarest = min(ids, key=lambda id_: lexicon.familiarity[id_], default=None)
    known = None if rarest is None else lexicon.familiarity_of(rarest)
    return None if rarest is None or known is None else Rarest(lexicon.word(rarest), known)


def mark_step(before: str, word: str) -> str:
    """Return the word with its new letters in capitals, followed by what was removed or moved.

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
    for i in changed:
        word = word[:i] + word[i].upper() + word[i + 1 :]
    return word


def mark_steps(words: Sequence[str]) -> list[str]:
    """Return every word of a ladder as `mark_step` shows it; the first is unchanged."""
    return [words[0], *(mark_step(before, word) for before, word in pairwise(words))]


PROPOSE = "Should it be a word? See /about."


def mistake_in(mistake: Mistake) -> str:
    """Say what is wrong with a word and, if the list may lack it, what to do about that."""
    said = f"**{escape(mistake.message)}**"
    return f"{said}\n-# {PROPOSE}" if mistake.kind == "unknown" else said


def ladder_block(words: Sequence[str], *, hidden: int = 0) -> str:
    """Return a ladder as a code block: one rung a line, numbered by steps, if it is not tall.

    `hidden`: how many words between the last two are not shown.
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


def glossary(glosses: Mapping[str, str]) -> Iterator[str]:
    """Yield what words mean, in a line of small print each."""
    return (f"-# **{word}** {escape(gloss)}" for word, gloss in glosses.items())


def ladder_text(words: Sequence[str]) -> str:
    """Return a ladder as plain lines, for a file."""
    return "\n".join(words) + "\n"


def capital(word: str, place: int) -> str:
    """Return a word with the letter at a place in capitals."""
    return word[:place] + word[place].upper() + word[place + 1 :]


def marked_stage(stage: Stage, word: str) -> str:
    """Return a word of a stage with the letter added last in capitals."""
    return capital(word, word.index(stage.added)) if stage.added else word


def as_stairs(chain: Sequence[Stage]) -> str:
    """Return a chain as a code block: a step for each stage, with as many words as fit.

    A step has its number of letters, the stage's first word, and other words from its letters.
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
    """Yield the first words, and "+3" for three more that do not fit."""
    for number, word in enumerate(words):
        left = len(words) - number
        rest = f"+{left - 1}" if left > 1 else ""
        if len(word) + (len(rest) + 1 if rest else 0) > space:
            yield f"+{left}"
            return
        yield word
        space -= len(word) + 1


def as_stack(rows: Sequence[Row]) -> str:
    """Return a sequence as a code block: words one above the other, each letter in its column."""
    return "```\n" + "\n".join(map(_layer, rows)) + "\n```"


def _layer(row: Row) -> str:
    word = row.word if row.new is None else capital(row.word, row.new)
    line = [" "] * row.columns[0] + [GAP] * (row.columns[-1] - row.columns[0] + 1)
    for column, letter in zip(row.columns, word, strict=True):
        line[column] = letter
    return "".join(line)

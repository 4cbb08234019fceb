"""What words mean: a line each, and a page of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.present.layout import Attachment, Page, Tone, attached, card, escape, fits, many, shorten

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solvers.lexicon import Definition

NO_DEFINITIONS = (
    "This bot was set up without definitions; its host adds them with `python -m data.setup` once "
    "WordNet is installed."
)
SENSE_LENGTH = 160
GLOSS_LENGTH = 48


def defined(word: str, senses: tuple[Definition, ...]) -> str:
    """Return a line of markdown: the word and its senses, with their lemma where it differs."""
    if not senses:
        return f"**{word}** – no definition known"
    told = []
    lemma = word
    for sense in senses:
        of = "" if sense.lemma == lemma else f"({sense.lemma}) "
        lemma = sense.lemma
        told.append(f"{of}_{sense.part}_ {shorten(sense.text, SENSE_LENGTH)}")
    return f"**{word}** {'; '.join(told)}"


def gloss(senses: tuple[Definition, ...]) -> str:
    """Return the first sense in few words: it stands beside a word and must not drown it."""
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
    told = f"{many(len(meanings.senses), 'word')}: what they mean is in the attached file."
    file = Attachment("definitions.txt", (plain + "\n").encode())
    return Page(card(Tone.NOTE, (head, note, told), media=(attached(file),)), (file,))

"""What words mean, as a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.layout import shorten

if TYPE_CHECKING:
    from solvers.lexicon import Definition

NO_DEFINITIONS = (
    "This bot was set up without definitions; its host adds them with `make setup` once "
    "WordNet is installed."
)
SENSE_LENGTH = 160


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

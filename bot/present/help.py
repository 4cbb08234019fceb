"""The help and about cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.present.layout import Page, Tone, card

if TYPE_CHECKING:
    from collections.abc import Sequence

EXPLAINED = """\
**Word ladders.** Each step changes one letter and makes another word: cat, cot, dot, dog. You \
get a shortest ladder, drawn evenly from all there are, and the one that keeps to the commonest \
words. Ask for `reveal: next word` if you would rather have a hint.

**Anigrams.** Each turn adds a letter, and all letters together spell a word again, in any \
order: team, steam, master. You get a longest game from your letters or to your word, and can \
walk it back and on, a letter at a time.

**Truncate.** Each word is the one before with a letter more at one of its ends: a, la, lap, \
laps. You get a longest line of words through those you name.

**Wordsnakes.** Lay your words so that neighbours overlap: nausea, seasick. Each join scores the \
square of the letters that it shares. You get the best snake there is, why none scores more, and \
its picture.

**Contests.** A server plays wordsnake on the same words: write or tap your snake, see at once \
what it scores and how near it comes to the best there is; the best is shown at the end. Later \
you can practise it."""

ABOUT = """\
A bot for word games whose answers come with a proof: a ladder it calls shortest is shortest, \
a snake it calls best is best, and its counts are exact."""

NOTICES = """\
-# Words: SCOWL by Kevin Atkinson and others, with the UK Advanced Cryptics Dictionary, \
© J Ross Beresford 1993–1999, all rights reserved. Definitions: WordNet, © Princeton University. \
The software is free under the MIT licence. It keeps the puzzles that buttons refer to for \
{days} days, and nothing of who asked; of contests, your Discord id with what you did: see \
/privacy."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One command: its name without the slash, what it does, its id where Discord knows it."""

    name: str
    summary: str
    id: int | None


@dataclass(frozen=True, slots=True)
class About:
    """What /about tells."""

    version: str
    words: dict[str, int]  # by tier
    definitions: bool
    card_days: int


def present_help(entries: Sequence[Entry]) -> Page:
    """Return the commands, each to be pressed, and the games in a few words."""
    lines = [f"{_mention(entry)} – {entry.summary}" for entry in sorted(entries, key=_name)]
    return Page(card(Tone.NOTE, ("## What I can do", "\n".join(lines), EXPLAINED)))


def present_about(about: About) -> Page:
    """Return what the bot is and whose work it stands on."""
    words = ", ".join(f"{count:,} {tier}" for tier, count in about.words.items())
    facts = f"Version {about.version} · words: {words} · definitions: {_yes(about.definitions)}"
    notices = NOTICES.format(days=about.card_days)
    return Page(card(Tone.NOTE, ("## Snakes & Ladders", ABOUT, facts, notices)))


def _mention(entry: Entry) -> str:
    return f"`/{entry.name}`" if entry.id is None else f"</{entry.name}:{entry.id}>"


def _name(entry: Entry) -> str:
    return entry.name


def _yes(there: bool) -> str:
    return "yes" if there else "not set up"

"""/help and /about: what the bot can do, and what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from discord import app_commands

from bot.store import CARD_DAYS
from bot.ui import replies
from bot.ui.client import GameClient, Interaction
from bot.ui.layout import Page, Tone, card

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
what it scores and how near it is to the best there is; the best is shown at the end. Later \
you can practise it.

**Daily puzzles.** One of four games a day, the same for everybody, harder towards Sunday. \
`/daily play` shows it to you alone: try as often as you like, take hints for points, share how \
it went without a spoiler, and keep your streak."""
ABOUT = """\
A bot for word games whose answers come with a proof: a ladder it calls shortest is shortest, \
a snake it calls best is best, and its counts are exact."""
NOTICES = """\
**The words** come from SCOWL, © Kevin Atkinson and others, and with it from
> The UK Advanced Cryptics Dictionary
> Copyright (c) J Ross Beresford 1993–1999. All Rights Reserved.
**Their meanings** come from WordNet, © Princeton University. **The program** is free under the \
MIT licence; all licences come with it, in `data/licences`.
-# Puzzles are kept for {days} days, for their buttons, without who asked. `/privacy` shows what \
is kept about you."""


@app_commands.command(name="help")
async def help_(interaction: Interaction) -> None:
    """Show what this bot can do."""
    await replies.reply_ephemeral(interaction, present_help(list(_entries(interaction.client))))


def _entries(client: GameClient) -> Iterator[Entry]:
    for command in client.tree.get_commands():
        known_as = client.command_ids.get(command.name)
        if isinstance(command, app_commands.Group):
            parts = tuple(part.name for part in command.commands)
            yield Entry(command.name, command.description, known_as, parts)
        elif isinstance(command, app_commands.Command):
            yield Entry(command.name, command.description, known_as)


@app_commands.command()
async def about(interaction: Interaction) -> None:
    """Show what this bot is, and whose work it stands on."""
    lexicons = interaction.client.services.lexicons
    facts = About(
        version=version("snakes-and-ladders-bot"),
        words={tier: len(lexicon) for tier, lexicon in lexicons.items()},
        definitions=any(lexicon.has_definitions for lexicon in lexicons.values()),
        card_days=CARD_DAYS,
    )
    await replies.reply_ephemeral(interaction, present_about(facts))


@dataclass(frozen=True, slots=True)
class Entry:
    """One command: its name without the slash, what it does, its id where Discord knows it.

    A group of commands has their names in `parts`.
    """

    name: str
    summary: str
    id: int | None
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class About:
    """What /about shows."""

    version: str
    words: dict[str, int]  # by tier
    definitions: bool
    card_days: int


def present_help(entries: Sequence[Entry]) -> Page:
    """Return the commands, each to be pressed, and the games in a few words."""
    lines = [_line(entry) for entry in sorted(entries, key=_name)]
    return Page(card(Tone.NOTE, ("## What I can do", "\n".join(lines), EXPLAINED)))


def present_about(about: About) -> Page:
    """Return what the bot is and whose work it stands on."""
    words = ", ".join(f"{count:,} {tier}" for tier, count in about.words.items())
    facts = f"Version {about.version} · words: {words} · definitions: {_yes(about.definitions)}"
    notices = NOTICES.format(days=about.card_days)
    return Page(card(Tone.NOTE, ("## Snakes & Ladders", ABOUT, facts, notices)))


def _line(entry: Entry) -> str:
    if not entry.parts:
        return f"{_mention(entry.name, entry.id)} – {entry.summary}"
    parts = " ".join(_mention(f"{entry.name} {part}", entry.id) for part in sorted(entry.parts))
    return f"**/{entry.name}** – {entry.summary}\n{parts}"


def _mention(name: str, known_as: int | None) -> str:
    return f"`/{name}`" if known_as is None else f"</{name}:{known_as}>"


def _name(entry: Entry) -> str:
    return entry.name


def _yes(there: bool) -> str:
    return "yes" if there else "not set up"

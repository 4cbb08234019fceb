"""/help and /about: what people can play, and what this bot is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Literal, get_args

from discord import AppCommandType, ButtonStyle, app_commands

from bot.puzzles import GAMES
from bot.store import CARD_DAYS
from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import GameClient, Interaction
from bot.ui.custom_ids import CustomId
from bot.ui.games.faces import FACES
from bot.ui.layout import Page, Tone, button, card
from solvers.text import series

Topic = Literal["play", "contests", "organisers"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
OTHERS = series((game.a_name for game in GAMES.values() if not game.arranges), "or")
"""The games of contests without a list."""
HEADINGS: dict[Topic, str] = {
    "play": "## Let’s play!",
    "contests": f"""\
## Contests
Everybody in a server gets the same words and looks for the best wordsnake: all of them in a row, \
so that neighbours overlap. It may be {OTHERS}, too. Press *Play* under \
a contest and try as often as you like; your best counts.""",
    "organisers": """\
## For organisers
Contests need *Manage Events* or the role in `/settings`, the rest *Manage Server*.""",
}
LINES: dict[Topic, dict[str, str]] = {
    "play": {
        "daily play": "a new puzzle every day, the same for everybody",
        "daily board, daily stats": "who’s ahead, your streak",
        "race, duel, profile, leaderboard": "race each other",
        "train": "puzzles, always at your level",
        **{name: face.line for name, face in FACES.items()},
        "word": "what a word means",
        "pictures": "words instead of pictures",
        "privacy show": "what I keep about you",
        "about": "who I am",
    },
    "contests": {
        "contests list, contests show": "what’s on, with the words and buttons",
        "contests board": "who’s ahead in one, in a season, or over the last ten",
        "contests practice": "play an old one, just for fun",
    },
    "organisers": {
        "contest create": "one list, or up to five that count together",
        "contest manage": "change, close or repeat one; its players and history",
        "contest templates": "contests to hold again, even by themselves",
        "contest seasons": "contests counted together, with a champion",
        "daily setup": "a puzzle a day here",
        "settings show": "words, time zone, organisers",
    },
}
"""Descriptions of commands, by topic and by their names."""
ABOUT = """\
A bot for word games. Its answers come with a proof: a ladder it calls shortest is shortest, and a \
snake it calls best is best."""
NOTICES = """\
**The words** come from SCOWL, © Kevin Atkinson and others, and with it from
> The UK Advanced Cryptics Dictionary
> Copyright (c) J Ross Beresford 1993–1999. All Rights Reserved.
**Their meanings** come from WordNet, © Princeton University. **The program** is free under the \
MIT licence; all licences come with it, in `data/licences`.
**A word is missing?** Organisers can allow it in their server with `/settings allow`. To propose \
it for everybody, see *Proposing a word* in the program’s `docs/lexicon.md`.
-# Puzzles are kept for {days} days so that their buttons work, without who asked. `/privacy show` \
tells what I keep about you."""


@app_commands.command(name="help")
async def help_(interaction: Interaction) -> None:
    """See what you can play."""
    page = present_help("play", mentions(interaction.client))
    await replies.reply_ephemeral(interaction, page)


class HelpId(CustomId, prefix="help"):
    """Play, Contests, Organisers."""

    topic: Topic


class HelpButton(PersistentButton[HelpId], ids=HelpId):
    """Play, Contests, Organisers."""

    async def press(self, interaction: Interaction) -> None:
        """Show that topic instead."""
        await replies.defer_edit(interaction)
        page = present_help(self.params.topic, mentions(interaction.client))
        await replies.edit(interaction, page)


def mentions(client: GameClient) -> Mapping[str, str]:
    """Return, by each command's name, a text that can be pressed to use it."""
    return dict(_mentioned(client))


def _mentioned(client: GameClient) -> Iterator[tuple[str, str]]:
    for command in client.tree.get_commands(type=AppCommandType.chat_input):
        known_as = client.command_ids.get(command.name)
        parts = command.walk_commands() if isinstance(command, app_commands.Group) else [command]
        leaves = (part for part in parts if not isinstance(part, app_commands.Group))
        for name in (part.qualified_name for part in leaves):
            yield name, f"`/{name}`" if known_as is None else f"</{name}:{known_as}>"


@app_commands.command()
async def about(interaction: Interaction) -> None:
    """See who I am, and whose work I stand on."""
    lexicons = interaction.client.services.lexicons
    facts = About(
        version=version("snakes-and-ladders-bot"),
        words=len(lexicons["full"]),
        definitions=any(lexicon.has_definitions for lexicon in lexicons.values()),
        card_days=CARD_DAYS,
    )
    await replies.reply_ephemeral(interaction, present_about(facts))


@dataclass(frozen=True, slots=True)
class About:
    """What /about shows."""

    version: str
    words: int
    definitions: bool
    card_days: int


def present_help(topic: Topic, mentions: Mapping[str, str]) -> Page:
    """Return the commands of a topic, which can be pressed, and a button for each topic."""
    lines = (_line(names.split(", "), about, mentions) for names, about in LINES[topic].items())
    buttons = [
        button(
            one.capitalize(),
            HelpId(one),
            style=ButtonStyle.primary if one == topic else ButtonStyle.secondary,
        )
        for one in TOPICS
    ]
    return Page(card(Tone.NOTE, (HEADINGS[topic], "\n".join(lines)), buttons))


def present_about(about: About) -> Page:
    """Return what the bot is and whose work it stands on."""
    meanings = "with their meanings" if about.definitions else "without meanings"
    facts = f"Version {about.version} · {about.words:,} words, {meanings}"
    notices = NOTICES.format(days=about.card_days)
    return Page(card(Tone.NOTE, ("## Snakes & Ladders", ABOUT, facts, notices)))


def _line(names: list[str], about: str, mentions: Mapping[str, str]) -> str:
    """Return commands with their description; a group stands for its commands.

    A game without a command is listed by its name.
    """
    shown = [
        mention
        for name in names
        for known, mention in mentions.items()
        if known == name or known.startswith(f"{name} ")
    ]
    return f"- {' '.join(shown) or f'**{names[0]}**'} – {about}"

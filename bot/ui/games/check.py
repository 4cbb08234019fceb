"""Check this snake or ladder, in the menu of a message: says how good the words in it are."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import app_commands

from bot.errors import BadOption, TimeLimit
from bot.puzzles import Found, find_in_message, ladder_mistake
from bot.solving import SHORT_SECONDS
from bot.ui import replies
from bot.ui.client import Interaction, requester_of
from bot.ui.games.snake import QUICK_SECONDS
from bot.ui.layout import Page, Tone, card, escape, shorten
from bot.ui.permissions import guard_of
from bot.ui.server_rules import rules_of
from solvers import wordsnake
from solvers.errors import PuzzleError
from solvers.ladder import LadderRequest
from solvers.ladder.solver import solve as solve_ladder
from solvers.text import many
from solvers.wordsnake import ScoreRequest, SnakeRequest, score

NOTHING = (
    "I see no ladder or snake in that message. A ladder is words like “cold cord card ward warm”, "
    "a snake words whose ends overlap, like “run nausea seasick”."
)
SHOWN = 1500
"""Most characters of the words that are shown."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found.

    mistake  why it is no ladder or snake; None if it is one
    score    a ladder's steps, a snake's points; `best` is the best possible, `proven` or not, None
             if it was not found in time
    """

    found: Found
    mistake: str | None = None
    score: int = 0
    best: int | None = None
    proven: bool = True


@app_commands.context_menu(name="Check this snake or ladder")
async def check(interaction: Interaction, message: discord.Message) -> None:
    """Check the words of a message."""
    await replies.defer(interaction, private=True)
    forwarded = (snapshot.content for snapshot in message.message_snapshots)
    found = find_in_message("\n".join([message.content, *forwarded]))
    if found is None:
        raise BadOption(NOTHING)
    checked = await (_ladder if found.kind == "ladder" else _snake)(interaction, found)
    await replies.edit(interaction, present_checked(checked))


async def _ladder(interaction: Interaction, found: Found) -> Checked:
    services, words = interaction.client.services, found.words
    guard = guard_of(interaction)
    await guard.refuse("ladder", interaction.created_at, *words)
    rules = await rules_of(interaction)
    rules.check(words)
    lexicon = rules.lexicon(services)
    mistake = ladder_mistake(words, lexicon)
    if mistake is not None:
        return Checked(found, mistake)
    request = LadderRequest(
        words[0],
        words[-1],
        avoid=rules.denied_in(lexicon),
        want=("shortest",),
        policy="all",  # words that somebody wrote count, whatever the server's filter shows
    )
    solved = await services.solving.run(
        solve_ladder,
        request,
        requester=requester_of(interaction),
        tier=rules.tier,
        seconds=SHORT_SECONDS,
        quick=True,
    )
    return Checked(found, None, len(words) - 1, solved.shortest.steps)


async def _snake(interaction: Interaction, found: Found) -> Checked:
    services, words = interaction.client.services, found.words
    guard = guard_of(interaction)
    await guard.refuse("snake", interaction.created_at, *words)
    (await rules_of(interaction)).check(words)
    try:
        own = score(ScoreRequest(words)).score
    except PuzzleError as error:
        return Checked(found, str(error))
    try:
        best = await services.solving.run(
            wordsnake.solve,
            SnakeRequest(words),
            requester=requester_of(interaction),
            seconds=QUICK_SECONDS,
        )
    except TimeLimit:
        return Checked(found, None, own)
    return Checked(found, None, own, max(own, best.bound), best.proven)


def present_checked(checked: Checked) -> Page:
    """Say whether it is a ladder or a snake, and how good it is."""
    kind, words = checked.found
    shown = shorten(" → ".join(words), SHOWN)
    if checked.mistake is not None:
        blocks = [f"### That’s not a {kind}", escape(checked.mistake), f"-# {shown}"]
        return Page(card(Tone.HINT, blocks))
    unit = "step" if kind == "ladder" else "point"
    amount = many(checked.score, unit)
    if checked.score == checked.best:
        best = "the shortest there is!" if kind == "ladder" else "the best possible!"
        said = f"🎉 **{amount}**, {best}"
    elif checked.best is None:
        said = f"**{amount}**. I couldn’t find out in time whether that’s the best."
    elif kind == "ladder":
        said = f"**{amount}**. The shortest takes **{checked.best:,}**."
    elif checked.proven:
        share = 100 * checked.score // checked.best
        said = f"**{amount}**, {share}% of the best possible: **{checked.best:,}**."
    else:
        said = f"**{amount}**. The best possible is at most **{checked.best:,}**."
    blocks = [f"### ✅ That’s a {kind}", said, f"-# {shown}"]
    return Page(card(Tone.ANSWER, blocks))

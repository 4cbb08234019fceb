"""The ladder card: both ladders, or only a hint of them."""

from __future__ import annotations

from collections.abc import Iterator

from discord import ButtonStyle

from bot.ui.games.ladder_card import LadderCard, LadderId
from bot.ui.layout import (
    Attachment,
    Page,
    Tone,
    attached,
    button,
    card,
    fits,
    shorten,
)
from bot.ui.words import Rarest, glossary, in_words, ladder_block, ladder_text
from solvers.ladder import Ladder
from solvers.text import many


def present_ladder(shown: LadderCard, key: str) -> Page:
    """Return the page of a card kept under a key."""
    if shown.reveal == "full":
        return _full(shown, key)
    return _hint(shown, key)


def _full(shown: LadderCard, key: str) -> Page:
    heading, footer = f"## {shown.title}", _footer(shown)
    small = "\n".join(filter(None, (*glossary(shown.glosses), footer)))
    blocks = [heading, *_ladders(shown), small]
    buttons = [button("Definitions", LadderId("definitions", key))]
    if not shown.is_only_one:
        another = button("Another", LadderId("another", key), style=ButtonStyle.primary)
        buttons.insert(0, another)
    if fits(blocks):
        return Page(card(Tone.ANSWER, blocks, buttons))
    text = "\n".join(
        f"{name}: {many(ladder.steps, 'step')}\n{ladder_text(ladder.words)}"
        for name, ladder in (("Shortest", shown.shortest), ("Commoner words", shown.common))
        if ladder
    )
    steps = " and ".join(
        many(ladder.steps, "step") for ladder in (shown.shortest, shown.common) if ladder
    )
    blocks = [heading, f"{steps}: too long for a message, so it’s in the file below.", footer]
    file = Attachment("ladder.txt", text.encode())
    return Page(card(Tone.ANSWER, blocks, buttons, media=(attached(file),)), (file,))


def _hint(shown: LadderCard, key: str) -> Page:
    ladder = shown.any_ladder
    hidden = max(0, ladder.steps - shown.known - 1)
    blocks = [f"## {shown.title}", _lengths(shown)]
    if shown.reveal == "next word":
        known = ladder.words[: shown.known + 1]
        blocks.append(
            ladder_block((*known, ladder.words[-1]) if hidden else ladder.words, hidden=hidden)
        )
    blocks.append(_footer(shown))
    buttons = [button("Show it all", LadderId("all", key))]
    if hidden or shown.reveal == "length":
        onward = button("Next word", LadderId("next", key), style=ButtonStyle.primary)
        buttons.insert(0, onward)
    return Page(card(Tone.HINT, blocks, buttons))


def _lengths(shown: LadderCard) -> str:
    if shown.request.steps is not None:
        return f"Yes, it can be done in exactly **{many(shown.request.steps, 'step')}**."
    sentences = []
    if shown.shortest:
        ways = _ways(shown.shortest.count)
        steps = f"**{many(shown.shortest.steps, 'step')}**"
        sentences.append(f"Shortest: {steps}{f' ({ways})' if ways else ''}.")
    if shown.common:
        sentences.append(f"With commoner words: **{many(shown.common.steps, 'step')}**.")
    return "\n".join(sentences)


def _ladders(shown: LadderCard) -> Iterator[str]:
    shortest, common = shown.shortest, shown.common
    both = shortest is not None and common is not None and shortest.cost == common.cost
    if shortest:
        steps = many(shortest.steps, "step")
        heading = f"Shortest: {steps}" if shown.request.steps is None else f"{steps}, as asked"
        heading += ", in the commonest words" if both else ""
        yield _ladder(heading, shortest, _ways(shortest.count), shown.rarest_of_shortest)
    if common and not both:
        heading = f"Commoner words: {many(common.steps, 'step')}"
        as_good = f"{common.count:,} equally good" if (common.count or 1) > 1 else None
        yield _ladder(heading, common, as_good, shown.rarest_of_common)
    for kind in shown.gave_up:
        which = "the shortest ladder" if kind == "shortest" else "the one in commoner words"
        yield f"I ran out of time for {which}; something simpler may work."


def _ways(count: int | None) -> str | None:
    return None if count is None else "the only way" if count == 1 else f"{count:,} ways"


def _ladder(heading: str, ladder: Ladder, ways: str | None, rarest: Rarest | None) -> str:
    said = [f"**{heading}**", *([ways] if ways else ())]
    if rarest:
        said.append(in_words(rarest))
    if _repeats(ladder):
        said.append("passes a word twice")
    return f"{' · '.join(said)}\n{ladder_block(ladder.words)}"


def _repeats(ladder: Ladder) -> bool:
    return len(set(ladder.words)) < len(ladder.words)


def _footer(shown: LadderCard) -> str:
    request = shown.request
    parts = []
    if request.via:
        parts.append(f"via {', '.join(request.via)}")
    if request.avoid:
        parts.append(f"without {', '.join(request.avoid)}")
    if request.moves != ("change",):
        parts.append(f"moves: {', '.join(request.moves)}")
    if shown.tier != "full":
        parts.append(f"{shown.tier} word list")
    return f"-# {shorten(' · '.join(parts), 600)}" if parts else ""

"""The ladder card: a ladder, or two, or only a hint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot.ui.games.ladder_card import LadderCard, LadderId
from bot.ui.games.rows import blanks, rungs
from bot.ui.layout import (
    Attachment,
    Block,
    Page,
    Tone,
    attached,
    button,
    card,
    fits,
    picture,
    shorten,
)
from bot.ui.picture import RowSketch
from bot.ui.words import glossary, how_strange, in_words, ladder_block, ladder_text
from solvers.ladder import Ladder
from solvers.text import many


def present_ladder(shown: LadderCard, key: str, *drawn: bytes | None) -> Page:
    """Return the page of a card kept under a key, with the pictures of `sketches`."""
    if shown.reveal == "full":
        return _full(shown, key, drawn)
    return _hint(shown, key, drawn)


def sketches(shown: LadderCard) -> Sequence[RowSketch | None]:
    """Return what to draw: each ladder, or the revealed part of one; None if it is too large."""
    if shown.reveal == "length":
        return ()
    if shown.reveal == "full":
        drawn = [_sketch(ladder.words, 0) for ladder in shown.ladders]
    else:
        drawn = [_sketch(_told(shown), _hidden(shown))]
    return [sketch if sketch.legible else None for sketch in drawn]


def _sketch(words: Sequence[str], hidden: int) -> RowSketch:
    target = words[-1]
    rows = tuple(rungs(words, target))
    if hidden:
        rows = (*rows[:-1], *blanks(hidden, len(target)), replace(rows[-1], lit=None))
    return RowSketch(rows, "", rails=True)


def _full(shown: LadderCard, key: str, drawn: Sequence[bytes | None]) -> Page:
    heading, footer = f"## {shown.title}", _footer(shown)
    small = "\n".join(filter(None, (*glossary(shown.glosses), footer)))
    blocks: list[Block | None] = [heading]
    files = []
    for number, ladder in enumerate(shown.ladders):
        said = _said(shown, ladder, second=number > 0)
        one = drawn[number] if drawn else None
        if one is not None:
            files.append(Attachment(f"ladder-{number + 1}.png", one))
            spoken = f"A ladder of words: {', '.join(ladder.words)}"
            blocks += [said, picture(files[-1], spoken)]
        else:
            blocks.append(f"{said}\n{ladder_block(ladder.words)}")
    blocks += [_gave_up(shown), small]
    buttons = [button("Definitions", LadderId("definitions", key))]
    if not shown.is_only_one:
        another = button("Another", LadderId("another", key), style=ButtonStyle.primary)
        buttons.insert(0, another)
    if fits(blocks):
        return Page(card(Tone.ANSWER, blocks, buttons), tuple(files))
    text = "\n".join(
        f"{many(ladder.steps, 'step')}\n{ladder_text(ladder.words)}" for ladder in shown.ladders
    )
    steps = " and ".join(many(ladder.steps, "step") for ladder in shown.ladders)
    blocks = [heading, f"{steps}: too long for a message, so it’s in the file below.", footer]
    file = Attachment("ladder.txt", text.encode())
    return Page(card(Tone.ANSWER, blocks, buttons, media=(attached(file),)), (file,))


def _told(shown: LadderCard) -> tuple[str, ...]:
    """Return the revealed words, and the last one."""
    words = shown.any_ladder.words
    return (*words[: shown.known + 1], words[-1]) if _hidden(shown) else words


def _hidden(shown: LadderCard) -> int:
    return max(0, shown.any_ladder.steps - shown.known - 1)


def _hint(shown: LadderCard, key: str, drawn: Sequence[bytes | None]) -> Page:
    blocks: list[Block | None] = [f"## {shown.title}", _lengths(shown)]
    hidden, files = (
        _hidden(shown),
        tuple(Attachment("ladder.png", one) for one in drawn if one is not None),
    )
    if files:
        rest = f"; {many(hidden, 'blank')}; {shown.target}" if hidden else ""
        told = ", ".join(_told(shown)[: -1 if hidden else None])
        blocks.append(picture(files[0], f"A ladder of words: {told}{rest}"))
    elif shown.reveal == "next word":
        blocks.append(ladder_block(_told(shown), hidden=hidden))
    blocks.append(_footer(shown))
    buttons = [button("Show it all", LadderId("all", key))]
    if hidden or shown.reveal == "length":
        onward = button("Next word", LadderId("next", key), style=ButtonStyle.primary)
        buttons.insert(0, onward)
    return Page(card(Tone.HINT, blocks, buttons), files)


def _lengths(shown: LadderCard) -> str:
    if shown.request.steps is not None:
        return f"Yes, it can be done in exactly **{many(shown.request.steps, 'step')}**."
    if shown.shortest is None:
        return f"It can be done in **{many(shown.any_ladder.steps, 'step')}**."
    ways = _ways(shown.shortest.count)
    steps = f"**{many(shown.shortest.steps, 'step')}**"
    return f"Shortest: {steps}{f' ({ways})' if ways else ''}."


def _said(shown: LadderCard, ladder: Ladder, *, second: bool) -> str:
    """Say how long a ladder is and, for the second, why it is shown."""
    steps, rarest = many(ladder.steps, "step"), shown.rarest_of_shortest
    if second or shown.shortest is None:
        rarest = shown.rarest_of_common
        known = rarest is not None and not how_strange(rarest)
        said = [f"**In {'words people know' if known else 'commoner words'}: {steps}**"]
    elif shown.request.steps is None:
        said = [f"**Shortest: {steps}**"]
    else:
        said = [f"**{steps}, as asked**"]
    ways = None if second else _ways(ladder.count)
    said += [ways] if ways else []
    if rarest is not None and how_strange(rarest):
        said.append(in_words(rarest))
    if len(set(ladder.words)) < len(ladder.words):
        said.append("passes a word twice")
    return " · ".join(said)


def _gave_up(shown: LadderCard) -> str | None:
    """Say which ladder was not found in time, if it is missing."""
    if "shortest" in shown.gave_up:
        return "I ran out of time for the shortest ladder; something simpler may work."
    if "common" in shown.gave_up and how_strange(shown.rarest_of_shortest):
        return "I ran out of time for one in commoner words."
    return None


def _ways(count: int | None) -> str | None:
    return None if count is None else "the only way" if count == 1 else f"{count:,} ways"


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

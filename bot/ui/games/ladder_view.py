"""The ladder card: both ladders, or only a hint of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

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
from bot.ui.words import TALL, Rarest, in_words, ladder_block, ladder_lines, ladder_text
from solvers.ladder import Ladder
from solvers.text import many


def present_ladder(shown: LadderCard, key: str) -> Page:
    """Return the page of a card kept under a key."""
    if shown.reveal == "full":
        return _full(shown, key)
    return _hint(shown, key)


def _full(shown: LadderCard, key: str) -> Page:
    blocks = [f"## {shown.title}", *_ladders(shown), _footer(shown)]
    if not fits(blocks):
        blocks[1:-1] = _ladders(replace(shown, glosses={}))
    buttons = [button("Definitions", LadderId("definitions", key))]
    if not shown.is_only_one:
        buttons.insert(0, button("Another", LadderId("another", key), style=ButtonStyle.primary))
    if fits(blocks):
        return Page(card(Tone.ANSWER, blocks, buttons))
    text = "\n".join(
        f"{heading}: {many(ladder.steps, 'step')}\n{ladder_text(ladder.words)}"
        for heading, ladder in (("Shortest", shown.shortest), ("Common words", shown.common))
        if ladder
    )
    steps = " and ".join(
        many(ladder.steps, "step") for ladder in (shown.shortest, shown.common) if ladder
    )
    blocks = [blocks[0], f"{steps}: too long for a message, so in the attached file.", blocks[-1]]
    file = Attachment("ladder.txt", text.encode())
    return Page(card(Tone.ANSWER, blocks, buttons, media=(attached(file),)), (file,))


def _hint(shown: LadderCard, key: str) -> Page:
    ladder = shown.any_ladder
    blocks = [f"## {shown.title}", _lengths(shown)]
    if shown.reveal == "next word":
        known = ladder.words[: shown.known + 1]
        hidden = max(0, ladder.steps - shown.known - 1)
        blocks.append(
            ladder_block((*known, ladder.words[-1]) if hidden else ladder.words, hidden=hidden)
        )
    blocks.append(_footer(shown))
    buttons = [
        button("Next word", LadderId("next", key), style=ButtonStyle.primary),
        button("Show it all", LadderId("all", key)),
    ]
    return Page(card(Tone.HINT, blocks, buttons))


def _lengths(shown: LadderCard) -> str:
    if shown.request.steps is not None:
        return f"There is a ladder of exactly {many(shown.request.steps, 'step')}."
    sentences = []
    if shown.shortest:
        count = shown.shortest.count
        ways = "" if count is None else f", and there {_are(count)}"
        sentences.append(f"The shortest ladder has **{many(shown.shortest.steps, 'step')}**{ways}.")
    if shown.common:
        sentences.append(f"The one of commonest words has **{many(shown.common.steps, 'step')}**.")
    return "\n".join(sentences)


def _are(count: int) -> str:
    return "is only one" if count == 1 else f"are {count:,} such"


def _ladders(shown: LadderCard) -> Iterator[str]:
    shortest, common = shown.shortest, shown.common
    asked = shown.request.steps
    first, kind = ("Shortest", "shortest") if asked is None else ("As long as asked", "such")
    if shortest and common and shortest.words == common.words:
        counted = _both(shortest.count, common.count, kind)
        heading = f"{first}, and the commonest words"
        yield _ladder(heading, common, counted, shown.rarest_of_common, shown.glosses)
        return
    if shortest:
        counted = _one_of(shortest.count, kind)
        yield _ladder(first, shortest, counted, shown.rarest_of_shortest, shown.glosses)
    if common:
        equal = asked is None and shortest is not None and shortest.steps == common.steps
        heading = "Commonest words, and a shortest too" if equal else "Commonest words"
        counted = _one_of(common.count, "as good")
        yield _ladder(heading, common, counted, shown.rarest_of_common, shown.glosses)
    for kind in shown.gave_up:
        name = "shortest" if kind == "shortest" else "commonest-word"
        yield f"The {name} ladder was not settled in the time there is; a simpler request may be."


def _one_of(count: int | None, kind: str) -> str | None:
    if count is None:
        return None
    return "the only one" if count == 1 else f"one of {count:,} {kind}"


def _both(count: int | None, as_common: int | None, kind: str) -> str | None:
    """Count a ladder that is both: the commonest ones are among the shortest then."""
    counted = _one_of(count, kind)
    if counted is None or as_common is None or count == 1:
        return counted
    among = "the commonest of them" if as_common == 1 else f"{as_common:,} of them as common"
    return f"{counted}, {among}"


def _ladder(
    heading: str,
    ladder: Ladder,
    counted: str | None,
    rarest: Rarest | None,
    glosses: dict[str, str],
) -> str:
    said = [many(ladder.steps, "step")]
    if counted:
        said.append(counted)
    if rarest:
        said.append(in_words(rarest))
    if _repeats(ladder):
        said.append("passes a word twice")
    glossed = glosses and len(ladder.words) <= TALL
    rungs = ladder_lines(ladder.words, glosses) if glossed else ladder_block(ladder.words)
    return f"**{heading}** · {' · '.join(said)}\n{rungs}"


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
    elif shown.group is not None:
        parts.append(f"group {shown.group.number:,}, {many(shown.group.size, 'word')}")
    parts.append(f"{shown.tier} word list")
    return f"-# {shorten(' · '.join(parts), 600)}"

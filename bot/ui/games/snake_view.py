"""The snake card: the best arrangement of a list of words, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.ui.games.snake_card import (
    RejectedWords,
    SnakeCard,
    SnakeEditId,
    SnakeFormId,
    SnakeId,
    can_be_drawn,
)
from bot.ui.games.snake_text import ordered, snake_file, spelled, wrapped
from bot.ui.layout import (
    FIELD_LENGTH,
    TEXT_LIMIT,
    Attachment,
    Block,
    Page,
    Tone,
    attached,
    button,
    card,
    escape,
    fits,
    picture,
    shorten,
)
from bot.ui.picture import MOST_LETTERS
from bot.ui.picture.marks import mark
from solvers.text import many
from solvers.wordsnake import REMINDERS, RULES, Rule, Scored

WORDS = "words"
RULE = "rule"
FILE = "snake.txt"
PICTURE = "snake.png"
SLOW = 1.0
"""Seconds from which the card says how long the search took."""
BEGINNING = 400
"""Letters shown of a snake that is too long for a message."""
SPOKEN = 900
"""Characters of the text for those who cannot see the picture."""


def present_snake(shown: SnakeCard, key: str, drawn: bytes | None = None) -> Page:
    """Return the page of a card kept under a key, with its picture once it is drawn."""
    scored = shown.scored()
    files: list[Attachment] = []
    media: list[ui.Item[ui.LayoutView]] = []
    spoken = ""
    head: list[Block] = [f"## A snake of {many(len(shown.words), 'word')}"]
    if drawn is not None:
        files.append(Attachment(PICTURE, drawn))
        spoken = in_words(shown, scored)
        head.append(picture(files[0], spoken))
    head.append(claim(shown))
    body = list(_body(scored))
    footer = _footer(shown, scored, pictured=drawn is not None)
    if not body or not fits([*head, *body, footer, spoken]):
        text = spelled(scored)
        files.append(Attachment(FILE, snake_file(scored, text, shown.caption)))
        media.append(attached(files[-1]))
        body = [_beginning(scored, text)]
    buttons = [button("Explain", SnakeId("explain", key), style=ButtonStyle.primary)]
    if drawn is None and can_be_drawn(scored):
        buttons.append(button("Picture", SnakeId("picture", key)))
    return Page(card(Tone.ANSWER, [*head, *body, footer], buttons, media), tuple(files))


def claim(shown: SnakeCard) -> str:
    """Say how good the snake is, and how sure that is."""
    points = f"**{many(shown.score, 'point')}**"
    if shown.proven:
        said = f"{points} – the best possible (proven)."
    else:
        said = f"{points} – the best I found; no snake can beat **{shown.bound:,}**."
    return f"{said} It took {shown.seconds:.1f} s." if shown.seconds >= SLOW else said


def in_words(shown: SnakeCard, scored: Scored) -> str:
    """Describe the picture for those who cannot see it."""
    words = ", ".join(
        f"{placed.word} +{placed.score:,}" if number else placed.word
        for number, placed in enumerate(scored.order)
    )
    said = f"A coiled snake that spells {scored.snake}; {shown.caption}. Its words: {words}."
    return shorten(said, SPOKEN)


def _body(scored: Scored) -> Iterator[str]:
    """Yield the snake and its order, unless they are surely too long for a message."""
    if len(scored.snake) > TEXT_LIMIT:
        return
    yield f"```\n{wrapped(spelled(scored))}\n```"
    yield f"```\n{ordered(scored)}\n```"


def _beginning(scored: Scored, text: str) -> str:
    start = wrapped(text[:BEGINNING])
    more = " …" if len(text) > BEGINNING else ""
    return (
        f"```\n{start}{more}\n```\n"
        f"The whole snake ({len(scored.snake):,} letters) and its order are in the file below."
    )


def _footer(shown: SnakeCard, scored: Scored, *, pictured: bool) -> str:
    lines = [f"-# Rule: {shown.rule}: {REMINDERS[shown.rule]}. CAPITALS are shared letters."]
    if shown.typed == shown.score:
        lines.append("-# Your own order is just as good.")
    else:
        lines.append(f"-# Your order scores {shown.typed:,}.")
    if pictured:
        lines += _legend(scored)
    elif not can_be_drawn(scored):
        lines.append(
            f"-# Too long for a picture: nobody could read more than {MOST_LETTERS} letters."
        )
    return "\n".join(lines)


def _legend(scored: Scored) -> Iterator[str]:
    """Say what the colours in the picture mean."""
    marks = mark(scored)
    deepest = max(marks.depth)
    parts = ["yellow letters are shared by two words"] if 2 in marks.depth else []
    if deepest > 2:
        parts.append("orange letters by more")
    if marks.inside:
        parts.append("blue lines run under words that lie inside")
    if parts:
        yield f"-# In the picture {'; '.join(parts)}."


def present_rejected(rejected: RejectedWords, key: str) -> Page:
    """Say what is wrong, with a button that opens the form again."""
    fault = shorten(escape(rejected.fault), 2000)
    return Page(card(Tone.HINT, [fault], [button("Edit and resend", SnakeEditId(key))]))


class SnakeModal(ui.Modal):
    """Words and a rule; `text` is the field's initial text."""

    def __init__(self, rule: Rule, *, private: bool, text: str = "") -> None:
        form = SnakeFormId("private" if private else "public")
        super().__init__(title="Words for a snake", custom_id=str(form))
        words: ui.TextInput[Any] = ui.TextInput(
            custom_id=WORDS,
            style=discord.TextStyle.paragraph,
            max_length=FIELD_LENGTH,
            placeholder="run nausea seasick",
            default=text[:FIELD_LENGTH] or None,
        )
        rules: ui.Select[Any] = ui.Select(
            custom_id=RULE,
            options=[
                discord.SelectOption(
                    label=name.capitalize(),
                    value=name,
                    description=REMINDERS[name],
                    default=name == rule,
                )
                for name in RULES
            ],
        )
        about = "Spaces, commas or new lines between them; for long lists, send a file."
        self.add_item(ui.Label(text="Words", description=about, component=words))
        self.add_item(ui.Label(text="Rule", component=rules))

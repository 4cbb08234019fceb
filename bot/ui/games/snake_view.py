"""The snake card: the best arrangement of a list of words, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.ui.games.snake_text import ordered, snake_file, spelled, wrapped
from bot.ui.layout import (
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
    many,
    picture,
    shorten,
)
from bot.ui.picture import MOST_LETTERS, Sketch
from bot.ui.picture.marks import mark
from solvers.wordsnake import REMINDERS, RULES, Rule, Scored, ScoreRequest, SnakeResult, score

FILE = "snake.txt"
PICTURE = "snake.png"
DRAWN_AT_ONCE = 40
"""Words of a snake whose picture is legible at a glance, on a phone too."""
BEGINNING = 400
"""Letters that are shown of a snake that is too long for a message."""
SPOKEN = 900
"""Characters of the text for those who cannot see the picture."""


@dataclass(frozen=True, slots=True)
class SnakeCard:
    """What one answer shows, and all that its buttons need: it is kept in the store.

    `words` are in the order they were typed. `positions` are where the words of the order lie,
    under containment; under pairs the order says it all. `typed` is what the words score in the
    order they were typed.
    """

    rule: Rule
    words: tuple[str, ...]
    order: tuple[str, ...]
    positions: tuple[int, ...] | None
    score: int
    bound: int
    typed: int
    seconds: float

    @classmethod
    def of(cls, result: SnakeResult) -> SnakeCard:
        """Return the card of a result, or of the order as typed where that is better.

        It may be, if the time was up early.
        """
        typed = score(ScoreRequest(result.words, rule=result.rule))
        best = typed if typed.score > result.score else result
        positions = tuple(placed.position for placed in best.order)
        return cls(
            rule=result.rule,
            words=result.words,
            order=tuple(placed.word for placed in best.order),
            positions=positions if result.rule == "containment" else None,
            score=best.score,
            bound=result.bound,
            typed=typed.score,
            seconds=result.seconds,
        )

    @property
    def proven(self) -> bool:
        """Whether no snake of these words can score more."""
        return self.score == self.bound

    def scored(self) -> Scored:
        """Lay the snake once more."""
        return score(ScoreRequest(self.order, self.positions, self.rule))


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
        files.append(Attachment(FILE, snake_file(scored, text, caption(shown))))
        media.append(attached(files[-1]))
        body = [_beginning(scored, text)]
    buttons = [button("Explain", f"snake:explain:{key}", style=ButtonStyle.primary)]
    if drawn is None and can_be_drawn(scored):
        buttons.append(button("Picture", f"snake:picture:{key}"))
    return Page(card(Tone.ANSWER, [*head, *body, footer], buttons, media), tuple(files))


def can_be_drawn(scored: Scored) -> bool:
    """Tell whether a picture of it could be read."""
    return len(scored.snake) <= MOST_LETTERS


def is_drawn_at_once(shown: SnakeCard) -> bool:
    """Tell whether the answer brings the picture along; of a longer snake it is asked for."""
    return len(shown.words) <= DRAWN_AT_ONCE and can_be_drawn(shown.scored())


def sketch(shown: SnakeCard) -> Sketch:
    """Return what to draw of a card."""
    return Sketch(shown.scored(), caption(shown))


def claim(shown: SnakeCard) -> str:
    """Say how good the snake is, and how sure that is."""
    if shown.proven:
        sure = f"**proven best**: the bound is {shown.bound:,} too"
    else:
        sure = f"best found, at most **{shown.bound:,}**"
    return f"**{many(shown.score, 'point')}**, {sure}. It took {shown.seconds:.2f} s."


def caption(shown: SnakeCard) -> str:
    """Say it in one plain line."""
    sure = "proven best" if shown.proven else f"best found, at most {shown.bound:,}"
    return f"{many(len(shown.words), 'word')} · {many(shown.score, 'point')} · {sure}"


def in_words(shown: SnakeCard, scored: Scored) -> str:
    """Describe the picture for those who cannot see it."""
    words = ", ".join(
        f"{placed.word} +{placed.score:,}" if number else placed.word
        for number, placed in enumerate(scored.order)
    )
    said = f"A coiled snake that spells {scored.snake}; {caption(shown)}. Its words: {words}."
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
        f"The whole snake of {len(scored.snake):,} letters and its order are in the attached file."
    )


def _footer(shown: SnakeCard, scored: Scored, *, pictured: bool) -> str:
    lines = [f"-# Rule: {shown.rule}: {REMINDERS[shown.rule]}. CAPITALS are shared letters."]
    if shown.typed == shown.score:
        lines.append("-# As you typed them, the words score just as much.")
    else:
        lines.append(f"-# As you typed them, the words score {shown.typed:,}.")
    if pictured:
        lines += _legend(scored)
    elif not can_be_drawn(scored):
        lines.append(
            f"-# There is no picture: nobody could read more than {MOST_LETTERS} letters in it."
        )
    return "\n".join(lines)


def _legend(scored: Scored) -> Iterator[str]:
    """Say what the colours mean that are in the picture."""
    marks = mark(scored)
    deepest = max(marks.depth)
    told = ["yellow letters are shared by two words"] if 2 in marks.depth else []
    if deepest > 2:
        told.append("orange letters by more")
    if marks.inside:
        told.append("blue lines run under words that lie inside")
    if told:
        yield f"-# In the picture {'; '.join(told)}."


WORDS = "words"
RULE = "rule"
LONGEST = 4000
"""Characters that Discord lets a form's field hold."""


@dataclass(frozen=True, slots=True)
class SnakeDraft:
    """What was sent in with a form and could not be taken, and why."""

    text: str
    rule: Rule
    private: bool
    fault: str


def present_draft(draft: SnakeDraft, key: str) -> Page:
    """Say what is wrong, with a button that opens the form again."""
    fault = shorten(escape(draft.fault), 2000)
    return Page(card(Tone.HINT, [fault], [button("Mend it", f"snake:mend:{key}")]))


def form_id(*, private: bool) -> str:
    """Return the custom_id of a form whose answer is private or not."""
    return f"snake:form:{'private' if private else 'public'}"


class SnakeForm(ui.Modal):
    """Words and a rule; `text` is what the field holds from the start."""

    def __init__(self, rule: Rule, *, private: bool, text: str = "") -> None:
        super().__init__(title="Words for a snake", custom_id=form_id(private=private))
        words: ui.TextInput[Any] = ui.TextInput(
            custom_id=WORDS,
            style=discord.TextStyle.paragraph,
            max_length=LONGEST,
            placeholder="run nausea seasick",
            default=text[:LONGEST] or None,
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
        about = "Blanks, commas or new lines between them; a file can hold longer lists."
        self.add_item(ui.Label(text="Words", description=about, component=words))
        self.add_item(ui.Label(text="Rule", component=rules))

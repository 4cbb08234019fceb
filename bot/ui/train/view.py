"""What somebody sees who trains: the puzzle and their words; what came of it, and what is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.dailies import HintKind
from bot.puzzles import game_of, is_about, line_of, next_move, reaches_par
from bot.training import TrainingReceipt, TrainingState
from bot.ui.games.faces import FACES, face_of
from bot.ui.layout import Attachment, Page, Tone, button, card, picture
from bot.ui.tapping import guide, tap_rows
from bot.ui.taps import Tapped
from bot.ui.train.ids import TrainFormId, TrainHintId, TrainId, TrainTapId, TrainUndoId
from bot.ui.words import mistake_in
from solvers.daily import DIFFICULTIES
from solvers.text import many

WORDS = "words"
LONGEST = 2000
PICTURE = "training.png"
HINTS: dict[HintKind, str] = {"letter": "💡 Letter", "word": "💡 Word"}
Buttons = list[ui.Button[ui.LayoutView]]


def present_training(
    state: TrainingState,
    said: str | None = None,
    tone: Tone = Tone.NOTE,
    *,
    picked: int | None = None,
) -> Page:
    """Return a puzzle that goes on; `said`: what has just happened.

    `picked`: a word that is laid, and tapped.
    """
    puzzle, progress = state.puzzle, state.progress
    face = face_of(puzzle)
    shown = face.playing(puzzle, line_of(puzzle, progress))
    if progress.words:
        asked = face.task_in_short(puzzle, len(progress.words))
    else:
        asked = face.task(puzzle, points=False)
    small, tapped = list(_small(state)), None
    if face.game.arranges:
        tapped = Tapped(tuple(puzzle.given.index(word) for word in progress.words), picked)
        small.insert(0, guide(puzzle.given, tapped) or "")
    blocks = [_head(state), said, asked, shown, "\n".join(filter(None, small)) or None]
    return Page(card(tone, blocks, media=_rows(state, tapped)))


def present_trained(
    receipt: TrainingReceipt, drawn: bytes | None = None, said: str | None = None
) -> Page:
    """Return what came of a puzzle; `drawn`: a picture of its words."""
    state = receipt.state
    puzzle, words = state.puzzle, state.words
    head = {
        "solved": "# 🎉 Solved!",
        "helped": "# Solved, with a little help!",
    }.get(state.drawn.end or "", "## No luck this time. Here’s a best answer:")
    told = "\n".join(filter(None, (head, f"-# {_name(state)}", said)))
    came = "\n".join(filter(None, (_worth(state), _next(receipt))))
    buttons = [
        button("Next puzzle", _id("next", state), style=ButtonStyle.success),
        button("Definitions", _id("words", state)),
    ]
    tone = Tone.NOTE if state.drawn.end == "given up" else Tone.ANSWER
    if drawn is None:
        blocks = [told, face_of(puzzle).lines(puzzle, words, done=True), came]
        return Page(card(tone, blocks, buttons))
    file = Attachment(PICTURE, drawn)
    shown = (told, picture(file, face_of(puzzle).spoken(puzzle, words)), came)
    return Page(card(tone, shown, buttons), (file,))


def present_asking(state: TrainingState) -> Page:
    """Ask whether somebody means to give up."""
    streak = state.training.streak
    ends = f" That ends your 🔥 streak of {streak:,}." if streak else ""
    blocks = [
        f"### {_name(state)}",
        f"Show you the answer? The next one will be easier.{ends}",
    ]
    yes = button("Show it", _id("quit", state), style=ButtonStyle.danger)
    return Page(card(Tone.HINT, blocks, [yes, button("Keep playing", _id("back", state))]))


def _name(state: TrainingState) -> str:
    game, level = state.puzzle.game, DIFFICULTIES[state.puzzle.level]
    return f"{FACES[game].icon} Training: {game} · {level}"


def _head(state: TrainingState) -> str:
    own = state.training
    facts = [f"Puzzle {state.drawn.number:,}"]
    if own.streak:
        facts.append(f"🔥 {own.streak:,} in a row")
    return f"## {_name(state)}\n-# {' · '.join(facts)}"


def _small(state: TrainingState) -> Iterator[str]:
    """Yield what is known of the next word, and what hints mean."""
    here = [one for one in state.hints if is_about(one, state.puzzle, state.progress)]
    for hint in here[-1:]:
        yield f"💡 **{game_of(state.puzzle).hint_sentence(hint)}**"
    if state.hints:
        yield "-# With a hint, your level and your streak stay as they are."
    else:
        yield "-# Solve it without a hint, and the next one is harder."


def _rows(state: TrainingState, tapped: Tapped | None) -> list[ui.ActionRow[ui.LayoutView]]:
    puzzle, words = state.puzzle, state.progress.words
    game, number = puzzle.game, state.drawn.number
    write = _id("write", state)
    hints = [
        button(
            label,
            TrainHintId(kind, game, number, len(state.drawn.hints)),
            disabled=not state.has_hint(kind),
        )
        for kind, label in HINTS.items()
    ]
    end = button("Give up", _id("ask", state))
    if tapped:
        rows = tap_rows(
            puzzle.given, TrainTapId("tap", number, tapped=tapped), [button("Type", write)]
        )
        return [*rows, ui.ActionRow(*hints, end)]
    left = TrainUndoId(game, number, max(0, len(words) - 1))
    onward = button("Next word", write, style=ButtonStyle.primary)
    return [ui.ActionRow(onward, *hints, button("Undo", left, disabled=not words), end)]


def _id(action: Any, state: TrainingState) -> TrainId:
    return TrainId(action, state.puzzle.game, state.drawn.number)


class TrainModal(ui.Modal):
    """The form that the next word, several, or a whole answer is written into."""

    def __init__(self, state: TrainingState) -> None:
        puzzle, progress = state.puzzle, state.progress
        form = TrainFormId(puzzle.game, state.drawn.number)
        super().__init__(title=_name(state)[:45], custom_id=str(form))
        face = face_of(puzzle)
        whole = face.game.arranges
        style = discord.TextStyle.paragraph if whole else discord.TextStyle.short
        default = None
        if whole:
            left = (word for word in puzzle.given if word not in progress.words)
            default = "\n".join((*progress.words, *left))
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=WORDS, style=style, max_length=LONGEST, default=default
        )
        label = f"Your {face.name}" if whole else "Next word"
        hint = face.form if whole else f"{next_move(puzzle, progress)}. Or several words."
        self.add_item(ui.Label(text=label, description=hint[:100], component=field))


def news_of(receipt: TrainingReceipt) -> tuple[str | None, Tone]:
    """Say what a try or a hint came to, where the puzzle goes on."""
    state, verdict = receipt.state, receipt.verdict
    if verdict is None:
        return None, Tone.HINT if receipt.hint else Tone.NOTE  # the card says the hint
    if verdict.mistake is not None:
        kept = "\nWhat’s right is kept." if len(verdict.words) > 1 and state.progress.words else ""
        return f"{mistake_in(verdict.mistake)}{kept}", Tone.HINT
    if game_of(state.puzzle).arranges:
        if verdict.result is None:
            return "Good so far!", Tone.NOTE
        return face_of(state.puzzle).right(state.puzzle, verdict, ""), Tone.HINT
    return "**Right!**", Tone.ANSWER


def _worth(state: TrainingState) -> str | None:
    """Say how good the answer is that somebody found."""
    puzzle = state.puzzle
    result = game_of(puzzle).result(puzzle, state.progress.words)
    if state.drawn.end == "given up":
        more = puzzle.ways > 1
        return f"-# One of {puzzle.ways:,} that are just as good." if more else None
    if result is None:
        return None
    face = face_of(puzzle)
    if face.game.only_par:
        return f"**All {face.unit}s**"
    sure = face.at_par(puzzle, result) if face.game.grows else f"the {face.best} there is"
    if not reaches_par(puzzle, result):
        sure = f"{face.best}: {puzzle.par:,}"
    return f"**{face.amount(result)}**, {sure}"


def _next(receipt: TrainingReceipt) -> str:
    """Say how the player stands, and what comes next."""
    own, level = receipt.state.training, receipt.state.level
    facts = [f"{own.solved:,} solved in all"]
    if own.streak > 1:
        longest = f" (longest: {own.longest:,})" if own.longest > own.streak else ""
        facts.insert(0, f"🔥 **{many(own.streak, 'puzzle')}** in a row{longest}")
    name = DIFFICULTIES[level]
    if level > receipt.before:
        said = f"You’re up to **{name}** now!"
    elif level < receipt.before:
        said = f"The next one is **{name}**."
    else:
        said = f"Your level: **{name}**"
    return f"{said}\n-# {' · '.join(facts)}"

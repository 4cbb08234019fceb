"""What a player sees in training: around the puzzle, and its result."""

from __future__ import annotations

from discord import ButtonStyle

from bot.play import Receipt
from bot.puzzles import game_of, reaches_par
from bot.training import TrainingState
from bot.ui.games.faces import FACES, face_of
from bot.ui.layout import Attachment, Page, Tone, button, card, picture
from bot.ui.play.ids import CardId, Target
from bot.ui.play.mode import Around
from bot.ui.train.ids import NextId
from solvers.daily import DIFFICULTIES
from solvers.text import many

PICTURE = "training.png"


def name_of(state: TrainingState) -> str:
    """Return "🪜 Training: ladder · Fair"."""
    game, level = state.puzzle.game, DIFFICULTIES[state.puzzle.level]
    return f"{FACES[game].icon} Training: {game} · {level}"


def target_of(state: TrainingState) -> Target:
    """Return the target that a puzzle's custom ids carry."""
    return Target("train", f"{state.puzzle.game}:{state.drawn.number}")


def around(state: TrainingState) -> Around:
    """Return what surrounds an unfinished puzzle: its number, the streak, what hints mean."""
    facts = [f"Puzzle {state.drawn.number:,}"]
    if state.training.streak:
        facts.append(f"🔥 {state.training.streak:,} in a row")
    if state.hints:
        small = "-# With a hint, your level and your streak stay as they are."
    else:
        small = "-# Solve it without a hint, and the next one is harder."
    return Around(
        f"## {name_of(state)}\n-# {' · '.join(facts)}",
        face_of(state.puzzle).task(state.puzzle, points=False),
        (small,),
        {"letter": "", "meaning": "", "word": ""},
    )


def present_trained(
    receipt: Receipt[TrainingState], drawn: bytes | None = None, said: str | None = None
) -> Page:
    """Return a puzzle's result; `drawn`: a picture of its words."""
    state = receipt.state
    puzzle, words = state.puzzle, state.words
    head = {
        "solved": "# 🎉 Solved!",
        "helped": "# Solved, with a little help!",
    }.get(state.drawn.end or "", "## No luck this time. Here’s a best answer:")
    told = "\n".join(filter(None, (head, f"-# {name_of(state)}", said)))
    came = "\n".join(filter(None, (_worth(state), _next(receipt))))
    buttons = [
        button(
            "Next puzzle", NextId(state.puzzle.game, state.drawn.number), style=ButtonStyle.success
        ),
        button("Definitions", CardId("words", target_of(state))),
    ]
    tone = Tone.NOTE if state.drawn.end == "given up" else Tone.ANSWER
    if drawn is None:
        blocks = [told, face_of(puzzle).lines(puzzle, words, done=True), came]
        return Page(card(tone, blocks, buttons))
    file = Attachment(PICTURE, drawn)
    shown = (told, picture(file, face_of(puzzle).spoken(puzzle, words)), came)
    return Page(card(tone, shown, buttons), (file,))


def ending(state: TrainingState) -> str:
    """Say what giving up does to the level and the streak."""
    streak = state.training.streak
    ends = f" That ends your 🔥 streak of {streak:,}." if streak else ""
    return f"The next one will be easier.{ends}"


def _worth(state: TrainingState) -> str | None:
    """Say how good the player's answer is."""
    puzzle = state.puzzle
    result = game_of(puzzle).result(puzzle, state.progress.words)
    if state.drawn.end == "given up":
        return face_of(puzzle).as_good(puzzle)
    if result is None:
        return None
    face = face_of(puzzle)
    if face.game.only_par:
        return f"**All {face.unit}s**"
    sure = face.at_par(puzzle, result) if face.game.grows else f"the {face.best} there is"
    if not reaches_par(puzzle, result):
        sure = f"{face.best}: {puzzle.par:,}"
    return f"**{face.amount(result)}**, {sure}"


def _next(receipt: Receipt[TrainingState]) -> str:
    """Say what level and streak the player has, and what comes next."""
    own, level = receipt.state.training, receipt.state.level
    facts = [f"{own.solved:,} solved in all"]
    if own.streak > 1:
        longest = f" (longest: {own.longest:,})" if own.longest > own.streak else ""
        facts.insert(0, f"🔥 **{many(own.streak, 'puzzle')}** in a row{longest}")
    name = DIFFICULTIES[level]
    if level > receipt.before.level:
        said = f"You’re up to **{name}** now!"
    elif level < receipt.before.level:
        said = f"The next one is **{name}**."
    else:
        said = f"Your level: **{name}**"
    return f"{said}\n-# {' · '.join(facts)}"

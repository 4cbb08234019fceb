"""What a card shows of a puzzle being played: the task, the words, hints, buttons; the form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.play import EditorState, PlayState, Receipt
from bot.puzzles import HintKind, game_of, is_about
from bot.ui.client import Interaction
from bot.ui.drawing import draw_for
from bot.ui.games.face import Face
from bot.ui.games.faces import face_of
from bot.ui.games.rows import Far
from bot.ui.layout import (
    Attachment,
    Block,
    Page,
    Tone,
    attached,
    button,
    card,
    escape,
    picture,
    shorten,
)
from bot.ui.play.ids import (
    CardFormId,
    CardHintId,
    CardId,
    CardSendId,
    CardTapId,
    CardUndoId,
    Target,
)
from bot.ui.play.mode import Around, CardMode, News
from bot.ui.tapping import guide, tap_rows
from bot.ui.taps import Tapped
from bot.ui.words import mistake_in
from solvers.daily import Puzzle

WORDS = "words"
NEXT = "Next word"
PICTURE = "board.png"
LONGEST_TYPED = 2000
"""Most characters that can be typed, many times more than are needed."""
TITLE_LENGTH = 45
"""Most characters that Discord allows in a form's title."""
ELSEWHERE = News("You’ve played on elsewhere. Here’s how far you are!", Tone.HINT)
HINTS: dict[HintKind, str] = {
    "letter": "💡 Letter",
    "meaning": "💡 Meaning",
    "word": "💡 Word",
}
Rows = list[ui.ActionRow[ui.LayoutView]]


@dataclass(frozen=True, slots=True)
class Board:
    """The words so far: a picture with its file, or text."""

    shown: Block
    files: tuple[Attachment, ...] = ()

    @property
    def item(self) -> ui.Item[ui.LayoutView]:
        """The picture or text, as a part of a layout."""
        return ui.TextDisplay(self.shown) if isinstance(self.shown, str) else self.shown


async def board_of(
    interaction: Interaction,
    face: Face,
    puzzle: Puzzle,
    words: Sequence[str],
    *,
    far: Far = (),
    goal: bool = True,
) -> Board:
    """Return the words of an unfinished puzzle, as its player sees them; see `Face.board`."""
    (drawn,) = await draw_for(interaction, face.board(puzzle, words, far, goal=goal))
    if drawn is None:
        return Board(face.playing(puzzle, words, far))
    file = Attachment(PICTURE, drawn)
    return Board(picture(file, face.board_spoken(puzzle, words, far)), (file,))


def present_playing(
    target: Target,
    state: PlayState,
    around: Around,
    board: Board,
    news: News | None = None,
    *,
    picked: int | None = None,
) -> Page:
    """Return the card of an unfinished puzzle; `picked`: a laid word that was tapped.

    Words to tap must not move: what is above them stays the same, and what is below keeps its
    height.
    """
    puzzle, progress = state.puzzle, state.progress
    small = "\n".join(filter(None, (_told(state), *around.small)))
    said = news.said if news else None
    tone = news.tone if news else Tone.NOTE
    if not state.arranges:
        blocks = [around.head, said, _task(state, around), board.shown, small]
        return Page(card(tone, blocks, media=_typing(target, state, around)), board.files)
    tapped = Tapped(tuple(puzzle.given.index(word) for word in progress.words), picked)
    face = face_of(puzzle)
    below = said or guide(puzzle.given, tapped), small, f"-# {face.example}"
    told: list[ui.Item[ui.LayoutView]] = [
        board.item,
        ui.TextDisplay("\n".join(filter(None, below))),
    ]
    rows = _tapping(target, state, around, tapped)
    blocks = [around.head, around.task_on or face.task_in_short(puzzle, 0)]
    return Page(card(tone, blocks, media=[*rows, *told]), board.files)


def _task(state: PlayState, around: Around) -> str:
    count = len(state.progress.words)
    if not count:
        return around.task
    return around.task_on or face_of(state.puzzle).task_in_short(state.puzzle, count)


def _told(state: PlayState) -> str | None:
    """Return what hints have told about the next word."""
    about = (one for one in state.hints if is_about(one, state.puzzle, state.progress))
    here = {one.kind: one for one in about}  # the last hint of each kind, which tells most
    say = game_of(state.puzzle).hint_sentence
    return "\n".join(f"💡 **{say(one)}**" for one in here.values()) or None


def _typing(target: Target, state: PlayState, around: Around) -> Rows:
    """Return the buttons of a game whose words are typed."""
    count = len(state.progress.words)
    ways = [button(NEXT, CardId("write", target), style=ButtonStyle.primary)]
    ways += _help(target, around)
    if count and not game_of(state.puzzle).stays and state.undo_refusal is None:
        ways.append(button("Undo", CardUndoId(count - 1, count, target)))
        if count > 1 and not state.shared:
            ways.append(button("Start over", CardUndoId(0, count, target)))
    return [ui.ActionRow(*ways, *(around.more or around.rules))]


def _tapping(target: Target, state: PlayState, around: Around, tapped: Tapped) -> Rows:
    """Return the buttons of words to tap."""
    write = button("Type", CardId("write", target))
    more = [*_help(target, around), *(around.more or [write])]
    return tap_rows(state.puzzle.given, CardTapId("tap", target, tapped=tapped), more)


def _help(target: Target, around: Around) -> Iterator[ui.Button[ui.LayoutView]]:
    """Yield the buttons for a player who is stuck or wants to end."""
    if around.prices:
        yield button("💡 Stuck?", CardId("stuck", target))
    else:
        yield from _end(target, around)


def present_stuck(
    target: Target, title: str, state: PlayState, around: Around, *, defined: bool
) -> Page:
    """Offer what the card has no room for: hints, each with its price, and giving up.

    `defined`: whether the bot has definitions.
    """
    buttons = [*_hint_buttons(target, state, around, defined), *_end(target, around)]
    buttons.append(button("Keep playing", CardId("back", target)))
    if state.arranges:
        # The card itself has no room for these.
        buttons += [button("Type", CardId("write", target))] if around.more else around.rules
    return Page(card(Tone.HINT, [f"## {title}\nWhat would help?"], buttons))


def _end(target: Target, around: Around) -> Iterator[ui.Button[ui.LayoutView]]:
    if not around.end:
        return
    if around.sends is not None:
        yield button(around.end, CardSendId(around.sends, target), style=ButtonStyle.success)
    else:
        yield button(around.end, CardId("ask" if around.asks else "quit", target))


def _hint_buttons(
    target: Target, state: PlayState, around: Around, defined: bool
) -> Iterator[ui.Button[ui.LayoutView]]:
    """Yield the buttons of a game's hints, each with its price."""
    for kind, price in around.prices.items():
        # If all words are given, their meanings are looked up instead.
        if kind == "meaning" and (state.arranges or not defined):
            continue
        hint = CardHintId(kind, len(state.taken), target)
        yield button(f"{HINTS[kind]}{price}", hint, disabled=not state.has_hint(kind))


class WordsModal(ui.Modal):
    """The form for the next word or several; for a snake, for all of them."""

    def __init__(self, target: Target, title: str, editor: EditorState[Any]) -> None:
        super().__init__(title=shorten(title, TITLE_LENGTH), custom_id=str(CardFormId(target)))
        state = editor.state
        puzzle, words, face = state.puzzle, state.progress.words, face_of(state.puzzle)
        if state.arranges:
            left = (word for word in puzzle.given if word not in words)
            label, text = f"Your {face.name}", "\n".join((*words, *left))
            style = discord.TextStyle.paragraph
        else:
            label, text, style = NEXT, " ".join(editor.rest), discord.TextStyle.short
        asked: ui.TextInput[Any] = ui.TextInput(
            custom_id=WORDS,
            style=style,
            max_length=LONGEST_TYPED,
            default=text[:LONGEST_TYPED] or None,
        )
        about = face.prompt(puzzle, state.progress)
        self.add_item(ui.Label(text=label, description=about, component=asked))


def present_asking(target: Target, title: str, what: str) -> Page:
    """Ask whether to give up; `what`: what that does."""
    yes = button("Show it", CardId("quit", target), style=ButtonStyle.danger)
    back = button("Keep playing", CardId("back", target))
    return Page(card(Tone.HINT, [f"## {title}\nShow you the answer? {what}"], [yes, back]))


def present_lost(fault: str, text: str, target: Target | None = None) -> Page:
    """Say why words may not have been kept, and give them back as a file.

    `target`: the play that can be continued.
    """
    back = [] if target is None else [button("Keep playing", CardId("back", target))]
    file = Attachment("my-words.txt", text.encode())
    blocks = [shorten(escape(fault), 2000), "-# What you wrote is in the file."]
    return Page(card(Tone.TROUBLE, blocks, back, (attached(file),)), (file,))


def news_of(mode: CardMode[Any, Any], receipt: Receipt[Any], far: Far = ()) -> News | None:
    """Say what a player's action came to."""
    state, verdict, hint = receipt.state, receipt.verdict, receipt.hint
    if hint is not None:
        if state.ended or is_about(hint, state.puzzle, state.progress):
            return News("", Tone.HINT)  # the card says it
        said = f"💡 **{game_of(state.puzzle).hint_sentence(hint)}** It’s on your card."
        return News(said, Tone.HINT)
    if verdict is None:
        return mode.said(receipt)
    if verdict.mistake is not None:
        said = mistake_in(verdict.mistake)
        if (
            not (verdict.solved and state.tells_goal)
            and state.progress.words
            and len(verdict.words) > 1
        ):
            said += "\nWhat’s right is kept."
        return News(said, Tone.HINT)
    return mode.right(receipt, far)

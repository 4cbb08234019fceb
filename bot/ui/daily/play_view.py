"""What a player of a daily puzzle sees while it is open: the task, their words, hints, buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.dailies import COST, EditorState, HintKind, HintReceipt, PlayState, Streak, TryReceipt
from bot.puzzles import GAMES, game_of, is_about, line_of, next_move
from bot.ui.daily.ids import (
    DailyPlayId,
    DailyTapId,
    DailyUndoId,
    EditionId,
    HintId,
    TryFormId,
)
from bot.ui.daily.text import best_of, heading, title, worth_of
from bot.ui.games.faces import FACES, face_of
from bot.ui.layout import (
    Attachment,
    Page,
    Tone,
    attached,
    button,
    card,
    escape,
    relative,
)
from bot.ui.proof import LABEL
from bot.ui.tapping import guide, tap_rows
from bot.ui.taps import Tapped
from bot.ui.words import mistake_in
from solvers.text import many, series

WORDS = "words"
NEXT = "Next word"
LONGEST = 2000
"""Characters of what is typed; all that are needed fit many times over."""
HINTS: dict[HintKind, str] = {"letter": "💡 Letter", "word": "💡 Word"}
ARCHIVED = "Just for fun: no streak, no leaderboard."
ELSEWHERE = " Hints and answers you see here count in servers where it’s still open."
COSTLY = series(f"{name}s" for name, game in GAMES.items() if game.miss)
ALL = f"""\
- **Word by word**: what’s right stays, on all your devices. You can send several words at once, \
too, or the whole answer.
- **Points**: up to 100 – the closer to the best, the more. A letter as a hint costs \
{COST["letter"]}, a word {COST["word"]}, off everything you solve after it.
- **Tries**: as many as you like; your best counts. Only in {COSTLY} a wrong word costs points. \
Your clock runs from your first *Play* until you first solve it, and decides between equal points.
- **Streak**: solve the puzzle every day. Every 7 in a row earn you a freeze (you can hold 2), \
which saves your streak when you miss a day. Your streak is the same in all servers.
- **Boards**: every server has its own. You’re on it wherever you pressed *Play*.
- **When it’s over**, the next one opens. Find older ones with `/daily archive`, just for fun: no \
streak, no leaderboard.
- **One puzzle, one play**: what’s over here may still be open in another server. Hints and \
answers you see in the archive count there, too."""
LOCKED = """\
- **Locked in**: the puzzle, its best answer and these rules, by `{}`. *Proof* shows that nobody \
changed them, once it’s over."""


@dataclass(frozen=True, slots=True)
class News:
    """What has just happened, as it is said."""

    said: str
    tone: Tone = Tone.NOTE


def present_play(
    state: PlayState,
    closes: datetime | None,
    news: News | None = None,
    *,
    board: bool = True,
    picked: int | None = None,
) -> Page:
    """Return a play that goes on; `closes`: until when it counts, None for one from the archive.

    `board`: whether there is one here, as in servers. `picked`: a word that is laid, and tapped.
    """
    puzzle, play, progress = state.puzzle, state.play, state.progress
    face = face_of(puzzle)
    tapped = may = None
    if face.game.arranges:
        tapped = Tapped(tuple(puzzle.given.index(word) for word in progress.words), picked)
        may = guide(puzzle.given, tapped)
    small = (best_of(puzzle, play), f"-# {' · '.join(_facts(state, closes))}")
    blocks = [
        heading(state.edition),
        news.said if news else None,
        face.task_in_short(puzzle, len(progress.words)) if progress.words else face.task(puzzle),
        face.playing(puzzle, line_of(puzzle, progress)),
        "\n".join(filter(None, (may, _hints(state), *small))),
    ]
    rows = _tapping(state, tapped, board=board) if tapped else _typing(state, board=board)
    return Page(card(news.tone if news else Tone.NOTE, blocks, media=rows))


def present_asking(state: PlayState, streak: Streak | None = None) -> Page:
    """Ask whether somebody means to give up; `streak`: theirs, where the puzzle counts."""
    number, solved = state.edition.number, state.play.points is not None
    if solved:
        what = "You keep your best, but can’t try again."
    else:
        what = "The puzzle then counts as unsolved." + (_cost(streak) if streak else "")
    if state.elsewhere:
        what += " That also goes for servers where it’s still open."
    blocks = [f"## {title(state.puzzle.game, number)}\nShow you the answer? {what}"]
    yes = button("Show it", DailyPlayId("quit", number), style=ButtonStyle.danger)
    return Page(card(Tone.HINT, blocks, [yes, button("Keep playing", DailyPlayId("back", number))]))


def _cost(streak: Streak) -> str:
    """Say what giving up does to a streak."""
    if not streak.current or streak.done:
        return ""
    if streak.freezes:
        return f" A freeze saves your 🔥 streak of {streak.current:,}."
    return f" That ends your 🔥 streak of {streak.current:,}."


class TryModal(ui.Modal):
    """The form for the next word or more; of a snake, for all of them."""

    def __init__(self, state: EditorState) -> None:
        puzzle, number = state.edition.puzzle, state.edition.number
        super().__init__(title=title(puzzle.game, number), custom_id=str(TryFormId(number)))
        face = face_of(puzzle)
        whole = face.game.arranges
        words = state.progress.words
        if whole:
            left = (word for word in puzzle.given if word not in words)
            label, text = f"Your {face.name}", "\n".join((*words, *left))
        else:
            label, text = NEXT, " ".join(state.rest)
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=WORDS,
            style=discord.TextStyle.paragraph if whole else discord.TextStyle.short,
            max_length=LONGEST,
            default=text[:LONGEST] or None,
        )
        asked = face.prompt(puzzle, state.progress)
        self.add_item(ui.Label(text=label, description=asked, component=field))


def _hints(state: PlayState) -> str | None:
    """Return what is known of the next word, and what the hints so far cost."""
    if not state.hints:
        return None
    cost = many(sum(COST[hint.kind] for hint in state.hints), "point")
    lines = [
        f"💡 **{game_of(state.puzzle).hint_sentence(hint)}**"
        for hint in state.hints
        if is_about(hint, state.puzzle, state.progress)
    ]
    what = many(len(state.hints), "hint")
    return "\n".join([*lines[-1:], f"-# {what}: −{cost} from here on"])


def _facts(state: PlayState, closes: datetime | None) -> Iterator[str]:
    tries = state.play.tries
    if tries:
        yield many(tries, "try", "tries")
    yield f"closes {relative(closes)}" if closes else archived(state)


def archived(state: PlayState) -> str:
    """Say that a play from the archive does not count, or where it does."""
    late = "" if state.late is None else f"This puzzle closed {relative(state.late)}. "
    return late + ARCHIVED + (ELSEWHERE if state.elsewhere else "")


def _typing(state: PlayState, *, board: bool) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the buttons of a game whose words are typed."""
    number, count = state.edition.number, len(state.progress.words)
    ways = [button(NEXT, DailyPlayId("write", number), style=ButtonStyle.primary), *_asking(state)]
    if not game_of(state.puzzle).stays and count:
        ways.append(button("Undo", DailyUndoId(number, count - 1)))
        if count > 1:
            ways.append(button("Start over", DailyUndoId(number, 0)))
    looks = [button("Rules", EditionId("rules", number))]
    if board:
        looks.insert(0, button("Board", EditionId("board", number)))
    *share, end = _ends(state)
    return [ui.ActionRow(*ways), ui.ActionRow(*share, *looks, end)]


def _tapping(state: PlayState, tapped: Tapped, *, board: bool) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the buttons of words to tap; these are many, so Board and Rules are under the post.

    `board`: whether there is a post here, as in servers.
    """
    number, given = state.edition.number, state.puzzle.given
    write = button("Type", DailyPlayId("write", number))
    rows = tap_rows(given, DailyTapId("tap", number, tapped=tapped), [write])
    looks = [] if board else [button("Rules", EditionId("rules", number))]
    return [*rows, ui.ActionRow(*_asking(state), *looks, *_ends(state))]


def _asking(state: PlayState) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of hints, each with its price."""
    return [
        button(
            f"{label} −{COST[kind]}",
            HintId(kind, state.edition.number, len(state.play.hints)),
            disabled=not state.has_hint(kind),
        )
        for kind, label in HINTS.items()
    ]


def _ends(state: PlayState) -> list[ui.Button[ui.LayoutView]]:
    """Return Share, where there is something to share, and the way to the solution."""
    number, solved = state.edition.number, state.play.points is not None
    buttons = []
    if solved:
        share = button("Share", DailyPlayId("share", number), style=ButtonStyle.success)
        buttons.append(share)
    buttons.append(button("Solution" if solved else "Give up", DailyPlayId("ask", number)))
    return buttons


def news_of_try(receipt: TryReceipt) -> News:
    """Say what a stored try reached."""
    verdict, puzzle = receipt.verdict, receipt.state.puzzle
    if verdict.mistake is not None:
        said = mistake_in(verdict.mistake)
        if receipt.points is None and receipt.state.progress.words and len(verdict.words) > 1:
            said += "\nWhat’s right is kept."
        return News(said, Tone.HINT)
    if receipt.points is not None:
        return News(_compared(receipt), Tone.ANSWER)
    face = face_of(puzzle)
    said = face.right(puzzle, verdict, next_move(puzzle, receipt.state.progress))
    return News(said, Tone.HINT if face.game.arranges else Tone.ANSWER)


def _compared(receipt: TryReceipt) -> str:
    """Say how something that solves the puzzle compares with the player's best."""
    face, result = face_of(receipt.state.puzzle), receipt.verdict.result
    if receipt.first or result is None or face.game.only_par:
        return ""
    said = f"**{face.amount(result)}**, {worth_of(receipt.points or 0)}"
    if receipt.is_best:
        return f"{said} · your best yet!"
    equal = receipt.points == receipt.state.play.points
    return f"{said} · {'as good as your best' if equal else 'your earlier best still counts'}"


def news_of_hint(receipt: HintReceipt) -> News:
    """Show a hint that has been stored."""
    state, hint = receipt.state, receipt.hint
    if state.ended or is_about(hint, state.puzzle, state.progress):
        return News("", Tone.HINT)  # the card says it
    said = f"💡 **{game_of(state.puzzle).hint_sentence(hint)}** It’s on your card."
    return News(said, Tone.HINT)


def present_lost(game: str, number: int, fault: str, text: str) -> Page:
    """Say why a try is not known to be kept, and give what was sent in back as a file."""
    file = Attachment("my-try.txt", text.encode())
    blocks = [
        f"### {title(game, number)}\n{escape(fault)}",
        "-# What you wrote is in the file.",
    ]
    return Page(card(Tone.TROUBLE, blocks, media=(attached(file),)), (file,))


def present_shared(user_id: int, line: str, number: int) -> Page:
    """Return what the channel sees of somebody's play, and a way to play it, too."""
    play = button("Play", EditionId("play", number))
    return Page(card(Tone.NOTE, [f"<@{user_id}> {line}"], [play]))


def present_rules(game: str, number: int, code: str | None = None, *, over: bool = False) -> Page:
    """Return the rules of an edition, and what it is locked in by; nothing of the puzzle itself."""
    blocks = [
        f"## {title(game, number)}: the rules",
        FACES[game].rules,
        ALL if code is None else f"{ALL}\n{LOCKED.format(code)}",
    ]
    buttons = [button("Play", EditionId("play", number))]
    if code is not None and over:
        buttons.append(button(LABEL, EditionId("proof", number)))
    return Page(card(Tone.NOTE, blocks, buttons))

"""What a player of a daily puzzle sees: the task, their words, hints, buttons, results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.dailies import (
    BONUS,
    COST,
    MISS,
    DailyPlay,
    Edition,
    EditorState,
    Game,
    HintKind,
    HintReceipt,
    PlayState,
    Streak,
    TryReceipt,
    format_clock,
    game_of,
    letters_of,
)
from bot.dailies.hints import hint_sentence
from bot.ui.daily.ids import DailyPlayId, DailyTapId, EditionId, HintId, TryFormId
from bot.ui.daily.text import about, amount, best_of, lines_of, task, title
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
from bot.ui.tapping import present_taps
from solvers.text import many, ordinal

WORDS = "words"
LONGEST = 2000
"""Characters of a try that is typed; all that are needed fit many times over."""
HINTS: dict[HintKind, str] = {"letter": "💡 Letter", "word": "💡 Word"}
ARCHIVED = "Just for fun: no streak, no leaderboard."
ELSEWHERE = " Hints and answers you see here count in servers where it’s still open."
GAMES: dict[Game, str] = {
    "ladder": """\
Change one letter at a time, and make every step a word: cat, cot, dot, dog. The other letters \
stay where they are. Any ladder that gets there solves it; the shorter, the more points. You can \
leave out the first and the last word.""",
    "snake": """\
Use every word once. Where the end of a word is the start of the next, the letters they share \
score: nau**SEA** + **SEA**sick share three, so 3 × 3 = 9. Reach the goal to solve it; the closer \
to the best possible, the more points. Tap the words in order, or type them.""",
    "anigram": f"""\
Each stage adds a letter. Use all of its letters, in any order, to make a word: team, then steam, \
then master. Any such word will do, and a finished stage stays finished. You can send words for \
several stages at once. One try a stage is free; each further try costs {MISS} points.""",
    "truncate": f"""\
Each word is the last one with a letter more, at its front or its end: a, la, lap, laps. Grow the \
first word as far as you can; the longer the line, the more points. If one of your words doesn’t \
fit, those before it still count. The best takes only words that people know: each word beyond it \
earns {BONUS} points on top.""",
}
ALL = f"""\
- **Points**: up to 100 – the closer to the best, the more. A letter as a hint costs \
{COST["letter"]}, a word {COST["word"]}, off everything you send in after it.
- **Tries**: as many as you like; your best counts. Only an anigram’s extra tries cost points. \
Your clock runs from your first *Play* until you first solve it, and decides between equal points.
- **Streak**: solve the puzzle every day. Every 7 in a row earn you a freeze (you can hold 2), \
which saves your streak when you miss a day. Your streak is the same in all servers.
- **Boards**: every server has its own. You’re on it wherever you pressed *Play*.
- **When it’s over**, the next one opens. Find older ones with `/daily archive`, just for fun: no \
streak, no leaderboard.
- **One puzzle, one play**: what’s over here may still be open in another server. Hints and \
answers you see in the archive count there, too."""


@dataclass(frozen=True, slots=True)
class News:
    """What has just happened: what is said of it, and the words it was about."""

    said: str
    words: tuple[str, ...] = ()
    done: bool = False
    tone: Tone = Tone.NOTE


def present_play(
    state: PlayState, closes: datetime | None, news: News | None = None, *, board: bool = True
) -> Page:
    """Return somebody's play; `closes`: until when it counts, None for one from the archive.

    `board`: whether there is one here, as in servers.
    """
    edition, play = state.edition, state.play
    if play.given_up_at is not None:
        return _present_over(state, closes, board=board)
    words = play.progress if edition.game == "anigram" else news.words if news else ()
    blocks = [
        f"## {title(edition.number)}\n-# {about(edition)}",
        news.said if news else None,
        task(edition),
        lines_of(edition, words, done=news is not None and news.done),
        _hints(edition, play),
        best_of(edition, play),
        f"-# {' · '.join(_facts(state, closes))}",
    ]
    rows = [ui.ActionRow(*row) for row in (_ways(state), _ends(state, board=board)) if row]
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
    blocks = [f"## {title(number)}\nShow you the answer? {what}"]
    yes = button("Show it", DailyPlayId("quit", number), style=ButtonStyle.danger)
    return Page(card(Tone.HINT, blocks, [yes, button("Keep playing", DailyPlayId("back", number))]))


def _cost(streak: Streak) -> str:
    """Say what giving up does to a streak."""
    if not streak.current or streak.done:
        return ""
    if streak.freezes:
        return f" A freeze saves your 🔥 streak of {streak.current:,}."
    return f" That ends your 🔥 streak of {streak.current:,}."


def present_tapping(edition: Edition, tapped: Sequence[int]) -> Page:
    """Return a button for each word of a snake, and the order so far."""
    number = edition.number
    back = button("Back", DailyPlayId("back", number))
    until = f"score {edition.goal:,} to solve it, the best is {edition.par:,}"
    state = DailyTapId("tap", number, tapped=tuple(tapped))
    return present_taps(title(number), edition.given, state, until, [back])


class TryModal(ui.Modal):
    """The form that a try is written into; it holds the last one from the start."""

    def __init__(self, state: EditorState) -> None:
        edition = state.edition
        super().__init__(title=title(edition.number), custom_id=str(TryFormId(edition.number)))
        label, description, text = _field(state)
        short = edition.game == "anigram"
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=WORDS,
            style=discord.TextStyle.short if short else discord.TextStyle.paragraph,
            max_length=LONGEST,
            default=text[:LONGEST] or None,
        )
        self.add_item(ui.Label(text=label, description=description, component=field))


def _field(state: EditorState) -> tuple[str, str, str]:
    """Return what a form's field is called, what is said of it, and what it holds."""
    edition, written = state.edition, "\n".join(state.words)
    match edition.game:
        case "ladder":
            start, target = edition.given
            return "Your ladder", f"One word per line, from {start} to {target}.", written or start
        case "snake":
            about_it = "One word per line, in the order of your snake."
            return "Your snake", about_it, written or "\n".join(edition.given)
        case "truncate":
            start = edition.given[0]
            return (
                "Your words",
                f"One per line, starting with {start}, each a letter longer.",
                written or start,
            )
        case "anigram":
            stage = len(state.play.progress) if state.play else 0
            letters = letters_of(edition, min(stage, len(edition.given) - 1))
            return "Your word", f"Stage {stage + 1}: use all of {' '.join(letters)}.", ""


def _present_over(state: PlayState, closes: datetime | None, *, board: bool) -> Page:
    edition, play = state.edition, state.play
    if edition.ways > 1:
        which = f"One of {edition.ways:,} best answers:"
    else:
        which = "The one best answer:" if edition.ways else "A best answer:"
    blocks = [
        f"## {title(edition.number)}\n-# {about(edition)}",
        best_of(edition, play)
        or "No luck this time." + (f" The next puzzle opens {relative(closes)}." if closes else ""),
        task(edition),
        which,
        lines_of(edition, edition.solution, done=True),
        None if state.live else f"-# {_archived(state)}",
    ]
    return Page(card(Tone.ANSWER, blocks, _ends(state, board=board)))


def _hints(edition: Edition, play: DailyPlay) -> str | None:
    """Return the hints so far, and what they cost."""
    if not play.hints:
        return None
    taken = [(kind, step) for kind, step, _ in play.hints]
    cost = many(sum(COST[kind] for kind, _ in taken), "point")
    lines = [f"**Your hints** (−{cost} on what you send in after them)"]
    for number, (kind, step) in enumerate(taken):
        letters = taken[: number + 1].count(("letter", step))
        lines.append(f"- {hint_sentence(edition, kind, step, letters).sentence}")
    return "\n".join(lines)


def _facts(state: PlayState, closes: datetime | None) -> Iterator[str]:
    tries = state.play.tries
    yield many(tries, "try", "tries") if tries else "no tries yet"
    yield f"closes {relative(closes)}, when the next one opens" if closes else _archived(state)


def _archived(state: PlayState) -> str:
    return ARCHIVED + (ELSEWHERE if state.elsewhere else "")


def _ways(state: PlayState) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons by which one tries and asks for hints."""
    edition, play = state.edition, state.play
    number = edition.number
    if edition.game == "anigram" and len(play.progress) == len(edition.given):
        return []
    buttons = [button("Type", DailyPlayId("write", number), style=ButtonStyle.primary)]
    if edition.game == "snake":
        tap = button("Play", DailyTapId("tap", number), style=ButtonStyle.primary)
        buttons = [tap, button("Type", DailyPlayId("write", number))]
    for kind, label in HINTS.items():
        buttons.append(
            button(
                f"{label} −{COST[kind]}",
                HintId(kind, number, len(play.hints)),
                disabled=not state.has_hint(kind),
            )
        )
    return buttons


def _ends(state: PlayState, *, board: bool) -> list[ui.Button[ui.LayoutView]]:
    number, play = state.edition.number, state.play
    buttons = []
    if play.points is not None or play.given_up_at is not None:
        share = button("Share", DailyPlayId("share", number), style=ButtonStyle.success)
        buttons.append(share)
    if board:
        buttons.append(button("Board", EditionId("board", number)))
    buttons.append(button("Rules", EditionId("rules", number)))
    if play.given_up_at is None:
        label = "Give up" if play.points is None else "Solution"
        buttons.append(button(label, DailyPlayId("ask", number)))
    return buttons


def news_of_try(receipt: TryReceipt, streak: Streak | None = None) -> News:
    """Say what a stored try reached; with the streak that it goes on with."""
    verdict = receipt.verdict
    said = []
    if verdict.mistake is not None:
        said.append(f"**{escape(verdict.mistake.message)}**")
    if receipt.points is not None:
        said.append(" · ".join(_worth(receipt, streak)))
    elif verdict.mistake is None:
        said.append(_short_of(receipt))
    elif _counts(receipt):
        said.append(f"What came before still counts: {_short_of(receipt)}")
    tone = Tone.ANSWER if receipt.points is not None else Tone.HINT
    if receipt.state.edition.game == "anigram" and verdict.mistake is None:
        tone = Tone.ANSWER
    complete = verdict.mistake is None or receipt.state.edition.game == "truncate"
    return News("\n".join(said), verdict.words, complete, tone)


def news_of_hint(receipt: HintReceipt) -> News:
    """Show a hint that has been stored."""
    return News(f"💡 **{receipt.hint.sentence}**", tone=Tone.HINT)


def present_lost(number: int, fault: str, text: str) -> Page:
    """Say why nothing could be kept, and give what was sent in back as a file."""
    file = Attachment("my-try.txt", text.encode())
    blocks = [
        f"### {title(number)}\n{escape(fault)}",
        "-# What you wrote is in the file. Please try again in a few minutes.",
    ]
    return Page(card(Tone.TROUBLE, blocks, media=(attached(file),)), (file,))


def present_shared(user_id: int, line: str, number: int) -> Page:
    """Return what the channel sees of somebody's play, and a way to play it, too."""
    play = button("Play", EditionId("play", number))
    return Page(card(Tone.NOTE, [f"<@{user_id}> {line}"], [play]))


def _worth(receipt: TryReceipt, streak: Streak | None) -> Iterator[str]:
    edition, play = receipt.state.edition, receipt.state.play
    result = receipt.verdict.result
    assert result is not None
    assert receipt.points is not None
    reached = "All stages" if edition.game == "anigram" else amount(edition.game, result)
    solved = "🎉 Solved! " if receipt.first else ""
    yield f"**{solved}{reached}, worth {receipt.points} of 100**"
    if receipt.first and play.first_ms is not None:
        yield f"in {format_clock(play.first_ms)}"
    if not receipt.is_best:
        yield "your earlier best still counts"
    if receipt.place is not None:
        yield f"**{ordinal(receipt.place)}** of {receipt.ranked:,} here"
    if streak is not None:
        yield f"🔥 streak **{streak.current:,}**"


def _counts(receipt: TryReceipt) -> bool:
    return receipt.state.edition.game == "truncate" and len(receipt.verdict.words) > 1


def _short_of(receipt: TryReceipt) -> str:
    """Say of a try without a mistake what it lacks."""
    edition, words = receipt.state.edition, receipt.verdict.words
    if edition.game == "anigram":
        return f"**“{words[-1]}” is right!** On to stage {len(words) + 1}."
    result = receipt.verdict.result or len(words)
    return f"**{amount(edition.game, result)}** so far. You need {edition.goal:,}."


def present_rules(number: int) -> Page:
    """Return the rules of an edition; nothing of the puzzle itself."""
    game = game_of(number)
    blocks = [
        f"## {title(number)}: the rules",
        GAMES[game],
        ALL,
    ]
    play = button("Play", EditionId("play", number))
    return Page(card(Tone.NOTE, blocks, [play]))

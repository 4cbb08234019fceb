"""What a player of a daily puzzle sees: the task, their words, hints, buttons, results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.dailies import (
    COST,
    DailyPlay,
    Edition,
    EditorState,
    Game,
    HintKind,
    HintReceipt,
    Position,
    Streak,
    TryReceipt,
    format_duration,
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
from solvers.text import many

WORDS = "words"
LONGEST = 2000
"""Characters of a try that is typed; all that are needed fit many times over."""
HINTS: dict[HintKind, str] = {"letter": "💡 Letter", "word": "💡 Word"}
ARCHIVED = "From the archive: outside streaks and boards."
ELSEWHERE = " In servers where it is still open, hints and a solution that you see here count."
GAMES: dict[Game, str] = {
    "ladder": """\
Each step changes exactly one letter, none moves, and makes another word of my list: cat, cot, \
dot, dog. Any ladder that arrives solves it; the fewest steps there can be are par. Leave the \
ends out or write them, as you like.""",
    "snake": """\
Lay every word once. Where the end of a word is the beginning of the next, the letters they share \
count squared: nausea, seasick share *sea* and score 9. The best order there is, proven, is par; \
the goal is some way below it. Tap the words in order, or write them.""",
    "anigram": """\
Each stage reveals one letter more. Use all the letters of the stage, in any order, for a word of \
my list: team, then steam, then master. Any such word passes, and stages that are done stay done; \
you can send in words for several at once.""",
    "truncate": """\
Each word is the one before with one letter more, at its front or its end: a, la, lap, laps. Grow \
the first as far as you can; the longest line there is, is par. Where a word of yours fails, those \
before it count.""",
}
ALL = f"""\
- **Points**: up to 100, the share of par you reach. A hint at a letter costs {COST["letter"]}, \
one at a word {COST["word"]}, for the tries that come after it.
- **Tries**: as many as you like; the best counts. The first that solves it is timed, from your \
first *Play*, and time settles ties.
- **Streak**: solve each day's puzzle. Every seventh in a row earns a freeze, two at most; one \
is used up when you miss a day. It is yours in all servers.
- **Boards** are each server's own: you are on that of every server where you pressed *Play*.
- **When it is over**, the next one opens. You find older ones in the archive, outside streaks and \
boards.
- **One play**: a puzzle that is over here may be open in another server. Hints and a solution \
that you see in the archive go with you and count there, too."""


@dataclass(frozen=True, slots=True)
class News:
    """What has just happened: what is said of it, and the words it was about."""

    said: str
    words: tuple[str, ...] = ()
    done: bool = False
    tone: Tone = Tone.NOTE


def present_play(
    position: Position, closes: datetime | None, news: News | None = None, *, board: bool = True
) -> Page:
    """Return somebody's play; `closes`: until when it counts, None for one from the archive.

    `board`: whether there is one here, as in servers.
    """
    edition, play = position.edition, position.play
    if play.given_up_at is not None:
        return _present_over(position, board=board)
    words = play.progress if edition.game == "anigram" else news.words if news else ()
    blocks = [
        f"## {title(edition.number)}\n-# {about(edition)}",
        news.said if news else None,
        task(edition),
        lines_of(edition, words, done=news is not None and news.done),
        _hints(edition, play),
        best_of(edition, play),
        f"-# {' · '.join(_facts(position, closes))}",
    ]
    rows = [ui.ActionRow(*row) for row in (_ways(position), _ends(position, board=board)) if row]
    return Page(card(news.tone if news else Tone.NOTE, blocks, media=rows))


def present_asking(position: Position) -> Page:
    """Ask whether somebody means to give up."""
    number, solved = position.edition.number, position.play.points is not None
    what = "Your best stays, and no try comes after." if solved else "It ends without being solved."
    more = ""
    if position.live and not solved:
        more = " Your streak does not grow today."
    elif position.elsewhere:
        more = " So it does in servers where it is still open."
    blocks = [f"## {title(number)}\nShall I show you a solution? {what}{more}"]
    yes = button("Show it", DailyPlayId("quit", number), style=ButtonStyle.danger)
    return Page(card(Tone.HINT, blocks, [yes, button("Play on", DailyPlayId("back", number))]))


def present_tapping(edition: Edition, tapped: Sequence[int]) -> Page:
    """Return a button for each word of a snake, and the order so far."""
    number = edition.number
    back = button("Back", DailyPlayId("back", number))
    until = f"par is {amount('snake', edition.par)}"
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
            return "Your ladder", f"One word a line, from {start} to {target}.", written or start
        case "snake":
            about_it = "One word a line, in the order of your snake."
            return "Your snake", about_it, written or "\n".join(edition.given)
        case "truncate":
            start = edition.given[0]
            return (
                "Your words",
                f"One a line, from {start}; each a letter longer.",
                written or start,
            )
        case "anigram":
            stage = len(state.play.progress) if state.play else 0
            letters = letters_of(edition, min(stage, len(edition.given) - 1))
            return "Your word", f"Stage {stage + 1}: it uses all of {letters}.", ""


def _present_over(position: Position, *, board: bool) -> Page:
    edition, play = position.edition, position.play
    if edition.ways > 1:
        which = f"One of {edition.ways:,} ways to par:"
    else:
        which = "The only way to par:" if edition.ways else "A way to par:"
    blocks = [
        f"## {title(edition.number)}\n-# {about(edition)}",
        best_of(edition, play) or "You gave it up; the next one is a new chance.",
        task(edition),
        which,
        lines_of(edition, edition.solution, done=True),
        None if position.live else f"-# {_archived(position)}",
    ]
    return Page(card(Tone.ANSWER, blocks, _ends(position, board=board)))


def _hints(edition: Edition, play: DailyPlay) -> str | None:
    """Return the hints so far, and what they cost."""
    if not play.hints:
        return None
    taken = [(kind, step) for kind, step, _ in play.hints]
    cost = many(sum(COST[kind] for kind, _ in taken), "point")
    lines = [f"**Hints**, −{cost} for what you send in after them"]
    for number, (kind, step) in enumerate(taken):
        letters = taken[: number + 1].count(("letter", step))
        lines.append(f"- {hint_sentence(edition, kind, step, letters).sentence}")
    return "\n".join(lines)


def _facts(position: Position, closes: datetime | None) -> Iterator[str]:
    tries = position.play.tries
    yield many(tries, "try", "tries") if tries else "no tries yet"
    yield f"closes {relative(closes)}" if closes else _archived(position)


def _archived(position: Position) -> str:
    return ARCHIVED + (ELSEWHERE if position.elsewhere else "")


def _ways(position: Position) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons by which one tries and asks for hints."""
    edition, play = position.edition, position.play
    number = edition.number
    if edition.game == "anigram" and len(play.progress) == len(edition.given):
        return []
    buttons = [button("Write it", DailyPlayId("write", number), style=ButtonStyle.primary)]
    if edition.game == "snake":
        tap = button("Tap it", DailyTapId("tap", number), style=ButtonStyle.primary)
        buttons.insert(0, tap)
    for kind, label in HINTS.items():
        buttons.append(
            button(
                f"{label} −{COST[kind]}",
                HintId(kind, number, len(play.hints)),
                disabled=not position.has_hint(kind),
            )
        )
    return buttons


def _ends(position: Position, *, board: bool) -> list[ui.Button[ui.LayoutView]]:
    number, play = position.edition.number, position.play
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
    if verdict.fault is not None:
        said.append(f"**{escape(verdict.fault.message)}**")
    if receipt.points is not None:
        said.append(" · ".join(_worth(receipt, streak)))
    elif verdict.fault is None:
        said.append(_short_of(receipt))
    elif _counts(receipt):
        said.append(f"Those before it make {_short_of(receipt)}")
    tone = Tone.ANSWER if receipt.points is not None else Tone.HINT
    if receipt.position.edition.game == "anigram" and verdict.fault is None:
        tone = Tone.ANSWER
    complete = verdict.fault is None or receipt.position.edition.game == "truncate"
    return News("\n".join(said), verdict.words, complete, tone)


def news_of_hint(receipt: HintReceipt) -> News:
    """Show a hint that has been stored."""
    return News(f"💡 **{receipt.hint.sentence}**", tone=Tone.HINT)


def present_lost(number: int, fault: str, text: str) -> Page:
    """Say why nothing could be kept, and give what was sent in back as a file."""
    file = Attachment("my-try.txt", text.encode())
    blocks = [
        f"### {title(number)}\n{escape(fault)}",
        "-# What you sent in is in the file; try it again soon.",
    ]
    return Page(card(Tone.TROUBLE, blocks, media=(attached(file),)), (file,))


def present_shared(user_id: int, line: str, number: int) -> Page:
    """Return what the channel sees of somebody's play, and a way to play it, too."""
    play = button("Play", EditionId("play", number))
    return Page(card(Tone.NOTE, [f"<@{user_id}> {line}"], [play]))


def _worth(receipt: TryReceipt, streak: Streak | None) -> Iterator[str]:
    edition, play = receipt.position.edition, receipt.position.play
    result = receipt.verdict.result
    assert result is not None
    assert receipt.points is not None
    reached = "all stages done" if edition.game == "anigram" else amount(edition.game, result)
    solved = "Solved: " if receipt.first else ""
    yield f"**{solved}{reached}, worth {receipt.points} of 100**"
    if receipt.first and play.first_ms is not None:
        yield f"in {format_duration(play.first_ms)}"
    if not receipt.is_best:
        yield "your best stays"
    if receipt.place is not None:
        yield f"place **{receipt.place:,}** of {receipt.ranked:,} here"
    if streak is not None:
        yield f"🔥 streak **{streak.current:,}**"


def _counts(receipt: TryReceipt) -> bool:
    return receipt.position.edition.game == "truncate" and len(receipt.verdict.words) > 1


def _short_of(receipt: TryReceipt) -> str:
    """Say of a try without a fault what it lacks."""
    edition, words = receipt.position.edition, receipt.verdict.words
    if edition.game == "anigram":
        return f"**“{words[-1]}” is right.** On to stage {len(words) + 1}."
    result = receipt.verdict.result or len(words)
    return f"**{amount(edition.game, result)}**; {edition.goal} solve it."


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

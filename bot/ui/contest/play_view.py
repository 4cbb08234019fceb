"""What a player of a contest sees: words, clock, buttons, forms, receipts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.contests import PLAYED, Answer, Contest, Entry, PracticeReceipt, Receipt, Try, puzzle_of
from bot.errors import RefusedFor
from bot.puzzles import EMPTY, GAMES
from bot.ui.contest.cards import RejectedSnake
from bot.ui.contest.ids import (
    ContestAction,
    ContestId,
    ContestPlayId,
    ContestSnakeEditId,
    ContestSnakeFormId,
    ContestTapId,
    ContestTypeId,
)
from bot.ui.contest.text import (
    amount_of,
    arranges,
    closeness,
    percent_of_best,
    show_answer,
    title,
    words_page,
)
from bot.ui.games.faces import FACES
from bot.ui.games.snake_face import reminder
from bot.ui.layout import (
    FIELD_LENGTH,
    Attachment,
    Page,
    Tone,
    button,
    card,
    escape,
    on,
    picture,
    relative,
    shorten,
    wrap_words,
)
from bot.ui.play.card import Board
from bot.ui.play.ids import Target
from bot.ui.tapping import MOST_TAPPED, guide, laid, page_with, pages_of, tap_rows
from solvers.text import many, ordinal
from solvers.wordsnake.score import score_laid

SNAKE = "snake"
"""The form's field, whatever the game."""
WHOLE = 100
MODAL_TITLE_LENGTH = 45
"""Most characters that Discord allows in a form's title."""
FILE, PICTURE = "snake.txt", "answer.png"
TYPED = (
    f"More than {MOST_TAPPED} words can’t be tapped: *Type* opens them, one a line, and you move "
    "the lines."
)
FUN = "It’s just for fun: it isn’t ranked, and nobody else sees it."
INSTEAD: dict[RefusedFor, dict[str, ContestAction]] = {
    "not started": {"Start": "start"},
    "over": {"Practice": "practice", "Board": "board"},
    "time is up": {"Board": "board"},
    "no tries left": {"Board": "board"},
    "not eligible": {"Board": "board"},
}
"""Buttons for what somebody who cannot play can do instead."""


def present_entry(entry: Entry, target: Target) -> Page:
    """Return a list's words, and the clock, for somebody who may play."""
    contest = entry.contest
    what = "practice" if target.kind == "practice" else "your turn"
    facts = [f"You have until {on(entry.deadline)}, {relative(entry.deadline)}."]
    if entry.tries_left is not None:
        facts.append(f"{many(entry.tries_left, 'try', 'tries')} left.")
    if target.kind == "practice":
        facts.append(FUN)
    if entry.again_at is not None:
        facts.append(f"You can try again {relative(entry.again_at)}.")
    blocks: list[str | None] = [
        f"## {title(contest)}: {what}",
        " ".join(facts),
        f"```\n{wrap_words(entry.words)}\n```",
        f"-# {many(len(entry.words), 'word')} · {reminder(contest.rule, contest.words)}",
    ]
    buttons = play_buttons(contest, target)
    if too_long(contest):
        blocks.append(f"-# {TYPED}")
    instead = "The words are in the file. *Type* opens them, too."
    return words_page(Tone.NOTE, blocks, 2, entry.words, buttons, instead=instead)


def too_long(contest: Contest) -> bool:
    """Whether a contest has a list that is too long to be tapped."""
    return arranges(contest) and len(contest.words) > MOST_TAPPED


def play_buttons(contest: Contest, target: Target) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons by which an answer is sent in: a list is tapped, or typed."""
    typing = ContestPlayId("write", target)
    if not arranges(contest):
        return [button("Play", ContestPlayId("tap", target), style=ButtonStyle.primary)]
    if too_long(contest):
        return [button("Type", typing, style=ButtonStyle.primary)]
    tapping = ContestPlayId("tap", target)
    return [button("Play", tapping, style=ButtonStyle.primary), button("Type", typing)]


def contest_buttons(contest: Contest, *, own: bool = False) -> list[ui.Button[ui.LayoutView]]:
    """Return a contest's buttons in its state; `own`: with buttons for the player's results."""
    key, buttons = contest.id, []
    if contest.state == "open":
        if not contest.is_sealed:
            buttons += play_buttons(contest, Target("contest", key))
        else:
            buttons.append(button("Start", ContestId("start", key), style=ButtonStyle.primary))
            if arranges(contest):
                buttons.append(button("Type", ContestPlayId("write", Target("contest", key))))
    if own and contest.state == "revealed":
        return [
            button("My review", ContestId("review", key), style=ButtonStyle.primary),
            button("Practice", ContestId("practice", key)),
            button("Everyone’s answers", ContestId("board", key)),
        ]
    if contest.state in PLAYED:
        buttons.append(button("Board", ContestId("board", key)))
    return [*buttons, button("Rules", ContestId("rules", key))]


def as_typed(entry: Entry, order: Sequence[str] = ()) -> str:
    """Return the form's initial text: the player's best answer, or the words.

    `order`: the words that are tapped so far; the others follow.
    """
    if order:
        return "\n".join([*order, *(word for word in entry.words if word not in order)])
    return "\n".join(_lines(entry.best) if entry.best else entry.words)


def _lines(tried: Try) -> Sequence[str]:
    if tried.positions is None:
        return tried.order
    return [f"{word} {at}" for word, at in zip(tried.order, tried.positions, strict=True)]


class ContestSnakeModal(ui.Modal):
    """The form that a snake is written into; `text` is what it holds from the start."""

    def __init__(self, entry: Entry, target: Target, text: str) -> None:
        super().__init__(
            title=shorten(entry.contest.title, MODAL_TITLE_LENGTH),
            custom_id=str(ContestSnakeFormId(target)),
        )
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=SNAKE,
            style=discord.TextStyle.paragraph,
            max_length=FIELD_LENGTH,
            default=text[:FIELD_LENGTH] or None,
        )
        face = FACES[entry.contest.game]
        about = face.prompt(puzzle_of(entry.contest), EMPTY)
        if entry.contest.rule == "containment":
            about = (
                "One word per line, in the order you lay them; with positions if you like: bats 3"
            )
        self.add_item(ui.Label(text=f"Your {face.name}", description=about, component=field))


def present_refused(fault: str, contest_id: str, reason: RefusedFor) -> Page:
    """Say why somebody cannot play a contest, with what they can do instead."""
    actions = INSTEAD.get(reason, {}).items()
    buttons = [button(label, ContestId(action, contest_id)) for label, action in actions]
    return Page(card(Tone.HINT, [escape(fault)], buttons))


def present_rejected(rejected: RejectedSnake, key: str) -> Page:
    """Say what is wrong, with a button that opens the form as it was sent in."""
    fault = shorten(escape(rejected.fault), 2000)
    blocks = [fault, "-# This didn’t count as a try. *Fix it* opens what you wrote."]
    edit = button("Fix it", ContestSnakeEditId(key), style=ButtonStyle.primary)
    return Page(card(Tone.HINT, blocks, [edit]))


def present_receipt(receipt: Receipt, drawn: bytes | None = None) -> Page:
    """Return the receipt of a try that has been stored; `drawn`: a picture of its words."""
    contest = receipt.contest
    buttons = []
    if receipt.tries_left != 0:
        buttons = play_buttons(contest, Target("contest", contest.id))
    buttons.append(button("Board", ContestId("board", contest.id)))
    buttons.append(button("Message me the results", ContestId("tell", contest.id)))
    return _page(receipt, " · ".join(_standing(receipt)), buttons, drawn)


def present_asked(*, asked: bool) -> Page:
    """Say that somebody will be sent the results of a contest, or no longer will."""
    text = (
        "🔔 I’ll message you the results when they’re out."
        if asked
        else "🔕 I won’t message you the results."
    )
    return Page(card(Tone.ANSWER, [f"{text}\n-# Press again to change your mind."]))


def present_practice_receipt(receipt: PracticeReceipt, drawn: bytes | None = None) -> Page:
    """Return the receipt of a try in a practice; `drawn`: a picture of its words."""
    close = closeness(receipt.contest, receipt.answer.score)
    facts = f"{close} Time’s up {relative(receipt.practice.ends_at)}."
    target = Target("practice", str(receipt.practice.id))
    return _page(receipt, facts, play_buttons(receipt.contest, target), drawn)


def _page(
    receipt: Receipt | PracticeReceipt,
    facts: str,
    buttons: list[ui.Button[ui.LayoutView]],
    drawn: bytes | None,
) -> Page:
    contest, answer = receipt.contest, receipt.answer
    told = contest.percents or isinstance(receipt, PracticeReceipt)
    points = amount_of(contest, answer.score)
    tried = f"-# Try {receipt.number} in {title(contest)}"
    heads = (
        f"## {points} · {percent_of_best(receipt.percent)}" if told else f"## {points}",
        "\n".join(filter(None, (_saved(receipt), facts, tried))),
    )
    if drawn is not None:
        file, puzzle = Attachment(PICTURE, drawn), puzzle_of(contest)
        seen = picture(file, FACES[contest.game].spoken(puzzle, answer.words))
        return Page(
            card(Tone.ANSWER, [*heads, seen, f"-# {_wins(contest, answer)}"], buttons), (file,)
        )
    shown = show_answer(contest, answer, f"{contest.title}: {points}", FILE)
    blocks = [*heads, shown.text, f"-# {_how(contest, answer)}"]
    return Page(card(Tone.ANSWER, blocks, buttons, shown.media), shown.files)


def saved(receipt: Receipt | PracticeReceipt) -> str:
    """Describe an answer in a line while its player goes on."""
    points = amount_of(receipt.contest, receipt.answer.score)
    if receipt.contest.percents or isinstance(receipt, PracticeReceipt):
        points = f"{points} · {percent_of_best(receipt.percent)}"
    facts = [f"✅ **{points}.** {_saved(receipt)}"]
    if isinstance(receipt, Receipt):
        facts += _standing(receipt)
    return " · ".join(facts)


def _saved(receipt: Receipt | PracticeReceipt) -> str:
    if receipt.is_best:
        return "Saved – your best yet!"
    told = receipt.contest.percents or isinstance(receipt, PracticeReceipt)
    best = amount_of(receipt.contest, receipt.best_score)
    if GAMES[receipt.contest.game].is_rarer(receipt.answer.score, receipt.best_score):
        best += " in commoner words"
    share = f", {percent_of_best(receipt.best_percent)}" if told else ""
    return f"Saved. Your best is still {best}{share}."


def _how(contest: Contest, answer: Answer) -> str:
    """Say how to read an answer, and what wins."""
    if arranges(contest):
        return f"CAPITALS are shared letters; {reminder(contest.rule, contest.words)}"
    return f"CAPITALS are new letters. {_wins(contest, answer)}"


def _wins(contest: Contest, answer: Answer) -> str:
    """Say what wins, where the game has no list of words."""
    number = GAMES[contest.game].rareness_in(answer.score)
    rare = "" if number is None else f". Your words’ rareness: {number:,}"
    return f"What wins: {FACES[contest.game].wins}{rare}"


def _standing(receipt: Receipt) -> Iterator[str]:
    if receipt.contest.percents and receipt.percent >= WHOLE:
        yield closeness(receipt.contest, receipt.answer.score)
    if receipt.insider:
        yield "out of competition: you had seen it before"
    elif receipt.place is not None:
        yield f"You’re **{ordinal(receipt.place)}** of {receipt.ranked:,} now"
    elif receipt.contest.freezes_at is not None and receipt.contest.board != "hidden":
        yield "the board stands still now: your place shows at the end"
    if receipt.tries_left is not None:
        yield f"{many(receipt.tries_left, 'try', 'tries')} left"
    if receipt.again_at is not None and receipt.tries_left != 0:
        yield f"you can try again {relative(receipt.again_at)}"


def present_tapping(entry: Entry, state: ContestTapId, board: Board) -> Page:
    """Return a button for each word of a page, and below them the snake so far, `board`.

    In this order no button moves while words are tapped. `state` is the id of any of the buttons.
    """
    words, contest = entry.words, entry.contest
    order = laid(words, state.tapped)
    points = amount_of(contest, score_laid(order, contest.rule).score)
    facts = [f"{len(order)} of {many(len(words), 'word')}", points]
    if len(pages := pages_of(words)) > 1:
        facts.append(f"page {page_with(pages, state.word) + 1} of {len(pages)}")
    facts.append(f"time’s up {relative(entry.deadline)}")
    rule = reminder(contest.rule, contest.words)
    told = f"{guide(words, state.tapped)}\n-# {' · '.join(facts)}\n-# {rule}"
    typing = button("Type", ContestTypeId(state.target, tapped=state.tapped))
    media = [*tap_rows(words, state, [typing]), board.item, ui.TextDisplay(told)]
    heading = f"### {title(contest)}: tap the words in order"
    return Page(card(Tone.NOTE, [heading], media=media), board.files)

"""What is said of a try or a hint, at once: the step that fails, or what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.dailies import clock
from bot.present.daily_play import News
from bot.present.daily_text import amount, title
from bot.present.layout import Attachment, Page, Tone, attached, button, card, escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.dailies import HintReceipt, Streak, TryReceipt


def news_of_try(receipt: TryReceipt, streak: Streak | None = None) -> News:
    """Say what a try came to, that has been stored; with the streak that it goes on with."""
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
    """Tell a hint that has been noted."""
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
    play = button("Play", f"daily:play:{number}")
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
        yield f"in {clock(play.first_ms)}"
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

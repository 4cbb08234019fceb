"""The announcement of a contest, as it is edited from its first moment to its last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.present.contest_options import options_of, rule_of
from bot.present.contest_play import Seat, in_lines, play_buttons
from bot.present.contest_text import title
from bot.present.layout import Attachment, Page, Tone, attached, button, card, fits, many
from bot.present.moments import length, on, relative

if TYPE_CHECKING:
    from discord import ui

    from bot.contests import Contest

TONES = {
    "draft": Tone.NOTE,
    "open": Tone.ANSWER,
    "closed": Tone.HINT,
    "revealed": Tone.NOTE,
    "cancelled": Tone.TROUBLE,
}
FILE = "words.txt"


def present_announcement(contest: Contest) -> Page:
    """Return the announcement of a contest that has been confirmed, as things are."""
    tone, heading = TONES[contest.state], f"## {title(contest)}"
    if contest.state == "cancelled":
        told = "This contest was cancelled; it has no results."
        return Page(card(tone, [heading, told], _buttons(contest)))
    how = f"{rule_of(contest)}\n{options_of(contest)}"
    blocks = [heading, _when(contest), words_told(contest), how]
    if fits(blocks):
        return Page(card(tone, blocks, _buttons(contest)))
    file = Attachment(FILE, ("\n".join(contest.words) + "\n").encode())
    blocks[2] = f"{many(len(contest.words), 'word')}, in the attached file"
    return Page(card(tone, blocks, _buttons(contest), media=(attached(file),)), (file,))


def words_block(contest: Contest) -> str:
    """Return a contest's words, in alphabetical order."""
    return f"**{many(len(contest.words), 'word')}**\n```\n{in_lines(contest.words)}\n```"


def words_told(contest: Contest) -> str:
    """Return a contest's words, or when they are shown."""
    number = f"**{many(len(contest.words), 'word')}**"
    if contest.state == "draft":
        return f"{number}, shown when it opens"
    if contest.state == "open" and contest.sealed_minutes is not None:
        return f"{number}, shown to you when you press *Start*"
    return words_block(contest)


def _when(contest: Contest) -> str:
    opens, closes = contest.opens_at, contest.closes_at
    assert opens is not None
    assert closes is not None
    match contest.state:
        case "draft":
            lasts = length(contest.lasts_seconds)
            return (
                "A wordsnake contest: lay the words so that neighbours share letters.\n"
                f"**Opens** {on(opens)}, {relative(opens)}, and lasts {lasts}"
            )
        case "open":
            return (
                "Lay the words so that neighbours share letters. Your best try counts; you are "
                "told how near it comes to the best snake there is.\n"
                f"**Closes** {on(closes)}, {relative(closes)}"
            )
        case "closed":
            return f"**Closed** {on(closes)}; the results come in a moment."
        case _:
            return f"**Over** since {on(closes)}; the results are out."


def _buttons(contest: Contest) -> list[ui.Button[ui.LayoutView]]:
    key = contest.id
    buttons = []
    if contest.state == "open":
        if contest.sealed_minutes is None:
            buttons += play_buttons(Seat("contest", key), len(contest.words), "Submit")
        else:
            start = button("Start", f"contest:start:{key}", style=ButtonStyle.primary)
            buttons += [start, button("Submit", f"contest:submit:{key}")]
    if contest.state in {"open", "closed", "revealed"}:
        buttons.append(button("Board", f"contest:board:{key}"))
    return [*buttons, button("Rules", f"contest:rules:{key}")]

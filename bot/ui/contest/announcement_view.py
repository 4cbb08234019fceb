"""The announcement of a contest in each of its states, its draft, and its rules."""

from __future__ import annotations

from collections.abc import Iterator

from discord import ButtonStyle, ui

from bot.contests import CHANGEABLE, Contest
from bot.ui.contest.ids import DraftId, PlayTarget
from bot.ui.contest.play_view import contest_buttons, play_buttons
from bot.ui.contest.text import (
    BOARDS,
    options_of,
    par_claim,
    rule_of,
    title,
    words_page,
)
from bot.ui.layout import (
    Page,
    Tone,
    button,
    card,
    escape,
    length,
    on,
    relative,
    wrap_words,
)
from bot.ui.tapping import MOST_TAPPED
from solvers.text import many

TONES = {
    "draft": Tone.NOTE,
    "open": Tone.ANSWER,
    "closed": Tone.HINT,
    "revealed": Tone.NOTE,
    "cancelled": Tone.TROUBLE,
}

SCORING = {
    "pairs": """\
Put all of the words into an order. Each word and the one after it score the **square of the \
letters they share**: as many as the end of the one has in common with the beginning of the other.
```
run → Nausea      1
nauSEA → SEAsick  9
```
`run nausea seasick` scores 10 points.""",
    "containment": """\
Lay all of the words, one after the other, into a snake that grows. A word scores the **square of \
the letters it covers** when it is laid. It must agree with each of them and leave no gap; one \
that lies inside the snake scores its whole length squared.
```
baab   0
aab    9  inside: bAAB
ab     4  inside: baAB
```
`baab aab ab` scores 13 points. Words are laid where they fit best; write a position after each \
(`baab 0`, `aab 1`) to lay them elsewhere.""",
}


def present_announcement(contest: Contest) -> Page:
    """Return the announcement of a contest that has been confirmed, in its present state."""
    tone, heading = TONES[contest.state], f"## {title(contest)}"
    if contest.state == "cancelled":
        text = "This contest was cancelled; it has no results."
        return Page(card(tone, [heading, text], contest_buttons(contest)))
    how = f"{rule_of(contest)}\n{options_of(contest)}"
    blocks: list[str | None] = [heading, _when(contest), words_shown(contest), how]
    return words_page(tone, blocks, 2, contest.words, contest_buttons(contest))


def words_block(contest: Contest) -> str:
    """Return a contest's words, in alphabetical order."""
    return f"**{many(len(contest.words), 'word')}**\n```\n{wrap_words(contest.words)}\n```"


def words_shown(contest: Contest) -> str:
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
                "shown how near it is to the best snake there is.\n"
                f"**Closes** {on(closes)}, {relative(closes)}"
            )
        case "closed":
            return f"**Closed** {on(closes)}; the results come in a moment."
        case _:
            return f"**Over** since {on(closes)}; the results are out."


def present_preview(contest: Contest) -> Page:
    """Return a draft whose par is known, with its buttons."""
    blocks: list[str | None] = [
        f"## {title(contest)}\n-# A draft that only you see, kept for a day",
        words_block(contest),
        f"{par_claim(contest)} Players see how near they come, the best snake only at the end.",
        f"{_preview_times(contest)}\n{rule_of(contest)}\n{options_of(contest)}",
    ]
    label = "Confirm and open" if contest.opens_at is None else "Confirm and announce"
    confirm = button(label, DraftId("confirm", contest.id), style=ButtonStyle.success)
    buttons = [
        confirm,
        button("Options", DraftId("options", contest.id)),
        *_preview_buttons(contest),
    ]
    return words_page(Tone.NOTE, blocks, 1, contest.words, buttons)


def present_without_par(contest: Contest, fault: str) -> Page:
    """Return a draft whose par could not be found, and why."""
    again = button("Work out par", DraftId("open", contest.id), style=ButtonStyle.primary)
    kept = "-# The draft is kept for a day; it can open once its par is known."
    blocks = [f"## {title(contest)}", escape(fault), kept]
    return Page(card(Tone.HINT, blocks, [again, *_preview_buttons(contest)]))


def present_confirmed(contest: Contest) -> Page:
    """Say when and where a confirmed contest opens."""
    assert contest.opens_at is not None
    when = "is open" if contest.state == "open" else f"opens {relative(contest.opens_at)}"
    text = f"**{title(contest)}** {when}; it is announced in <#{contest.channel_id}>."
    later = "-# /contest change moves its end, /contest close ends it, /contest cancel drops it."
    return Page(card(Tone.ANSWER, [text, later]))


def present_discarded(contest: Contest) -> Page:
    """Say that a draft is gone."""
    return Page(card(Tone.NOTE, [f"The draft **{title(contest)}** is discarded."]))


def present_drawing() -> Page:
    """Say that words are being drawn."""
    return Page(card(Tone.NOTE, ["Drawing words that are worth playing…"]))


def _preview_times(contest: Contest) -> str:
    lasts = length(contest.lasts_seconds)
    opens = contest.opens_at
    if opens is None:
        return f"**Opens** when you confirm it, and lasts {lasts}"
    return f"**Opens** {on(opens)}, {relative(opens)}, and lasts {lasts}"


def _preview_buttons(contest: Contest) -> list[ui.Button[ui.LayoutView]]:
    return [
        button("Edit", DraftId("edit", contest.id)),
        button("Discard", DraftId("discard", contest.id), style=ButtonStyle.danger),
    ]


def present_rules(contest: Contest) -> Page:
    """Return the rules, with buttons to play while it is open."""
    blocks = [
        f"## {title(contest)}: the rules",
        SCORING[contest.rule],
        "\n".join(f"- {sentence}" for sentence in _sentences(contest)),
    ]
    playing = contest.state == "open" and contest.sealed_minutes is None
    buttons = play_buttons(PlayTarget("contest", contest.id), len(contest.words)) if playing else []
    return Page(card(Tone.NOTE, blocks, buttons))


def _sentences(contest: Contest) -> Iterator[str]:
    if contest.opens_at is not None and contest.state == "draft":
        yield f"It opens {on(contest.opens_at)}, {relative(contest.opens_at)}."
    if contest.closes_at is not None and contest.state in CHANGEABLE:
        yield (
            f"It closes {on(contest.closes_at)}, {relative(contest.closes_at)}: a snake sent in at "
            "that instant is late."
        )
    if contest.sealed_minutes is not None:
        yield (
            "The words are sealed: you see them when you press *Start*, and from then on you have "
            f"{many(contest.sealed_minutes, 'minute')}."
        )
    yield (
        "Send in as many snakes as you like."
        if contest.most_tries is None
        else f"Everybody has {many(contest.most_tries, 'try', 'tries')}."
    ) + " Your best one counts."
    if contest.cooldown_seconds:
        yield f"Between two tries there are at least {length(contest.cooldown_seconds)}."
    faster = "was faster" if contest.sealed_minutes is not None else "reached the score first"
    yield f"Ties go to who {faster}, then to fewer tries."
    yield BOARDS[contest.board].sentence
    if len(contest.words) <= MOST_TAPPED:
        yield "You can write the words in order, or tap them one by one."
    yield "While it runs, /snake refuses lists that are mostly its words, or have half of them."

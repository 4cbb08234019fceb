"""The rules of a contest: how a snake scores, and what this one allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.contest_play import MOST_TAPPED, Seat, play_buttons
from bot.present.contest_text import title, tries
from bot.present.layout import Page, Tone, card, many
from bot.present.moments import length, on, relative

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.contests import Contest

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
BOARDS = {
    "scores": "The board shows everybody's score.",
    "places": "The board shows places only; scores come at the end.",
    "hidden": "The board is hidden until the end.",
}


def present_rules(contest: Contest) -> Page:
    """Return the rules, with buttons to play while it is open."""
    blocks = [
        f"## {title(contest)}: the rules",
        SCORING[contest.rule],
        "\n".join(f"- {sentence}" for sentence in _sentences(contest)),
    ]
    playing = contest.state == "open" and contest.sealed_minutes is None
    buttons = play_buttons(Seat("contest", contest.id), len(contest.words)) if playing else []
    return Page(card(Tone.NOTE, blocks, buttons))


def _sentences(contest: Contest) -> Iterator[str]:
    if contest.opens_at is not None and contest.state == "draft":
        yield f"It opens {on(contest.opens_at)}, {relative(contest.opens_at)}."
    if contest.closes_at is not None and contest.state in {"draft", "open"}:
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
        else f"Everybody has {tries(contest.most_tries)}."
    ) + " Your best one counts."
    if contest.cooldown_seconds:
        yield f"Between two tries there are at least {length(contest.cooldown_seconds)}."
    faster = "was faster" if contest.sealed_minutes is not None else "reached the score first"
    yield f"Ties go to who {faster}, then to fewer tries."
    yield BOARDS[contest.board]
    if len(contest.words) <= MOST_TAPPED:
        yield "You can write the words in order, or tap them one by one."
    yield "While it runs, /snake refuses lists that are mostly its words, or have half of them."

"""Shows that nothing was changed: a code while a puzzle is played, and its text afterwards.

A post shows `locked_in`. At the end `present_proof` hands out the text, and how to check it.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.puzzles import Opened
from bot.ui.layout import Attachment, Page, Tone, attached, card

LABEL = "Proof"
FILE = "locked-in.txt"
MOST_SHOWN = 1500
"""Characters of a text that are shown; a longer text becomes a file."""
PAGE = "`docs/verify/index.html` from my source code"
PARTS = {
    "puzzle": "The puzzle has changed.",
    "best": "The best answer has changed.",
    "rules": "The rules have changed.",
    "text": "The text has changed.",
}


def locked_in(code: str | None) -> str | None:
    """Return a small line with the code; None if there is none."""
    return None if code is None else f"-# 🔒 Locked in: `{code}`"


def told(opened: Opened) -> tuple[str, tuple[Attachment, ...]]:
    """Say whether everything is as it was locked in, with the text or a file of it."""
    if opened.changed:
        changes = " ".join(PARTS[part] for part in opened.changed)
        head = f"⚠️ **This isn’t what was locked in.** {changes} Ask the host of this bot why."
    else:
        head = (
            "**Nothing was changed:** the puzzle, its best answer and the rules are as they were."
        )
    check = (
        f"You needn’t believe me: open {PAGE} in a browser, and paste this text and the code that "
        "the post showed while you played. It works offline."
    )
    code = f"The code: `{opened.code}`"
    if len(opened.text) <= MOST_SHOWN:
        return f"{head} {check}\n{code}\n```\n{opened.text}\n```", ()
    file = Attachment(FILE, opened.text.encode())
    return f"{head} {check} The text is in the file.\n{code}", (file,)


def present_proof(
    name: str,
    opened: Opened | None,
    more: Sequence[str] = (),
    files: Sequence[Attachment] = (),
) -> Page:
    """Return a proof titled `name`: what was locked in, and `more` with its files."""
    text, own = ("", ()) if opened is None else told(opened)
    changed = opened is not None and bool(opened.changed)
    every = (*own, *files)
    blocks = [f"## {name}: the proof", text, *more]
    tone = Tone.TROUBLE if changed else Tone.ANSWER
    return Page(card(tone, blocks, media=map(attached, every)), every)

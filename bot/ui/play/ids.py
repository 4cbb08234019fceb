"""The custom ids of cards on which a puzzle is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from bot.puzzles import GAMES, HintKind
from bot.ui.custom_ids import KEY, SNOWFLAKE, CustomId, Field
from bot.ui.tapping import TapId

MODES = {
    "daily": r"\d{1,6}",
    "train": rf"(?:{'|'.join(GAMES)}):\d{{1,9}}",
    "race": rf"{KEY.pattern}:\d{{1,3}}",
    "contest": KEY.pattern,
    "practice": SNOWFLAKE.pattern,
}
"""What identifies a play, by mode: the edition; game and puzzle; race and round; the contest's
id; the practice's id, taken from the interaction that began it."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a card is for: the kind of play, which is its mode, and the key within that.

    Contests store it with refused forms.
    """

    kind: str
    key: str

    def __str__(self) -> str:
        """Return its text in ids."""
        return f"{self.kind}:{self.key}"

    @classmethod
    def read(cls, text: str) -> Target:
        """Return what `str` wrote; raises ValueError for an id that Discord does not have."""
        kind, _, key = text.partition(":")
        if kind == "practice":
            SNOWFLAKE.read(key)
        return cls(kind, key)


PATTERN = "|".join(f"{mode}:{name}" for mode, name in MODES.items())
Played = Annotated[Target, Field(PATTERN, Target.read)]
Count = Annotated[int, Field(r"\d{1,6}", int)]
"""How many words or hints."""


class CardId(CustomId, prefix="card"):
    """Next word or Type; Stuck?; Give up, and what it asks: Show it, Keep playing; Definitions."""

    action: Literal["write", "stuck", "ask", "quit", "back", "words"]
    target: Played


class CardUndoId(CustomId, prefix="card:undo"):
    """Undo, Start over, Try for better: `left` of the `seen` words stay."""

    left: Count
    seen: Count
    target: Played


class CardSendId(CustomId, prefix="card:send"):
    """Submit: the `seen` words that the card shows."""

    seen: Count
    target: Played


class CardHintId(CustomId, prefix="card:hint"):
    """Letter, Meaning, Word; `seen`: how many hints the player had when the button was shown."""

    kind: HintKind
    seen: Count
    target: Played


class CardFormId(CustomId, prefix="card:form"):
    """The form that words are written into."""

    target: Played


class CardTapId(TapId, prefix="card:tap"):
    """A word to be laid, Undo or Take out, Start over, Submit: all words are on one page."""

    action: Literal["tap", "undo", "reset", "send"]
    target: Played

"""The anigram card: a chain as a staircase, as far as it is walked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from discord import ButtonStyle

from bot.ui.layout import Page, Tone, button, card, many
from bot.ui.words import Meanings, as_stairs, present_meanings
from solvers.anigram import AnigramRequest, Stage


@dataclass(frozen=True, slots=True)
class AnigramCard:
    """What one answer shows, and all that its buttons need: it is kept in the store.

    `question` is what the player asked, `drawn` what the chain answers: while it is walked, the
    question goes on from its first stages. The first `shown` stages are seen. `games` and
    `reach` are those of an AnigramResult.
    """

    question: AnigramRequest
    drawn: AnigramRequest
    tier: str
    chain: tuple[Stage, ...]
    shown: int
    games: int
    reach: int

    @property
    def seen(self) -> tuple[Stage, ...]:
        """The stages that are shown."""
        return self.chain[: self.shown]

    @property
    def path(self) -> tuple[str, ...]:
        """The letters of each stage that is shown: what tells one game from another."""
        return tuple(stage.letters for stage in self.seen)

    @property
    def stage(self) -> Stage:
        """The stage where the player stands: the last that is shown."""
        return self.chain[self.shown - 1]

    @property
    def is_whole(self) -> bool:
        """Whether the answer is shown as it was asked for, and nothing was walked."""
        return self.drawn == self.question and self.shown == len(self.chain)

    @property
    def is_only_one(self) -> bool:
        """Whether another draw is known to give the same."""
        if self.shown < len(self.chain):
            return self.shown == 1 and self.question.start is not None
        return self.games == 1

    @property
    def can_grow(self) -> bool:
        """Whether there is a stage after the last that is shown."""
        return self.shown < len(self.chain) or self.reach > len(self.stage.letters)

    def longer(self) -> AnigramCard | None:
        """Return the card with one stage more of its chain; None where the chain ends."""
        return replace(self, shown=self.shown + 1) if self.shown < len(self.chain) else None

    def shorter(self) -> AnigramCard:
        """Return the card with one stage less, down to the first."""
        return replace(self, shown=max(1, self.shown - 1))

    def onward(self) -> AnigramRequest:
        """Ask for the longest game that begins with the stages shown."""
        return AnigramRequest(start=self.chain[0].letters, added=_added(self.seen))

    def instead(self) -> AnigramRequest:
        """Ask for another last stage, keeping those before it, and on to the end if one is set."""
        if self.shown == len(self.chain):
            return self.drawn
        end = self.drawn.end
        length = len(self.stage.letters) if end is None else None
        if self.shown == 1:
            return AnigramRequest(start=self.question.start, end=end, length=length)
        kept = _added(self.seen[:-1])
        return AnigramRequest(start=self.chain[0].letters, added=kept, end=end, length=length)


def present_anigram(shown: AnigramCard, key: str) -> Page:
    """Return the page of a card kept under a key."""
    heading = " → ".join(dict.fromkeys((shown.chain[0].words[0], shown.stage.words[0])))
    blocks = [
        f"## {heading}",
        f"{_facts(shown)}\n{as_stairs(shown.seen)}",
        f"-# letters, a word they spell, the others · {shown.tier} word list",
    ]
    buttons = [
        button("One shorter", f"anigram:shorter:{key}", disabled=shown.shown == 1),
        button(
            "One longer",
            f"anigram:longer:{key}",
            style=ButtonStyle.primary,
            disabled=not shown.can_grow,
        ),
        button("Another", f"anigram:another:{key}", disabled=shown.is_only_one),
        button("All words of this stage", f"anigram:words:{key}"),
    ]
    return Page(card(Tone.ANSWER, blocks, buttons))


def present_stage(shown: AnigramCard, meanings: Meanings) -> Page:
    """Return a page of every word of the stage where the player stands, and what they mean."""
    stage = shown.stage
    spelled = ", ".join(_bold(stage, word) for word in stage.words)
    note = f"**{many(len(stage.words), 'word')}**: {spelled}"
    return present_meanings(" ".join(stage.letters), meanings, note)


def _bold(stage: Stage, word: str) -> str:
    """Mark the new letter where letters are not of one width: a capital i would look like an l."""
    return word.replace(stage.added, f"**{stage.added}**", 1) if stage.added else word


def _facts(shown: AnigramCard) -> str:
    first, last = shown.chain[0].letters, shown.stage.letters
    said = [many(shown.shown, "stage")]
    if first != last:
        said.append(f"{len(first)} to {len(last)} letters")
    if not shown.is_whole:
        return " · ".join(["**On the way**", *said, _ahead(shown)])
    said.append("the only game" if shown.games == 1 else f"one of {shown.games:,} games")
    if shown.can_grow:
        said.append(_ahead(shown))
    elif shown.shown == 1:
        said.append("no letter can be added so that a word comes out")
    return " · ".join([f"**{_name(shown.question)}**", *said])


def _ahead(shown: AnigramCard) -> str:
    if shown.shown < len(shown.chain):
        return f"this game goes on to {len(shown.chain[-1].letters)}"
    return f"can grow to {shown.reach}" if shown.can_grow else "cannot grow"


def _name(question: AnigramRequest) -> str:
    if question.end is not None:
        return "To this end" if question.start is None else "From start to end"
    if question.length is not None:
        return "As long as asked"
    return "Longest of all" if question.start is None else "Longest from these letters"


def _added(stages: tuple[Stage, ...]) -> str:
    return "".join(stage.added for stage in stages)

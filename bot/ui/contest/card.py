"""The card of a contest, or a practice, that is played word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.contests import Contest, LineKey, LineState, PracticeKey, PracticeReceipt, puzzle_of
from bot.contests import Receipt as Answered
from bot.play import KeyT, Playing, Receipt
from bot.puzzles import game_of, next_move
from bot.services import Services
from bot.ui.client import Interaction
from bot.ui.contest.ids import ContestId
from bot.ui.contest.play_view import (
    FUN,
    present_practice_receipt,
    present_receipt,
    present_refused,
    saved,
)
from bot.ui.contest.text import title
from bot.ui.drawing import draw_for
from bot.ui.games.faces import FACES, face_of
from bot.ui.games.rows import Far
from bot.ui.layout import Page, Tone, button, on, relative
from bot.ui.permissions import guard_of, scope_of
from bot.ui.play.ids import Target
from bot.ui.play.mode import Around, CardMode, News
from solvers.text import many


class _LineCards(CardMode[KeyT, LineState]):
    """What contests and practices share."""

    def title(self, state: LineState) -> str:
        """Return the contest's title."""
        return state.contest.title

    async def around(self, _interaction: Interaction, state: LineState) -> Around:
        """Return the task and its deadline, and nothing that tells how good the best answer is."""
        return around(state, self.target(state))

    async def result(
        self, interaction: Interaction, receipt: Receipt[LineState], _news: News | None
    ) -> Page:
        """Return the receipt of an answer, drawn; without one, say that the last try is used."""
        state, sent = receipt.state, receipt.state.receipt
        if sent is None:
            said = "You’ve used your last try, and it’s saved."
            return present_refused(said, state.contest.id, "no tries left")
        sketch = face_of(state.puzzle).picture(state.puzzle, sent.answer.words)
        (drawn,) = await draw_for(interaction, sketch)
        if isinstance(sent, PracticeReceipt):
            return present_practice_receipt(sent, drawn)
        return present_receipt(sent, drawn)

    async def ending(self, _interaction: Interaction, _state: LineState) -> str:
        """Return nothing: nobody gives up."""
        return ""

    def meant(self, state: LineState) -> Sequence[str]:
        """Return the words that the player has."""
        return state.line

    def said(self, receipt: Receipt[LineState]) -> News | None:
        """Describe an answer sent in by a button."""
        sent = receipt.state.receipt
        return None if sent is None else News(saved(sent), Tone.ANSWER)

    def right(self, receipt: Receipt[LineState], _far: Far = (), /) -> News:
        """Describe right words, but not how far from the end they are."""
        state = receipt.state
        assert receipt.verdict is not None
        if state.receipt is not None:
            return News(saved(state.receipt), Tone.ANSWER)
        words = state.progress.words
        if not words:
            return News("", Tone.NOTE)
        onward = next_move(state.puzzle, state.progress)
        if last := game_of(state.puzzle).finished(state.puzzle, words)[len(words) :]:
            onward = f"Write **{last[0]}** next, and your {state.contest.game} is sent in"
        said = f"✅ **“{receipt.verdict.words[-1]}” fits!** {onward}." if onward else ""
        return News(said, Tone.ANSWER)


class ContestCards(_LineCards[LineKey], name="contest"):
    """Contests that are open."""

    def playing(self, services: Services) -> Playing[LineKey, LineState]:
        """Return the service that plays contests."""
        return services.contests.lines

    def key(self, interaction: Interaction, name: str) -> LineKey:
        """Return the key of a contest for the person who pressed."""
        return LineKey(scope_of(interaction), name)

    def target(self, state: LineState) -> Target:
        """Return the target that the contest's custom ids carry."""
        return Target("contest", state.contest.id)


class PracticeCards(_LineCards[PracticeKey], name="practice"):
    """Practices, against their clock."""

    def playing(self, services: Services) -> Playing[PracticeKey, LineState]:
        """Return the service that plays practices."""
        return services.contests.practice_lines

    def key(self, interaction: Interaction, name: str) -> PracticeKey:
        """Return the key of a practice for the person who pressed."""
        refuse_given = guard_of(interaction).refuse_given
        return PracticeKey(scope_of(interaction), int(name), refuse_given)

    def target(self, state: LineState) -> Target:
        """Return the target that the practice's custom ids carry."""
        assert state.part is not None
        return Target("practice", str(state.part.id))


def around(state: LineState, target: Target) -> Around:
    """Return what a card shows around the puzzle of a running contest."""
    goal = FACES[state.contest.game].goal
    board = button("Board", ContestId("board", state.contest.id))
    practising = target.kind == "practice"
    return Around(
        f"## {title(state.contest)}{': practice' if practising else ''}",
        goal,
        (f"-# {' · '.join(_facts(state))}", f"-# {FUN}" if practising else None),
        more=() if practising else [board],
        end="" if state.sends or not state.progress.words else "Submit",
        sends=len(state.progress.words),
        task_on=goal,
    )


def _facts(state: LineState) -> Iterator[str]:
    yield f"until {on(state.deadline)}, {relative(state.deadline)}"
    if state.tries_left is not None:
        yield f"{many(state.tries_left, 'try', 'tries')} left"
    again_at = state.receipt.again_at if isinstance(state.receipt, Answered) else state.again_at
    if again_at is not None:
        yield f"you can send in the next {relative(again_at)}"


async def refuse_played_again(interaction: Interaction, contest: Contest) -> None:
    """Refuse to show the answers of a finished contest while its puzzle is being played again.

    Raises BeingPlayed, as when somebody asks the bot to solve it.
    """
    if contest.state == "revealed":
        given = puzzle_of(contest).given
        await guard_of(interaction).refuse_given(contest.game, interaction.created_at, given)

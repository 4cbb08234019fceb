"""The card of a player's play of an edition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from discord import ButtonStyle

from bot.dailies import COST, DailyStanding, DailyState, EditionKey, Streak
from bot.play import Playing, Receipt
from bot.services import Services
from bot.ui.client import Interaction
from bot.ui.daily.ids import EditionId, ShareId
from bot.ui.daily.result_view import Result, present_over, present_result, shown_words
from bot.ui.daily.text import archived, best_of, heading, title, worth_of
from bot.ui.drawing import draw_for
from bot.ui.games.faces import face_of
from bot.ui.layout import Page, button, relative
from bot.ui.play.ids import Target
from bot.ui.play.mode import Around, CardMode, News
from solvers.text import many

PRICES = {kind: f" −{cost}" for kind, cost in COST.items()}


class DailyCards(CardMode[EditionKey, DailyState], name="daily"):
    """Editions, as their players see them."""

    def playing(self, services: Services) -> Playing[EditionKey, DailyState]:
        """Return the service that plays editions."""
        return services.dailies.play

    def key(self, interaction: Interaction, name: str) -> EditionKey:
        """Return the key of an edition, by its number, for the person who pressed."""
        return EditionKey(interaction.guild_id, int(name))

    def target(self, state: DailyState) -> Target:
        """Return the target that a play's custom ids carry."""
        return Target(self.name, str(state.edition.number))

    def title(self, state: DailyState) -> str:
        """Return "🪜 Daily ladder #324"."""
        return title(state.puzzle.game, state.edition.number)

    async def around(self, interaction: Interaction, state: DailyState) -> Around:
        """Return the day, the progress, the deadline, and Share and Rules."""
        return around(state, await _closing(interaction) if state.live else None)

    async def result(
        self, interaction: Interaction, receipt: Receipt[DailyState], news: News | None
    ) -> Page:
        """Return the picture of what the player found, and how good it is, or of the solution."""
        state, services = receipt.state, interaction.client.services
        closes = await _closing(interaction) if state.live else None
        board = interaction.guild_id is not None
        sketch = face_of(state.puzzle).picture(state.puzzle, shown_words(state))
        (drawn,) = await draw_for(interaction, sketch)
        if state.play.given_up_at is not None:
            return present_over(state, Result(closes, drawn=drawn, board=board), news)
        standing: DailyStanding | None = None
        streak: Streak | None = None
        if state.live:
            here = interaction.guild_id, state.edition.number, interaction.created_at
            queries = services.dailies.queries
            standing = await queries.standing(interaction.user.id, *here)
            streak = await _streak(interaction)
        return present_result(state, Result(closes, standing, streak, drawn, board), news)

    async def ending(self, interaction: Interaction, state: DailyState) -> str:
        """Say what giving up costs."""
        return ending(state, await _streak(interaction) if state.live else None)

    def meant(self, state: DailyState) -> Sequence[str]:
        """Return the words of the result, or the words that the puzzle gives."""
        return shown_words(state) if state.ended else state.puzzle.given

    def compared(self, receipt: Receipt[DailyState]) -> str:
        """Say how an answer that solves the puzzle compares with the player's best."""
        assert receipt.verdict is not None
        face, result = face_of(receipt.state.puzzle), receipt.verdict.result
        if receipt.first or result is None or face.game.only_par:
            return ""
        if receipt.is_best:
            return "Your best yet!"
        if receipt.points == receipt.state.play.points:
            return "As good as your best."
        said = f"**{face.amount(result)}**, {worth_of(receipt.points or 0)}"
        return f"{said} · your earlier best still counts"


def around(state: DailyState, closes: datetime | None) -> Around:
    """Return what a card shows around a play; `closes`: until when it counts, None if archived."""
    number, solved = state.edition.number, state.solved
    share = [button("Share", ShareId("share", number), style=ButtonStyle.success)]
    return Around(
        head=heading(state.edition),
        task=face_of(state.puzzle).task(state.puzzle),
        small=(
            _paid(state),
            best_of(state.puzzle, state.play),
            f"-# {' · '.join(_facts(state, closes))}",
        ),
        prices=PRICES,
        more=share if solved else [],
        rules=[button("Rules", EditionId("rules", number))],
        end="Solution" if solved else "Give up",
    )


def ending(state: DailyState, streak: Streak | None = None) -> str:
    """Say what giving up means; `streak`: the player's, where the puzzle counts."""
    if state.solved:
        what = "You keep your best, but can’t try again."
    else:
        what = "The puzzle then counts as unsolved." + (_cost(streak) if streak else "")
    if state.elsewhere:
        what += " That also goes for servers where it’s still open."
    return what


def _cost(streak: Streak) -> str:
    """Say what giving up does to a streak."""
    if not streak.current or streak.done:
        return ""
    if streak.freezes:
        return f" A freeze saves your 🔥 streak of {streak.current:,}."
    return f" That ends your 🔥 streak of {streak.current:,}."


def _paid(state: DailyState) -> str | None:
    """Say what the hints so far cost."""
    if not state.hints:
        return None
    cost = many(sum(COST[hint.kind] for hint in state.hints), "point")
    return f"-# {many(len(state.hints), 'hint')}: −{cost} from here on"


def _facts(state: DailyState, closes: datetime | None) -> Iterator[str]:
    if state.arranges and state.play.tries:
        yield many(state.play.tries, "try", "tries")
    elif face_of(state.puzzle).game.miss and (missed := state.progress.missed):
        yield many(missed, "wrong word")
    yield f"closes {relative(closes)}" if closes else archived(state)


async def _closing(interaction: Interaction) -> datetime:
    """Return when the next edition opens here."""
    return await interaction.client.services.dailies.queries.next_opening(
        interaction.guild_id, interaction.created_at
    )


async def _streak(interaction: Interaction) -> Streak:
    queries = interaction.client.services.dailies.queries
    here = interaction.guild_id, interaction.created_at
    return (await queries.stats(interaction.user.id, *here)).streak

"""/anigram: letters that spell a word, and again with one letter more, and again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from discord import app_commands

from bot.services import Services
from bot.ui import replies
from bot.ui.cards import KEY, CardButton, CardType, meanings, redraw, take_turn
from bot.ui.client import Interaction
from bot.ui.games.anigram_view import AnigramCard, present_anigram, present_stage
from bot.ui.options import WORD_LENGTH, letters_option, playable_here, range_option
from bot.ui.server_rules import ServerRules, rules_of
from solvers import anigram as solver
from solvers.anigram import FIRST_SIZE, AnigramRequest, AnigramResult, Stage
from solvers.errors import NoAnswer

TIER = "full"


@app_commands.command()
@app_commands.describe(
    start="the letters to begin with, four or more, in any order",
    end="the word to end with, or its letters in any order",
    length="end with so many letters (usually: as many as possible)",
    private="show the answer to you alone",
)
async def anigram(
    interaction: Interaction,
    start: app_commands.Range[str, 1, 60] | None = None,
    end: app_commands.Range[str, 1, 60] | None = None,
    length: app_commands.Range[int, FIRST_SIZE, WORD_LENGTH] | None = None,
    private: bool = False,
) -> None:
    """Grow letters that spell a word by one letter at a time, each time to a word again."""
    await replies.defer(interaction, private=private)
    request = AnigramRequest(
        start=letters_option("start", start),
        end=letters_option("end", end),
        length=range_option("length", length, FIRST_SIZE, WORD_LENGTH),
    )
    rules = await rules_of(interaction)
    services = interaction.client.services
    await services.dailies.guard.refuse_anigram(interaction.created_at, request.start, request.end)
    card = await draw(services, request, rules.tier, interaction.user.id, rules=rules)
    await services.dailies.guard.refuse_anigram(interaction.created_at, *card.path)
    await ANIGRAMS.show(interaction, card)


@anigram.autocomplete("end")
@playable_here
def _end(interaction: Interaction, typed: str) -> Iterable[str]:
    words = interaction.client.services.lexicons[TIER].complete("".join(typed.split()))
    return [word for word in words if len(word) >= FIRST_SIZE]


class AnigramButton(
    CardButton, template=rf"anigram:(?P<action>shorter|longer|another|words):{KEY}"
):
    """Any of them."""

    async def press(self, interaction: Interaction) -> None:
        """Walk the chain, or show the words of the stage where the player stands."""
        services = interaction.client.services
        if self.action == "words":
            await replies.defer(interaction, private=True)
            shown = await ANIGRAMS.fetch(services, self.key)
            told = meanings(services.lexicons[shown.tier], shown.stage.words)
            await replies.edit(interaction, present_stage(shown, told))
            return
        await take_turn(interaction)
        shown = await ANIGRAMS.fetch(services, self.key)
        asked = shown.question.start, shown.question.end, shown.stage.letters
        await services.dailies.guard.refuse_anigram(interaction.created_at, *asked)
        onward = await self._next(interaction, shown)
        await services.dailies.guard.refuse_anigram(interaction.created_at, *onward.path)
        await ANIGRAMS.show(interaction, onward)

    async def _next(self, interaction: Interaction, shown: AnigramCard) -> AnigramCard:
        if self.action == "shorter":
            return shown.shorter()
        step = longer if self.action == "longer" else another
        return await step(
            interaction.client.services, shown, interaction.user.id, await rules_of(interaction)
        )


ANIGRAMS = CardType("anigram", AnigramCard, present_anigram)
QUICK_SECONDS = 5.0
"""Far more than any game takes."""


async def draw(
    services: Services,
    request: AnigramRequest,
    tier: str,
    user: int,
    *,
    rules: ServerRules,
    question: AnigramRequest | None = None,
) -> AnigramCard:
    """Solve the request without the words that the server denies.

    `question`: what the player typed, where the request goes on from what they were shown.
    Raises PuzzleError, SolvingError, or BadOption for a denied word.
    """
    asked = question or request
    rules.check((asked.start, asked.end))
    # The card keeps the request as it was made: denied words are not to be read in it.
    solved = replace(request, avoid=rules.denied_in(services.lexicons[tier]))
    result: AnigramResult = await services.solving.run(
        solver.solve, solved, tier=tier, seconds=QUICK_SECONDS, user=user
    )
    chain = tuple(_as_typed(stage, asked) for stage in result.chain)
    return AnigramCard(asked, request, tier, chain, len(chain), result.games, result.reach)


async def longer(
    services: Services, shown: AnigramCard, user: int, rules: ServerRules
) -> AnigramCard:
    """Return the card with one stage more: of its chain, or beyond it of a longest one."""
    onward = shown
    if shown.shown == len(shown.chain):
        onward = await _redraw(services, shown, shown.onward(), user, rules)
    if onward.shown == len(onward.chain):
        raise NoAnswer("No letter can be added here so that a word comes out.")
    return replace(onward, shown=onward.shown + 1)


async def another(
    services: Services, shown: AnigramCard, user: int, rules: ServerRules
) -> AnigramCard:
    """Return the card drawn again: the whole game, or the last stage of one that is walked.

    Raises NoAnswer where there is no other.
    """
    drawn = await redraw(
        lambda: _redraw(services, shown, shown.instead(), user, rules),
        lambda drawn: drawn.games == 1 or drawn.path != shown.path,
    )
    if drawn.path != shown.path:
        return drawn
    if shown.shown == 1:
        raise NoAnswer("No other letters to begin with lead on here.")
    raise NoAnswer("No other letter leads on here; step back with “One shorter” and try there.")


async def _redraw(
    services: Services, shown: AnigramCard, request: AnigramRequest, user: int, rules: ServerRules
) -> AnigramCard:
    """Draw what takes the place of a card, seen as far as that was."""
    drawn = await draw(services, request, shown.tier, user, rules=rules, question=shown.question)
    return replace(drawn, shown=min(shown.shown, len(drawn.chain)))


def _as_typed(stage: Stage, question: AnigramRequest) -> Stage:
    """Return a stage with the word first that the player typed for it, if one was typed."""
    words = sorted(stage.words, key=lambda word: word not in {question.start, question.end})
    return replace(stage, words=tuple(words))

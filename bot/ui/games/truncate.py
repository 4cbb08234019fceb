"""/truncate: words that grow by a letter at either end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from discord import ButtonStyle, app_commands

from bot.services import Services
from bot.solving import SHORT_SECONDS, Requester
from bot.ui import replies
from bot.ui.buttons import PersistentButton, defer_for_redraw
from bot.ui.cards import CardType, meanings, redraw
from bot.ui.client import Interaction, requester_of
from bot.ui.custom_ids import CustomId, Key
from bot.ui.layout import Page, Tone, button, card, shorten
from bot.ui.options import letters_option, playable_here
from bot.ui.server_rules import ServerRules, rules_of
from bot.ui.words import as_stack, present_meanings
from solvers import truncate as solver
from solvers.text import many
from solvers.truncate import TruncateRequest, TruncateResult, align

TIER = "full"
NAME_LENGTH = 24
"""Letters of a word above the stack, which has it whole."""
MODES = {"ends": "letters join at the ends", "anywhere": "letters join anywhere"}


class TruncateId(CustomId, prefix="truncate"):
    """A button of a truncate card."""

    action: Literal["another", "definitions"]
    key: Key


@dataclass(frozen=True, slots=True)
class TruncateCard:
    """What one answer shows, and all that its buttons need. Stored as JSON.

    `count` is that of a TruncateResult.
    """

    version: ClassVar[int] = 1

    request: TruncateRequest
    tier: str
    sequence: tuple[str, ...]
    count: int

    @property
    def title(self) -> str:
        """The first word and the last, or the only one."""
        ends = dict.fromkeys((self.sequence[0], self.sequence[-1]))
        return " → ".join(shorten(word, NAME_LENGTH) for word in ends)


@app_commands.command()
@app_commands.describe(
    start="the word to begin with",
    through="a word to have on the way",
    end="the word to end with",
    mode="where each new letter goes: at the ends, or anywhere (default: ends)",
    private="show the answer to you alone",
)
async def truncate(  # noqa: PLR0917 - Discord passes options by name
    interaction: Interaction,
    start: app_commands.Range[str, 1, 60] | None = None,
    through: app_commands.Range[str, 1, 60] | None = None,
    end: app_commands.Range[str, 1, 60] | None = None,
    mode: Literal["ends", "anywhere"] = "ends",
    private: bool = False,
) -> None:
    """Find the longest line of words, each the one before with a letter more at an end."""
    await replies.defer(interaction, private=private)
    request = TruncateRequest(
        start=letters_option("start", start),
        through=letters_option("through", through),
        end=letters_option("end", end),
        mode=mode,
    )
    rules = await rules_of(interaction)
    services = interaction.client.services
    await services.dailies.guard.refuse_truncate(
        interaction.created_at, request.start, request.through
    )
    drawn = await draw(services, request, rules.tier, requester_of(interaction), rules=rules)
    await services.dailies.guard.refuse_truncate(interaction.created_at, *drawn.sequence)
    await TRUNCATES.show(interaction, drawn)


@truncate.autocomplete("start")
@truncate.autocomplete("through")
@truncate.autocomplete("end")
@playable_here
def _word(interaction: Interaction, typed: str) -> Iterable[str]:
    return interaction.client.services.lexicons[TIER].complete(typed)


class TruncateButton(PersistentButton[TruncateId], ids=TruncateId):
    """Another, Definitions."""

    async def press(self, interaction: Interaction) -> None:
        """Show another sequence, or what the words of this one mean."""
        services = interaction.client.services
        if self.params.action == "definitions":
            await replies.defer(interaction, private=True)
            shown = await TRUNCATES.fetch(services, self.params.key)
            meant = meanings(services.lexicons[shown.tier], shown.sequence)
            await replies.edit(
                interaction, present_meanings(f"What the words mean: {shown.title}", meant)
            )
            return
        await defer_for_redraw(interaction)
        shown = await TRUNCATES.fetch(services, self.params.key)
        asked = shown.request.start, shown.request.through
        await services.dailies.guard.refuse_truncate(interaction.created_at, *asked)
        drawn = await another(
            services, shown, requester_of(interaction), await rules_of(interaction)
        )
        await services.dailies.guard.refuse_truncate(interaction.created_at, *drawn.sequence)
        await TRUNCATES.show(interaction, drawn)


async def draw(
    services: Services,
    request: TruncateRequest,
    tier: str,
    requester: Requester,
    *,
    rules: ServerRules,
) -> TruncateCard:
    """Solve the request without the words that the server denies.

    Raises PuzzleError, SolvingError, or BadOption for a denied word.
    """
    rules.check((request.start, request.through, request.end))
    # The card stores the request as it was made: denied words must not be readable in it.
    solved = replace(request, avoid=rules.denied_in(services.lexicons[tier]))
    result: TruncateResult = await services.solving.run(
        solver.solve, solved, tier=tier, seconds=SHORT_SECONDS, requester=requester
    )
    return TruncateCard(request, tier, result.sequence, result.count)


async def another(
    services: Services, shown: TruncateCard, requester: Requester, rules: ServerRules
) -> TruncateCard:
    """Return the card drawn again, until another sequence comes if there is one."""
    return await redraw(
        lambda: draw(services, shown.request, shown.tier, requester, rules=rules),
        lambda drawn: drawn.count == 1 or drawn.sequence != shown.sequence,
    )


def present_truncate(shown: TruncateCard, key: str) -> Page:
    """Return the page of a card kept under a key."""
    buttons = [button("Definitions", TruncateId("definitions", key))]
    if shown.count > 1:
        buttons.insert(0, button("Another", TruncateId("another", key), style=ButtonStyle.primary))
    blocks = [
        f"## {shown.title}",
        f"{_facts(shown)}\n{as_stack(align(shown.sequence))}",
        f"-# {MODES[shown.request.mode]} · {shown.tier} word list",
    ]
    return Page(card(Tone.ANSWER, blocks, buttons))


def _facts(shown: TruncateCard) -> str:
    said = [f"**{_name(shown.request)}**", many(len(shown.sequence), "word")]
    if len(shown.sequence) == 1:
        said.append(_why_alone(shown.request))
    else:
        said.append("the only one" if shown.count == 1 else f"one of {shown.count:,} such")
    return " · ".join(said)


def _why_alone(request: TruncateRequest) -> str:
    if request.end is not None and request.end == request.start:
        return "it begins and ends with the same word"
    if request.end is None:
        more = " or taken away" if request.start is None else ""
        return f"no letter can be added{more} so that a word is left"
    return "no letter can be taken away so that a word is left"


def _name(request: TruncateRequest) -> str:
    asked = {"from": request.start, "through": request.through, "to": request.end}
    given = [f"{how} {shorten(word, NAME_LENGTH)}" for how, word in asked.items() if word]
    return " ".join(["Longest", *(given or ["of all"])])


TRUNCATES = CardType("truncate", TruncateCard, present_truncate)

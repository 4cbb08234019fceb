"""/truncate: words that grow by a letter at either end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Literal

from discord import ButtonStyle, app_commands

from bot.services import Services
from bot.solving import SHORT_SECONDS, Requester
from bot.ui import replies
from bot.ui.buttons import PersistentButton, defer_for_redraw
from bot.ui.cards import CardType, draw_guarded, meanings, redraw
from bot.ui.client import Interaction, requester_of
from bot.ui.custom_ids import CustomId, Key
from bot.ui.games.mending import Mend, Option, offering_mends
from bot.ui.games.rows import grown
from bot.ui.layout import Attachment, Block, Page, Tone, button, card, picture, shorten
from bot.ui.options import letters_option, playable_here
from bot.ui.permissions import guard_of
from bot.ui.picture import RowSketch
from bot.ui.server_rules import ServerRules, rules_of
from bot.ui.words import as_stack, present_meanings
from solvers import truncate as solver
from solvers.errors import NoAnswer, PuzzleError
from solvers.lexicon import Lexicon
from solvers.reading import read_words
from solvers.text import many
from solvers.truncate import TruncateRequest, TruncateResult, align, is_part

NAME_LENGTH = 24
"""Letters of a word in the heading; the stack below shows it in full."""
ALONE, SAME_ENDS = "alone", "same_ends"
"""Codes of errors about sequences of a single word."""
NAMES = {"start": "start", "through": "word on the way", "end": "end"}
MODES = {"ends": "letters join at the ends", "anywhere": "letters join anywhere"}


class TruncateId(CustomId, prefix="truncate"):
    """A button of a truncate card."""

    action: Literal["another", "definitions", "longest"]
    key: Key


@dataclass(frozen=True, slots=True)
class TruncateCard:
    """What an answer shows, and everything its buttons need. Stored as JSON.

    `count` is the one of a TruncateResult; it means nothing for a sequence drawn at random.
    """

    version: ClassVar[int] = 1

    request: TruncateRequest
    tier: str
    sequence: tuple[str, ...]
    count: int

    @property
    def title(self) -> str:
        """The first word and the last."""
        ends = self.sequence[0], self.sequence[-1]
        return " → ".join(shorten(word, NAME_LENGTH) for word in ends)


@app_commands.command()
@app_commands.describe(
    start="the word to start from",
    through="a word to pass on the way",
    end="the word to end with",
    mode="where each new letter goes: at the ends, or anywhere (default: ends)",
    private="show the answer only to you (default: no)",
)
async def truncate(  # noqa: PLR0917 - Discord passes options by name
    interaction: Interaction,
    start: app_commands.Range[str, 1, 60] | None = None,
    through: app_commands.Range[str, 1, 60] | None = None,
    end: app_commands.Range[str, 1, 60] | None = None,
    mode: Literal["ends", "anywhere"] = "ends",
    private: bool = False,
) -> None:
    """Grow a word letter by letter at its ends: a, at, rat, rate … Without options, I pick it."""
    await replies.defer(interaction, private=private)
    request = TruncateRequest(
        start=letters_option("start", start),
        through=letters_option("through", through),
        end=letters_option("end", end),
        mode=mode,
    )
    if not (request.start or request.through or request.end):
        request = replace(request, familiar=True)
    rules, requester = await rules_of(interaction), requester_of(interaction)
    services = interaction.client.services
    await _refuse(interaction, request.start, request.through)
    async with offering_mends(interaction, _with_other_options):
        drawn = await draw_guarded(
            lambda: draw(services, request, rules.tier, requester, rules=rules),
            lambda drawn: _refuse(interaction, *drawn.sequence),
        )
        await TRUNCATES.show(interaction, drawn)


async def _refuse(interaction: Interaction, *words: str | None) -> None:
    """Raise BeingPlayed for words that give away a truncate, or a resize that only grows."""
    for game in ("truncate", "resize"):
        await guard_of(interaction).refuse(game, interaction.created_at, *words)


def _with_other_options(error: PuzzleError, options: Mapping[str, Option]) -> Iterator[Mend]:
    typed = ["".join(read_words(str(options[name]))) for name in NAMES if options.get(name)]
    may = all(is_part(one, other, "anywhere") for one, other in pairwise(typed))
    at_fault = isinstance(error, NoAnswer) and error.code != SAME_ENDS
    if (at_fault or error.code == "not_part") and may and options.get("mode") != "anywhere":
        yield Mend("Try with letters that join anywhere", {"mode": "anywhere"})
    if error.code == SAME_ENDS or (error.code == "not_part" and not may):
        for name in ("end", "through", "start"):
            if options.get(name):
                yield Mend(f"Try without the {NAMES[name]}", {name: None})
    if error.code == ALONE:
        yield Mend("Grow any word", dict.fromkeys(("start", "through", "end")))


@truncate.autocomplete("start")
@truncate.autocomplete("through")
@truncate.autocomplete("end")
@playable_here
def _word(_interaction: Interaction, typed: str, lexicon: Lexicon) -> Iterable[str]:
    return lexicon.complete(typed)


class TruncateButton(PersistentButton[TruncateId], ids=TruncateId):
    """Another, Longest of all, Definitions."""

    async def press(self, interaction: Interaction) -> None:
        """Show another sequence, or the meanings of this one's words."""
        services = interaction.client.services
        if self.params.action == "definitions":
            await replies.defer(interaction, private=True)
            shown = await TRUNCATES.fetch(services, self.params.key)
            rules = await rules_of(interaction)
            meant = meanings(rules.lexicon(services, shown.tier), shown.sequence)
            await replies.edit(interaction, present_meanings(shown.title, meant))
            return
        await defer_for_redraw(interaction)
        shown = await TRUNCATES.fetch(services, self.params.key)
        if self.params.action == "longest":
            shown = replace(shown, request=TruncateRequest(mode=shown.request.mode))
        rules, requester = await rules_of(interaction), requester_of(interaction)
        await _refuse(interaction, shown.request.start, shown.request.through)
        drawn = await draw_guarded(
            lambda: another(services, shown, requester, rules),
            lambda drawn: _refuse(interaction, *drawn.sequence),
        )
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

    Raises PuzzleError, also for a word that stays alone, SolvingError, or BadOption for a denied
    word.
    """
    rules.check((request.start, request.through, request.end))
    # The card stores the original request: denied words must not be readable in it.
    denied = rules.denied_in(services.lexicons[tier])
    solved = replace(request, avoid=denied, policy=rules.policy)
    result: TruncateResult = await services.solving.run(
        solver.solve,
        solved,
        tier=tier,
        seconds=SHORT_SECONDS,
        quick=True,
        requester=requester,
    )
    if len(result.sequence) == 1:
        raise _alone(request, result.sequence[0])
    return TruncateCard(request, tier, result.sequence, result.count)


def _alone(request: TruncateRequest, word: str) -> NoAnswer:
    """Return the error for a word that is alone in its sequence."""
    if request.start is not None and request.end is not None:
        return NoAnswer(
            f"“{word}” is both start and end. Leave one of them out to see how it grows.",
            code=SAME_ENDS,
        )
    where = "at its front or its end" if request.mode == "ends" else "anywhere"
    if request.start is not None:
        why = f"“{word}” can’t grow: no letter added {where} makes another word."
    elif request.end is not None:
        why = f"Nothing grows into “{word}”: no letter taken away {where} leaves a word."
    else:
        why = f"“{word}” stays alone: no letter added or taken away {where} makes another word."
    return NoAnswer(f"{why} Try another word.", code=ALONE)


async def another(
    services: Services, shown: TruncateCard, requester: Requester, rules: ServerRules
) -> TruncateCard:
    """Return the card drawn again, until the sequence is another one, if there is one."""
    return await redraw(
        lambda: draw(services, shown.request, shown.tier, requester, rules=rules),
        lambda drawn: (
            (drawn.count == 1 and not drawn.request.familiar) or drawn.sequence != shown.sequence
        ),
    )


def sketches(shown: TruncateCard) -> Sequence[RowSketch | None]:
    """Return what to draw: a staircase; None if it is too large."""
    sketch = RowSketch(tuple(grown(shown.sequence)), "")
    return [sketch if sketch.legible else None]


def present_truncate(shown: TruncateCard, key: str, drawn: bytes | None = None) -> Page:
    """Return the page of a card kept under a key, with its picture once it is drawn."""
    buttons = [button("Definitions", TruncateId("definitions", key))]
    if shown.request.familiar:
        buttons.insert(0, button("Longest of all", TruncateId("longest", key)))
    if shown.count > 1 or shown.request.familiar:
        buttons.insert(0, button("Another", TruncateId("another", key), style=ButtonStyle.primary))
    footer = [MODES[shown.request.mode]]
    if shown.tier != "full":
        footer.append(f"{shown.tier} word list")
    files = () if drawn is None else (Attachment("truncate.png", drawn),)
    said: list[Block] = [f"{_facts(shown)}\n{as_stack(align(shown.sequence))}"]
    if files:
        spoken = f"A staircase of words: {', '.join(shown.sequence)}"
        said = [_facts(shown), picture(files[0], spoken)]
    blocks = [f"## {shown.title}", *said, f"-# {' · '.join(footer)}"]
    return Page(card(Tone.ANSWER, blocks, buttons), files)


def _facts(shown: TruncateCard) -> str:
    said = [f"**{_name(shown.request)}: {many(len(shown.sequence), 'word')}**"]
    if not shown.request.familiar:
        said.append("the only way" if shown.count == 1 else f"{shown.count:,} ways")
    return " · ".join(said)


def _name(request: TruncateRequest) -> str:
    if request.familiar:
        return "Only words people know"
    asked = {"from": request.start, "through": request.through, "to": request.end}
    given = [f"{how} {shorten(word, NAME_LENGTH)}" for how, word in asked.items() if word]
    return " ".join(["Longest", *(given or ["of all"])])


TRUNCATES = CardType("truncate", TruncateCard, present_truncate, sketches=sketches)

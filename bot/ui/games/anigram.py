"""/anigram: letters that spell a word, and another with each letter that is added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from bot.ui.games.rows import stages
from bot.ui.layout import Attachment, Block, Page, Tone, button, card, picture
from bot.ui.options import WORD_LENGTH, letters_option, playable_here
from bot.ui.permissions import guard_of
from bot.ui.picture import RowSketch
from bot.ui.server_rules import ServerRules, rules_of
from bot.ui.words import Meanings, as_stairs, present_meanings
from solvers import anigram as solver
from solvers.anigram import FIRST_SIZE, AnigramRequest, AnigramResult, Stage
from solvers.errors import NoAnswer, PuzzleError
from solvers.lexicon import Lexicon
from solvers.reading import read_words
from solvers.text import many

SPOKEN = 4
"""Words of a stage in the text for those who cannot see the picture."""


class AnigramId(CustomId, prefix="anigram"):
    """A button of an anigram card."""

    action: Literal["shorter", "longer", "another", "words", "longest"]
    key: Key


@dataclass(frozen=True, slots=True)
class AnigramCard:
    """What an answer shows, and everything its buttons need. Stored as JSON.

    `question` is what the player asked, `drawn` the request that the chain answers: once the player
    walks it, that request continues the first stages. The first `shown` stages are shown. `games`
    and `reach` are as in an AnigramResult.
    """

    version: ClassVar[int] = 1

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
        """The letters of each stage that is shown, which distinguish one game from another."""
        return tuple(stage.letters for stage in self.seen)

    @property
    def stage(self) -> Stage:
        """The stage where the player stands: the last that is shown."""
        return self.chain[self.shown - 1]

    @property
    def is_whole(self) -> bool:
        """Whether the whole answer to the question is shown, and the player walked nowhere."""
        return self.drawn == self.question and self.shown == len(self.chain)

    @property
    def is_only_one(self) -> bool:
        """Whether another draw is known to give the same."""
        if self.shown < len(self.chain):
            return self.shown == 1 and self.question.start is not None
        return self.games == 1 and not self.drawn.familiar

    @property
    def can_grow(self) -> bool:
        """Whether there is a stage after the last that is shown."""
        return self.shown < len(self.chain) or self.reach > len(self.stage.letters)

    def shorter(self) -> AnigramCard:
        """Return the card with one stage fewer; the first one stays."""
        return replace(self, shown=max(1, self.shown - 1))

    def onward(self) -> AnigramRequest:
        """Ask for the longest game that begins with the stages shown."""
        return AnigramRequest(start=self.chain[0].letters, added=_added(self.seen))

    def instead(self) -> AnigramRequest:
        """Ask for another last stage after the same earlier ones, on to the end if one is set.

        A whole game, or one whose words were all chosen for the player, is drawn again.
        """
        if self.shown == len(self.chain) or self.drawn.familiar:
            return self.drawn
        end = self.drawn.end
        length = len(self.stage.letters) if end is None else None
        if self.shown == 1:
            return AnigramRequest(start=self.question.start, end=end, length=length)
        kept = _added(self.seen[:-1])
        return AnigramRequest(start=self.chain[0].letters, added=kept, end=end, length=length)


@app_commands.command()
@app_commands.describe(
    start="the letters to start from, four or more, in any order",
    end="the word to end with, or its letters in any order",
    length="how many letters to end with (default: as many as possible)",
    private="show the answer only to you (default: no)",
)
async def anigram(
    interaction: Interaction,
    start: app_commands.Range[str, 1, 60] | None = None,
    end: app_commands.Range[str, 1, 60] | None = None,
    length: app_commands.Range[int, FIRST_SIZE, WORD_LENGTH] | None = None,
    private: bool = False,
) -> None:
    """Add a letter and shuffle: team, steam, master … Without options, I pick the letters."""
    await replies.defer(interaction, private=private)
    request = AnigramRequest(
        start=letters_option("start", start),
        end=letters_option("end", end),
        length=length,
    )
    if request == AnigramRequest():
        request = AnigramRequest(familiar=True)
    rules, requester = await rules_of(interaction), requester_of(interaction)
    services = interaction.client.services
    guard = guard_of(interaction)
    await guard.refuse("anigram", interaction.created_at, request.start, request.end)
    async with offering_mends(interaction, _with_less):
        drawn = await draw_guarded(
            lambda: draw(services, request, rules.tier, requester, rules=rules),
            lambda drawn: guard.refuse("anigram", interaction.created_at, *drawn.path),
        )
        await ANIGRAMS.show(interaction, drawn)


def _with_less(error: PuzzleError, options: Mapping[str, Option]) -> Iterator[Mend]:
    """Offer to leave out options that may be in the way."""
    none, short = isinstance(error, NoAnswer), error.code == "too_few_letters"
    if (none or error.code == "bad_input") and options.get("length") is not None:
        yield Mend("Try without the length", {"length": None})
        return
    given = [name for name in ("start", "end") if options.get(name)]
    for name in given:
        too_short = len("".join(read_words(str(options[name])))) < FIRST_SIZE
        if none or error.code == "not_part" or (short and too_short):
            what = f"without the {name}" if len(given) > 1 else f"with any {name}"
            yield Mend(f"Try {what}", {name: None})


@anigram.autocomplete("end")
@playable_here
def _end(_interaction: Interaction, typed: str, lexicon: Lexicon) -> Iterable[str]:
    words = lexicon.complete("".join(read_words(typed)))
    return [word for word in words if len(word) >= FIRST_SIZE]


class AnigramButton(PersistentButton[AnigramId], ids=AnigramId):
    """One shorter, One longer, Another, Longest of all, All words."""

    async def press(self, interaction: Interaction) -> None:
        """Walk the chain, or show the words of the stage where the player stands."""
        services = interaction.client.services
        if self.params.action == "words":
            await replies.defer(interaction, private=True)
            shown = await ANIGRAMS.fetch(services, self.params.key)
            rules = await rules_of(interaction)
            meant = meanings(rules.lexicon(services, shown.tier), shown.stage.words)
            await replies.edit(interaction, present_stage(shown, meant))
            return
        await defer_for_redraw(interaction)
        shown = await ANIGRAMS.fetch(services, self.params.key)
        asked = shown.question.start, shown.question.end, shown.stage.letters
        guard, rules = guard_of(interaction), await rules_of(interaction)
        await guard.refuse("anigram", interaction.created_at, *asked)
        onward = await draw_guarded(
            lambda: self._next(interaction, shown, rules),
            lambda onward: guard.refuse("anigram", interaction.created_at, *onward.path),
        )
        await ANIGRAMS.show(interaction, onward)

    async def _next(
        self, interaction: Interaction, shown: AnigramCard, rules: ServerRules
    ) -> AnigramCard:
        services, requester = interaction.client.services, requester_of(interaction)
        match self.params.action:
            case "shorter":
                return shown.shorter()
            case "longest":
                longest = AnigramRequest()
                return await draw(services, longest, shown.tier, requester, rules=rules)
            case "longer":
                return await longer(services, shown, requester, rules)
            case _:
                return await another(services, shown, requester, rules)


async def draw(
    services: Services,
    request: AnigramRequest,
    tier: str,
    requester: Requester,
    *,
    rules: ServerRules,
    question: AnigramRequest | None = None,
) -> AnigramCard:
    """Solve the request without the words that the server denies.

    `question`: what the player typed, if the request continues what they were shown.
    Raises PuzzleError, SolvingError, or BadOption for a denied word.
    """
    asked = question or request
    rules.check((asked.start, asked.end))
    # The card stores the original request: denied words must not be readable in it.
    denied = rules.denied_in(services.lexicons[tier])
    solved = replace(request, avoid=denied, policy=rules.policy)
    result: AnigramResult = await services.solving.run(
        solver.solve,
        solved,
        tier=tier,
        seconds=SHORT_SECONDS,
        quick=True,
        requester=requester,
    )
    chain = tuple(_as_typed(stage, asked) for stage in result.chain)
    return AnigramCard(
        question=asked,
        drawn=request,
        tier=tier,
        chain=chain,
        shown=len(chain),
        games=result.games,
        reach=result.reach,
    )


async def longer(
    services: Services, shown: AnigramCard, requester: Requester, rules: ServerRules
) -> AnigramCard:
    """Return the card with one stage more, from its chain or from a longest chain beyond it."""
    onward = shown
    if shown.shown == len(shown.chain):
        onward = await _redraw(services, shown, shown.onward(), requester, rules)
    if onward.shown == len(onward.chain):
        raise NoAnswer("No letter you could add here makes a word.")
    return replace(onward, shown=onward.shown + 1)


async def another(
    services: Services, shown: AnigramCard, requester: Requester, rules: ServerRules
) -> AnigramCard:
    """Return the card drawn again: the whole game, or the last stage if the player walks it.

    Raises NoAnswer if there is no other.
    """
    drawn = await redraw(
        lambda: _redraw(services, shown, shown.instead(), requester, rules),
        lambda drawn: (drawn.games == 1 and not drawn.drawn.familiar) or drawn.path != shown.path,
    )
    if drawn.path != shown.path:
        return drawn
    if shown.shown == 1:
        raise NoAnswer("No other letters to start from lead there.")
    raise NoAnswer("No other letter works here; press “One shorter” and try from there.")


async def _redraw(
    services: Services,
    shown: AnigramCard,
    request: AnigramRequest,
    requester: Requester,
    rules: ServerRules,
) -> AnigramCard:
    """Draw a card's replacement, showing as many stages; a freely drawn game is shown whole."""
    drawn = await draw(
        services, request, shown.tier, requester, rules=rules, question=shown.question
    )
    if request.familiar:
        return drawn
    return replace(drawn, shown=min(shown.shown, len(drawn.chain)))


def _as_typed(stage: Stage, question: AnigramRequest) -> Stage:
    """Return a stage, with the word first that the player typed for it, if any."""
    words = sorted(stage.words, key=lambda word: word not in {question.start, question.end})
    return replace(stage, words=tuple(words))


def sketches(shown: AnigramCard) -> Sequence[RowSketch | None]:
    """Return what to draw: a pyramid; None if it is too large."""
    more = any(len(stage.words) > 1 for stage in shown.seen)
    caption = "on the right: how many more words" if more else ""
    sketch = RowSketch(tuple(stages(shown.seen)), caption)
    return [sketch if sketch.legible else None]


def present_anigram(shown: AnigramCard, key: str, drawn: bytes | None = None) -> Page:
    """Return the page of a card kept under a key, with its picture once it is drawn."""
    notes = []
    if drawn is None and any(len(stage.words) > 1 for stage in shown.seen):
        notes.append("on the right: other words from the same letters")
    if shown.tier != "full":
        notes.append(f"{shown.tier} word list")
    heading = " → ".join(dict.fromkeys((shown.chain[0].words[0], shown.stage.words[0])))
    files = () if drawn is None else (Attachment("anigram.png", drawn),)
    said: list[Block] = [f"{_facts(shown)}\n{as_stairs(shown.seen)}"]
    if files:
        spoken = "; ".join(" or ".join(stage.words[:SPOKEN]) for stage in shown.seen)
        said = [_facts(shown), picture(files[0], f"A pyramid of words: {spoken}")]
    blocks = [f"## {heading}", *said, f"-# {' · '.join(notes)}" if notes else None]
    buttons = [
        button("One shorter", AnigramId("shorter", key), disabled=shown.shown == 1),
        button(
            "One longer",
            AnigramId("longer", key),
            style=ButtonStyle.primary,
            disabled=not shown.can_grow,
        ),
        button("Another", AnigramId("another", key), disabled=shown.is_only_one),
        button("All words", AnigramId("words", key)),
    ]
    if shown.drawn.familiar:
        buttons.append(button("Longest of all", AnigramId("longest", key)))
    return Page(card(Tone.ANSWER, blocks, buttons), files)


def present_stage(shown: AnigramCard, meant: Meanings) -> Page:
    """Return a page of every word of the stage where the player stands, and what they mean."""
    stage = shown.stage
    spelled = ", ".join(_bold(stage, word) for word in stage.words)
    note = f"**{many(len(stage.words), 'word')}**: {spelled}"
    return present_meanings(" ".join(stage.letters), meant, note)


def _bold(stage: Stage, word: str) -> str:
    """Mark the new letter in bold: in proportional type a capital i would look like an l."""
    return word.replace(stage.added, f"**{stage.added}**", 1) if stage.added else word


def _facts(shown: AnigramCard) -> str:
    first, last = shown.chain[0].letters, shown.stage.letters
    said = [many(shown.shown, "stage")]
    if first != last:
        said.append(f"{len(first)} to {len(last)} letters")
    if not shown.is_whole:
        return " · ".join(["**On the way**", *said, _ahead(shown)])
    if not shown.question.familiar:
        said.append("the only way" if shown.games == 1 else f"{shown.games:,} ways")
    if shown.can_grow:
        said.append(_ahead(shown))
    elif shown.shown == 1:
        said.append("no letter you could add makes a word")
    return " · ".join([f"**{_name(shown.question)}**", *said])


def _ahead(shown: AnigramCard) -> str:
    if shown.shown < len(shown.chain):
        return f"goes on to {len(shown.chain[-1].letters)} letters"
    return f"can grow to {shown.reach} letters" if shown.can_grow else "the end of the line"


def _name(question: AnigramRequest) -> str:
    if question.familiar:
        return "Only words people know"
    if question.end is not None:
        return "To your word" if question.start is None else "From start to end"
    if question.length is not None:
        return "As long as you asked"
    return "Longest of all" if question.start is None else "Longest from your letters"


def _added(stages: tuple[Stage, ...]) -> str:
    return "".join(stage.added for stage in stages)


ANIGRAMS = CardType("anigram", AnigramCard, present_anigram, sketches=sketches)

"""Words shown that nobody typed: flagged ones among them, and how well people know the others."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from bench.frame import Report, Table
from bot.clock import DiscordClock
from bot.config import Settings, read_database
from bot.contests import read_asked
from bot.play.suggestions import find_close_words
from bot.services import open_services
from bot.solving import Requester
from bot.ui.games import anigram, ladder_card, truncate
from bot.ui.games.ladder_view import present_ladder
from bot.ui.games.word import present_word
from bot.ui.server_rules import ServerRules
from solvers.anigram import AnigramRequest
from solvers.errors import PuzzleError
from solvers.ladder import LadderRequest
from solvers.lexicon import FAMILIARITIES, POLICIES, Policy
from solvers.truncate import TruncateRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.services import Services
    from bot.ui.layout import Page
    from solvers.lexicon import Lexicon

REQUESTS = 10_000
QUICK_REQUESTS = 400
SOMEBODY = Requester(1, None)
KEY = "A1b2C3d4E5_-"
TYPED_SIZE = 35
"""Words up to this size class are typed."""
KINDS = {
    "/ladder of two words": 3,
    "/ladder with more moves": 1,
    "/anigram": 3,
    "/anigram of a word": 3,
    "/truncate": 3,
    "/truncate of a word": 3,
    "/word": 6,
    "words like one that is unknown": 1,
    "completion": 6,
    "contest list": 1,
}
"""The requests, and how often each is made among 30."""

SPOKEN = ("content", "label", "placeholder", "description", "title", "name")
"""The fields of a component that people read, including a picture's description."""
RUDE = re.compile(
    r"(?:bull|horse)?shit(?!tah|tim)|(?:mother)?fuck|cunt|nigger|wank(?!le)|twat(?!t)|faggot|"
    r"bitch|whore|slut|kike|wogs?$|gook|dyke|jizz|pussy(?!cat|foot|toe)|arsehole|asshole|dildo|"
    r"rapist|poof|paki|tranny"
)
"""Beginnings of words never shown unless all words are: a list independent of the lexicon's
flags."""

DRAWN = {"/anigram", "/truncate", "contest list"}
"""Requests for which the bot chooses all the words: people know each of them."""


class Asker:
    """Makes random requests as the commands do, and reads what would be shown."""

    def __init__(
        self, services: Services, policy: Policy, seed: int, typed: Sequence[str] = ()
    ) -> None:
        """Type everyday words, or the given ones."""
        self._services = services
        self._rules = ServerRules(policy=policy)
        self.lexicon = self._rules.lexicon(services)
        self._random = Random(seed)
        ids = range(len(self.lexicon))
        everyday = [i for i in ids if self.lexicon.sizes[i] <= TYPED_SIZE]
        self._typed = [
            word for word in typed or map(self.lexicon.word, everyday) if 3 <= len(word) <= 8
        ]

    async def ask(self, kind: str) -> tuple[set[str], set[str]]:
        """Return the words that the answer chose for its game, and all words that it shows.

        Neither includes the typed words. A request without an answer shows only its message's
        words.
        """
        one = self._random.choice(self._typed)
        two = self._random.choice([word for word in self._typed if len(word) == len(one)])
        try:
            chosen, shown = await self._answer(kind, one, two)
        except PuzzleError as error:
            chosen, shown = set(), words_in([error.message])
        return chosen - {one, two}, shown - {one, two}

    async def _answer(self, kind: str, one: str, two: str) -> tuple[set[str], set[str]]:
        services, rules, chance = self._services, self._rules, self._random
        match kind:
            case "/ladder of two words" | "/ladder with more moves":
                moves = ("change", "insert", "delete") if "moves" in kind else ("change",)
                asked = LadderRequest(one, two, moves=moves)
                card = await ladder_card.draw(
                    services, asked, "full", "full", SOMEBODY, rules=rules
                )
                return set(card.words), words_of(present_ladder(card, KEY))
            case "/anigram" | "/anigram of a word":
                start = one if "of" in kind and len(one) > 3 else None
                game = await anigram.draw(
                    services,
                    AnigramRequest(start=start, familiar=start is None),
                    "full",
                    SOMEBODY,
                    rules=rules,
                )
                first = {stage.words[0] for stage in game.chain}
                every = {word for stage in game.chain for word in stage.words}
                return first, every | words_of(anigram.present_anigram(game, KEY))
            case "/truncate" | "/truncate of a word":
                through = one if "of" in kind else None
                asked_for = TruncateRequest(through=through, familiar=through is None)
                grown = await truncate.draw(services, asked_for, "full", SOMEBODY, rules=rules)
                return set(grown.sequence), words_of(truncate.present_truncate(grown, KEY))
            case "/word":
                return set(), words_of(present_word(one, self.lexicon))
            case "completion":
                prefix = one[: chance.randint(1, 3)]
                shown = set(self.lexicon.complete(prefix)) - {prefix}
                return shown, shown
            case "contest list":
                wanted = read_asked(f"generate 12 {chance.choice(('gentle', 'easy', 'medium'))}")
                words = set(
                    await services.contests.puzzles.words_for(1, wanted, "pairs", requester=None)
                )
                return words, words
            case _:
                unknown = one[:-1] + chance.choice("jqxz") + one[-1]
                close = await find_close_words(
                    services.solving, [unknown], "full", rules.policy, SOMEBODY
                )
                return set(close.get(unknown, ())), set(close.get(unknown, ()))

    def flagged(self, words: Iterable[str]) -> list[str]:
        """Return the given words that the policy hides, and any that are rude anyway."""
        found = ((word, self.lexicon.find(word)) for word in words)
        return [
            word
            for word, id_ in found
            if (id_ >= 0 and self.lexicon.hidden(id_)) or RUDE.match(word)
        ]

    def mild(self, words: Iterable[str]) -> list[str]:
        """Return the given words that are flagged although the policy shows them."""
        flagged, find = self.lexicon.flagged, self.lexicon.find
        return [
            word for word in words if flagged[find(word)] and not self.lexicon.hidden(find(word))
        ]


def words_of(page: Page) -> set[str]:
    """Return all words that people read on a page, in lower case."""
    payload: object = page.view.to_components()  # type: ignore[no-untyped-call]
    return words_in(_texts(payload))


def words_in(texts: Iterable[str]) -> set[str]:
    """Return the words of texts in lower case, ignoring bold marks on letters."""
    plain = " ".join(texts).replace("**", "").lower()
    return set(re.findall(r"(?<![a-z])[a-z]+(?![a-z])", plain))


def _texts(payload: object) -> Iterator[str]:
    """Yield the texts people read in components, in the form sent to Discord."""
    if isinstance(payload, list):
        for item in payload:
            yield from _texts(item)
    elif isinstance(payload, dict):
        for key, value in payload.items():
            if key in SPOKEN and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)


def share(words: Counter[str], name: str, lexicon: Lexicon) -> float:
    """Return the percentage of words that people know at least this well."""
    familiarity = lexicon.familiarity
    known = [word for word in words if familiarity[lexicon.find(word)] >= FAMILIARITIES[name]]
    return 100 * sum(words[word] for word in known) / max(1, words.total())


def run(quick: bool) -> Report:
    """Measure."""
    return asyncio.run(_measure(QUICK_REQUESTS if quick else REQUESTS))


async def _measure(requests: int) -> Report:
    rows: list[list[object]] = []
    hidden: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        url = read_database(f"sqlite:///{Path(folder) / 'bot.sqlite3'}")
        settings = Settings(database=url, solver_workers=1)
        async with open_services(settings, DiscordClock()) as services:
            for policy in POLICIES:
                asker = Asker(services, policy, seed=1)
                chosen: defaultdict[str, Counter[str]] = defaultdict(Counter)
                found: defaultdict[str, int] = defaultdict(int)
                kinds = [kind for kind, often in KINDS.items() for _ in range(often)]
                for number in range(requests if policy == "standard" else requests // 10):
                    kind = kinds[number % len(kinds)]
                    own, shown = await asker.ask(kind)
                    chosen[kind].update(word for word in own if word in asker.lexicon)
                    found[kind] += len(asker.flagged(shown))
                hidden[policy] = sum(found.values())
                rows += [
                    [
                        f"{policy}: {kind}",
                        found[kind],
                        words.total(),
                        sum(words[word] for word in asker.mild(words)),
                        share(words, "everyday", asker.lexicon),
                        share(words, "known", asker.lexicon),
                    ]
                    for kind in KINDS
                    if (words := chosen[kind]) or found[kind]
                ]
    columns = (
        "",
        "flagged words shown",
        "words chosen",
        "mild ones",
        "everyday %",
        "known or better %",
    )
    title = f"{requests:,} random requests where nothing is set, a tenth under the other policies"
    return Report([Table(title, columns, rows)], {"flagged": dict(hidden)})

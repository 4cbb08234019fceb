"""Writes the last section of docs/ladder.md: the shortest and the common ladder for each pair.

    python -m tests.ladders

A test compares it with the code.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from solvers import Deadline, open_lexicon
from solvers.errors import NoAnswer
from solvers.ladder import Ladder, LadderRequest, solve
from solvers.ladder.tables import FAMILIAR
from solvers.lexicon import FAMILIARITIES
from solvers.lexicon.choice import LEFT_OUT
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers.lexicon import Lexicon

FILE = ROOT / "docs" / "ladder.md"
HEADING = "## Side by side"
PAIRS, SHOWN = 300, 40
DETOUR = 10
TEXT = f"""{HEADING}

Made by `python -m tests.ladders`; a test compares it with the code. It took \
{PAIRS} pairs of everyday words of three to six letters, and those that a ladder joins are:

| ladder | steps | unfamiliar words on the way | ladders with one | {DETOUR} steps longer than the \
shortest, or more | longer for nothing, of {{plain}} |
|---|---|---|---|---|---|
{{figures}}

Longer for nothing is a ladder where a shortest one has familiar words only. Unfamiliar are words \
below 3 on the Zipf scale, those left out by hand, and flagged ones. The first {SHOWN} pairs, with \
such words in italics and without a ladder that a column before has:

| shortest | common, by rareness | common, by familiarity |
|---|---|---|
{{ladders}}
"""


class Three(NamedTuple):
    """Three ladders between the same words, and whether a shortest one has only familiar words."""

    shortest: Ladder
    rare: Ladder
    common: Ladder
    plain: bool


def section() -> str:
    """Return the section that the solver's answers make."""
    lexicon = open_lexicon()
    found = [*islice(_found(lexicon), PAIRS)]
    names = ("shortest", "common, by rareness", "common, by familiarity")
    return TEXT.format(
        plain=sum(each.plain for each in found),
        figures="\n".join(_figures(name, n, found, lexicon) for n, name in enumerate(names)),
        ladders="\n".join(_row(each[:3], lexicon) for each in found[:SHOWN]),
    )


def _found(lexicon: Lexicon) -> Iterator[Three]:
    rng = Random(1)
    words = {n: lexicon.familiar_ids(n, FAMILIARITIES["everyday"]) for n in (3, 4, 5, 6)}
    while True:
        ids = rng.sample(words[rng.choice([*words])], 2)
        asked = LadderRequest(*map(lexicon.word, ids), seed=1)
        rarely = LadderRequest(asked.start, asked.target, seed=1, cost="rareness")
        try:
            both = solve(asked, lexicon, Deadline.never())
            rare = solve(rarely, lexicon, Deadline.never()).common
        except NoAnswer:
            continue
        assert both.shortest and both.common and rare  # noqa: PT018
        plain = _joined(*ids, both.shortest.steps, lexicon)
        yield Three(both.shortest, rare, both.common, plain)


def _joined(start: int, target: int, steps: int, lexicon: Lexicon) -> bool:
    """Return whether exactly `steps` steps lead there by familiar words only."""
    layer = {start}
    for _ in range(steps - 1):
        near = {one for each in layer for one in lexicon.shown(lexicon.neighbours(each))}
        layer = {each for each in near if not _strange(each, lexicon)}
    return any(target in lexicon.neighbours(each) for each in layer)


def _strange(id_: int, lexicon: Lexicon) -> bool:
    left_out = lexicon.flagged[id_] or lexicon.word(id_) in LEFT_OUT
    return left_out or lexicon.familiarity[id_] < FAMILIAR


def _figures(name: str, column: int, found: list[Three], lexicon: Lexicon) -> str:
    strange = [
        sum(_strange(lexicon.find(word), lexicon) for word in each[column].words[1:-1])
        for each in found
    ]
    longer = [each[column].steps - each.shortest.steps for each in found]
    figures = (
        f"{sum(each[column].steps for each in found) / PAIRS:.2f}",
        f"{sum(strange) / PAIRS:.2f}",
        f"{sum(map(bool, strange)) / PAIRS:.0%}",
        str(sum(more >= DETOUR for more in longer)),
        str(sum(more > 0 for more, each in zip(longer, found, strict=True) if each.plain)),
    )
    return f"| {name} | {' | '.join(figures)} |"


def _row(ladders: tuple[Ladder, ...], lexicon: Lexicon) -> str:
    cells, shown = [], set[tuple[str, ...]]()
    for ladder in ladders:
        strange = (_strange(lexicon.find(word), lexicon) for word in ladder.words)
        words = (f"*{w}*" if odd else w for w, odd in zip(ladder.words, strange, strict=True))
        cells.append("" if ladder.words in shown else " ".join(words))
        shown.add(ladder.words)
    return f"| {' | '.join(cells)} |"


def written() -> str:
    """Return the section in the page."""
    _, heading, rest = FILE.read_text("utf-8").partition(HEADING)
    return heading + rest


if __name__ == "__main__":
    before = FILE.read_text("utf-8").removesuffix(written())
    FILE.write_text(before + section(), "utf-8")

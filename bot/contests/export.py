"""The submissions of a contest as CSV, written in a worker because it takes too long."""

from __future__ import annotations

import asyncio
import codecs
import csv
import io
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from bot.puzzles import GAMES
from bot.solving import Requester, Solving
from solvers import wordsnake
from solvers.deadline import Deadline
from solvers.lexicon import Lexicon
from solvers.wordsnake import Rule, ScoreRequest

ROWS_A_JOB = 1000
"""Submissions per job, few enough to keep the job quick."""
JOB_SECONDS = 30.0
"""Time limit for one job: on a busy machine it takes much longer than usual, and unlike a puzzle it
cannot be made smaller."""
COLUMNS = (
    "place",
    "entrant",
    "user_id",
    "name",
    "try",
    "sent_at",
    "score",
    "rareness",
    "percent_of_best",
    "is_best",
    "seconds_to_best",
    "organiser",
    "disqualified",
    "reason",
    "words",
    "positions",
    "snake",
)
_FORMULA = re.compile(r"(^|[,;|\t\r\n])([\s\0-\x1f\ufeff]*)(?=[=+\-@＝＋－＠])")
"""Where a spreadsheet may see a formula; it may also treat another character as the separator."""


class Row(NamedTuple):
    """A submission with its entrant's place, id and user id; words and positions are JSON."""

    place: int | None
    entrant: int
    user: int | None
    reached_ms: int | None  # until their best snake
    number: int
    at: str  # UTC, without a zone
    score: int
    is_best: bool
    is_insider: bool
    is_disqualified: bool
    reason: str | None
    words: str
    positions: str | None


@dataclass(frozen=True, slots=True)
class About:
    """What the lines need to know about the contest."""

    game: str
    rule: Rule
    words: tuple[str, ...]
    par: int


@dataclass(frozen=True, slots=True)
class Page:
    """Some submissions of a contest, each a Row in JSON, and people's names by user id."""

    about: About
    rows: tuple[str, ...]
    names: Mapping[int, str]


async def write(
    solving: Solving,
    requester: Requester,
    about: About,
    tries: Sequence[tuple[int | None, str]],
    names: Mapping[int, str],
) -> bytes:
    """Return a file with a header and a line for each submission, readable by Excel too.

    `tries` has a user id and a Row in JSON for each. Times are UTC, in ISO 8601. Nothing that
    people wrote can be taken for a formula. Raises SolvingError.
    """
    pages = []
    for start in range(0, len(tries), ROWS_A_JOB):
        some = tries[start : start + ROWS_A_JOB]
        called = {user: names[user] for user, _ in some if user is not None and user in names}
        page = Page(about, tuple(row for _, row in some), called)
        pages.append(
            await solving.run(_write, page, requester=requester, seconds=JOB_SECONDS, quick=True)
        )
    return await asyncio.to_thread(_file, pages)


def _write(page: Page, _lexicon: Lexicon, _deadline: Deadline) -> bytes:
    """Return the lines, compressed, because the event loop would have to copy megabytes."""
    return zlib.compress(_csv(_line(page, Row(*json.loads(row))) for row in page.rows), level=1)


def _file(pages: Sequence[bytes]) -> bytes:
    """Return the file; Excel recognises UTF-8 by the byte order mark."""
    return b"".join([codecs.BOM_UTF8, _csv([COLUMNS]), *map(zlib.decompress, pages)])


def _line(page: Page, row: Row) -> tuple[object, ...]:
    about, order = page.about, tuple(json.loads(row.words))
    given = None if row.positions is None else tuple(json.loads(row.positions))
    at = datetime.fromisoformat(row.at).replace(tzinfo=UTC)
    laid: tuple[object, ...] = "", ""
    rareness = GAMES[about.game].rareness_in(row.score)
    if GAMES[about.game].arranges:
        scored = wordsnake.score(ScoreRequest(order, given, about.rule, about.words))
        laid = " ".join(str(placed.position) for placed in scored.order), scored.snake
    return (
        row.place or "",
        row.entrant,
        row.user or "",
        _not_a_formula(page.names.get(row.user, "") if row.user else "(forgotten)"),
        row.number,
        at.isoformat(timespec="milliseconds"),
        GAMES[about.game].result_in(row.score),
        "" if rareness is None else rareness,
        GAMES[about.game].hundredths(row.score, about.par) / 100,
        "yes" if row.is_best else "no",
        "" if row.reached_ms is None else row.reached_ms / 1000,
        "yes" if row.is_insider else "no",
        "yes" if row.is_disqualified else "no",
        _not_a_formula(row.reason or ""),
        " ".join(order),
        *laid,
    )


def _csv(lines: Iterable[Sequence[object]]) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(lines)
    return out.getvalue().encode()


def _not_a_formula(text: str) -> str:
    return _FORMULA.sub(r"\1\2'", text)

"""The submissions of a contest as CSV, written in a worker: too long for the event loop."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from bot.puzzles import rareness_in, result_in
from bot.solving import SHORT_SECONDS, Requester, Solving
from solvers import wordsnake
from solvers.daily import Game
from solvers.deadline import Deadline
from solvers.lexicon import Lexicon
from solvers.wordsnake import Rule, ScoreRequest

AT_ONCE = 1000
"""Submissions in one job, which so remains a short one."""
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
USER, SCORE = 2, 6
"""Where a row has the user id, and the score."""
_FORMULA = re.compile(r"(^|[,;|\t\r\n])([\s\0-\x1f\ufeff]*)(?=[=+\-@＝＋－＠])")
"""Where a spreadsheet may see one; it may take another character for the one between two cells."""


class Row(NamedTuple):
    """A submission, its entrant's place, id and user id; words and positions as JSON."""

    place: int | None
    entrant: int
    user: int | None
    reached_ms: int | None  # until their best snake
    number: int
    at: str | datetime  # as the database driver gave it: UTC, without a zone
    score: int
    is_best: bool
    is_disqualified: bool
    reason: str | None
    words: str
    positions: str | None


@dataclass(frozen=True, slots=True)
class Export:
    """Submissions of a contest as rows, % of the best by score, and people's names by user id."""

    game: Game
    rule: Rule
    words: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]  # the fields of a Row each
    percents: Mapping[int, float]
    names: Mapping[int, str]
    insiders: Collection[int] = ()  # who knew more than the others


async def write(solving: Solving, requester: Requester, export: Export) -> bytes:
    """Return a header and a line for each submission. Times are UTC, in ISO 8601.

    A spreadsheet takes nothing that people wrote for a formula. Raises SolvingError.
    """
    pages = [_csv([COLUMNS])]
    for start in range(0, len(export.rows), AT_ONCE):
        rows = export.rows[start : start + AT_ONCE]
        users = {row[USER] for row in rows} & export.names.keys()
        names = {user: export.names[user] for user in users}
        some = replace(export, rows=rows, names=names)
        pages.append(await solving.run(_write, some, requester=requester, seconds=SHORT_SECONDS))
    return b"".join(pages)


def _write(export: Export, _lexicon: Lexicon, _deadline: Deadline) -> bytes:
    return _csv(_line(export, Row(*row)) for row in export.rows)


def _line(export: Export, row: Row) -> tuple[object, ...]:
    order = tuple(json.loads(row.words))
    given = None if row.positions is None else tuple(json.loads(row.positions))
    at = row.at if isinstance(row.at, datetime) else datetime.fromisoformat(row.at)
    laid: tuple[object, ...] = "", ""
    if export.game == "snake":
        scored = wordsnake.score(ScoreRequest(order, given, export.rule, export.words))
        laid = " ".join(str(placed.position) for placed in scored.order), scored.snake
    return (
        row.place or "",
        row.entrant,
        row.user or "",
        _not_a_formula(export.names.get(row.user, "") if row.user else "(forgotten)"),
        row.number,
        at.replace(tzinfo=UTC).isoformat(timespec="milliseconds"),
        result_in(export.game, row.score),
        rareness_in(row.score) if export.game == "ladder" else "",
        export.percents[row.score],
        "yes" if row.is_best else "no",
        "" if row.reached_ms is None else row.reached_ms / 1000,
        "yes" if row.user in export.insiders else "no",
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

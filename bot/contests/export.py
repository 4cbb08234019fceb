"""Every submission of a contest as CSV, for spreadsheets."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from bot.contests import life
from bot.contests.ranking import percent, rank

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.store.records import Contest, Entrant, Submission

COLUMNS = (
    "place",
    "entrant",
    "user_id",
    "name",
    "try",
    "sent_at",
    "score",
    "percent_of_par",
    "is_best",
    "disqualified",
    "reason",
    "words",
    "positions",
    "snake",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(
    contest: Contest,
    entrants: Sequence[Entrant],
    tries: Iterable[Submission],
    names: Mapping[int, str],
) -> str:
    """Return a header and one line a submission, as they came. Times are UTC, in ISO 8601.

    `place` is the entrant's. What people wrote cannot begin like a formula.
    """
    places = {line.entrant_id: line.place for line in rank(entrants, contest.par or 0)}
    people = {entrant.id: entrant for entrant in entrants}
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for tried in tries:
        entrant = people[tried.entrant_id]
        user = entrant.user_id
        scored = life.score(contest, tried.words, tried.positions)
        writer.writerow(
            (
                places.get(entrant.id, ""),
                entrant.id,
                user or "",
                _plain(names.get(user, "") if user else "(forgotten)"),
                tried.number,
                tried.at.isoformat(timespec="milliseconds"),
                tried.score,
                percent(tried.score, contest.par or 0),
                "yes" if tried.id == entrant.best_submission else "no",
                "yes" if entrant.disqualified_at else "no",
                _plain(entrant.reason or ""),
                " ".join(tried.words),
                " ".join(str(placed.position) for placed in scored.order),
                scored.snake,
            )
        )
    return out.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text

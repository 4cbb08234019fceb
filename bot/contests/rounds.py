"""Rounds: one to five lists that are played at the same time, and their sum.

Each list is a separate contest, with its own clock, tries, board, review and proof. Several lists
get a season made for them, which is a draft as long as they are, and ends with the last.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from bot.contests.plan import FORM_LETTERS, Plan, read_asked
from bot.contests.seasons import LONGEST_SEASON_NAME
from bot.errors import BadPlan
from bot.names import tidy
from bot.store.schema import Contest, Scoring, Season
from solvers.reading import read_words

MOST_LISTS = 5
RISING: dict[int, tuple[str, ...]] = {
    1: ("medium",),
    2: ("gentle", "hard"),
    3: ("gentle", "medium", "hard"),
    4: ("gentle", "easy", "medium", "hard"),
    5: ("gentle", "easy", "medium", "hard", "fierce"),
}
"""The difficulty of each list, by the number of lists."""
PLACE = ("guild_id", "channel_id", "parent_id", "created_by")
"""Columns that rounds and their season share."""
BETWEEN_LISTS = "\n\n"


def rising(lists: int) -> str:
    """Return this many lists of rising difficulty, as they would be typed."""
    return BETWEEN_LISTS.join(f"generate {level}" for level in RISING[lists])


def split_lists(text: str) -> list[str]:
    r"""Return the lists of a text, which lines without a word separate; raises BadPlan.

    If every part is a single word, the text is one list with empty lines in between.

    >>> split_lists("generate 9 easy\n\nstreet test")
    ['generate 9 easy', 'street test']
    >>> split_lists("street\n\ntest")
    ['street\n\ntest']
    """
    parts = groupby(text.splitlines(), key=lambda line: any(map(str.isalnum, line)))
    lists = ["\n".join(part) for filled, part in parts if filled]
    if all(len(read_words(one)) == 1 and read_asked(one).drawn is None for one in lists):
        return [text]
    if len(lists) > MOST_LISTS:
        about = f"That’s {len(lists):,} lists, and a contest takes {MOST_LISTS}."
        raise BadPlan((f"{about} An empty line starts the next list.",))
    return lists


def problems(plans: Sequence[Plan]) -> tuple[str, ...]:
    """Return a sentence for each problem with rounds as a whole, not with a single one."""
    found = []
    if len(plans[0].title) > LONGEST_SEASON_NAME:
        found.append(f"With several lists, the title can have {LONGEST_SEASON_NAME} characters.")
    if sum(len(word) + 1 for plan in plans for word in plan.words) > FORM_LETTERS:
        found.append(f"Together the lists can have {FORM_LETTERS:,} letters.")
    return tuple(found)


def drafted(name: str, at: datetime, lists: int, scoring: Scoring, **columns: int | None) -> Season:
    """Return the season for rounds that are drafts."""
    return Season(
        id=secrets.token_urlsafe(9),
        **columns,  # type: ignore[arg-type]  # its place, and who made it
        template_id=None,
        name=tidy(name),
        starts_at=at,
        ends_at=at,
        due_at=None,
        best=None,
        dropped=None,
        role_id=None,
        held=None,
        rounds=lists,
        scoring=scoring,
    )


def title(name: str, contest: Contest, lists: int) -> str:
    """Return the title of one of several lists once it is announced."""
    return f"{name}, list {contest.round} of {lists}"


def name_of_rounds(title: str) -> str:
    """Return the name of rounds, given the title of one of their lists.

    >>> name_of_rounds("Friday #3, list 2 of 5")
    'Friday #3'
    """
    return title.rpartition(", list ")[0] or title

"""How contests speak of people, points, times and par."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.layout import escape, many

if TYPE_CHECKING:
    from bot.store.records import Contest

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
SOMEBODY = "somebody who asked to be forgotten"


def title(contest: Contest) -> str:
    """Return the title as it was typed, whatever signs are in it."""
    return escape(contest.title)


def who(user_id: int | None) -> str:
    """Name a person; nobody is pinged by it."""
    return SOMEBODY if user_id is None else f"<@{user_id}>"


def medal(place: int) -> str:
    """Return a place as a medal, or as a number."""
    return MEDALS.get(place, f"{place:,}\\.")


def share(percent: float) -> str:
    """Return "97.14 % of par"."""
    return f"{percent:g} % of par"


def took(milliseconds: int) -> str:
    """Return "59 s", "12 min 3 s", "5 h 12 min" or "3 d 4 h"."""
    seconds = milliseconds // 1000
    units = (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1))
    first = next((n for n, (_, size) in enumerate(units) if seconds >= size), len(units) - 1)
    said = []
    for name, size in units[first : first + 2]:
        said.append(f"{seconds // size} {name}")
        seconds %= size
    return " ".join(part for n, part in enumerate(said) if not n or not part.startswith("0 "))


def par_claim(contest: Contest) -> str:
    """Say what par is and how sure that is."""
    par, bound = contest.par or 0, contest.bound or 0
    if contest.proven:
        return f"Par is **{many(par, 'point')}**, **proven**: no snake of these words scores more."
    return (
        f"Par is **{many(par, 'point')}**, the best snake I found; it is proven that none scores "
        f"more than **{bound:,}**."
    )


def closeness(contest: Contest, score: int) -> str:
    """Say of a snake how close it came to par."""
    par = contest.par or 0
    if score >= par:
        return f"is par: {'none scores more' if contest.proven else 'no better one is known'}."
    return f"is {many(par - score, 'point')} short of par."


def tries(number: int) -> str:
    """Return "1 try", "3 tries"."""
    return "1 try" if number == 1 else f"{number:,} tries"

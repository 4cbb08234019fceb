"""Daily puzzles and their plays, at their largest."""

from datetime import UTC, datetime

from bot.dailies import DailyPlay, Edition
from solvers.daily import Puzzle, planned_game

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


NUMBER = 365_003


PERSON = 2**63 - 1


LADDER = tuple(f"aaaaa{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(13))


RESIZE = tuple("nmlk"[4 - (n + 1) // 2 :] + ("bcdefghij" * 2)[: 18 - n // 2] for n in range(8))


GIVEN = {
    "ladder": (LADDER[0], LADDER[-1]),
    "snake": tuple(f"{chr(97 + n)}{'bcdefghij' * 2}" for n in range(12)),
    "anigram": ("aeln", "s", "t", "r", "i", "d"),
    "truncate": ("at",),
    "resize": (RESIZE[0], RESIZE[-1]),
}


SOLUTION = {
    "ladder": LADDER,
    "snake": GIVEN["snake"],
    "anigram": ("lane", "lanes", "leants", "rentals", "entrails", "islanders"),
    "truncate": ("at", "ate", "late", "later", "slater", "slaters"),
    "resize": RESIZE,
}


def edition(game):
    number = next((n for n in range(NUMBER, NUMBER + 4) if planned_game(n) == game), NUMBER)
    solution = SOLUTION[game]
    par = len(solution) - (game in {"ladder", "resize"})
    return Edition(number, Puzzle(game, 7, 9.9, GIVEN[game], par, 0, solution, 12_345))


def play(game, **more):
    steps = range(1, len(SOLUTION[game]) - 1)
    hints = tuple(
        (kind, step, 1, "a" * 21, "b" * 21) for step in steps for kind in ("letter", "word")
    )
    values = {
        "id": 1, "number": NUMBER, "user_id": PERSON, "live": True, "started_at": NOON,
        "progress": ((), ()), "hints": hints, "tries": 1000, "best_result": 99, "points": 1,
        "best": (SOLUTION[game][game in {"ladder", "truncate", "resize"} :], (), 1),
        "solved_at": NOON, "best_ms": 2**31 - 1, "at_par": True, "given_up_at": None,
    }  # fmt: skip
    return DailyPlay(**values | more)

"""A small puzzle of each game, for tests of pure rules."""

from solvers.daily import Puzzle
from tests.bot.examples import longest_dailies

LADDER = Puzzle(
    "ladder", 1, 1.5, ("cold", "warm"), 4, 0, ("cold", "cord", "card", "ward", "warm"), 6
)
SNAKE = Puzzle(
    "snake", 1, 1.5, ("nausea", "run", "seasick"), 10, 6, ("run", "nausea", "seasick"), 0
)
GINS = ("gins", "l", "e", "h", "s", "t")
STAGES = ("sign", "sling", "single", "shingle", "shingles", "lightness")
ANIGRAM = Puzzle("anigram", 1, 1.5, GINS, 6, 6, STAGES, 96)
TRUNCATE = Puzzle(
    "truncate", 1, 1.5, ("laps",), 5, 4, ("laps", "lapse", "elapse", "relapse", "relapses"), 2
)
RESIZE = Puzzle("resize", 1, 1.5, ("fire", "stir"), 4, 0, ("fire", "ire", "sire", "sir", "stir"), 1)
GAMES = (LADDER, SNAKE, ANIGRAM, TRUNCATE, RESIZE)

BEST = ("test", "street", "tone", "run", "nausea", "seasick")
GIVEN = {
    "ladder": (LADDER.given, LADDER.solution),
    "snake": (tuple(sorted(BEST)), BEST),
    "anigram": (longest_dailies.GIVEN["anigram"], longest_dailies.SOLUTION["anigram"]),
    "truncate": (("la",), ("la", "lap", "laps", "lapse")),
    "resize": (RESIZE.given, RESIZE.solution),
}
"""The words given and a solution of a puzzle of each game, as contests and pages hold them."""

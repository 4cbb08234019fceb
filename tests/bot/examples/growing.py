"""Answers of /anigram and /truncate."""

from bot.ui.games.anigram import AnigramCard
from bot.ui.games.truncate import TruncateCard
from solvers.anigram import AnigramRequest, Stage
from solvers.truncate import TruncateRequest

CHAIN = (
    Stage("aemt", "", ("team", "mate", "meat", "tame", "meta")),
    Stage("aemst", "s", ("steam", "teams", "mates", "meats", "tames", "satem")),
    Stage("aemrst", "r", ("master", "stream")),
)


def walked(shown=3, **changes):
    asked = AnigramRequest(start="team")
    fields = {"question": asked, "drawn": asked, "tier": "full", "chain": CHAIN, "shown": shown}
    return AnigramCard(**fields | {"games": 12, "reach": 6} | changes)


def grown(sequence="a la lap laps lapse", count=3, **asked):
    return TruncateCard(TruncateRequest(**asked), "full", tuple(sequence.split()), count)

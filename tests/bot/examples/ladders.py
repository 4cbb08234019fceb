"""Answers of /ladder."""

from bot.ui.games.ladder_card import LadderCard
from bot.ui.words import Rarest
from solvers.ladder import Ladder, LadderRequest


def ladder(words, count):
    """Return words as a ladder, with their cost."""
    if not isinstance(words, str):
        return words
    return Ladder(tuple(words.split()), count, 10, cost=sum(map(ord, words)))


def make(shortest="cat cot dot dog", common="cat cot cog dog", **changes):
    fields = {"request": LadderRequest(start="cat", target="dog"), "tier": "full"}
    fields |= {"reveal": "full", "shortest": ladder(shortest, 2), "common": ladder(common, 1)}
    rarest = {"rarest_of_shortest": Rarest("cot", "rare")}
    rarest["rarest_of_common"] = Rarest("dog", "everyday")
    return LadderCard(**fields | rarest | changes)

"""Ratings by the places of a round or contest: the model of Plackett and Luce, by openskill."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache

from openskill.models import PlackettLuce

from bot.store import Transaction, races
from bot.store.schema import Rating

ALL = "all"
"""Stands for all games that are raced."""
CONTEST = "contest"
"""Stands for contests."""
PROVISIONAL = 10
"""Games until a rating is more than a guess."""
CENTRE, SCALE = 1500, 40
PODIUM = 3


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def new_skill() -> tuple[float, float]:
    """Return the skill (mu, sigma) of an unknown player."""
    unknown = _model().rating()
    return unknown.mu, unknown.sigma


def new_rating(user_id: int, guild_id: int | None, game: str, at: datetime) -> Rating:
    """Return the rating of somebody who has not raced yet."""
    mu, sigma = new_skill()
    return Rating(user_id=user_id, guild_id=guild_id, game=game, mu=mu, sigma=sigma, last_at=at)


def rate(skills: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
    """Return the skills (mu, sigma) of players after a round in which they took these places."""
    model = _model()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in skills]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [(team[0].mu, team[0].sigma) for team in rated]


def after_round(ratings: Sequence[Rating], places: Mapping[int, int], at: datetime) -> list[Rating]:
    """Return the ratings of players after a round; `places` by user, without players who have none.

    Players without a place come after all who have one. Only a sole first wins. `ratings` may
    cover only some of the players.
    """
    sole, of = list(places.values()).count(1) == 1, max(len(ratings), len(places))
    last = max(places.values(), default=0) + 1
    ranks = [places.get(one.user_id, last) for one in ratings]
    skills = rate([(one.mu, one.sigma) for one in ratings], ranks)
    changed = []
    for one, place, (mu, sigma) in zip(ratings, ranks, skills, strict=True):
        won = sole and place == 1
        streak = one.streak + 1 if won else 0
        best_place, best_of = _best(one, places.get(one.user_id), of)
        changed.append(
            replace(
                one,
                mu=mu,
                sigma=sigma,
                games=one.games + 1,
                wins=one.wins + won,
                podiums=one.podiums + (places.get(one.user_id, PODIUM + 1) <= PODIUM),
                streak=streak,
                longest=max(one.longest, streak),
                last_at=at,
                best_place=best_place,
                best_of=best_of,
            )
        )
    return changed


def _best(before: Rating, place: int | None, of: int) -> tuple[int | None, int | None]:
    """Return a player's best place, and out of how many: the most for equal places."""
    known = before.best_place, before.best_of
    if place is None:
        return known
    if before.best_place is None or before.best_of is None:
        return place, of
    return min(known, (place, of), key=lambda one: (one[0], -(one[1] or 0)))


async def rate_round(
    tx: Transaction,
    users: Collection[int],
    places: Mapping[int, int],
    *,
    guild_id: int | None,
    games: Collection[str],
    at: datetime,
) -> dict[int, int]:
    """Rate all players of a round, in its server and everywhere; see `after_round`.

    Returns by how much each rating changed in that server, in the last of `games`.
    """
    changes: dict[int, int] = {}
    where = {guild_id, None}
    before = {
        (one.user_id, one.guild_id, one.game): one
        for one in await races.ratings_of(tx, users, where)
    }
    for place in where:
        for game in games:
            known = [
                before.get((user, place, game)) or new_rating(user, place, game, at)
                for user in users
            ]
            after = after_round(known, places, at)
            await races.put_ratings(tx, after)
            if place == guild_id:
                pairs = zip(known, after, strict=True)
                changes = {old.user_id: shown(new) - shown(old) for old, new in pairs}
    return changes


def shown(rating: Rating) -> int:
    """Return a rating as people see it: about 1,500 for an average player.

    >>> shown(new_rating(1, None, ALL, datetime.min))
    1500
    """
    return round(CENTRE + SCALE * (rating.mu - _model().mu))


def is_provisional(rating: Rating) -> bool:
    """Return whether a rating is little more than a guess."""
    return rating.games < PROVISIONAL

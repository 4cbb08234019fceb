"""The tables as they are now; `migrations/` tells how they came to be. Times are UTC."""

from bot.store.schema.base import metadata
from bot.store.schema.contests import (
    contests,
    entrants,
    live_words,
    posts,
    practice_tries,
    practices,
    submissions,
)
from bot.store.schema.core import cards, facts
from bot.store.schema.dailies import (
    daily_editions,
    daily_plays,
    daily_posts,
    daily_seats,
    daily_setups,
    daily_shares,
    daily_tries,
)
from bot.store.schema.guilds import audit, guild_words, guilds

__all__ = [
    "audit",
    "cards",
    "contests",
    "daily_editions",
    "daily_plays",
    "daily_posts",
    "daily_seats",
    "daily_setups",
    "daily_shares",
    "daily_tries",
    "entrants",
    "facts",
    "guild_words",
    "guilds",
    "live_words",
    "metadata",
    "posts",
    "practice_tries",
    "practices",
    "submissions",
]

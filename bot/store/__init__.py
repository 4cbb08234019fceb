"""Every line of SQL: the schema, its migrations, and typed functions over them.

Commands use `Store` directly. The rest are modules of functions that take a `Transaction`, for
services that keep several rows in step: `rows`, `contests`, `entrants`, `dailies`, `daily_plays`;
`races`, `training`; `outbox`, `audit`, `guilds`.
"""

from bot.store.batches import Batcher
from bot.store.cards import CARD_DAYS, Cards
from bot.store.database import Database, Transaction
from bot.store.guilds import KEPT_DAYS, Guilds
from bot.store.privacy import Privacy
from bot.store.store import Facts, Store, open_store

__all__ = [
    "CARD_DAYS",
    "KEPT_DAYS",
    "Batcher",
    "Cards",
    "Database",
    "Facts",
    "Guilds",
    "Privacy",
    "Store",
    "Transaction",
    "open_store",
]

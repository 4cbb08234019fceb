"""Every line of SQL: the schema, its migrations, and typed functions over them."""

from bot.store.cards import CARD_DAYS, Cards
from bot.store.database import Database
from bot.store.facts import Facts
from bot.store.store import Store, open_store

__all__ = ["CARD_DAYS", "Cards", "Database", "Facts", "Store", "open_store"]

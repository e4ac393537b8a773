"""The append-only log of every table: what a store promises, and the stores that keep it."""

from takusen.store.memory import MemoryStore
from takusen.store.protocol import Closed, Conflict, Damaged, Picture, ReadOnly, Store, StoreError
from takusen.store.sqlite import SqliteStore

__all__ = ["Closed", "Conflict", "Damaged", "MemoryStore", "Picture", "ReadOnly", "SqliteStore", "Store", "StoreError"]

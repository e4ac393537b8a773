"""The log: entries, audience, codec, upcasters, and the immutable `Table` that worlds are made of."""

from takusen.log.audience import EVERYONE, GM, Audience, may_see
from takusen.log.table import Table

__all__ = ["EVERYONE", "GM", "Audience", "Table", "may_see"]

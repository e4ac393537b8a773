"""All facts of yoake5."""

from takusen.rules import Fact

from .ledger import Recorded

FACTS: tuple[type[Fact], ...] = (Recorded,)

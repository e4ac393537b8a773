"""All facts of yoake5."""

from takusen.rules import Fact

from .facts_growth import GROWTH_FACTS
from .ledger import Recorded

FACTS: tuple[type[Fact], ...] = (Recorded, *GROWTH_FACTS)

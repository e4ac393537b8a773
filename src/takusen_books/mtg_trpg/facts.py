"""The list of all facts of the book."""

from takusen.rules import Fact

from . import facts_cast, facts_check, facts_pc, facts_state, facts_world, setting
from .fact import Open
from .facts_world import Somewhere

BASES = (Fact, Open, Somewhere)


def _told(*chapters: object) -> tuple[type[Fact], ...]:
    found = (one for chapter in chapters for one in vars(chapter).values() if isinstance(one, type))
    return tuple(dict.fromkeys(one for one in found if issubclass(one, Fact) and one not in BASES))


FACTS = _told(setting, facts_world, facts_state, facts_pc, facts_check, facts_cast)

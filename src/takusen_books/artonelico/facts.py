"""The list of all facts of artonelico."""

from takusen.rules import Fact

from . import facts_act, facts_check, facts_flow, facts_making, facts_song, setting
from .fact import Open
from .facts_check import OfCheck
from .facts_song import OfSinger
from .setting import Quiet

BASES = (Fact, Open, Quiet, OfSinger, OfCheck)


def _told(*chapters: object) -> tuple[type[Fact], ...]:
    found = (one for chapter in chapters for one in vars(chapter).values() if isinstance(one, type))
    return tuple(dict.fromkeys(one for one in found if issubclass(one, Fact) and one not in BASES))


FACTS = _told(setting, facts_flow, facts_song, facts_act, facts_check, facts_making)

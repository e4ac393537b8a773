"""All facts of yoake5."""

from takusen.rules import Fact

from .facts_campaign import CAMPAIGN_FACTS
from .facts_fight import FIGHT_FACTS
from .facts_growth import GROWTH_FACTS
from .facts_session import SESSION_FACTS
from .facts_shop import SHOP_FACTS
from .facts_skill import SKILL_FACTS
from .ledger import Recorded
from .lending import FACTS as LENDING_FACTS
from .setting import SETTING

FACTS: tuple[type[Fact], ...] = (
    Recorded,
    *GROWTH_FACTS,
    *SKILL_FACTS,
    *FIGHT_FACTS,
    *SESSION_FACTS,
    *SHOP_FACTS,
    *SETTING,
    *CAMPAIGN_FACTS,
    *LENDING_FACTS,
)

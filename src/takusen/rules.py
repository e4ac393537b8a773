"""The one module of takusen that rule books import: the author's words."""

from takusen.dice import Dist, Readout, highest, successes, total
from takusen.log.audience import EVERYONE, GM, Audience
from takusen.log.paths import joined as path
from takusen.log.table import Table
from takusen.play.exact import Memo
from takusen.play.handles import Chance, Choice, Fact, Form, Id, Play, Policy, Prompt, Question, Refused, policy
from takusen.play.reading import Reading
from takusen.play.rule import rule
from takusen.rulebook.acts import act
from takusen.rulebook.book import Declaration, Demo, Fresh, RuleBook
from takusen.rulebook.fields import Field, everyone, gm_only, is_hidden
from takusen.rulebook.odds import Guess, Measure, OddsOf, Series
from takusen.rulebook.offers import Offer
from takusen.rulebook.pages import (
    Acts,
    Custom,
    Figure,
    Figures,
    Gauge,
    Item,
    Items,
    Listed,
    Mark,
    Page,
    Phase,
    Shown,
    Text,
    Tracks,
    Turn,
    TurnOrder,
    View,
    Word,
    gauge,
    states,
)
from takusen.rulebook.sheet import ABILITIES, MONSTER, PC, SW20, SW25, Adopted, Amount, Sheet
from takusen.rulebook.texts import read_content
from takusen.rulebook.toml import Both

__all__ = [
    "ABILITIES",
    "EVERYONE",
    "GM",
    "MONSTER",
    "PC",
    "SW20",
    "SW25",
    "Acts",
    "Adopted",
    "Amount",
    "Audience",
    "Both",
    "Chance",
    "Choice",
    "Custom",
    "Declaration",
    "Demo",
    "Dist",
    "Fact",
    "Field",
    "Figure",
    "Figures",
    "Form",
    "Fresh",
    "Gauge",
    "Guess",
    "Id",
    "Item",
    "Items",
    "Listed",
    "Mark",
    "Measure",
    "Memo",
    "OddsOf",
    "Offer",
    "Page",
    "Phase",
    "Play",
    "Policy",
    "Prompt",
    "Question",
    "Reading",
    "Readout",
    "Refused",
    "RuleBook",
    "Series",
    "Sheet",
    "Shown",
    "Table",
    "Text",
    "Tracks",
    "Turn",
    "TurnOrder",
    "View",
    "Word",
    "act",
    "everyone",
    "gauge",
    "gm_only",
    "highest",
    "is_hidden",
    "path",
    "policy",
    "read_content",
    "rule",
    "states",
    "successes",
    "total",
]

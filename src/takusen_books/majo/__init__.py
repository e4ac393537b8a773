"""魔城卓: the house rules of one large campaign over 夜明けの時代5, in two versions."""

from takusen.rules import LayerPackage
from takusen_books.yoake5.facts_campaign import REGISTRATION_FACTS

from . import city, drama, items, registration, scenes, shop, skills
from .wrappers import WRAPPERS, higher

LAYER = LayerPackage(
    package=__name__,
    files=("layers/majo_2018-10-01.toml", "layers/majo_2019-04-19.toml"),
    chapters=(registration, drama, scenes, shop, city),
    facts=(*REGISTRATION_FACTS, *city.CITY_FACTS),
    wrappers={**WRAPPERS, **skills.WRAPPERS, **items.WRAPPERS, **shop.WRAPPERS},
    content=("content/variants.toml", "content/charts.toml"),
    policies=(higher, *skills.POLICIES, *items.POLICIES, *drama.POLICIES, *scenes.POLICIES),
)

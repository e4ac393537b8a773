"""A layer over the yard that brings more than patches: a game of tag, with an act, a fact, an option and words."""

from takusen.rules import LayerPackage

from . import play
from .facts import Caught

LAYER = LayerPackage(
    package=__name__,
    files=("layers/tag_1.toml", "layers/tag_2.toml"),
    chapters=(play,),
    facts=(Caught,),
    content=("pace.toml",),
)

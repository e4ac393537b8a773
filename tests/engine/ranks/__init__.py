"""A book for tests of rows: two sides that face each other; one steps to another row, or strikes at whoever is near."""

from takusen.rules import Id, RuleBook

from . import play

BOOK = RuleBook(
    id="ranks",
    version="1",
    package=__name__,
    world=play.World,
    facts=(play.Faced, play.Stepped, play.Felled),
    chapters=(play,),
    owner=lambda world, one: world.fighters[Id(one)].player if one in world.fighters else "",
    entities=lambda world: {one: me.name for one, me in world.fighters.items()},
    enter=play.started,
    free=lambda world: tuple(one for one, me in world.fighters.items() if me.friend and not me.player),
    page=play.page,
    owner_path="fighters.{}.player",
)

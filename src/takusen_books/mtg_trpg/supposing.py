"""What a viewer supposes of NPCs and things whose nature isn't open: that they are ordinary."""

from msgspec.structs import replace

from takusen.rules import Table, is_hidden

from .world import Permanent, World

ORDINARY = Permanent("")
NATURE = (
    "as_planeswalker", "as_player", "colours", "cost", "home", "hexproof", "shroud", "indestructible", "ward",
    "protection", "regeneration", "produces",
)  # fmt: skip
"""What is supposed; power, toughness, loyalty and life remain unknown."""


def ordinary(world: World) -> World:
    """The world with everybody as they usually are, where it isn't known."""
    permanents = Table((one, plain(me)) for one, me in world.permanents.items())
    precedents = Table() if is_hidden(world.precedents) else world.precedents
    asked = () if is_hidden(world.asked) else world.asked
    return replace(world, permanents=permanents, precedents=precedents, asked=asked)


def plain(me: Permanent) -> Permanent:
    """One that is ordinary where nothing else is known."""
    unknown = {name: getattr(ORDINARY, name) for name in NATURE if is_hidden(getattr(me, name))}
    return replace(me, **unknown) if unknown else me

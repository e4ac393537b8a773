"""What a session gives (YA-14): experience for all, and what the book adds for bonds."""

from takusen.rules import Play, Reading, rule

from .world import World

PER_BOND, PER_EMOTION = "charts.reward.per_bond", "charts.reward.per_emotion"


@rule("YA-14")
def reward(t: Play[World], fixed: int, boss_level: int, highest_pc: int) -> int:
    """The experience that everybody gets: what the scenario gives, and the boss's level."""
    return fixed + boss_level


def bond_reward(reading: Reading, bonds: int, emotions: int) -> int:
    """What so many points of hostility and goodwill and so many emotions, gained in the session, add to experience."""
    return int(bonds * reading.content[PER_BOND] + emotions * reading.content[PER_EMOTION])


def highest_level(world: World) -> int:
    """The highest main level among those who take part in the session."""
    return max((world.characters[one].level for one in world.now().members if one in world.characters), default=0)

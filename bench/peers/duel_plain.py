"""The duel of bayside23 as a good programmer writes it down by hand: plain ints, `randint`, default options."""

from dataclasses import dataclass
from random import Random

LIFE = 5
STAMINA = 7
TURNS = 200  # then it is a draw


@dataclass
class Fighter:
    """One side: its resources, and whether it has fallen."""

    total: int  # trait + skill
    force: int
    life: int = LIFE
    stamina: int = STAMINA
    prone: bool = False


@dataclass(frozen=True)
class Duel:
    """How one duel went; `winner` is 0 or 1 in the order listed, None for a draw. `life` is what the two have left."""

    winner: int | None
    rounds: int
    hits: int
    life: int


@dataclass(frozen=True)
class Summary:
    """Means over many duels; draws count as won by nobody."""

    duels: int
    rounds: float
    hits: float
    first_wins: float
    life_left: float
    draws: int


def roll(rng: Random) -> int:
    """2d6."""
    return rng.randint(1, 6) + rng.randint(1, 6)


def attack(rng: Random, attacker: Fighter) -> int:
    """The life that the attack would cost, 0 if it missed; a missed one is rerolled down to the last stamina."""
    target = attacker.total - attacker.force
    while True:
        got = roll(rng)
        if got == 2:
            return 3
        if got == 12:
            attacker.prone = True
            return 0
        if got < target:
            return 1 if attacker.force <= 10 else 2
        if attacker.stamina <= 1:
            return 0
        attacker.stamina -= 1


def parried(rng: Random, defender: Fighter, force: int) -> bool:
    """Whether the defence succeeds, rerolls included."""
    target = defender.total - force
    while roll(rng) > target:
        if defender.stamina <= 1:
            return False
        defender.stamina -= 1
    return True


def first_to_act(rng: Random) -> int:
    """The smaller roll begins; equal ones are rolled again."""
    while True:
        a, b = roll(rng), roll(rng)
        if a != b:
            return 0 if a < b else 1


def duel(rng: Random, total: int = 16, force: int = 8) -> Duel:
    """One duel of two alike fighters."""
    fighters = [Fighter(total, force), Fighter(total, force)]
    acting = first_to_act(rng)
    hits = 0
    for turn in range(TURNS):
        attacker, defender = fighters[acting], fighters[1 - acting]
        if attacker.prone:
            attacker.prone = False
        elif damage := attack(rng, attacker):
            hits += 1
            if not parried(rng, defender, attacker.force):
                defender.life -= damage
                if defender.life <= 0:
                    return Duel(acting, turn // 2 + 1, hits, attacker.life)
        acting = 1 - acting
    return Duel(None, TURNS // 2, hits, fighters[0].life + fighters[1].life)


def run(n: int, seed: int, total: int = 16, force: int = 8) -> Summary:
    """Fight `n` duels."""
    rng = Random(seed)
    duels = [duel(rng, total, force) for _ in range(n)]
    return Summary(
        duels=n,
        rounds=sum(one.rounds for one in duels) / n,
        hits=sum(one.hits for one in duels) / n,
        first_wins=sum(one.winner == 0 for one in duels) / n,
        life_left=sum(one.life for one in duels) / n,
        draws=sum(one.winner is None for one in duels),
    )

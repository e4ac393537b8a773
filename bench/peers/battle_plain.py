"""The battle as a good programmer writes it down by hand: plain ints, `randint`, default options, one table's rules."""

from collections import deque
from dataclasses import dataclass
from random import Random

from bench.peers.battle import (
    COLUMNS,
    RELEASE_AT,
    ROWS,
    SONG_MP,
    SONG_PLUS,
    SONG_STEP,
    TURNS,
    WALLS,
    Block,
    Lineup,
    Summary,
)

Square = tuple[int, int]
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


@dataclass
class Fighter:
    """One of a battle: its numbers, and how it is doing."""

    block: Block
    square: Square
    hp: int
    mp: int
    chanting: bool = False
    gauge: int = 0

    @property
    def stands(self) -> bool:
        """Whether it is on its feet."""
        return self.hp > 0


def roll(rng: Random, code: tuple[int, int]) -> int:
    """What a dice code comes to."""
    dice, plus = code
    return sum(rng.randint(1, 6) for _ in range(dice)) + plus


def in_order(rng: Random, group: list[Fighter], code: tuple[int, int] | None = None) -> list[Fighter]:
    """The highest first; who is tied rolls a further 2D."""
    if len(group) == 1:
        return group
    rolls: dict[int, list[Fighter]] = {}
    for one in group:
        rolls.setdefault(roll(rng, code or one.block.agility), []).append(one)
    return [one for total in sorted(rolls, reverse=True) for one in in_order(rng, rolls[total], (2, 0))]


def distance(a: Square, b: Square) -> int:
    """Steps along rows and columns."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def reachable(start: Square, steps: int, taken: set[Square]) -> dict[Square, int]:
    """Where one can end within so many steps, walls in the way, nearest first."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        if found[here] == steps:
            continue
        for down, right in STEPS:
            there = (here[0] + down, here[1] + right)
            if there in found or there in WALLS or not (1 <= there[0] <= ROWS and 1 <= there[1] <= COLUMNS):
                continue
            found[there] = found[here] + 1
            queue.append(there)
    ways = sorted((need, square) for square, need in found.items() if square != start and square not in taken)
    return {square: need for need, square in ways}


class Battle:
    """One battle."""

    def __init__(self, rng: Random, lineup: Lineup) -> None:
        self.rng = rng
        self.fighters = [Fighter(block, (row, column), block.hp, block.mp) for block, row, column in lineup.fighters]
        self.turns = self.harmo = 0

    def standing(self, side: str) -> list[Fighter]:
        """Those of a side on their feet."""
        return [one for one in self.fighters if one.block.side == side and one.stands]

    def foes(self, me: Fighter) -> list[Fighter]:
        """The other side, on its feet."""
        return self.standing("enemies" if me.block.side == "party" else "party")

    def over(self) -> bool:
        """Whether a side has nobody standing."""
        return not (self.standing("party") and self.standing("enemies"))

    def turn(self) -> None:
        """One turn, phase by phase."""
        self.turns += 1
        order = in_order(self.rng, [one for one in self.fighters if one.stands])
        for one in order:
            if one.block.sings:
                self.sing(one)
        for one in order:
            if one.stands:
                self.act(one)
                if self.over():
                    return
        self.harmo += sum(self.rng.randint(1, 6) for _ in self.standing("party"))

    def sing(self, me: Fighter) -> None:
        """Begin a song that can be paid for, or keep it."""
        if me.chanting:
            me.gauge += 1
        elif me.mp >= SONG_MP:
            me.mp -= SONG_MP
            me.chanting, me.gauge = True, 0

    def act(self, me: Fighter) -> None:
        """Release, strike, or go up to the nearest and strike."""
        if me.chanting:
            if me.gauge >= RELEASE_AT:
                self.release(me)
            return
        target = self.in_reach(me)
        if target is None and self.moved(me):
            target = self.in_reach(me)
        if target is not None:
            self.blow(target, me.block.attack)

    def release(self, me: Fighter) -> None:
        """The song strikes the weakest."""
        dice, plus = me.block.songcraft
        target = min(self.foes(me), key=lambda one: one.hp)
        self.blow(target, (dice, plus + SONG_PLUS + SONG_STEP * me.gauge))
        me.chanting, me.gauge = False, 0

    def in_reach(self, me: Fighter) -> Fighter | None:
        """The weakest of those side by side."""
        near = [one for one in self.foes(me) if distance(me.square, one.square) == 1]
        return min(near, key=lambda one: one.hp, default=None)

    def moved(self, me: Fighter) -> bool:
        """Go where the nearest foe is nearest, if that is nearer than here."""
        squares = [one.square for one in self.foes(me)]
        taken = {one.square for one in self.fighters if one.stands and one is not me}
        ways = reachable(me.square, me.block.move, taken)

        def away(square: Square) -> int:
            return min(distance(square, other) for other in squares)

        best = min(ways, key=lambda square: (away(square), ways[square]), default=me.square)
        if away(best) >= away(me.square):
            return False
        me.square = best
        return True

    def blow(self, target: Fighter, power: tuple[int, int]) -> None:
        """Power less endurance."""
        harm = max(0, roll(self.rng, power) - roll(self.rng, target.block.endurance))
        target.hp = max(0, target.hp - harm)
        if not target.stands:
            target.chanting, target.gauge = False, 0


def run(n: int, seed: int, lineup: Lineup) -> Summary:
    """Fight `n` battles."""
    rng = Random(seed)
    turns = wins = downed = 0
    for _ in range(n):
        battle = Battle(rng, lineup)
        while not battle.over() and battle.turns < TURNS:
            battle.turn()
        turns += battle.turns
        wins += bool(battle.standing("party"))
        downed += sum(one.block.side == "party" and not one.stands for one in battle.fighters)
    return Summary(n, turns / n, wins / n, downed / n)

"""The same battle as fast as plain CPython gets: dice drawn from tables of sums, ways looked up once, lists of ints."""

from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from random import Random

from bench.peers.battle import RELEASE_AT, SONG_MP, SONG_PLUS, SONG_STEP, TURNS, Lineup, Summary
from bench.peers.battle_plain import Square, distance, reachable


@cache
def sums(dice: int) -> tuple[int, ...]:
    """The sums of so many dice, as often as they come up."""
    if not dice:
        return (0,)
    return tuple(sum_ + face for sum_ in sums(dice - 1) for face in range(1, 7))


@cache
def harms(power: tuple[int, int], endurance: tuple[int, int]) -> tuple[list[int], list[float]]:
    """What power less endurance comes to, at least 0, with the share of each up to it."""
    strong, tough = counted(power), counted(endurance)
    weights: dict[int, int] = {}
    for one, ways in strong.items():
        for other, more in tough.items():
            harm = max(0, one - other)
            weights[harm] = weights.get(harm, 0) + ways * more
    whole, so_far, shares = sum(weights.values()), 0, []
    for weight in weights.values():
        so_far += weight
        shares.append(so_far / whole)
    return list(weights), shares


@cache
def counted(code: tuple[int, int]) -> dict[int, int]:
    """How often a dice code comes to each total."""
    ways = {code[1]: 1}
    for _ in range(code[0]):
        longer: dict[int, int] = {}
        for total, weight in ways.items():
            for face in range(1, 7):
                longer[total + face] = longer.get(total + face, 0) + weight
        ways = longer
    return ways


@cache
def nearest(start: Square, move: int, taken: frozenset[Square], foes: tuple[Square, ...]) -> Square:
    """The square within reach that is nearest to a foe, if it is nearer than the start."""
    ways = reachable(start, move, set(taken))

    def away(square: Square) -> int:
        return min(distance(square, other) for other in foes)

    best = min(ways, key=lambda square: (away(square), ways[square]), default=start)
    return best if away(best) < away(start) else start


def run(n: int, seed: int, lineup: Lineup) -> Summary:
    """Fight `n` battles."""
    random = Random(seed).random
    turns = wins = downed = 0
    for _ in range(n):
        lasted, party, _ = fight(random, lineup)
        turns += lasted
        wins += bool(party)
        downed += sum(block.side == "party" for block, *_ in lineup.fighters) - party
    return Summary(n, turns / n, wins / n, downed / n)


def order_of(random: Callable[[], float], up: list[int], codes: list[tuple[int, int]]) -> list[int]:
    """The highest first; who is tied rolls a further 2D."""
    rolls: dict[int, list[int]] = {}
    for one in up:
        dice, plus = codes[one]
        table = sums(dice)
        rolls.setdefault(table[int(random() * len(table))] + plus, []).append(one)
    found: list[int] = []
    for total in sorted(rolls, reverse=True):
        tied = rolls[total]
        found += tied if len(tied) == 1 else order_of(random, tied, [(2, 0)] * len(codes))
    return found


def struck(random: Callable[[], float], power: tuple[int, int], endurance: tuple[int, int]) -> int:
    """The harm of one blow."""
    values, shares = harms(power, endurance)
    return values[min(bisect_right(shares, random()), len(values) - 1)]


def fight(random: Callable[[], float], lineup: Lineup) -> tuple[int, int, int]:  # noqa: C901  (calls cost more)
    """One battle: how many turns it took, and how many stand on either side."""
    blocks = [block for block, *_ in lineup.fighters]
    places: list[Square] = [(row, column) for _, row, column in lineup.fighters]
    mine = [block.side == "party" for block in blocks]
    agility = [block.agility for block in blocks]
    hp = [block.hp for block in blocks]
    mp = [block.mp for block in blocks]
    chanting = [False] * len(blocks)
    gauge = [0] * len(blocks)
    everyone = range(len(blocks))
    left = [sum(not one for one in mine), sum(mine)]
    for turn in range(1, TURNS + 1):
        order = order_of(random, [one for one in everyone if hp[one]], agility)
        for one in order:
            if blocks[one].sings:
                if chanting[one]:
                    gauge[one] += 1
                elif mp[one] >= SONG_MP:
                    mp[one] -= SONG_MP
                    chanting[one], gauge[one] = True, 0
        for one in order:
            if not hp[one]:
                continue
            me, side = blocks[one], mine[one]
            foes = [other for other in everyone if hp[other] and mine[other] != side]
            if chanting[one]:
                if gauge[one] < RELEASE_AT:
                    continue
                dice, plus = me.songcraft
                power = (dice, plus + SONG_PLUS + SONG_STEP * gauge[one])
                chanting[one], gauge[one] = False, 0
            else:
                power, here = me.attack, places[one]
                near = [other for other in foes if distance(here, places[other]) == 1]
                if not near:
                    taken = frozenset(places[other] for other in everyone if hp[other] and other != one)
                    here = nearest(here, me.move, taken, tuple(places[other] for other in foes))
                    if here == places[one]:
                        continue
                    places[one] = here
                    near = [other for other in foes if distance(here, places[other]) == 1]
                    if not near:
                        continue
                foes = near
            target = min(foes, key=hp.__getitem__)
            hp[target] = max(0, hp[target] - struck(random, power, blocks[target].endurance))
            if not hp[target]:
                chanting[target], gauge[target] = False, 0
                left[not side] -= 1
                if not left[not side]:
                    return turn, left[1], left[0]
        for one in everyone:  # harmonics: the sum is what the gauge gains
            if mine[one] and hp[one]:
                random()
    return TURNS, left[1], left[0]

"""The battle that the bench fights: who stands where with which numbers, for takusen and its peers alike.

A party of fighters and singers against as many beasts or more, on an open map with a wall. Fighters and beasts strike
the weakest in reach and go up to the nearest if nobody is; singers keep a red song until its gauge is at 2 and release
it at the weakest.
"""

from dataclasses import dataclass

ROWS, COLUMNS = 8, 12
WALLS = tuple((row, 6) for row in (2, 3, 6, 7))
RELEASE_AT = 2
SONG_MP, SONG_PLUS, SONG_STEP = 6, 4, 8
TURNS = 200  # then it is a draw


@dataclass(frozen=True)
class Block:
    """The numbers of one kind of fighter; dice codes are (dice, plus)."""

    side: str
    hp: int
    mp: int
    agility: tuple[int, int]
    attack: tuple[int, int]
    endurance: tuple[int, int]
    songcraft: tuple[int, int]
    move: int
    sings: bool


FRONT = Block("party", 44, 0, (3, 1), (6, 4), (4, 1), (2, 0), 3, False)
SINGER = Block("party", 36, 42, (3, 0), (2, 3), (3, 0), (6, 2), 3, True)
BEAST = Block("enemies", 34, 0, (3, 1), (6, 6), (3, 2), (0, 0), 3, False)


@dataclass(frozen=True)
class Lineup:
    """Who fights: block and place (row, column) of each."""

    fighters: tuple[tuple[Block, int, int], ...]


def lineup(party: int, beasts: int) -> Lineup:
    """As many of a party, half of them singers, against as many beasts."""
    fronts = party // 2
    mine = [(FRONT, row * 2 + 2, 3) for row in range(fronts)] + [
        (SINGER, row * 2 + 2, 1) for row in range(party - fronts)
    ]
    theirs = [(BEAST, 1 + at % ROWS, 10 + at // ROWS) for at in range(beasts)]
    return Lineup((*mine, *theirs))


@dataclass(frozen=True)
class Summary:
    """Means over many battles."""

    battles: int
    turns: float
    party_wins: float
    downed: float

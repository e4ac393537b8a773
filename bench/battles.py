"""Takusen's own side of the battle: the same fighters at a table of artonelico, played by the book's own policy."""

from bench.peers.battle import COLUMNS, ROWS, SONG_MP, SONG_PLUS, SONG_STEP, WALLS, Block, Lineup
from takusen.forecast.battle import Battle, forecast
from takusen.forecast.figures import Forecast
from takusen.forecast.plan import Plan
from takusen.play.exact import Memo
from takusen.rules import Board, Id, Square, Table
from takusen_books.artonelico import BOOK
from takusen_books.artonelico.arts import Damage, Song
from takusen_books.artonelico.world import INITIATIVE, Fighter, World
from takusen_books.artonelico.world import Battle as Fight

SONG = Id("song")


def _code(code: tuple[int, int]) -> str:
    dice, plus = code
    return f"{dice}D{plus:+}" if dice else str(plus)


def _fighter(block: Block, row: int, column: int) -> Fighter:
    abilities = ("agility", "attack", "endurance", "songcraft")
    return Fighter(
        block.side,
        block.side,
        abilities=Table((name, _code(getattr(block, name))) for name in abilities),
        hp=block.hp,
        hp_max=block.hp,
        mp=block.mp,
        mp_max=block.mp,
        songs=(SONG,) if block.sings else (),
        square=Square(f"{row}-{column}"),
        move=block.move,
        fighting=True,
    )


def world(lineup: Lineup) -> World:
    """The battle before its first turn."""
    song = Song("song", mp=str(SONG_MP), effects=(Damage(power=f"songcraft+{SONG_PLUS}+BG*{SONG_STEP}"),))
    fighters = Table((Id(f"f{at}"), _fighter(*one)) for at, one in enumerate(lineup.fighters))
    board = Board(ROWS, COLUMNS, Table((Square(f"{row}-{column}"), "wall") for row, column in WALLS))
    return World(fighters=fighters, battle=Fight(INITIATIVE), board=board, songs=Table({SONG: song}))


def plan(lineup: Lineup, runs: int, seed: int = 1) -> Plan:
    """The forecast of a battle."""
    return Plan(BOOK.id, world(lineup), BOOK.reading(), runs=runs, seed=seed)


def battles(n: int, seed: int, lineup: Lineup) -> Forecast:
    """Battles in this process."""
    return forecast(Battle(BOOK, world(lineup), Memo(BOOK.reading()), seed), n)

"""What the page of artonelico says, and which button it makes the one to press."""

import re

from msgspec.structs import replace

import takusen_books.artonelico as package
from takusen.log.table import Table
from takusen.play.handles import Id
from takusen.rulebook.pages import Custom
from takusen.rules import Acts, Figures
from takusen.table.views import view
from takusen.web.render import renderer
from takusen_books.artonelico import BOOK
from takusen_books.artonelico.bar import bar
from takusen_books.artonelico.desk import desk
from takusen_books.artonelico.facts_flow import BattleEnded
from takusen_books.artonelico.facts_song import ChantKept
from takusen_books.artonelico.making_pages import making_panels
from takusen_books.artonelico.pages import page
from takusen_books.artonelico.repertoire import repertoire
from takusen_books.artonelico.world import World
from tests.books.conftest import Worked
from tests.engine.tables import Game

WORKED = Worked(package)
TOWA = Id("towa")


def staged(situation: str) -> World:
    """A situation of the stage that the examples begin in."""
    world: World = Game(f"stage.toml#{situation}", book=BOOK).state.world
    return world


def hand(world: World, seat: str = "p3", answers: tuple[str, ...] = ()) -> str:
    """The panels at hand that the book draws."""
    found = page(view(BOOK, world, seat)).hand
    words = renderer("ja", BOOK)
    return "".join(words.drawn(one, "", (), answers) for one in found if isinstance(one, Custom))


def acts(world: World, seat: str = "p3") -> tuple[str, ...]:
    """The acts at hand."""
    return next(one.names for one in page(view(BOOK, world, seat)).hand if isinstance(one, Acts))


def strong(html: str) -> list[str]:
    """What stands on the strong buttons."""
    return re.findall(r'class="(?:button )?strong"[^>]*>([^<]+)', html)


def head(world: World, answers: tuple[str, ...] = ()) -> str:
    """The phase bar."""
    return str(renderer("ja", BOOK).drawn(Custom("bar", bar(view(BOOK, world, "p3"))), "", (), answers))


def test_who_sings_is_led_to_sing_on() -> None:
    world = staged("chanting")
    assert strong(hand(world)) == ["歌いつづける"]
    assert hand(world).count(">歌いつづける<") == 1
    assert not {"keep_singing", "stop_singing"} & set(acts(world))
    assert strong(hand(staged("song"))) == ["詩魔法を歌う"]


def test_the_bar_says_what_is_left_of_the_song_phase() -> None:
    world = staged("chanting")
    assert "が歌を決めるのを待っています" in head(world)
    chant = world.fighter(TOWA).chant
    assert chant is not None
    kept = ChantKept(TOWA, chant.song, replace(chant, decided=world.here().turn), 0, 30, 2).apply(world)
    assert "が詩魔法コマンドを使うか、終えるのを待っています" in head(kept)


def test_where_answers_are_awaited_nothing_else_is_said_to_be() -> None:
    world = staged("prepare")
    assert "GMが配置を終えるのを待っています" in head(world)
    assert "bar-waits" not in head(world, ("カジ",))
    assert desk(view(BOOK, world, "gm")) is not None
    assert "戦闘準備を終える" in hand(world, "gm")
    assert "戦闘準備を終える" not in hand(world, "gm", ("カジ",))


def test_whoever_has_two_characters_has_no_id_twice() -> None:
    world = WORKED.world("bench")
    own = {Id(one): replace(world.fighters[Id("aya")], player="p1") for one in ("aya", "ren")}
    seen = view(BOOK, replace(world, fighters=Table({**world.fighters, **own})), "p1")
    words = renderer("ja", BOOK)
    made = "".join(words.drawn(one, "", ()) for one in making_panels(seen) if isinstance(one, Custom))
    ids = re.findall(r' id="([^"]+)"', made) + [item.id for panel in repertoire(seen) for item in panel.items]
    assert len(ids) == len(set(ids)) > 10


def test_enemies_of_a_battle_that_is_over_are_off_the_page() -> None:
    world = staged("main")
    assert [one.side for one in figures(world)] == ["friends", "foes"]
    assert [one.side for one in figures(BattleEnded("party").apply(world))] == ["friends"]


def figures(world: World) -> list[Figures]:
    """The sides on the stage, as the GM sees it."""
    return [one for one in page(view(BOOK, world, "gm")).stage if isinstance(one, Figures)]

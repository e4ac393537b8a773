"""The house rules "Short Evening" over bayside23: its wrapper acts alike in exact and in sampled play."""

from takusen.play.exact import Memo
from takusen.play.sampled import Sampled, Tables
from takusen.rulebook.book import installed
from takusen.rulebook.stacking import Stack
from takusen_books.bayside23.combat import damage

BOOK = installed()["bayside23"]
EVENING = Stack((BOOK.shipped["short_evening@2026-12-01"],))


def test_a_wrapped_rule_is_another_in_exact_and_in_sampled_play() -> None:
    for stack, lost in ((Stack(), 2), (EVENING, 3)):
        reading = BOOK.reading(stack=stack)
        memo = Memo(reading)
        assert list(memo.dist(damage, (15, False)).items()) == [(lost, 1)]
        assert Sampled(None, Tables(memo, 1), {}).call(damage, (15, False)) == lost


def test_layers_change_the_pin_and_a_book_alone_keeps_its_own() -> None:
    first = Stack((BOOK.shipped["short_evening@2026-11-01"],))
    pins = [BOOK.pin(BOOK.reading(stack=stack)) for stack in (Stack(), first, EVENING)]
    assert len({*pins}) == 3
    assert pins[0] == BOOK.pin(BOOK.usual)

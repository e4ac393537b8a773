"""What every library must do: one class of tests, run over each of them with a `library` fixture."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from takusen.library.merging import Record
from takusen.library.names import id_of_name
from takusen.rulebook.card import Card, CardFace
from takusen.store import Closed
from takusen.store.library import Counts, Library


def card(id: str, name: str, name_ja: str = "", *faces: CardFace, text: str = "") -> Card:
    """A card; its one face has its names where none are given."""
    made = faces or (CardFace(name=name, full_name=name, name_ja=name_ja, text=text),)
    return Card(id=id, name=name, name_ja=name_ja, faces=made)


GATE = card("a1", "Gate of Embers", "燠の門")
ASH = card("a2", "Gate of Ash", "灰のゲート")
BELL = card("a3", "Lone Bell", "ひとつの鐘")
PAIR = card(
    "a4",
    "Early // Late",
    "早く // 遅く",
    CardFace(name="Early", full_name="Early // Late", name_ja="早く"),
    CardFace(name="Late", full_name="Early // Late", name_ja="遅く"),
)
LATE = card("a5", "Late", "遅刻")
ALL = (GATE, ASH, BELL, PAIR, LATE)


def take(library: Library, *cards: Card) -> Counts:
    """Take cards in."""
    with library.taking() as intake:
        for one in cards:
            intake.put(Record(one))
    return intake.counts


def ids(library: Library, typed: str, offset: int = 0, limit: int = 20) -> list[str]:
    """The ids that a search finds."""
    return [one.id for one in library.search(typed, offset, limit).cards]


def _break_off(library: Library, wrong: type[BaseException]) -> None:
    with library.taking() as intake:
        intake.put(Record(BELL))
        intake.put(Record(card("a1", "Door of Embers")))
        raise wrong


class LibraryContract:
    """Inherit it, and give a fixture `library`."""

    def test_a_new_one_is_empty(self, library: Library) -> None:
        assert library.count() == 0
        assert list(library.cards()) == []
        assert library.search("a") == ((), False)
        assert library.named("a") == () == library.keys()
        assert library.card("a1") is None

    def test_what_is_put_is_there(self, library: Library) -> None:
        assert take(library, *ALL) == Counts(added=5)
        assert library.card("a1") == GATE
        assert library.count() == 5
        assert [one.name for one in library.cards()] == sorted(one.name for one in ALL)

    def test_the_same_again_changes_nothing(self, library: Library) -> None:
        take(library, *ALL)
        assert take(library, *ALL) == Counts(same=5)
        assert list(library.cards()) == sorted(ALL, key=lambda one: one.name)

    def test_a_change_is_found_under_its_new_name_alone(self, library: Library) -> None:
        take(library, GATE)
        assert take(library, card("a1", "Door of Embers")) == Counts(changed=1)
        assert ids(library, "gate") == []
        assert ids(library, "door") == ids(library, "燠") == ["a1"]

    @pytest.mark.parametrize("wrong", [ValueError, KeyboardInterrupt])
    def test_what_breaks_off_leaves_all_as_it_was(self, library: Library, wrong: type[BaseException]) -> None:
        take(library, GATE, ASH)
        with pytest.raises(wrong):
            _break_off(library, wrong)
        assert [one.id for one in library.cards()] == ["a2", "a1"]
        assert ids(library, "bell") == ids(library, "door") == []
        assert take(library, BELL) == Counts(added=1)

    def test_nobody_sees_half_a_file(self, library: Library) -> None:
        with library.taking() as intake:
            intake.put(Record(GATE))
            assert library.count() == 0
            assert ids(library, "gate") == []
        assert library.count() == 1

    @pytest.mark.parametrize(
        "typed",
        ["gate of e", "GATE EMB", "embers gate", "mber", "燠", "の門", "ｇａｔｅ　ｏｆ　ｅ"],
    )
    def test_any_part_of_a_name_finds_it(self, library: Library, typed: str) -> None:
        take(library, *ALL)
        assert ids(library, typed)[0] == "a1"

    @pytest.mark.parametrize("typed", ["げーと", "ゲート", "けと", "zz", "gate bell", "%", "_", "'", ""])
    def test_what_a_search_finds_beside(self, library: Library, typed: str) -> None:
        take(library, *ALL)
        assert ids(library, typed) == (["a2"] if typed in ("げーと", "ゲート") else [])

    def test_the_best_fit_comes_first(self, library: Library) -> None:
        take(library, *ALL, card("b1", "Lately"), card("b2", "Too Late"), card("b3", "Chocolate"))
        assert ids(library, "late") == ["a4", "a5", "b1", "b2", "b3"]

    def test_pages(self, library: Library) -> None:
        take(library, *(card(f"c{n:02}", f"Stone {n:02}") for n in range(25)))
        pages = [library.search("stone", at, 10) for at in (0, 10, 20, 30)]
        assert [(len(one.cards), one.more) for one in pages] == [(10, True), (10, True), (5, False), (0, False)]
        assert [one.id for page in pages for one in page.cards] == [f"c{n:02}" for n in range(25)]

    def test_a_name_is_that_of_the_card_before_that_of_a_face(self, library: Library) -> None:
        take(library, *ALL)
        assert library.named("late") == library.named("LATE") == (LATE, PAIR)
        assert library.named("Early/Late") == library.named("《早く // 遅く》") == (PAIR,)
        assert library.named("遅く") == (PAIR,)
        assert library.named("lat") == ()

    def test_keys_lead_to_cards(self, library: Library) -> None:
        take(library, GATE, PAIR)
        keys = library.keys()
        assert ("gate of embers", "a1") in keys
        assert {key for key, id in keys if id == "a4"} == {"early late", "早く 遅く", "early", "late", "早く", "遅く"}

    def test_a_card_without_an_id_is_the_one_of_its_name(self, library: Library) -> None:
        nameless = card(id_of_name("Gate of Embers"), "Gate of Embers", text="Told.")
        take(library, GATE)
        assert take(library, nameless, nameless) == Counts(changed=1)
        assert [(one.id, one.faces[0].text) for one in library.cards()] == [("a1", "Told.")]

    def test_closing(self, library: Library) -> None:
        take(library, GATE)
        library.close()
        library.close()
        for asked in (library.count, library.keys, lambda: library.card("a1"), lambda: library.search("a")):
            with pytest.raises(Closed):
                asked()

    def test_many_at_once(self, library: Library) -> None:
        take(library, *ALL)
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda n: ids(library, "gate"), range(80)))
            pool.submit(take, library, BELL).result()
        assert all(one == ["a2", "a1"] for one in found)

"""Names of entries of the content stand wherever an id does that is no entity's."""

from takusen.log.table import Table
from takusen.rulebook.book import installed
from takusen.rulebook.shown import Word
from takusen.rulebook.toml import Both
from takusen.table.story import Line
from takusen.web.lines import Lines
from takusen.web.render import renderer
from takusen.web.words import Words

TITLES = Table({"stealth": Both("隠密行動", "Stealth"), "alone": Both("ひとり")})
BOOK = installed()["bayside23"]


def test_an_id_is_worded_by_its_title_in_both_languages() -> None:
    ja, en = (renderer(lang, BOOK, TITLES) for lang in ("ja", "en"))
    assert [page.worded("stealth", {}) for page in (ja, en)] == ["隠密行動", "Stealth"]
    assert [page.shown(Word("title.alone")) for page in (ja, en)] == ["ひとり", "ひとり"]
    assert ja.state("stealth") == ja.name_word("stealth") == ja.field_word("stealth") == "隠密行動"


def test_what_somebody_has_of_an_entry_goes_by_its_title() -> None:
    page = renderer("en", BOOK, TITLES)
    assert [page.worded(id, {}) for id in ("rin.stealth", "stealth#2", "rin.stealth#3")] == [
        "Stealth",
        "Stealth 2",
        "Stealth 3",
    ]
    assert page.worded("rin.nothing", {}) == "rin.nothing"


def test_an_entity_of_that_id_goes_first_and_an_unknown_id_stays() -> None:
    page = renderer("ja", BOOK, TITLES)
    assert page.worded("stealth", {"stealth": "リン"}) == "リン"
    assert page.worded("nothing_of_the_kind", {}) == "nothing_of_the_kind"


def test_a_line_of_the_log_speaks_of_titles() -> None:
    lines = Lines(Words("ja"), BOOK, lambda reason, params: reason, "", TITLES)
    told = lines.told(Line(1, 0, "", "fact", "a_fact_without_words", params=(("skill", "stealth"),)))
    assert told == "a_fact_without_words 隠密行動"

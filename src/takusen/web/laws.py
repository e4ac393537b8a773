"""Laws of how a book looks: every panel that it draws itself can be drawn."""

from collections.abc import Iterator

from takusen.rulebook.pages import Custom, page_of
from takusen.rulebook.texts import LANGS
from takusen.table.state import State
from takusen.table.views import view
from takusen.web.render import table_renderer


def drawing_faults(state: State) -> Iterator[str]:
    """What goes wrong when the book's own panels are drawn, for every seat in both languages."""
    for seat in state.seats:
        page = page_of(state.book, view(state.book, state.world, seat, state.reading))
        for panel in (one for one in page.panels() if isinstance(one, Custom)):
            for lang in LANGS:
                try:
                    table_renderer(lang, state).drawn(panel, "", ())
                except Exception as wrong:  # a template may fail in any way
                    yield f"pages/{panel.name}.html for {seat} in {lang}: {type(wrong).__name__}: {wrong}"

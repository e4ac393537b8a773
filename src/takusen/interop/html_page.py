"""What a web page says, for somebody who pasted the page or got it instead of a sheet."""

import re
from html.parser import HTMLParser

from takusen.interop.text import tidy
from takusen.log.signs import shortened

SHOWN = 200
START = re.compile(r"\s*(?:<!doctype\s+html|<html|<head|<body|<!--)", re.IGNORECASE)
SILENT = frozenset(("script", "style", "title", "head", "noscript", "template"))
HEADINGS = frozenset(("h1", "h2", "h3", "header", "nav", "footer"))


def is_page(text: str) -> bool:
    """Whether a text is a web page."""
    return START.match(text) is not None


class _Texts(HTMLParser):
    """The paragraphs of a page, apart from its headings and title."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title, self.headings, self.body = "", [], []
        self._open: list[str] = []

    headings: list[str]
    body: list[str]

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Remember where we are."""
        if tag in SILENT | HEADINGS and len(self._open) < 50:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """A closing tag ends what it closes and all that was left open in it."""
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Put a text where it belongs."""
        text = " ".join(tidy(data).split())
        if not text:
            return
        if "title" in self._open:
            self.title += text
        elif not SILENT & set(self._open):
            (self.headings if HEADINGS & set(self._open) else self.body).append(text)


def message(text: str) -> str:
    """What a page says, in short: its paragraphs, else its headings, else its title."""
    texts = _Texts()
    texts.feed(text[:200_000])
    texts.close()
    return shortened(" ".join(texts.body) or " ".join(texts.headings) or texts.title, SHOWN)

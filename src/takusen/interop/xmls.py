"""XML from strangers: no document types, no entities of its own, and limits for depth and size."""

from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers.expat import ExpatError, ParserCreate

from takusen.interop.refusal import NoSheet

ELEMENTS = 50_000
DEPTH = 100
DECLARATION = "<?xml"


def parsed(text: str) -> Element:
    """The root of a document. Raises NoSheet."""
    builder, limits = TreeBuilder(), _Limits()
    parser = ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = _refused
    parser.ExternalEntityRefHandler = _refused

    def start(tag: str, attributes: dict[str, str]) -> None:
        limits.enter()
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        limits.depth -= 1
        builder.end(tag)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, builder.data
    try:
        parser.Parse(_body(text).encode(), True)
    except ExpatError as wrong:
        raise NoSheet("sheet_xml_broken", line=wrong.lineno) from None
    return builder.close()


def _body(text: str) -> str:
    """The document without its declaration, whose encoding is no longer true."""
    text = text.lstrip()
    return text[text.index("?>") + 2 :].lstrip() if text.startswith(DECLARATION) and "?>" in text else text


def _refused(*given: object) -> NoReturn:
    raise NoSheet("sheet_xml_doctype")


class _Limits:
    """How much of a document has been read."""

    def __init__(self) -> None:
        self.count = self.depth = 0

    def enter(self) -> None:
        """One more element. Raises NoSheet where that is too many."""
        self.count += 1
        self.depth += 1
        if self.count > ELEMENTS or self.depth > DEPTH:
            raise NoSheet("sheet_too_large")

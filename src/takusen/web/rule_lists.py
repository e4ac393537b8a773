"""The rules that a book's page lists: its own, and those of packages of layers over it."""

import msgspec

from takusen.rulebook.book import RuleBook
from takusen.rulebook.packages import LayerPackage
from takusen.rulebook.texts import RuleText


class Part(msgspec.Struct, frozen=True):
    """Rules under the title of what they come from, "" for the book's own."""

    title: str
    rules: tuple[RuleText, ...]


class More(msgspec.Struct, frozen=True):
    """A package whose rules aren't listed: its title, and the ids of its layers as an address names them."""

    title: str
    ids: str


def rule_parts(book: RuleBook, lang: str) -> tuple[Part, ...]:
    """A book's rules, then those of each package that it is under."""
    laid = [Part(titled(one, lang), tuple(one.texts.rules.values())) for one in book.laid]
    return (Part("", tuple(book.root.texts.rules.values())), *laid)


def more_rules(book: RuleBook, lang: str) -> tuple[More, ...]:
    """The packages with rules that the book isn't under."""
    others = [one for one in book.widest.laid if one not in book.laid and one.texts.rules]
    return tuple(More(titled(one, lang), ",".join(one.ids)) for one in others)


def titled(package: LayerPackage, lang: str) -> str:
    """What a package is called."""
    has = package.texts.has(lang, "book", "title")
    return package.texts.say(lang, "book", "title") if has else package.name

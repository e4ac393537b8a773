"""Laws that hold for every book: words in both languages, examples for everything, offers that keep their word."""

from collections.abc import Iterator
from string import Formatter

from takusen.log.audience import GM
from takusen.rulebook.book import RuleBook
from takusen.rulebook.pages import default_page
from takusen.rulebook.texts import LANGS
from takusen.table.commands import Declare
from takusen.table.decide import decide
from takusen.table.examples import Example
from takusen.table.state import State
from takusen.table.views import view

RUNS = ("code", "gm")


def text_faults(book: RuleBook) -> Iterator[str]:
    """Sentences that the book needs and lacks, or words differently in its two languages."""
    for lang in LANGS:
        for section, key in _needed(book):
            if not book.texts.has(lang, section, key):
                yield f"lang/{lang}.toml: [{section}] {key} is missing"
    ja, en = (book.texts.sentences[lang] for lang in LANGS)
    for section in sorted({*ja, *en}):
        for key in sorted({*ja.get(section, {}), *en.get(section, {})}):
            if _holes(ja.get(section, {}).get(key, "")) != _holes(en.get(section, {}).get(key, "")):
                yield f"lang: [{section}] {key} has other placeholders in ja than in en"


def _needed(book: RuleBook) -> Iterator[tuple[str, str]]:
    yield from (("act", name) for name, act in book.acts.items() if act.by != "table")
    yield from (("arg", name) for act in book.acts.values() if act.by != "table" for name in act.hints)
    yield from (("fact", name) for name in book.facts)
    yield from (("prompt", policy.label) for policy in book.policies)
    yield from (("policy", policy.name) for policy in book.policies)
    yield from (("policy", name) for name in book.players)
    yield from (("measure", measure.name) for odds in book.odds.values() for measure in odds.measures)


def _holes(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def coverage_faults(book: RuleBook, examples: tuple[Example, ...]) -> Iterator[str]:
    """Rules without a procedure or an example, and choices of options without an example."""
    carried = {id for rule in book.rules.values() for id in rule.ids}
    shown = {id for example in examples for id in example.rules}
    for rule in book.texts.rules.values():
        if rule.carried in RUNS and rule.id not in carried:
            yield f"{rule.id} ({rule.carried}): no procedure names it"
        if rule.carried in RUNS and rule.id not in shown:
            yield f"{rule.id} ({rule.carried}): no example shows it"
    for id in sorted((carried | shown) - set(book.texts.rules)):
        yield f"{id}: not in rules.toml"
    read = {(name, value) for example in examples for name, value in example.options.items()}
    for option in book.texts.options.values():
        for choice in option.choices:
            if (option.name, choice.value) not in read:
                yield f"option {option.name} = {choice.value}: no example sets it"


def state_faults(state: State) -> Iterator[str]:
    """What is wrong with the pages and offers of one situation."""
    book = state.book
    for seat in state.seats:
        seen = view(book, state.world, seat)
        try:
            if book.page:
                book.page(seen)
            else:
                default_page(seen.world, tuple(book.acts))
        except Exception as wrong:  # a page may fail in any way; the law names the seat
            yield f"the page of {seat} fails: {type(wrong).__name__}: {wrong}"
    if state.floor is None:
        yield from _broken_offers(state)


def _broken_offers(state: State) -> Iterator[str]:
    """Every act that is offered with a complete example must be accepted when declared."""
    book = state.book
    for name, act in book.acts.items():
        openness = act.openness(state.world, GM, state.reading, book.owner, tuple(book.entities(state.world)))
        if openness.example is None:
            continue
        refused = decide(state, GM, Declare(name, openness.example), 0, _ones).refused
        if refused:
            yield f"{name} {openness.example} is offered, then refused: {refused.reason}"


def _ones(count: int, sides: int) -> tuple[int, ...]:
    return (1,) * count


def faults(book: RuleBook, examples: tuple[Example, ...]) -> list[str]:
    """All that is wrong with a book beside its examples."""
    return [*text_faults(book), *coverage_faults(book, examples)]



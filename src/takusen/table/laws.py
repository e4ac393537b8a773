"""Laws that hold for every book: words in both languages, examples for everything, offers that keep their word."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from random import Random
from string import Formatter
from typing import Any

import msgspec

from takusen.log.audience import GM, may_see
from takusen.log.entries import Drawn, Rolled
from takusen.log.table import Table
from takusen.play.handles import PASS, Prompt, open_values
from takusen.play.live import Entropy
from takusen.rulebook.board import is_square
from takusen.rulebook.book import RuleBook, title_of
from takusen.rulebook.fields import fields_of, is_hidden, known_to
from takusen.rulebook.offers import Openness, with_none
from takusen.rulebook.packages import LayerPackage
from takusen.rulebook.pages import Custom, Page, page_of
from takusen.rulebook.shown import Word
from takusen.rulebook.stacking import Stack
from takusen.rulebook.texts import LANGS, Lang
from takusen.rulebook.toml import BadFile
from takusen.table.commands import Declare
from takusen.table.decide import decide
from takusen.table.draft import WATCHER, trial
from takusen.table.example import Example, Reader
from takusen.table.examples import states_of
from takusen.table.floor import memo_of, open_prompts
from takusen.table.preview import Preview, preview
from takusen.table.state import Procedure, State
from takusen.table.views import view

Part = RuleBook | LayerPackage
"""What laws look at: a book, or a package of layers with what it brings."""

RUNS = ("code", "gm")
ENGINES = ("not_the_gm", "not_offered", "picked_twice", "wrong_count", "out_of_bounds", "text_length", "banned")
"""Refusals that the engine words itself."""


def text_faults(book: RuleBook, part: Part | None = None) -> Iterator[str]:
    """Sentences that the book, or a package under it, needs and lacks, or words differently in its two languages."""
    part = part or book
    for lang in LANGS:
        for section, key in _needed(part):
            if not book.texts.has(lang, section, key):
                yield f"lang/{lang}.toml: [{section}] {key} is missing"
    ja, en = (part.texts.sentences[lang] for lang in LANGS)
    for section in sorted({*ja, *en}):
        for key in sorted({*ja.get(section, {}), *en.get(section, {})}):
            if _holes(ja.get(section, {}).get(key, "")) != _holes(en.get(section, {}).get(key, "")):
                yield f"lang: [{section}] {key} has other placeholders in ja than in en"


def _needed(part: Part) -> Iterator[tuple[str, str]]:
    yield from (("act", name) for name, act in part.acts.items() if act.by != "table")
    yield from (("arg", name) for act in part.acts.values() if act.by != "table" for name in act.hints)
    yield from (("fact", name) for name in part.facts)
    yield from (("prompt", policy.label) for policy in part.policies)
    yield from (("policy", policy.name) for policy in part.policies)
    yield from (("policy", name) for name in part.players)
    yield from (("measure", measure.name) for odds in part.odds.values() for measure in odds.measures)


def _holes(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def coverage_faults(book: RuleBook, examples: tuple[Example, ...], part: Part | None = None) -> Iterator[str]:
    """Rules that nothing carries out or no example shows, and choices of options without an example."""
    part = part or book
    carried = {id for rule in part.rules.values() for id in rule.ids} | _patched(part)
    shown = {id for example in examples for id in example.rules}
    for rule in part.texts.rules.values():
        if rule.carried in RUNS and rule.id not in carried:
            yield f"{rule.id} ({rule.carried}): no procedure names it"
        if rule.carried in RUNS and rule.id not in shown:
            yield f"{rule.id} ({rule.carried}): no example shows it"
    for id in sorted((carried | shown) - set(book.texts.rules)):
        yield f"{id}: not in rules.toml"
    read = {(name, value) for example in examples for name, value in example.options.items()}
    for option in part.texts.options.values():
        for choice in option.choices:
            if (option.name, choice.value) not in read:
                yield f"option {option.name} = {choice.value}: no example sets it"


def _patched(part: Part) -> set[str]:
    """The rules that patches of a package's layers carry out."""
    layers = part.layers() if isinstance(part, LayerPackage) else ()
    return {id for layer in layers for placed in layer.patches for id in placed.patch.rules}


def repeated_faults(book: RuleBook, package: LayerPackage) -> Iterator[str]:
    """What a package says of what its book says already: the book's word stands."""
    for lang in LANGS:
        base = book.root.texts.sentences[lang]
        for section, said in package.texts.sentences[lang].items():
            for key in said if section != "book" else ():
                if base.get(section, {}).get(key, said[key]) != said[key]:
                    yield f"lang/{lang}.toml: [{section}] {key} is worded by {book.id} already"
    for id in package.texts.rules:
        if id in book.root.texts.rules:
            yield f"rules.toml: {id} is a rule of {book.id} already"
    for name in package.texts.options:
        if name in book.root.texts.options:
            yield f"options.toml: {name} is an option of {book.id} already"


def state_faults(state: State) -> Iterator[str]:
    """What is wrong with the pages, views and offers of one situation, for each seat that sees something of its own."""
    owners = {state.book.owner(state.world, one) for one in state.book.entities(state.world)}
    bystander = next((seat for seat in state.seats if seat not in owners and seat != GM), "")
    for seat in [one for one in state.seats if one in owners or one in (GM, bystander)]:
        yield from page_faults(state, seat)
        yield from view_faults(state, seat)
        if state.floor is None and state.seats[seat].kind != WATCHER:
            yield from offer_faults(state, seat)
    yield from preview_faults(state)
    if state.floor is not None:
        yield from _unworded(state, _asked(state, state.floor))


def example_faults(
    book: RuleBook,
    examples: tuple[Example, ...],
    read: Reader,
    more: Callable[[State], Iterator[str]] = lambda state: iter(()),
) -> Iterator[str]:
    """What is wrong with the pages, views and offers of every state that passing examples come through.

    `more` are further laws of a state.
    """
    known: set[Hashable] = set()
    for example in examples:
        for state in states_of(book, example, read):
            key = (state.world, state.reading, state.floor is None)
            if key not in known:
                known.add(key)
                yield from (f"{example.name}: {fault}" for fault in (*state_faults(state), *more(state)))


# pages ---------------------------------------------------------------------------------------------------------------


def _page_of(state: State, world: Any, seat: str) -> Page:
    return page_of(state.book, view(state.book, world, seat, state.reading))


TITLE = "title"


def page_faults(state: State, seat: str) -> Iterator[str]:
    """Every seat has a page, whose words the book has in both languages."""
    try:
        page = _page_of(state, state.world, seat)
    except Exception as wrong:  # a page may fail in any way; the law names the seat
        yield f"the page of {seat} fails: {type(wrong).__name__}: {wrong}"
        return
    yield from _unworded(state, (word.key.split(".", 1) for word in _words_in(page)))
    for panel in page.panels():
        if isinstance(panel, Custom) and state.book.texts.page(panel.name) is None:
            yield f"pages/{panel.name}.html is missing"
        if _shows_hidden(panel):
            yield f"the page of {seat} shows a value that is withheld from {seat}: {panel}"


def _unworded(state: State, wanted: Iterable[Sequence[str]]) -> Iterator[str]:
    """Sentences that this situation needs and the book lacks."""
    for section, key in wanted:
        for lang in LANGS:
            if not (state.book.texts.has(lang, section, key) or (section == TITLE and _titled(state, key, lang))):
                yield f"lang/{lang}.toml: [{section}] {key} is missing"


def _titled(state: State, key: str, lang: Lang) -> bool:
    """Whether content gives a name, or a text, for this."""
    return bool(title_of(state.book.titles(state.reading), key, lang))


def _asked(state: State, floor: Procedure) -> Iterator[tuple[str, str]]:
    """What an open procedure's dice, cards and questions say."""
    yield from (("dice", body.label) for _, body in floor.steps if isinstance(body, Rolled))
    yield from (("draw", body.label) for _, body in floor.steps if isinstance(body, Drawn))
    for prompt in open_prompts(state):
        yield from _in_prompt(state, prompt)


def _in_prompt(state: State, prompt: Prompt) -> Iterator[tuple[str, str]]:
    worded = {*state.book.entities(state.world), PASS}
    texts = (value for value in open_values(prompt.choices) if isinstance(value, str) and not is_square(value))
    yield from (("choice", value) for value in texts if value not in worded and not _titled(state, value, "ja"))
    numbers = (
        name for name in getattr(prompt.about, "__struct_fields__", ()) if type(getattr(prompt.about, name)) is int
    )
    yield from (("field", name) for name in numbers)


def _shows_hidden(value: Any) -> bool:
    return is_hidden(value) or any(map(_shows_hidden, _parts(value)))


def _parts(value: Any) -> Iterator[Any]:
    """What is inside of a value of a page."""
    if isinstance(value, msgspec.Struct):
        yield from (getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, Table):
        yield from value.values()
    elif isinstance(value, tuple):
        yield from value


def _words_in(value: Any) -> Iterator[Word]:
    if isinstance(value, Word):
        yield value
    for inside in _parts(value):
        yield from _words_in(inside)


# views ---------------------------------------------------------------------------------------------------------------


def view_faults(state: State, seat: str) -> Iterator[str]:
    """Twins: a world that differs only in what a seat may not see gives it the same view, page and offers."""
    other = twin(state.world, seat)
    looks = (("view", _view_of), ("page", _page_of), ("offers", _offers_of), ("previews", _previews_of))
    for what, of in looks:
        one, two = (repr(of(state, world, seat)) for world in (state.world, other))
        if one != two:
            yield f"the {what} of {seat} tells what {seat} may not see: {_difference(one, two)}"


def _view_of(state: State, world: Any, seat: str) -> Any:
    return view(state.book, world, seat).world


def _offers_of(state: State, world: Any, seat: str) -> list[tuple[str, Openness]]:
    seen = view(state.book, world, seat).world
    return [(name, _openness(state, name, seen, seat)) for name in state.book.acts]


def _previews_of(state: State, world: Any, seat: str) -> list[tuple[str, Preview]]:
    """What the seat would be shown of the acts that it may declare, before it does."""
    seen, previewed = view(state.book, world, seat).world, state.book.previewed if state.floor is None else ()
    examples = ((name, _openness(state, name, seen, seat).example) for name in previewed)
    return [
        (name, preview(state.book, seen, state.reading, seat, name, example)) for name, example in examples if example
    ]


def preview_faults(state: State) -> Iterator[str]:
    """To the GM, who sees all, a preview never lacks what it needs."""
    for act, found in _previews_of(state, state.world, GM):
        if found.end == "unseen":
            yield f"the preview of {act} stops where nothing is hidden"


def _difference(one: str, two: str) -> str:
    at = next((n for n, (left, right) in enumerate(zip(one, two, strict=False)) if left != right), 0)
    return f"...{one[max(0, at - 40) : at + 40]}... against ...{two[max(0, at - 40) : at + 40]}..."


def twin(world: Any, seat: str) -> Any:
    """A world that differs in all that a seat may not see, and in nothing else."""
    return _twin(world, world, seat)


def _twin(world: Any, thing: Any, seat: str) -> Any:
    changes: dict[str, Any] = {}
    for name, field in fields_of(type(thing)).items():
        value = getattr(thing, name)
        if not may_see(seat, field.see(world, thing)):
            changes[name] = _other(value)
        elif isinstance(value, Table):
            known = ((key, one) for key, one in value.items() if may_see(seat, known_to(world, one)))
            changes[name] = Table((key, _inside(world, one, seat)) for key, one in known)
        else:
            changes[name] = _inside(world, value, seat)
    return msgspec.structs.replace(thing, **changes)


def _inside(world: Any, value: Any, seat: str) -> Any:
    return _twin(world, value, seat) if isinstance(value, msgspec.Struct) else value


def _other(value: Any) -> Any:
    """A value of the same kind that is surely another one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 7919
    if isinstance(value, str):
        return f"{value} 7919"
    return type(value)() if isinstance(value, tuple | Table) else value


# offers --------------------------------------------------------------------------------------------------------------


def offer_faults(state: State, seat: str) -> Iterator[str]:
    """What a seat's view offers is accepted when declared (or `not_now`), what it refuses is refused so."""
    seen = view(state.book, state.world, seat).world
    for name in state.book.acts:
        found = _openness(state, name, seen, seat)
        yield from _unworded(state, (("refused", why.reason) for why in found.reasons if why.reason not in ENGINES))
        if found.example is not None:
            yield from _series_faults(state, name, found.example)
            yield from _broken_promise(state, seat, Declare(name, found.example))
        elif not found.open:
            yield from _needless(state, seat, name)
        yield from _greyed(state, seat, name, found.example or {})


def _series_faults(state: State, act: str, args: dict[str, Any]) -> Iterator[str]:
    """A book's charts are worded in both languages, and their bars are chances."""
    spec = state.book.odds.get(act)
    made = spec.series(state.world, args, memo_of(state.reading)) if spec and spec.series else ()
    for one in made:
        yield from _unworded(state, (word.key.split(".", 1) for word in _words_in(one)))
        if not all(0 <= chance <= 1 for _, chance in one.bars):
            yield f"the chart {one.title} of {act} has a bar that is no chance"


def _openness(state: State, act: str, world: Any, seat: str) -> Openness:
    book = state.book
    return book.acts[act].openness(world, seat, state.reading, book.owner, tuple(book.entities(world)))


def _broken_promise(state: State, seat: str, command: Declare) -> Iterator[str]:
    refused = decide(state, seat, command, 0, _dice()).refused
    if refused and not (refused.reason == "not_now" and _refused_to_the_gm(state, command)):
        yield f"{command.act} {command.args} is offered to {seat}, then refused: {refused.reason}"


def _refused_to_the_gm(state: State, command: Declare) -> bool:
    """Whether what a player can't see stands against a declaration: the GM, who sees all, may not make it either."""
    return not with_none(lambda given: trial(state, GM, command.act, given), command.args).complete


def _needless(state: State, seat: str, act: str) -> Iterator[str]:
    if not decide(state, seat, Declare(act, {}), 0, _dice()).refused:
        yield f"{act} is closed to {seat}, yet accepted"


def _greyed(state: State, seat: str, act: str, example: dict[str, Any]) -> Iterator[str]:
    """Walk along an offer; each greyed choice, declared all the same, must be refused as the page says."""
    given: dict[str, Any] = {}
    while (missing := trial(state, seat, act, given, on_view=True).missing) is not None:
        for choice in missing.choices:
            value = (choice.value,) if missing.kind == "some" else choice.value
            told = decide(state, seat, Declare(act, {**given, missing.name: value}), 0, _dice()).refused
            if choice.refused and (told is None or told.reason not in (choice.refused.reason, "wrong_count")):
                verdict = told.reason if told else "accepted"
                yield f"{act} {missing.name}={choice.value} is greyed for {seat}, then {verdict}"
        if missing.name not in example:
            return
        given[missing.name] = example[missing.name]


def _dice() -> Entropy:
    """Dice that fall alike each time; all alike among themselves, they could tie for ever."""
    random = Random(1)
    return lambda count, sides: tuple(random.randint(1, sides) for _ in range(count))


# all -----------------------------------------------------------------------------------------------------------------


def faults(book: RuleBook, examples: tuple[Example, ...]) -> list[str]:
    """All that is wrong with a book beside its examples."""
    return [*text_faults(book), *coverage_faults(book, examples)]


def package_faults(book: RuleBook, package: LayerPackage, examples: tuple[Example, ...]) -> list[str]:
    """All that is wrong with a package of layers beside its examples; `book` is the one under them."""
    found = [*repeated_faults(book, package), *text_faults(book, package), *coverage_faults(book, examples, package)]
    return [*found, *resolving_faults(book, package)]


def resolving_faults(book: RuleBook, package: LayerPackage) -> Iterator[str]:
    """Versions of a package's layers that don't fit the book."""
    if not package.files:
        yield "the package has no layer"
    for layer in package.layers():
        try:
            book.resolved(Stack((layer,)))
        except BadFile as wrong:
            yield str(wrong)

"""`RuleBook`: the assembly of a book, and everything that is derived from it."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, TypeVar, Union, get_type_hints

import msgspec

from takusen.log.audience import EVERYONE, GM, Audience
from takusen.log.codec import plain, typed
from takusen.log.entries import Added, Became, Body, Brought, Edited
from takusen.log.paths import steps
from takusen.log.table import Table
from takusen.log.upcast import Upcasters, brought_up, shape_of
from takusen.play.exact import Memo, Policies
from takusen.play.handles import Fact, Form, Id, Policy, Prompt, Refused
from takusen.play.reading import Reading
from takusen.rulebook import offers
from takusen.rulebook.campaigns import CampaignOf
from takusen.rulebook.card import CardFace, DeckCard, Recognised
from takusen.rulebook.edits import edited, entity_at, field_at, put
from takusen.rulebook.fields import fields_of, known_to
from takusen.rulebook.layered import Layered
from takusen.rulebook.odds import Guess, OddsOf, UnknownPolicy
from takusen.rulebook.packages import LayerPackage, Next, acts_among, rules_in
from takusen.rulebook.pages import Page, View
from takusen.rulebook.sheet import Adopted, Sheet
from takusen.rulebook.shown import Shown, Word
from takusen.rulebook.stacking import ContentCheck
from takusen.rulebook.texts import Texts
from takusen.rulebook.toml import BadFile, Both, Fault, read_toml

Declaration = tuple[str, dict[str, Any]]
"""An act's name and its arguments."""

Move = Callable[[str, Any], tuple[str, Any]]
"""(path, value) of an edit of an earlier release -> where it goes now, and as what."""

Titles = Callable[[Reading], Mapping[str, Both]]
"""The names of entries of the content by id, as a reading has them."""

Player = Callable[[Any, Id, Memo], Declaration | None]
"""A policy that plays a character: (world, whom, what is known of the dice) -> its declaration, None to wait."""


N = TypeVar("N")


class Demo(msgspec.Struct, frozen=True):
    """A table that one person can play at once: the scenario, whom they play, what the GM declares to begin, and the
    policy that plays all others."""

    scenario: str
    mine: tuple[Id, ...]
    declare: tuple[Declaration, ...]
    foes: tuple[Id, ...]
    policy: str


class Staged(msgspec.Struct, frozen=True):
    """A fight that the book can set up by itself: in which scenario, and what is declared until it is on."""

    scenario: str
    declare: tuple[Declaration, ...]


class Fresh(msgspec.Struct, frozen=True):
    """A kind of entity that people add while they play: its collection, and how one is made of a name and numbers.

    `numbers` are the labels that are asked for; `players` lets players add such entities, which are theirs then.
    """

    collection: str
    make: Callable[[str, Mapping[str, int]], Any]
    numbers: tuple[str, ...] = ()
    players: bool = False


class RuleBook(Layered):
    """A book that runs. `chapters` are the modules with its rules and acts, `package` the folder with its texts."""

    def __init__(
        self,
        *,
        id: str,
        version: str,
        package: str,
        world: Callable[[], Any],
        facts: tuple[type[Fact], ...],
        chapters: tuple[ModuleType, ...],
        owner: Callable[[Any, str], str],
        entities: Callable[[Any], Mapping[Id, str]],
        next: Callable[[Any, Reading], Declaration | None] = lambda world, reading: None,
        over: Callable[[Any], bool] = lambda world: False,
        winner: Callable[[Any], str] = lambda world: "",
        acting: Callable[[Any], tuple[Id, ...]] = lambda world: (),
        fighting: Callable[[Any], Mapping[Id, str]] = lambda world: {},
        tally: Callable[[Any], dict[str, float]] = lambda world: {},
        moment: Callable[[Any], str] | None = None,
        situation: Callable[[Any], Any] = lambda world: world,
        counted: Mapping[str, str] | None = None,
        considered: Callable[[Any], tuple[Declaration, ...]] = lambda world: (),
        staged: Mapping[str, Staged] | None = None,
        page: Callable[[View[Any]], Page] | None = None,
        scenario: type[Any] | None = None,
        enter: Callable[[Any, str], tuple[Fact, ...]] = lambda scenario, lang: (),
        made: Callable[[Any, str, Reading], tuple[Fact, ...]] = lambda scenario, lang, reading: (),
        amiss: Callable[[Any, Any], Iterator[Fault]] = lambda scenario, world: iter(()),
        bring: Callable[[Any, str], tuple[Fact, ...]] | None = None,
        recognise: Callable[[CardFace], Recognised] | None = None,
        deck: Callable[[Any, Id, tuple[DeckCard, ...], str], tuple[Fact, ...] | Refused] | None = None,
        scenarios: tuple[str, ...] = (),
        content: tuple[str, ...] = (),
        layers: LayerPackage | None = None,
        content_check: ContentCheck | None = None,
        titles: Titles = lambda reading: {},
        policies: tuple[Policy[Any], ...] = (),
        players: Mapping[str, Player] | None = None,
        odds: tuple[OddsOf, ...] = (),
        previewed: tuple[str, ...] = (),
        supposed: Callable[[Any], Any] | None = None,
        guess: Guess | None = None,
        flat_to: Callable[[Any, Id], Audience] = lambda world, one: GM,
        free: Callable[[Any], tuple[Id, ...]] = lambda world: (),
        owner_path: str = "",
        fresh: tuple[Fresh, ...] = (),
        adopt: Callable[[Sheet, str], Adopted] | None = None,
        derived: Callable[[Any, Id, Reading], Mapping[str, int | str]] = lambda world, one, reading: {},
        dice: str = "DiceBot",
        demo: Demo | None = None,
        notes: Callable[[Prompt, Memo], tuple[tuple[Word, str], ...]] = lambda prompt, memo: (),
        gist: Callable[[Any, str, Reading], Shown | None] = lambda world, one, reading: None,
        warnings: Callable[[Any], tuple[tuple[str, dict[str, Any]], ...]] = lambda world: (),
        campaign: CampaignOf | None = None,
        upcasters: Upcasters | None = None,
        moved: Mapping[str, Move] | None = None,
    ) -> None:
        """`fighting` are those in the fight with their sides, `considered` what may be declared now and is worth
        comparing in a forecast, `staged` the fights that can be forecast without a table. `upcasters` give the facts of
        earlier releases today's shape, by word and shape number; `moved` does so for the edits whose path begins with
        an earlier release's prefix. `adopt` makes an entity of a sheet for a seat, "" for nobody's; `moment` names the
        stretch of play (a turn) for which a seat may leave a standing answer; `derived` are the values of an entity
        that no field holds, by the names that palettes use; `dice` is the dice system of the chat where a table names
        none. `amiss` finds what a scenario speaks of that neither it nor a world has; `bring` gives the facts by which
        content comes to a table that is open: a book that has it also takes a scenario in several files. `recognise`
        reads what a face of a card does; `deck` gives the facts by which a deck comes to whom it is for, or why not.
        `gist` says in brief what a thing of the world is, beside its name where it is to be chosen. `flat_to` says who
        may read what an entity adds to the dice of a code, and with it what they come to; where a book doesn't, the GM
        alone. `previewed` are the acts of which the panel shows beforehand what they will do and what will be asked;
        `supposed` gives a view in which, of what is withheld, the ordinary is supposed, where a preview can't do
        without it. `layers` are the house rules that come with the book; `content_check` says what is wrong with an
        entry that one of them made. `titles` are the names of entries of the content, shown wherever an id
        stands that is no entity, `campaign` is how characters live on above tables."""
        super().__init__(content, layers, content_check)
        self.id, self.version, self.package = id, version, package
        self.new_world, self.owner, self.entities = world, owner, entities
        self.next, self.over, self.winner, self.acting, self.tally = next, over, winner, acting, tally
        self.moment = moment
        self.situation, self.counted, self.fighting = situation, dict(counted or {}), fighting
        self.considered, self.staged = considered, dict(staged or {})
        self.page, self.scenario, self._enter, self._made, self.policies = page, scenario, enter, made, policies
        self.players, self.guess, self.warnings = dict(players or {}), guess, warnings
        self.free, self.owner_path, self.fresh, self.demo, self.notes = free, owner_path, fresh, demo, notes
        self.adopt, self.derived, self.dice = adopt, derived, dice
        self.recognise, self.deck, self._titles = recognise, deck, titles
        self.campaign = campaign
        self._amiss, self.bring, self.gist, self._flat_to = amiss, bring, gist, flat_to
        self.odds = {one.act: one for one in odds}
        self.previewed, self.supposed = previewed, supposed
        self._upcasters, self._moved = dict(upcasters or {}), dict(moved or {})
        self.facts = {fact.word(): fact for fact in facts}
        self.texts = Texts(package)
        self._scenario_files = scenarios
        self.rules, self.acts = rules_in(chapters), acts_among(rules_in(chapters))
        self._check_acts()

    def _check_acts(self) -> None:
        for one in self.acts.values():
            if one.own and not (self.owner_path and one.names_actor):
                mend = "Make its first argument an Id of what owner_path plays, or let it take the floor."
                raise ValueError(f"{one.name} in book {self.id} is an own act of no character. {mend}")

    def _take(self, laid: tuple[LayerPackage, ...]) -> None:
        super()._take(laid)
        for one in laid:
            self.rules = self._joined(self.rules, one.rules, one)
            self.facts = self._joined(self.facts, one.facts, one)
            self.odds, self.players = {**self.odds, **one.odds}, {**self.players, **one.players}
            self.policies, self.previewed = self.policies + one.policies, self.previewed + one.previewed
            self.next = _first_due(one.next, self.next) if one.next else self.next
        self.acts = acts_among(self.rules)
        self._check_acts()

    def _joined(self, known: Mapping[str, N], more: Mapping[str, N], package: LayerPackage) -> dict[str, N]:
        """What the book knows by name, with what a package brings. Raises ValueError where it has the name itself."""
        for name, one in more.items():
            if known.get(name, one) is not one:
                mend = "Give it another name, or wrap the book's with [[wrap]]."
                raise ValueError(f"{package.package} brings {name}, which {self.id} has already. {mend}")
        return {**known, **more}

    @cached_property
    def _fact_type(self) -> Any:
        facts = tuple(self.facts.values())
        return Union[facts] if facts else None  # noqa: UP007 - built from a tuple

    def policies_named(self, names: Mapping[str, str]) -> Policies:
        """Policies by prompt label from their names. Raises UnknownPolicy."""
        known = {(one.label, one.name): one for one in self.policies}
        for label, name in names.items():
            if (label, name) not in known:
                raise UnknownPolicy(f"{label}: {name}")
        return {label: known[label, name] for label, name in names.items()}

    def titles(self, reading: Reading) -> Table[str, Both]:
        """The names of entries of the content by id."""
        return _titled(self._titles, reading)

    # scenarios ---------------------------------------------------------------------------------------------------

    @cached_property
    def scenarios(self) -> dict[str, Any]:
        """The scenarios that the book ships, by id."""
        return {one: self.read_scenario(f"{one}.toml", text) for one, text in self.scenario_texts.items()}

    @cached_property
    def scenario_texts(self) -> dict[str, str]:
        """The scenarios that the book ships as they are written, by id."""
        written = ((path, self.texts.read(path)) for path in self._scenario_files)
        return {self.read_scenario(path, text).meta.id: text for path, text in written}

    def read_scenario(self, name: str, text: str, world: Any = None) -> Any:
        """A scenario from its TOML text, to come into `world`, by default that of a new table. Raises BadFile."""
        if self.scenario is None:
            raise BadFile(name, 1, "this book has no scenarios", "Start the table without one.")
        scenario = read_toml(name, text, self.scenario)
        wrong = next(self._amiss(scenario, world or self._begun), None)
        if wrong:
            raise wrong.told(name, text)
        return scenario

    @cached_property
    def _begun(self) -> Any:
        """The world of a new table without a scenario."""
        world = self.new_world()
        for fact in self.enter(None, "ja"):
            world = fact.apply(world)
        return world

    def enter(self, scenario: Any, lang: str, reading: Reading | None = None) -> tuple[Fact, ...]:
        """The facts by which a scenario comes into the world, its texts in one language; what the table's reading has a
        say in is as that reading, or the usual one, makes it."""
        return (*self._enter(scenario, lang), *self._made(scenario, lang, reading or self.usual))

    def enter_alone(self, scenario: Any, lang: str) -> tuple[Fact, ...]:
        """The facts by which a scenario comes to a table to which people bring their own characters."""
        return self._enter(scenario, lang)

    def example_files(self) -> dict[str, str]:
        """The files in the book's `examples` folder by name."""
        return self.texts.folder("examples")

    @cached_property
    def examples(self) -> tuple[dict[str, Any], ...]:
        """The worked examples as written."""
        read = (tomllib.loads(text) for text in self.example_files().values())
        return tuple(one for data in read for one in data.get("example", ()))

    # the scribe's work -------------------------------------------------------------------------------------------

    def told(self, fact: Fact) -> dict[str, Any]:
        """A fact as it is logged, with the number of its shape where earlier ones are known."""
        shape = shape_of(fact.word(), self._upcasters)
        told: dict[str, Any] = plain(fact)
        return told | {"shape": shape} if shape else told

    def today(self, told: dict[str, Any]) -> dict[str, Any]:
        """A logged fact in the form that facts have now."""
        return brought_up(told, self._upcasters) if self._upcasters else told

    def fact(self, told: dict[str, Any]) -> Fact | None:
        """The fact from its logged form; None for one that this version doesn't know."""
        now = self.today(told)
        return typed(now, self._fact_type) if now.get("type") in self.facts else None

    def _moved_to(self, path: str, value: Any) -> tuple[str, Any]:
        """Where an edit of an earlier release goes now."""
        for prefix, move in self._moved.items():
            if path.startswith(prefix):
                path, value = move(path, value)
        return path, value

    def applied(self, world: Any, body: Body) -> Any:
        """The world after a recorded fact or edit; an unknown fact changes nothing."""
        if isinstance(body, Became):
            fact = self.fact(body.fact)
            return fact.apply(world) if fact else world
        if isinstance(body, Edited):
            return edited(world, *self._moved_to(body.path, body.to), body.how)
        if isinstance(body, Added):
            path, value = self._moved_to(body.path, body.value)
            return put(world, steps(path), lambda kind: typed(value, kind))
        if isinstance(body, Brought):
            for told in body.facts:
                world = self.applied(world, Became(fact=told))
        return world

    def known_to(self, world: Any, one: str) -> Audience:
        """Who knows that an entity is there; everybody of what is no entity."""
        for name in fields_of(type(world)):
            inside = getattr(world, name)
            if isinstance(inside, Table) and one in inside:
                return known_to(world, inside[one])
        return EVERYONE

    def flat_to(self, world: Any, one: str) -> Audience:
        """Who may read what an entity adds to its dice."""
        return self._flat_to(world, Id(one))

    def names(self, world: Any, value: Any) -> dict[str, str]:
        """Names of the entities that a fact, prompt or id speaks of."""
        known = self.entities(world)
        if isinstance(value, str):
            return {value: known[Id(value)]} if value in known else {}
        spoken = (getattr(value, name) for name in _id_fields(type(value)))
        listed = (one for each in spoken for one in (each if isinstance(each, tuple) else (each,)))
        inside = (one for each in _structs(value) for one in self.names(world, each).items())
        return {one: known[one] for one in listed if one in known} | dict(inside)

    def filled(self, form: Form[Any], about: Any, answer: Any, reading: Reading) -> Any:
        """A form's struct from an answer. Raises BadAnswer."""
        return offers.filled(form, about, answer, reading)

    def playable(self, world: Any, one: str) -> bool:
        """Whether an entity is one that a seat can play."""
        collection = self.owner_path.partition(".")[0]
        return bool(collection) and one in getattr(world, collection)

    def is_seating(self, path: str) -> bool:
        """Whether a field says which seat plays an entity: that is a seat's matter, which no undo takes back."""
        head, mark, tail = self.owner_path.partition("{}")
        return bool(mark) and path.startswith(head) and path.endswith(tail)

    def seated_as(self, world: Any, before: Any) -> Any:
        """The world with every entity played by the seat that played it before."""
        for one in self.entities(before):
            seat = self.owner(before, one)
            if self.playable(world, one) and self.owner(world, one) != seat:
                world = edited(world, self.owner_path.format(one), seat)
        return world

    def editable(self, world: Any, path: str) -> bool:
        """Whether the field at a path is left to edit."""
        field = field_at(world, path)
        return field is not None and field.editable

    def may_edit(self, seen: View[Any], path: str) -> bool:
        """Whether a seat may edit what it sees at a path: the GM all that is left to edit, others what is theirs."""
        field, entity = field_at(seen.world, path), entity_at(path)
        if field is None or seen.gm:
            return field is not None and field.editable
        return field.mine and bool(entity) and seen.mine(Id(entity))

    def played_by(self, entity: Any, seat: str) -> Any:
        """An entity that a seat plays from the beginning."""
        return put(entity, steps(self.owner_path)[2:], lambda kind: seat)


def title_of(titles: Mapping[str, Both], id: str, lang: str) -> str:
    """The name of an entry of the content, of what is kept under it for somebody (`asa.rope`), or of one more such
    thing (`rope#2`), or of what a number tells apart (`pass_50`, by the entry `pass_#`); "" for anything else."""
    if id in titles:
        return titles[id][lang]
    head, _, worth = id.rpartition("_")
    if worth.isdecimal() and f"{head}_#" in titles:
        return titles[f"{head}_#"][lang].replace("#", worth)
    kept, _, number = id.rpartition(".")[2].partition("#")
    return f"{titles[kept][lang]} {number}".strip() if kept in titles else ""


@lru_cache(maxsize=64)
def _titled(titles: Titles, reading: Reading) -> Table[str, Both]:
    return Table(titles(reading))


def _first_due(first: Next, then: Next) -> Next:
    """What is due by one book of what happens by itself, else by another."""
    return lambda world, reading: first(world, reading) or then(world, reading)


def _structs(value: Any) -> Iterator[msgspec.Struct]:
    """The structs that a fact lists, such as records of a history."""
    for name in getattr(value, "__struct_fields__", ()):
        listed = getattr(value, name)
        yield from (one for one in (listed if isinstance(listed, tuple) else ()) if isinstance(one, msgspec.Struct))


def _id_fields(kind: type) -> tuple[str, ...]:
    if kind not in _ID_FIELDS:
        hints = get_type_hints(kind) if issubclass(kind, msgspec.Struct) else {}
        _ID_FIELDS[kind] = tuple(name for name, hint in hints.items() if hint in (Id, tuple[Id, ...]))
    return _ID_FIELDS[kind]


_ID_FIELDS: dict[type, tuple[str, ...]] = {}


def installed() -> dict[str, RuleBook]:
    """The books of this installation, found by the entry point group `takusen.books`, with the layers that lie over
    them, found by the group `takusen.layers` under a name that begins with the book's: `yoake5.majo`."""
    found = {point.name: point.load() for point in entry_points(group="takusen.books")}
    for point in entry_points(group="takusen.layers"):
        book, package = found.get(point.name.partition(".")[0]), point.load()
        if book and package not in book.packages:
            book.attach(package)
    return found

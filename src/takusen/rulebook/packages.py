"""Layers that come as a Python package, with what they bring beside patches: acts, rules, facts, texts."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import ModuleType
from typing import Any

from takusen.play.handles import Fact, Policy
from takusen.play.reading import Reading
from takusen.play.rule import Rule
from takusen.rulebook.acts import Act
from takusen.rulebook.layers import Layer, Wrapper, read_layer
from takusen.rulebook.odds import OddsOf
from takusen.rulebook.pages import ActGroup, View
from takusen.rulebook.shown import Word
from takusen.rulebook.texts import Texts

Next = Callable[[Any, Reading], tuple[str, dict[str, Any]] | None]
"""(world, reading) -> the act that nobody declares and that is due now, with its arguments."""

Groups = Callable[[View[Any]], tuple[ActGroup, ...]]
"""What a seat sees -> the acts that a package puts at its hand."""


class LayerPackage:
    """Layers that come as a Python package: its files, each a version of a layer, and the wrappers that they name.

    A package of its own folder may bring more, which is there only at tables over which one of its layers lies: the
    acts, rules and facts of `chapters` and `facts` with their odds and policies, tables of its own (`content`), what
    happens by itself before the book's own (`next`), and in its folder a catalogue of rules, options, sentences and
    worked examples, as a book has them. Its acts lie beside the book's under `[panel]` and the folder's name, or as
    `groups` says for a view.
    """

    def __init__(
        self,
        *,
        package: str,
        files: tuple[str, ...],
        wrappers: Mapping[str, Wrapper] | None = None,
        chapters: tuple[ModuleType, ...] = (),
        facts: tuple[type[Fact], ...] = (),
        content: tuple[str, ...] = (),
        odds: tuple[OddsOf, ...] = (),
        policies: tuple[Policy[Any], ...] = (),
        players: Mapping[str, Any] | None = None,
        previewed: tuple[str, ...] = (),
        groups: Groups | None = None,
        next: Next | None = None,
    ) -> None:
        self.package, self.files, self.wrappers = package, files, dict(wrappers or {})
        self.texts, self.content_files, self.next = Texts(package), content, next
        self.rules = rules_in(chapters)
        self.acts = acts_among(self.rules)
        self.facts = {fact.word(): fact for fact in facts}
        self.odds = {one.act: one for one in odds}
        self.policies, self.players, self.previewed = policies, dict(players or {}), previewed
        self._groups = groups

    def layers(self) -> Iterator[Layer]:
        """The layers of its files. Raises BadFile."""
        for path in self.files:
            yield read_layer(path.rpartition("/")[2], self.texts.read(path))

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of its layers. Raises BadFile."""
        return tuple(dict.fromkeys(one.id for one in self.layers()))

    @property
    def newest(self) -> tuple[str, ...]:
        """Each of its layers in the newest version. Raises BadFile."""
        latest = {one.id: one for one in sorted(self.layers(), key=lambda one: one.version)}
        return tuple(latest[id].label for id in self.ids)

    def groups_of(self, seen: View[Any]) -> tuple[ActGroup, ...]:
        """Its acts as a seat has them at hand: as the package groups them, else those that the seat might declare."""
        if self._groups:
            return self._groups(seen)
        sorts = ("owner", "gm") if seen.gm else ("owner",)
        return (ActGroup(Word(f"panel.{self.name}"), tuple(n for n, act in self.acts.items() if act.by in sorts)),)

    @property
    def name(self) -> str:
        """What its values say that no layer gives: the name of its folder."""
        return self.package.rpartition(".")[2]


def rules_in(chapters: tuple[ModuleType, ...]) -> dict[str, Rule[Any, Any, Any]]:
    """The rules that modules define, by name."""
    found = (thing for chapter in chapters for thing in vars(chapter).values() if isinstance(thing, Rule))
    return {rule.name: rule for rule in found}


def acts_among(rules: Mapping[str, Rule[Any, Any, Any]]) -> dict[str, Act[Any, Any]]:
    """Those of some rules that can be declared."""
    return {name: one for name, one in rules.items() if isinstance(one, Act)}

"""Layers over a book: which hold, in which order, and what every value comes to."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from takusen.log.table import Table
from takusen.play.reading import Wrap, pair
from takusen.rulebook.content import Value
from takusen.rulebook.formulas import BadFormula, Names, formula
from takusen.rulebook.layers import Layer, Named, Placed, Wrapper, nearest
from takusen.rulebook.patching import PATCHES, Contents
from takusen.rulebook.toml import BadFile, Fault

ContentCheck = Callable[[str, Mapping[str, Any]], Fault | None]
"""What a book finds wrong with the entry of a path, in the whole content by path; the fault's place is such a path."""

Slot = tuple[str, str]
"""What a patch touches: "content", "option", "ban", "limit" or "wrap", and a path or name."""

KEYS = {"option": "name", "wrap": "rule"}
SLOTS = {"SetOption": "option", "Ban": "ban", "Limit": "limit", "Wrapping": "wrap"}


class Stack(msgspec.Struct, frozen=True):
    """Layers that lie over a book together, the table's own last, and the numbers that their conditions speak of."""

    layers: tuple[Layer, ...] = ()
    own: Layer | None = None
    values: Table[str, int] = Table()

    @property
    def all(self) -> tuple[Layer, ...]:
        """Every layer, the table's own last."""
        return (*self.layers, self.own) if self.own else self.layers

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the layers but the table's own, in order."""
        return tuple(sorted({one.id for one in self.layers}))

    @property
    def named(self) -> dict[str, Named]:
        """The numbers that its layers name."""
        return {one.name: one for layer in self.all for one in layer.values}

    def number(self, name: str) -> int:
        """What a named number is now."""
        return self.values.get(name, self.named[name].default)


class Base(msgspec.Struct, frozen=True, eq=False):
    """What layers lie over: a book's content and options, the names of its rules, and the wrappers of layers by the
    layer's id; `check` is the book's own."""

    id: str
    content: Mapping[str, Value]
    options: Mapping[str, Value]
    choices: Mapping[str, tuple[str | int, ...]]
    rules: frozenset[str]
    wrappers: Mapping[str, Mapping[str, Wrapper]]
    check: ContentCheck | None = None


class Resolved(msgspec.Struct, frozen=True):
    """What every value comes to, with its trace. Bans are by path, pairs as `one & other`."""

    content: Mapping[str, Value]
    options: Mapping[str, Value]
    bans: Mapping[str, Value]
    limits: Mapping[str, Value]
    wraps: Mapping[str, Value]

    def slots(self) -> Iterator[tuple[Slot, Value]]:
        """All values under what they are values of."""
        named = (self.content, self.options, self.bans, self.limits, self.wraps)
        for kind, values in zip(("content", "option", "ban", "limit", "wrap"), named, strict=True):
            yield from (((kind, name), value) for name, value in values.items())


def resolved(base: Base, stack: Stack, strict: bool = True) -> Resolved:
    """The values of a book under layers; where not `strict`, what doesn't fit is left out.

    Raises BadFile: a layer for another book, a path or name that isn't there, a value of another kind, or two layers
    that touch one thing without naming each other.
    """
    work = _Work(base, stack, strict)
    for layer in ordered(stack):
        work.lay(layer)
    return Resolved(work.content, work.options, work.bans, work.limits, work.wraps)


def ordered(stack: Stack) -> tuple[Layer, ...]:
    """The layers from the lowest to the highest, whatever their order in the stack."""
    left, done = sorted(stack.layers, key=lambda one: one.id), list[Layer]()
    beneath = {one.id: _beneath(one, stack) for one in left}
    while left:
        waiting = {one.id for one in left}
        free = next((one for one in left if not beneath[one.id] & waiting - {one.id}), left[0])
        left.remove(free)
        done.append(free)
    return (*done, stack.own) if stack.own else tuple(done)


def _beneath(layer: Layer, stack: Stack) -> set[str]:
    """The ids of all layers over which this one wins."""
    over = {one.id: one.meta.over for one in stack.layers}
    found, new = set[str](), list(layer.meta.over)
    while new:
        one = new.pop()
        if one not in found:
            found.add(one)
            new += over.get(one, ())
    return found


class _Work:
    """The values as far as layers were laid."""

    def __init__(self, base: Base, stack: Stack, strict: bool) -> None:
        self.base, self.stack, self.strict = base, stack, strict
        self.content, self.options = dict(base.content), dict(base.options)
        self.bans: dict[str, Value] = {}
        self.limits: dict[str, Value] = {}
        self.wraps: dict[str, Value] = {}
        self._beneath = {one.id: _beneath(one, stack) for one in stack.layers}
        self._touched: dict[Slot, Layer] = {}
        self._names = Names(dict.fromkeys(stack.named, "number"))

    def lay(self, layer: Layer) -> None:
        """Lay one more layer on top."""
        before = dict(self.content)
        puts = (self._patch(placed) for placed in layer.patches)
        checks = (self._check(placed, before) for placed in layer.patches)
        for step in (self._fits, *puts, *checks):
            try:
                step(layer)
            except BadFile:
                if self.strict:
                    raise

    def _fits(self, layer: Layer) -> None:
        """Whether it is for this book, stands in the stack once, and not over itself."""
        if layer.meta.base != self.base.id:
            raise layer.wrong("meta.base", f"`{layer.meta.base}` is another book", f"This table's is {self.base.id}.")
        if sum(one.id == layer.id for one in self.stack.layers) > 1:
            raise layer.wrong("meta.id", f"`{layer.id}` stands twice", "Leave one of them out.")
        if layer.id in self._beneath.get(layer.id, ()):
            raise layer.wrong("meta.over", f"`{layer.id}` stands over itself", "Leave one of the names out.")
        for nth, one in enumerate(layer.values):
            contents = Contents(self.content, layer, f"value[{nth}]", self.base.id)
            for number in (one.default, self.stack.number(one.name)):
                contents.bounded("default", number, min(0, one.default))

    def _patch(self, placed: Placed) -> Callable[[Layer], None]:
        return lambda layer: self._put(layer, placed)

    def _check(self, placed: Placed, before: Mapping[str, Value]) -> Callable[[Layer], None]:
        return lambda layer: self._checked(layer, placed, before)

    def _checked(self, layer: Layer, placed: Placed, before: Mapping[str, Value]) -> None:
        """Raises BadFile where the book finds something wrong with what a patch made, which is taken back then."""
        kind, path = slot = slot_of(placed)
        if kind != "content" or self.base.check is None or self._touched.get(slot) is not layer:
            return
        fault = self.base.check(path, {name: one.value for name, one in self.content.items()})
        if fault is None:
            return
        inside = f"{path}."
        kept = {name: one for name, one in before.items() if name == path or name.startswith(inside)}
        rest = {name: one for name, one in self.content.items() if name != path and not name.startswith(inside)}
        self.content = rest | kept
        raise layer.wrong(
            f"{placed.place}.{_field_of(placed.patch)}{_below(path, fault.place)}", fault.what, fault.mend
        )

    def _put(self, layer: Layer, placed: Placed) -> None:
        """Check a patch and, while its condition holds, let it act."""
        slot = slot_of(placed)
        holds = self._holds(layer, placed)
        if holds:
            self._stand_alone(layer, placed, slot)
        made = self._made(layer, placed, slot)
        if not holds:
            return
        self._touched[slot] = layer
        target = self._values(slot[0])
        for name, value in made.items():
            if value is None:
                target.pop(name, None)
            else:
                target[name] = value

    def _values(self, kind: str) -> dict[str, Value]:
        return {"content": self.content, "option": self.options, "ban": self.bans, "limit": self.limits}.get(
            kind, self.wraps
        )

    def _holds(self, layer: Layer, placed: Placed) -> bool:
        when = placed.patch.when
        if not when:
            return True
        try:
            return formula(when, self._names, "truth").holds(self.stack.number)
        except BadFormula as wrong:
            known = self._names.told() if self.stack.named else ""
            mend = wrong.mend if known else "Name it in a [[value]] of the layer."
            raise layer.wrong(f"{placed.place}.when", str(wrong.what), mend) from None

    def _stand_alone(self, layer: Layer, placed: Placed, slot: Slot) -> None:
        """Raises BadFile where another layer, or another patch of this one, touches the same."""
        for other, whose in self._touched.items():
            if not _overlap(slot, other) or (whose is not layer and self._above(layer, whose)):
                continue
            place = f"{placed.place}.{KEYS.get(slot[0], 'path')}"
            if whose is layer:
                raise layer.wrong(place, f"`{slot[1]}` stands twice", "Leave one of them out.")
            raise layer.wrong(
                place,
                f"{layer.label} and {whose.label} ({whose.file}) both touch `{slot[1]}`",
                f'Write over = ["{whose.id}"] into {layer.id}, or over = ["{layer.id}"] into {whose.id}.',
            )

    def _above(self, layer: Layer, other: Layer) -> bool:
        return layer is self.stack.own or other.id in self._beneath.get(layer.id, ())

    def _made(self, layer: Layer, placed: Placed, slot: Slot) -> dict[str, Value | None]:
        """What a patch makes of what it touches. Raises BadFile."""
        patch, kind = placed.patch, slot[0]
        why, before = patch.why, self._values(kind).get(slot[1])
        if kind == "option":
            value: Any = self._read_as(layer, placed)
        elif kind == "wrap":
            value = self._wrapped(layer, placed)
        else:
            contents = Contents(self.content, layer, placed.place, self.base.id)
            value = PATCHES[type(patch)](contents, patch)
        if kind == "ban" and not value and not (before and before.value):
            raise self._not_banned(layer, placed, slot[1])
        if kind == "content":
            made: dict[str, Value | None] = value
            return made
        return {slot[1]: Value(value, layer.id, layer.label, why, before)}

    def _not_banned(self, layer: Layer, placed: Placed, name: str) -> Exception:
        banned = [one for one, value in self.bans.items() if value.value]
        mend = nearest(name, banned) if banned else "Leave it out."
        return layer.wrong(f"{placed.place}.path", f"no layer below bans `{name}`", mend)

    def _read_as(self, layer: Layer, placed: Placed) -> str | int:
        patch: Any = placed.patch
        choices = self.base.choices.get(patch.name)
        if choices is None:
            mend = nearest(patch.name, self.base.choices)
            raise layer.wrong(f"{placed.place}.name", f"{self.base.id} has no option `{patch.name}`", mend)
        if patch.to not in choices:
            mend = nearest(str(patch.to), choices)
            raise layer.wrong(f"{placed.place}.to", f"`{patch.name}` can't be read as `{patch.to}`", mend)
        read: str | int = patch.to
        return read

    def _wrapped(self, layer: Layer, placed: Placed) -> tuple[Wrap, ...]:
        """The wrappers of a rule from the outermost in, with the new one around."""
        patch: Any = placed.patch
        if patch.rule not in self.base.rules:
            mend = nearest(patch.rule, self.base.rules)
            raise layer.wrong(f"{placed.place}.rule", f"{self.base.id} has no rule `{patch.rule}`", mend)
        known = self.base.wrappers.get(layer.id, {})
        if patch.by not in known:
            what = f"no package brings `{patch.by}` for {layer.id}"
            raise layer.wrong(f"{placed.place}.by", what, nearest(patch.by, known))
        inside = self.wraps.get(patch.rule)
        return (Wrap(layer.label, patch.by, known[patch.by]), *(inside.value if inside else ()))


def slot_of(placed: Placed) -> Slot:
    """What a patch touches."""
    patch: Any = placed.patch
    kind = SLOTS.get(type(patch).__name__, "content")
    if kind == "option":
        return kind, patch.name
    if kind == "wrap":
        return kind, patch.rule
    return kind, pair(patch.path, patch.other) if kind == "ban" and patch.other else patch.path


def _field_of(patch: Any) -> str:
    """The field of a patch that holds what it says."""
    return next(name for name in ("value", "to", "at", "add") if hasattr(patch, name))


def _below(path: str, place: str) -> str:
    """The part of a place that lies in what stands at a path."""
    return place.removeprefix(path) if place.startswith(f"{path}.") else ""


def _overlap(one: Slot, other: Slot) -> bool:
    """Whether two patches touch the same, or one what is in the other."""
    if one[0] != other[0]:
        return False
    if one[0] != "content":
        return one[1] == other[1]
    first, second = f"{one[1]}.", f"{other[1]}."
    return first.startswith(second) or second.startswith(first)

"""`Table`: the one collection that worlds are made of."""

from collections.abc import Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from typing import Any, Generic, TypeVar, overload

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
D = TypeVar("D")


class Table(Mapping[K, V], Generic[K, V]):
    """An immutable mapping that keeps insertion order and is hashed by content.

    `put` copies: a plain dict inside a frozen struct could be changed in place and can't be hashed,
    and hash-ordered maps iterate differently from run to run.
    """

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._items: dict[K, V] = dict(items)
        self._hash: int | None = None

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: object) -> bool:
        return key in self._items

    # what a Mapping would do step by step, asked of the dict inside: forecasts read millions of these

    @overload
    def get(self, key: K, /) -> V | None: ...
    @overload
    def get(self, key: K, /, default: V | D) -> V | D: ...
    def get(self, key: K, /, default: Any = None) -> Any:
        """What stands under `key`, else `default`."""
        return self._items.get(key, default)

    def keys(self) -> KeysView[K]:
        """The keys in order."""
        return self._items.keys()

    def values(self) -> ValuesView[V]:
        """The values in order."""
        return self._items.values()

    def items(self) -> ItemsView[K, V]:
        """Keys with their values, in order."""
        return self._items.items()

    def put(self, key: K, value: V) -> "Table[K, V]":
        """A copy in which `key` has `value`; a new key comes last."""
        made: Table[K, V] = Table.__new__(type(self))
        items = self._items.copy()
        items[key] = value
        made._items, made._hash = items, None
        return made

    def without(self, key: K) -> "Table[K, V]":
        """A copy without `key`."""
        return Table((k, v) for k, v in self._items.items() if k != key)

    def renamed(self, key: K, name: K) -> "Table[K, V]":
        """A copy in which what stood under `key` stands, at the same place, under `name`."""
        return Table((name if k == key else k, v) for k, v in self._items.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._items == other._items

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._items.items()))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without its hash, which is another one in another process."""
        return type(self), (self._items,)

    def __repr__(self) -> str:
        return f"Table({self._items!r})"

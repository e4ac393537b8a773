"""`Table`: the one collection that worlds are made of."""

from collections.abc import Hashable
from typing import Any, Generic, NoReturn, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Table(dict[K, V], Generic[K, V]):
    """An immutable mapping that keeps insertion order and is hashed by content.

    `put` copies: a plain dict inside a frozen struct could be changed in place and can't be hashed, and hash-ordered
    maps iterate differently from run to run. It is a dict that can't be changed, since forecasts read millions of them.
    """

    __slots__ = ("_hash",)

    def put(self, key: K, value: V) -> "Table[K, V]":
        """A copy in which `key` has `value`; a new key comes last."""
        made: Table[K, V] = Table(self)
        dict.__setitem__(made, key, value)
        return made

    def without(self, key: K) -> "Table[K, V]":
        """A copy without `key`."""
        return Table((k, v) for k, v in self.items() if k != key)

    def renamed(self, key: K, name: K) -> "Table[K, V]":
        """A copy in which what stood under `key` stands, at the same place, under `name`."""
        return Table((name if k == key else k, v) for k, v in self.items())

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a Table can't be changed; put() gives a changed copy")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:
            self._hash: int = hash(frozenset(self.items()))
            return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without its hash, which is another one in another process."""
        return type(self), (dict(self),)

    def __repr__(self) -> str:
        return f"Table({dict(self)!r})"

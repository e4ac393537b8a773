"""`@rule`: a plain function of a handle that carries out rules of the book."""

import inspect
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, get_origin, get_type_hints

from takusen.play.handles import Chance, Play

H = TypeVar("H", bound=Chance)
P = ParamSpec("P")
R = TypeVar("R", bound=Hashable | None)


class Rule(Generic[H, P, R]):
    """A rule with the catalogue ids it carries out. Calling it enters it through the handle."""

    def __init__(self, body: Callable[Concatenate[H, P], R], ids: tuple[str, ...]) -> None:
        self.body, self.ids = body, ids
        self.name = body.__name__
        self.__doc__ = body.__doc__
        parameters = list(inspect.signature(body).parameters.values())[1:]
        self._names = tuple(one.name for one in parameters)
        self._shapes: dict[tuple[int | str, ...], tuple[tuple[str, bool, Any], ...]] = {}
        self._defaults = {one.name: one.default for one in parameters if one.default is not one.empty}

    def __call__(self, t: H, *args: P.args, **kwargs: P.kwargs) -> R:
        return t.call(self, self.bound(args, kwargs) if kwargs else args)

    def bound(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """Arguments in the order of the definition, defaults filled in. Raises TypeError."""
        known = self._shapes.get((len(args), *kwargs))
        if known is not None:
            return args + tuple([kwargs[name] if given else default for name, given, default in known])
        rest = self._names[len(args) :]
        unknown = kwargs.keys() - set(rest)
        missing = [name for name in rest if name not in kwargs and name not in self._defaults]
        if unknown or missing or len(args) > len(self._names):
            raise TypeError(f"{self.name} takes {self._names}; unknown {sorted(unknown)}, missing {missing}")
        shape = tuple((name, name in kwargs, self._defaults.get(name)) for name in rest)
        self._shapes[len(args), *kwargs] = shape
        return self.bound(args, kwargs)

    @cached_property
    def hints(self) -> dict[str, Any]:
        """The types of the parameters after the handle."""
        hints = get_type_hints(self.body, include_extras=True)
        return {name: hints[name] for name in self._names}

    @cached_property
    def result(self) -> Any:
        """The type of the result."""
        return get_type_hints(self.body)["return"]

    @cached_property
    def plays(self) -> bool:
        """Whether the rule needs a `Play` handle."""
        handle = next(iter(get_type_hints(self.body).values()))
        return (get_origin(handle) or handle) is Play

    def __repr__(self) -> str:
        return f"<rule {self.name} {' '.join(self.ids)}>"


def rule(*ids: str) -> Callable[[Callable[Concatenate[H, P], R]], Rule[H, P, R]]:
    """Mark a function `(handle, arguments) -> result` as the code of the named catalogue rules."""
    return lambda body: Rule(body, ids)

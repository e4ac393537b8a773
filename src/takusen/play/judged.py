"""Rules without dice outside of any run: what offers and pages ask them."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from takusen.dice import Readout
from takusen.play.handles import Chance
from takusen.play.reading import Reading
from takusen.play.rule import Rule

T = TypeVar("T", bound=Hashable | None)


def judged(reading: Reading, rule: "Rule[Any, Any, T]", *args: Any) -> T:
    """What a rule that rolls nothing comes to under a reading, within the functions that layers put around it."""
    result: T = Judged(reading).call(rule, args)
    return result


class Judged(Chance):
    """A handle without dice."""

    __slots__ = ("reading",)

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def call(self, rule: "Rule[Any, Any, Any]", args: tuple[Any, ...]) -> Any:
        return self.entered(rule, args)

    def option(self, name: str) -> Any:
        return self.reading.options[name]

    def content(self, path: str) -> Any:
        return self.reading.content[path]

    def roll(self, label: str, readout: Readout[Any], of: str = "") -> Any:
        raise TypeError(f"{label} is rolled: only a run can do that")

    def draw(self, label: str, deck: Sequence[Any], of: str = "") -> Any:
        raise TypeError(f"{label} is drawn: only a run can do that")

    def until(self, rule: "Rule[Any, Any, Any]", args: tuple[Any, ...], accept: Callable[[Any], bool]) -> Any:
        raise TypeError(f"{rule.name} is repeated: only a run can do that")

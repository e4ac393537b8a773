"""The two handles a rule is written against, and what passes through them.

`Chance` rolls, calls sub-rules, and reads options and content: what a rule over it computes depends on its
arguments alone, so its exact distribution can be memoised. `Play` adds the world, questions and facts.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NewType, TypeVar

import msgspec

from takusen.dice import Readout
from takusen.log.audience import GM, Audience
from takusen.play.reading import Limited, Reading, Wrap

if TYPE_CHECKING:
    from takusen.play.rule import Rule

T = TypeVar("T", bound=Hashable)
A = TypeVar("A", bound=Hashable)
W = TypeVar("W")
S = TypeVar("S", bound="Fact")

Id = NewType("Id", str)
"""The name under which the world keeps an entity; shown to people by its own name."""

STEP_LIMIT = 20_000

PASS = "pass"
"""The last choice in every window: no reaction."""


class Refused(msgspec.Struct, frozen=True):
    """Why something may not be done: a word of the book's `[refused]` texts, and what to put into the sentence."""

    reason: str
    params: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def because(cls, reason: str, **params: Any) -> "Refused":
        """A refusal with the named parameters."""
        return cls(reason, tuple(params.items()))


class Choice(msgspec.Struct, Generic[A], frozen=True):
    """One option of a prompt or a pick; one that is refused is shown greyed with its reason.

    `note` is a word of the book's that stands beside it.
    """

    value: A
    refused: Refused | None = None
    note: Any = None


class Form(Generic[A]):
    """An answer of several parts: `picks` is an offer over what the prompt shows, `kind` the struct it fills."""

    def __init__(self, kind: type[A], picks: Callable[[Any, Any], None]) -> None:
        self.kind, self.picks = kind, picks


Choices = Sequence[A] | Sequence[Choice[A]] | Form[A]


class Policy(Generic[A]):
    """A named way to answer a prompt. It sees what the person's prompt shows: `about` and the open options."""

    def __init__(self, label: str, name: str, choose: Callable[[Any, Sequence[A]], A]) -> None:
        self.label, self.name, self.choose = label, name, choose

    def __repr__(self) -> str:
        return f"Policy({self.label}: {self.name})"


def policy(label: str) -> Callable[[Callable[[Any, Sequence[A]], A]], Policy[A]]:
    """Make a function `(about, open options) -> answer` the policy of its own name for prompts of this label."""
    return lambda choose: Policy(label, choose.__name__, choose)


LET_PASS: Policy[Any] = Policy("", "let_pass", lambda about, open_ones: PASS)
"""No reaction: the policy of a window that names none."""


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Fact(msgspec.Struct, frozen=True, gc=False, tag=_snake, tag_field="type"):
    """A typed thing that became true. Subclasses say how it changes the world, and who sees it.

    What is frozen is in no circle of references: the garbage collector need not look at it.
    """

    def apply(self, world: Any) -> Any:
        """The world after this fact; it only sets and adds."""
        return world

    def see(self, world: Any) -> Audience:
        """Who learns of the fact; unmarked means GM only."""
        return GM

    def parts(self, world: Any) -> dict[str, Audience]:
        """The audience of each field that not everybody in `see` may read."""
        return {}

    @classmethod
    def word(cls) -> str:
        """The name of the fact in logs, examples and sentences."""
        return str(cls.__struct_config__.tag)


class Question(msgspec.Struct, frozen=True):
    """What is asked of one character's player: the arguments of `Play.ask`."""

    of: str
    label: str
    choices: Any
    about: Any
    policy: Policy[Any]


class Chance(ABC):
    """Dice, sub-rules, options and content. `reading` is all that is constant in the run."""

    __slots__ = ()

    reading: Reading

    @abstractmethod
    def roll(self, label: str, readout: Readout[T], of: str = "") -> T:
        """Roll dice and give what `readout` reads. `of` is whose roll it is."""

    @abstractmethod
    def draw(self, label: str, deck: Sequence[T], of: str = "") -> T:
        """Take one card of `deck` at random; a card that is in it twice is twice as likely. The draw is the GM's alone:
        facts tell what becomes known of it."""

    @abstractmethod
    def call(self, rule: "Rule[Any, Any, T]", args: tuple[Any, ...]) -> T:
        """Enter a sub-rule; rules do this by calling it."""

    @abstractmethod
    def until(self, rule: "Rule[Any, Any, T]", args: tuple[Any, ...], accept: Callable[[T], bool]) -> T:
        """Enter a rule over `Chance` again and again until its result is accepted."""

    @abstractmethod
    def option(self, name: str) -> Any:
        """The table's reading of an open point."""

    @abstractmethod
    def content(self, path: str) -> Any:
        """A value of the book's content, with layers resolved."""

    def banned(self, path: str, other: str = "") -> bool:
        """Whether a layer bans an entry of the content, or that it is used together with another."""
        return bool(self.reading.banned(path, other))

    def limit(self, path: str) -> Limited | None:
        """How often a layer lets an entry be used; None where none says."""
        return self.reading.limits.get(path)

    def entered(self, rule: "Rule[Any, Any, T]", args: tuple[Any, ...]) -> T:
        """Run a rule's body within the functions that layers put around it."""
        wraps = self.reading.wraps.get(rule.name, ())
        result: T = self._within(wraps, rule, args) if wraps else rule.body(self, *args)
        return result

    def _within(self, wraps: tuple[Wrap, ...], rule: "Rule[Any, Any, Any]", args: tuple[Any, ...]) -> Any:
        if not wraps:
            return rule.body(self, *args)
        self.acted(wraps[0])
        return wraps[0].body(self, lambda *given: self._within(wraps[1:], rule, given), *args)

    def acted(self, wrap: Wrap) -> None:  # noqa: B027 - only a run with a log notes it
        """Note that a layer's function around a rule acts."""


class Play(Chance, Generic[W]):
    """A `Chance` with a world to change and people to ask."""

    __slots__ = ()

    world: W

    def ask(self, of: str, label: str, choices: Choices[A], about: Any, policy: Policy[A]) -> A:
        """Ask whoever plays `of` (or "gm"). `about` holds all that the choice depends on."""
        answer: A = self.ask_all((Question(of, label, choices, about, policy),))[0]
        return answer

    @abstractmethod
    def ask_all(self, questions: Sequence[Question]) -> tuple[Any, ...]:
        """Ask several people at once; the answers in the order of the questions.

        They come in any order, and nobody learns of one before the last is there.
        """

    def window(
        self, name: str, about: Any, asked: Mapping[Id, Sequence[Any]], policy: Policy[Any] = LET_PASS
    ) -> tuple[tuple[Id, Any], ...]:
        """A timing window: those of `asked` who have an open choice are asked for a reaction, all together, and may
        pass. Gives who reacted with what, in the order of `asked`."""
        able = {one: choices for one, choices in asked.items() if open_values(choices)}
        if not able:
            return ()
        answers = self.ask_all(
            tuple([Question(one, name, (*choices, PASS), about, policy) for one, choices in able.items()])
        )
        return tuple([(one, answer) for one, answer in zip(able, answers, strict=True) if answer != PASS])

    @abstractmethod
    def emit(self, fact: Fact) -> None:
        """State a fact; `world` is the world after it."""


class Running(msgspec.Struct, frozen=True):
    """A sub-rule that was entered and has no result yet. `since` counts the procedure's steps before it."""

    rule: "Rule[Any, Any, Any]"
    args: tuple[Any, ...]
    depth: int
    since: int


class Prompt(msgspec.Struct, frozen=True):
    """An open question. `place` counts those that were asked together with it, from 0."""

    of: str
    label: str
    choices: Any
    about: Any
    policy: Policy[Any]
    running: tuple[Running, ...] = ()
    place: int = 0


class Suspended(BaseException):
    """Raised where answers are missing; the procedure runs again when one comes."""

    def __init__(self, prompts: tuple[Prompt, ...]) -> None:
        super().__init__(", ".join(one.label for one in prompts))
        self.prompts = prompts


class Diverged(Exception):
    """A re-run came to another step than the journal holds: the code changed under an open procedure."""

    def __init__(self, recorded: object, reached: object) -> None:
        super().__init__(f"the journal holds {recorded}, the rule came to {reached}")
        self.recorded, self.reached = recorded, reached


class BadAnswer(Exception):
    """An answer that the prompt doesn't offer; `refused` says why."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.reason)
        self.refused = refused


class Endless(Exception):
    """A procedure took more steps than any procedure needs."""

    def __init__(self) -> None:
        super().__init__(f"stopped after {STEP_LIMIT} steps: the rule does not seem to end")


def open_values(choices: Choices[A]) -> tuple[A, ...]:
    """The values a person could choose now; none for a form."""
    if isinstance(choices, Form):
        return ()
    return tuple(
        [
            option.value if isinstance(option, Choice) else option
            for option in choices
            if not (isinstance(option, Choice) and option.refused)
        ]
    )

"""Typed declarations: `！攻撃 鬼 怪力 運動能力 8` becomes the picks of the same offer."""

import unicodedata
from collections.abc import Callable
from typing import Any

from takusen.log.signs import shortened
from takusen.rulebook.offers import Pick, Trial
from takusen.web.forms import BadRequest, whole

MARKS = "!！"
Attempt = Callable[[str, dict[str, Any]], Trial]


def folded(text: str) -> str:
    """For comparing: full width and case don't matter."""
    return unicodedata.normalize("NFKC", text).casefold()


def is_typed(text: str) -> bool:
    """Whether a line of talk is meant as a declaration."""
    return text.startswith(tuple(MARKS))


def read(text: str, acts: dict[str, str], named: Callable[[Any], str], attempt: Attempt) -> tuple[str, dict[str, Any]]:
    """The act and the picks that a typed line means; picks it leaves out are left open.

    `acts` are act names with their words, `named` words a choice. Raises BadRequest naming the word that fits nothing
    or several things.
    """
    words = unicodedata.normalize("NFKC", text).lstrip(MARKS).split()
    if not words:
        raise BadRequest("typed_empty")
    worded = any(_fits(words[0], label) for label in acts.values())
    act = _one_of(words.pop(0), acts if worded else {name: name for name in acts})
    given: dict[str, Any] = {}
    while (missing := attempt(act, given).missing) is not None:
        if not _filled(missing, words, named, given):
            break
    if words:
        raise BadRequest("typed_unknown", word=shortened(words[0], 40))
    return act, given


def _filled(pick: Pick, words: list[str], named: Callable[[Any], str], given: dict[str, Any]) -> bool:
    """Fill one pick from the words left; False where they say nothing of it."""
    if pick.kind == "number" and words:
        given[pick.name] = whole(words.pop(0))
    elif pick.kind == "text" and words:
        given[pick.name] = " ".join(words)
        words.clear()
    elif pick.kind == "some":
        given[pick.name] = _several(pick, words, named)
    elif pick.kind == "one":
        return _single(pick, words, named, given)
    else:
        return False
    return True


def _several(pick: Pick, words: list[str], named: Callable[[Any], str]) -> list[Any]:
    taken: list[Any] = []
    while words and len(taken) < pick.high:
        fitting = [choice.value for choice in pick.choices if folded(named(choice.value)) == folded(words[0])]
        if not fitting:
            break
        taken.append(fitting[0])
        words.pop(0)
    return taken


def _single(pick: Pick, words: list[str], named: Callable[[Any], str], given: dict[str, Any]) -> bool:
    """A choice named by the next word, or the only open one."""
    labels = {choice.value: named(choice.value) for choice in pick.choices}
    open_ones = [choice.value for choice in pick.choices if not choice.refused]
    if words and any(_fits(words[0], label) for label in labels.values()):
        given[pick.name] = _one_of(words.pop(0), labels)
    elif len(open_ones) == 1:
        given[pick.name] = open_ones[0]
    else:
        return False
    return True


def _fits(word: str, label: str) -> bool:
    return folded(label).startswith(folded(word))


def _one_of(word: str, labels: dict[Any, str]) -> Any:
    """The key whose label is the word, else the only one that begins with it. Raises BadRequest."""
    exact = [key for key, label in labels.items() if folded(label) == folded(word)]
    begun = exact or [key for key, label in labels.items() if _fits(word, label)]
    if len(begun) != 1:
        several = " / ".join(labels[key] for key in begun[:6])
        raise BadRequest("typed_ambiguous" if begun else "typed_unknown", word=shortened(word, 40), fits=several)
    return begun[0]


def written(act: str, picks: tuple[Pick, ...], named: Callable[[Any], str]) -> str:
    """What one would type for these picks; an only possible choice needs no word."""
    words = [f"！{act}"]
    for pick in picks:
        alone = pick.kind == "one" and sum(not choice.refused for choice in pick.choices) == 1
        if not alone:
            chosen = pick.chosen if isinstance(pick.chosen, list | tuple) else (pick.chosen,)
            words += [named(one) for one in chosen]
    return " ".join(words)

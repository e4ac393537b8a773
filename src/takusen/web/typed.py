"""Typed declarations: `！攻撃 鬼 怪力 運動能力 8` becomes the picks of the same offer."""

import unicodedata
from collections.abc import Callable
from typing import Any

from takusen.log.signs import shortened
from takusen.rulebook.offers import Pick, Trial
from takusen.web.forms import BadRequest, whole

MARKS = "!！"
LABEL_WORDS = 8
LONGEST = 500
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
    or several things, or for a line too long to be one.
    """
    if len(text) > LONGEST:
        raise BadRequest("too_long", limit=LONGEST, length=len(text))
    words = unicodedata.normalize("NFKC", text).lstrip(MARKS).split()
    if not words:
        raise BadRequest("typed_empty")
    act, count = _next(words, acts) or _next(words, {name: name for name in acts}) or (None, 0)
    if act is None:
        raise BadRequest("typed_unknown", word=shortened(words[0], 40))
    del words[:count]
    given: dict[str, Any] = {}
    while (missing := attempt(act, given).missing) is not None:
        if not _filled(missing, words, named, given):
            break
    if words:
        raise BadRequest("typed_unknown", word=shortened(words[0], 40))
    _stand(attempt(act, given), given)
    return act, given


def _stand(trial: Trial, given: dict[str, Any]) -> None:
    """Raise BadRequest for a value that the offer refuses."""
    if trial.refused and trial.at in given:
        bounds = {name: value for name, value in trial.refused.params if name in ("low", "high")}
        if len(bounds) == 2:
            raise BadRequest("out_of_bounds", **bounds)
        raise BadRequest("not_offered", value=shortened(str(given[trial.at]), 40))


def _filled(pick: Pick, words: list[str], named: Callable[[Any], str], given: dict[str, Any]) -> bool:
    """Fill one pick from the words left; False where they say nothing of it."""
    if pick.kind == "number" and words:
        given[pick.name] = whole(words.pop(0))
    elif pick.kind == "text" and words:
        given[pick.name] = " ".join(words)
        words.clear()
    elif pick.kind == "some" and words:
        given[pick.name] = _several(pick, words, named)
    elif pick.kind == "one":
        return _single(pick, words, named, given)
    else:
        return False
    return True


def _several(pick: Pick, words: list[str], named: Callable[[Any], str]) -> list[Any]:
    """The choices that the next words name in full."""
    labels = {choice.value: named(choice.value) for choice in pick.choices}
    taken: list[Any] = []
    while words and len(taken) < pick.high and (found := _named(words, labels)):
        taken.append(found[0])
        del words[: found[1]]
    return taken


def _single(pick: Pick, words: list[str], named: Callable[[Any], str], given: dict[str, Any]) -> bool:
    """The open choice that the next words name; where they name none, the only one; who acts may be left out."""
    open_ones = [choice.value for choice in pick.choices if not choice.refused]
    found = _next(words, {one: named(one) for one in open_ones})
    if found:
        given[pick.name] = found[0]
        del words[: found[1]]
    elif len(open_ones) == 1 or (open_ones and words and not given):
        given[pick.name] = open_ones[0]
    else:
        return False
    return True


def _named(words: list[str], labels: dict[Any, str]) -> tuple[Any, int] | None:
    """The key whose whole label is the next words, the longest if several are, and how many words that took."""
    for count in range(min(len(words), LABEL_WORDS), 0, -1):
        phrase = folded(" ".join(words[:count]))
        found = [key for key, label in labels.items() if folded(label) == phrase]
        if len(found) == 1:
            return found[0], count
    return None


def _next(words: list[str], labels: dict[Any, str]) -> tuple[Any, int] | None:
    """The key that the next words name in full, else the only one whose label begins with them. Raises BadRequest."""
    exact = _named(words, labels)
    if exact:
        return exact
    for count in range(min(len(words), LABEL_WORDS), 0, -1):
        phrase = " ".join(words[:count])
        begun = [key for key, label in labels.items() if folded(label).startswith(folded(phrase))]
        if len(begun) > 1:
            several = " / ".join(labels[key] for key in begun[:6])
            raise BadRequest("typed_ambiguous", word=shortened(phrase, 40), fits=several)
        if begun:
            return begun[0], count
    return None


def written(act: str, picks: tuple[Pick, ...], named: Callable[[Any], str]) -> str:
    """What one would type for these picks; an only possible choice needs no word."""
    words = [f"！{act}"]
    for pick in picks:
        alone = pick.kind == "one" and sum(not choice.refused for choice in pick.choices) == 1
        if not alone:
            chosen = pick.chosen if isinstance(pick.chosen, list | tuple) else (pick.chosen,)
            words += [named(one) for one in chosen]
    return " ".join(words)

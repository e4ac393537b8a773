"""Under which keys a card is found, and how well a key fits what was typed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from takusen.library.names import folded
from takusen.rulebook.card import Card

EXACT, BEGINS, WORD, INSIDE = range(4)
"""How a key fits, best first."""


class Key(NamedTuple):
    """A name of a card, or of one of its faces, as it is searched."""

    key: str
    face: bool


def keys_of(card: Card) -> tuple[Key, ...]:
    """Every key of a card; what names the whole card as well as a face counts for the whole."""
    whole = {folded(name) for name in (card.name, card.name_ja) if name}
    faces = {folded(name) for face in card.faces for name in (face.name, face.name_ja) if name}
    return tuple(_in_order(whole, faces - whole))


def _in_order(whole: set[str], faces: set[str]) -> Iterator[Key]:
    yield from (Key(key, False) for key in sorted(whole))
    yield from (Key(key, True) for key in sorted(faces))


def fit(key: str, words: Sequence[str]) -> int | None:
    """How a key fits the words of a search; None where it lacks one of them."""
    if not all(word in key for word in words):
        return None
    typed = " ".join(words)
    if key == typed:
        return EXACT
    if key.startswith(typed):
        return BEGINS
    return WORD if f" {words[0]}" in f" {key}" else INSIDE

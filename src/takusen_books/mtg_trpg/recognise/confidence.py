"""When the recogniser is not sure of itself, and why, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from takusen_books.mtg_trpg.recognise.labels import CORE, Effect
from takusen_books.mtg_trpg.recognise.noun import Noun
from takusen_books.mtg_trpg.recognise.scene import Part, Scene

_CHANGE: Final = re.compile(r"[+-]")


def _weighty(effects: Iterable[Effect]) -> bool:
    return any(effect.actionable and effect.kind in CORE for effect in effects)


def _all_nouns(noun: Noun) -> Iterator[Noun]:
    yield noun
    for inner in noun.inner:
        yield from _all_nouns(inner)


def _nouns(scene: Scene) -> Iterator[Noun]:
    """Every noun phrase after the verb, those within others too."""
    for part in scene.parts:
        yield from _all_nouns(part.noun)


def _passed_over(scene: Scene, new: Sequence[Effect]) -> bool:
    return any(not _CHANGE.match(word) for word in scene.clause.skipped)


def _by_name(scene: Scene, new: Sequence[Effect]) -> bool:
    return any("named" in noun.adjectives for noun in _nouns(scene))


def _same_name(scene: Scene, new: Sequence[Effect]) -> bool:
    also = scene.clause.also
    joined = also is not None and "same" in [word for noun in _all_nouns(also) for word in noun.adjectives]
    return joined or any("same" in noun.adjectives for noun in _nouns(scene))


def _alike(scene: Scene, new: Sequence[Effect]) -> bool:
    return "shares" in scene.clause.words


def _hangs_on_it(scene: Scene, new: Sequence[Effect]) -> bool:
    return any("attached" in part.noun.adjectives and part.noun.det in {"all", "each"} for part in scene.parts)


def _unused_target(scene: Scene, new: Sequence[Effect]) -> bool:
    return any(_target_of_nothing(part, new) for part in scene.parts)


def _target_of_nothing(part: Part, new: Sequence[Effect]) -> bool:
    meaning = part.meaning
    if meaning is None or meaning.scope != "target" or meaning.player or part.role in {"equal", "until"}:
        return False
    return not any(effect.scope == "target" for effect in new)


def _picked_freely(scene: Scene, new: Sequence[Effect]) -> bool:
    return any(effect.scope == "choose" and effect.kind in {"damage", "destroy", "minus"} for effect in new)


def _redirected(scene: Scene, new: Sequence[Effect]) -> bool:
    return "prevented" in scene.clause.condition or (
        "would" in scene.clause.condition and "damage" in scene.clause.condition
    )


def _pointed_back(scene: Scene, new: Sequence[Effect]) -> bool:
    back = [effect for effect in new if effect.scope == "referenced"]
    return any(effect.targets_kind != ("player",) and effect.ctx != "replacement" for effect in back)


def _target_before(scene: Scene) -> bool:
    return any(meaning.scope == "target" and not meaning.player for meaning in scene.discourse.named)


def _pointed_nowhere(new: Sequence[Effect]) -> bool:
    core = [effect for effect in new if effect.kind in CORE and effect.ctx != "replacement"]
    return any("unknown" in effect.targets_kind for effect in core)


def _chosen(scene: Scene, new: Sequence[Effect]) -> bool:
    return any("chosen" in noun.adjectives for noun in _nouns(scene))


def _spell_as_well(scene: Scene, new: Sequence[Effect]) -> bool:
    return any(noun.det == "target" and {"spell", "spells"} & {*noun.words} for noun in _nouns(scene))


_DOUBTS: Final[tuple[tuple[Callable[[Scene, Sequence[Effect]], bool], str], ...]] = (
    (_passed_over, "some words of an instruction were passed over"),
    (_by_name, "something is meant by its name"),
    (_same_name, "what has the same name is meant as well"),
    (_alike, "something has to share a trait with something else"),
    (_hangs_on_it, "what is attached to something is meant as well"),
    (_unused_target, "a target is named that no effect was found for"),
    (_picked_freely, "something is picked without being targeted"),
    (_redirected, "damage is turned to somebody else"),
    (_chosen, "something was chosen before"),
    (_spell_as_well, "a spell may be meant as well"),
)


def doubt_clause(scene: Scene, found: int) -> None:
    """After a clause was read: doubt the effects that it added to those found before."""
    new = scene.effects[found:]
    reasons = [reason for applies, reason in _DOUBTS if _weighty(new) and applies(scene, new)]
    for reason in reasons:
        scene.doubt(reason)
    if _pointed_back(scene, new):
        scene.doubt("what an effect points back at depends on what happened before")
        if _target_before(scene):
            scene.doubt("an effect may point back at a target", grave=True)
    if _pointed_nowhere(new):
        scene.doubt("it is not clear what an effect points back at", grave=True)
    if reasons or _pointed_back(scene, new):
        for index in range(found, len(scene.effects)):
            scene.change(index, unsure=True)


def doubts(scene: Scene, effects: Sequence[Effect]) -> tuple[str, ...]:
    """Why a person should look, in words; nothing where all was understood."""
    if not _weighty(effects):
        return tuple(scene.grave)
    return tuple(scene.doubts)

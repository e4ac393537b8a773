"""Things that go from one place to another: exiled, returned, put, shuffled."""

from __future__ import annotations

from typing import Any, Final

from takusen_books.mtg_trpg.recognise.frames.harm import counters
from takusen_books.mtg_trpg.recognise.references import Meaning
from takusen_books.mtg_trpg.recognise.scene import Scene

_AWAY: Final = frozenset({"hand", "library", "exile", "stack", "zone", "returned"})
"""Places from which nothing is exiled or returned that matters; what has come back from a graveyard goes as it came."""


def exile(scene: Scene) -> None:
    """`Exile target creature.` From a graveyard it is another effect; from a hand or library none."""
    if scene.clause.negative or scene.clause.modal == "would":
        return
    whole = [
        part
        for part in scene.parts
        if part.role in {"", "and"} and "graveyard" in part.noun.zones and not part.noun.card
    ]
    for part in whole:
        if part.noun.head == "graveyard" and len(part.noun.zones) == 1:
            scene.add("grave_exile", Meaning("all", ("card",), None, place="graveyard"), duration="permanent")
    for meaning in scene.objects():
        _exiled(scene, meaning)


def _exiled(scene: Scene, meaning: Meaning) -> None:
    if meaning.player or meaning.place in _AWAY:
        return
    if "would" in scene.clause.condition:
        replaced = Meaning("referenced", ("unknown",), restricted=True)
        scene.add("exile", replaced, ctx="replacement", duration="permanent")
    elif meaning.scope == "self" and scene.ability.ctx == "spell":
        meaning.place = "exile"
    elif meaning.place == "graveyard" or (meaning.place == "card" and "graveyard" in scene.clause.words):
        scene.add("grave_exile", meaning, duration="permanent")
    elif meaning.place == "card":
        return
    elif scene.clause.until and "turn" not in scene.clause.until:
        scene.add("exile_until", meaning, duration=_until(scene.clause.until))
    else:
        scene.add("exile", meaning, duration="permanent")
    meaning.place = "exile"


def _until(words: tuple[str, ...]) -> str:
    if "leaves" in words or "leave" in words:
        return "source_leaves"
    return "event"


def return_(scene: Scene) -> None:
    """`Return target creature to its owner's hand`, `return target card from your graveyard to the battlefield`."""
    if scene.clause.negative:
        return
    if scene.goal("hand"):
        for meaning in scene.objects():
            _to_hand(scene, meaning)
    elif scene.goal("battlefield"):
        _to_battlefield(scene)


def _to_hand(scene: Scene, meaning: Meaning) -> None:
    if meaning.player or meaning.place in _AWAY:
        return
    if meaning.place == "graveyard":
        scene.add("raise", meaning)
    elif meaning.place == "battlefield":
        scene.add("bounce", meaning, duration="permanent")


def _to_battlefield(scene: Scene) -> None:
    under = _under(scene)
    if any(
        "exiled" in (*part.noun.adjectives, *part.noun.words) or part.noun.way
        for part in scene.parts
        if part.role == ""
    ):
        _released(scene)
    for meaning in scene.objects():
        if meaning.player:
            continue
        if meaning.place == "graveyard":
            scene.add("reanimate", meaning, under=under)
            meaning.place = "returned"
        elif meaning.place == "exile":
            _back(scene, meaning)


def _under(scene: Scene) -> Any:
    for part in scene.having("under"):
        if part.noun.head == "control":
            return "you" if part.noun.owner is not None and part.noun.owner.det == "you" else "owner"
    subject = scene.clause.subject
    if subject is not None and subject.det != "you":
        return "owner"
    return "you"


def _back(scene: Scene, meaning: Meaning) -> None:
    """What was exiled comes back: then it had only blinked, or was gone until something happened."""
    if meaning.effect is None or scene.effects[meaning.effect].kind != "exile":
        return
    same = scene.effects[meaning.effect].ability == scene.ability.index
    if same and not {"~", "leaves"} <= {*scene.clause.condition}:
        scene.change(meaning.effect, kind="blink", duration=_pause(scene, meaning.effect))
    else:
        scene.change(meaning.effect, kind="exile_until", duration="source_leaves")


def _released(scene: Scene) -> None:
    """`Return the exiled card`: what earlier abilities exiled was gone until now."""
    for index, effect in enumerate(scene.effects):
        if effect.kind == "exile" and effect.ability != scene.ability.index and effect.scope != "self":
            leaves = {"leaves", "leave"} & set(scene.clause.condition)
            scene.change(index, kind="exile_until", duration="source_leaves" if leaves else "other", unsure=not leaves)


def _pause(scene: Scene, exiled: int) -> str:
    """How long something is gone: until a later time, or until something else has happened than what exiled it."""
    clause = scene.clause
    if "next end step" in clause.delayed:
        return "next_end_step"
    later = clause.when in {"when", "whenever"} and clause.condition != scene.conditions[exiled]
    return "delayed" if clause.delayed or later else "immediate"


def put(scene: Scene) -> None:
    """`Put target creature on top of its owner's library`, `put ... onto the battlefield`, counters."""
    if scene.clause.negative:
        return
    counters(scene, "on")
    if scene.goal("battlefield"):
        _to_battlefield(scene)
    elif scene.goal("hand"):
        for meaning in scene.objects():
            _to_hand(scene, meaning)
    elif scene.goal("library"):
        _into_library(scene, _position(scene))


def _position(scene: Scene) -> str:
    words = scene.clause.words
    if "beneath" in words:
        return "nth"
    for word, position in (("top", "top"), ("bottom", "bottom"), ("second", "second")):
        if word in words and "third" not in words:
            return "second" if "second" in words else position
    return "nth"


def _into_library(scene: Scene, position: str) -> None:
    for meaning in scene.objects():
        if not meaning.player and meaning.place == "battlefield" and meaning.scope != "self":
            scene.add("tuck", meaning, position=position, duration="permanent")


def shuffle(scene: Scene) -> None:
    """`Shuffle it into its owner's library.`"""
    if scene.goal("library"):
        _into_library(scene, "shuffle")
    elif scene.subject is not None and scene.subject.scope != "you" and "earch" not in scene.option.text:
        _shuffled_after(scene)


def _shuffled_after(scene: Scene) -> None:
    """`Then those players shuffle their libraries`: what has just been put there lies anywhere."""
    for index in scene.mine():
        if scene.effects[index].kind == "tuck" and scene.effects[index].mode == scene.option.number:
            scene.change(index, position="shuffle")

"""What players do or undergo: discarding, sacrificing, who controls what."""

from __future__ import annotations

from typing import Any

import msgspec

from takusen_books.mtg_trpg.recognise.labels import Number
from takusen_books.mtg_trpg.recognise.references import Meaning
from takusen_books.mtg_trpg.recognise.scene import Scene

_YOU = Meaning("you", ("player",), (1, 1))


def discard(scene: Scene) -> None:
    """`Target player discards two cards.`"""
    if scene.clause.negative or scene.clause.modal in {"would", "could"}:
        return
    subject = scene.subject if scene.clause.subject is not None else _YOU
    if subject is None or not subject.player:
        subject = Meaning("referenced", ("player",), known=subject is not None)
    amount, mode = _discarded(scene)
    for who in (subject, scene.also):
        if who is not None and who.player:
            scene.add("discard", who, amount=amount, discard_mode=mode)


def _discarded(scene: Scene) -> tuple[Number, str]:
    """How many cards go, and who chooses them."""
    words = scene.clause.words
    for part in scene.parts:
        noun = part.noun
        if part.role != "":
            continue
        if "hand" in noun.zones and not noun.card:
            return "all", "hand"
        if noun.card or noun.head == "number":
            return _cards(scene, noun.det, noun.count, words)
    back = any(part.noun.det in {"it", "they", "that", "those"} for part in scene.parts)
    return (1, "you_choose") if back else (1, "choose")


def _cards(scene: Scene, det: str, count: tuple[Number, Number] | None, words: tuple[str, ...]) -> tuple[Number, str]:
    if det == "the" and "hand" in words:
        return ("X", "choose") if "half" in words else ("all", "hand")
    if det in {"that", "those", "the"} and count is None:
        return ("X" if det == "those" else 1), "you_choose"
    if det == "all":
        return 1, "other"
    amount: Number = count[1] if count else "X"
    if scene.clause.per or any(part.role == "equal" for part in scene.parts):
        amount = "X"
    return amount, "random" if "random" in words else "choose"


def sacrifice(scene: Scene) -> None:
    """`Target opponent sacrifices a creature`: the player is picked, not the creature."""
    for subject in (scene.subject, scene.also):
        if subject is not None and subject.player and subject.scope != "you" and not scene.clause.negative:
            _sacrificed(scene, subject)


def _sacrificed(scene: Scene, subject: Meaning) -> None:
    for meaning in scene.objects():
        if subject.words == ("controller",) and meaning.scope == "target" and not scene.clause.delayed:
            scene.add("edict", meaning, player_scope="referenced")
        elif not meaning.player:
            merged = msgspec.structs.replace(
                subject, kinds=meaning.kinds, restricted=meaning.restricted, excl=meaning.excl
            )
            scene.add("edict", merged, player_scope=subject.scope)


def _new_controller(scene: Scene) -> Any:
    subject = scene.clause.subject
    return "you" if subject is None or subject.det == "you" else "other"


def _term(scene: Scene) -> str:
    clause = scene.clause
    if clause.while_:
        return "while_source"
    if clause.until:
        return "your_next_turn" if "next" in clause.until else "eot"
    return "permanent"


def gain(scene: Scene) -> None:
    """`Gain control of target creature until end of turn.`"""
    _take(scene, False)


def exchange(scene: Scene) -> None:
    """`Exchange control of two target creatures.`"""
    _take(scene, True)


def _take(scene: Scene, exchange: bool) -> None:
    if scene.clause.negative or not any(part.noun.head == "control" for part in scene.parts):
        return
    for meaning in _taken(scene, exchange):
        scene.add(
            "control",
            meaning,
            duration=_term(scene),
            new_controller="you" if exchange else _new_controller(scene),
            exchange=exchange,
        )


def _taken(scene: Scene, exchange: bool) -> list[Meaning]:
    """What is gained; of an exchange that is what the others have, not what you give for it."""
    named = [part.meaning for part in scene.parts if part.role in {"of", "and"} and part.meaning is not None]
    things = [meaning for meaning in named if not meaning.player and meaning.place != "stack"]
    others = [meaning for meaning in things if meaning.controller != "you"]
    return others if exchange and others else things


def control(scene: Scene) -> None:
    """`You control enchanted creature.`"""
    subject = scene.clause.subject
    if subject is None or subject.det != "you" or scene.clause.negative:
        return
    for meaning in scene.objects():
        if meaning.scope == "attached" and not meaning.player:
            scene.add("control", meaning, duration="while_attached", new_controller="you")

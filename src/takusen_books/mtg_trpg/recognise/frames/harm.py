"""Destruction, damage, fights, minus and -1/-1 counters."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from takusen_books.mtg_trpg.recognise.labels import Number
from takusen_books.mtg_trpg.recognise.noun import Noun, number
from takusen_books.mtg_trpg.recognise.references import BACKWARD, Meaning
from takusen_books.mtg_trpg.recognise.scene import Part, Scene

_CHANGE: Final = re.compile(r"([+-])([\dxy*]+)/([+-]?)([\dxy*]+)$")


_ELSEWHERE: Final = frozenset({"graveyard", "hand", "library", "stack"})


def destroy(scene: Scene) -> None:
    """`Destroy target creature.`"""
    if scene.clause.negative:
        return
    for meaning in scene.objects():
        if not meaning.player and meaning.place in {"battlefield", "card"}:
            scene.add("destroy", meaning, duration="permanent")


def regenerate(scene: Scene) -> None:
    """`It can't be regenerated`: said of what the text destroys."""
    if not scene.clause.negative or "regenerated" not in scene.clause.words:
        return
    for index in scene.mine():
        if scene.effects[index].kind == "destroy":
            scene.change(index, noregen=True)


def _amount(noun: Noun) -> Number:
    if noun.count is None or noun.count[0] != noun.count[1]:
        return "X"
    return noun.count[1]


def deal(scene: Scene) -> None:
    """`~ deals 3 damage to target creature and 1 damage to each other creature.`"""
    if scene.clause.negative or scene.clause.modal in {"would", "could"} or _multiplied(scene):
        return
    amount: Number | None = None
    amount_told = False
    roles = {"among", "between", "and", ""} if scene.clause.divided else {"to", "and", ""}
    for part in scene.parts:
        if part.noun.head == "damage":
            amount = _amount(part.noun)
        elif part.noun.head == "amount" and "damage" in [inner.head for inner in part.noun.inner]:
            amount = "X"
        elif amount is not None and part.meaning is not None and part.role in roles:
            _hurt(scene, part, amount)
            amount_told = True
    if amount is not None and not amount_told and scene.clause.instead:
        _changed_amount(scene)


def _multiplied(scene: Scene) -> bool:
    """`If ~ would deal damage, it deals double that damage instead`: damage that something else deals becomes more."""
    more = not {"double", "triple", "twice", "plus"}.isdisjoint(scene.clause.words)
    return more and {"would", "damage"} <= {*scene.clause.condition}


def _hurt(scene: Scene, part: Part, amount: Number) -> None:
    meaning = part.meaning
    if (
        meaning is None
        or meaning.kinds == ("card",)
        or part.noun.zones
        or meaning.place in {"graveyard", "hand", "library", "stack"}
    ):
        return
    if scene.clause.per:
        amount = "X"
    if _instead(scene, part, amount):
        return
    if scene.clause.divided:
        scene.add("damage", _shared(scene, meaning, amount), amount=amount, divided=True)
    else:
        scene.add("damage", meaning, amount=amount)


def _changed_amount(scene: Scene) -> None:
    """`it deals 4 damage instead`, without a word on whom: the damage that was named before depends on something."""
    alike = [
        index
        for index, effect in enumerate(scene.effects)
        if effect.kind == "damage" and effect.ctx == scene.ability.ctx and effect.mode == scene.option.number
    ]
    amount = scene.effects[alike[-1]].amount if alike else None
    for index in alike:
        if scene.effects[index].amount == amount and scene.effects[index].ability == scene.effects[alike[-1]].ability:
            scene.change(index, amount="X")


def _instead(scene: Scene, part: Part, amount: Number) -> bool:
    """`it deals 4 damage to that creature instead`: no second effect, the first has one amount or the other."""
    meaning = part.meaning
    if not scene.clause.instead or meaning is None or meaning.effect is None or part.noun.det not in BACKWARD:
        return False
    before = scene.effects[meaning.effect]
    if before.kind != "damage" or before.divided or scene.clause.divided:
        return False
    if before.amount != amount:
        scene.change(meaning.effect, amount="X")
    return True


def _shared(scene: Scene, meaning: Meaning, amount: Number) -> Meaning:
    """Divided damage needs somebody to get it, unless the text says `up to`; each gets one point at least."""
    if meaning.count == (0, "X") and meaning.scope == "target" and "number" in scene.clause.words:
        return msgspec.structs.replace(meaning, count=(1, amount))
    return meaning


def fight(scene: Scene) -> None:
    """`~ fights target creature`; where both are targets, one effect on two."""
    subject, objects = scene.subject, [m for m in scene.objects() if not m.player]
    for meaning in objects or ([subject] if subject else []):
        both = subject is not None and subject.scope == meaning.scope == "target" and meaning.count == (1, 1)
        if both and subject is not None and subject.controller == meaning.controller == "any":
            meaning = msgspec.structs.replace(meaning, count=(2, 2))
        scene.add("fight", meaning)


def _changes(scene: Scene) -> tuple[Number, Number] | None:
    """The minus among `gets -2/-1`, also in `+3/-3`; `X` where it depends on something."""
    for word in scene.clause.words:
        found = _CHANGE.match(word)
        if found and "-" in (found.group(1), found.group(3)):
            power = _signed(found.group(1), found.group(2), scene.clause.per)
            toughness = _signed(found.group(3) or found.group(1), found.group(4), scene.clause.per)
            return power, toughness
    return None


def _signed(sign: str, size: str, per: bool) -> Number:
    value = number(size)
    if value == 0:
        return 0
    if not isinstance(value, int) or per:
        return "-X" if sign == "-" else "X"
    return -value if sign == "-" else value


def get(scene: Scene) -> None:
    """`Target creature gets -2/-2 until end of turn.`"""
    changes = _changes(scene)
    if changes is None or scene.subject is None or scene.subject.player or scene.clause.modal in {"would"}:
        return
    subject = scene.subject
    if scene.clause.instead and _again(scene, subject):
        return
    for meaning in (subject, scene.also):
        if meaning is not None and not meaning.player:
            scene.add("minus", meaning, amount=changes, duration=_duration(scene))


def _again(scene: Scene, subject: Meaning) -> bool:
    """`gets -5/-5 instead`: the minus that was named before depends on something."""
    for index in reversed(scene.mine()):
        effect = scene.effects[index]
        if effect.kind == "minus" and effect.targets_kind == subject.kinds and isinstance(effect.amount, tuple):
            power, toughness = effect.amount
            scene.change(index, amount=(0 if power == 0 else "-X", 0 if toughness == 0 else "-X"))
            return True
    return False


def _duration(scene: Scene) -> str:
    until = scene.clause.until
    if until:
        return "your_next_turn" if "next" in until else "eot"
    if scene.clause.while_ or scene.ability.ctx == "static":
        return "static"
    return "granted" if scene.ability.ctx == "granted" else "eot"


def distribute(scene: Scene) -> None:
    """`Distribute three -1/-1 counters among ...`"""
    counters(scene, "among", "between")


def counters(scene: Scene, *roles: str) -> None:
    """-1/-1 counters that are put on things."""
    amount: Number | None = None
    for part in scene.parts:
        if part.noun.head == "counter":
            amount = _amount(part.noun) if part.noun.counter == "-1/-1" else None
        elif amount is not None and part.meaning is not None and part.role in (*roles, "and"):
            _wither(scene, part.meaning, amount)


def _wither(scene: Scene, meaning: Meaning, amount: Number) -> None:
    if not meaning.player and meaning.place in {"battlefield", "card"}:
        scene.add("minus_counter", meaning, amount="X" if scene.clause.per else amount, duration="permanent")

"""Reading a face: abilities, modes, clauses, frames, and what ties abilities together."""

from __future__ import annotations

from takusen_books.mtg_trpg.recognise.abilities import Ability, abilities
from takusen_books.mtg_trpg.recognise.clause import Clause
from takusen_books.mtg_trpg.recognise.clauses import clauses
from takusen_books.mtg_trpg.recognise.confidence import doubt_clause, doubts
from takusen_books.mtg_trpg.recognise.frames import FRAMES
from takusen_books.mtg_trpg.recognise.hygiene import LONGEST_TEXT
from takusen_books.mtg_trpg.recognise.labels import Face, Recognised
from takusen_books.mtg_trpg.recognise.linking import linked
from takusen_books.mtg_trpg.recognise.references import Discourse
from takusen_books.mtg_trpg.recognise.scene import Scene


def recognise(face: Face) -> Recognised:
    """The effects of a face's text, and whether anything in it was not understood well enough."""
    scene = Scene()
    for ability in abilities(face):
        _read_ability(scene, ability)
    effects = tuple(linked(scene, face))
    if len(face.text) > LONGEST_TEXT:
        scene.doubt("the text is longer than any card's and was not read to its end", grave=True)
    reasons = doubts(scene, effects)
    return Recognised(effects, bool(reasons), reasons)


def _read_ability(scene: Scene, ability: Ability) -> None:
    opening = scene.discourse if ability.ctx == "spell" else Discourse()
    for option in ability.options:
        discourse = Discourse()
        discourse.named = list(opening.named)
        scene.begin(ability, option, discourse)
        for clause in clauses(option.text):
            _read_clause(scene, clause)
        if option.number < 0:
            opening = discourse


def _read_clause(scene: Scene, clause: Clause) -> None:
    if not clause.verb:
        _named_by_condition(scene, clause)
        return
    scene.turn(clause)
    frame = FRAMES.get(clause.verb)
    if frame is not None and not clause.price:
        found = len(scene.effects)
        frame(scene)
        doubt_clause(scene, found)


def _named_by_condition(scene: Scene, clause: Clause) -> None:
    if clause.words in {("if", "you", "do"), ("when", "you", "do")}:
        scene.paid()
    dead = {"dies", "die", "graveyard"} & set(clause.words)
    source = "each" if clause.when == "for each" else "condition"
    for item in clause.items:
        meaning = scene.discourse.note(item.noun, source)
        if meaning is not None and dead and not meaning.player:
            meaning.place = "graveyard"

"""From a card's text to what it does in the adventure: `recognise(face)`."""

from takusen_books.mtg_trpg.recognise.abilities import Ability, Option, abilities
from takusen_books.mtg_trpg.recognise.labels import Effect, Face, Recognised
from takusen_books.mtg_trpg.recognise.reading import recognise

__all__ = ["Ability", "Effect", "Face", "Option", "Recognised", "abilities", "recognise"]

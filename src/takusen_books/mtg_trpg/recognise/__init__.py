"""From a card's rules text to what it does in the adventure."""

from .labels import Effect, Recognised

__all__ = ["Effect", "Recognised"]

"""Standing answers: what a seat has left to be answered for a character whenever it is asked something."""

from takusen.log.codec import plain
from takusen.play.handles import Prompt, open_values
from takusen.table.state import Standing, State


def standing_for(state: State, prompt: Prompt) -> Standing | None:
    """The answer that whoever is asked has left for such prompts, if it holds still and this one offers it."""
    left = state.standing.get((prompt.of, prompt.label))
    if left is None or not holds(state, prompt.of, left):
        return None
    return left if any(plain(one) == left.answer for one in open_values(prompt.choices)) else None


def holds(state: State, of: str, left: Standing) -> bool:
    """Whether a standing answer counts now: its seat plays the character still, and the moment is the same."""
    same = left.moment is None or left.moment == moment_of(state)
    return same and left.by == state.responder(of)


def moment_of(state: State) -> str | None:
    """The stretch of play in which a standing answer would hold; None in a book that knows none."""
    return state.book.moment(state.world) if state.book.moment else None


def left_by(state: State, seat: str) -> tuple[tuple[str, str, Standing], ...]:
    """The standing answers of a seat that hold now, with character and label."""
    return tuple(
        (of, label, left) for (of, label), left in state.standing.items() if left.by == seat and holds(state, of, left)
    )

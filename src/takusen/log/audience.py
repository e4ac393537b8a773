"""Who may see a fact or a field. Unmarked means GM only."""

from typing import Literal

Audience = Literal["all", "gm"] | tuple[str, ...]
"""Everyone, the GM, or the listed seats (the GM's seat counts only if listed)."""

EVERYONE: Literal["all"] = "all"
GM: Literal["gm"] = "gm"


def may_see(seat: str, audience: Audience) -> bool:
    """Whether a seat belongs to an audience; the GM's seat is called "gm"."""
    if audience == EVERYONE:
        return True
    return seat == GM if audience == GM else seat in audience


def narrowed(one: Audience, other: Audience) -> Audience:
    """Those who belong to both audiences; the GM alone where nobody does."""
    if one == EVERYONE:
        return other
    if other == EVERYONE or one == other:
        return one
    both = tuple(seat for seat in _seats(one) if seat in _seats(other))
    return both if both not in ((), (GM,)) else GM


def _seats(audience: Audience) -> tuple[str, ...]:
    return audience if isinstance(audience, tuple) else (audience,)

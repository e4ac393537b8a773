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

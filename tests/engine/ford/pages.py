"""What the ford shows."""

from takusen.rules import Acts, Figure, Figures, Page, Phase, View, WaitedFor, Word, gauge

from .world import World


def page(v: View[World]) -> Page:
    """The page of a seat."""
    figures = tuple(
        Figure(one, me.name, (gauge(me, "life"),), mine=v.mine(one)) for one, me in v.world.fighters.items()
    )
    head = (Phase(Word("phrase.turn", (("turn", v.world.turn),))), WaitedFor())
    return Page(
        head=head, stage=(Figures(Word("field.fighters"), figures),), hand=(Acts(("strike", "breathe", "buy")),)
    )

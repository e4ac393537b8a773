"""What the yard shows."""

from takusen.rules import Acts, BoardPanel, Figure, Figures, Page, Token, View, Word

from .world import World


def page(v: View[World]) -> Page:
    """The board, everybody, and what may be declared."""
    fighters = v.world.fighters.items()
    tokens = tuple(
        Token(one, me.name, me.square, me.size, me.side, mine=v.mine(one), out=me.out) for one, me in fighters
    )
    figures = tuple(Figure(one, me.name, mine=v.mine(one), out=me.out) for one, me in fighters)
    board = BoardPanel(Word("panel.yard"), v.world.board, tokens, path="board")
    return Page(
        stage=(board, Figures(Word("field.fighters"), figures)), hand=(Acts(("move", "strike", "throw", "startle")),)
    )

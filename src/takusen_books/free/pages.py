"""What a free table shows."""

from takusen.rules import (
    Acts,
    BoardPanel,
    Figure,
    Figures,
    Gauge,
    Id,
    Item,
    Items,
    Mark,
    Page,
    Phase,
    Token,
    View,
    Word,
    is_hidden,
    path,
    states,
)

from .world import Character, World

FLAGS = ("closed", "hidden")


def page(v: View[World]) -> Page:
    """The scene at the head, the board, everybody and the notes on the stage."""
    return Page(
        head=(scene(v),),
        stage=(*board(v), *cast(v), *notes(v)),
        hand=(Acts(("enter_scene", "lay_board", "clear_board")),) if v.gm else (),
    )


def scene(v: View[World]) -> Phase:
    """Where the party is."""
    here = v.world.scenes.get(v.world.scene)
    if here is None or (v.gm and here.removed):
        return Phase(Word("phrase.no_scene"))
    return Phase(here.title, here.text, v.world.scene)


def board(v: View[World]) -> tuple[BoardPanel, ...]:
    """The board, if one is laid out, with everybody on it or beside it."""
    if v.world.board is None:
        return ()
    tokens = tuple(token(v, one) for one, me in v.world.characters.items() if not me.removed)
    return (BoardPanel(Word("panel.board"), v.world.board, tokens, path="board"),)


def token(v: View[World], one: Id) -> Token:
    """A character on the board, which its player and the GM move by hand."""
    me = v.world.characters[one]
    return Token(
        one,
        me.name,
        me.square,
        me.size,
        side="friends" if me.player else "",
        mine=v.mine(one),
        hidden=me.hidden,
        note="、".join(me.states),
        colour=me.colour,
        path=path("characters", one, "square"),
    )


def cast(v: View[World]) -> tuple[Figures, ...]:
    """The viewer's own characters first, then the other players', then the GM's."""
    listed = [one for one, me in v.world.characters.items() if not me.removed]
    listed.sort(key=lambda one: (not v.mine(one), not v.world.characters[one].player))
    return (Figures(Word("panel.characters"), tuple(figure(v, one) for one in listed)),) if listed else ()


def figure(v: View[World], one: Id) -> Figure:
    """A character at a glance, with what its player or the GM changes at once."""
    me = v.world.characters[one]
    return Figure(
        one,
        me.name,
        gauges(me, one),
        states(me, FLAGS),
        mine=v.mine(one),
        note=me.memo,
        shown=not is_hidden(me.gauges),
        lines=() if is_hidden(me.values) else tuple(me.values.items()),
        secret=() if is_hidden(me.secret) or not me.secret else ((Word("field.secret"), me.secret),),
        marks=tuple(
            Mark(name, state.rest, path("characters", one, "states", name)) for name, state in me.states.items()
        ),
        marks_at=path("characters", one, "states"),
        colour=me.colour,
        quick=v.mine(one) or v.gm,
    )


def gauges(me: Character, one: Id) -> tuple[Gauge, ...]:
    """What is filled and emptied; nothing where the numbers are closed."""
    if is_hidden(me.gauges):
        return ()
    return tuple(
        Gauge(label, level.now, level.max or None, path("characters", one, "gauges", label, "now"))
        for label, level in me.gauges.items()
    )


def notes(v: View[World]) -> tuple[Items, ...]:
    """The notes that the viewer may read; to the GM with whom they are for."""
    listed = tuple(
        Item(one, note.title, note.text, states=shared(note.open, note.seats) if v.gm else ())
        for one, note in v.world.notes.items()
        if not (v.gm and note.removed)
    )
    return (Items(Word("panel.notes"), listed),) if listed else ()


def shared(open_to_all: bool, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Who reads a note, as the GM is told."""
    return ("open",) if open_to_all else ("given",) if seats else ("kept",)

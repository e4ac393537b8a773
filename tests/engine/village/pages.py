"""What the village shows."""

from takusen.rules import (
    Acts,
    Badge,
    CardAct,
    Figure,
    Figures,
    Id,
    Page,
    Piece,
    Pile,
    PileCard,
    PilePanel,
    PlacesPanel,
    Sign,
    Spot,
    View,
    Word,
)

from .world import Card, Folk, World


def page(v: View[World]) -> Page:
    """The village, everybody, their cards, and what may be declared."""
    folk = v.world.folk.items()
    figures = tuple(Figure(one, me.name, mine=v.mine(one), out=me.out) for one, me in folk if me.hand_size)
    return Page(
        stage=(places(v), Figures(Word("panel.players"), figures, "friends")),
        hand=(*(cards(v, one, me) for one, me in folk if v.mine(one)), Acts(("go", "play"))),
        more=tuple(cards(v, one, me) for one, me in folk if me.hand_size and not v.mine(one)),
    )


def places(v: View[World]) -> PlacesPanel:
    """Where everybody is, and what of it is in sight."""
    mine = [me.area for one, me in v.world.folk.items() if v.mine(one)]
    near = frozenset[Id]().union(*map(v.world.near, mine))
    spots = tuple(
        Spot(one, area.name, area.inside, "here" if one in mine else "seen" if one in near else "",
             one == "gate", area.hidden, (Badge(Word("state.in_use"), "good"),) if one == "gate" else ())
        for one, area in v.world.areas.items()
    )  # fmt: skip
    pieces = tuple(piece(v, one, me) for one, me in v.world.folk.items())
    return PlacesPanel(Word("panel.places"), spots, pieces, "go", ("actor", "area"), Word("panel.nowhere"))


def piece(v: View[World], one: Id, me: Folk) -> Piece:
    """Somebody in their place."""
    badges = (Badge(Word("state.out"), "bad"),) if me.out else ()
    area = me.area if me.area in v.world.areas else Id("")
    number = "2/2" if me.side == "foes" else ""
    return Piece(one, me.name, me.icon, area, me.on, me.side, v.mine(one), False, me.out, me.hidden, number, badges)


def cards(v: View[World], one: Id, me: Folk) -> PilePanel:
    """Somebody's cards, as far as they are known."""
    mine = v.mine(one)
    hand = tuple(open_card(v, one, card) for card in me.hand) if mine or v.gm else ()
    spent = tuple(open_card(v, Id(""), card) for card in me.spent)
    piles = (
        Pile(f"hand-{one}", Word("panel.hand"), me.hand_size, hand, spread=mine),
        Pile(f"spent-{one}", Word("panel.spent"), len(me.spent), spent),
    )
    return PilePanel(Word("panel.cards_of", (("of", me.name),)), piles)


def open_card(v: View[World], whose: Id, id: Id) -> PileCard:
    """A card that lies open, with what its player can do with it."""
    card: Card = v.world.cards[id]
    acts = (CardAct("play", (("actor", whose), ("card", id))),) if whose else ()
    cost = (Sign("2"), Sign("R", "red"))
    return PileCard(
        id, card.name, cost, Word("state.spell"), "", card.text, acts=acts, colour="blue" if card.wide else "red"
    )

"""Effects on players: what is discarded and sacrificed (MT-23)."""

from takusen.rules import Id, Play, rule

from .amounts import counted
from .facts_cast import NothingHappened
from .facts_pc import CardDiscarded, CardRevealed
from .facts_state import NpcHandChanged
from .facts_world import Died
from .plan import Step, Use
from .questions import Lot, first_of_hand, first_permanent
from .remains import put_in_graveyard
from .sorts import words_of
from .world import World

ALL = "all"


@rule("MT-23")
def boss_discards(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """An NPC treated as a player has fewer cards in hand."""
    wanted = t.world.permanents[one].hand if whole(step) else counted(t, use, step, one)
    hand = t.world.permanents[one].hand
    lost = min(hand, wanted)
    t.emit(NpcHandChanged(one, -lost, hand - lost))


@rule("MT-01", "MT-23")
def discards(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A PC discards: of its own choice, at random, or what the caster picks of the hand that is shown."""
    lost = t.world.pcs[one].hand_size if whole(step) else counted(t, use, step, one)
    if step.effect.discard_mode == "you_choose":
        for card in dict.fromkeys(t.world.pcs[one].hand):
            t.emit(CardRevealed(one, card))
    for left in range(min(lost, t.world.pcs[one].hand_size), 0, -1):
        t.emit(CardDiscarded(one, picked(t, use, step, one, left)))


def whole(step: Step) -> bool:
    """Whether the whole hand goes."""
    return step.effect.discard_mode == "hand" or step.effect.amount == ALL


def picked(t: Play[World], use: Use, step: Step, one: Id, left: int) -> Id:
    """The next card to go."""
    hand = t.world.pcs[one].hand
    if step.effect.discard_mode == "random":
        return t.draw("discarded", hand, one)
    if len(set(hand)) == 1 or whole(step):
        return hand[0]
    chooser = use.pc if step.effect.discard_mode == "you_choose" else one
    return t.ask(chooser, "discarded", tuple(dict.fromkeys(hand)), Lot(one, use.name, left), first_of_hand)


@rule("MT-01", "MT-23")
def sacrifices(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A player sacrifices permanents of a kind; whoever has none sacrifices nothing."""
    for left in range(counted(t, use, step, one), 0, -1):
        able = of_kind(t.world, one, step)
        if not able:
            t.emit(NothingHappened(one, "no_target"))
            return
        given = able[0]
        if len(able) > 1:
            given = t.ask(one, "sacrificed", able, Lot(one, use.name, left), first_permanent)
        t.emit(Died(given, "sacrificed"))
        put_in_graveyard(t, given)


def of_kind(world: World, player: Id, step: Step) -> tuple[Id, ...]:
    """The permanents of a kind that a player controls."""
    wanted = step.effect.targets_kind
    return tuple([one for one, me in world.here() if me.controller == player and any_of(words_of(me), wanted)])


def any_of(words: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether one of the words is wanted."""
    return any(word in wanted for word in words)

"""Cards in graveyards: remains that live again or are gone, and cards of PCs (MT-03, MT-24, MT-25)."""

from takusen.rules import Id, Play, rule

from .bodies import rightful
from .control import take_control
from .entering import enter
from .facts_pc import CardWent
from .facts_world import Exiled, PutOutOfUse, Restored, Revived
from .moving import anew
from .plan import Step, Use
from .world import World


@rule("MT-24")
def revived_at_home(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """It lives again at its rightful place: somebody at home or base, a thing with its holder or where it was."""
    place = rightful(t, use, step, one)
    t.emit(Revived(one, place))
    anew(t, one)


@rule("MT-25")
def revived_here(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """It lives again near the PC who used the effect, under that PC's control; under its owner's where the card says
    so."""
    t.emit(Revived(one, t.world.pcs[use.pc].place))
    anew(t, one)
    if step.effect.under != "owner":
        take_control(t, one, use.pc)


@rule("MT-24", "MT-25")
def mended(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A destroyed building or field that counts as in the graveyard can be used again, where it stands."""
    t.emit(Restored(one))
    if step.effect.kind == "reanimate" and step.effect.under != "owner":
        take_control(t, one, use.pc)


@rule("MT-03")
def remains_gone(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """Remains that are gone count as in the teammate's exile; a ruin can't be repaired any more."""
    if t.world.permanents[one].here:
        t.emit(PutOutOfUse(one, "exiled"))
    else:
        t.emit(Exiled(one))


@rule("MT-01")
def back_to_hand(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A card of a PC's goes from the graveyard to the hand of its owner."""
    t.emit(CardWent(t.world.cards[one].of, one, "graveyard", "hand"))


@rule("MT-01")
def back_to_battlefield(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A card of a PC's goes from the graveyard onto the battlefield."""
    enter(t, one, 0, "graveyard", t.world.cards[one].of if step.effect.under == "owner" else use.pc)


@rule("MT-01")
def card_exiled(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """A card of a PC's goes from the graveyard to exile."""
    t.emit(CardWent(t.world.cards[one].of, one, "graveyard", "exile"))


@rule("MT-01")
def graveyard_exiled(t: Play[World], use: Use, step: Step, one: Id) -> None:
    """The whole graveyard of a PC goes to exile."""
    for card in t.world.pcs[one].graveyard:
        t.emit(CardWent(one, card, "graveyard", "exile"))

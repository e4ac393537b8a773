"""Cards that come onto the battlefield as permanents of a PC's (MT-01, MT-25)."""

from takusen.rules import Id, Play, Table

from .cards import Face
from .facts_pc import CardTaken, CardZone
from .facts_world import EnteredBattlefield
from .printed import TAPPED
from .world import NOBODY, Control, Permanent, World


def enter(t: Play[World], card: Id, face: int, source: CardZone, pc: Id, holder: Id = NOBODY) -> Id:
    """A card comes onto the battlefield under a PC's control, with the PC or on what it lies on."""
    owner = t.world.cards[card].of
    one = fresh(t.world, card)
    t.emit(CardTaken(owner, card, source))
    made = permanent(t.world, card, face, pc, holder)
    t.emit(EnteredBattlefield(one, made, made.name))
    return one


def fresh(world: World, card: Id) -> Id:
    """A name for the next permanent of a card."""
    number = 1
    while Id(f"{card}-{number}") in world.permanents:
        number += 1
    return Id(f"{card}-{number}")


def permanent(world: World, card: Id, number: int, pc: Id, holder: Id = NOBODY) -> Permanent:
    """The permanent that a face of a card makes; it stands with its PC, a land of the scene's place, too."""
    record = world.cards[card]
    face = record.faces[number]
    return Permanent(
        name=face.name,
        types=face.types,
        subtypes=face.subtypes,
        text=face.text,
        legendary=face.legendary,
        colours=face.colours,
        cost=face.cost,
        owner=record.of,
        card=card,
        face=number,
        control=None if pc == record.of else Control(pc, "stays", scene=world.scenes),
        place=world.pcs[pc].place,
        holder=holder,
        power=face.power,
        toughness=face.toughness,
        loyalty=face.loyalty,
        counters=Table(),
        hexproof="hexproof" in face.keywords,
        shroud="shroud" in face.keywords,
        indestructible="indestructible" in face.keywords,
        ward=worded(face, "ward ").upper(),
        protection=protections(face),
        tapped=TAPPED in face.keywords,
        produces=face.produces,
        entered=world.scenes,
        shown=True,
    )


def worded(face: Face, word: str) -> str:
    """What stands after a keyword, such as the cost of ward."""
    return next((one.removeprefix(word) for one in face.keywords if one.startswith(word)), "")


def protections(face: Face) -> tuple[str, ...]:
    """The colours that it has protection from."""
    found = (one.removeprefix("protection from ") for one in face.keywords if one.startswith("protection from "))
    return tuple(COLOURS.get(one, one) for one in found)


COLOURS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "everything": "all"}

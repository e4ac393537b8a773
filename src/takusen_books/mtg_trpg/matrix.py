"""Which rule decides what an effect does to whom: every kind of effect against every sort of target.

The table is what the procedures go by, and what the book's page shows.
"""

from collections.abc import Mapping

import msgspec

from .sorts import SORTS, Sort


class Fate(msgspec.Struct, frozen=True):
    """What becomes of a target: the outcome that is carried out, or the reason why it can't be aimed at it; the rules
    that say so, the options that change it, the question that the GM or a player is asked, and the words for it where
    they aren't those of the outcome."""

    does: str
    rules: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    asks: str = ""
    never: bool = False
    words: str = ""

    @property
    def says(self) -> str:
        """The key of the words for it."""
        return self.words or self.does


def by(does: str, *rules: str, options: tuple[str, ...] = (), asks: str = "", words: str = "") -> Fate:
    """An outcome."""
    return Fate(does, rules, options, asks, words=words)


def never(reason: str, *rules: str) -> Fate:
    """It can't be aimed at that."""
    return Fate(reason, rules, never=True)


MAGIC = "MT-01"
KIND, PLAYERS = never("wrong_kind", "MT-02"), never("players_only", "MT-23")
NO_CARD = never("token_is_no_card", MAGIC)
DIES = by("destroyed", "MT-03", words="leaves_remains")
HOME = by("sent_home", "MT-06", asks="rightful_place")
FORCED_BACK = by("brought_back", "MT-07", asks="rightful_place")
TELEPORTS = by("teleported", "MT-08", options=("tuck_place",), asks="teleport")
LAND_TELEPORTS = by("land_teleported", "MT-08", options=("tuck_land", "tuck_place"), asks="teleport")
VANISHES = by("vanished", "MT-09")
SEALED = by("sealed", "MT-10")
TOKEN = by("token_gone", MAGIC, asks="token_gone")
WOUNDED = by("wounded", "MT-13")
WEAKENED = by("weakened", "MT-15")
WITHERED = by("withered", "MT-16")


def row(**fates: Fate) -> Mapping[Sort, Fate]:
    """One kind of effect; sorts that are not named are no target of it."""
    rest = fates.pop("rest", KIND)
    return {sort: fates.get(sort, rest) for sort in SORTS}


MATRIX: Mapping[str, Mapping[Sort, Fate]] = {
    "destroy": row(
        npc=DIES,
        walker=by(
            "destroyed", "MT-04", options=("planeswalker_destroyed",), asks="walker_destroyed", words="walker_flees"
        ),
        thing=DIES,
        facility=by("destroyed", "MT-05", options=("ward_on_destroyed",), words="goes_out_of_use"),
        ward=by("destroyed", "MT-03", options=("land_ward_graveyard",), words="leaves_nothing"),
        token=DIES,
        own=by("destroyed", MAGIC, words="to_graveyard"),
    ),
    "bounce": row(
        npc=HOME,
        walker=HOME,
        thing=HOME,
        facility=FORCED_BACK,
        ward=FORCED_BACK,
        token=TOKEN,
        own=by("to_hand", MAGIC),
    ),
    "tuck": row(
        npc=TELEPORTS,
        walker=TELEPORTS,
        thing=TELEPORTS,
        facility=LAND_TELEPORTS,
        ward=LAND_TELEPORTS,
        token=TOKEN,
        own=by("to_library", MAGIC),
    ),
    "exile": row(
        npc=VANISHES,
        walker=by("walker_exiled", "MT-09", options=("planeswalker_exiled",), asks="walker_exiled"),
        thing=VANISHES,
        facility=by("land_exiled", "MT-09", options=("exile_land",)),
        ward=VANISHES,
        token=TOKEN,
        own=by("to_exile", MAGIC),
    ),
    "exile_until": row(
        npc=SEALED,
        walker=by("walker_sealed", "MT-10", options=("planeswalker_until",), asks="walker_until"),
        thing=SEALED,
        facility=by("sealed", "MT-12", words="closed_until"),
        ward=SEALED,
        token=TOKEN,
        own=SEALED,
    ),
    "blink": row(
        npc=by("blinked", MAGIC),
        walker=by("blinked", MAGIC),
        thing=by("blinked", MAGIC),
        facility=by("land_blinked", "MT-12", MAGIC),
        ward=by("blinked", MAGIC),
        token=TOKEN,
        own=by("blinked", MAGIC),
    ),
    "damage": row(
        npc=WOUNDED,
        walker=by("wounded", MAGIC, words="loses_loyalty"),
        boss=by("wounded", "MT-23", words="loses_life"),
        token=WOUNDED,
        own=by("wounded", MAGIC),
        pc=by("wounded", "MT-23", words="loses_life"),
    ),
    "minus": row(npc=WEAKENED, token=WEAKENED, own=by("weakened", MAGIC)),
    "plus": row(
        npc=by("weakened", "MT-15", options=("plus_modifiers",)),
        token=by("weakened", "MT-15", options=("plus_modifiers",)),
        own=by("weakened", MAGIC),
    ),
    "minus_counter": row(npc=WITHERED, token=WITHERED, own=by("withered", MAGIC)),
    "plus_counter": row(
        npc=by("strengthened", "MT-16"), token=by("strengthened", "MT-16"), own=by("strengthened", MAGIC)
    ),
    "fight": row(
        npc=by("fought", "MT-13"), token=by("fought", "MT-13"), own=by("fought", MAGIC),
    ),
    "control": row(
        npc=by("taken", "MT-18", "MT-27"),
        walker=by("taken", "MT-18", "MT-27"),
        thing=by("taken", "MT-19"),
        facility=by("taken", "MT-20"),
        ward=by("taken", MAGIC),
        token=by("taken", "MT-18", "MT-27"),
        own=by("taken", MAGIC),
    ),
    "discard": row(
        boss=by("boss_discards", "MT-23"), pc=by("discards", "MT-23", asks="discarded"), rest=PLAYERS,
    ),
    "edict": row(
        boss=by("sacrifices", "MT-23", asks="sacrificed"),
        pc=by("sacrifices", "MT-23", asks="sacrificed"),
        rest=PLAYERS,
    ),
    "raise": row(
        npc=by("revived_at_home", "MT-24", asks="rightful_place"),
        walker=by("revived_at_home", "MT-24", asks="rightful_place"),
        boss=by("revived_at_home", "MT-24", asks="rightful_place"),
        thing=by("revived_at_home", "MT-24", asks="rightful_place"),
        facility=by("mended", "MT-24", options=("land_ward_graveyard",)),
        ward=by("revived_at_home", "MT-24", options=("land_ward_graveyard",), asks="rightful_place"),
        token=NO_CARD,
        own=by("back_to_hand", MAGIC),
    ),
    "reanimate": row(
        npc=by("revived_here", "MT-25"),
        walker=by("revived_here", "MT-25"),
        boss=by("revived_here", "MT-25"),
        thing=by("revived_here", "MT-25"),
        facility=by("mended", "MT-25", options=("land_ward_graveyard",)),
        ward=by("revived_here", "MT-25", options=("land_ward_graveyard",)),
        token=NO_CARD,
        own=by("back_to_battlefield", MAGIC),
    ),
    "grave_exile": row(
        npc=by("remains_gone", "MT-03"),
        walker=by("remains_gone", "MT-03"),
        boss=by("remains_gone", "MT-03"),
        thing=by("remains_gone", "MT-03"),
        facility=by("remains_gone", "MT-03", options=("land_ward_graveyard",)),
        ward=by("remains_gone", "MT-03", options=("land_ward_graveyard",)),
        token=NO_CARD,
        own=by("card_exiled", MAGIC),
        pc=by("graveyard_exiled", MAGIC),
    ),
}  # fmt: skip
"""Kind of effect -> sort of target -> what becomes of it."""

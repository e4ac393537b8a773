"""What cards do in the adventure, read out of their texts: made-up cards here, real ones where they lie beside us."""

import time

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from takusen.rules import CardFace
from takusen_books.mtg_trpg.recognise import Effect, abilities, recognise


def face(text: str, type_line: str = "Sorcery", name: str = "Nameless Rite") -> CardFace:
    return CardFace(name=name, full_name=name, type_line=type_line, text=text)


def short(effect: Effect) -> str:
    return f"{effect.kind} {effect.scope} {'/'.join(sorted(effect.targets_kind))}"


def read(text: str, type_line: str = "Sorcery", name: str = "Nameless Rite") -> list[str]:
    return [short(effect) for effect in recognise(face(text, type_line, name)).effects if effect.actionable]


CASES = [
    ("Destroy target artifact, creature, or land.", ["destroy target artifact/creature/land"]),
    ("Destroy target creature and target land.", ["destroy target creature", "destroy target land"]),
    ("Destroy all nonblack creatures and planeswalkers.", ["destroy all creature/planeswalker"]),
    ("Destroy each creature with power 4 or less.", ["destroy all creature"]),
    ("Exile up to two target Goblins you don't control.", ["exile target creature"]),
    ("Exile target card from a graveyard.", ["grave_exile target card"]),
    ("Exile target player's graveyard.", ["grave_exile all card"]),
    ("Return target creature to its owner's hand.", ["bounce target creature"]),
    ("Return two target Plains to their owners' hands.", ["bounce target land"]),
    ("Return target creature card from your graveyard to your hand.", ["raise target creature"]),
    ("Return target artifact card from your graveyard to the battlefield.", ["reanimate target artifact"]),
    ("Put target creature on top of its owner's library.", ["tuck target creature"]),
    ("The owner of target Aura shuffles it into their library.", ["tuck target enchantment"]),
    ("Nameless Rite deals 2 damage to any target.", ["damage target any"]),
    ("Nameless Rite deals 1 damage to each creature and each player.", ["damage all creature", "damage each player"]),
    (
        "Nameless Rite deals 3 damage to target creature and 1 damage to that creature's controller.",
        ["damage target creature"],
    ),
    ("Target creature deals damage equal to its power to target player.", ["damage target player"]),
    ("Tap target creature. Nameless Rite deals 2 damage to that creature.", ["damage target creature"]),
    ("Creatures your opponents control get -1/-1 until end of turn.", ["minus all creature"]),
    ("Target creature gets +2/-2 until end of turn.", ["minus target creature"]),
    ("Target creature gets +2/+2 until end of turn.", []),
    ("Put two -1/-1 counters on target creature.", ["minus_counter target creature"]),
    ("Put two +1/+1 counters on target creature.", []),
    ("Gain control of target creature until end of turn.", ["control target creature"]),
    ("Exchange control of two target artifacts.", ["control target artifact"]),
    ("Target player discards two cards.", ["discard target player"]),
    (
        "Target opponent reveals their hand. You choose a card from it. That player discards that card.",
        ["discard target player"],
    ),
    ("Each player draws a card, then discards a card.", ["discard each player"]),
    ("Each opponent sacrifices a creature of their choice.", ["edict each creature"]),
    ("Target creature you control fights target creature you don't control.", ["fight target creature"]),
    ("Each player chooses a creature they control. Destroy the rest.", ["destroy all creature"]),
    ("Draw two cards. You gain 3 life.", []),
    ("You may return two Islands you control to their owner's hand rather than pay this spell's mana cost.", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects"), CASES)
def test_a_spell(text: str, effects: list[str]) -> None:
    assert read(text) == effects


PERMANENTS = [
    ("Enchantment — Aura", "Enchant creature\nEnchanted creature gets -2/-0.", ["minus attached creature"]),
    ("Enchantment — Aura", "Enchant creature\nYou control enchanted creature.", ["control attached creature"]),
    ("Creature — Elf", "{T}, Sacrifice this creature: Destroy target artifact.", ["destroy target artifact"]),
    ("Creature — Elf", "Discard a card, Exile a creature you control: Draw a card.", []),
    ("Creature — Elf", "Whenever a creature dies, destroy target land.", ["destroy target land"]),
    ("Creature — Elf", "Whenever a player discards a card, you gain 1 life.", []),
    ("Creature — Elf", "When this creature enters, exile target land until this creature leaves the battlefield.",
     ["exile_until target land"]),
    ("Enchantment", "When this enchantment enters, exile target creature.\nWhen this enchantment leaves the "
     "battlefield, return the exiled card to the battlefield under its owner's control.",
     ["exile_until target creature"]),
    ("Creature — Elf", "When this creature comes into play, exile target creature, then return that card to the "
     "battlefield under its owner's control.", ["blink target creature"]),
    ("Legendary Planeswalker — Nobody", "+1: Draw a card.\n−3: Destroy target creature.", ["destroy target creature"]),
    ("Artifact", "{2}: Choose one —\n• Destroy target Wall.\n• Exile target artifact.",
     ["destroy target creature", "exile target artifact"]),
    ("Artifact", '{2}: Create a Goblin token with "When this token dies, it deals 1 damage to any target."', []),
    ("Creature — Elf", 'Elves you control have "{T}: This creature deals 1 damage to any target."',
     ["damage target any"]),
]  # fmt: skip


@pytest.mark.parametrize(("types", "text", "effects"), PERMANENTS)
def test_a_permanent(types: str, text: str, effects: list[str]) -> None:
    assert read(text, types) == effects


def test_a_name_that_is_a_verb_does_not_hide_the_verb() -> None:
    assert read("Exile target creature. Shuffle Exile into its owner's library.", name="Exile") == [
        "exile target creature"
    ]


def test_numbers_and_durations() -> None:
    text = "Up to two target creatures get -3/-1 until end of turn. Nameless Rite deals X damage to any target."
    minus, damage = recognise(face(text)).effects
    assert (minus.count, minus.amount, minus.duration) == ((0, 2), (-3, -1), "eot")
    assert (damage.count, damage.amount) == ((1, 1), "X")


def test_a_mode_says_which_it_is() -> None:
    [effect] = recognise(face("Choose one —\n• Draw a card.\n• Destroy target land.")).effects
    assert (effect.ability, effect.mode, effect.modal) == (0, 1, True)
    [ability] = abilities(face("Choose one —\n• Draw a card.\n• Destroy target land."))
    assert [option.number for option in ability.options] == [-1, 0, 1]


_PIECES = (
    "destroy target creature ( ) \" • — — : , . and or then each all ~ it that its owner's hand to the you may if "
    "would exile return put on top of library deals 3 damage X gets -1/-1 {T} until end turn whenever for 's \n"
)
WORDS = st.sampled_from(_PIECES.split(" "))


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=400), st.lists(WORDS, max_size=120).map(" ".join)), st.text(max_size=20))
def test_no_text_is_too_odd(text: str, name: str) -> None:
    one = CardFace(name=name, full_name=name, type_line="Legendary Instant Creature", text=text)
    assert msgspec.json.encode(recognise(one).labels()) == msgspec.json.encode(recognise(one).labels())


@pytest.mark.parametrize(
    "piece",
    ["(", "(a)", '"', "each of ", "target creature's ", "and ", "• ", "{1}: ", "that ", "a " * 9, "\n", "if ", ", "],
)
def test_a_huge_text_takes_no_huge_time(piece: str) -> None:
    begun = time.process_time()
    recognise(face(piece * (100_000 // len(piece))))
    assert time.process_time() - begun < 15

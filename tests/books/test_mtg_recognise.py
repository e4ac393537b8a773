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


BACK_REFERENCES = [
    ("Untap target creature. It gets -1/-1 until end of turn.", ["minus target creature"]),
    ("Choose target artifact or enchantment. Its owner shuffles it into their library.",
     ["tuck target artifact/enchantment"]),
    ("Choose two target creature cards in your graveyard. Sacrifice a land. If you do, return the chosen cards "
     "to your hand.",
     ["raise target creature"]),
    ("Choose any target. Nameless Rite deals X damage to that permanent or player.", ["damage target any"]),
    ("Look at the top two cards of your library. Put one of them into your hand.", []),
    ("Reveal cards from the top of your library until you reveal a land card. Put that card onto the battlefield.", []),
    ("Nameless Rite deals 2 damage to target creature. Look at the top card of your library and put it into your hand.",
     ["damage target creature"]),
    ("Create a token that's a copy of target creature. Exile the token at the beginning of the next end step.", []),
    ("Counter target creature spell. If that spell is countered this way, exile it instead of putting it into "
     "its owner's "
     "graveyard.", []),
    ("Target player reveals their hand and discards all Wall cards.", ["discard target player"]),
    ("Destroy target creature. Its controller discards a card.", ["destroy target creature"]),
    ("Each player chooses a land they control. Destroy each land chosen this way.", ["destroy choose land"]),
    ("Exile target creature and all Auras attached to it.", ["exile target creature"]),
    ("For each opponent, destroy up to one target land that player controls.", ["destroy target land"]),
    ("For each land, destroy that land unless any player pays 1 life.", ["destroy all land"]),
    ("Return target spell to its owner's hand.", []),
    ("Search your library for a card named Bo, Wall of Elves, reveal it, and put it into your hand.", []),
    ("Destroy target creature Nameless Rite is blocking.", ["destroy target creature"]),
    ("Destroy target permanent that's a land or an artifact.", ["destroy target artifact/land"]),
    ("Creatures with flying you don't control get -2/-0 until end of turn.", ["minus all creature"]),
    ("Target creature and all other creatures with the same name as that creature get -1/-1 until end of turn.",
     ["minus target creature", "minus all creature"]),
    ("Nameless Rite deals damage equal to 3 minus the number of cards in your hand to each opponent.",
     ["damage each player"]),
    ("As an additional cost to cast this spell, exile a creature you control. Draw a card.", []),
    ("Destroy all creatures that were blocked by target Wall this turn.", ["destroy all creature"]),
    ("Exchange control of target land you control and target land an opponent controls.", ["control target land"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects"), BACK_REFERENCES)
def test_what_a_text_points_back_at(text: str, effects: list[str]) -> None:
    assert read(text) == effects


OLD = [
    ("Remove target creature from the game.", "Exile target creature."),
    ("Bury target artifact.", "Destroy target artifact."),
    ("Nameless Rite deals 2 damage to target creature or player.", "Nameless Rite deals 2 damage to any target."),
    ("Put target creature card from your graveyard into play.",
     "Put target creature card from your graveyard onto the battlefield."),
    ("Target player discards his or her hand.", "Target player discards their hand."),
    ("Destroy target creature with converted mana cost 2 or less.", "Destroy target creature with mana value 2 "
     "or less."),
    ("Choose one — Destroy target land; or exile target artifact.",
     "Choose one —\n• Destroy target land.\n• Exile target artifact."),
    ("Threshold — Nameless Rite deals 1 damage to any target. Nameless Rite deals 5 damage to that permanent or player "
     "instead if you have no cards in hand.",
     "Nameless Rite deals 1 damage to any target. Nameless Rite deals 5 damage instead if you have no cards in hand."),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), OLD)
def test_old_and_new_wordings_mean_the_same(old: str, new: str) -> None:
    assert recognise(face(old)).labels() == recognise(face(new)).labels() != []


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
    ("Enchantment — Saga", "I, II — Destroy target land.\nIII — Each player discards a card.",
     ["destroy target land", "discard each player"]),
    ("Enchantment — Class", "Flying\n{2}{R}: Level 2\nWhen this Class becomes level 2, it deals 2 damage to "
     "each opponent.",
     ["damage each player"]),
    ("Land", "{T}: Add {C}.\nChannel — {1}{B}, Discard this card: Destroy target enchantment.",
     ["destroy target enchantment"]),
    ("Creature — Elf", "When this creature enters, roll a d20.\n1—9 | Draw a card.\n10—20 | Destroy target land.",
     ["destroy target land"]),
    ("Creature — Elf", "Whenever an Elf, Wall, or Goblin you control deals combat damage to a player, draw a card.",
     []),
    ("Creature — Elf", "Sacrifice this creature unless you return a land you control to its owner's hand.", []),
    ("Legendary Creature — Elf", "Whenever Nameless attacks, it deals 1 damage to target player.",
     ["damage target player"]),
    ("Legendary Planeswalker — Nobody",
     "[-7]: You get an emblem with \"Islands you control have '{T}: This land deals 1 damage to any target.'\"",
     ["damage target any"]),
    ("Enchantment — Aura", "Enchant creature\nWhen enchanted creature attacks, destroy it.",
     ["destroy attached creature"]),
    ("Enchantment — Aura", "Enchant creature\nEnchanted creature gets -1/-1 for each Swamp you control.",
     ["minus attached creature"]),
    ("Artifact", "{T}: Exile target creature.\n{2}: Return each card exiled with this artifact to the battlefield.",
     ["exile_until target creature"]),
    ("Creature — Elf", "Ward—Discard a card.\nEquip—Sacrifice a creature.\nKicker—Return a land you control to "
     "its owner's hand.",
     []),
    ("Creature — Elf", "If this creature would die, exile it instead.", []),
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


def test_amounts_that_change() -> None:
    text = "Target creature gets -1/-1 until end of turn. If this spell was kicked, that creature gets -3/-3 instead."
    assert [effect.amount for effect in recognise(face(text)).effects] == [("-X", "-X")]
    text = "Nameless Rite deals 4 damage divided as you choose among any number of target creatures."
    [effect] = recognise(face(text)).effects
    assert (effect.divided, effect.amount, effect.count) == (True, 4, (1, 4))


def test_overload_adds_the_effect_on_all() -> None:
    assert read("Destroy target artifact you don't control.\nOverload {4}{R}") == [
        "destroy target artifact", "destroy all artifact",
    ]  # fmt: skip


def test_what_is_not_sure_says_so_and_why() -> None:
    got = recognise(face("Destroy target artifact and all other artifacts with the same name as that artifact."))
    assert (got.unsure, got.doubts) == (True, ("what has the same name is meant as well",))
    assert [effect.unsure for effect in got.effects] == [True, True]
    plain = recognise(face("Destroy target artifact."))
    assert (plain.unsure, plain.doubts) == (False, ())


def test_a_text_too_long_for_a_card_is_doubted() -> None:
    assert recognise(face("Draw a card. " * 1000)).unsure


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

"""What cards do, read out of their texts: ways of writing that are less common, on made-up cards."""

import pytest

from takusen.rules import CardFace
from takusen_books.mtg_trpg.recognise import Effect, recognise


def short(effect: Effect) -> str:
    return f"{effect.kind} {effect.scope} {'/'.join(sorted(effect.targets_kind))}"


def face(text: str, type_line: str = "Sorcery", name: str = "Nameless Rite") -> CardFace:
    return CardFace(name=name, full_name=name, type_line=type_line, text=text)


def read(text: str, type_line: str = "Sorcery") -> list[str]:
    return [short(effect) for effect in recognise(face(text, type_line)).effects if effect.actionable]


PICKED = [
    ("Choose two target creatures. Exile one of them and put a -1/-1 counter on the other.",
     ["exile target creature", "minus_counter target creature"]),
    ("Choose two target creatures. Each of those creatures deals damage equal to its toughness to the other.",
     ["damage target creature"]),
    ("Choose target artifact and up to one target land. Destroy them.", ["destroy target artifact", "destroy target "
     "land"]),
    ("Choose any target, then choose another target for each time this spell was kicked. Nameless Rite deals X damage "
     "to each of them.", ["damage target any"]),
    ("Choose target player. Return half the creatures they control to their owner's hand, rounded up.",
     ["bounce choose creature"]),
    ("Choose a card at random in your graveyard. Return that card to your hand.", ["raise choose card"]),
    ("If two or more lands have a mine counter on them, destroy one of those lands at random.",
     ["destroy choose land"]),
    ("Exile target creature with mana value 3 or less an opponent controls.", ["exile target creature"]),
    ("Gain control of target land you neither own nor control.", ["control target land"]),
    ("You and target opponent each gain control of all lands the other controls until end of turn.",
     ["control all land"]),
    ("Destroy all lands. If you control no artifacts, instead destroy all lands, then return all cards in your "
     "graveyard destroyed this way to the battlefield.",
     ["destroy all land", "destroy all land", "reanimate all card"]),
    ("Destroy target creature with power 2 or less defending player controls.", ["destroy target creature"]),
    ("Creatures you don't control lose all abilities and get -2/-0 until end of turn.", ["minus all creature"]),
    ("Target land becomes a 2/2 Elf creature. It gets -0/-1 until end of turn.", ["minus target land"]),
    ("Nameless Rite deals 2 damage to target opponent, creature an opponent controls, or planeswalker an opponent "
     "controls.", ["damage target player", "damage target creature", "damage target planeswalker"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects"), PICKED)
def test_what_is_picked(text: str, effects: list[str]) -> None:
    got = recognise(face(text))
    assert [short(effect) for effect in got.effects if effect.actionable] == effects


NARROWED = [
    "Nameless Rite deals damage to target creature equal to the number of spells you've cast this turn.",
    "Nameless Rite deals damage to target creature equal to the number of times this spell was kicked.",
    "Nameless Rite deals damage to target creature equal to the number of red symbols in the mana costs of lands you "
    "control.",
    "Nameless Rite deals damage to target creature equal to the highest number you noted this turn.",
    "Nameless Rite deals an amount of damage of your choice to you and target creature.",
]


@pytest.mark.parametrize("text", NARROWED)
def test_an_amount_adds_nobody(text: str) -> None:
    got = recognise(face(text))
    assert [short(effect) for effect in got.effects if effect.actionable] == ["damage target creature"]
    assert not got.unsure


PLAYERS = [
    ("Target opponent faces a villainous choice — They discard three cards, or you draw a card.",
     ["discard target player"]),
    ("Target creature's controller sacrifices it, then draws a card.", ["edict target creature"]),
    ("Choose an opponent. You and that player each sacrifice a land.", ["edict choose land"]),
    ("You and target opponent each discard a card.", ["discard target player"]),
    ("Choose a card name. Search target opponent's graveyard, hand, and library for any number of cards with that name "
     "and exile them.", ["grave_exile choose card"]),
    ("Search your library and/or graveyard for a card named Bo, reveal it, and put it into your hand.", []),
    ("Players can't pay life or sacrifice creatures to cast spells.", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects"), PLAYERS)
def test_what_players_do(text: str, effects: list[str]) -> None:
    assert read(text) == effects


PERMANENTS = [
    ("You may exile a creature card from your graveyard. If you do, draw a card.", []),
    ("You may return a land you control to its owner's hand. When you do, draw a card.", []),
    ("You may return a land you control to its owner's hand.", ["bounce choose land"]),
    ("If a source would deal damage to a permanent or player, it deals double that damage to that permanent or player "
     "instead.", []),
    ("Each time target land would deal damage to a creature this turn, it deals twice that damage to that creature "
     "instead.", []),
    ("{2}: Exile another target creature. When this creature leaves the battlefield, return that card to the "
     "battlefield under its owner's control.", ["exile_until target creature"]),
    ("When this creature enters, exile up to one target creature from the battlefield or creature card from a "
     "graveyard.", ["exile target creature", "exile target creature"]),
    ("Each player mills three cards. Exile up to two creature cards put into graveyards this way.",
     ["grave_exile choose creature"]),
    ("Return to your hand all creature cards that were put into your graveyard from the battlefield this turn.",
     ["raise all creature"]),
    ("Search your library for a card with the same name as a card in your graveyard and put it into your hand.", []),
    ("For each land you control, create a token that's a copy of that land. Exile them at the beginning of the next "
     "end step.", []),
    ("{T}: This creature deals 2 damage to any target and 3 damage to itself.", ["damage target any"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects"), PERMANENTS)
def test_a_permanent(text: str, effects: list[str]) -> None:
    assert read(text, "Creature — Elf") == effects


MECHANICS = [
    ("Spree\n+ {1} — Destroy target land.\n+ {2} — Draw a card.", ["destroy target land"]),
    ("Choose two. Return those cards from your graveyard to your hand.\n• Target land card.\n• Target artifact card.",
     ["raise target land", "raise target artifact"]),
    ("Choose up to five {P} worth of modes.\n{P} — Destroy target land.\n{P}{P} — Each opponent discards a card.",
     ["destroy target land", "discard each player"]),
    ("Tiered\n• Spark — {0} — Nameless Rite deals 1 damage to any target.\n• Blaze — {2} — Destroy target land.",
     ["damage target any", "destroy target land"]),
    ("Will of the council — Starting with you, each player votes for dusk or dawn. If dusk gets more votes, destroy "
     "target land.", ["destroy target land"]),
    ("The owner of target nonland permanent puts it on their choice of the top or bottom of their library.",
     ["tuck target permanent"]),
    ("For each player, return up to one target nonland permanent that player controls to its owner's hand.",
     ["bounce target permanent"]),
    ("Exile all nontoken creatures, then return those cards to the battlefield under their owners' control.",
     ["blink all creature"]),
    ("Mill four cards, then return a creature card from your graveyard to your hand.", ["raise choose creature"]),
    ("Destroy target creature or planeswalker that was dealt damage this turn.",
     ["destroy target creature/planeswalker"]),
    ("Nameless Rite deals 5 damage to target creature. Excess damage is dealt to that creature's controller instead.",
     ["damage target creature"]),
    ("Domain — Target creature gets -X/-X until end of turn, where X is the number of basic land types among lands you "
     "control.", ["minus target creature"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects"), MECHANICS)
def test_newer_ways_of_writing(text: str, effects: list[str]) -> None:
    assert read(text) == effects


def test_where_in_a_library_something_goes() -> None:
    for text, position in (
        ("Put target creature into its owner's library third from the top.", "nth"),
        ("Put target creature on top of its owner's library, then that player shuffles.", "shuffle"),
        ("Put target creature into its owner's library just beneath the top X cards of that library.", "nth"),
    ):
        [effect] = recognise(face(text)).effects
        assert (effect.kind, effect.position, effect.unsure) == ("tuck", position, False)


def test_how_long_something_is_gone() -> None:
    for text, duration in (
        ("When this creature enters, exile target land, then return it to the battlefield.", "immediate"),
        ("When this creature enters, exile target land. When this creature dies, return that card to the battlefield.",
         "delayed"),
    ):  # fmt: skip
        [effect] = recognise(face(text, "Creature — Elf")).effects
        assert (effect.kind, effect.duration) == ("blink", duration)


def test_a_duration_said_first() -> None:
    text = "{T}: For as long as this creature remains tapped, gain control of target land an opponent controls."
    [effect] = recognise(face(text, "Creature — Elf")).effects
    assert (effect.duration, effect.controller) == ("while_source", "opponent")


def test_an_amount_that_changes_for_all_who_are_hurt() -> None:
    text = "Nameless Rite deals 2 damage to each creature and each player. If it was kicked, it deals 4 damage instead."
    assert [effect.amount for effect in recognise(face(text)).effects] == ["X", "X"]


def test_a_trait_that_is_shared_is_doubted() -> None:
    text = "Radiance — Destroy target artifact and each other artifact that shares a color with it."
    assert "something has to share a trait with something else" in recognise(face(text)).doubts


def test_a_name_of_a_rebalanced_card() -> None:
    one = face("When Wisp enters, return Wisp to its owner's hand.", "Creature — Elf", "A-Wisp")
    assert [short(effect) for effect in recognise(one).effects] == ["bounce self self"]

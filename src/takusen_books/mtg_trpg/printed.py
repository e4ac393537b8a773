"""From the text on a card's face to its abilities as the table uses them: costs, triggers, modes, effects."""

import re
from collections.abc import Iterator

from takusen.rules import CardFace

from .cards import Ability, AbilityKind, Mode
from .recognise import Ability as Printed
from .recognise import Effect, Option, Recognised, abilities, recognise
from .recognise.abilities import keyword_line
from .recognise.hygiene import SELF, clean_lines

NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
KINDS: dict[str, AbilityKind] = {
    "spell": "spell",
    "activated": "activated",
    "loyalty": "loyalty",
    "triggered": "triggered",
    "chapter": "chapter",
}
"""What a way to come about is called here; all others are static."""
SYMBOLS = re.compile(r"(?:\{[^{}]+\})+")
TAP = "{T}"
MODES = re.compile(r"[Cc]hoose (up to )?(one or both|one or more|any number|one|two|three|four)\b")
ENTERS = re.compile(r"^(?:When|Whenever) ~ enters\b|^When you cast ~")
ENTERS_TAPPED = re.compile(r"^~ enters tapped\.$")
TAPPED = "enters tapped"
"""A keyword of ours for what comes onto the battlefield tapped."""
GIVES_MANA = re.compile(r"^Add (?:\{|one mana|two mana|an amount)")
EXTRA = re.compile(r"^As an additional cost to cast ~, (.+?)\.?$")
ENCHANT = re.compile(r"^Enchant (.+)$")
WORDS = ("creature", "land", "artifact", "enchantment", "planeswalker", "permanent")
SENTENCE = re.compile(r"(?<=[.!])\s+")
RECOGNISED = re.compile(
    r"destroy|exile|return|damage|discard|sacrifice|gains? control|exchange control|you control enchanted|gets? [-+]"
    r"|-1/-1 counter|\+1/\+1 counter|fight|librar|graveyard|battlefield|regenerat|choose|untap|haste|enters tapped"
    r"|reveals? (?:their|his or her|your) hand",
    re.I,
)
"""Words of the effects that are recognised, and of what changes nothing here; a sentence without any of them is left to
the table."""
SHIELDS = re.compile(r"\b(?:has|have|gains?) (?:hexproof|shroud|indestructible|protection|ward)\b")
BOOST = re.compile(r"\b(target|enchanted|equipped) creature(?: you control)? gets? \+(\d{1,4})/\+(\d{1,4})\b", re.I)
COUNTERS = re.compile(
    r"\bput (a|an|one|two|three|four|five|X) \+1/\+1 counters? on (up to )?(?:one )?target creature", re.I
)


def abilities_of(face: CardFace, lang: str = "en") -> tuple[Ability, ...]:
    """The abilities of a face that do something, their words in one language where the card has it."""
    known = recognise(face)
    lines = told_lines(face, lang)
    printed = (one for one in abilities(face) if does_something(one))
    return tuple(made for one in printed for made in made_of(face, one, known, lines))


def does_something(one: Printed) -> bool:
    """Whether it is an ability to use: no cost in words, no mere mana, nothing that an emblem would have."""
    of_emblem = one.ctx in ("activated", "loyalty") and not one.cost
    text = one.options[0].text
    return not (EXTRA.match(text) or ENTERS_TAPPED.match(text) or gives_mana(one) or of_emblem)


def gives_mana(one: Printed) -> bool:
    """Whether it is no more than tapping for mana."""
    return bool(one.cost) and one.cost.strip() == TAP and bool(GIVES_MANA.match(one.options[0].text))


def made_of(face: CardFace, one: Printed, known: Recognised, lines: dict[str, str]) -> Iterator[Ability]:
    """One printed ability: what is said before its modes does something of its own."""
    opening, *choices = one.options
    said = {option.number: mode_of(face, one, option, known, lines) for option in one.options}
    first = said[opening.number]
    if not choices:
        yield ability(face, one, (first,), lines)
        return
    if first.effects:
        yield ability(face, one, (first,), lines)
    modes = tuple(said[option.number] for option in choices)
    yield ability(face, one, modes, lines, how_many(opening.text, len(modes)))


def ability(
    face: CardFace, one: Printed, modes: tuple[Mode, ...], lines: dict[str, str], choose: tuple[int, int] = (1, 1)
) -> Ability:
    """An ability with its costs taken apart."""
    mana, rest = costs(one.cost)
    text = lines.get(one.options[0].text, one.options[0].text)
    return Ability(
        kind=KINDS.get(one.ctx, "static"),
        when="enters" if ENTERS.match(one.options[0].text) else "other" if one.ctx == "triggered" else "",
        text=named(text, face),
        mana=mana,
        tap=TAP in re.split(r",\s*", one.cost),
        loyalty=loyalty(one.cost) if one.ctx == "loyalty" else 0,
        rest=named(rest, face) if one.ctx != "loyalty" else "",
        modes=modes,
        choose=choose,
    )


def mode_of(face: CardFace, one: Printed, option: Option, known: Recognised, lines: dict[str, str]) -> Mode:
    """One mode: what is recognised in it, and what is left to the table."""
    read = tuple(effect for effect in known.effects if (effect.ability, effect.mode) == (one.index, option.number))
    effects = () if one.ctx == "granted" else (*read, *boosts(option.text))
    text = lines.get(option.text, option.text)
    left = left_over(option.text, effects)
    doubt = left or (option.text if any(effect.unsure for effect in read) else "")
    return Mode(named(text, face), effects, named(text if doubt and lines else doubt, face))


# effects that make stronger ------------------------------------------------------------------------------------------


def boosts(text: str) -> Iterator[Effect]:
    """+X/+X and +1/+1 counters, which the recogniser leaves alone."""
    for whom, power, toughness in BOOST.findall(text):
        targeted = whom.lower() == "target"
        yield Effect(
            "plus",
            ("creature",),
            "target" if targeted else "attached",
            count=(1, 1),
            controller="you" if "creature you control" in text else "any",
            amount=(int(power), int(toughness)),
            duration="eot" if "until end of turn" in text else "static",
        )
    for count, optional in COUNTERS.findall(text):
        amount = NUMBERS.get(count.lower(), "X")
        yield Effect("plus_counter", ("creature",), "target", count=(0 if optional else 1, 1), amount=amount)


# costs ---------------------------------------------------------------------------------------------------------------


def costs(text: str) -> tuple[str, str]:
    """The mana of a cost, and what else it asks for in words."""
    parts = [part.strip() for part in re.split(r",\s*", text) if part.strip()]
    mana = [part for part in parts if SYMBOLS.fullmatch(part) and part != TAP]
    return "".join(mana), ", ".join(part for part in parts if part not in mana and part != TAP)


def loyalty(text: str) -> int:
    """What a loyalty ability adds or takes; what varies, or is more than any has, counts as 0."""
    found = re.search(r"([+-]?)\b(\d{1,4})\b", text)
    return int(found[2]) * (-1 if found[1] == "-" else 1) if found else 0


def how_many(text: str, among: int) -> tuple[int, int]:
    """How many modes are chosen."""
    found = MODES.search(text)
    if found is None:
        return 1, 1
    most = {"one or both": 2, "one or more": among, "any number": among}.get(found[2]) or NUMBERS[found[2]]
    least = 0 if found[1] or found[2] == "any number" else 1 if " or " in found[2] else most
    return least, min(most, among)


# the face as a whole -------------------------------------------------------------------------------------------------


def keywords_of(face: CardFace) -> tuple[str, ...]:
    """The keywords of a face in small letters, each by itself."""
    lines = (line for line in clean_lines(face) if keyword_line(line))
    parts = (part.strip().lower().rstrip(".") for line in lines for part in re.split(r",\s*|;\s*", line))
    tapped = (TAPPED,) if any(ENTERS_TAPPED.match(line) for line in clean_lines(face)) else ()
    return (*dict.fromkeys(word for part in parts for word in apart(part) if word), *tapped)


def apart(keyword: str) -> Iterator[str]:
    """Protection from several things is several keywords; `ward—` is written as `ward `."""
    head, mark, rest = keyword.partition("protection from ")
    if mark and not head:
        yield from (f"protection from {one.removeprefix('from ')}" for one in re.split(r" and ", rest))
    else:
        yield re.sub(r"^ward\s*—\s*", "ward ", keyword).replace("{t}", "{T}")


def enchants(face: CardFace) -> tuple[str, ...]:
    """What an Aura may lie on."""
    found = (ENCHANT.match(line) for line in clean_lines(face))
    return tuple(word for match in found if match for word in WORDS if word in match[1])


def extra_cost(face: CardFace) -> str:
    """The additional costs of a spell, in words."""
    found = (EXTRA.match(line) for line in clean_lines(face))
    return named("; ".join(match[1] for match in found if match), face)


def left_over(text: str, effects: tuple[Effect, ...]) -> str:
    """The sentences that nothing is recognised in, or that give a shield."""
    sentences = SENTENCE.split(text)
    return " ".join(one for one in sentences if not (effects and RECOGNISED.search(one)) or SHIELDS.search(one)).strip()


def named(text: str, face: CardFace) -> str:
    """A text in which the card is called by its name."""
    return text.replace(SELF, face.name)


def told_lines(face: CardFace, lang: str) -> dict[str, str]:
    """The lines of a text as they stand in another language, by what each of them says in English."""
    english, other = face.text.split("\n"), face.text_ja.split("\n")
    if lang != "ja" or len(english) != len(other):
        return {}
    pairs = zip(english, other, strict=True)
    told: dict[str, str] = {}
    for line, said in pairs:
        alone = CardFace(name=face.name, full_name=face.full_name, type_line=face.type_line, text=line.lstrip("• "))
        told |= {option.text: said.lstrip("•・ ") for one in abilities(alone) for option in one.options}
    return told

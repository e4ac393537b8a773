"""The words of the game: types and their subtypes, verbs and their forms, colours, numbers, keywords."""

from __future__ import annotations

from typing import Final

from takusen_books.mtg_trpg.recognise.subtypes import ARTIFACTS, CREATURES, ENCHANTMENTS, LANDS, PLANESWALKERS, SPELLS


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in text.split("|"))


_COUNTED: Final = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty
"""
NUMBERS: Final = {word: i for i, word in enumerate(_COUNTED.split())} | {"a": 1, "an": 1}
ORDINALS: Final = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "tenth": 10}

PERMANENT_TYPES: Final = ("creature", "land", "artifact", "enchantment", "planeswalker", "permanent")
CARD_TYPES: Final = ("instant", "sorcery", "battle", "kindred", "tribal")
PLAYERS: Final = frozenset({"player", "opponent", "teammate", "controller", "owner", "monarch", "friend", "foe"})
ZONES: Final = frozenset({"battlefield", "hand", "graveyard", "library", "exile", "zone"})
VALUES: Final = _listed("""
number amount power toughness value total difference cost result life excess greatest highest color colors
devotion loyalty sum rest count party speed
""")
THINGS: Final = _listed("""
spell ability source token counter damage card type name turn step phase upkeep combat game mana control copy
pile coin emblem dungeon vote choice way team effect word one thing text set side symbol commander
attraction sticker experience energy time order hand-size attack draw untap top bottom basics opponents-side
player-side month letter half mode characteristics attacker blocker attackers others dice stack bracket boon
conjure spellbook duplicate
""")
COLOURS: Final = _listed("""
white blue black red green colorless multicolored monocolored chosen-color
""")
STATES: Final = _listed("""
attacking blocking blocked unblocked tapped untapped legendary basic snow token nontoken enchanted equipped
fortified historic modified outlaw kicked suspected goaded face-down face-up other another additional chosen
exiled destroyed sacrificed discarded revealed returned milled stolen transformed activated triggered single
random same different last first next new extra suspended double-faced party world non-legendary tied copied
countered conjured sought foretold top bottom named remaining haunted paired crewed saddled noncombat combat
full red-white base greatest least highest lowest original common damaged nonsnow attached unattached second
third fourth fifth winning losing active nonactive defending attacking-player target-player facedown monstrous
renowned prevented spent sliver's multi-colored mono-colored perpetual noted elder total
""")
PREPOSITIONS: Final = _listed("""
to onto into on from of in at under with among for by between against without during underneath
""")

_IRREGULAR: Final = {"elves": "elf", "dwarves": "dwarf", "wolves": "wolf", "werewolves": "werewolf", "allies": "ally"}
_IRREGULAR_PLURALS: Final = {"mice": "mouse", "geese": "goose", "oxen": "ox", "fungi": "fungus", "pegasi": "pegasus"}
_SAME: Final = _listed("""
equipment plains merfolk eldrazi moonfolk treefolk kithkin kor myr vedalken soltari thalakos dauthi gold blood
junk fish sheep deer elk samurai ninja kavu homarid urza's c'tan faerie
""")


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def _nouns() -> dict[str, str]:
    nouns = {word: word for word in (*PERMANENT_TYPES, *CARD_TYPES)}
    nouns |= {_plural(word): word for word in nouns}
    return nouns


TYPE_WORDS: Final = _nouns()


def _subtypes() -> dict[str, str]:
    folded: dict[str, str] = {}
    lists = (
        (PLANESWALKERS, "planeswalker"),
        (LANDS, "land"),
        (SPELLS, "card"),
        (ARTIFACTS, "artifact"),
        (ENCHANTMENTS, "enchantment"),
    )
    for names, kind in (*lists, (CREATURES, "creature")):
        for name in names.split():
            word = name.lower()
            folded[word] = kind
            folded[_plural(word)] = kind
    for plural, singular in (_IRREGULAR | _IRREGULAR_PLURALS).items():
        folded[plural] = folded.get(singular, "creature")
    return folded


SUBTYPES: Final = _subtypes()
"""A subtype in singular or plural (in small letters) -> the card type it belongs to."""

_ONLY_SINGULAR: Final = _listed("exile damage control cost attack draw untap turn copy mode set one rest")
"""Nouns whose plural form is rather a verb."""

_HEAD_WORDS: Final = sorted(PLAYERS | ZONES | VALUES | THINGS)
HEADS: Final = {word: word for word in _HEAD_WORDS} | {
    **{_plural(word): word for word in _HEAD_WORDS if word not in _ONLY_SINGULAR},
    "lives": "life",
    "stacks": "stack",
}
PLURAL_FORMS: Final = frozenset(
    [_plural(word) for word in (*_HEAD_WORDS, *PERMANENT_TYPES, *CARD_TYPES)]
    + [_plural(name.lower()) for name in CREATURES.split()]
    + [_plural(name.lower()) for names in (LANDS, ARTIFACTS, ENCHANTMENTS, PLANESWALKERS) for name in names.split()]
    + list(_IRREGULAR)
    + list(_IRREGULAR_PLURALS)
)
EITHER_NUMBER: Final = _SAME

_REGULAR: Final = (
    "activate adapt add amass answer assemble assign attach attack become begin behold block bolster cast change "
    "choose clash cloak collect conjure connive control convert copy count counter create deal destroy detain die "
    "discard discover distribute divide double draft draw encode end endure enter equip exchange exert exile explore "
    "face fateseal fight flip forage gain get give goad guess heist incubate intensify investigate keep learn leave "
    "look lose make manifest mark meld mill move name note open own pay perform phase place planeswalk play populate "
    "prevent proliferate put randomize regenerate remain remove repeat replace reroll reselect restart return reveal "
    "roll round sacrifice scry search seek select separate set share show shuffle skip specialize spend start support "
    "surveil suspect switch take tap tempt transform trigger turn unattach untap venture vote win crew saddle cost "
    "lack cause behave produce come cycle kick mutate target hold spellshape blight airbend earthbend waterbend "
    "unspecialize harness exhaust recover unlock manifest train evolve ante tie agree defend crank assign grant "
    "bid ward warp station plot exploit tribute haunt remember happen fit bring bury say clap"
)
THIRD: Final = {_plural(word): word for word in _REGULAR.split()} | {
    "does": "do",
    "has": "have",
    "is": "be",
    "goes": "go",
}
BASE: Final = frozenset((*_REGULAR.split(), "do", "go", "have", "be"))
PAST: Final = _listed("cast chose drew lost became dealt came left")
BE_FORMS: Final = frozenset({"is", "are", "was", "were", "be", "isn't", "aren't", "wasn't", "weren't", "been", "being"})
MODALS: Final = _listed("""
may must can can't could couldn't would wouldn't should will won't doesn't don't didn't might cannot hasn't
haven't
""")
NOT_IMPERATIVE: Final = _listed("""
attack block control die enter own share cost lack come remain leave become trigger begin cause produce cycle
target hold defend be behave name kick mutate ward round happen fit go tie
""")
"""Verbs that no instruction begins with (as a bare word they are nouns or follow a subject)."""

JOINERS: Final = frozenset({"and", "or", "and/or", ","})
ADVERBS: Final = _listed("also then instead each perpetually both still again simultaneously all otherwise")
POSSESSIVES: Final = {"its": "it", "their": "they", "your": "you", "his": "it", "her": "it"}
PRONOUNS: Final = _listed("it them they itself themselves him himself her herself he she")
STOPS: Final = _listed(
    ". ; : • | — until unless instead where if equal except rather as at when whenever then divided onto"
)
PARTICIPLES: Final = _listed("""
attached blocking blocked attacking enchanted equipped exiled controlled dealt chosen destroyed sacrificed tied
discarded revealed returned put tapped named owned cast haunting paired crewed created milled other not who that
which whose with without affected targeted removed countered able defending turned there mentioned mana
""")
"""What may open a clause that narrows a noun."""
OPENERS: Final = {
    "tapped": frozenset({"this", "for"}),
    "put": frozenset({"into", "there"}),
    "blocked": frozenset({"by", "this"}),
    "other": frozenset({"than"}),
    "mana": frozenset[str](),
}
"""Words that open such a clause only before one of these."""
CONTACTS: Final = frozenset({"~", "it", "you", "they", "he", "she"})
AUXILIARIES: Final = frozenset({"is", "are", "was", "were", "has", "have", "had"})
"""With these a clause narrows a noun that has no `that` before it: `target creature it is blocking`."""
HOLDERS: Final = _listed("~ you they an your that target defending its each the another opponents any a enchanted")
"""What `... controls` after a noun may begin with."""
COMPARED: Final = _listed("or than is power toughness value name type color")
"""After these `as` and `if` belong to a comparison."""
NAME_PARTS: Final = _listed("of the and in to from a for with , 's en-vec")
"""Small words within the name of a card."""
WITHIN_RELATIVE: Final = frozenset({"or", "and", "that", "who", "not", "than"})
"""After these a verb still belongs to the clause that narrows a noun."""
NOT_COUNTERS: Final = _listed("a an the each all no of any and or more that those had with many two three four five x")
"""Words before `counter` that are no kind of counter."""

KEYWORDS: Final = _phrases("""
absorb | affinity for | afflict | afterlife | aftermath | amplify | annihilator | ascend | assist | aura swap |
awaken | backup | banding | bands with | bargain | basic landcycling | battle cry | bestow | blitz | bloodthirst
| boast | bushido | buyback | cascade | casualty | champion | changeling | choose a background | cipher | cleave
| commander ninjutsu | companion | compleated | conspire | convoke | craft with | crew | cumulative upkeep |
cycling | dash | daybound | nightbound | deathtouch | decayed | defender | delve | demonstrate | desertwalk |
dethrone | devoid | devour | disguise | disturb | doctor's companion | double strike | dredge | echo | embalm |
emerge | enchant | encore | enlist | entwine | epic | equip | escalate | escape | eternalize | evoke | evolve |
exalted | exploit | extort | fabricate | fading | fear | first strike | flanking | flash | flashback | flying |
for mirrodin | forestwalk | foretell | fortify | freerunning | frenzy | friends forever | fuse | gift | graft |
gravestorm | haste | haunt | hexproof | hidden agenda | hideaway | horsemanship | impending | improvise |
increment | indestructible | infect | ingest | intimidate | islandwalk | jump-start | kicker | landwalk |
legendary landwalk | level up | lifelink | living metal | living weapon | madness | megamorph | melee | menace |
mentor | miracle | mobilize | modular | more than meets the eye | morph | mountaincycling | mountainwalk |
multikicker | mutate | myriad | ninjutsu | nonbasic landwalk | offering | offspring | outlast | overload |
paradigm | partner | partner with | persist | phasing | plainscycling | plainswalk | plot | poisonous |
protection | prototype | provoke | prowess | prowl | rampage | ravenous | reach | read ahead | rebound |
reconfigure | recover | reinforce | renown | replicate | retrace | riot | ripple | saddle | scavenge | shadow |
shroud | skulk | slivercycling | solved | soulbond | soulshift | space sculptor | specialize | spectacle |
splice | split second | spree | squad | station | storm | strive | sunburst | surge | suspend | swampcycling |
swampwalk | islandcycling | forestcycling | landcycling | wizardcycling | tiered | totem armor | umbra armor |
toxic | training | trample | transfigure | transmute | tribute | typecycling | undaunted | undying | unearth |
unleash | vanishing | vigilance | visit | ward | warp | web-slinging | wither | landhome | islandhome | ravage |
bloodrush cost | teamwork | start your engines | max speed | intensity | double team | collect evidence |
specialise | snow landwalk | snow swampwalk | snow forestwalk | snow islandwalk | snow mountainwalk | snow
plainswalk | artifact landwalk | trapwalk | job select | sneak | harmonize | mayhem | firebending | starting
intensity
""")
"""What a line of keywords may begin with."""

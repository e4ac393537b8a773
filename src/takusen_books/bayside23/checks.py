"""Action checks, riddles and traps, scenes (BS-08, BS-15)."""

import re
import unicodedata

from takusen.rules import Id, Offer, Play, Refused, act, rule

from .combat import cannot_fight, pick_against, pick_traits
from .facts import Checked, CheckFailed, CheckPassed
from .rolls import CHECK, empty_pools, exhausted, pressed
from .setting import HintFound, RiddleAnswered, RiddleFailed, RiddleFound, RiddleSolved, SceneEntered
from .world import World

HARDEST = 30
MARKS = "。、.,!?！？「」『』()（）・…\"'“”’"
ENDING = re.compile("(?:でしょうか?|です(?:か|よ|よね|ね)?|だ(?:よ|よね|ね|な)?|である)$")


def folded(text: str) -> str:
    """An answer without what doesn't matter: full width, case, spaces, marks, kind of kana, and a polite ending."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    hiragana = "".join(chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヶ" else letter for letter in plain)
    bare = "".join(letter for letter in hiragana if not letter.isspace() and letter not in MARKS)
    return ENDING.sub("", bare) or bare


@rule("BS-08")
def passed(t: Play[World], actor: Id, number: int) -> bool:
    """Whether a check succeeds: 2d6 at or below the target number, rolled again from a pool."""
    return pressed(t, actor, CHECK, number).good


def attempt(
    t: Play[World], actor: Id, traits: tuple[str, ...], skill: str, difficulty: int, against: tuple[str, ...]
) -> bool:
    """Trait + skill - difficulty is the target number of a check; state how it ends (BS-08, BS-16)."""
    total = t.world.fighter(actor).total(traits, skill, against)
    empty_before = empty_pools(t, actor)
    t.emit(Checked(actor, traits, skill, total, difficulty, total - difficulty, against))
    success = passed(t, actor, total - difficulty)
    t.emit(CheckPassed(actor) if success else CheckFailed(actor))
    exhausted(t, actor, success, empty_before)
    return success


@act("BS-08")
def check(
    t: Play[World],
    actor: Id,
    traits: tuple[str, ...],
    skill: str,
    difficulty: int,
    against: tuple[str, ...] = (),
) -> None:
    """An action check at a difficulty."""
    attempt(t, actor, traits, skill, difficulty, against)


@check.offer
def _(o: Offer[World]) -> None:
    pick_roll(o, pick_conscious(o, "actor"))
    o.number("difficulty", 0, HARDEST)


def pick_conscious(o: Offer[World], name: str) -> Id:
    """One of the seat's fighters who is not out."""
    mine = o.mine(o.world.fighters)
    return o.pick(name, mine, unless=lambda one: cannot_fight(o.world, one), otherwise="not_your_fighter")


def pick_roll(o: Offer[World], actor: Id) -> None:
    """The traits and the skill of a check."""
    me = o.world.fighter(actor)
    traits = pick_traits(o, me.traits, me.hinders)
    pick_against(o, me.traits, traits)
    o.pick("skill", me.skills, otherwise="unknown_skill")


# riddles -------------------------------------------------------------------------------------------------------------


def closed(world: World, riddle: Id) -> Refused | None:
    """Why a riddle takes no more answers."""
    return Refused("already_solved") if world.riddles[riddle].solved else None


def pick_riddle(o: Offer[World], with_check: bool) -> Id:
    """A riddle that has been found."""
    found = tuple(
        one for one, riddle in o.world.riddles.items() if riddle.found and (riddle.difficulty or not with_check)
    )
    if not found:
        o.refuse("no_such_riddle")
    return o.pick("riddle", found, unless=lambda one: closed(o.world, one), otherwise="no_such_riddle")


@act("BS-15")
def answer_riddle(t: Play[World], actor: Id, riddle: Id, text: str) -> None:
    """Give an answer; the table compares it with the accepted ones."""
    t.emit(RiddleAnswered(actor, riddle, text))
    answers = t.world.riddles[riddle].answers
    settle(t, actor, riddle, folded(text) in [folded(answer) for answer in answers])


@answer_riddle.offer
def _(o: Offer[World]) -> None:
    pick_conscious(o, "actor")
    pick_riddle(o, with_check=False)
    o.text("text")


@act("BS-15", "BS-08")
def work_at_riddle(
    t: Play[World], actor: Id, riddle: Id, traits: tuple[str, ...], skill: str, against: tuple[str, ...] = ()
) -> None:
    """Get past a riddle or trap by an action check, where it allows one."""
    settle(t, actor, riddle, attempt(t, actor, traits, skill, t.world.riddles[riddle].difficulty, against))


@work_at_riddle.offer
def _(o: Offer[World]) -> None:
    actor = pick_conscious(o, "actor")
    pick_riddle(o, with_check=True)
    pick_roll(o, actor)


def settle(t: Play[World], actor: Id, riddle: Id, solved: bool) -> None:
    """State whether a riddle is solved, with what is then read."""
    about = t.world.riddles[riddle]
    t.emit(RiddleSolved(riddle, actor, about.success) if solved else RiddleFailed(riddle, actor, about.failure))


# scenes --------------------------------------------------------------------------------------------------------------


@act("BS-15", by="gm")
def enter_scene(t: Play[World], scene: Id) -> None:
    """The party comes to a scene and meets its riddles."""
    entered = t.world.scenes[scene]
    t.emit(SceneEntered(scene, entered.text))
    for riddle in entered.riddles:
        if not t.world.riddles[riddle].found:
            t.emit(RiddleFound(riddle, t.world.riddles[riddle].text))


@enter_scene.offer
def _(o: Offer[World]) -> None:
    o.pick("scene", o.world.scenes)


@act("BS-15", by="gm")
def find_hint(t: Play[World], riddle: Id, hint: Id) -> None:
    """The party finds a hint."""
    t.emit(HintFound(riddle, hint, t.world.riddles[riddle].hints[hint].text))


@find_hint.offer
def _(o: Offer[World]) -> None:
    open_ones = tuple(one for one, riddle in o.world.riddles.items() if riddle.hints)
    riddle = o.pick("riddle", open_ones)
    hints = o.world.riddles[riddle].hints
    o.pick("hint", hints, unless=lambda one: Refused("already_found") if hints[one].found else None)


def warnings(world: World) -> tuple[tuple[str, dict[str, str]], ...]:
    """What the GM should know of the riddles: one without an accepted answer or without a hint (BS-15)."""
    told: list[tuple[str, dict[str, str]]] = []
    for riddle in world.riddles.values():
        if not riddle.answers and not riddle.solved:
            told.append(("riddle_no_answer", {"riddle": riddle.title}))
        if not riddle.hints and not riddle.solved:
            told.append(("riddle_no_hint", {"riddle": riddle.title}))
    return tuple(told)

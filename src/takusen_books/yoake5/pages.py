"""What a table of yoake5 shows."""

from takusen.rules import ActGroup, Acts, Page, View, Word

from .afterplay_pages import afterplay_panels
from .combat_pages import order, process, stage
from .guide_pages import guide_panels
from .session_pages import head, holdings
from .sheet_pages import growing_panels, sheet_panels
from .shop_pages import shop_panels
from .skill_pages import skill_panels
from .world import World

IN_COMBAT = ("attack", "use_skill", "move_row", "use_item", "ready", "wait_turn", "end_turn")
CHECKS = ("make_check", "contest")
BONDS = (
    "use_ticket", "take_emotion", "take_impression", "drama_check", "joint_scene", "use_experience_ticket",
    "take_reward", "end_growth", "discard_bonds", "end_bonds", "finish_afterplay",
)  # fmt: skip
THINGS = ("equip", "unequip", "buy", "sell", "make_mystic")
GROWTH = (
    "begin_making", "take_ready", "choose_species", "choose_main", "spread_abilities", "choose_dormitory",
    "plan_class", "plan_row", "plan_skill", "plan_lp", "plan_back", "drop_plan", "confirm_plan", "finish_making",
    "name_beneficiary",
)  # fmt: skip
SESSION = (
    "begin_session", "begin_main_play", "begin_scene", "end_scene", "open_shop", "close_shop",
    "start_combat", "go_on", "let_act", "end_combat",
    "begin_afterplay", "decide_reward", "end_session",
)  # fmt: skip
RULINGS = (
    "bring_foe", "reveal", "hide_away", "show_numbers", "place_row", "lay_status", "clear_status", "strip_effect",
    "grant_item", "break_item", "enchant", "correct",
)  # fmt: skip
CAMPAIGN = ("hand_out", "correct")


def page(v: View[World]) -> Page:
    """Part, process and order at the head; on the stage the rows or the party; at hand what is to be grown, and
    acts; then what everybody holds, and sheets."""
    return Page(
        head=(*head(v), *process(v), *order(v)),
        stage=stage(v),
        hand=(
            *afterplay_panels(v),
            *(growing_panels(v) if v.world.combat is None else ()),
            *skill_panels(v),
            acts(v),
            *shop_panels(v),
        ),
        more=(*guide_panels(v), *holdings(v), *sheet_panels(v)),
    )


def acts(v: View[World]) -> Acts:
    """What may be declared: what the moment asks for lies open, the rest is folded by what it is about."""
    fight = v.world.combat is not None
    first = IN_COMBAT if fight else CAMPAIGN if v.world.campaign else SESSION if v.gm else BONDS
    between = () if fight else (("bonds", BONDS), ("growth", GROWTH))
    groups = (("checks", CHECKS), ("combat", IN_COMBAT), ("things", THINGS), *between)
    gm = (("session", SESSION), ("rulings", RULINGS), ("campaign", CAMPAIGN)) if v.gm else ()
    folded = ((name, tuple(one for one in names if one not in first)) for name, names in (*groups, *gm))
    return Acts(first, tuple(ActGroup(Word(f"group.{name}"), names) for name, names in folded if names))

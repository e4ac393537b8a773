"""Scenarios at random that a file may hold, however mad: effects of every kind with their extreme values."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

CARDS, MONSTERS, TREASURES, ENDINGS, FLAGS = (
    ("c0", "c1", "c2", "c3"), ("m0", "m1"), ("g0", "g1"), ("e0", "e1"), ("f0", "f1"),
)  # fmt: skip
SPANS = ("next_action", "until_declaration", "until_tp", "exploration", "gm")
CHECKS = ("danger_sense", "resist")


def kinds(r: Random) -> dict[str, Callable[[], dict[str, Any]]]:
    """Each kind of effect with random keys."""
    pick = r.choice
    to = pick(("representative", "party"))
    points = {"dice": pick((0, 1, 99)), "plus": pick((1, 999)), "to": to}
    return {
        "text": lambda: {"text": pick(("", "文"))},
        "damage": lambda: {**points, "kind": pick(("physical", "magic", "mp"))},
        "heal": lambda: {**points, "gauge": pick(("hp", "mp"))},
        "state": lambda: {
            "name": "状態",
            "bonus": pick((-20, 0, 20)),
            "ward": pick((0, 99)),
            "lasts": pick(SPANS),
            "to": to,
        },
        "item": lambda: {"name": pick(("救命草", "石", "")), "count": pick((-99, 0, 99)), "to": to},
        "treasure": lambda: {"treasure": pick(TREASURES)},
        "open": lambda: {"cards": r.sample(CARDS, r.randint(0, 4))},
        "close": lambda: {"cards": r.sample(CARDS, r.randint(0, 2))},
        "tp": lambda: {"delta": pick((-20, -1, 1, 4, 20)), "reason": "時"},
        "flag": lambda: {"name": pick(FLAGS), "on": r.random() < 0.7},
        "fight": lambda: {"monster": pick(MONSTERS), "full": r.random() < 0.3},
        "trouble": dict,
        "ending": lambda: {"ending": pick(ENDINGS)},
        "danger_sense": lambda: {"target": pick((0, 12, 99)), "to": to},
        "resist": lambda: {"target": pick((0, 12, 99)), "to": to, "by": pick(("fortitude", "willpower"))},
    }


def effect(r: Random, barred: tuple[str, ...] = ()) -> dict[str, Any]:
    """One effect of a kind that isn't barred; endings are rare."""
    known = kinds(r)
    name = r.choice([one for one in known if one not in barred and (one != "ending" or r.random() < 0.3)])
    made = {"do": name, **known[name]()}
    inside = (*barred, *CHECKS)
    return made | {side: effects(r, inside) for side in ("fail", "success")} if name in CHECKS else made


def effects(r: Random, barred: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    return [effect(r, barred) for _ in range(r.randint(0, 3))]


def card(r: Random, one: str) -> str:
    check = {"target": r.choice((0, 12, 99)), "skills": [r.choice(("スカウト", "冒険者レベル", "ない技能"))]}
    lines = {"success": effects(r), "back": "裏", "start": one == "c0" or r.random() < 0.5}
    lines |= {"together": r.random() < 0.3, "stays_open": r.random() < 0.5}
    lines |= {"check": check, "fail": effects(r)} if r.random() < 0.7 else {}
    lines |= {"restriction": {"text": "鍵", "no_flags": ["f0"], "tp_to": 5}} if r.random() < 0.3 else {}
    return table("card", id=one, title=one, front="表", **lines)


def scenario(r: Random) -> str:
    """A whole scenario."""
    marks = [{"do": "flag", "name": one} for one in FLAGS]
    parts = [card(r, one) for one in CARDS] + [table("card", id="c9", title="c9", front="表", success=marks)]
    parts += [table("trouble", id=f"t{n}", title="災", text="災", effects=effects(r, ("trouble",))) for n in range(13)]
    parts += [table("monster", id=one, name=one, level=r.choice((1, 30)), loot=[{"item": "牙"}]) for one in MONSTERS]
    parts += [table("treasure", id=one, name=one) for one in TREASURES]
    parts += [table("ending", id=one, title=one, text="終") for one in ENDINGS]
    steps = r.sample((1, 2, 4, 8, 20), r.randint(1, 4))
    parts += [table("threshold", tp=tp, effects=effects(r, ("trouble",)), fails=r.random() < 0.3) for tp in steps]
    return '[meta]\ntitle = "極"\n\n' + "\n".join(parts)


def table(head: str, /, **lines: Any) -> str:
    return f"[[{head}]]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in lines.items())


def toml(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(inside)}" for key, inside in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()

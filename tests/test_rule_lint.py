"""Each check of the rule lint finds its bad sample and lets the good one pass."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from tools.rule_lint import Finding, lint_folder, main


def lint_source(source: str, path: Path) -> list[Finding]:
    return lint_folder({path: source})


def marked(source: str) -> tuple[list[int], list[int]]:
    """The lines that end in `# BAD`, and those that the lint finds."""
    source = dedent(source)
    expected = [number for number, line in enumerate(source.splitlines(), 1) if line.endswith("# BAD")]
    return expected, [finding.line for finding in lint_source(source, Path("combat.py"))]


IMPORTS = """
    import random  # BAD
    import os.path  # BAD
    from datetime import date  # BAD
    from secrets import token_hex  # BAD
    import json
    from enum import Enum
    from .world import World
    from .time import Hour

    def hit(t):
        import uuid  # BAD
        with_dice(t)
"""

CALLS = """
    def hit(t, path, things, mapping):
        open(path)  # BAD
        first = id(things)  # BAD
        second = hash(things)  # BAD
        third = sorted(things, key=id)  # BAD
        return mapping.id, mapping.open(), sorted(things, key=len)
"""

SETS = """
    FIRST = [x for x in {1, 2}]  # BAD

    def hit(t, names: set[str], pairs: tuple[str, ...]):
        for x in {1, 2}:  # BAD
            t.roll(x)
        for x in set(pairs):  # BAD
            t.roll(x)
        for x in set(pairs) - {1}:  # BAD
            t.roll(x)
        for x in names:  # BAD
            t.roll(x)
        some = frozenset(pairs)
        a = [x for x in some.union(pairs)]  # BAD
        b = list(some)  # BAD
        c = ",".join({x for x in pairs})  # BAD
        d = (*some, 1)  # BAD
        for x in sorted(some):
            t.roll(x)
        e = [x for x in sorted({1, 2})]
        f = {x for x in pairs}
        g = 3 in some, len(some), some == f
        for x in pairs:
            t.roll(x)
        return a, b, c, d, e, g

    def shadows(t, some):
        def inner(names):
            return [x for x in names]
        return [x for x in some], inner
"""

GUARDS = """
    def hit(t, target):
        try:  # BAD
            t.ask(target, "reroll", ())
        except ValueError:
            pass
        with suppress(Exception):  # BAD
            defend(t, target)
        try:
            number = int(target)
        except ValueError:
            number = 0
        return number

    class Book:
        def act(self, t):
            try:  # BAD
                self.other(t)
            finally:
                pass

    def load(path):
        with path.read() as text:
            return t.parse(text)
"""

SCOPE_WORDS = """
    count = 0

    def hit(t):
        global count  # BAD
        count = 1
        seen = 0

        def inner():
            nonlocal seen  # BAD
            seen = 1
        return inner
"""

MODULE_STATE = """
    from collections import defaultdict
    CACHE = {}
    ORDER: list[str] = []
    COUNTS = defaultdict(int)
    FIXED = {"a": 1}
    ORDER.append("at load")
    CACHE["at load"] = 1

    def hit(t, key):
        CACHE[key] = 1  # BAD
        ORDER.append(key)  # BAD
        COUNTS[key] += 1  # BAD
        del CACHE[key]  # BAD
        return FIXED[key], FIXED.get(key)

    class Book:
        names = ORDER.copy()

        def note(self, key):
            ORDER.sort()  # BAD

            def inner():
                CACHE.clear()  # BAD
            return inner

    def local(t, ORDER):
        CACHE = {}
        CACHE["x"] = 1
        ORDER.append(1)
        return CACHE
"""


@pytest.mark.parametrize("source", [IMPORTS, CALLS, SETS, GUARDS, SCOPE_WORDS, MODULE_STATE])
def test_finds_the_bad_and_only_the_bad(source: str) -> None:
    expected, found = marked(source)
    assert found == expected


FACTS = """
    @becomes(Life)
    def wounded(world, fact):
        if fact.amount:  # BAD
            return world
        return world.set(fact.amount if fact else 0)  # BAD

    @book.applies
    def moved(world, fact):
        match fact.kind:  # BAD
            case "far":
                return world.option("far")  # BAD
        return world.content("x")  # BAD

    class Hit:
        def apply(self, world):
            for target in self.targets:
                world = world.put(target, life=self.life)
            return world

    def prepare(t, world):
        if world.option("far"):
            return 1 if world else 2
"""


def test_a_fold_decides_nothing() -> None:
    source = dedent(FACTS)
    expected = [number for number, line in enumerate(source.splitlines(), 1) if line.endswith("# BAD")]
    for name in ("book/facts.py", "book/wounds.py"):
        assert [finding.line for finding in lint_source(source, Path(name))] == expected


OLD = {
    "straight": """
        def act(t, who):
            me = t.world.fighter(who)
            life = me.life
            t.ask(who, "reroll", me.options)
            t.emit(Hurt(me.life))  # BAD
            t.emit(Hurt(life))  # BAD
            t.emit(Named(me.id))
            me = t.world.fighter(who)
            t.emit(Hurt(me.life))
    """,
    "the same statement": """
        def act(t, who):
            me = t.world.fighter(who)
            a = me.life + t.ask(who, "x", ())
            me = t.world.fighter(who)
            b = t.ask(who, "x", ()) + me.life  # BAD
            return a, b
    """,
    "branches": """
        def act(t, who):
            me = t.world.fighter(who)
            if me.life:
                t.ask_all([])
            else:
                t.emit(Hurt(me.life))
            t.emit(Hurt(me.life))  # BAD
            me = t.world.fighter(who)
            if who:
                t.ask(who, "x", ())
                return
            t.emit(Hurt(me.life))
            n = (t.ask(who, "x", ()) if me.life else 1)
            return me.life + n  # BAD
    """,
    "loop test": """
        def act(t, who):
            me = t.world.fighter(who)
            while me.life > 0 and t.ask(who, "x", ()):  # BAD
                pass
    """,
    "round and round": """
        def act(t, who):
            me = t.world.fighter(who)
            for n in range(3):
                t.emit(Hurt(me.life))  # BAD
                t.ask(who, "x", ())
            while True:
                me = t.world.fighter(who)
                if me.out:
                    break
                if t.ask(who, "x", ()):
                    continue
                t.emit(Hurt(me.life))  # BAD
            t.emit(Hurt(me.life))
    """,
    "left after an ask": """
        def act(t, who):
            while True:
                me = t.world.fighter(who)
                if t.ask(who, "x", ()):
                    break
            else:
                return None
            return me.life  # BAD
    """,
    "what a loop goes through": """
        def act(t):
            for who in t.world.order:
                t.ask(who, "x", ())
                t.emit(Acted(who))
            for each in t.world.fighters():
                t.emit(Hurt(each.life))  # BAD
                t.ask(each.id, "x", ())
                t.emit(Hurt(each.life))  # BAD
                t.emit(Acted(each.id))
            for each in t.world.fighters():
                t.emit(Hurt(each.life))
    """,
    "comprehensions": """
        def act(t, who):
            me = t.world.fighter(who)
            a = [t.ask(x, "x", ()) + me.life for x in t.world.order]  # BAD
            b = [me.life for me in a]
            c = {x: me.life for x in a}  # BAD
            d = [x.life for x in t.world.fighters()]
            return b, c, d
    """,
    "match and try": """
        def act(t, who):
            me = t.world.fighter(who)
            match who:
                case "a" if me.life:
                    t.ask(who, "x", ())
                case _:
                    return
            try:
                n = me.life  # BAD
            except KeyError:
                n = 0
            return n
    """,
    "sub-rules that ask": """
        def offer(t, who):
            return t.ask(who, "x", ())

        def through(t, who):
            return offer(t, who)

        def plain(t, who):
            return t.roll(who)

        def act(t, who):
            me = t.world.fighter(who)
            plain(t, who)
            t.emit(Hurt(me.life))
            through(t, who)
            t.emit(Hurt(me.life))  # BAD
            t.window("hurt", me)  # BAD
    """,
    "no reads of the world": """
        def act(t, who):
            got = hit(t, t.world.fighter(who).total())
            dice = t.roll("x", t.world.fighter(who).dice)
            foe: Id = t.world.nearest(who)
            name = t.world.fighter(who).id
            two: tuple[Id, ...] = t.world.others(who)
            t.ask(who, "x", ())
            return got, dice, foe, name, two
    """,
    "other ways to bind": """
        def act(t, who):
            a, b = t.world.pair()
            c, d = t.world.one(), 2
            (e := t.world.one())
            f = 1
            f += t.world.one()
            first, *rest = t.world.many()
            g = {}
            g[a] = 1
            h = lambda a: a + b
            t.ask(who, "x", ())
            x = (d, g)
            return [
                a,  # BAD
                b,  # BAD
                c,  # BAD
                e,  # BAD
                f,  # BAD
                rest[0],  # BAD
            ]
    """,
    "not a rule": """
        def offer(o, t):
            me = t.world.fighter(1)
            t.ask(1, "x", ())
            return me
    """,
}


@pytest.mark.parametrize("name", OLD)
def test_old_reads(name: str) -> None:
    expected, found = marked(OLD[name])
    assert found == expected


def test_a_sub_rule_in_another_file_of_the_folder_asks_too() -> None:
    rolls = "def offer(t, who):\n    return t.ask(who, 'x', ())\n"
    combat = "def act(t, who):\n    me = t.world.fighter(who)\n    offer(t, who)\n    return me.life\n"
    (finding,) = lint_folder({Path("combat.py"): combat, Path("rolls.py"): rolls})
    assert (finding.path, finding.line) == ("combat.py", 4)


def test_a_finding_names_place_fault_and_mend() -> None:
    (finding,) = lint_source("import random\n", Path("books/x/combat.py"))
    assert str(finding).splitlines() == [
        "books/x/combat.py:1: rule code imports random",
        "    Rolls, draws and answers come from the handle; dates and files come in as arguments or content.",
    ]


def test_no_comment_switches_a_check_off() -> None:
    assert lint_source("import random  # lint: allow\n", Path("combat.py"))


def test_what_is_no_python_is_a_finding() -> None:
    (finding,) = lint_source("def (", Path("combat.py"))
    assert finding.line == 1


def test_the_exit_status_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.py").write_text("x = 1\n", encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    bad = tmp_path / "deep" / "bad.py"
    bad.parent.mkdir()
    bad.write_text("import random\n", encoding="utf-8")
    assert main([str(tmp_path)]) == 1
    assert main([str(bad)]) == 1
    assert "2 rule files, 1 findings" in capsys.readouterr().out

"""Layers over a small made-up book: what each patch does, what is refused and with which words, and that their order
decides nothing."""

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takusen.log.table import Table
from takusen.play.handles import Chance
from takusen.play.judged import judged
from takusen.play.reading import Limited, Reading, Wrap
from takusen.play.rule import rule
from takusen.rulebook.content import Value, flatten
from takusen.rulebook.differences import differences
from takusen.rulebook.layers import Layer, read_layer
from takusen.rulebook.stacking import Base, Resolved, Stack, resolved
from takusen.rulebook.toml import BadFile, Fault

TABLES = {
    "skill": {
        "cut": {"cost": 3, "cap": 5, "kinds": ["blade"], "timing": "major"},
        "veil": {"cost": 5, "cap": 3, "kinds": ["magic", "ritual"], "timing": "setup", "times": 1},
    },
    "price": {"rope": 10, "lamp": 30},
}
BASE = Base(
    "book",
    flatten(TABLES, "book", "book@1"),
    {"tie": Value("reaction", "book", "book@1")},
    {"tie": ("reaction", "reroll")},
    frozenset({"hit", "damage"}),
    {"house": {"softer": lambda t, inner, *args: inner(*args) - 1}},
)


def layer(patches: str, id: str = "house", over: tuple[str, ...] = (), version: str = "2026-01-01") -> Layer:
    """A layer of some patches."""
    head = f'[meta]\nid = "{id}"\ntitle = "{id}"\nversion = "{version}"\nbase = "book"\nover = {list(over)!r}\n'
    return read_layer(f"{id}.toml", head + patches)


def under(*layers: Layer, **values: int) -> Resolved:
    """The made-up book under layers."""
    return resolved(BASE, Stack(layers, values=Table(values)))


def trace(value: Value) -> list[tuple[Any, str]]:
    """What a value is and was, with the layers."""
    return [(one.value, one.layer) for one in value.trace]


def test_a_book_alone_says_so_at_each_value() -> None:
    assert {one.layer for _, one in under().slots()} == {"book@1"}


def test_each_kind_of_patch_does_what_it_says() -> None:
    made = under(
        layer(
            """
[[add]]
path = "skill.leap"
value = { cost = 2, cap = 1, kinds = [], timing = "move" }
[[replace]]
path = "skill.veil"
value = { cost = 4, cap = 3, kinds = ["magic"], timing = "setup" }
[[change]]
path = "skill.cut.cost"
to = 1
why = { ja = "安く", en = "cheaper" }
[[cap]]
path = "price.lamp"
at = 20
[[list]]
path = "skill.cut.kinds"
add = ["ritual"]
remove = ["blade"]
[[option]]
name = "tie"
to = "reroll"
[[ban]]
path = "price.rope"
[[ban]]
path = "skill.veil"
with = "skill.cut"
[[limit]]
path = "skill.cut"
times = 2
per = "scene"
[[wrap]]
rule = "damage"
by = "softer"
"""
        )
    )
    values = {path: one.value for path, one in made.content.items()}
    assert values["skill.leap.cost"] == 2
    assert values["skill.veil.kinds"] == ("magic",)
    assert "skill.veil.times" not in values
    assert (values["skill.cut.cost"], values["price.lamp"], values["skill.cut.kinds"]) == (1, 20, ("ritual",))
    assert trace(made.content["skill.cut.cost"]) == [(1, "house@2026-01-01"), (3, "book@1")]
    why = made.content["skill.cut.cost"].why
    assert why
    assert (why["ja"], why["en"]) == ("安く", "cheaper")
    assert trace(made.options["tie"]) == [("reroll", "house@2026-01-01"), ("reaction", "book@1")]
    assert set(made.bans) == {"price.rope", "skill.cut & skill.veil"}
    assert made.limits["skill.cut"].value == Limited(2, "scene")
    assert [one.name for one in made.wraps["damage"].value] == ["softer"]


def test_a_field_that_only_entries_beside_it_have_can_be_given() -> None:
    made = under(layer('[[change]]\npath = "skill.cut.times"\nto = 3\n'))
    assert trace(made.content["skill.cut.times"]) == [(3, "house@2026-01-01")]


def test_a_patch_holds_while_its_condition_does() -> None:
    patches = (
        '[[value]]\nname = "handout"\ntitle = "配布"\n[[change]]\npath = "price.rope"\nto = 5\nwhen = "handout >= 4"\n'
    )
    assert under(layer(patches), handout=3).content["price.rope"].value == 10
    assert under(layer(patches), handout=4).content["price.rope"].value == 5


WRONG = {
    "a path": ('[[change]]\npath = "skill.cut.cots"\nto = 1\n', "book has no `skill.cut.cots`", "skill.cut.cost"),
    "an entry": ('[[ban]]\npath = "skill.vail"\n', "book has no `skill.vail`", "skill.veil"),
    "its partner": ('[[ban]]\npath = "skill.veil"\nwith = "skill.kut"\n', "book has no `skill.kut`", "skill.cut"),
    "a table": ('[[add]]\npath = "skil.leap"\nvalue = {}\n', "book has no table `skil`", "skill"),
    "a field": ('[[add]]\npath = "skill.x"\nvalue = { cst = 1 }\n', "has no field `cst`", "cost"),
    "a type": ('[[change]]\npath = "price.rope"\nto = "cheap"\n', "Expected `int`, got `str`", "Correct the value"),
    "an option": ('[[option]]\nname = "tye"\nto = "reroll"\n', "book has no option `tye`", "tie"),
    "a reading": ('[[option]]\nname = "tie"\nto = "rerol"\n', "`tie` can't be read as `rerol`", "reroll"),
    "a rule": ('[[wrap]]\nrule = "hitt"\nby = "softer"\n', "book has no rule `hitt`", "hit"),
    "a wrapper": ('[[wrap]]\nrule = "hit"\nby = "sofetr"\n', "no package brings `sofetr` for house", "softer"),
    "in a list": ('[[list]]\npath = "skill.veil.kinds"\nremove = ["magik"]\n', "doesn't hold `magik`", "magic"),
    "no list": ('[[list]]\npath = "price.rope"\nadd = [1]\n', "`price.rope` is no list", "[[change]]"),
    "no number": ('[[cap]]\npath = "skill.cut.timing"\nat = 1\n', "is no number", "[[change]]"),
    "several": ('[[change]]\npath = "skill.cut"\nto = 1\n', "holds several values", "cost, cap, kinds, timing"),
    "there": ('[[add]]\npath = "price.rope"\nvalue = 1\n', "is there already", "[[replace]]"),
    "a name": ('[[change]]\npath = "price.rope"\nto = 1\nwhen = "handot > 1"\n', "`handot` is no name", "[[value]]"),
    "a kind": ('[[chang]]\npath = "price.rope"\nto = 1\n', "unknown field `chang`", "The nearest is change"),
    "a key": ('[[change]]\npth = "price.rope"\nto = 1\n', "unknown field `pth`", "The nearest is path"),
    "twice": (
        '[[cap]]\npath = "price.rope"\nat = 1\n[[change]]\npath = "price.rope"\nto = 2\n',
        "stands twice",
        "Leave",
    ),
}


@pytest.mark.parametrize(("patches", "what", "mend"), WRONG.values(), ids=WRONG)
def test_nonsense_is_refused_with_file_line_and_the_nearest_name(patches: str, what: str, mend: str) -> None:
    with pytest.raises(BadFile) as wrong:
        under(layer(patches))
    assert wrong.value.name == "house.toml"
    assert wrong.value.line > 6 or "chang" in what
    assert what in wrong.value.what
    assert mend in wrong.value.mend


def test_two_layers_on_one_value_are_refused_and_both_are_named() -> None:
    one = layer('[[change]]\npath = "price.rope"\nto = 1\n', "one")
    other = layer('[[change]]\npath = "price.rope"\nto = 2\n', "two")
    for order in permutations((one, other)):
        with pytest.raises(BadFile, match=r"two@2026-01-01 and one@2026-01-01 \(one\.toml\) both touch `price\.rope`"):
            under(*order)


def test_a_layer_that_names_another_wins_over_it_and_over_what_that_names() -> None:
    lowest = layer('[[change]]\npath = "price.rope"\nto = 1\n', "zeta")
    middle = layer("", "middle", ("zeta",))
    highest = layer('[[cap]]\npath = "price.rope"\nat = 0\n', "alpha", ("middle",))
    for order in permutations((lowest, middle, highest)):
        assert [one for one, _ in trace(under(*order).content["price.rope"])] == [0, 1, 10]


def test_a_table_s_own_layer_wins_over_all() -> None:
    head = '[meta]\nid = "table"\ntitle = ""\nversion = "1"\nbase = "book"\n'
    own = read_layer("table.toml", head + '[[change]]\npath = "price.rope"\nto = 7\n', own=True)
    other = layer('[[change]]\npath = "price.rope"\nto = 1\n')
    made = resolved(BASE, Stack((other,), own))
    assert trace(made.content["price.rope"]) == [(7, "table"), (1, "house@2026-01-01"), (10, "book@1")]
    with pytest.raises(BadFile, match="can't stand here"):
        read_layer("table.toml", head)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda text: text.replace('base = "book"', 'base = "bok"'), "`bok` is another book"),
        (lambda text: text.replace("over = []", 'over = ["house"]'), "stands over itself"),
    ],
)
def test_a_layer_for_another_book_or_over_itself_is_refused(change: Callable[[str], str], what: str) -> None:
    text = layer("").text
    with pytest.raises(BadFile, match=what):
        under(read_layer("house.toml", change(text)))


def test_what_does_not_fit_any_more_is_left_out_where_a_log_is_read() -> None:
    old = layer('[[change]]\npath = "price.gone"\nto = 1\n[[change]]\npath = "price.rope"\nto = 2\n')
    made = resolved(BASE, Stack((old,)), strict=False)
    assert made.content["price.rope"].value == 2


PATHS = ("skill.cut.cost", "skill.veil.cost", "price.rope", "price.lamp")
CHANGES = st.dictionaries(st.sampled_from(PATHS), st.integers(0, 9), max_size=4)


@given(CHANGES, CHANGES, CHANGES, st.booleans(), st.booleans(), st.permutations((0, 1, 2)))
def test_the_order_of_files_decides_nothing(
    a: dict[str, int], b: dict[str, int], c: dict[str, int], b_over: bool, c_over: bool, order: list[int]
) -> None:
    """The same values with the same trace or the same fault, whatever the order; every value's trace goes down to the
    book's own and names only layers that touch it."""
    layers = (written("a", a), written("b", b, ("a",) * b_over), written("c", c, ("a", "b") * c_over))
    made, again = outcome(*layers), outcome(*(layers[one] for one in order))
    assert made == again
    clash = (not b_over and a.keys() & b.keys()) or (not c_over and c.keys() & (a.keys() | b.keys()))
    assert isinstance(made, str) == bool(clash)
    if isinstance(made, Resolved):
        for path, value in made.content.items():
            told = [one.layer.partition("@")[0] for one in value.trace]
            touch = [one.id for one, changes in zip(layers, (a, b, c), strict=True) if path in changes]
            assert told == [*touch[::-1], "book"]


def written(id: str, changes: dict[str, int], over: tuple[str, ...] = ()) -> Layer:
    """A layer of changes."""
    return layer("".join(f'[[change]]\npath = "{path}"\nto = {to}\n' for path, to in changes.items()), id, over)


def outcome(*layers: Layer) -> Resolved | str:
    """What layers come to, or which two are in conflict."""
    try:
        return under(*layers)
    except BadFile as wrong:
        return str(wrong)


def test_differences_are_what_differs_and_nothing_else() -> None:
    before, after = under(), under(layer('[[change]]\npath = "price.rope"\nto = 2\n[[ban]]\npath = "skill.cut"\n'))
    found = [(one.kind, one.name, one.before and one.before.value, one.after and one.after.value)
             for one in differences(before, after)]  # fmt: skip
    assert found == [("content", "price.rope", 10, 2), ("ban", "skill.cut", None, True)]
    assert differences(after, after) == ()


def costly(path: str, content: Mapping[str, Any]) -> Fault | None:
    """A book's own check: no skill costs more than nine."""
    place = ".".join((*path.split(".")[:2], "cost"))
    return Fault(place, "that is too much", "Nine at most.") if content.get(place, 0) > 9 else None


CHECKED = msgspec.structs.replace(BASE, check=costly)


@pytest.mark.parametrize(
    ("patch", "place"),
    [
        ('[[change]]\npath = "skill.cut.cost"\nto = 10', "house.toml:9: $.change[0].to"),
        (
            '[[add]]\npath = "skill.bite"\n[add.value]\ncap = 1\ncost = 10',
            "house.toml:11: $.add[0].value.cost",
        ),
    ],
)
def test_what_a_book_finds_wrong_with_an_entry_is_told_at_its_line(patch: str, place: str) -> None:
    with pytest.raises(BadFile) as wrong:
        resolved(CHECKED, Stack((layer(patch),)))
    assert str(wrong.value) == f"{place}: that is too much. Nine at most."


def test_an_entry_that_is_wrong_is_left_out_where_a_log_is_read() -> None:
    odd = layer('[[change]]\npath = "skill.cut.cost"\nto = 10\n[[change]]\npath = "skill.veil.cost"\nto = 1')
    made = resolved(CHECKED, Stack((odd,)), strict=False)
    assert [made.content[f"skill.{one}.cost"].value for one in ("cut", "veil")] == [3, 1]


@rule()
def twice(t: Chance, number: int) -> int:
    """A rule without dice."""
    return 2 * number


def test_a_rule_without_dice_is_asked_outside_of_a_run_within_its_layers() -> None:
    assert judged(Reading.of({}), twice, 3) == 6
    less = Table({"twice": (Wrap("house@1", "less", lambda t, inner, number: inner(number) - 1),)})
    assert judged(Reading(Table(), wraps=less), twice, 3) == 5


def test_a_ban_of_a_layer_below_is_lifted_by_one_over_it() -> None:
    low = layer('[[ban]]\npath = "skill.cut"\n[[ban]]\npath = "skill.veil"\nwith = "skill.cut"\n', "low")
    lift = '[[ban]]\npath = "skill.cut"\nlift = true\n[[ban]]\npath = "skill.cut"\nwith = "skill.veil"\nlift = true\n'
    made = under(low, layer(lift, "high", ("low",)))
    assert trace(made.bans["skill.cut"]) == [(False, "high@2026-01-01"), (True, "low@2026-01-01")]
    assert not any(value.value for value in made.bans.values())
    assert differences(under(), made) == ()
    assert {one.name for one in differences(under(low), made)} == {"skill.cut", "skill.cut & skill.veil"}


def test_what_nothing_bans_is_not_lifted() -> None:
    low = layer('[[ban]]\npath = "skill.cut"\n', "low")
    with pytest.raises(BadFile, match=r"no layer below bans `skill\.veil`") as wrong:
        under(low, layer('[[ban]]\npath = "skill.veil"\nlift = true\n', "high", ("low",)))
    assert "skill.cut" in wrong.value.mend

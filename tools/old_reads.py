"""Reads of the world that an ask makes old, followed along every path of a rule."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tools.rule_tree import HANDLE, File, Found, functions, has_handle, is_handle_call, is_name, own_nodes, parameters

ASKS = frozenset({"ask", "ask_all", "window"})


@dataclass(frozen=True)
class Read:
    """What a local name holds of the world: where it was read, and the ask since then, if any."""

    line: int
    asked: int = 0
    walked: bool = False  # a loop's own name: an id stays true, only what it holds gets old


State = dict[str, Read]


def merged(*states: State | None) -> State | None:
    """What may hold where paths meet: an old read on one of them is old; None is a path that ended."""
    reached = [state for state in states if state is not None]
    if not reached:
        return None
    joined: State = {}
    for state in reached:
        for name, read in state.items():
            if name not in joined or read.asked:
                joined[name] = read
    return joined


def is_world(node: ast.AST) -> bool:
    """Whether a node is `t.world`."""
    return isinstance(node, ast.Attribute) and node.attr == "world" and is_name(node.value, {HANDLE})


def is_sub_rule(node: ast.AST) -> bool:
    """Whether a node rolls, asks or calls a sub-rule, so that its value isn't a read of the world."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name == HANDLE:
            return True
        case ast.Call(func=ast.Name()):
            return is_handle_call(node)
    return False


def reads_world(node: ast.AST) -> bool:
    """Whether an expression takes something out of the world that can get old."""
    if is_sub_rule(node) or (isinstance(node, ast.Attribute) and node.attr == "id"):
        return False
    return is_world(node) or any(map(reads_world, ast.iter_child_nodes(node)))


def says_id(annotation: ast.expr) -> bool:
    """Whether an annotation says that a name holds ids, which stay true."""
    return all(node.id in {"Id", "tuple"} for node in ast.walk(annotation) if isinstance(node, ast.Name))


def asking_functions(trees: Sequence[ast.Module]) -> frozenset[str]:
    """The functions of some files that ask, by themselves or through one another."""
    rules = [function for tree in trees for function in functions(tree) if has_handle(function)]
    calls = {rule: [node for node in own_nodes(rule) if isinstance(node, ast.Call)] for rule in rules}
    asking: frozenset[str] = frozenset()
    while True:
        more = frozenset(rule.name for rule in rules if any(is_ask(call, asking) for call in calls[rule]))
        if more == asking:
            return asking
        asking = more


def is_ask(call: ast.Call, asking: frozenset[str]) -> bool:
    """Whether a call may wait for a person, who may find the world changed."""
    match call.func:
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return owner == HANDLE and name in ASKS
        case ast.Name(id=name):
            return name in asking and is_handle_call(call)
    return False


class OldReads:
    """Follows one function along its paths, and keeps each use of a local read that an ask made old."""

    def __init__(self, asking: frozenset[str]) -> None:
        self.asking = asking
        self.found: dict[tuple[int, str], tuple[ast.AST, Read]] = {}
        self.last_ask = 0
        self.left: list[State | None] = []
        self.again: list[State | None] = []

    # statements

    def block(self, statements: Sequence[ast.stmt], state: State | None) -> State | None:
        """The state after some statements; None where no path comes out."""
        for statement in statements:
            if state is None:
                return None
            state = self.statement(statement, state)
        return state

    def statement(self, node: ast.stmt, state: State) -> State | None:
        """The state after one statement."""
        match node:
            case ast.If():
                self.expression(node.test, state)
                return merged(self.block(node.body, dict(state)), self.block(node.orelse, dict(state)))
            case ast.While() | ast.For() | ast.AsyncFor():
                return self.loop(node, state)
            case ast.Match():
                return self.match(node, state)
            case ast.Try() | ast.TryStar():
                return self.guarded(node, state)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    self.expression(item.context_expr, state)
                return self.block(node.body, state)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                state.pop(node.name, None)
                return state
        return self.simple(node, state)

    def simple(self, node: ast.stmt, state: State) -> State | None:
        """The state after a statement without a block."""
        match node:
            case ast.Assign():
                self.expression(node.value, state)
                for target in node.targets:
                    self.bind(target, node.value, state)
            case ast.AnnAssign():
                self.annotated(node, state)
            case ast.AugAssign():
                self.augmented(node, state)
            case ast.Break():
                self.left.append(state)
                return None
            case ast.Continue():
                self.again.append(state)
                return None
            case _:
                for child in ast.iter_child_nodes(node):
                    self.expression(child, state)
        return None if isinstance(node, ast.Return | ast.Raise) else state

    def annotated(self, node: ast.AnnAssign, state: State) -> None:
        """`name: Id = ...` holds what doesn't get old."""
        if node.value is not None:
            self.expression(node.value, state)
            self.bind(node.target, None if says_id(node.annotation) else node.value, state)

    def augmented(self, node: ast.AugAssign, state: State) -> None:
        """`name += ...` uses the name and keeps what it holds of the world."""
        if isinstance(node.target, ast.Name):
            self.use(node.target, node.target.id, None, state)
        else:
            self.expression(node.target, state)
        self.expression(node.value, state)
        if isinstance(node.target, ast.Name) and reads_world(node.value):
            state.setdefault(node.target.id, Read(node.lineno))

    def loop(self, node: ast.While | ast.For | ast.AsyncFor, state: State) -> State | None:
        """Go round twice, so that what the end of the body makes old is seen at its beginning."""
        if not isinstance(node, ast.While):
            self.begin_walk(node.iter, state)
        outside = self.left, self.again
        entry: State | None = state
        exits: list[State | None] = []
        for _ in range(2):
            self.left, self.again = [], []
            entry = self.head(node, entry)
            end = self.block(node.body, None if entry is None else dict(entry))
            exits += self.left
            entry = merged(entry, end, *self.again)
        self.left, self.again = outside
        runs_out = None if is_endless(node) else self.block(node.orelse, self.head(node, entry))
        return merged(runs_out, *exits)

    def head(self, node: ast.While | ast.For | ast.AsyncFor, state: State | None) -> State | None:
        """The state at the beginning of the body: after the test, or with the loop's name bound."""
        if state is None:
            return None
        state = dict(state)
        if isinstance(node, ast.While):
            self.expression(node.test, state)
        else:
            self.walk(node.target, node.iter, state)
        return state

    def match(self, node: ast.Match, state: State) -> State | None:
        """One path a case, and one on which none fits."""
        self.expression(node.subject, state)
        ends: list[State | None] = [dict(state)]
        for case in node.cases:
            inside = dict(state)
            if case.guard is not None:
                self.expression(case.guard, inside)
            ends.append(self.block(case.body, inside))
        return merged(*ends)

    def guarded(self, node: ast.Try | ast.TryStar, state: State) -> State | None:
        """A handler may begin before or after the body."""
        end = self.block(node.body, dict(state))
        begin = merged(state, end) or state
        ends = [self.block(handler.body, dict(begin)) for handler in node.handlers]
        return self.block(node.finalbody, merged(self.block(node.orelse, end), *ends))

    # expressions

    def expression(self, node: ast.AST, state: State) -> None:
        """Follow an expression in the order in which it is evaluated."""
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                self.use(node, name, attribute, state)
            case ast.Subscript(value=ast.Name(id=name), slice=key):
                self.use(node, name, "[]", state)
                self.expression(key, state)
            case ast.Name(id=name, ctx=ast.Load()):
                self.use(node, name, None, state)
            case ast.NamedExpr():
                self.expression(node.value, state)
                self.bind(node.target, node.value, state)
            case ast.IfExp():
                self.choice(node, state)
            case ast.Lambda():
                hidden = set(parameters(node))
                self.expression(node.body, {name: read for name, read in state.items() if name not in hidden})
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self.comprehension(node, state)
            case _:
                self.parts(node, state)

    def parts(self, node: ast.AST, state: State) -> None:
        """Follow the parts of an expression; a call that asks comes after its arguments."""
        for child in ast.iter_child_nodes(node):
            self.expression(child, state)
        if isinstance(node, ast.Call) and is_ask(node, self.asking):
            self.ask(node.lineno, state)

    def choice(self, node: ast.IfExp, state: State) -> None:
        """`a if test else b`: the test comes first."""
        self.expression(node.test, state)
        one, other = dict(state), dict(state)
        self.expression(node.body, one)
        self.expression(node.orelse, other)
        state.update(merged(one, other) or {})

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, state: State) -> None:
        """Follow the clauses, then the element, twice; names bound inside stay inside."""
        inside = dict(state)
        before, self.last_ask = self.last_ask, 0
        for _ in range(2):
            for clause in node.generators:
                self.begin_walk(clause.iter, inside)
                self.walk(clause.target, clause.iter, inside)
                for test in clause.ifs:
                    self.expression(test, inside)
            elements = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
            for element in elements:
                self.expression(element, inside)
        if self.last_ask:
            self.ask(self.last_ask, state)
        self.last_ask = self.last_ask or before

    # names

    def ask(self, line: int, state: State) -> None:
        """All that was read so far is old from here."""
        self.last_ask = line
        for name, read in state.items():
            state[name] = replace(read, asked=line)

    def use(self, node: ast.AST, name: str, attribute: str | None, state: State) -> None:
        """Keep the use of an old read; an id is never old."""
        read = state.get(name)
        if read is None or not read.asked or attribute == "id" or (read.walked and attribute is None):
            return
        line = getattr(node, "lineno", read.line)
        self.found[line, name] = (node, read)

    def bind(self, target: ast.expr, value: ast.expr | None, state: State) -> None:
        """Note what a target holds of the world from here on."""
        match target, value:
            case ast.Tuple() | ast.List(), ast.Tuple() | ast.List() if len(target.elts) == len(value.elts):
                for part, given in zip(target.elts, value.elts, strict=True):
                    self.bind(part, given, state)
            case ast.Tuple() | ast.List(), _:
                for part in target.elts:
                    self.bind(part, value, state)
            case ast.Starred(value=part), _:
                self.bind(part, value, state)
            case ast.Name(id=name), _:
                self.hold(name, value, state)
            case _:
                self.expression(target, state)

    def hold(self, name: str, value: ast.expr | None, state: State) -> None:
        """Note what a name holds: a fresh read, another name's read, or nothing of the world."""
        if value is not None and reads_world(value):
            state[name] = Read(value.lineno)
            return
        known = self.alias(value, state)
        if known is None:
            state.pop(name, None)
        else:
            state[name] = known

    def alias(self, value: ast.expr | None, state: State) -> Read | None:
        """The read behind `other` or `other.life`; an old one was reported where it was used."""
        while isinstance(value, ast.Attribute | ast.Subscript):
            if isinstance(value, ast.Attribute) and value.attr == "id":
                return None
            value = value.value
        read = state.get(value.id) if isinstance(value, ast.Name) else None
        return None if read is None or read.asked else read

    def begin_walk(self, walked: ast.expr, state: State) -> None:
        """Note what a loop goes through: it is read once, so an ask in the body makes the rest of it old."""
        self.expression(walked, state)
        self.hold(place_of(walked), walked, state)

    def walk(self, target: ast.expr, walked: ast.expr, state: State) -> None:
        """Bind the names of a loop to the next of what it goes through."""
        read = state.get(place_of(walked))
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                state.pop(node.id, None)
                if read is not None:
                    state[node.id] = replace(read, walked=True)


def place_of(node: ast.expr) -> str:
    """A name for an expression that no local has."""
    return f"{node.lineno}:{node.col_offset}"


def is_endless(node: ast.While | ast.For | ast.AsyncFor) -> bool:
    """Whether a loop ends only by break or return."""
    return isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)


def check_old_reads(tree: ast.Module, file: File) -> Found:
    """The world moves at answers: what was read before an ask is read again after it."""
    for function in filter(has_handle, functions(tree)):
        reads = OldReads(file.asking)
        reads.block(function.body, {})
        for (_line, name), (node, read) in reads.found.items():
            yield (
                node,
                f"{name} was read from the world in line {read.line} and is old since the ask in line {read.asked}",
                "Read it again from t.world after the ask; to keep an id, write `name: Id = ...`.",
            )

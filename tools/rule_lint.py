"""Checks that rule code can be run again: `rule_lint.py [FILE|FOLDER ...]`, by default all books.

A rule is run many times against its journal, so it must do the same every time: no clock, no chance but
the handle's, no order that differs from run to run, nothing that catches a suspension, no state of its own.
Each finding names its place, what is wrong and the mend. There is no way to switch a check off.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

HANDLE = "t"
BOOKS = Path(__file__).resolve().parent.parent / "src/takusen_books"
FORBIDDEN_MODULES = frozenset({"random", "time", "datetime", "os", "secrets", "uuid", "threading", "asyncio", "io"})
RUN_DEPENDENT = frozenset({"id", "hash"})
MUTABLE_MAKERS = frozenset({"list", "dict", "set", "defaultdict", "OrderedDict", "Counter", "deque", "bytearray"})
MUTATORS = frozenset(
    {
        "add",
        "append",
        "appendleft",
        "clear",
        "discard",
        "extend",
        "extendleft",
        "insert",
        "pop",
        "popitem",
        "popleft",
        "remove",
        "reverse",
        "rotate",
        "setdefault",
        "sort",
        "update",
        "difference_update",
        "intersection_update",
        "symmetric_difference_update",
    }
)
SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference", "copy"})
IN_ORDER = frozenset({"list", "tuple", "iter", "enumerate", "reversed", "zip", "map", "filter", "dict"})
ASKS = frozenset({"ask", "ask_all", "window"})
UNRESOLVED = frozenset({"option", "content"})

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True, order=True)
class Finding:
    """One thing to mend."""

    path: str
    line: int
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}\n    {self.mend}"


class File(NamedTuple):
    """The file that is checked, and the functions of its folder that ask."""

    path: Path
    asking: frozenset[str]


Found = Iterator[tuple[ast.AST, str, str]]
Check = Callable[[ast.Module, File], Found]


# --- reading the tree


def functions(tree: ast.AST) -> Iterator[Function]:
    """All functions at any depth."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def parameters(scope: Scope) -> list[str]:
    """The names of all parameters, in order."""
    given = scope.args
    plain = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return [argument.arg for argument in (*plain, *filter(None, (given.vararg, given.kwarg)))]


def has_handle(function: Function) -> bool:
    """Whether a function is rule code: its first parameter (after self) is the handle."""
    names = parameters(function)
    return names[:1] == [HANDLE] or (names[:1] == ["self"] and names[1:2] == [HANDLE])


def is_name(node: ast.AST | None, names: Iterable[str]) -> bool:
    """Whether a node is one of these plain names."""
    return isinstance(node, ast.Name) and node.id in names


def root_of(node: ast.expr) -> ast.expr:
    """The innermost value of a chain such as `t.world.fighter(x).life`."""
    while True:
        match node:
            case ast.Attribute(value=inner) | ast.Subscript(value=inner) | ast.Call(func=inner):
                node = inner
            case _:
                return node


def is_handle_call(call: ast.Call) -> bool:
    """Whether a call goes through the handle, or hands it to a sub-rule."""
    if is_name(root_of(call.func), {HANDLE}):
        return True
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(is_name(value, {HANDLE}) for value in given)


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions inside it."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Scope | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(node))


def stored_names(scope: ast.AST) -> set[str]:
    """The names that a scope binds by itself."""
    return {node.id for node in own_nodes(scope) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def assignments(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Plain `name = value` pairs."""
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from ((target.id, value) for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                yield name, value


# --- imports and calls


def check_imports(tree: ast.Module, _file: File) -> Found:
    """No module that brings chance, clocks, files or threads."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                modules = [alias.name for alias in aliases]
            case ast.ImportFrom(module=str(module), level=0):
                modules = [module]
            case _:
                continue
        for module in modules:
            if module.partition(".")[0] in FORBIDDEN_MODULES:
                yield (
                    node,
                    f"rule code imports {module}",
                    "Rolls, draws and answers come from the handle; dates and files come in as arguments or content.",
                )


def check_calls(tree: ast.Module, _file: File) -> Found:
    """No open(), and nothing that differs from run to run."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if is_name(node.func, {"open"}):
            yield node, "rule code opens a file", "Put data into the book's content; the loader reads it."
        keys = [keyword.value for keyword in node.keywords if keyword.arg == "key"]
        for used in (node.func, *keys):
            if isinstance(used, ast.Name) and used.id in RUN_DEPENDENT:
                yield (
                    node,
                    f"{used.id}() differs from run to run",
                    "Compare or sort by an id or a number of the world.",
                )


# --- sets


def is_set(node: ast.expr, known: frozenset[str]) -> bool:
    """Whether an expression is a set as far as this scope tells."""
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(id=name):
            return name in known
        case ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.Call(func=ast.Attribute(value=value, attr=method)):
            return method in SET_METHODS and is_set(value, known)
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
            return is_set(left, known) or is_set(right, known)
        case ast.IfExp(body=body, orelse=orelse):
            return is_set(body, known) or is_set(orelse, known)
    return False


def set_names(scope: ast.AST, outer: frozenset[str]) -> frozenset[str]:
    """The names that hold sets in a scope, from its assignments and annotations."""
    held = {name for name, value in assignments(own_nodes(scope)) if is_set(value, outer)}
    if isinstance(scope, Scope):
        given = [*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs]
        held |= {argument.arg for argument in given if is_set_annotation(argument.annotation)}
        outer -= set(parameters(scope))
    return (outer - stored_names(scope)) | held


def is_set_annotation(node: ast.expr | None) -> bool:
    """Whether an annotation says set or frozenset."""
    named = node.value if isinstance(node, ast.Subscript) else node
    return is_name(named, {"set", "frozenset", "AbstractSet"})


def walked_through(node: ast.AST) -> Iterator[ast.expr]:
    """What a node goes through one by one."""
    match node:
        case ast.For(iter=walked) | ast.AsyncFor(iter=walked) | ast.comprehension(iter=walked):
            yield walked
        case ast.Starred(value=walked, ctx=ast.Load()) | ast.YieldFrom(value=walked):
            yield walked
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in IN_ORDER:
            yield from arguments
        case ast.Call(func=ast.Attribute(attr="join" | "extend"), args=arguments):
            yield from arguments


def check_sets(tree: ast.Module, _file: File) -> Found:
    """No order taken from a set."""
    waiting: list[tuple[ast.AST, frozenset[str]]] = [(tree, frozenset())]
    while waiting:
        scope, outer = waiting.pop()
        known = set_names(scope, outer)
        for node in own_nodes(scope):
            if isinstance(node, Scope | ast.ClassDef):
                waiting.append((node, known))
            for walked in walked_through(node):
                if is_set(walked, known):
                    yield walked, "goes through a set, whose order differs from run to run", "Wrap it: sorted(...)."


# --- suspensions


def check_guards(tree: ast.Module, _file: File) -> Found:
    """No try and no with around what may suspend."""
    for function in filter(has_handle, functions(tree)):
        for node in ast.walk(function):
            match node:
                case ast.Try() | ast.TryStar():
                    word = "try"
                case ast.With() | ast.AsyncWith():
                    word = "with"
                case _:
                    continue
            if any(isinstance(inner, ast.Call) and is_handle_call(inner) for inner in ast.walk(node)):
                yield (
                    node,
                    f"`{word}` around a call on the handle",
                    "An open ask leaves the rule by an exception that must pass: move the call out of it.",
                )


# --- state


def is_mutable(node: ast.expr) -> bool:
    """Whether an expression makes something that can be changed in place."""
    match node:
        case ast.List() | ast.Dict() | ast.Set() | ast.ListComp() | ast.DictComp() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in MUTABLE_MAKERS
    return False


def changed_names(node: ast.AST) -> Iterator[str]:
    """The names whose value a node changes in place."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in MUTATORS:
            yield name
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
            yield name
        case ast.AugAssign(target=ast.Name(id=name)):
            yield name


def check_scope_words(tree: ast.Module, _file: File) -> Found:
    """No global and no nonlocal."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Global | ast.Nonlocal):
            word = type(node).__name__.lower()
            yield node, f"`{word}` keeps state outside the world", "Make it a field of the world, moved by a fact."


def check_module_state(tree: ast.Module, _file: File) -> Found:
    """Nothing made at module level is changed inside a function."""
    kept = frozenset(name for name, value in assignments(own_nodes(tree)) if is_mutable(value))
    waiting: list[tuple[ast.AST, frozenset[str], bool]] = [(tree, kept, False)]
    while waiting:
        scope, visible, in_function = waiting.pop()
        for node in own_nodes(scope):
            if isinstance(node, Scope):
                waiting.append((node, visible - set(parameters(node)) - bound_names(node), True))
            elif isinstance(node, ast.ClassDef):
                waiting.append((node, visible, in_function))
            for name in visible.intersection(changed_names(node) if in_function else ()):
                yield (
                    node,
                    f"{name} belongs to the module and is changed in a function",
                    "Make it a field of the world, moved by a fact, or a tuple or mapping that stays as it is.",
                )


def bound_names(scope: ast.AST) -> set[str]:
    """The names that a scope makes its own; `+=` alone makes none."""
    nodes = list(own_nodes(scope))
    changed = {id(node.target) for node in nodes if isinstance(node, ast.AugAssign)}
    stored = (node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return {node.id for node in stored if id(node) not in changed}


# --- facts


def is_fact_function(function: Function) -> bool:
    """Whether a function says how a fact changes the world."""
    return function.name == "apply" or any(map(is_fact_decorator, function.decorator_list))


def is_fact_decorator(node: ast.expr) -> bool:
    """Whether a decorator is `@applies` or one of `@becomes...`."""
    match node:
        case ast.Call(func=inner):
            return is_fact_decorator(inner)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name == "applies" or name.startswith("becomes")
    return False


def check_facts(tree: ast.Module, file: File) -> Found:
    """A fact is resolved before it is stated: its fold decides and looks up nothing."""
    if file.path.name != "facts.py":
        return
    for function in filter(is_fact_function, functions(tree)):
        for node in ast.walk(function):
            match node:
                case ast.If() | ast.IfExp() | ast.Match():
                    yield (
                        node,
                        "a fact's change decides something",
                        "Decide in the rule, and put the result in the fact.",
                    )
                case ast.Call(func=ast.Attribute(attr=name)) if name in UNRESOLVED:
                    yield (
                        node,
                        f"a fact's change reads .{name}()",
                        "Read it in the rule, and put the value in the fact.",
                    )


# --- reads that an ask makes old


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


# --- running


CHECKS: tuple[Check, ...] = (
    check_imports,
    check_calls,
    check_sets,
    check_guards,
    check_scope_words,
    check_module_state,
    check_facts,
    check_old_reads,
)


def lint_folder(sources: Mapping[Path, str]) -> list[Finding]:
    """All findings in the files of one folder, whose functions may call one another."""
    found: list[Finding] = []
    trees: dict[Path, ast.Module] = {}
    for path, source in sources.items():
        try:
            trees[path] = ast.parse(source, str(path))
        except SyntaxError as error:
            found.append(Finding(str(path), error.lineno or 0, f"is not Python: {error.msg}", "Mend the syntax."))
    asking = asking_functions(list(trees.values()))
    for path, tree in trees.items():
        found += lint_tree(tree, File(path, asking))
    return sorted(found)


def lint_tree(tree: ast.Module, file: File) -> set[Finding]:
    """All findings of all checks in one file."""
    return {
        Finding(str(file.path), getattr(node, "lineno", 0), what, mend)
        for check in CHECKS
        for node, what, mend in check(tree, file)
    }


def by_folder(places: Iterable[Path]) -> dict[Path, dict[Path, str]]:
    """The text of the Python files at some places, folder by folder."""
    files = {file for place in places for file in (place.rglob("*.py") if place.is_dir() else [place])}
    folders: dict[Path, dict[Path, str]] = {}
    for file in sorted(files):
        folders.setdefault(file.parent, {})[file] = file.read_text(encoding="utf-8")
    return folders


def main(arguments: Sequence[str]) -> int:
    """Lint the files and folders named, or all books; 1 when anything is to mend."""
    folders = by_folder(map(Path, arguments or [str(BOOKS)]))
    findings = [finding for sources in folders.values() for finding in lint_folder(sources)]
    for finding in findings:
        print(finding)
    print(f"{sum(map(len, folders.values()))} rule files, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

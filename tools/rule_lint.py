"""Checks that rule code can be run again: `python -m tools.rule_lint [FILE|FOLDER ...]`, by default all books.

A rule is run many times against its journal, so it must do the same every time: no clock, no chance but
the handle's, no order that differs from run to run, nothing that catches a suspension, no state of its own.
Each finding names its place, what is wrong and the mend. There is no way to switch a check off.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tools.old_reads import asking_functions, check_old_reads
from tools.rule_tree import (
    Check,
    File,
    Finding,
    Found,
    Function,
    Scope,
    assignments,
    functions,
    has_handle,
    is_handle_call,
    is_name,
    own_nodes,
    parameters,
    stored_names,
)

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
UNRESOLVED = frozenset({"option", "content"})

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


def check_facts(tree: ast.Module, _file: File) -> Found:
    """A fact is resolved before it is stated: its fold decides and looks up nothing."""
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

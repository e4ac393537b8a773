"""The reading of rule code's syntax tree that the checks of the rule lint share."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

HANDLE = "t"

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

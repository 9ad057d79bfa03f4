"""No signal is only passed on, and lambdas are few: whoever reads a connection sees what it does."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "bones_desktop"
MODULES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}

LAMBDAS = 221
"""How many lambdas there are in the program."""
LAMBDAS_IN_ROOT = 20
ROOT_MODULE = "start/application.py"


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"), name)


def signals(module: ast.Module) -> Iterator[str]:
    """Yield the names of the signals that classes of a module have."""
    for node in ast.walk(module):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="Signal"))):
                yield name


def emits(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "emit"


def passes_on(given: list[str], call: ast.expr) -> bool:
    """Return whether a call emits a signal with just the values that were given."""
    if not isinstance(call, ast.Call) or not emits(call.func):
        return False
    return [each.id if isinstance(each, ast.Name) else "" for each in call.args] == given


def relays(module: ast.Module, names: frozenset[str]) -> Iterator[str]:
    """Yield what only passes a signal on: signals, `emit` and lambdas that are connected, and slots that only emit."""
    connected = set()
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Attribute(attr="connect"), args=[slot, *_]):
                pass
            case _:
                continue
        if isinstance(slot, ast.Attribute):
            connected.add(slot.attr)
            if slot.attr in names or emits(slot):
                yield ast.unparse(node)
        elif isinstance(slot, ast.Lambda):
            given = [each.arg for each in slot.args.args if not each.arg.startswith("_")]
            if passes_on(given, slot.body):
                yield ast.unparse(node)
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(name=name, args=ast.arguments(args=[_, *given]), body=[*_, ast.Expr(value=call)]):
                statements = [each for each in node.body if not is_text(each)]
                alone = name in connected and len(statements) == 1 and given
                if alone and passes_on([each.arg for each in given], call):
                    yield f"def {name}: {ast.unparse(call)}"


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def all_relays() -> list[str]:
    names = frozenset(name for module in MODULES for name in signals(tree(module)))
    return [f"{module}: {each}" for module in MODULES for each in relays(tree(module), names)]


def lambdas(name: str) -> int:
    return sum(isinstance(node, ast.Lambda) for node in ast.walk(tree(name)))


def test_no_signal_is_only_passed_on() -> None:
    """A child is given what it talks to, or whoever makes it connects to it: nothing hands signals up by hand."""
    found = all_relays()
    assert not found, "\n".join(found)


def test_lambdas_are_few() -> None:
    """A bound method has a name, and shows in a traceback."""
    assert lambdas(ROOT_MODULE) <= LAMBDAS_IN_ROOT
    assert sum(map(lambdas, MODULES)) <= LAMBDAS


@pytest.mark.parametrize(
    "code",
    [
        "child.moved.connect(self.moved)",
        "child.moved.connect(self.moved.emit)",
        "child.moved.connect(lambda place: self.moved.emit(place))",
        "child.moved.connect(lambda _place: self.moved.emit())",
        "class A:\n    def go(self, place):\n        self.moved.emit(place)\nchild.moved.connect(a.go)",
    ],
)
def test_a_relay_is_found(code: str) -> None:
    assert len(list(relays(ast.parse(code), frozenset({"moved"})))) == 1

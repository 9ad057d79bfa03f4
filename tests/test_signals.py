"""No signal is only passed on, and lambdas are few: whoever reads a connection sees what it does."""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[1] / "bones_desktop"
MODULES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}

LAMBDAS = 221
"""How many lambdas there are in the program."""
LAMBDAS_IN_ROOT = 20
ROOT_MODULE = "start/application.py"


def emits(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "emit"


def passes_on(given: list[str], call: ast.expr) -> bool:
    """Return whether a call emits a signal with just the values that were given."""
    if not isinstance(call, ast.Call) or not emits(call.func):
        return False
    return [each.id if isinstance(each, ast.Name) else "" for each in call.args] == given


class Known(NamedTuple):
    """What these tests ask about a module. Trees of all modules would weigh on every test that comes after."""

    signals: set[str]
    relays: list[tuple[str, str]]
    """What only passes a signal on. The first text is "", or a name: then it does so if a signal is called that."""
    lambdas: int


def known_of(module: ast.Module) -> Known:
    """Read a module: its signals, and `emit`, lambdas and slots that only emit where they are connected."""
    found = Known(set(), [], 0)
    lambdas, connected, functions = 0, set(), []
    for node in ast.walk(module):
        match node:
            case ast.Lambda():
                lambdas += 1
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="Signal"))):
                found.signals.add(name)
            case ast.Call(func=ast.Attribute(attr="connect"), args=[ast.Attribute() as slot, *_]):
                connected.add(slot.attr)
                found.relays.append(("" if emits(slot) else slot.attr, ast.unparse(node)))
            case ast.Call(func=ast.Attribute(attr="connect"), args=[ast.Lambda() as slot, *_]):
                given = [each.arg for each in slot.args.args if not each.arg.startswith("_")]
                if passes_on(given, slot.body):
                    found.relays.append(("", ast.unparse(node)))
            case ast.FunctionDef(args=ast.arguments(args=[_, _, *_]), body=[*_, ast.Expr()]):
                functions.append(node)
    for function in functions:
        [*before, last] = function.body
        given = [each.arg for each in function.args.args[1:]]
        if function.name in connected and all(map(is_text, before)) and passes_on(given, last.value):
            found.relays.append(("", f"def {function.name}: {ast.unparse(last.value)}"))
    return found._replace(lambdas=lambdas)


@cache
def known() -> dict[str, Known]:
    """Return what there is to know of every module: each is read once for all tests."""
    return {name: known_of(ast.parse(path.read_text(encoding="utf-8"), name)) for name, path in MODULES.items()}


def relays(known: Known, names: set[str]) -> list[str]:
    """Return what only passes a signal on."""
    return [text for name, text in known.relays if not name or name in names]


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def all_relays() -> list[str]:
    names = set().union(*(module.signals for module in known().values()))
    return [f"{name}: {each}" for name, module in known().items() for each in relays(module, names)]


def test_no_signal_is_only_passed_on() -> None:
    """A child is given what it talks to, or whoever makes it connects to it: nothing hands signals up by hand."""
    found = all_relays()
    assert not found, "\n".join(found)


def test_lambdas_are_few() -> None:
    """A bound method has a name, and shows in a traceback."""
    assert known()[ROOT_MODULE].lambdas <= LAMBDAS_IN_ROOT
    assert sum(module.lambdas for module in known().values()) <= LAMBDAS


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
    assert len(relays(known_of(ast.parse(code)), {"moved"})) == 1

"""Modules that are imported now and run when something in them is first used.

`importlib.util.LazyLoader` would run them at once: the import statement asks a module for its spec.
"""

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from threading import RLock
from types import ModuleType
from typing import Any, SupportsIndex


@contextmanager
def late(names: Collection[str], allowed: Callable[[], bool] = lambda: True) -> Iterator[None]:
    """Within, an import of a module called so leaves it to be run later, if it is `allowed` then."""
    usual = sys.meta_path
    waiting = _Waiting(names, allowed)
    finders = _FirstStays((waiting, *usual))
    sys.meta_path = finders
    try:
        yield
    finally:
        finders.remove(waiting)
        usual[:] = finders
        sys.meta_path = usual


def run_late(name: str) -> None:
    """Run a module that waits; without effect for any other."""
    if name in sys.modules:
        getattr(sys.modules[name], "used", None)


class _FirstStays(list[Any]):
    """Finders of modules of which the first stays before those that come: PySide puts its own at the front."""

    def insert(self, index: SupportsIndex, finder: object) -> None:
        """Insert behind the first."""
        super().insert(max(1, index.__index__()), finder)


class _Waiting:
    """Finds the modules that wait where the other finders find them."""

    def __init__(self, names: Collection[str], allowed: Callable[[], bool]) -> None:
        self._names = names
        self._allowed = allowed

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:  # noqa: ANN401 (Python's)
        """Return a spec whose module runs late; None for a module that need not wait."""
        if name not in self._names or not self._allowed():
            return None
        for finder in sys.meta_path:
            spec = finder.find_spec(name, path, target) if finder is not self else None
            if spec is not None and spec.loader is not None:
                spec.loader = _Late(spec.loader)  # type: ignore[assignment]
                return spec
        return None


class _Late:
    """Runs a module when something in it is first used; other threads wait until it has run."""

    def __init__(self, loader: Any) -> None:  # noqa: ANN401 (as of Python's own)
        self._loader = loader
        self._running = RLock()
        self._has_begun = False

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return what the module's own loader makes."""
        return self._loader.create_module(spec)  # type: ignore[no-any-return]

    def exec_module(self, module: ModuleType) -> None:
        """Let the module wait."""
        name, run = module.__name__, self._run

        class Waiting(ModuleType):
            def __getattribute__(self, used: str) -> object:
                if not used.startswith("__"):
                    run(module, name)
                return ModuleType.__getattribute__(self, used)  # by now it is of that class again

        module.__class__ = Waiting

    def _run(self, module: ModuleType, name: str) -> None:
        with self._running:
            if self._has_begun:  # has ended too, or what runs here uses the module itself
                return
            self._has_begun = True
            spec: Any = module.__spec__
            module.__loader__ = spec.loader = self._loader
            published, spec.name = spec.name, name  # PySide gives it a second one
            try:
                self._loader.exec_module(module)
            finally:
                spec.name = published
                module.__class__ = ModuleType

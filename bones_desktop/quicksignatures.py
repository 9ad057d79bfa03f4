"""Qt's bindings without the signatures of Qt's functions, until somebody asks for one.

Whenever it is imported, PySide unpacks and compiles three thousand lines of Python that know how the functions of Qt
are called: for the message of a TypeError, and for help(). A bare window needs a third of its time for that.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final, SupportsIndex

_PACKAGE: Final = "shibokensupport.signature."
_WAITING: Final = frozenset(
    _PACKAGE + name for name in ("errorhandler", "layout", "lib.enum_sig", "lib.pyi_generator", "lib.tool", "parser")
)
"""Not `mapping`: PySide reads its names without asking it for them."""
_COMPARED: Final = (6, 11)
"""What PySide reads in that way changes with PySide: one that nobody compared yet is imported as ever."""


@contextmanager
def late_signatures() -> Iterator[None]:
    """Within, an import of PySide leaves its modules about signatures to be run when something in them is used."""
    usual = sys.meta_path
    waiting = _Waiting()
    finders = _FirstStays((waiting, *usual))
    sys.meta_path = finders
    try:
        yield
    finally:
        finders.remove(waiting)
        usual[:] = finders
        sys.meta_path = usual


class _FirstStays(list[Any]):
    """Finders of modules of which the first stays before those that come: PySide puts its own at the front."""

    def insert(self, index: SupportsIndex, finder: object) -> None:
        """Insert behind the first."""
        super().insert(max(1, index.__index__()), finder)


class _Waiting:
    """Finds the modules that wait where the other finders find them."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:  # noqa: ANN401 (Python's)
        """Return a spec whose module runs late; None for a module that need not wait."""
        if name not in _WAITING or sys.modules["shiboken6"].__version_info__[:2] != _COMPARED:
            return None
        for finder in sys.meta_path:
            spec = finder.find_spec(name, path, target) if finder is not self else None
            if spec is not None and spec.loader is not None:
                spec.loader = _Late(spec.loader)  # type: ignore[assignment]
                return spec
        return None


class _Late:
    """Runs a module when something in it is first used."""

    def __init__(self, loader: Any) -> None:  # noqa: ANN401 (as of Python's own)
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return what the module's own loader makes."""
        return self._loader.create_module(spec)  # type: ignore[no-any-return]

    def exec_module(self, module: ModuleType) -> None:
        """Let the module wait."""
        spec, name = module.__spec__, module.__name__

        def __getattr__(used: str) -> object:  # noqa: N807 (as Python calls it)
            if used.startswith("__") or spec is None:
                raise AttributeError(used)
            del module.__getattr__
            published, spec.name, spec.loader = spec.name, name, self._loader  # PySide gives it a second name
            try:
                self._loader.exec_module(module)
            finally:
                spec.name = published
            return getattr(module, used)

        module.__getattr__ = __getattr__  # type: ignore[method-assign]

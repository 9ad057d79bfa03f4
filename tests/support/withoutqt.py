"""A plugin for pytest that refuses every import of Qt, as Python does where PySide6 is not installed."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

REFUSED = ("PySide6", "shiboken6")


class RefuseQt(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.split(".", maxsplit=1)[0] in REFUSED:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


sys.meta_path.insert(0, RefuseQt())

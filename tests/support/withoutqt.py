"""A plugin for pytest that refuses every import of Qt, as Python does where PySide6 is not installed.

Of a test with many cases it leaves the first few: what they need is the same, and all run with Qt there.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

REFUSED = ("PySide6", "shiboken6")
CASES = 4


class RefuseQt(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.split(".", maxsplit=1)[0] in REFUSED:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    cases: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        cases[test] += 1
        (kept if cases[test] <= CASES else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


sys.meta_path.insert(0, RefuseQt())

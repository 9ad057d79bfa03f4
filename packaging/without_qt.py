"""Run the tests of rules, storage and wording as if PySide6 were not installed."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

REFUSED = ("PySide6", "shiboken6")
FOLDERS = ("tests/rules", "tests/storage", "tests/wording")


class RefuseQt(MetaPathFinder):
    """Answers every import of Qt as Python does where it is missing."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.split(".", maxsplit=1)[0] in REFUSED:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


if __name__ == "__main__":
    sys.meta_path.insert(0, RefuseQt())
    sys.exit(pytest.main(["-q", "-p", "no:pytest-qt", *FOLDERS, *sys.argv[1:]]))

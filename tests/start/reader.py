"""The program with Bob open, for tests of the guide."""

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.storage.files.shippedfiles import shipped
from tests.support.running import Running


class Reader(Running):
    """A program whose guide is read."""

    def __init__(self, folder: Path, bob: Path) -> None:
        super().__init__(folder, bob)
        self.bob = bob

    @property
    def reference(self):
        return self.program.pages.reference

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.app.focusWidget() or self.window, key)
        self.app.processEvents()


def with_bob(folder):
    bob = folder / "Bob.bones"
    shutil.copy(shipped("resources") / "games" / "bones" / "samples" / "bob.bones", bob)
    return Reader(folder, bob)

"""Running the program with a journey inside it."""

import json
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from bones_desktop.start.start import start
from bones_desktop.theme import measures

SETTLED_MS = 800


def tell(**seen: object) -> None:
    """Print what was seen, one JSON object a line."""
    sys.stdout.write(json.dumps(seen) + "\n")
    sys.stdout.flush()


def travel(journey: Callable[[], None], data: Path, *files: Path) -> int:
    """Start the program with its files under `data`, run `journey` in it and return the exit code.

    What goes wrong is printed, a picture of the screen is left in `data`, and the exit code is 1.
    """
    app = QApplication([*sys.argv[:1], *measures.STYLE_ARGUMENTS])

    def go() -> None:
        try:
            journey()
        except BaseException:
            traceback.print_exc()
            if (screen := app.primaryScreen()) is not None:
                screen.grabWindow(0).save(str(data / "failed.png"))
            QApplication.exit(1)

    QTimer.singleShot(SETTLED_MS, app, go)
    return start(files, data_dir=data, safe=False)

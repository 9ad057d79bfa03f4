"""Memory of the program with twenty characters, after its start and after every page was seen.

    python -m tests.benchmarks.memory [rounds]

Each round is a process of its own, offscreen. Printed are the least and the median of resident megabytes, and those of
a bare PySide6 window.
"""

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks.shelf import resident
from tests.benchmarks.start import ROOT, homes

ROUNDS = 3
GOALS = {"bare window": 0, "after start": 100, "after every page": 200}
"""Megabytes, on the median; a bare window has no goal."""


def settle(app):
    """Let the program do what it does when nothing happens, for half a second."""
    began = time.monotonic()
    while time.monotonic() - began < 0.5:
        app.processEvents()
        time.sleep(0.01)
    gc.collect()
    return resident()


def measure():
    """Print the megabytes at each stage."""
    # As the program starts: PySide's import hook would keep the source of every module, which takes 9 MB.
    from bones_desktop.main import prepare_imports

    prepare_imports()
    from PySide6.QtWidgets import QApplication, QMainWindow

    app = QApplication([])
    bare = QMainWindow()
    bare.resize(1366, 768)
    bare.show()
    found = [settle(app)]
    bare.close()
    # Without the support of the tests, which takes 10 MB itself.
    from bones_desktop.desk.mainwindow import PAGES
    from bones_desktop.start.application import Application
    from bones_desktop.storage.files.locations import Locations

    locations = Locations.usual()
    program = Application(app, locations, lambda: datetime.now(UTC))
    program.open_first((locations.characters / "0.bones",))
    program.window.resize(1366, 768)
    found.append(settle(app))
    for page in PAGES:
        program.window.show_page(page)
        settle(app)
    found.append(settle(app))
    program.window.close()
    program.close()
    print(*found)


def main(rounds):
    with tempfile.TemporaryDirectory() as top:
        subprocess.run([sys.executable, "-m", "tests.benchmarks.start", "--make", top], cwd=ROOT, check=True)
        environment = {**os.environ, **homes(Path(top)), "QT_QPA_PLATFORM": "offscreen"}
        asked = [sys.executable, "-m", "tests.benchmarks.memory", "--measure"]
        runs = [
            subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True, env=environment).stdout
            for _ in range(rounds)
        ]
    print(f"{'megabytes':20}{'least':>8}{'median':>8}")
    stages = zip(*(map(float, each.split()) for each in runs), strict=True)
    for (name, goal), found in zip(GOALS.items(), stages, strict=True):
        median = statistics.median(found)
        told = f"  goal {goal}: {'met' if median <= goal else 'MISSED'}" if goal else ""
        print(f"{name:20}{min(found):8.0f}{median:8.0f}{told}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure()
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else ROUNDS)

"""How long a step of the text size takes with every page and tab made.

    python -m tests.benchmarks.text_size

A step is everything until the window answers again: the style sheet, what follows the theme, and the events after it.
"""

import argparse
import os
import shutil
import statistics
import tempfile
from pathlib import Path
from time import process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QTabBar

from bones_desktop.storage.files.locations import Locations, shipped
from bones_desktop.window.shell.mainwindow import PAGES
from tests.support.running import Running

GOAL_MS = 150
SIZES = (105, 110, 115, 120, 115, 110, 105, 100)


def timed(running: Running, size: int) -> float:
    """Return the milliseconds of processor time of one step."""
    began = process_time()
    running.program.settings.edit(text_size=size)
    running.app.processEvents()
    return (process_time() - began) * 1000


def measure(rounds: int) -> None:
    app = QApplication.instance() or QApplication(["bones-desktop"])
    folder = Path(tempfile.mkdtemp(prefix="text-size-"))
    locations = Locations.under(folder / "data")
    locations.characters.mkdir(parents=True)
    ragnar = shipped("resources") / "games" / "bones" / "samples" / "ragnar.bones"
    shutil.copy(ragnar, locations.characters)
    with Running(folder / "data", locations.characters / ragnar.name, locations=locations) as running:
        for page in PAGES:
            running.window.show_page(page)
            app.processEvents()
            for bar in running.window.page_widget().findChildren(QTabBar):
                for tab in range(bar.count()):
                    bar.setCurrentIndex(tab)
                    app.processEvents()
                bar.setCurrentIndex(0)
        print(f"{len(app.allWidgets())} widgets")
        for page in PAGES:
            running.window.show_page(page)
            app.processEvents()
            bars = [bar for bar in running.window.page_widget().findChildren(QTabBar) if bar.isVisible()]
            for tab in range(bars[0].count() if bars else 1):
                if bars:
                    bars[0].setCurrentIndex(tab)
                    app.processEvents()
                steps = [timed(running, size) for _ in range(rounds) for size in SIZES]
                name = f"{page} {bars[0].tabText(tab)}" if bars else page
                print(f"{name:22} {statistics.median(steps):4.0f} ms, at most {max(steps):4.0f}; goal {GOAL_MS}")
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2)
    measure(parser.parse_args().rounds)

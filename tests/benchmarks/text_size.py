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

from bones_desktop.desk.mainwindow import PAGES
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.shippedfiles import shipped
from tests.support.running import Running

GOAL_MS = 120
SIZES = (105, 110, 115, 120, 115, 110, 105, 100)
THEMES = ("parchment", "contrast", "iron")
SAMPLES = ("bones/samples/ragnar.bones", "margin/samples/sable.bones")


def timed(running: Running, **change: object) -> float:
    """Return the milliseconds of processor time of one step."""
    began = process_time()
    running.program.settings.edit(**change)
    running.app.processEvents()
    return (process_time() - began) * 1000


def tab_bars(running: Running) -> list[QTabBar]:
    return [bar for bar in running.window.page_widget().findChildren(QTabBar) if bar.isVisible()]


def told(name: str, steps: list[float]) -> None:
    print(f"{name:22} {statistics.median(steps):4.0f} ms, at most {max(steps):4.0f}; goal {GOAL_MS}")


def measure(sample: str, rounds: int) -> None:
    app = QApplication.instance() or QApplication(["bones-desktop"])
    folder = Path(tempfile.mkdtemp(prefix="text-size-"))
    locations = Locations.under(folder / "data")
    locations.characters.mkdir(parents=True)
    source = shipped("resources") / "games" / sample
    shutil.copy(source, locations.characters)
    with Running(folder / "data", locations.characters / source.name, locations=locations, page="") as running:
        running.program.settings.edit(theme=THEMES[-1])
        for page in PAGES:
            running.window.show_page(page)
            app.processEvents()
            for bar in running.window.page_widget().findChildren(QTabBar):
                for tab in range(bar.count()):
                    bar.setCurrentIndex(tab)
                    app.processEvents()
                bar.setCurrentIndex(0)
        app.processEvents()
        print(f"{sample}: {len(app.allWidgets())} widgets")
        told("the first step", [timed(running, text_size=SIZES[-2])])
        for page in PAGES:
            running.window.show_page(page)
            app.processEvents()
            if running.window.page != page:
                continue
            bars = tab_bars(running)
            for tab in range(bars[0].count() if bars else 1):
                if bars:
                    bars[0].setCurrentIndex(tab)
                    app.processEvents()
                name = f"{page} {bars[0].tabText(tab)}" if bars else page
                told(name, [timed(running, text_size=size) for _ in range(rounds) for size in SIZES])
                told("  theme", [timed(running, theme=theme) for _ in range(rounds) for theme in THEMES])
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2)
    chosen = parser.parse_args()
    for each in SAMPLES:
        measure(each, chosen.rounds)

"""The Log page over a hundred thousand lines: opening, scrolling, a new throw, finding, exporting.

    python -m tests.benchmarks.log_page [lines]

Milliseconds of processor time: median, 95th percentile and worst. A frame has 16. Imports and the garbage collector
are as in the program.
"""

import os
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from bones_desktop.main import prepare_imports
from bones_desktop.pages.log.logpage import LogPage
from bones_desktop.storage.log.logentry import EntryKind
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.theme.theme import Theme
from tests.benchmarks.log import LINES, fill, now
from tests.support.desks import LogRoom, PageDesk

GOALS = {
    "open the page": 20,
    "the fairness tab": 100,
    "a page of scrolling": 16,
    "a jump": 16,
    "a new roll": 16,
    "export, markdown": 2000,
    "export, json": 1500,
}
"""Milliseconds, at the 95th percentile."""
SIZE = (1270, 690)


def tell(name, times):
    times = sorted(1000 * each for each in times)
    median, high, worst = statistics.median(times), times[int(len(times) * 0.95)], times[-1]
    goal = GOALS.get(name)
    verdict = "" if goal is None else f"  goal {goal}: {'met' if high < goal else 'MISSED'}"
    print(f"{name:22} {median:8.1f} {high:8.1f} {worst:8.1f}{verdict}")
    return goal is None or high < goal


def timed(act):
    began = time.process_time()
    act()
    return time.process_time() - began


def main(count):
    prepare_imports()
    app = QApplication([])
    theme = Theme("iron")
    theme.apply(app)
    rng = Random(2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.db"
        fill(path, count)
        log = ThrowLog(path, now)
        page = LogPage(PageDesk(theme, Path(folder)), LogRoom(log), Path.home)
        page.resize(*SIZE)
        print(f"{count} lines, {SIZE[0]} x {SIZE[1]}\n{'':22} {'median':>8} {'95 %':>8} {'worst':>8}")

        def show():
            page.show()
            app.processEvents()

        tell("open the page", [timed(show)])
        view = page.throws.view
        bar = view.verticalScrollBar()

        def scroll(value):
            bar.setValue(value)
            view.viewport().repaint()

        view.setFocus()
        met = tell("a page of scrolling", [timed(lambda: scroll(bar.value() - bar.pageStep())) for _ in range(400)])
        met &= tell("a jump", [timed(lambda: scroll(rng.randrange(bar.maximum()))) for _ in range(400)])
        bar.setValue(bar.maximum())
        thrown = next(each for each in reversed(log.latest(10)) if each.kind is EntryKind.THROW)
        stored = [log.append(replace(thrown, number=0, waves=(), evening=0)) for _ in range(60)]

        def add(entry):
            page.add(entry)
            app.processEvents()

        met &= tell("a new roll", [timed(lambda entry=entry: add(entry)) for entry in stored])

        def find(text):
            page.throws.bar.search.setText(text)
            app.processEvents()

        tell("find", [timed(lambda word=word: find(word)) for word in ("ragnar", "melee", "wolf ford", "xyz", "")])
        page.throws.bar.search.setText("ragnar")
        stored = [log.append(replace(thrown, number=0, waves=(), evening=0)) for _ in range(10)]
        tell("a new roll, finding", [timed(lambda entry=entry: add(entry)) for entry in stored])
        page.throws.bar.clear()

        def turn():
            page.tabs.setCurrentIndex(1)
            app.processEvents()

        tell("the fairness tab", [timed(turn)])
        ids = tuple(page.throws.model.ids)
        target = Path(folder) / "out"
        for kind in ("markdown", "json"):
            tell(f"export, {kind}", [timed(lambda kind=kind: page.export(kind, ids, target)) for _ in range(3)])
            print(f"{'':22} {target.stat().st_size / 1e6:8.1f} MB")
        page.close()
        page.deleteLater()
        log.close()
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else LINES))

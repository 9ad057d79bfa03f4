"""From the start of the process to the first paint and to a window one can work with, against a bare PySide6 window.

    python -m tests.benchmarks.start [rounds] [--cold]

Every contestant starts once in each round, so that whatever slows the machine slows them all; printed are medians of
milliseconds of the wall clock, and of the ratios to the bare window of the same round. "Usable" is when the page that
was asked for has been painted and a key that came after that has arrived in it. Offscreen always, and on a real X
server where there is Xvfb. With `--cold` (root on Linux only) the system's cache of files is dropped before each start.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROUNDS = 15
GOALS = {"paint": 1.3, "usable": 3.5}
CHARACTERS = 20
SCREEN = "1366x768"

BARE = """
import json, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

times = {}

class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        if not times:
            times["paint"] = time.time()
            QTimer.singleShot(0, self.answer)

    def answer(self):
        times["usable"] = time.time()
        app.quit()

app = QApplication([])
window = Window()
window.resize(1366, 768)
window.menuBar().addMenu("&File").addAction("&Quit")
window.setCentralWidget(QLabel("Bare"))
window.statusBar().showMessage("Ready")
window.show()
app.exec()
print(json.dumps(times))
"""

OURS = f"""
import sys, time
sys.path.insert(0, {str(ROOT)!r})
times = {{}}

def watch():
    # As soon as the program has loaded Qt's bindings, and not before: how it loads them is measured too.
    from bones_desktop import main

    prepare_imports = main.prepare_imports

    def prepare_and_watch():
        prepare_imports()
        put_watched_window()

    main.prepare_imports = prepare_and_watch

def put_watched_window():
    from PySide6 import QtWidgets

    class Watched(QtWidgets.QMainWindow):
        def paintEvent(self, event):
            super().paintEvent(event)
            if not times:
                times["paint"] = time.time()
                wait_for_page(self)

    QtWidgets.QMainWindow = Watched

def wait_for_page(window):
    from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
    from PySide6.QtGui import QKeyEvent

    class Watch(QObject):
        def begin(self, _page):
            window.page_widget().installEventFilter(self)

        def eventFilter(self, target, event):
            if event.type() == QEvent.Type.Paint and "page" not in times:
                times["page"] = time.time()
                QTimer.singleShot(0, self, self.press)
            if event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_F35:
                times["usable"] = time.time()
                QCoreApplication.quit()
                return True
            return False

        def press(self):
            # Not of the application: such a filter makes Python's classes of every object in it, which takes 15 ms.
            target = window.focusWidget() or window
            target.installEventFilter(self)
            key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_F35, Qt.KeyboardModifier.NoModifier)
            QCoreApplication.postEvent(target, key, Qt.EventPriority.LowEventPriority.value)

    window.page_shown.connect(Watch(window).begin)

from bones_desktop.main import main
watch()
code = main()
import json
print(json.dumps(times))
sys.exit(code)
"""


def make_shelf(folder):
    """Fill a data folder: twenty characters, the newest of them open on the Table page."""
    from PySide6.QtWidgets import QApplication

    from bones_desktop.storage.files.characterfile import new_id, write_character
    from bones_desktop.storage.files.locations import Locations
    from tests.support.people import bob, ragnar
    from tests.support.running import Running

    app = QApplication([])
    os.environ.update(homes(folder))
    characters = Locations.usual().characters
    characters.mkdir(parents=True)
    for place in range(CHARACTERS):
        character = (ragnar, bob)[place % 2]().with_(id=new_id(), name=f"Character {place}")
        write_character(characters / f"{place}.bones", character)
    with Running(folder, characters / "0.bones", locations=Locations.usual(), page="") as running:
        for page in ("shelf", "table"):
            running.window.show_page(page)
            app.processEvents()


def homes(folder):
    """Return the environment of a user whose files lie under `folder`, as `Locations.under` lays them out."""
    places = {"DATA_HOME": "data", "STATE_HOME": "state", "CACHE_HOME": "cache", "CONFIG_HOME": "config"}
    return {f"XDG_{name}": str(folder / place) for name, place in places.items()}


def start(program, folder):
    """Return the milliseconds from the start of a process to each of its stamps."""
    environment = {**os.environ, **homes(folder)}
    began = time.time()
    ended = subprocess.run(
        [sys.executable, "-I", "-c", program], check=False, capture_output=True, text=True, env=environment
    )
    if ended.returncode != 0:
        raise SystemExit(ended.stderr)
    return {name: (at - began) * 1000 for name, at in json.loads(ended.stdout).items()}


def run(rounds, cold):
    """Return for each contestant its stamps in every round."""
    found = {"bare": [], "first start": [], "20 on the shelf": []}
    with tempfile.TemporaryDirectory() as top:
        shelf = Path(top) / "shelf"
        subprocess.run([sys.executable, "-m", "tests.benchmarks.start", "--make", str(shelf)], cwd=ROOT, check=True)
        for _ in range(rounds):
            empty = Path(top) / "empty"
            shutil.rmtree(empty, ignore_errors=True)
            for name, given in (
                ("bare", (BARE, empty)),
                ("first start", (OURS, empty)),
                ("20 on the shelf", (OURS, shelf)),
            ):
                if cold:
                    os.sync()
                    Path("/proc/sys/vm/drop_caches").write_text("3")
                found[name].append(start(*given))
    return found


def show(title, found):
    print(f"\n{title}: milliseconds, and how many times those of a bare window")
    print(f"{'':18}" + "".join(f"{stamp:>18}" for stamp in GOALS))
    for name, times in found.items():
        line = f"{name:18}"
        for stamp in GOALS:
            median = statistics.median(each[stamp] for each in times)
            ratio = statistics.median(
                each[stamp] / bare[stamp] for each, bare in zip(times, found["bare"], strict=True)
            )
            line += f"{median:>9.0f} ({ratio:5.2f}x)"
        print(line)
    print(f"{'goal':18}" + "".join(f"{'':10}({goal:5.2f}x)" for goal in GOALS.values()))


@contextmanager
def x_server():
    """Run an X server for the programs started within."""
    near, far = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-screen", "0", f"{SCREEN}x24", "-nolisten", "tcp", "-displayfd", str(far)],
        pass_fds=[far], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(far)
    try:
        with os.fdopen(near) as numbers:
            os.environ["DISPLAY"] = f":{numbers.readline().strip()}"
        yield
    finally:
        server.terminate()
        server.wait()


def main():
    rounds = next((int(each) for each in sys.argv[1:] if each.isdecimal()), ROUNDS)
    cold = "--cold" in sys.argv
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    show("Offscreen", run(rounds, cold))
    if shutil.which("Xvfb"):
        with x_server():
            os.environ["QT_QPA_PLATFORM"] = "xcb"
            show("Xvfb", run(rounds, cold))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        make_shelf(Path(sys.argv[2]))
    else:
        main()

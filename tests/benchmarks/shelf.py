"""The shelf with ten thousand characters against an empty one: first cards, search as you type, and memory.

    python -m tests.benchmarks.shelf [files]

Each contestant runs in a process of its own, so that memory is its own; times are of the wall clock, for the disk
counts too. Each reads every file once.
"""

import gc
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
FILES = 10_000
ROUNDS = 5
TYPED = ("r", "ra", "rag", "ragn", "ragna", "m", "me", "mel", "mele", "melee", "a", "ar", "arm", "arms", "zz")
NAMES = ["Ragnar", "Bob", "Grumpy", "Éowyn", "Björn", "Anna", "Livia", "Marcus", "Titus", "Sif", "Åsa", "Øystein"]
TAGS = ("Friday", "NPC", "Campaign 2", "dead")


def make(folder, count):
    """Write `count` characters into `folder`."""
    from bones_desktop.storage.files.characterfile import dump_character, new_id
    from tests.support.people import bob, ragnar

    random = Random(1)
    folder.mkdir(parents=True)
    for place in range(count):
        character = random.choice((ragnar(), bob())).with_(
            id=new_id(),
            name=f"{random.choice(NAMES)} {random.choice(NAMES)} {place}",
            tags=tuple(random.sample(TAGS, random.randint(0, 2))),
        )
        path = folder / f"{place}.bones"
        path.write_bytes(dump_character(character))
        os.utime(path, (1.7e9 + 60 * place,) * 2)


def measure(folder):
    """Return the figures of one shelf page over `folder`, in milliseconds and megabytes."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication, QMainWindow

    from bones_desktop.desk.actions import make_actions
    from bones_desktop.document.bones.characterdocument import CharacterDocument
    from bones_desktop.pages.shelf.shelfpage import ShelfPage
    from bones_desktop.storage.files.shippedfiles import shipped
    from bones_desktop.storage.rulebookfile import load_rulebook
    from bones_desktop.storage.shelfcatalogue import Shelf
    from bones_desktop.theme.theme import Theme
    from tests.support.desks import Asked, PageDesk
    from tests.support.people import ragnar

    app = QApplication([])
    theme = Theme("iron")
    theme.apply(app)
    rulebook = load_rulebook(shipped("resources") / "games" / "bones")
    window = QMainWindow()
    window.resize(1366, 768)
    window.actions_by_id = make_actions(window)
    desk = PageDesk(theme, folder.parent, CharacterDocument(rulebook, ragnar()), Shelf(folder), window=window)
    window.show()
    app.processEvents()
    gc.collect()
    before = resident()
    began = time.perf_counter()
    page = ShelfPage(desk, Asked(), Asked(), Asked())
    window.setCentralWidget(page)
    page.refresh()
    page.repaint()
    page.view.viewport().repaint()
    first = time.perf_counter() - began
    longest = 0.0
    while page.busy:
        step = time.perf_counter()
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
        longest = max(longest, time.perf_counter() - step)
        time.sleep(0.001)
    read = time.perf_counter() - began
    waited = time.perf_counter()
    while time.perf_counter() - waited < 0.3:  # nobody types sooner
        app.processEvents()
    typed = []
    for text in (*TYPED, *TYPED):
        step = time.perf_counter()
        page.bar.search.setText(text)
        page.view.viewport().repaint()
        typed.append(time.perf_counter() - step)
    gc.collect()
    used = resident() - before
    page.close_down()
    return {
        "first": first * 1000, "read": read * 1000, "longest": longest * 1000, "first letter": typed[0] * 1000,
        "search": statistics.median(typed[1:]) * 1000, "slowest search": max(typed[1:]) * 1000, "memory": used,
    }  # fmt: skip


def resident():
    """Return the megabytes of memory in use now, or the most ever where the system tells no more."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def run(folder):
    ended = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.shelf", "--measure", str(folder)],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return json.loads(ended.stdout.splitlines()[-1])


def main(count):
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top) / "characters"
        make(folder, count)
        found = {"empty": [], "full": []}
        for _round in range(ROUNDS):
            found["empty"].append(run(Path(top) / "none"))
            found["full"].append(run(folder))
    figures = {
        name: {each: statistics.median(one[each] for one in runs) for each in runs[0]} for name, runs in found.items()
    }
    print(f"{count:,} characters; milliseconds and megabytes, and how many times those of an empty shelf")
    print(f"{'':16}" + "".join(f"{name:>22}" for name in figures))
    for each in figures["empty"]:
        line = f"{each:16}"
        for name, figure in figures.items():
            least = max(figures["empty"][each], 0.01)
            ratio = "" if name == "empty" else f" ({figure[each] / least:6.1f}x)"
            line += f"{figure[each]:>12.1f}{ratio:>10}"
        print(line)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(Path(sys.argv[2]))))
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else FILES)

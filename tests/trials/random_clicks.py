"""Random clicks, keys, drags and sizes over the whole program, with every game, a campaign and a fight: nothing breaks.

    python -m tests.trials.random_clicks --seconds 600 --seed 1

Says every exception and every warning of a widget that is gone, with the last steps before it, and how much memory, how
many widgets and how many objects of Qt there are:

- when every page was seen and every button pressed, a first time and a second, which leaves more in pieces but no more
  in use;
- after each quarter, when everything that was opened is closed again.

Memory is what the process has, and of it what Qt has in use: what is free but in pieces is no leak. Ends with 1 when
there was a fault, or when the memory of the process grew by more than a tenth from the second time to the end. A crash
leaves the last steps in the folder the trial worked in.
"""

import argparse
import faulthandler
import gc
import os
import random
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QTabBar, QWidget
from shiboken6 import isValid

from bones_desktop.desk import printing
from bones_desktop.pages.fight.addfighters import Newcomer
from bones_desktop.pages.table.groupwindow import GroupWindow
from bones_desktop.start import application
from bones_desktop.start.start import Collector
from bones_desktop.storage.campaignfile import SUFFIX
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import read_any
from bones_desktop.widgets.choice.buttons import ChoiceButton, SuggestButton
from tests.desk.test_monkey import Monkey, can_be_closed, press_anything, seen_in, told
from tests.support.heap import bytes_in_use, give_back_free
from tests.support.hostile import write_hostile
from tests.support.running import Running

GAMES = ("bones", "five_modes", "story_bones", "basics", "margin")
GONE = ("already deleted", "has been deleted", "QPainter", "Timers cannot", "QObject::")
THEMES = ("iron", "parchment", "contrast")
PAGES = ("shelf", "build", "table", "tracker", "sheet", "log", "reference", "campaign", "encounter")
TRAVELLERS = ("bob", "brida", "mara", "oskar", "sable", "trap", "ragnar")
"""Characters of every game."""
OF_THE_SHELF = ("rename", "tags", "export", "versions")
WINDOWS = (
    *OF_THE_SHELF, "new", "from-text", "surprise", "open", "import", "print", "print-dice", "packs", "settings",
    "fight", "everyone", "players", "keys", "about",
)  # fmt: skip
"""What the menus open beside the pages."""
ONE_OF_EACH_GAME = ("bob", "brida", "mara", "oskar", "sable")
MOST_TABS = 8
MOST_BUTTONS = 40
MOST_SECONDS = 120
"""How long the buttons are pressed before memory is measured, at most."""
MOST_GROWTH = 0.10
UNTIL_FONTS_GO = 40.0
"""Seconds in which Qt lets go of fonts that nothing uses any more: it looks every ten and keeps half each time."""
TRAP = '<b>&x</b><img src="file:///seen.png">\u202e' + "W" * 40


class Trial:
    """One run: what was done last, and what went wrong."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.steps: deque[str] = deque(maxlen=25)
        self.count = 0
        self.faults: list[str] = []

    def note(self, step: str) -> None:
        self.steps.append(step)
        self.count += 1
        Path("steps.txt").write_text("\n".join(self.steps), "utf-8", "replace")

    def fault(self, what: str) -> None:
        self.faults.append(what)
        print(f"FAULT after {self.count} steps: {what}\n  " + "\n  ".join([*self.steps][-8:]), flush=True)

    def on_exception(self, kind, error, trace) -> None:
        self.fault("".join(traceback.format_exception(kind, error, trace))[-3000:])

    def on_message(self, kind: QtMsgType, _context: object, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and any(each in text for each in GONE):
            self.fault(f"Qt: {text}")


def drag(trial: Trial, widget: QWidget) -> None:
    rng = trial.rng
    spots = [QPoint(rng.randrange(max(1, widget.width())), rng.randrange(max(1, widget.height()))) for _ in range(3)]
    trial.note(f"drag over {told(widget)}")
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spots[0])
    # Not so far that Qt begins a drag between programs, which waits in a loop of its own.
    QTest.mouseMove(widget, spots[0] + QPoint(2, 1))
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spots[0] + QPoint(2, 1))


def wheel(trial: Trial, widget: QWidget) -> None:
    spot = QPointF(widget.width() / 2, widget.height() / 2)
    trial.note(f"wheel over {told(widget)}")
    held = trial.rng.choice((Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier))
    event = QWheelEvent(
        spot, QPointF(widget.mapToGlobal(spot.toPoint())), QPoint(), QPoint(0, trial.rng.choice((120, -120))),
        Qt.MouseButton.NoButton, held, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def act(trial: Trial, running: Running) -> None:
    window, rng = running.window, trial.rng
    if not window.isVisible():
        window.show()
    top = QApplication.activePopupWidget() or QApplication.activeModalWidget() or window
    widgets = seen_in(top) or [top]
    what = rng.random()
    if what < 0.03:
        wheel(trial, rng.choice(widgets))
    elif what < 0.06:
        drag(trial, rng.choice(widgets))
    elif what < 0.09:
        widget = rng.choice(widgets)
        trial.note(f"right click on {told(widget)}")
        QTest.mouseClick(widget, Qt.MouseButton.RightButton)
    elif what < 0.10:
        theme = rng.choice(THEMES)
        trial.note(f"theme {theme}")
        running.program.settings.edit(theme=theme)
    elif what < 0.105:
        size = rng.choice((100, 120, 150, 200))
        trial.note(f"text size {size}")
        running.program.settings.edit(text_size=size)
    elif what < 0.13:
        page = rng.choice([*running.window.actions_by_id])
        trial.note(f"action {page}")
        if page != "quit":
            running.window.actions_by_id[page].trigger()
    elif what < 0.15:
        trial.note("words typed")
        QTest.keyClicks(rng.choice(widgets), rng.choice(("Odin <b>", "12", "x" * 60)))
    else:
        press_anything(window, rng, trial.note)


def settle(app: QApplication) -> None:
    for _ in range(20):
        app.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QTest.qWait(20)
    gc.collect()


def others(running: Running) -> Iterator[QWidget]:
    """Yield each window beside that of the program; one that is closed may take others with it."""
    for each in QApplication.topLevelWidgets():
        if each is not running.window and isValid(each) and can_be_closed(each):
            yield each


def close_everything(app: QApplication, running: Running) -> None:
    for _ in range(12):
        for each in others(running):
            each.close()
    reference = running.program.pages.reference
    if reference.guide.page is not None:
        reference.guide.all_pages.click()
    running.window.resize(1366, 768)


def open_again(app: QApplication, running: Running, kept: Path, folder: Path) -> None:
    """Open copies of what is in `kept`, made in a new `folder`, one after the other, and nothing else.

    What was added to the shelf, to characters, campaigns, fights and packs is no leak: the pages show as much as they
    did at first. Nor is what was copied, up to 30 MB for a sheet as a picture, which the clipboard holds until
    something else is copied.
    """
    close_everything(app, running)
    app.clipboard().clear()
    shutil.copytree(kept, folder)
    running.program.campaigns.open(folder / f"trap{SUFFIX}")
    people = [read_any(folder / f"{name}.bones")[1].value for name in ("trap", "other", "bob")]
    running.program.pages.fights.new(folder.name)
    running.program.pages.fights.add(
        tuple(Newcomer(each, side, 1, True) for each, side in zip(people, "ABB", strict=True))
    )
    take_back(running, kept)
    for theme in ("parchment", "iron"):  # what Qt keeps of a style sheet begins anew
        running.program.settings.edit(theme=theme, text_size=100)
    for name in TRAVELLERS:
        running.program.files.open(folder / f"{name}.bones")
        if name == TRAVELLERS[0]:  # nothing of the shelf is open any more
            put_back(kept, running.locations.characters)
        for page in PAGES:
            running.window.show_page(page)
            app.processEvents()
    running.window.show_page("shelf")
    running.wait_for_shelf()
    settle(app)


def take_back(running: Running, kept: Path) -> None:
    """Remove the packs, fights and campaigns that clicks made, but for the open ones."""
    packs, fights = running.program.packs.library, running.program.pages.fights
    for each in packs.files:
        if each.pack.name != TRAP:
            packs.remove("", each.pack.id)
    packs.flush()
    packs.undo_stack.clear()
    fights.session.flush()
    made = [each for each in running.locations.campaigns.rglob(f"*{SUFFIX}") if not (kept / each.name).exists()]
    for path in (*made, *running.locations.fights.rglob("*.*")):
        if path.is_file() and path != fights.session.path:
            path.unlink()


def put_back(kept: Path, characters: Path) -> None:
    """Have the folder of the shelf as it was at first, and nothing in those below it."""
    for added in characters.rglob("*.bones"):
        if added.parent != characters or not (kept / added.name).exists():
            added.unlink()
    shutil.copytree(kept, characters, dirs_exist_ok=True, ignore=shutil.ignore_patterns(f"*{SUFFIX}"))


class Measured(NamedTuple):
    """What there is at one moment; memory in MB."""

    resident: float
    used: float
    widgets: int
    objects: int

    def __str__(self) -> str:
        return f"{self.resident:.0f} MB ({self.used:.0f} in use), {self.widgets} widgets, {self.objects} objects"


def measured() -> Measured:
    """Return what there is after a while at rest, what is free given back to Linux."""
    end = time.monotonic() + UNTIL_FONTS_GO
    while time.monotonic() < end:
        QTest.qWait(500)
    widgets = len(QApplication.allWidgets())
    objects = sum(len(top.findChildren(QObject)) for top in (*QApplication.topLevelWidgets(), QApplication.instance()))
    gc.collect()
    give_back_free()
    with Path("/proc/self/statm").open() as told_by_linux:
        resident = int(told_by_linux.read().split()[1]) * resource.getpagesize()
    return Measured(resident / 1e6, bytes_in_use() / 1e6, widgets, objects)


def tour(app: QApplication, running: Running) -> None:
    """See every page, tab, list and window once, so that what is kept for good is there before memory is measured."""
    for name in TRAVELLERS:
        running.program.files.open(running.locations.characters / f"{name}.bones")
        for page in PAGES:
            running.window.show_page(page)
            if page == "table":
                for action in ("throw", "by-hand"):
                    running.trigger(action)
            see_page(app, running.window.page_widget())
    see_windows(app, running)
    for theme, size in ((THEMES[1], 200), (THEMES[2], 150), (THEMES[0], 120), (THEMES[0], 100)):
        running.program.settings.edit(theme=theme, text_size=size)
        see_windows(app, running)
        for width, height in ((1800, 1100), (1366, 768)):
            running.window.resize(width, height)
            for name in ONE_OF_EACH_GAME:  # whose pages have fonts and pictures of their own
                running.program.files.open(running.locations.characters / f"{name}.bones")
                for page in PAGES:
                    running.window.show_page(page)
                    app.processEvents()


def see_windows(app: QApplication, running: Running) -> None:
    """See every window that the menus open."""
    for action in WINDOWS:
        running.window.show_page("shelf" if action in OF_THE_SHELF else "build")
        running.trigger(action)
        for each in others(running):
            see_page(app, each)
            if isinstance(each, GroupWindow):
                each.real.menu().actions()[0].trigger()
            each.close()
    fight = running.program.pages.fights.page
    running.window.show_page("encounter")
    fight.all_attack()
    fight.enter_by_hand()
    app.processEvents()


def see_everything(app: QApplication, running: Running) -> None:
    """See every page and press every button once."""
    tour(app, running)
    presses = Presses(running)
    Monkey(presses.act, 10 * len(presses.steps), MOST_SECONDS).play()


class Presses:
    """Presses each button on each tab of each page, for a character of each game: forms and popups are seen too."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.steps: deque[tuple[str, str | int]] = deque()
        for name in ONE_OF_EACH_GAME:
            self.steps.append(("open", name))
            for page in PAGES:
                self.steps.append(("page", page))
                for tab in range(MOST_TABS):
                    self.steps.append(("tab", tab))
                    self.steps += [("press", place) for place in range(MOST_BUTTONS)]

    def act(self) -> None:
        """Do the next step, after whatever the last one opened is closed: that may wait in a loop of its own."""
        if not self.steps:
            return
        for each in others(self.running):
            each.close()
            return
        what, which = self.steps.popleft()
        window = self.running.window
        if what == "open":
            self.running.program.files.open(self.running.locations.characters / f"{which}.bones")
        elif what == "page":
            window.show_page(str(which))
            self.page = str(which)
        elif what == "tab":
            bars = [each for each in seen_in(window.page_widget()) if isinstance(each, QTabBar)]
            if which and all(int(which) >= bar.count() for bar in bars):
                while self.steps and self.steps[0][0] in {"press", "tab"}:
                    self.steps.popleft()
            for bar in bars:
                bar.setCurrentIndex(min(int(which), bar.count() - 1))
        else:
            if window.page != self.page:
                window.show_page(self.page)
            seen = [each for each in seen_in(window.page_widget()) if isinstance(each, QAbstractButton)]
            if int(which) < len(seen) and seen[int(which)].isEnabled():
                seen[int(which)].click()


def see_page(app: QApplication, page: QWidget) -> None:
    """Turn to each tab of what is in view, and open each list on it."""
    see_lists(app, page)
    for bar in page.findChildren(QTabBar):
        for tab in range(bar.count() if bar.isVisible() else 0):
            bar.setCurrentIndex(tab)
            see_lists(app, page)


def see_lists(app: QApplication, page: QWidget) -> None:
    """Open each list in view, and search in each line for it: what is sought in is read once and kept."""
    app.processEvents()
    for each in page.findChildren(QWidget):
        if isinstance(each, QLineEdit) and isValid(each) and each.isVisible() and each.isClearButtonEnabled():
            each.setText("climb")
            app.processEvents()
            each.clear()
        # A list that opens may be the reason why others are there no more.
        if isinstance(each, (ChoiceButton, SuggestButton, QComboBox)) and isValid(each) and each.isVisible():
            (each.showPopup if isinstance(each, QComboBox) else each.click)()
            popup = QApplication.activePopupWidget()
            if popup is not None:
                popup.close()


def play(seed: int, seconds: float) -> int:
    folder = Path(tempfile.mkdtemp(prefix="random-clicks-"))
    os.chdir(folder)
    faulthandler.enable()
    trial = Trial(seed)
    app = QApplication.instance() or QApplication(["bones-desktop"])
    sys.excepthook = trial.on_exception
    sys.unraisablehook = lambda told_of: trial.on_exception(told_of.exc_type, told_of.exc_value, told_of.exc_traceback)
    qInstallMessageHandler(trial.on_message)
    for module in (application, printing):
        module.open_local = lambda _path: None
    application.Application.quit = lambda _self: None
    locations = Locations.under(folder / "data")
    locations.characters.mkdir(parents=True)
    for game in GAMES:
        for path in (shipped("resources") / "games" / game / "samples").glob("*.bones"):
            shutil.copy(path, locations.characters / path.name)
    write_hostile(locations, TRAP)
    collector = Collector()
    with Running(folder / "data", locations.characters / "ragnar.bones", locations=locations, page="") as running:
        kept = folder / "kept"
        shutil.copytree(locations.characters, kept)
        shutil.copy(locations.campaigns / f"trap{SUFFIX}", kept)
        open_again(app, running, kept, folder / "opened at first")
        found = []
        for which in ("first", "second"):
            see_everything(app, running)
            open_again(app, running, kept, folder / f"opened after the {which} tour")
            found = [measured()]
            print(f"every page seen a {which} time: {found[-1]}", flush=True)
        began = time.monotonic()
        for quarter in range(1, 5):
            Monkey(lambda: act(trial, running), 10**9, seconds / 4).play()
            open_again(app, running, kept, folder / f"opened after quarter {quarter}")
            found.append(measured())
            print(f"{trial.count} steps, {time.monotonic() - began:.0f} s: {found[-1]}", flush=True)
        growth = found[-1].resident / found[0].resident - 1
        if growth > MOST_GROWTH:
            trial.fault(
                f"memory grew by {growth:.0%}, by {found[-1].resident / found[2].resident - 1:.0%} since half way"
            )
        if not running.program.session.flush():
            trial.fault("the open character could not be saved")
        for each in locations.characters.glob("*.bones"):
            try:
                read_any(each)
            except Exception as error:
                trial.fault(f"{each.name} cannot be read: {error}")
    collector.stop()
    print(f"seed {seed}: {trial.count} steps, {len(trial.faults)} faults; memory {growth:+.0%}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    return len(trial.faults)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    raise SystemExit(1 if play(given.seed, given.seconds) else 0)

"""A monkey at the keys: hundreds of random events over the shown window break nothing (E3)."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QPoint, Qt, QThread, QTimer
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QPushButton, QWidget

from bones_desktop.desk import printing
from bones_desktop.start import application
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.games import read_any
from tests.support.running import Running
from tests.support.watchdog import Watchdog

# Qt's own page preview, with type sized in pixels
pytestmark = pytest.mark.qt_log_ignore("QFont::setPointSizeF", extend=True)

BUDGET_S = 40
"""A slow machine does fewer steps in it, not longer work."""
PATIENCE_S = 45
"""How long one step may take; the slowest, a click that lays out a page, takes a fraction of a second."""

KEYS = (
    Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space, Qt.Key.Key_Delete,
    Qt.Key.Key_Backspace, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home,
    Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_A, Qt.Key.Key_Z, Qt.Key.Key_Y, Qt.Key.Key_1,
    Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_5, Qt.Key.Key_F2, Qt.Key.Key_Question, Qt.Key.Key_R,
    Qt.Key.Key_N, Qt.Key.Key_D, Qt.Key.Key_L, Qt.Key.Key_H, Qt.Key.Key_F, Qt.Key.Key_Comma,
)  # fmt: skip
MODIFIERS = (Qt.KeyboardModifier.NoModifier,) * 5 + (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)

HANGS = """
import ctypes, faulthandler
from tests.support.watchdog import Watchdog
faulthandler.enable()
with Watchdog(0.3) as dog:
    dog.note("opened the door")
    dog.note("went in")
    ctypes.PyDLL(None).sleep(60)  # C that keeps the interpreter to itself, as a click of Qt's does
"""


def settle(app: QApplication) -> None:
    app.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def dialogs() -> list[QDialog]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and can_be_closed(each)]


def can_be_closed(window: QWidget) -> bool:
    """Return whether a window is in view and no question of its own is before it.

    Qt's own dialogs hold such a question on the stack: closed under it and deleted, they would delete it there.
    """
    return window.isVisible() and not any(each.isVisible() for each in window.findChildren(QDialog))


def told(widget: QWidget) -> str:
    return f"{widget.metaObject().className()} {widget.objectName()!r} {widget.accessibleName()!r}"


def seen_in(top: QWidget) -> list[QWidget]:
    """Return the visible widgets within `top`; unlike `findChildren` it keeps no wrapper of what is deleted later."""
    found, waiting = [], [top]
    while waiting:
        inside = [each for each in waiting.pop().children() if isinstance(each, QWidget) and each.isVisible()]
        found += inside
        waiting += inside
    return found


def press_anything(window: QWidget, rng: random.Random, note: Callable[[str], None]) -> None:
    for dialog in dialogs():
        if isinstance(dialog, QFileDialog):
            # Qt's own file dialog asks its questions in a loop of its own, which no later key press would reach.
            dialog.reject()
    top = QApplication.activePopupWidget() or QApplication.activeModalWidget() or window
    widgets = [each for each in seen_in(top) if each.isEnabled()] or [top]
    widget, what = rng.choice(widgets), rng.random()
    if what < 0.5:
        spot = QPoint(rng.randrange(max(1, widget.width())), rng.randrange(max(1, widget.height())))
        click = QTest.mouseDClick if what < 0.05 else QTest.mouseClick
        note(f"{click.__name__} {told(widget)} at {spot.x()}, {spot.y()} in {told(top)}")
        click(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
    elif what < 0.96:
        key, modifier = rng.choice(KEYS), rng.choice(MODIFIERS)
        note(f"{modifier.name} {key.name} on {told(widget)} in {told(top)}")
        QTest.keyClick(widget, key, modifier)
    elif what < 0.98:
        width, height = rng.randrange(300, 1800), rng.randrange(300, 1100)
        note(f"resize to {width} x {height}")
        window.resize(width, height)
    else:
        note("reject every dialog")
        for dialog in dialogs():
            dialog.reject()


class Monkey(QObject):
    """Does one thing after another from the event loop, and so reaches menus and dialogs that wait in their own.

    The next step is due before each is done, for a step may not return until a later one closes a menu.
    """

    def __init__(self, act: Callable[[], None], steps: int, seconds: float) -> None:
        super().__init__()
        self.act, self.left, self.seconds = act, steps, seconds
        self.loop = QEventLoop()

    def play(self) -> None:
        """Act `steps` times, or until `seconds` are over, and return when no loop within this one is left."""
        self.level = QThread.currentThread().loopLevel() + 1
        self.end = time.monotonic() + self.seconds
        self.due()
        self.loop.exec()

    def due(self) -> None:
        QTimer.singleShot(0, self, self.step)

    def step(self) -> None:
        if not self.left or time.monotonic() > self.end:
            self.finish()
            return
        self.left -= 1
        self.due()
        self.act()

    def finish(self) -> None:
        """Close what waits in a loop of its own, the innermost first: an outer loop cannot end before it."""
        if QThread.currentThread().loopLevel() == self.level:
            self.loop.quit()
            return
        self.due()
        waiting = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if waiting is not None:
            waiting.close()


def test_a_dialog_waits_until_its_question_is_closed(qtbot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    dialog.open()
    question = QMessageBox(dialog)
    question.open()
    assert dialogs() == [question]
    question.reject()
    assert dialogs() == [dialog]


def test_it_ends_while_a_dialog_within_a_dialog_waits(qapp: QApplication) -> None:
    printer = QPrinter()
    dialog = QPrintDialog(printer)
    dialog.setModal(True)
    dialog.show()
    properties = dialog.findChild(QPushButton, "properties")
    assert properties is not None
    levels: list[int] = []

    def ask() -> None:
        levels.append(QThread.currentThread().loopLevel())
        if len(levels) == 1:
            QTest.mouseClick(properties, Qt.MouseButton.LeftButton)

    Monkey(ask, 2, 10).play()
    assert levels == [levels[0], levels[0] + 1]
    dialog.close()
    dialog.deleteLater()


def test_it_ends_when_its_time_is_over(qapp: QApplication) -> None:
    monkey = Monkey(lambda: time.sleep(0.03), 1_000_000, 0.3)
    monkey.play()
    assert 0 < 1_000_000 - monkey.left <= 11


@pytest.mark.skipif(os.name != "posix", reason="C's sleep is called as POSIX names it")
def test_a_hang_in_c_is_ended_and_what_led_to_it_told() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HANGS], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
    )
    assert done.returncode == -signal.SIGABRT
    assert "opened the door'\n'went in'\n" in done.stderr
    assert 'File "<string>", line 8' in done.stderr


@pytest.mark.slow
def test_hundreds_of_random_events_break_nothing(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A sample of what `tests/trials/random_clicks.py` does by hand, from a real X server and for as long as asked."""
    monkeypatch.chdir(tmp_path)  # a file dialog can make folders
    for module in (application, printing):
        monkeypatch.setattr(module, "open_local", lambda _path: None)
    monkeypatch.setattr(application.Application, "quit", lambda _self: None)
    rng = random.Random(11)
    with capfd.disabled():
        dog = Watchdog(PATIENCE_S)
    with dog, Running(tmp_path) as running:

        def act() -> None:
            if not running.window.isVisible():
                running.window.show()
            press_anything(running.window, rng, dog.note)

        Monkey(act, 400, BUDGET_S).play()
        settle(qapp)
        assert running.program.session.flush()
        path = running.program.session.path
        assert path is not None
        assert read_character(path).value == running.program.document.character
        for each in running.locations.characters.glob("*.bones"):
            read_any(each)

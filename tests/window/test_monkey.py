"""A monkey at the keys: thousands of random events over the shown window break nothing (E3)."""

import random
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from bones_desktop.storage.characterfile import read_character
from bones_desktop.window import application, printactions
from tests.support.running import Running

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


def settle(app: QApplication) -> None:
    app.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def press_anything(running: Running, rng: random.Random) -> None:
    for dialog in running.dialogs():
        if isinstance(dialog, QFileDialog):
            # Qt's own file dialog asks its questions in a loop of its own, which no later key press would reach.
            dialog.reject()
    top = QApplication.activePopupWidget() or QApplication.activeModalWidget() or running.window
    widgets = [each for each in top.findChildren(QWidget) if each.isVisible() and each.isEnabled()] or [top]
    widget, what = rng.choice(widgets), rng.random()
    if what < 0.5:
        spot = QPoint(rng.randrange(max(1, widget.width())), rng.randrange(max(1, widget.height())))
        click = QTest.mouseDClick if what < 0.05 else QTest.mouseClick
        click(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
    elif what < 0.96:
        QTest.keyClick(widget, rng.choice(KEYS), rng.choice(MODIFIERS))
    elif what < 0.98:
        running.window.resize(rng.randrange(300, 1800), rng.randrange(300, 1100))
    else:
        for dialog in running.dialogs():
            dialog.reject()


class Monkey(QObject):
    """Does one thing after another from the event loop, and so reaches menus and dialogs that wait in their own.

    The next step is due before each is done, for a step may not return until a later one closes a menu.
    """

    def __init__(self, running: Running, rng: random.Random, steps: int) -> None:
        super().__init__()
        self.running, self.rng, self.left = running, rng, steps
        self.loop = QEventLoop()

    def play(self) -> None:
        self.due()
        self.loop.exec()

    def due(self) -> None:
        QTimer.singleShot(0, self, self.step)

    def step(self) -> None:
        if not self.left:
            for popup in iter(QApplication.activePopupWidget, None):
                popup.close()
            self.loop.quit()
            return
        self.left -= 1
        self.due()
        if not self.running.window.isVisible():
            self.running.window.show()
        press_anything(self.running, self.rng)


@pytest.mark.slow
@pytest.mark.qt_log_ignore("QFont::setPointSizeF", extend=True)  # Qt's own page preview, with type sized in pixels
@pytest.mark.timeout(100)
def test_three_thousand_random_events_break_nothing(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a file dialog can make folders
    for module in (application, printactions):
        monkeypatch.setattr(module, "open_local", lambda _path: None)
    monkeypatch.setattr(application.Application, "_quit", lambda _self: None)
    rng = random.Random(11)
    with Running(tmp_path) as running:
        Monkey(running, rng, 3000).play()
        settle(qapp)
        assert running.program.session.flush()
        path = running.program.session.path
        assert path is not None
        assert read_character(path).character == running.program.document.character
        for each in running.locations.characters.glob("*.bones"):
            read_character(each)

"""When the window has closed nothing goes on: no timer, animation or thread, even while dice fly."""

import gc
import threading
from collections.abc import Iterable

import shiboken6
from PySide6.QtCore import QAbstractAnimation, QAbstractEventDispatcher, QObject, Qt, QThread, QThreadPool, QTimer
from PySide6.QtTest import QTest

from bones_desktop.desk.mainwindow import PAGES
from bones_desktop.storage.log.logentry import EntryKind
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.running import Running


def goes_on(each: QObject) -> bool:
    """Return whether the object is a timer, an animation or a thread at work."""
    if isinstance(each, QTimer):
        return each.isActive()
    if isinstance(each, QAbstractAnimation):
        return each.state() is not QAbstractAnimation.State.Stopped
    return isinstance(each, QThread) and each is not QThread.currentThread() and each.isRunning()


def at_work(roots: Iterable[QObject]) -> set[str]:
    """Return what goes on below `roots`, with timers that have no object of their own."""
    dispatcher = QAbstractEventDispatcher.instance()
    every = [each for root in roots for each in (root, *root.findChildren(QObject))]
    return {f"{each} of {each.parent()}" for each in every if goes_on(each) or dispatcher.registeredTimers(each)}


def alive() -> set[int]:
    """Return which objects Python knows go on, whoever owns them."""
    known = [each for each in gc.get_objects() if isinstance(each, QTimer | QAbstractAnimation | QThread)]
    return {id(each) for each in known if shiboken6.isValid(each) and goes_on(each)}


def test_closing_while_dice_fly_leaves_nothing_at_work_and_the_throw_in_the_log(qapp, tmp_path):
    before, threads = alive(), set(threading.enumerate())
    with Running(tmp_path) as running:
        for page in (*PAGES, "table"):
            running.window.show_page(page)
            qapp.processEvents()
        running.program.desk.pace.choose("normal")
        table = running.program.pages.table
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
        QTest.qWait(100)
        assert table.play.pending
        assert at_work([table]), "dice in motion are seen by this test"
        running.window.close()
        running.program.close()
        QTest.qWait(50)  # Qt's own lists lay themselves out once more
        assert not at_work([running.window, running.program])
        assert set(threading.enumerate()) == threads
        assert QThreadPool.globalInstance().activeThreadCount() == 0
        thrown = table.play.played.entry
        where = running.locations.roll_log
    assert alive() <= before
    log = ThrowLog(where, lambda: thrown.at)
    assert [each for each in log.latest() if each.kind is EntryKind.THROW] == [thrown]
    log.close()

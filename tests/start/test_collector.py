"""Garbage may hold parts of Qt: it is collected on the window's thread, and only while Qt does nothing."""

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEventLoop, QThread, QTimer
from pytestqt.qtbot import QtBot

from bones_desktop.start.start import Collector
from bones_desktop.widgets.worker import KeepOn, Worker


class Garbage:
    """Holds itself, so that only the collector takes it away, and tells where it went."""

    def __init__(self, told: list[threading.Thread]) -> None:
        self.itself = self
        self.told = told

    def __del__(self) -> None:
        self.told.append(threading.current_thread())


@pytest.fixture
def collector(qapp: object) -> Iterator[Collector]:
    gc.enable()
    collector = Collector()
    yield collector
    collector.stop()
    gc.disable()


def crowd(_keep_on: KeepOn = lambda: True) -> Iterator[object]:
    """Ask for so much memory that garbage of every age is due."""
    yield [[each] for each in range(200_000)]


@pytest.mark.usefixtures("collector")
def test_what_a_worker_makes_has_no_garbage_collected_on_its_thread(qtbot: QtBot) -> None:
    told: list[threading.Thread] = []
    made: list[object] = []
    worker = Worker()
    worker.answered.connect(lambda _request, answer: made.append(answer))
    Garbage(told)
    with qtbot.waitSignal(worker.finished):
        worker.start(None, crowd)
    qtbot.waitUntil(lambda: bool(told))
    assert told == [threading.main_thread()]
    worker.close()
    worker.deleteLater()


@pytest.mark.usefixtures("collector")
def test_nothing_is_collected_in_a_loop_within_another_one(qtbot: QtBot) -> None:
    told: list[threading.Thread] = []
    collected: list[tuple[int, int]] = []

    def wait_within() -> None:
        Garbage(told)
        made.extend(crowd())
        within = QEventLoop()
        QTimer.singleShot(20, within.quit)
        within.exec()
        collected.append((QThread.currentThread().loopLevel(), len(told)))

    made: list[object] = []
    QTimer.singleShot(0, wait_within)
    qtbot.waitUntil(lambda: bool(collected and told))
    assert collected == [(1, 0)]


def test_python_collects_by_itself_again_once_it_is_stopped(qapp: object) -> None:
    collector = Collector()
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
    gc.disable()

"""Work beside the window: answers come in order, what was called off is not heard of, faults are reported."""

import gc
import threading
import time
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from bones_desktop.widgets.worker import KeepOn, Worker

PATIENCE = 5.0


class Heard:
    """What a worker told."""

    def __init__(self, worker: Worker) -> None:
        self.answers: list[tuple[object, object]] = []
        self.finished: list[object] = []
        self.failed: list[object] = []
        worker.answered.connect(lambda request, answer: self.answers.append((request, answer)))
        worker.finished.connect(self.finished.append)
        worker.failed.connect(self.failed.append)


class Endless:
    """Work that goes on until it is called off."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.ended = threading.Event()

    def __call__(self, keep_on: KeepOn) -> Iterator[object]:
        yield "first"
        self.begun.set()
        while keep_on():
            time.sleep(0.001)
        self.ended.set()
        yield "too late"


@pytest.fixture
def worker(qapp: object):
    worker = Worker()
    yield worker
    worker.close()
    worker.deleteLater()


@pytest.fixture
def heard(worker: Worker) -> Heard:
    return Heard(worker)


def test_answers_come_in_order_on_the_windows_thread_and_then_the_end(qtbot, worker: Worker, heard: Heard) -> None:
    where: list[threading.Thread] = []
    worked: list[threading.Thread] = []
    worker.answered.connect(lambda _request, _answer: where.append(threading.current_thread()))

    def work(_keep_on: KeepOn) -> Iterator[object]:
        worked.append(threading.current_thread())
        yield 1
        yield 2

    worker.start("sum", work)
    assert worker.busy
    qtbot.waitUntil(lambda: heard.finished == ["sum"])
    assert heard.answers == [("sum", 1), ("sum", 2)]
    assert not worker.busy
    assert set(where) == {threading.main_thread()}
    assert worked != [threading.main_thread()]


def test_a_newer_request_calls_the_former_off(qtbot, worker: Worker, heard: Heard) -> None:
    endless = Endless()
    worker.start("old", endless)
    qtbot.waitUntil(endless.begun.is_set)
    worker.start("new", lambda _keep_on: ["answer"])
    qtbot.waitUntil(lambda: heard.finished == ["new"])
    assert endless.ended.is_set()
    assert heard.answers[-1] == ("new", "answer")
    assert ("old", "too late") not in heard.answers


def test_answers_on_their_way_are_dropped_when_the_request_is_called_off(qtbot, worker: Worker, heard: Heard) -> None:
    given = threading.Event()

    def work(_keep_on: KeepOn) -> Iterator[object]:
        yield "on its way"
        given.set()

    worker.start("request", work)
    assert given.wait(PATIENCE)
    worker.cancel()
    qtbot.wait(30)
    assert (heard.answers, heard.finished, heard.failed) == ([], [], [])
    assert not worker.busy


def test_of_many_requests_only_the_last_is_answered_and_those_between_are_not_begun(
    qtbot, worker: Worker, heard: Heard
) -> None:
    begun: list[int] = []
    endless = Endless()
    worker.start("first", endless)
    qtbot.waitUntil(endless.begun.is_set)

    def work(number: int) -> Iterator[object]:
        begun.append(number)
        yield number

    for number in range(20):
        worker.start(number, lambda _keep_on, number=number: work(number))
    qtbot.waitUntil(lambda: heard.finished == [19])
    assert begun == [19]
    assert heard.answers[-1] == (19, 19)


@pytest.mark.qt_no_exception_capture
def test_a_fault_is_reported_as_any_other_and_told(qtbot, worker: Worker, heard: Heard, monkeypatch) -> None:
    reported: list[BaseException] = []
    monkeypatch.setattr("sys.excepthook", lambda _kind, error, _where: reported.append(error))

    def work(_keep_on: KeepOn) -> Iterator[object]:
        yield "half"
        raise ValueError("broken")

    worker.start("request", work)
    qtbot.waitUntil(lambda: heard.failed == ["request"])
    assert [str(error) for error in reported] == ["broken"]
    assert reported[0].__traceback__ is not None
    assert heard.answers == [("request", "half")]
    assert not heard.finished
    worker.start("another", lambda _keep_on: ["well"])
    qtbot.waitUntil(lambda: heard.finished == ["another"])


@pytest.mark.qt_no_exception_capture
def test_a_fault_in_what_was_called_off_is_reported_but_not_told(qtbot, worker: Worker, heard: Heard, monkeypatch):
    reported: list[BaseException] = []
    monkeypatch.setattr("sys.excepthook", lambda _kind, error, _where: reported.append(error))
    begun = threading.Event()

    def work(keep_on: KeepOn) -> Iterator[object]:
        begun.set()
        while keep_on():
            time.sleep(0.001)
        raise ValueError("broken")
        yield

    worker.start("request", work)
    assert begun.wait(PATIENCE)
    worker.cancel()
    qtbot.waitUntil(lambda: len(reported) == 1)
    assert heard.failed == []


def test_closing_waits_for_the_thread_and_ends_the_worker(qtbot, worker: Worker, heard: Heard) -> None:
    endless = Endless()
    worker.start("request", endless)
    qtbot.waitUntil(endless.begun.is_set)
    worker.close()
    assert endless.ended.is_set()
    assert worker._pool.activeThreadCount() == 0
    worker.start("another", lambda _keep_on: ["answer"])
    assert not worker.busy
    qtbot.wait(30)
    assert heard.answers in ([], [("request", "first")])
    assert not heard.finished


class Quick:
    """Work that is done before anybody looks."""

    def __call__(self, _keep_on: KeepOn) -> tuple[object, ...]:
        return ()


def test_a_window_may_be_deleted_while_its_worker_reports(qapp: QApplication) -> None:
    """The thread reported to a worker being deleted: within a few dozen windows the program crashed or hung."""
    for number in range(100):
        window = QWidget()
        worker = Worker(window)
        worker.answered.connect(lambda _request, _answer: None)
        worker.start("count", lambda _keep_on: iter(range(20_000)))
        QTest.qWait(number % 4)
        window.deleteLater()
        del window, worker
        qapp.processEvents()


def test_work_that_is_done_is_let_go(qtbot, worker: Worker, heard: Heard) -> None:
    known = []
    for request in range(100):
        work = Quick()
        known.append(weakref.ref(work))
        worker.start(request, work)
        qtbot.waitUntil(lambda: not worker.busy)
    for request in range(20):  # some still wait for their turn when it closes
        work = Quick()
        known.append(weakref.ref(work))
        worker.start(request, work)
    del work
    worker.close()
    qtbot.wait(1)
    gc.collect()
    assert [each for each in known if each() is not None] == []

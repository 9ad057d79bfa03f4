"""Exceptions anywhere are logged, the work is saved, one dialog tells, and the program goes on (A6, A7)."""

import logging
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QRunnable, QThread, QThreadPool, QTimer, Signal, qWarning
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QLabel

from bones_desktop.desk.helpdialogs import CrashDialog
from bones_desktop.start import faults as faults_module
from bones_desktop.start.faults import FaultReporter
from bones_desktop.storage.files import saving
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.textfiles import FileProblem
from tests.support.running import Running

pytestmark = pytest.mark.qt_no_exception_capture


class Source(QObject):
    go = Signal()


def fail(text: str = "broken") -> None:
    raise ValueError(text)


class Thread(QThread):
    def run(self) -> None:
        fail("in QThread")


class Task(QRunnable):
    def run(self) -> None:
        fail("in QRunnable")


class Watch:
    """A reporter with what it saved and told."""

    def __init__(self) -> None:
        self.saves = 0
        self.cannot_save = False
        self.told: list[str] = []
        self.reporter = FaultReporter(self.save)
        self.reporter.fault.connect(self.told.append)

    def save(self) -> None:
        self.saves += 1
        if self.cannot_save:
            fail("cannot save")


@pytest.fixture
def watch(qapp: object, caplog: pytest.LogCaptureFixture):
    watch = Watch()
    watch.reporter.install()
    yield watch
    watch.reporter.uninstall()


@pytest.fixture
def source(qapp: object):
    source = Source()
    yield source
    source.deleteLater()


def test_a_fault_in_a_slot_is_told_and_the_next_slot_runs(qtbot: object, watch: Watch, source: Source) -> None:
    ran: list[int] = []
    source.go.connect(fail)
    source.go.connect(lambda: ran.append(1))
    source.go.emit()
    qtbot.waitUntil(lambda: bool(watch.told))
    assert ran == [1]
    assert "ValueError: broken" in watch.told[0]
    assert watch.saves == 1


def test_a_burst_is_one_dialog_and_all_of_it_is_logged(
    qtbot: object, watch: Watch, source: Source, caplog: pytest.LogCaptureFixture
) -> None:
    source.go.connect(fail)
    for _ in range(10):
        source.go.emit()
        qtbot.wait(5)
    assert len(watch.told) == 1
    assert watch.saves == 1
    assert sum("ValueError: broken" in each.getMessage() for each in caplog.records) == 10


def test_another_fault_after_the_answer_is_told_and_the_same_one_only_later(
    qtbot: object, watch: Watch, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(faults_module.time, "monotonic", lambda: now[0])
    words = ["first"]
    source.go.connect(lambda: fail(words[0]))
    told = []
    for word, wait in (("first", 0.0), ("first", 1.0), ("second", 1.0), ("second", 1.0), ("second", 60.0)):
        words[0] = word
        now[0] += wait
        source.go.emit()
        qtbot.wait(5)
        told.append(len(watch.told))
        watch.reporter.answered()
    assert told == [1, 1, 2, 2, 3]


def test_faults_of_threads_are_told_on_the_windows_thread(
    qtbot: object, watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    where: list[threading.Thread] = []
    watch.reporter.fault.connect(lambda _text: where.append(threading.current_thread()))
    thread = Thread()
    for start in (
        thread.start,
        lambda: QThreadPool.globalInstance().start(Task()),
        threading.Thread(target=fail, args=("in threading",)).start,
    ):
        before = len(watch.told)
        start()
        qtbot.waitUntil(lambda before=before: len(watch.told) > before)
        watch.reporter.answered()
    thread.wait()
    assert [text.splitlines()[-1] for text in watch.told] == [
        f"ValueError: in {name}" for name in ("QThread", "QRunnable", "threading")
    ]
    assert set(where) == {threading.main_thread()}


def test_saving_that_fails_does_not_hide_the_fault(qtbot: object, watch: Watch, source: Source) -> None:
    watch.cannot_save = True
    source.go.connect(fail)
    source.go.emit()
    qtbot.waitUntil(lambda: bool(watch.told))
    assert "broken" in watch.told[0]


def test_what_qt_says_is_logged(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    qWarning("strange")
    assert ("bones_desktop", logging.WARNING, "Qt: strange") in caplog.record_tuples


def test_hooks_are_given_back(qapp: object) -> None:
    before = sys.excepthook, threading.excepthook
    reporter = FaultReporter(lambda: None)
    reporter.install()
    assert sys.excepthook != before[0]
    reporter.uninstall()
    assert (sys.excepthook, threading.excepthook) == before


@pytest.fixture
def reported(qapp: object, tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """The running program joined to a reporter as at a real start."""
    with Running(tmp_path) as running:
        reporter = FaultReporter(running.program.save_everything)
        reporter.fault.connect(running.program.crashes.report)
        running.program.crashes.when_answered = reporter.answered
        reporter.install()
        try:
            yield running
        finally:
            reporter.uninstall()


def crash_dialogs(running: Running) -> list[CrashDialog]:
    return [dialog for dialog in running.dialogs() if isinstance(dialog, CrashDialog)]


def test_the_running_program_saves_tells_once_and_goes_on(qtbot: object, reported: Running) -> None:
    program = reported.program
    program.document.apply("Name", lambda now: now.with_(name="Typed"), merge="name")
    for _ in range(10):
        QTimer.singleShot(0, reported.window, fail)
    qtbot.waitUntil(lambda: bool(crash_dialogs(reported)))
    qtbot.wait(30)
    [dialog] = crash_dialogs(reported)
    assert read_character(program.session.path).value.name == "Typed"
    assert "ValueError: broken" in dialog.report
    dialog.close()
    program.document.apply("Name", lambda now: now.with_(name="Goes on"))
    assert read_character(program.session.path).value.name == "Goes on"
    QTimer.singleShot(0, reported.window, lambda: fail("another"))
    qtbot.waitUntil(lambda: len(crash_dialogs(reported)) == 1)
    assert "ValueError: another" in crash_dialogs(reported)[0].report


def test_the_dialog_does_not_claim_what_was_not_saved(
    qtbot: object, reported: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _data: bytes, _present: object) -> None:
        raise FileProblem("disk-full", path, needed=1, free=0)

    program = reported.program
    with monkeypatch.context() as broken:
        broken.setattr(saving, "save_bytes", full)
        program.document.apply("Name", lambda now: now.with_(name="Typed"), merge="name")
        QTimer.singleShot(0, reported.window, fail)
        qtbot.waitUntil(lambda: bool(crash_dialogs(reported)))
        words = " ".join(label.text() for label in crash_dialogs(reported)[0].findChildren(QLabel))
        assert "could not be saved" in words
        assert "is saved" not in words
    program.session.flush()


def test_the_window_closes_whatever_fails(
    qtbot: object, reported: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reported.program.session, "flush", fail)
    reported.window.closeEvent(QCloseEvent())
    assert reported.window.close()
    assert not reported.window.isVisible()
    assert any("ValueError: broken" in each.getMessage() for each in caplog.records)

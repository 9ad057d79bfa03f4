"""Signals and the end of the desktop session: what is typed is on disk, and the program goes (A10, A11)."""

import signal
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from bones_desktop.start.process import Endings
from bones_desktop.storage.files.characterfile import read_character
from tests.support.program import program, wait_until
from tests.support.running import Running

TYPE = """
from PySide6.QtCore import QTimer
from bones_desktop.start.application import Application
opened = Application.open_first
def open_first(self, paths):
    opened(self, paths)
    self.document.apply("Name", lambda now: now.with_(name="Typed"), merge="name")
    {more}
Application.open_first = open_first
"""


def on_disk(folder: Path) -> list[str]:
    return [read_character(path).value.name for path in (folder / "data" / "characters").glob("*.bones")]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(
    ("name", "more"),
    [("SIGTERM", "self.files.new()"), ("SIGINT", "self._show_settings()"), ("SIGHUP", "self.files.ask_open()")],
)
@pytest.mark.slow
def test_a_signal_saves_and_ends_even_with_a_dialog_open(tmp_path: Path, name: str, more: str) -> None:
    with program(tmp_path, inside=TYPE.format(more=more)) as started:
        assert wait_until(started.shows_a_window)
        assert on_disk(tmp_path) == ["Ragnar"]
        started.process.send_signal(getattr(signal, name))
        code, errors = started.end()
        assert (code, errors) == (0, "")
    assert on_disk(tmp_path) == ["Typed"]


def test_the_end_of_the_desktop_session_saves(qapp: QApplication, tmp_path: Path) -> None:
    signal_name = "2commitDataRequest(QSessionManager&)"
    nobody = qapp.receivers(signal_name)
    with Running(tmp_path) as running:
        assert qapp.receivers(signal_name) == nobody + 1
        running.program.document.apply("Name", lambda now: now.with_(name="Typed"), merge="name")
        assert on_disk(tmp_path) == ["Ragnar"]
        running.program.endings.session_ends(None)  # Qt alone can make the manager that the signal carries
        assert on_disk(tmp_path) == ["Typed"]
        assert running.dialogs() == []
        assert running.window.isVisible()


def test_signals_are_given_back(qapp: object, tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Running(tmp_path):
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


def test_closed_twice_it_lets_go_of_nothing_that_is_not_its_own(qapp: QApplication, tmp_path: Path) -> None:
    endings = Endings(qapp, save=lambda: None, end=lambda: None)
    endings.close()
    with (tmp_path / "a").open("wb", buffering=0) as first, (tmp_path / "b").open("wb", buffering=0) as second:
        endings.close()
        assert first.write(b"kept") == second.write(b"kept") == 4

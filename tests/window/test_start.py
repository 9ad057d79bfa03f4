"""After a bad end: the trace is shown, and two failed starts lead to a safe one (A5, A9, B4)."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bones_desktop.storage.characterfile import write_character
from bones_desktop.storage.locations import Locations
from tests.support.people import ragnar
from tests.support.program import program, wait_until
from tests.support.running import Running

ROOT = Path(__file__).parents[2]
TELL = """
from PySide6.QtCore import QTimer
from bones_desktop.window.application import Application
told = Application._tell_of_last_time
def tell(self):
    told(self)
    open({out!r}, "w").write(self.window.banner.text + "|" + self._last_crash + "|" + str(self.session.path))
    QTimer.singleShot(0, self._quit)
Application._tell_of_last_time = tell
"""
CRASH = """
import os, signal
from bones_desktop.window.application import Application
Application.open_first = lambda self, paths: {crash}
"""


def start_and_tell(folder: Path) -> tuple[str, str, str]:
    """Start the program and return its banner, the crash it knows of and the open file."""
    out = folder / "told.txt"
    with program(folder, inside=TELL.format(out=str(out))) as started:
        assert started.end()[0] == 0
    banner, crash, path = out.read_text("utf-8").split("|")
    return banner, crash, path


@pytest.mark.skipif(sys.platform == "win32", reason="signals end a process in another way there")
@pytest.mark.slow
def test_a_crash_leaves_a_trace_and_two_lead_to_a_safe_start(tmp_path: Path) -> None:
    with program(tmp_path, inside=CRASH.format(crash="os.abort()")) as first:
        code, _errors = first.end()
        assert code == -signal.SIGABRT
    with program(tmp_path, inside=CRASH.format(crash="os.kill(os.getpid(), signal.SIGSEGV)")) as second:
        code, _errors = second.end()
        assert code == -signal.SIGSEGV
    assert "Segmentation fault" in (tmp_path / "state" / "crash.log").read_text()
    characters = tmp_path / "data" / "characters"
    characters.mkdir(parents=True)
    write_character(characters / "Red.bones", ragnar())

    banner, crash, path = start_and_tell(tmp_path)
    assert "safe start" in banner
    assert crash.startswith("Fatal Python error: Segmentation fault")
    assert path == "None"
    assert not (tmp_path / "state" / "crash.log").exists()

    banner, crash, path = start_and_tell(tmp_path)
    assert (banner, crash) == ("", "")
    assert path.endswith("Red.bones")


def test_the_last_crash_is_shown_with_its_report(qapp: object, tmp_path: Path) -> None:
    with Running(tmp_path) as running:
        assert running.dialogs() == []
        running.program._last_crash = "Fatal Python error: Aborted"
        running.program._tell_of_last_time()
        assert "Fatal Python error: Aborted" in running.dialog()._report


def test_a_safe_start_opens_nothing_and_edits_get_a_file(qapp: object, tmp_path: Path) -> None:
    with Running(tmp_path) as running:
        invited = running.program.session.path
        before = invited.read_bytes()
    with Running(tmp_path, safe=True) as running:
        assert running.window.page == "shelf"
        assert running.program.session.path is None
        running.program.document.apply("Name", lambda now: now.with_(name="Homeless"), merge="name")
        path = running.program.session.path
        assert path == running.locations.characters / "Homeless.bones"
        running.program.document.apply("Name", lambda now: now.with_(name="Homely"), merge="name")
        running.trigger("undo")
        assert running.program.document.character.name == ""
    assert invited.read_bytes() == before
    with Running(tmp_path) as running:
        assert running.program.session.path == path
        assert running.program.document.character.name == ""


def test_a_state_folder_that_cannot_be_written_stops_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "state").write_text("in the way")
    with program(tmp_path) as started:
        assert not wait_until(lambda: started.process.poll() is not None, 2.5)
        started.process.send_signal(signal.SIGTERM)
        code, errors = started.end()
    assert code == 0
    assert "Traceback" not in errors
    assert "window shown" in errors


def test_a_clean_end_leaves_no_crash_log(tmp_path: Path) -> None:
    with program(tmp_path) as started:
        assert wait_until(started.shows_a_window)
        assert (tmp_path / "state" / "crash.log").exists()
        started.process.send_signal(signal.SIGTERM)
        assert started.end() == (0, "")
    locations = Locations.under(tmp_path)
    assert not locations.crash_log.exists()
    assert not locations.start_counter.exists()


BROKEN = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from bones_desktop.storage.rulebookfile import RulebookFileError
from bones_desktop.window import application
from bones_desktop.window.start import start

def broken(_folder):
    raise RulebookFileError("skills.json", "melee", "letter", "is missing")

def look():
    box = app.activeModalWidget()
    print(box.text())
    box.accept()

application.load_rulebook = broken
app = QApplication([])
QTimer.singleShot(300, app, look)
sys.exit(start((), data_dir=Path(sys.argv[1]), safe=False))
"""


def test_damaged_files_of_the_program_are_told_of_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BROKEN, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False, cwd=ROOT
    )
    assert done.returncode == 1
    told = [line for line in done.stderr.splitlines() if "does not support" not in line]
    assert len(told) == 1
    for text in (told[0], done.stdout):
        assert "skills.json" in text
        assert "install it again" in text

"""Backing up and restoring everything from the window."""

import shutil
import zipfile
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from bones_desktop.storage.files.characterfile import read_character, write_character
from bones_desktop.storage.files.locations import Locations, make_folder
from bones_desktop.storage.log.logentry import LogEntry
from tests.support.people import bob, ragnar
from tests.support.program import program
from tests.support.running import Running


@pytest.fixture
def home(tmp_path: Path) -> Locations:
    locations = Locations.under(tmp_path)
    make_folder(locations.characters)
    write_character(locations.characters / "Ragnar.bones", ragnar())
    write_character(locations.characters / "Bob.bones", bob())
    return locations


@pytest.fixture
def running(qapp: object, home: Locations, tmp_path: Path):
    with Running(tmp_path, home.characters / "Ragnar.bones") as found:
        yield found


def backed_up(running: Running, path: Path) -> str:
    running.program.backups.write(path)
    running.wait_for(lambda: running.window.banner.text.startswith("Backed up"), "the backup is written")
    return running.window.banner.text


def test_a_backup_has_what_was_just_done_and_the_log_that_is_open(running: Running, tmp_path: Path) -> None:
    log = running.program.pages.room.keeper.log
    log.append(LogEntry(running.program.desk.clock(), who="Ragnar"))
    running.program.document.apply("Name", lambda now: now.with_(name="Ragnar the Late"), merge="name")
    said = backed_up(running, tmp_path / "all.zip")
    assert said == "Backed up to all.zip: 2 characters, the log of rolls, the settings, 1 earlier version."
    with zipfile.ZipFile(tmp_path / "all.zip") as made:
        assert any(b"Ragnar the Late" in made.read(name) for name in made.namelist() if name.startswith("characters/"))
        assert made.read("throws.sqlite3").startswith(b"SQLite format 3")


def test_before_restoring_it_is_asked_and_what_would_be_replaced_is_named(
    running: Running, home: Locations, tmp_path: Path
) -> None:
    backed_up(running, tmp_path / "all.zip")
    bob_file = home.characters / "Bob.bones"
    shutil.copyfile(home.characters / "Ragnar.bones", bob_file)
    changed = bob_file.read_bytes()
    running.program.desk.take_others([tmp_path / "all.zip"])
    running.wait_for(running.dialogs, "the question is asked")
    box = running.dialog()
    assert isinstance(box, QMessageBox)
    assert "Would replace: 1 character\n  characters/Bob.bones" in box.text()
    box.close()
    assert bob_file.read_bytes() == changed
    assert running.program.restoring is None
    assert running.window.isVisible()


def test_a_backup_that_is_the_same_asks_nothing(running: Running, tmp_path: Path) -> None:
    backed_up(running, tmp_path / "all.zip")
    running.program.backups.look(tmp_path / "all.zip")
    running.wait_for(lambda: "Everything is as in this backup already." in running.said, "it is said")
    assert not running.dialogs()


def test_another_zip_is_refused_in_a_sentence(running: Running, tmp_path: Path) -> None:
    zipfile.ZipFile(tmp_path / "songs.zip", "w").close()
    (tmp_path / "half.zip").write_bytes(b"PK\x03\x04\xff\xfe")
    for name, said in (("songs.zip", "is not a backup of this program"), ("half.zip", "is damaged")):
        running.window.files_dropped.emit((tmp_path / name,))
        running.wait_for(lambda name=name: name in running.window.banner.text, "the banner names it")
        assert said in running.window.banner.text


_TWICE = """
from pathlib import Path
from PySide6.QtCore import QTimer
from tests.support.inside import when_opened
seen = []
def tell(running):
    seen.append(running.window.banner.text)
    if len(seen) < 3:
        path = Path({backup!r}) if len(seen) == 1 else next(Path({kept!r}).iterdir())
        QTimer.singleShot(0, lambda: running._begin_restoring(path))
        return
    open({out!r}, "w").write("|".join(seen))
    QTimer.singleShot(0, running.quit)
when_opened(tell)
"""


@pytest.mark.slow
def test_restoring_closes_the_window_opens_it_again_and_can_be_taken_back(
    running: Running, home: Locations, tmp_path: Path
) -> None:
    backed_up(running, tmp_path / "all.zip")
    there = tmp_path / "there"
    after = Locations.under(there)
    make_folder(after.characters)
    write_character(after.characters / "Ragnar.bones", ragnar().with_(name="Another"))
    out = tmp_path / "told.txt"
    inside = _TWICE.format(backup=str(tmp_path / "all.zip"), kept=str(after.backups), out=str(out))
    with program(there, inside=inside) as started:
        assert started.end() == (0, "")
    first, restored, back = out.read_text("utf-8").split("|")
    assert "restored" not in first
    assert restored.startswith("all.zip is restored. Replaced: 1 character")
    assert "Added: 1 character." in restored
    assert back.startswith("before-restore-")
    assert "Removed: 1 character." in back
    assert read_character(after.characters / "Ragnar.bones").value.name == "Another"
    assert not (after.characters / "Bob.bones").exists()

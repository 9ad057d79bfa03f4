"""A file named while its character had no name takes the first one given, and keeps it."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from bones_desktop.pages.shelf import fileactions
from bones_desktop.rules.bones.making.edits import new_character, set_text
from bones_desktop.storage.files.characterfile import new_id, read_character, write_character
from tests.support.running import Running


@pytest.fixture
def running(tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fileactions, "WAIT_MS", 40)
    with Running(tmp_path / "home") as running:
        yield running


def name_it(running: Running, name: str, stem: str = "") -> None:
    """Give the character a name; wait until its file is called `stem`, or a while where it is to stay as it is."""
    running.program.document.apply("Change the name", lambda now: set_text(now, "name", name))
    running.program.session.save()
    if stem:
        running.wait_for(lambda: running.program.session.path.stem == stem, f"the file is called {stem}")
    else:
        QTest.qWait(150)


def test_the_file_takes_the_first_name_and_keeps_it(running: Running) -> None:
    running.program.files.start_empty()
    before = running.program.session.path
    assert before is not None
    assert before.stem == "No name yet"
    name_it(running, "Ylva", "Ylva")
    path = running.program.session.path
    assert path == before.with_name("Ylva.bones")
    assert not before.exists()
    assert path.exists()
    assert running.program.settings.value.last_open == str(path)
    assert str(before) not in running.program.settings.value.recent
    assert path in {entry.path for entry in running.program.desk.shelf.entries()}
    name_it(running, "Ylva the Red")
    assert running.program.session.path == path
    assert read_character(path).value.name == "Ylva the Red"
    running.program.document.undo_stack.undo()
    running.program.session.flush()
    assert read_character(path).value.name == "Ylva"


def test_of_two_with_one_name_the_second_gets_a_number(running: Running) -> None:
    for stem in ("Ylva", "Ylva (2)"):
        running.program.files.start_empty()
        name_it(running, "Ylva", stem)


def test_a_file_elsewhere_keeps_its_name(running: Running, tmp_path: Path) -> None:
    path = tmp_path / "No name yet.bones"
    write_character(path, new_character(new_id()))
    running.program.files.open(path)
    name_it(running, "Ylva")
    assert running.program.session.path == path
    assert path.exists()


def test_nothing_is_renamed_while_a_dialog_is_open(running: Running) -> None:
    running.program.files.start_empty()
    running.program.files.new()
    name_it(running, "Ylva")
    assert running.program.session.path.stem == "No name yet"
    running.dialog().close()
    running.wait_for(lambda: running.program.session.path.stem == "Ylva", "the file is called Ylva")

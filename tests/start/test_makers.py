"""Models and drawings of dice from the File menu: what is chosen is written, stopped there is nothing."""

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.printing import dialogs
from bones_desktop.printing.dialogs import MakerDialog
from bones_desktop.storage.files.shippedfiles import shipped
from tests.support.running import Running

SAMPLES = shipped("resources") / "games" / "bones" / "samples"


@pytest.fixture
def here(tmp_path, qapp):
    bob = tmp_path / "Bob.bones"
    shutil.copy(SAMPLES / "bob.bones", bob)
    with Running(tmp_path, bob) as made:
        yield made


def dialog(here) -> MakerDialog:
    here.trigger("makers")
    [found] = [each for each in here.dialogs() if isinstance(each, MakerDialog)]
    return found


def test_faces_are_drawings_of_the_dice_chosen(here, qtbot, tmp_path):
    found = dialog(here)
    assert [box.text() for box in found.dice][:4] == ["Die &1", "Die &2", "Die &3", "Die &4"]
    for box in found.dice[1:]:
        box.click()
    target = tmp_path / "out"
    target.mkdir()
    found.write(target)
    qtbot.waitUntil(lambda: bool(list(target.iterdir())))
    qtbot.waitUntil(lambda: "files were written" in here.window.toast.text())
    assert sorted(path.suffix for path in target.iterdir()) == [".svg"] * 6


def test_files_of_the_same_names_stay_as_they_are(here, qtbot, tmp_path):
    target = tmp_path / "out"
    target.mkdir()
    for number in (1, 2):
        found = dialog(here)
        for box in found.dice[1:]:
            box.click()
        found.write(target)
        qtbot.waitUntil(lambda number=number: len(list(target.iterdir())) == 6 * number)
        qtbot.waitUntil(lambda: not here.dialogs())
    assert sum(path.stem.endswith(" (2)") for path in target.iterdir()) == 6


def test_models_are_written_too(here, qtbot, tmp_path):
    found = dialog(here)
    for box in (*found.dice[1:], found.svg):
        box.click()
    assert not found.save.isEnabled()
    found.threemf.click()
    found.stl.click()
    assert found.save.isEnabled()
    assert found.deep.isEnabled()
    target = tmp_path / "out"
    target.mkdir()
    found.write(target)
    qtbot.waitUntil(lambda: "2 files were written" in here.window.toast.text(), timeout=60_000)
    assert sorted(path.suffix for path in target.iterdir()) == [".3mf", ".stl"]
    assert all(path.stat().st_size > 10_000 for path in target.iterdir())


def test_stopped_nothing_is_left(here, qtbot, tmp_path):
    found = dialog(here)
    found.threemf.click()
    target = tmp_path / "out"
    target.mkdir()
    found.write(target).stop()
    qtbot.wait(600)
    assert not list(target.iterdir())


def test_a_folder_that_is_not_there_is_told(here, qtbot, tmp_path):
    found = dialog(here)
    found.write(tmp_path / "nowhere" / "at" / "all")
    qtbot.waitUntil(lambda: len(here.dialogs()) > 1 or "written" in here.window.toast.text())


def test_without_the_library_it_says_what_to_install(here, monkeypatch):
    monkeypatch.setattr(dialogs, "can_make_models", lambda: False)
    found = dialog(here)
    assert "manifold3d" in found.missing.text()
    assert not found.threemf.isEnabled()
    assert not found.stl.isEnabled()
    QTest.mouseClick(found.svg, Qt.MouseButton.LeftButton)
    assert not found.save.isEnabled() or found.svg.isChecked()


def test_the_depth_follows_the_size(here):
    found = dialog(here)
    found.threemf.click()
    found.side.setValue(8)
    assert found.deep.maximum() == pytest.approx(1.2)

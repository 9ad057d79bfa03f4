"""Where a file is written to: no file is replaced that nobody was asked about."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox, QPushButton, QWidget

from bones_desktop.widgets.popups import ask, ask_where


@pytest.fixture
def parent(qapp: QApplication):
    widget = QWidget()
    widget.show()
    yield widget
    widget.close()
    widget.deleteLater()


@pytest.fixture
def written(parent: QWidget, tmp_path: Path) -> list[Path]:
    found: list[Path] = []
    (tmp_path / "hero.bones").write_bytes(b"precious")
    ask_where(parent, "Export", tmp_path / "x.bones", ".bones", "Characters (*.bones)", found.append)
    return found


def choose(parent: QWidget, name: Path) -> None:
    """Choose a file as the dialog of a desktop does: it asked about this very name where there is such a file."""
    dialog = parent.findChild(QFileDialog)
    dialog.fileSelected.emit(str(name))
    dialog.close()


def question(parent: QWidget) -> QMessageBox | None:
    return next((each for each in parent.findChildren(QMessageBox) if each.isVisible()), None)


def press(box: QMessageBox, words: str) -> None:
    [button] = [each for each in box.findChildren(QPushButton) if each.text() == words]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("typed", ["new", "new.txt", "Dr. Who", "new.bones.old"])
def test_the_ending_is_added(parent, written, tmp_path, typed) -> None:
    choose(parent, tmp_path / typed)
    assert written == [tmp_path / f"{typed}.bones"]
    assert question(parent) is None


@pytest.mark.parametrize("typed", ["hero.bones", "new.bones", "HERO.BONES"])
def test_a_whole_name_is_written_to_as_the_dialog_asked_about_it(parent, written, tmp_path, typed) -> None:
    choose(parent, tmp_path / typed)
    assert written == [tmp_path / typed]
    assert question(parent) is None


@pytest.mark.parametrize(("answer", "replaced"), [("Replace", True), ("Cancel", False)])
def test_a_file_found_only_with_its_ending_is_asked_about(parent, written, tmp_path, answer, replaced) -> None:
    choose(parent, tmp_path / "hero")
    assert written == []
    box = question(parent)
    assert box.text() == f"hero.bones is already in {tmp_path}. Replace it?"
    press(box, answer)
    assert written == [tmp_path / "hero.bones"] * replaced


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_enter_and_escape_replace_nothing(parent, written, tmp_path, key) -> None:
    choose(parent, tmp_path / "hero")
    box = question(parent)
    QTest.keyClick(box, key)
    assert written == []
    assert question(parent) is None


def test_a_name_typed_into_the_dialog_of_qt_is_asked_about(parent, written, tmp_path) -> None:
    dialog = parent.findChild(QFileDialog)
    field = dialog.findChild(QLineEdit)
    field.setText("hero")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert written == []
    press(question(parent), "Replace")
    assert written == [tmp_path / "hero.bones"]


@pytest.mark.parametrize("loses", [True, False])
def test_only_an_answer_that_loses_something_is_marked_as_such(parent, loses) -> None:
    box = ask(parent, "Log", "What now?", {"Delete": bool, "Repair": bool}, "Close", loses=loses)
    role = QMessageBox.ButtonRole
    by_text = {each.text(): box.buttonRole(each) for each in box.buttons()}
    assert by_text.pop("Close") is role.RejectRole
    assert set(by_text.values()) == {role.DestructiveRole if loses else role.AcceptRole}
    box.close()

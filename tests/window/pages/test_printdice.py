"""Printing dice in the running program: what was printed is remembered, and those chosen on the shelf go together."""

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from bones_desktop.printing.printwindow import PrintWindow
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.printedfaces import PrintedFaces
from tests.support.people import bob, ragnar
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def locations(tmp_path):
    found = Locations.under(tmp_path)
    found.characters.mkdir(parents=True)
    for number, who in enumerate((bob(), ragnar())):
        write_character(found.characters / f"{who.name}.bones", who.with_(id=str(number) * 32))
    return found


def shown(running) -> PrintWindow:
    running.trigger("print-dice")
    (window,) = [each for each in running.dialogs() if isinstance(each, PrintWindow)]
    return window


def test_stickers_are_written_and_then_only_what_changes(qapp, locations, tmp_path, qtbot) -> None:
    target = tmp_path / "stickers.pdf"
    with Running(tmp_path, locations.characters / "Bob.bones", locations=locations) as running:
        window = shown(running)
        window.kind.setCurrentIndex(window.kind.findData("stickers"))
        window.kind.activated.emit(0)
        window.pdf.click()
        dialog = window.findChild(QFileDialog)
        dialog.fileSelected.emit(str(target))
        dialog.reject()
        qtbot.waitUntil(lambda: str(target) in running.window.banner.text)
        assert PdfReader(target).metadata.title == "Bob, stickers"
        window.changed.setChecked(True)
        assert "No face has changed" in window.nothing.text()
    with Running(tmp_path, locations.characters / "Bob.bones", locations=locations) as running:
        window = shown(running)
        assert window.kind.currentData() == "stickers"
        window.changed.setChecked(True)
        assert "No face has changed" in window.nothing.text()


def test_all_chosen_on_the_shelf_are_printed(qapp, locations, tmp_path, qtbot) -> None:
    with Running(tmp_path, locations.characters / "Bob.bones", locations=locations) as running:
        running.window.show_page("shelf")
        view = running.program.pages.shelf.view
        qtbot.waitUntil(lambda: view.model().rowCount() == 2)
        view.selectAll()
        qtbot.waitUntil(lambda: len(running.program.pages.shelf.chosen().entries) == 2)
        window = shown(running)
        assert len(window.preview.pages) == 2
        QTest.keyClick(window, Qt.Key.Key_Escape)


def test_a_damaged_note_of_what_was_printed_counts_as_none(tmp_path) -> None:
    path = tmp_path / "printed.json"
    printed = PrintedFaces(path)
    printed.remember("a", {"Die 1": ("melee", "")})
    printed.remember("a", {"Die 2": ("defend", "")})
    assert printed.of("a") == {"Die 1": ["melee", ""], "Die 2": ["defend", ""]}
    for damage in (b"", b"{}", path.read_bytes().replace(b"melee", b"riding"), b'[["a", 3]]'):
        path.write_bytes(damage)
        assert printed.of("a") == {}

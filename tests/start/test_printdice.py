"""Printing dice in the running program: what was printed is remembered, and those chosen on the shelf go together."""

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QInputDialog

from bones_desktop.pages.shelf.pastedialog import PasteDialog
from bones_desktop.printing.canvas import TextLine
from bones_desktop.printing.printwindow import PrintWindow
from bones_desktop.storage.campaignfile import SUFFIX
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.files.labelsheets import PrintedFaces
from bones_desktop.storage.files.locations import Locations
from tests.support.fightseat import FightSeat
from tests.support.hostile import write_hostile
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
        qtbot.waitUntil(lambda: str(target) in window.toast.text())  # the other was hidden behind this window
        assert window.toast.isVisible()
        assert PdfReader(target).metadata.title == "Bob, stickers"
        window.form.answer("changed", 1)
        assert "No face has changed" in window.nothing.text()
    with Running(tmp_path, locations.characters / "Bob.bones", locations=locations) as running:
        window = shown(running)
        assert window.kind.currentData() == "stickers"
        window.form.answer("changed", 1)
        assert "No face has changed" in window.nothing.text()


def test_all_chosen_on_the_shelf_are_printed(qapp, locations, tmp_path, qtbot) -> None:
    with Running(tmp_path, locations.characters / "Bob.bones", locations=locations, page="shelf") as running:
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


def test_the_papers_of_the_table_are_for_the_party_the_fight_and_the_rulebook(qapp, tmp_path) -> None:
    places = Locations.under(tmp_path)
    write_hostile(places, "Odin & <b>Thor</b>")
    with FightSeat(tmp_path, ("Wolf", 3), locations=places) as seat:
        seat.program.campaigns.open(places.campaigns / f"trap{SUFFIX}")
        seat.program.files.work_on(places.characters / "trap.bones")
        window = shown(seat)
        told = {}
        for kind in ("legend", "cards", "party", "encounter", "screen"):
            window.kind.setCurrentIndex(window.kind.findData(kind))
            window.kind.activated.emit(window.kind.currentIndex())
            lines = [each.text for page in window.preview.pages for each in page.items if isinstance(each, TextLine)]
            told[kind] = (window.form.answers.key("whose"), "\n".join(lines))
        assert told["legend"][0] == "chosen"
        assert "Icons\nOdin & <b>Thor</b>" in told["legend"][1]
        assert told["cards"][0] == "beasts"
        assert "Barrow Wight" in told["cards"][1]
        assert told["party"][0] == "party"
        assert "Odin & <b>Thor</b> 2" in told["party"][1]
        assert told["encounter"][0] == "fight"
        assert "Wolf 3" in told["encounter"][1]
        assert "Rounds" in told["encounter"][1]
        assert "Task difficulty" in told["screen"][1]
        window.kind.setCurrentIndex(window.kind.findData("cards"))
        window.kind.activated.emit(0)
        window.form.answer("whose", "hordes")
        assert window.job.title == "Cards"


def test_what_is_copied_as_text_is_pasted_as_the_same_character(qapp, locations, tmp_path) -> None:
    with Running(tmp_path, locations.characters / "Ragnar.bones", locations=locations) as running:
        before = running.program.document.character
        running.trigger("copy-text")
        assert QGuiApplication.clipboard().text().startswith("Ragnar - 4D: ")
        assert running.program.files.paste_text()
        (dialog,) = [each for each in running.dialogs() if isinstance(each, PasteDialog)]
        assert dialog.make.isEnabled()
        QTest.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
        now = running.program.document.character
        assert now.id != before.id
        assert now.with_(id=before.id) == before
        running.trigger("copy-markdown")
        assert QGuiApplication.clipboard().text().startswith("# Ragnar")
        running.trigger("copy-picture")
        assert QGuiApplication.clipboard().image().width() == 1600


def test_the_sheet_is_saved_as_a_picture_of_the_width_asked_for(qapp, locations, tmp_path) -> None:
    with Running(tmp_path, locations.characters / "Ragnar.bones", locations=locations) as running:
        running.trigger("save-picture")
        (asked,) = [each for each in running.dialogs() if isinstance(each, QInputDialog)]
        asked.setIntValue(500)
        asked.accept()
        (dialog,) = running.window.findChildren(QFileDialog)
        dialog.fileSelected.emit(str(tmp_path / "ragnar.png"))
        dialog.reject()
        assert QImage(str(tmp_path / "ragnar.png")).width() == 500
        assert "ragnar.png" in running.window.toast.text()

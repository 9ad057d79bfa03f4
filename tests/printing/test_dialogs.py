"""Printing and saving, with files in place of a printer; no dialog blocks."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QFileDialog, QMessageBox, QProgressDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.printing.canvas import LETTER, MM_PER_POINT, PageSize
from bones_desktop.printing.columns import lay_out
from bones_desktop.printing.jobs import PrintJob, page_layout, sheet_job
from bones_desktop.printing.painter import PrintKit
from bones_desktop.printing.preview import print_on, print_pages, save_as_pdf, write_pdf
from tests.printing.sheets import changed, overfull, ragnar

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
"""Said of every dialog without a screen."""


@pytest.fixture
def job(kit: PrintKit) -> PrintJob:
    return sheet_job(ragnar(), "A4", kit)


@pytest.fixture
def parent(qtbot: QtBot) -> Iterator[QWidget]:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def printer_to(target: Path) -> QPrinter:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(target))
    return printer


def printed(job: PrintJob, printer: QPrinter) -> bool:
    *_, taken = print_on(job, printer)
    return taken is True


def message(parent: QWidget) -> QMessageBox:
    (box,) = parent.findChildren(QMessageBox)
    return box


def test_printer_gets_every_page(kit: PrintKit, tmp_path: Path) -> None:
    target = tmp_path / "printed.pdf"
    assert printed(sheet_job(overfull(), "A4", kit), printer_to(target))
    pages = PdfReader(target).pages
    assert len(pages) >= 6
    assert "word2999." in pages[-1].extract_text().split()


def test_printer_s_own_paper_counts(job: PrintJob, tmp_path: Path) -> None:
    target = tmp_path / "printed.pdf"
    printer = printer_to(target)
    printer.setPageLayout(page_layout(LETTER))
    assert printed(job, printer)
    (page,) = PdfReader(target).pages
    assert float(page.mediabox.width) == pytest.approx(612, abs=1)
    assert float(page.mediabox.height) == pytest.approx(792, abs=1)


@pytest.mark.parametrize("size", [PageSize(105, 148), PageSize(297, 210)], ids=["small", "on its side"])
def test_pages_shrink_to_paper_too_small_for_the_form(job: PrintJob, tmp_path: Path, size: PageSize) -> None:
    target = tmp_path / "printed.pdf"
    printer = printer_to(target)
    printer.setPageLayout(page_layout(size))
    assert printed(job, printer)
    (page,) = PdfReader(target).pages
    assert "Maneuver" in page.extract_text()
    assert float(page.mediabox.width) * MM_PER_POINT == pytest.approx(size.width, abs=0.5)


def test_chosen_pages_only(kit: PrintKit, tmp_path: Path) -> None:
    target = tmp_path / "printed.pdf"
    printer = printer_to(target)
    printer.setFromTo(2, 3)
    assert printed(sheet_job(overfull(), "A4", kit), printer)
    pages = PdfReader(target).pages
    assert len(pages) == 2
    assert "page 2 of" in " ".join(pages[0].extract_text().split())


@pytest.mark.qt_log_ignore("QPainter::begin")
def test_printer_that_takes_nothing(job: PrintJob, tmp_path: Path) -> None:
    assert not printed(job, printer_to(tmp_path / "gone" / "printed.pdf"))


def test_print_dialog_opens_without_blocking(job: PrintJob, parent: QWidget) -> None:
    dialog = print_pages(job, parent)
    assert isinstance(dialog, QPrintDialog)
    assert dialog.isVisible()
    dialog.reject()


def test_pdf_is_saved_where_it_was_asked(job: PrintJob, parent: QWidget, tmp_path: Path, qtbot: QtBot) -> None:
    saved: list[Path] = []
    dialog = save_as_pdf(job, parent, tmp_path, saved.append)
    assert dialog.isVisible()
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    target = tmp_path / "Ragnar.pdf"
    dialog.fileSelected.emit(str(target))
    dialog.reject()
    qtbot.waitUntil(lambda: saved == [target])
    assert "Ragnar" in PdfReader(target).pages[0].extract_text()


def test_failure_is_said_plainly(job: PrintJob, parent: QWidget, tmp_path: Path, qtbot: QtBot) -> None:
    saved: list[Path] = []
    dialog = save_as_pdf(job, parent, tmp_path, saved.append)
    dialog.fileSelected.emit(str(tmp_path / "<b>gone</b>" / "Ragnar.pdf"))
    dialog.reject()
    qtbot.waitUntil(lambda: bool(parent.findChildren(QMessageBox)))
    box = message(parent)
    assert not saved
    assert box.textFormat() is Qt.TextFormat.PlainText
    assert "Ragnar.pdf" in box.text() or "gone" in box.text()
    box.reject()


def test_read_only_file_stays_as_it_is(job: PrintJob, parent: QWidget, tmp_path: Path, qtbot: QtBot) -> None:
    target = tmp_path / "ragnar.pdf"
    target.write_bytes(b"old")
    target.chmod(0o444)
    saved: list[Path] = []
    write_pdf(job, target, parent, saved.append)
    qtbot.waitUntil(lambda: bool(parent.findChildren(QMessageBox)))
    assert not saved
    assert target.read_bytes() == b"old"
    message(parent).reject()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Ragnar", "Ragnar.pdf"),
        ("A/B: <x>", "A-B- -x-.pdf"),
        ("  ", "Character sheet.pdf"),
        ("CON", "CON_.pdf"),
    ],
)
def test_file_name_is_safe_everywhere(kit: PrintKit, name: str, file: str) -> None:
    assert sheet_job(changed(ragnar(), name=name), "A4", kit).file_name == file


def test_stopped_work_leaves_no_file(kit: PrintKit, parent: QWidget, tmp_path: Path, qtbot: QtBot) -> None:
    target, saved = tmp_path / "long.pdf", list[Path]()
    long_one = replace(
        sheet_job(overfull(), "A4", kit),
        lay_out=lambda size, measure: (page for _ in range(200) for page in lay_out(overfull(), size, measure)),
    )
    doing = write_pdf(long_one, target, parent, saved.append)
    dialog = parent.findChild(QProgressDialog)
    qtbot.waitUntil(dialog.isVisible)
    qtbot.waitUntil(lambda: "Page" in dialog.labelText())
    with qtbot.waitSignal(doing.destroyed):
        qtbot.mouseClick(dialog.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert list(tmp_path.iterdir()) == []
    assert not saved

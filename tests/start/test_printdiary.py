"""The diary of the seasons goes to a printer or a file, with dialogs that do not block."""

from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QFileDialog

from bones_desktop.rules.bones.life import seasons
from tests.support.people import bob
from tests.support.rulebooks import rulebook
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
"""Said of every dialog without a screen."""


@pytest.fixture
def printing(qapp, tmp_path):
    lectured = seasons.record_income(rulebook(), bob(), "", skill="scholar", successes=2, title="Lectures")
    with Running(tmp_path) as running:
        running.program.document.open(lectured)
        running.program.settings.edit(paper="letter")
        yield running.program.printing, running


def test_the_diary_is_written_where_it_was_asked(printing, tmp_path: Path, qtbot) -> None:
    actions, running = printing
    actions.save_diary_pdf(first_year=212)
    (dialog,) = running.dialogs()
    assert isinstance(dialog, QFileDialog)
    assert [Path(name).name for name in dialog.selectedFiles()] == ["Bob, diary.pdf"]
    target = tmp_path / "diary.pdf"
    dialog.fileSelected.emit(str(target))
    dialog.reject()
    qtbot.waitUntil(lambda: str(target) in running.window.toast.text())
    (page,) = PdfReader(target).pages
    said = " ".join(page.extract_text().split())
    assert "Winter, year 212" in said
    assert "Lectures" in said
    assert float(page.mediabox.height) == pytest.approx(792, abs=1)
    assert running.window.toast.text() == f"The diary was written to {target}."


def test_a_printer_is_asked_for(printing) -> None:
    actions, running = printing
    actions.print_diary(1)
    (dialog,) = running.dialogs()
    assert isinstance(dialog, QPrintDialog)
    assert dialog.windowTitle() == "Print: Diary"
    dialog.reject()

"""From an empty folder to a character that is finished, thrown and printed, by what the window says: counted."""

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFileDialog, QLineEdit

from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.rules.reasons import is_complete, is_legal
from tests.support.running import Running

LEFT = Qt.MouseButton.LeftButton


class Newcomer(Running):
    """Presses what is in sight, and counts."""

    presses = 0

    @property
    def who(self):
        return self.program.document.character

    @property
    def builder(self):
        return self.program.pages.build

    def click(self, widget, at: QPoint | None = None, *, double: bool = False) -> None:
        assert widget.isVisible()
        assert widget.isEnabled()
        (QTest.mouseDClick if double else QTest.mouseClick)(widget, LEFT, pos=at or QPoint())
        self.presses += 1
        self.app.processEvents()

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)
        self.presses += 1
        self.app.processEvents()

    def button(self, text: str) -> QAbstractButton:
        [found] = [
            each
            for each in self.window.findChildren(QAbstractButton)
            if each.text().replace("&", "") == text and each.isVisible()
        ]
        return found

    def row(self, view, row: int) -> None:
        index = view.model().index(row, 0)
        view.scrollTo(index)
        self.app.processEvents()
        self.click(view.viewport(), view.visualRect(index).center())

    def rename(self, name: str) -> None:
        [dialog] = [each for each in self.dialogs() if not isinstance(each, QFileDialog)]
        field = dialog.findChild(QLineEdit)
        field.selectAll()
        QTest.keyClicks(field, name)
        QTest.keyClick(field, Qt.Key.Key_Return)
        self.presses += 1
        self.app.processEvents()

    def save_pdf(self, target) -> None:
        [dialog] = [each for each in self.dialogs() if isinstance(each, QFileDialog)]
        dialog.fileSelected.emit(str(target))
        QDialog.close(dialog)
        for _tenth in range(200):
            if target.exists():
                return
            QTest.qWait(100)


def by_mouse(here: Newcomer) -> None:
    here.click(here.button("Start empty"))
    origin = here.builder.origin
    for die, name in enumerate(("Gaul", "Hunter/Gatherer", "Armsman", "Armsman")):
        cards = origin.dice[die].list
        here.row(cards, next(row for row, card in enumerate(cards.cards.rows) if card.name == name))
    here.click(origin.next)
    page = here.builder.dice
    while any(face.is_unfilled for die in here.who.dice for face in die.faces):
        view = page.palette_panel.view
        here.row(view, page.palette_panel.model.first_allowed())
    here.click(here.window._parts.header.name, double=True)
    here.rename("Ada")


def by_keys(here: Newcomer) -> None:
    here.window.activateWindow()
    here.button("Start empty").setFocus()
    here.key(Qt.Key.Key_Space)
    for die in range(4):
        cards = here.builder.origin.dice[die].list
        cards.setFocus(Qt.FocusReason.TabFocusReason)
        here.presses += 1
        wanted = next(row for row, card in enumerate(cards.cards.rows) if card.allowed and card.slots)
        while cards.currentIndex().row() != wanted:
            here.key(Qt.Key.Key_Down if cards.currentIndex().row() < wanted else Qt.Key.Key_Up)
        here.key(Qt.Key.Key_Return)
    here.key(Qt.Key.Key_F8)
    page = here.builder.dice
    while any(face.is_unfilled for die in here.who.dice for face in die.faces):
        page.palette_panel.start_search()
        page.palette_panel.view.setCurrentIndex(
            page.palette_panel.model.index(page.palette_panel.model.first_allowed(), 0)
        )
        here.presses += 1
        QTest.keyClick(page.palette_panel.view, Qt.Key.Key_Return)
        here.presses += 1
        here.app.processEvents()
    here.key(Qt.Key.Key_F2)
    here.rename("Ada")


@pytest.mark.parametrize(("hands", "most"), [(by_mouse, 24), (by_keys, 43)], ids=["mouse", "keys"])
def test_a_newcomer_makes_throws_and_prints_a_first_character(tmp_path, qapp, hands, most):
    with Newcomer(tmp_path) as here:
        here.window.resize(1366, 768)
        here.app.processEvents()
        hands(here)
        problems = here.program.document.problems
        assert is_legal(problems)
        assert is_complete(problems)
        assert here.who.name == "Ada"
        assert here.builder.head.summary.text() == "Ready to play"
        assert here.builder.tabs.currentIndex() == Tab.DICE
        here.trigger("table")
        here.presses += 1
        QTest.keyClick(here.program.pages.table, Qt.Key.Key_Space)
        here.presses += 1
        here.app.processEvents()
        assert here.program.pages.table.reading.headline.text()
        here.trigger("pdf")
        here.presses += 1
        target = tmp_path / "Ada.pdf"
        here.save_pdf(target)
        here.presses += 1
        text = "\n".join(page.extract_text() for page in PdfReader(target).pages)
        assert "Ada" in text
        assert here.presses <= most

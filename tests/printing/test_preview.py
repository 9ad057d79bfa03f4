"""The preview shows the very pages that are printed."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bones_desktop.printing.canvas import PAPERS
from bones_desktop.printing.columns import lay_out
from bones_desktop.printing.painter import PrintKit
from bones_desktop.printing.preview import SheetPreview
from bones_desktop.theme.theme import Theme
from tests.printing.sheets import overfull, ragnar


@pytest.fixture
def preview(qtbot: QtBot, kit: PrintKit, theme: Theme) -> Iterator[SheetPreview]:
    widget = SheetPreview(theme, kit)
    qtbot.addWidget(widget)
    widget.resize(800, 600)
    widget.set_sheet(ragnar())
    widget.show()
    assert QTest.qWaitForWindowExposed(widget.window())
    return widget


def wheel(preview: SheetPreview, notches: int, keys: Qt.KeyboardModifier) -> None:
    event = QWheelEvent(
        QPointF(300, 200),
        QPointF(300, 200),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(preview.viewport(), event)


def colours(preview: SheetPreview) -> set[str]:
    image = QImage(preview.viewport().size(), QImage.Format.Format_RGB32)
    preview.viewport().render(image)
    return {QColor(image.pixel(x, y)).name() for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}


def test_pages_are_those_that_are_printed(preview: SheetPreview, kit: PrintKit) -> None:
    assert preview.pages == lay_out(ragnar(), PAPERS["A4"], kit.fonts)


def test_paper_and_sheet_can_be_changed(preview: SheetPreview, kit: PrintKit, qtbot: QtBot) -> None:
    with qtbot.waitSignal(preview.pages_changed) as told:
        preview.set_sheet(overfull())
    assert told.args == [len(preview.pages)]
    assert len(preview.pages) > 4
    preview.set_paper("Letter")
    assert preview.pages == lay_out(overfull(), PAPERS["Letter"], kit.fonts)


def test_the_same_sheet_is_not_laid_out_again(preview: SheetPreview, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(preview.pages_changed):
        preview.set_sheet(ragnar())
        preview.set_paper("A4")


def test_white_paper_lies_on_the_theme_s_ground(preview: SheetPreview, theme: Theme) -> None:
    assert {"#ffffff", theme.color("ground").name()} <= colours(preview)


def test_theme_changes_the_ground_not_the_paper(preview: SheetPreview, theme: Theme) -> None:
    dark = theme.color("ground").name()
    theme.set_theme("parchment")
    found = colours(preview)
    assert {"#ffffff", theme.color("ground").name()} <= found
    assert dark not in found


def test_width_is_fitted_until_zoomed(preview: SheetPreview) -> None:
    before = preview.zoom()
    preview.resize(600, 600)
    assert preview.zoom() < before
    preview.zoom_in()
    zoomed = preview.zoom()
    preview.resize(800, 600)
    assert preview.zoom() == zoomed
    preview.fit_width()
    assert preview.zoom() == before


def test_ctrl_and_wheel_zoom_and_wheel_alone_scrolls(preview: SheetPreview) -> None:
    before = preview.zoom()
    wheel(preview, 2, Qt.KeyboardModifier.ControlModifier)
    assert preview.zoom() > before
    top = preview.verticalScrollBar().value()
    wheel(preview, -1, Qt.KeyboardModifier.NoModifier)
    assert preview.verticalScrollBar().value() > top


def test_place_under_the_pointer_stays_when_zooming(preview: SheetPreview) -> None:
    bar = preview.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    share = (bar.value() + 200) / preview.zoom()
    wheel(preview, 3, Qt.KeyboardModifier.ControlModifier)
    assert (bar.value() + 200) / preview.zoom() == pytest.approx(share, rel=0.05)


def test_keys(preview: SheetPreview, qtbot: QtBot) -> None:
    before, bar = preview.zoom(), preview.verticalScrollBar()
    qtbot.keyClick(preview, Qt.Key.Key_End)
    assert bar.value() == bar.maximum() > 0
    qtbot.keyClick(preview, Qt.Key.Key_Home)
    assert bar.value() == 0
    qtbot.keyClick(preview, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert preview.zoom() > before
    qtbot.keyClick(preview, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert preview.zoom() == before
    qtbot.keyClick(preview, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert preview.zoom() < before


def test_zoom_has_ends(preview: SheetPreview) -> None:
    for _ in range(60):
        preview.zoom_in()
    largest = preview.zoom()
    for _ in range(120):
        preview.zoom_out()
    assert largest == pytest.approx(6)
    assert preview.zoom() == pytest.approx(0.25)


def test_screen_readers_hear_whose_sheet_it_is(preview: SheetPreview) -> None:
    assert "Ragnar" in preview.accessibleDescription()
